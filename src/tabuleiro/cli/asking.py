"""What is asked of a person at the terminal: a line, and which game to play."""

from __future__ import annotations

import sys

from tabuleiro.cli.errors import BadInput
from tabuleiro.cli.output import heading, paragraph
from tabuleiro.games import games as names_of_games
from tabuleiro.games import kind
from tabuleiro.messages import interface
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.game import Game
from tabuleiro.rules.texts import Text

QUIT = interface.PLAY_WORDS["quit"]


def ask(prompt: str) -> str | None:
    """The next line of the input without the spaces around it, or None at its end."""
    try:
        line = input(prompt)
    except EOFError:
        print()
        return None
    except KeyboardInterrupt:
        print()
        raise
    if not sys.stdin.isatty():
        print(line)  # so that what was asked and what was answered can be read together
    return line.strip()


def choose_game() -> str | None:
    """The id of the game that a person picks from a list, and of its variant; None if it is none."""
    kinds = [kind(name) for name in names_of_games()]
    _print_list([(str(game.title), game.goal) for game in kinds])
    while (line := _answer(interface.WHICH_GAME)) is not None:
        try:
            name, colon, variant = line.lower().partition(":")
            chosen = kind(_pick(name, [game.name for game in kinds]).replace(" ", "-")) if name else None
            if chosen and colon:
                return chosen(variant).id
            if chosen:
                return choose_variant(chosen)
        except TabuleiroError as error:
            print(paragraph(str(error)))
    return None


def choose_variant(game: type[Game]) -> str | None:
    """The id of the variant that a person picks from a list; None if it is none."""
    names = [name for name in game.variants if name and game(name).id != game.name]
    if not names:
        return game.name
    print(f"\n{heading(game.title)}")
    _print_list([(game.name, _usual(game)), *((name, game.variants[name][1]) for name in names)])
    while (line := _answer(interface.WHICH_VARIANT)) is not None:
        try:
            picked = _pick(line.lower() or "1", [game.name, *names])
            return game("" if picked == game.name else picked.removeprefix(f"{game.name}:")).id
        except TabuleiroError as error:
            print(paragraph(str(error)))
    return None


def _answer(question: Text) -> str | None:
    """What a person answers; None at the end of the input, and for the words that end a game."""
    line = ask(str(question))
    return None if line is None or line.lower() in (QUIT.en, QUIT.pt) else line


def _pick(given: str, names: list[str]) -> str:
    """The name that a number of a list stands for, or what was given; BadInput."""
    if not given.isdecimal():
        return given
    if len(given) < 4 and 1 <= int(given) <= len(names):
        return names[int(given) - 1]
    raise BadInput(interface.NO_SUCH_NUMBER.fill(last=len(names)))


def _usual(game: type[Game]) -> Text:
    """What is said about the game without a variant, which may stand among its variants under a name of its own."""
    found = (about for name, (_, about) in game.variants.items() if game(name).id == game.name)
    return next(found, interface.USUAL_VARIANT)


def _print_list(rows: list[tuple[str, Text]]) -> None:
    """Print numbered names and what they are, in two columns."""
    width = max(len(name) for name, _ in rows)
    for place, (name, about) in enumerate(rows, start=1):
        print(paragraph(about, first=f"{place:>3}  {name:<{width}}  ", later=" " * (width + 7)))
