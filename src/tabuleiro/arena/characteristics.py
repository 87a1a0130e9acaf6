"""What a game is like, by games played: its balance, choices by ply, openings, distances between levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tabuleiro.arena.game_analysis import GameAnalysis
from tabuleiro.arena.rating import Estimate, rate, share
from tabuleiro.arena.results import Played
from tabuleiro.arena.summary import Tally, tally_of
from tabuleiro.rules.game import Game

LEAST_SHARE = 0.1
"""Plies reached by a smaller share of the games are left out, since too few games are behind them."""

MOST_REPLIES = (6, 3, 2, 1)
"""The most moves that the opening tree has in a position, by ply."""

LEAST_GAMES, LEAST_OF_ALL = 2, 0.01
"""A move played fewer times, or in a smaller share of all games, is counted with the others."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A number at a ply: how many games it comes from, its mean or median, and bounds between which most games lie."""

    ply: int
    games: int
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Choices:
    """Legal moves: the mean and four fifths of the games by ply; the means of each player and of all; the most."""

    by_ply: tuple[Spread, ...]
    of_players: tuple[float, float]
    mean: float
    most: int


@dataclass(frozen=True, slots=True)
class Reply:
    """A move of the opening tree: its games, its share among the moves of its position, and what the first player got."""

    move: str
    share: float
    tally: Tally
    replies: tuple[Reply, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """The result of a level against the one below."""

    upper: int
    lower: int
    tally: Tally
    score: Estimate
    difference: Estimate | None


# --- balance ----------------------------------------------------------------------------------------------


def balance_of(played: Sequence[Played], seed: int) -> Estimate | None:
    """The share of points that the first side gets, each game drawn at random, equal ones too; None without games."""
    return share(((game.points, 1) for game in played), seed) if played else None


# --- choices ----------------------------------------------------------------------------------------------


def choices_of(game: Game, analyses: Sequence[GameAnalysis]) -> Choices | None:
    """How many moves there were to choose from; None if no game was looked at."""
    longest = max((len(analysis.choices) for analysis in analyses), default=0)
    if not longest:
        return None
    by_ply = [[analysis.choices[ply] for analysis in analyses if len(analysis.choices) > ply] for ply in range(longest)]
    of_players = [sum(by_ply[(player - game.first) % 2 :: 2], start=list[int]()) for player in (0, 1)]
    everything = of_players[0] + of_players[1]
    return Choices(
        tuple(
            Spread(ply, len(found), _mean(found), *_quantiles(found, 0.1, 0.9))
            for ply, found in enumerate(by_ply)
            if is_enough(len(found), len(analyses))
        ),
        (_mean(of_players[0]), _mean(of_players[1])),
        _mean(everything),
        max(everything),
    )


# --- how games begin --------------------------------------------------------------------------------------


def opening_tree(played: Sequence[Played]) -> tuple[Reply, ...]:
    """The first moves and the answers to them, the most common first."""
    least = max(LEAST_GAMES, LEAST_OF_ALL * len(played))

    def replies(games: Sequence[Played], ply: int) -> tuple[Reply, ...]:
        if ply == len(MOST_REPLIES):
            return ()
        going_on = [game for game in games if len(game.moves) > ply]
        common = Counter(game.moves[ply] for game in going_on)
        found = []
        for move, count in sorted(common.items(), key=lambda item: (-item[1], item[0]))[: MOST_REPLIES[ply]]:
            if count >= least:
                own = [game for game in going_on if game.moves[ply] == move]
                tally = tally_of(game.points for game in own)
                found.append(Reply(move, count / len(going_on), tally, replies(own, ply + 1)))
        return tuple(found)

    return replies(played, 0)


# --- levels -----------------------------------------------------------------------------------------------


def steps_of(played: Sequence[Played], levels: Sequence[int], seed: int) -> tuple[Step, ...]:
    """The result of each level against the one below, for those that have met."""
    ratings = rate(played, len(levels), seed=seed)
    steps = []
    for lower, upper in pairwise(range(len(levels))):
        games = [game for game in played if set(game.seats) == {lower, upper}]
        if games:
            tally = tally_of(game.points_of(upper) for game in games)
            difference = ratings.difference(upper, lower)
            steps.append(Step(levels[upper], levels[lower], tally, _score(games, upper, seed), difference))
    return tuple(steps)


def _score(games: Iterable[Played], player: int, seed: int) -> Estimate:
    """The share of the points that a player gets, counted by pairs."""
    pairs: dict[int, list[float]] = {}
    for game in games:
        pairs.setdefault(game.pair, []).append(game.points_of(player))
    return share(((sum(points), len(points)) for points in pairs.values()), seed)


# --- numbers ----------------------------------------------------------------------------------------------


def is_enough(games: int, total: int) -> bool:
    """Are enough of the games behind a number?"""
    return games >= LEAST_SHARE * total


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _quantiles(values: Sequence[float], *places: float) -> tuple[float, ...]:
    return tuple(float(found) for found in np.quantile(values, places))


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """The lower quartile, the median and the upper quartile of values."""
    lower, middle, upper = _quantiles(values, 0.25, 0.5, 0.75)
    return lower, middle, upper
