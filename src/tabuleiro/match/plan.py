"""What is to be played, before the first move: the game, the players, how many games, how much time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.levels import NUMBERS as LEVEL_NUMBERS
from tabuleiro.engine.players import read_level
from tabuleiro.games import game as find_game
from tabuleiro.match.clock import TimeControl, read_control, write_control
from tabuleiro.match.match import SINGLE_GAME, Match
from tabuleiro.messages import matches
from tabuleiro.messages.numbers import decimal
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import Text, same

HUMAN = "human"
"""The player name of a person; all other names are those that `engine.players` knows."""


@dataclass(frozen=True, slots=True)
class Person:
    """One of the two who take part: a name, and the player that makes the moves, a person or a computer by its name."""

    name: str
    player: str = HUMAN

    @property
    def is_human(self) -> bool:
        """Does a person make the moves?"""
        return self.player == HUMAN


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played, and by whom. `people` are in the order of `game.players` in the first game.

    `start` is the text of the position that games begin from, None for the set-up. `seconds` is how long computers may
    think about a move if nothing else says so, `pace` the least time between two moves of computers.
    """

    game: str
    people: tuple[Person, Person]
    format: str = SINGLE_GAME.name
    control: TimeControl | None = None
    start: str | None = None
    seconds: float | None = None
    pace: float = 0.0

    @property
    def found_game(self) -> Game:
        """The game; UnknownGame."""
        return find_game(self.game)

    @property
    def first_position(self) -> Position:
        """The position that games begin from; UnknownGame, InvalidPosition."""
        game = self.found_game
        return game.start() if self.start is None else game.position(self.start)

    def check(self) -> None:
        """Raise UnknownGame, InvalidPosition or MatchError if this cannot be played."""
        start, (first, second) = self.first_position, self.people
        Match(start.game, (first.name, second.name), self.format, start=start)

    def data(self) -> dict[str, Any]:
        """The plan as plain values, for the database."""
        return {
            "game": self.game,
            "people": [{"name": person.name, "player": person.player} for person in self.people],
            "format": self.format,
            "control": None if self.control is None else write_control(self.control),
            "start": self.start,
            "seconds": self.seconds,
            "pace": self.pace,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Plan:
        """The plan that `data` turned into these values."""
        first, second = (Person(person["name"], person["player"]) for person in data["people"])
        control = None if data["control"] is None else read_control(data["control"])
        return cls(**{**data, "people": (first, second), "control": control})

    @property
    def shown(self) -> Plan:
        """The plan with the names of its people as they are shown."""
        first, second = (replace(person, name=str(name_text(person.name))) for person in self.people)
        return replace(self, people=(first, second))


NUMBERS = " (1)", " (2)"
"""What is put behind two equal names to tell them apart."""


def name_of(player: str, place: int, *, alone: bool) -> Text:
    """What to call a player without a name: a person against a computer, one of two people, or a computer."""
    if player != HUMAN:
        try:
            return matches.LEVEL_NAME.fill(level=decimal(read_level(player)))
        except EngineError:
            return same(player)
    return matches.YOU if alone else matches.PERSON.fill(number=place + 1)


def name_text(name: str) -> Text:
    """A name in every language: one that nobody chose is told in each, whichever it was given in."""
    return _given_names().get(name) or same(name)


def shown_names(people: Sequence[Mapping[str, str]]) -> tuple[str, str]:
    """The names of the two of a match as they are shown, from its plan as it is kept."""
    first, second = (str(name_text(person["name"])) for person in people)
    return first, second


@cache
def _given_names() -> Mapping[str, Text]:
    """All the names that `make_people`, `told_apart` and a server may give, as each language writes them."""
    levels = [matches.LEVEL_NAME.fill(level=decimal(level)) for level in LEVEL_NUMBERS]
    names = [matches.YOU, matches.GUEST, *(matches.PERSON.fill(number=number) for number in (1, 2)), *levels]
    numbered = [name + same(number) for name in names for number in ("", *NUMBERS)]
    return {written: name for name in numbered for written in (name.en, name.pt)}


def told_apart(people: tuple[Person, Person]) -> tuple[Person, Person]:
    """The two people, with numbers behind their names if the names are equal."""
    first, second = people
    if first.name != second.name:
        return people
    return replace(first, name=first.name + NUMBERS[0]), replace(second, name=second.name + NUMBERS[1])


def make_people(players: tuple[str, str], names: tuple[str | None, str | None] = (None, None)) -> tuple[Person, Person]:
    """The two people who play, with a name for each who was given none."""
    alone = players.count(HUMAN) == 1
    first, second = (
        Person(name or str(name_of(player, place, alone=alone)), player)
        for place, (player, name) in enumerate(zip(players, names, strict=True))
    )
    return first, second


__all__ = ["HUMAN", "NUMBERS", "Person", "Plan", "make_people", "name_of", "name_text", "shown_names", "told_apart"]
