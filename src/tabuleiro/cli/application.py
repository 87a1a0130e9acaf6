"""The application: all commands put together and run; every fault becomes one sentence and an exit code."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from tabuleiro.cli import (
    analysing,
    boards,
    calibrating,
    catalogue,
    competing,
    converting,
    counting,
    developing,
    explaining,
    kept_games,
    learning,
    playing,
    protocol,
    puzzling,
    replaying,
    reporting,
    serving,
    solving,
    warming,
)
from tabuleiro.cli.errors import BAD_INPUT, FAULT, INTERRUPTED, PIPE_CLOSED
from tabuleiro.cli.help import Command, Group, SidesCommand
from tabuleiro.cli.language import language_of, take_language
from tabuleiro.messages.commands import BAD_USE, INTERNAL, METAVARS, MISSING, NO_MEMORY, NO_OPTION, OPTION_ALONE
from tabuleiro.messages.faults import fault_text
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import Text, same, using_language

COMMANDS: dict[str, Callable[..., None]] = {
    "play": playing.play,
    "serve": serving.serve,
    "resume": playing.resume,
    "puzzle": puzzling.puzzle,
    "games-played": kept_games.games_played,
    "replay": replaying.replay,
    "export": kept_games.export,
    "games": catalogue.games,
    "rules": catalogue.rules,
    "show": boards.show,
    "moves": boards.moves,
    "analyse": analysing.analyse,
    "explain": explaining.explain,
    "convert": converting.convert,
    "perft": counting.perft,
    "solve": solving.solve,
    "uci": protocol.uci,
    "ugi": protocol.ugi,
    "warm": warming.warm,
    "arena": competing.arena,
    "report": reporting.report,
    "calibrate": calibrating.calibrate,
    "learn": learning.learn,
    "bench": developing.bench,
    "check-game": developing.check_game,
}
"""The commands, in the order in which the help lists them; their texts are in `messages.commands`."""

TAKES_SIDES = ("play",)
"""The commands with options named after the sides of the game."""

UsageError: type[Exception] = typer.BadParameter.__mro__[1]


def run_in_language(arguments: Sequence[str] | None) -> int:
    """Run a command line in the language that it asks for, or else that of the user's settings."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    prepare_streams()
    with using_language(language_of(os.environ)):
        try:
            language, rest = take_language(given)
        except TabuleiroError as error:
            return complain(error.message)
        with using_language(language or language_of(os.environ)):
            return run(rest)


def prepare_streams() -> None:
    """Make sure that all standard streams exist, and that no character makes them fail."""
    for name, mode, errors in (
        ("stdin", "r", "surrogateescape"),
        ("stdout", "w", "replace"),
        ("stderr", "w", "replace"),
    ):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (open as long as the process)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def build() -> Any:
    """The command that holds all others."""
    app = typer.Typer(
        cls=Group, add_completion=False, rich_markup_mode=None, context_settings={"help_option_names": ["--help", "-h"]}
    )
    app.callback(invoke_without_command=True)(tabuleiro)
    for name, function in COMMANDS.items():
        app.command(name, cls=SidesCommand if name in TAKES_SIDES else Command)(function)
    return typer.main.get_command(app)


def tabuleiro(context: typer.Context, version: Annotated[bool, typer.Option("--version")] = False) -> None:
    """What `tabuleiro` does if no command is given."""
    if version:
        from tabuleiro import __version__

        print(__version__)
    elif context.invoked_subcommand is None:
        print(context.get_help())


def run(arguments: list[str]) -> int:
    """Run a command in the language in use and return its exit code; lets no exception out."""
    try:
        command = build()
        with command.make_context("tabuleiro", arguments) as context:
            command.invoke(context)
        sys.stdout.flush()
        return 0
    except typer.Exit as stop:
        return stop.exit_code
    except TabuleiroError as error:
        return complain(error.message)
    except UsageError as error:
        return complain(usage_text(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except OSError as error:
        why = fault_text(error) + same(".")
        if error.filename is not None:
            return complain(same(f"{error.filename}: ") + why)
        # The rest of the buffer would fail again when the interpreter closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED if isinstance(error, BrokenPipeError) else complain(why.capitalized())
    except MemoryError:
        return complain(NO_MEMORY)
    except Exception as error:
        if os.environ.get("TABULEIRO_DEBUG"):
            traceback.print_exc()
        return complain(INTERNAL.fill(error=f"{type(error).__name__}: {error}"), FAULT)


def complain(sentence: Text | str, code: int = BAD_INPUT) -> int:
    """Print what is wrong as one line on the error stream."""
    print(" ".join(str(sentence).split()), file=sys.stderr)
    return code


def usage_text(error: Any) -> Text:
    """What is wrong with a command line, in our own words."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "tabuleiro"
    kind = type(error).__name__
    if kind == "NoSuchOption":
        return NO_OPTION.fill(name=error.option_name, path=path)
    if kind == "BadOptionUsage":
        return OPTION_ALONE.fill(name=error.option_name)
    if kind == "MissingParameter":
        return MISSING.fill(name=METAVARS[error.param.metavar], path=path)
    return BAD_USE.fill(path=path)
