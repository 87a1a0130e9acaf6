"""The controls of a new game's form, and what their values mean."""

from __future__ import annotations

import re

from textual.suggester import SuggestFromList
from textual.widgets import Input

from tabuleiro.engine.levels import STRONGEST, Level, levels_of
from tabuleiro.match.errors import MatchError
from tabuleiro.match.plan import HUMAN
from tabuleiro.messages import interface
from tabuleiro.messages import screens as texts
from tabuleiro.messages.choices import about_variant, listed_values, offered_variants
from tabuleiro.messages.numbers import decimal
from tabuleiro.rules.description import Option
from tabuleiro.rules.game import Game
from tabuleiro.rules.texts import Text
from tabuleiro.terminal.fields import Choice, Value

PROGRAM, CHOSEN, LOT, NONE, OWN = "program", "chosen", "lot", "none", "own"

SWITCH = "switch-"
"""The beginning of the ids of the controls for the game's switches."""

DEFAULT_LEVEL = "3"

MOST_CHOICES = 20
"""An option with more values than this is typed, not chosen from a list."""

CLOCKS = (
    ("5+3", texts.MINUTES_AND_SECONDS.fill(minutes=5, seconds=3)),
    ("10", texts.MINUTES.fill(minutes=10)),
    ("30/move", texts.SECONDS_A_MOVE.fill(seconds=30)),
)


def variants(game: Game) -> Choice:
    """The variants of a game, each with a line about it: first the usual one, under its own name if it has one."""
    names = offered_variants(game)
    values = [Value(name, name or interface.USUAL_VARIANT, about_variant(game, name)) for name in names]
    _, _, given = game.id.partition(":")
    chosen = given.partition(";")[0] or names[0]
    if chosen not in names:  # a variant whose name says it all, such as a size
        values.append(Value(chosen, chosen))
    return Choice(values, chosen, id="variant", heading=texts.VARIANT)


def seat_title(game: Game, seat: int, start: str | None) -> Text:
    """The title of a seat, which says who moves first."""
    setup = game.services.read_fen(game, game.start_fen() if start is None else start)
    title = game.sides[seat].title
    return texts.MOVES_FIRST.fill(side=title) if setup.turn == seat else title


def players(game: Game, seat: int) -> Choice:
    """Who may sit on a seat: a person, a computer of any level, another program."""
    levels = [Value(str(level.number), _level_title(level)) for level in levels_of(game)]
    values = [Value(HUMAN, texts.A_PERSON), *levels, Value(PROGRAM, texts.A_PROGRAM)]
    return Choice(values, DEFAULT_LEVEL if seat else HUMAN, id=f"player{seat}", heading=game.sides[seat].title)


def _level_title(level: Level) -> Text:
    number = level.number
    title = texts.WEAKEST if number == 1 else texts.STRONGEST if number == STRONGEST else texts.COMPUTER
    rated = Text("", "") if level.rating is None else texts.RATED.fill(rating=round(level.rating))
    return title.fill(level=decimal(number)) + rated


def sides() -> Choice:
    """Which person has which seat."""
    values = [Value(CHOSEN, texts.AS_CHOSEN), Value(LOT, texts.BY_LOT)]
    return Choice(values, CHOSEN, id="sides", heading=texts.SIDES)


def clocks() -> Choice:
    """The time controls."""
    usual = [Value(text, title) for text, title in CLOCKS]
    values = [Value(NONE, texts.NO_CLOCK), *usual, Value(OWN, texts.OWN_CLOCK)]
    return Choice(values, NONE, id="clock", heading=texts.CLOCK)


def switch(name: str, option: Option, value: str) -> Choice | Input:
    """The control of one of a game's switches: a list if it has few values, otherwise a text field."""
    values = listed_values(option, MOST_CHOICES)
    if values is None:
        suggester = SuggestFromList(option.words) if option.words else None
        return Input(value, id=SWITCH + name, suggester=suggester)
    return Choice([Value(each, each) for each in values], value, id=SWITCH + name, heading=option.about)


def note_on(name: str, option: Option) -> str:
    """The name of an option and, if its value is typed, what is allowed."""
    return (
        name
        if listed_values(option, MOST_CHOICES) is not None
        else f"{name}: {texts.ALLOWED.fill(allowed=option.allowed)}"
    )


def read_seconds(text: str, least: float, most: float) -> float:
    """A number of seconds; MatchError."""
    number = re.fullmatch(r"(\d{1,6})(?:[.,](\d{1,6}))?", text.strip(), re.ASCII)
    seconds = float(f"{number[1]}.{number[2] or 0}") if number else -1.0
    if not least <= seconds <= most:
        raise MatchError(texts.BAD_SECONDS.fill(text=text[:40], least=f"{least:g}", most=f"{most:g}"))
    return seconds
