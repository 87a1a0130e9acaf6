"""The language to speak: the one asked for on the command line, or the user's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabuleiro.cli.errors import BadInput
from tabuleiro.messages.commands import NO_LANGUAGE, OPTION_ALONE
from tabuleiro.rules.texts import LANGUAGES

OPTION = "--lang"
VARIABLES = ("TABULEIRO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def language_of(environment: Mapping[str, str]) -> str:
    """The user's language, by the first locale variable that is set; English if we do not speak it."""
    setting = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return setting[:2].lower() if setting[:2].lower() in LANGUAGES else LANGUAGES[0]


def take_language(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The language given by `--lang`, wherever it stands, and the remaining arguments."""
    chosen: str | None = None
    rest: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        name, equals, value = argument.partition("=")
        if argument == "--":
            return chosen, [*rest, argument, *waiting]
        if name != OPTION:
            rest.append(argument)
            continue
        chosen = value if equals else next(waiting, "")
        if not chosen:
            raise BadInput(OPTION_ALONE.fill(name=OPTION))
        if chosen not in LANGUAGES:
            raise BadInput(NO_LANGUAGE.fill(name=chosen[:40], languages=", ".join(LANGUAGES)))
    return chosen, rest
