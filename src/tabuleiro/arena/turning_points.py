"""When games are decided, and by which moves: the winner's chances ply by ply, and the moves that cost most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from tabuleiro.arena.characteristics import Spread, is_enough, quartiles
from tabuleiro.arena.game_analysis import GameAnalysis
from tabuleiro.arena.results import Played
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position

DECIDED = 0.8
"""A game is decided once its winner never falls below this again."""

MOST_MOMENTS, MOST_SWINGS = 4, 8
LEAST_CHANGE = 0.1
"""A move that changes a chance of winning by less than this is not mentioned."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """How won games were decided.

    `growth` is the winner's probability of winning by ply, `to_end` the same by plies before the end: the median and where
    half of the games lie. `plies` are those after which games were decided, `left` those that remained then, both in
    quartiles; `shares` has for some plies the shares of the games that were decided and over by then.
    """

    games: int
    growth: tuple[Spread, ...]
    to_end: tuple[Spread, ...]
    plies: tuple[float, float, float]
    left: tuple[float, float, float]
    shares: tuple[tuple[int, float, float], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that changed a player's chance of winning; `position` is the one before it."""

    pair: int
    ply: int
    move: str
    player: int
    before: float
    after: float
    position: Position


def decisions_of(played: Sequence[Played], analyses: Sequence[GameAnalysis]) -> Decisions | None:
    """When the games that somebody won were decided; None if nobody has won. Games and analyses are in the same order."""
    courses = [
        winner_course(analysis, game.winner)
        for game, analysis in zip(played, analyses, strict=True)
        if game.winner is not None
    ]
    if not courses:
        return None
    lengths = [len(course) - 1 for course in courses]
    decided = [decided_ply(course) for course in courses]
    still_on = [sum(length >= ply for length in lengths) for ply in range(max(lengths) + 1)]
    plies = [ply for ply, games in enumerate(still_on) if is_enough(games, len(courses))]
    growth = [[course[ply] if ply < len(course) else 1.0 for course in courses] for ply in plies]
    to_end = [[course[-1 - ply] for course in courses if len(course) > ply] for ply in plies]
    return Decisions(
        len(courses),
        tuple(_middle(ply, wins) for ply, wins in zip(plies, growth, strict=True)),
        tuple(_middle(ply, wins) for ply, wins in zip(plies, to_end, strict=True)),
        quartiles(decided),
        quartiles([length - ply for length, ply in zip(lengths, decided, strict=True)]),
        tuple(
            (ply, sum(at <= ply for at in decided) / len(courses), sum(at <= ply for at in lengths) / len(courses))
            for ply in plies
        ),
    )


def winner_course(analysis: GameAnalysis, winner: int) -> tuple[float, ...]:
    """The winner's chance of winning, position by position."""
    wins = analysis.wins if winner == 0 else tuple(1 - win for win in analysis.wins)
    return (*wins[:-1], 1.0)  # a game may have been won outside its rules, such as on time


def decided_ply(course: Sequence[float]) -> int:
    """The ply from which the winner never again falls below what counts as decided."""
    return max((ply + 1 for ply, win in enumerate(course) if win < DECIDED), default=0)


def moments_of(game: Game, played: Sequence[Played], analyses: Sequence[GameAnalysis]) -> tuple[Moment, ...]:
    """The moves that decided games, the largest changes first; random opening moves do not count."""
    found = []
    for one, analysis in zip(played, analyses, strict=True):
        if one.winner is not None:
            course = winner_course(analysis, one.winner)
            ply = decided_ply(course) - 1
            if ply >= len(one.opening):
                found.append(_Change(one, course, ply, one.winner))
    return _largest(game, found, MOST_MOMENTS)


def swings_of(game: Game, played: Sequence[Played], analyses: Sequence[GameAnalysis]) -> tuple[Moment, ...]:
    """The move of each game that cost its side most, the largest first; random opening moves do not count."""
    found = []
    for one, analysis in zip(played, analyses, strict=True):
        changes = [abs(after - before) for before, after in pairwise(analysis.wins)]
        own = range(len(one.opening), len(changes))
        if own:
            ply = max(own, key=changes.__getitem__)
            mover = (game.first + ply) % 2
            course = analysis.wins if mover == 0 else tuple(1 - win for win in analysis.wins)
            found.append(_Change(one, course, ply, mover))
    return _largest(game, found, MOST_SWINGS)


class _Change(NamedTuple):
    """A move of a game, by its ply, and a player's chances throughout the game."""

    played: Played
    course: Sequence[float]
    ply: int
    player: int

    @property
    def size(self) -> float:
        """By how much the move changed the chances."""
        return abs(self.course[self.ply + 1] - self.course[self.ply])

    def moment(self, game: Game) -> Moment:
        """The move in its position."""
        moves = self.played.opening + self.played.moves
        position = game.start()
        for move in moves[: self.ply]:
            position = position.play(move)
        before, after = self.course[self.ply : self.ply + 2]
        return Moment(self.played.pair, self.ply, moves[self.ply], self.player, before, after, position)


def _largest(game: Game, changes: Iterable[_Change], most: int) -> tuple[Moment, ...]:
    """The largest changes first, each move in a position only once, in however many games it was played."""
    found: dict[tuple[Position, str], Moment] = {}
    for change in sorted(changes, key=lambda change: (-change.size, change.played.pair)):
        if len(found) == most or change.size < LEAST_CHANGE:
            break
        moment = change.moment(game)
        found.setdefault((moment.position, moment.move), moment)
    return tuple(found.values())


def _middle(ply: int, values: Sequence[float]) -> Spread:
    lower, middle, upper = quartiles(values)
    return Spread(ply, len(values), middle, lower, upper)
