"""Help in the language in use: commands and groups whose texts come from the catalogue when they are shown."""

from __future__ import annotations

import shutil
import textwrap
from typing import Any

from typer.core import TyperCommand, TyperGroup

from tabuleiro.cli.errors import BadInput
from tabuleiro.cli.output import paragraph
from tabuleiro.messages.commands import (
    ARGUMENTS_TITLE,
    COMMANDS,
    COMMANDS_TITLE,
    DEFAULT,
    LEFT_OVER,
    METAVARS,
    MORE_HELP,
    NO_COMMAND,
    OF_A_SIDE,
    OPTIONS_PLACE,
    OPTIONS_TITLE,
    PARAMETERS,
    PROGRAM,
)
from tabuleiro.rules.texts import Text, same

SIDE_OPTIONS = "tabuleiro.side_options"
"""The key under which a context's `meta` holds the options named after the sides of a game."""


LONGEST_NAME = 32
"""A longer name in a list gets a line of its own."""

LEAST_ABOUT = 30
"""In a terminal that leaves less than this beside the names, what they mean is below them."""


class Command(TyperCommand):
    """A command with help in our own form."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; one too many is refused in our own words."""
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise BadInput(LEFT_OVER.fill(rest=" ".join(rest)[:60], path=ctx.command_path))
        return rest

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write what the command does and what its parameters mean."""
        arguments = [parameter for parameter in self.params if parameter.param_type_name == "argument"]
        usage = [ctx.command_path, *(_usage(argument) for argument in arguments), str(OPTIONS_PLACE)]
        formatter.write(f"{' '.join(usage)}\n\n{paragraph(COMMANDS[str(self.name)])}\n")
        formatter.write(_section(ARGUMENTS_TITLE, [(_metavar(argument), _about(argument)) for argument in arguments]))
        formatter.write(_section(OPTIONS_TITLE, self.option_rows(ctx)))

    def option_rows(self, ctx: Any) -> list[tuple[str, str]]:
        """The options as they are typed, and what each means."""
        return _options(self, ctx)


class SidesCommand(Command):
    """A command with further options named after the sides of a game, which is not known before parsing."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; options that the command does not know are kept by name, with their values or None."""
        options: list[Any] = self.get_params(ctx)
        known = {name: option for option in options for name in (*option.opts, *option.secondary_opts)}
        rest: list[str] = []
        sides: dict[str, str | None] = {}
        waiting = list(args)
        while waiting:
            argument = waiting.pop(0)
            name, equals, value = argument.partition("=")
            if argument == "--":
                rest += [argument, *waiting]
                break
            if not argument.startswith("--"):
                rest.append(argument)
            elif name in known:
                rest.append(argument)
                if not equals and not known[name].is_flag and waiting:
                    rest.append(waiting.pop(0))
            else:
                alone = not waiting or waiting[0].startswith("--")
                sides[name] = value if equals else None if alone else waiting.pop(0)
        ctx.meta[SIDE_OPTIONS] = sides
        return super().parse_args(ctx, rest)

    def option_rows(self, ctx: Any) -> list[tuple[str, str]]:
        """The sides of all games before the other options."""
        from tabuleiro.engine.levels import STRONGEST
        from tabuleiro.games import games, kind

        names = dict.fromkeys(f"--{side.name}" for name in games() for side in kind(name).sides)
        return [
            (f"{', '.join(names)} {METAVARS['PLAYER']}", str(OF_A_SIDE.fill(levels=STRONGEST))),
            *super().option_rows(ctx),
        ]


def all_sides() -> tuple[str, ...]:
    """The options named after the sides of all games."""
    from tabuleiro.games import games, kind

    return tuple(dict.fromkeys(f"--{side.name}" for name in games() for side in kind(name).sides))


class Group(TyperGroup):
    """The command that holds all others."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments name; if there is none, BadInput says which there are."""
        if args[0] not in self.commands:
            raise BadInput(NO_COMMAND.fill(name=args[0][:40], commands=", ".join(self.commands)))
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write what the program does and which commands there are."""
        formatter.write(f"{ctx.command_path} {METAVARS['COMMAND']} {OPTIONS_PLACE}\n\n{paragraph(PROGRAM)}\n")
        formatter.write(_section(COMMANDS_TITLE, [(name, str(COMMANDS[name])) for name in self.commands]))
        language = ("--lang en|pt", str(PARAMETERS["language"]))
        formatter.write(_section(OPTIONS_TITLE, [language, *_options(self, ctx)]))
        formatter.write(f"\n{paragraph(MORE_HELP)}\n")


def _options(command: Any, ctx: Any) -> list[tuple[str, str]]:
    return [
        (" ".join(filter(None, (_names(parameter), _metavar(parameter)))), _about(parameter))
        for parameter in command.get_params(ctx)
        if parameter.param_type_name == "option"
    ]


def _names(option: Any) -> str:
    """An option as it is typed, the short form first; a flag that is on by default, in its negative form."""
    names = option.secondary_opts if option.default is True else option.opts
    return ", ".join(sorted(names, key=len))


def _usage(argument: Any) -> str:
    text = _metavar(argument) + ("…" if argument.nargs != 1 else "")
    return text if argument.required else f"[{text}]"


def _metavar(parameter: Any) -> str:
    return str(METAVARS.get(parameter.metavar, same(""))) if parameter.metavar else ""


def _about(parameter: Any) -> str:
    text = PARAMETERS[parameter.name]
    is_word = isinstance(parameter.default, str) and parameter.default
    return f"{text} {DEFAULT.fill(value=parameter.default)}" if is_word else str(text)


def _section(title: Text, rows: list[tuple[str, str]]) -> str:
    """A titled list of names and what they mean, in two columns."""
    if not rows:
        return ""
    columns = shutil.get_terminal_size().columns
    width = max(len(name) for name, _ in rows if len(name) <= LONGEST_NAME) + 4
    if columns - width <= LEAST_ABOUT:
        width = 6
    lines = [f"\n{title}:"]
    for name, about in rows:
        wrapped = textwrap.wrap(about, max(columns - width - 1, 1), break_on_hyphens=False)
        if len(name) + 4 > width:
            lines.append(f"  {name}")
            name = ""
        lines += [("  " + name if first == 0 else "").ljust(width) + line for first, line in enumerate(wrapped)]
    return "\n".join(lines) + "\n"
