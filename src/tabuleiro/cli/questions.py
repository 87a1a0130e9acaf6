"""Asking a person at the terminal: for a line of input and, before a game, for what to play."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from tabuleiro.cli.catalogue import print_switches
from tabuleiro.cli.errors import BadInput
from tabuleiro.cli.match_request import Request, read_player, with_people
from tabuleiro.cli.output import heading, paragraph, say
from tabuleiro.games import game as find_game
from tabuleiro.games import games as names_of_games
from tabuleiro.games import kind
from tabuleiro.messages import interface
from tabuleiro.messages import playing as texts
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from tabuleiro.rules.game import Game

Found = TypeVar("Found")


class PersonLeft(Exception):
    """The person wants to stop, or there is nobody to ask."""


def ask(prompt: Text | str) -> str | None:
    """The next line of the input without surrounding space, or None at its end."""
    try:
        line = input(str(prompt))
    except EOFError:
        print()
        return None
    except KeyboardInterrupt:
        print()
        raise
    if not sys.stdin.isatty():
        print(line)  # so that questions and answers can be read together
    return line.strip()


def word_of(typed: str) -> str | None:
    """The command that a typed word stands for, in either language, with or without accents; None if there is none."""
    return _WORDS.get(_bare(typed))


def _bare(word: str) -> str:
    """A word in lower case without accents."""
    parts = unicodedata.normalize("NFKD", word.lower())
    return "".join(part for part in parts if not unicodedata.combining(part))


_WORDS = {_bare(word): name for name, text in texts.WORDS.items() for word in (text.en, text.pt)}


# --- the questions before a game --------------------------------------------------------------------------


def ask_for_match() -> Request | None:
    """Ask what to play, question by question; None if the person leaves."""
    try:
        game = ask_for_switches(find_game(ask_for_variant(ask_for_game())))
        sides = {f"--{side.name}": ask_for_player(game, side.title) for side in game.sides}
        return Request(game=game.id, sides=sides, clock=ask_for_clock(), format=ask_for_format(game))
    except PersonLeft:
        return None


def ask_for_game(names: Sequence[str] | None = None) -> str:
    """Ask for a game from a list; its id. PersonLeft."""
    kinds = [kind(name) for name in names or names_of_games()]
    print(texts.LIST_OF_GAMES)
    print_list([(str(game.title), game.goal) for game in kinds])

    def read(line: str) -> str:
        name, colon, variant = line.lower().partition(":")
        chosen = kind(_pick(name or "1", [game.name for game in kinds]).replace(" ", "-"))
        return chosen(variant).id if colon else chosen.name

    return answer(texts.WHICH_GAME, read)


def ask_for_variant(id: str) -> str:
    """Ask for a variant from a list, unless the id names one already; the variant's id. PersonLeft."""
    if ":" in id:
        return id
    game = kind(id)
    names = [name for name in game.variants if name and game(name).id != game.name]
    if not names:
        return id
    print(f"\n{heading(texts.LIST_OF_VARIANTS.fill(game=game.title))}")
    print_list([(game.name, _usual(game)), *((name, game.variants[name][1]) for name in names)])

    def read(line: str) -> str:
        picked = _pick(line.lower() or "1", [game.name, *names])
        return game("" if picked == game.name else picked.removeprefix(f"{game.name}:")).id

    return answer(texts.WHICH_VARIANT, read)


def ask_for_switches(game: Game) -> Game:
    """Ask for switches one by one; the game with them changed. PersonLeft."""
    question = texts.WHICH_SWITCH.fill(list=texts.SWITCHES_WORD)
    done = not game.options

    def read(line: str) -> tuple[Game, bool]:
        if not line:
            return game, True
        if line.lower() in (texts.SWITCHES_WORD.en, texts.SWITCHES_WORD.pt):
            print_switches(game)
            return game, False
        changed = find_game(f"{game.id};{line}")
        say(texts.NOW_PLAYING.fill(id=changed.id))
        return changed, False

    while not done:
        game, done = answer(question, read)
    return game


def ask_for_player(game: Game, side: Text) -> str:
    """Ask who plays a side; PersonLeft."""
    from tabuleiro.engine.errors import EngineError
    from tabuleiro.engine.levels import STRONGEST
    from tabuleiro.engine.players import make_player

    def read(line: str) -> str:
        player = read_player(line or texts.HUMAN.en)
        if player != texts.HUMAN.en:
            try:
                make_player(player, game).close()
            except EngineError as error:
                raise with_people(error) from None
        return player

    return answer(texts.WHO_PLAYS.fill(side=side, levels=STRONGEST, default=texts.HUMAN), read)


def ask_for_clock() -> str | None:
    """Ask for the time control, None for no clock; PersonLeft."""
    from tabuleiro.match.clock import read_control, write_control

    return answer(texts.WHICH_CLOCK, lambda line: write_control(read_control(line)) if line else None)


def ask_for_format(game: Game) -> str:
    """Ask for the format from a list; its name. PersonLeft."""
    from tabuleiro.match.match import SINGLE_GAME, find_format, formats_of

    formats = formats_of(game)
    default = formats.index(SINGLE_GAME) + 1
    print(f"\n{texts.LIST_OF_FORMATS}")
    print_list([(format.name, format.title) for format in formats])
    names = [format.name for format in formats]
    return answer(
        texts.WHICH_FORMAT.fill(default=default),
        lambda line: find_format(game, _pick(line.lower() or str(default), names)).name,
    )


# --- how questions are asked ------------------------------------------------------------------------------


def answer(question: Text, read: Callable[[str], Found]) -> Found:
    """Ask until `read` accepts the answer, and return what it makes of it; PersonLeft for the words that end a game."""
    while (line := ask(question)) is not None:
        if word_of(line) == "quit":
            break
        try:
            return read(line)
        except TabuleiroError as error:
            say(str(error))
    raise PersonLeft


def print_list(rows: list[tuple[str, Text]]) -> None:
    """Print numbered names and what they are, in two columns."""
    width = max(len(name) for name, _ in rows)
    for place, (name, about) in enumerate(rows, start=1):
        print(paragraph(about, first=f"{place:>3}  {name:<{width}}  ", later=" " * (width + 7)))


def _pick(given: str, names: list[str]) -> str:
    """The name with this number in a list, or the text itself if it is not a number; BadInput."""
    if not given.isdecimal():
        return given
    if len(given) < 4 and 1 <= int(given) <= len(names):
        return names[int(given) - 1]
    raise BadInput(texts.NO_SUCH_NUMBER.fill(last=len(names)))


def _usual(game: type[Game]) -> Text:
    """The line that describes the game without a variant: that of the variant it equals, if there is one."""
    found = (about for name, (_, about) in game.variants.items() if game(name).id == game.name)
    return next(found, interface.USUAL_VARIANT)
