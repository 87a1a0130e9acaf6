"""Calibrating the levels of a game: places on the ladder of settings that make levels equally far apart, and their ratings.

First the ladder is measured: neighbouring rungs play against each other, from a player who moves by lot to the whole engine.
Where a rating lies on the ladder is read off between the rungs, and ten levels are set at equal distances. They play their
neighbours on trial, which shows where the ladder was read wrong: with those games known as well, the levels are set again, and
tried again. Then they play the games that count: the ratings which go into the table come from these alone, since a level that was
lucky on trial would be taken for better than it is.

Where the levels are set depends on the games on the ladder and on trial alone, so that more games between the levels can be
asked for later, and those that were played still count. The table has the results themselves too: the levels can be measured
again on any computer, and the games add up for as long as the engine plays as it did.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from tabuleiro.arena.keeping import KeptRun, mark_of
from tabuleiro.arena.plan import NEIGHBOURS, Plan
from tabuleiro.arena.rating import GAMES, WHOLE_KINDS, Estimate, Floats, Ratings, rate, rate_counts, tally
from tabuleiro.arena.results import Played
from tabuleiro.arena.running import Watch, in_order, run
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.levels import FULL, STRONGEST, Level, calibration_table, levels_of, on_the_ladder
from tabuleiro.games import game as find_game
from tabuleiro.messages import calibrating as texts

HEIGHTS = (0.01, 0.03, 0.1, 0.3, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)
"""The places on the ladder that are measured first, above its foot, which moves at random.

Who notices one move in a hundred is no longer like chance: a game has many moves.
"""

FIRST_RATING = 70.0
"""What the first level is to be rated above a player who moves by lot: three wins for two losses."""

CHEAP_NODES = 12_000
"""Players who think longer than this about a move play fewer games: as the root of how much longer, down to LEAST_SHARE."""

LEAST_SHARE = 0.3
"""So much of the games is played at least, however long somebody thinks."""

TRIALS = 3
"""So often are the levels tried and set again, each time with as many games as were played on the ladder."""


NEAR, NEAR_SHARE = 0.15, 0.3
"""Heights that differ by no more than this, and by no more than this share of the higher one, are taken for the same."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be calibrated: a game, games between neighbours on the ladder (and of levels on trial) and between levels,
    seconds of the last level.
    """

    game: str
    ladder_games: int = 60
    level_games: int = 300
    seconds: float = 1.0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Rung:
    """Somebody who takes part: its name as a player, and what its settings are, if it is on the ladder."""

    player: str
    nodes: int
    height: float | None = None


BY_LOT = Rung("random", 0, 0.0)
"""Moves at random, as the foot of the ladder does."""


class Calibrating:
    """A folder in which the levels of a game are calibrated; what was played is kept and not played again."""

    def __init__(self, folder: Path, wish: Wish, workers: int | str) -> None:
        self.folder, self.wish, self.workers = folder, wish, workers
        self._known: list[Rung] = []
        self._played: list[Played] = []  # seats are numbers in the list of all who are known
        self._runs, self._pairs = 0, np.zeros((STRONGEST, WHOLE_KINDS))
        self._levels: list[Level] = []
        self.counts_anew = False
        """Were the levels measured again, and games that they were measured by left out, since the engine plays otherwise now?"""

    def run(self, watch: Watch) -> Iterator[tuple[str, list[Rung], Ratings]]:
        """Set the levels; tells the ratings of the ladder, those of the levels each time they were tried, and those of the levels."""
        wish = self.wish
        rungs = self.ladder()
        yield "ladder", rungs, self.measure("ladder", rungs, wish.ladder_games, watch)
        for trial in range(1, TRIALS + 1):
            rungs = self.set_levels()
            yield "trial", rungs, self.measure("trial", rungs, wish.ladder_games, watch, trial)
        rungs = self.set_levels()
        self._levels = [
            FULL if rung.height is None else on_the_ladder(rung.height, number)
            for number, rung in enumerate(rungs[1:], start=1)
        ]
        played = self._play("levels", "levels", rungs, shares(rungs, wish.level_games), watch)
        yield "levels", rungs, self._count(played)

    def run_again(self, watch: Watch) -> Iterator[tuple[str, list[Rung], Ratings]]:
        """Measure the levels as the game has them; EngineError if there are none of its own.

        Games that the table tells of count, if the engine still plays as it did: only what is missing of as many as are
        wished for is played.
        """
        game = find_game(self.wish.game)
        table = game.calibration()
        if table is None or table["game"] != game.id:
            raise EngineError(texts.NO_LEVELS.fill(game=game.id))
        self._levels = list(levels_of(game))
        self.counts_anew = table.get("knowledge") != self._knowledge()
        if not self.counts_anew:
            self._runs, self._pairs = table["runs"], np.array(table["pairs"], dtype=np.float64)
        rungs = [BY_LOT, *(Rung(f"level:{level.number}", level.nodes) for level in self._levels[:-1]), self._full()]
        wanted = shares(rungs, self.wish.level_games)
        missing = [max(0, games - 2 * int(pairs.sum())) for games, pairs in zip(wanted, self._pairs, strict=True)]
        played = self._play("levels", f"again-{self._runs}", rungs, missing, watch)
        yield "levels", rungs, self._count(played)

    def set_levels(self) -> list[Rung]:
        """The levels as all games that were played so far would have them."""
        known = sorted(self._known, key=lambda rung: math.inf if rung.height is None else rung.height)
        return self.levels(known, self._rate(known))

    def ladder(self) -> list[Rung]:
        """Those who are measured first: by lot, the ladder, the whole engine."""
        return [BY_LOT, *(_rung(height) for height in HEIGHTS), self._full()]

    def levels(self, known: Sequence[Rung], measured: Ratings) -> list[Rung]:
        """By lot, then the ten levels, at places where their ratings should be equally far apart.

        Those who are known are given in the order of the ladder, the whole engine last.
        """
        *values, top = (float(measured.values[place]) for place in range(len(known)))
        heights, values = pooled([rung.height or 0.0 for rung in known[:-1]], values)
        *ratings, top = rising([*values, top])
        first = min(FIRST_RATING, top / STRONGEST)
        step = (top - first) / (STRONGEST - 1)
        wanted = [first + step * number for number in range(STRONGEST - 1)]
        places = [round(height_of(rating, heights, ratings), 3) for rating in wanted]
        return [BY_LOT, *(_rung(place) for place in places), self._full()]

    def measure(self, stage: str, rungs: Sequence[Rung], games: int, watch: Watch, trial: int | None = None) -> Ratings:
        """Ratings above the one who moves by lot, after neighbours among these have played so many games."""
        played = self._play(stage, f"{stage}{trial or ''}", rungs, shares(rungs, games), watch)
        self._known += [rung for rung in rungs if rung not in self._known]
        places = [self._known.index(rung) for rung in rungs]
        self._played += [replace(game, seats=(places[game.seats[0]], places[game.seats[1]])) for game in played]
        return self._rate(rungs)

    def _play(
        self, stage: str, name: str, rungs: Sequence[Rung], games_of: Sequence[int], watch: Watch
    ) -> list[Played]:
        """The games between neighbours among these, so many of each two, kept in a file of this name."""
        names = tuple(rung.player for rung in rungs)
        seed = self.wish.seed + self._runs  # what the table tells of is not to be played again in the same way
        plan = Plan(self.wish.game, names, NEIGHBOURS, max(games_of), seed=seed, games_of=tuple(games_of))
        if not plan.meetings:
            return []
        with KeptRun(self.folder / f"{name}.jsonl", plan) as kept:
            watch(stage, len(kept.played), plan.meetings)
            for _ in run(kept, self.workers):
                watch(stage, len(kept.played), plan.meetings)
            return in_order(plan, kept.played)

    def _count(self, played: Sequence[Played]) -> Ratings:
        """The ratings of the levels by all games between them, these included, above the one who moves by lot."""
        if played:
            self._runs += 1
            lower, _, counts = tally(played)
            self._pairs[lower] += counts[:, :WHOLE_KINDS]
        return rate_levels(self._pairs, self.wish.seed)

    def _knowledge(self) -> str:
        """A mark of how the levels play, and of how long the last one thinks."""
        return f"{mark_of(find_game(self.wish.game), self._levels)} {self.wish.seconds:g}"

    def _rate(self, rungs: Sequence[Rung]) -> Ratings:
        """The ratings of these by all games that were played, above the one who moves by lot."""
        found = rate(self._played, len(self._known), anchor=(0, 0.0), seed=self.wish.seed)
        places = [self._known.index(rung) for rung in rungs]
        return Ratings(found.values[places], found.samples[:, places], tuple(found.groups[place] for place in places))

    def table(self, ratings: Ratings) -> dict[str, Any]:
        """What `Game.calibration` is to give: the levels with their ratings, and how far each is above the one before.

        `pairs` are the results behind it: of every level against the next, from the player by lot on, how many pairs of games
        brought the lower one no point, a half, one, one and a half, or two; `runs` is how often games were added.
        """
        found: list[Level] = []
        gaps = []
        for level in self._levels:
            estimate = ratings.rating(level.number)
            assert estimate is not None
            found.append(
                replace(level, rating=round(estimate.value), low=round(estimate.low), high=round(estimate.high))
            )
            gaps.append(_rounded(ratings.difference(level.number, level.number - 1)))
        wish = self.wish
        return {
            "game": wish.game,
            "levels": calibration_table(found),
            "above_the_one_before": gaps,
            "pairs": self._pairs.astype(int).tolist(),
            "runs": self._runs,
            "knowledge": self._knowledge(),
            "seconds_of_the_last": wish.seconds,
            "seed": wish.seed,
        }

    def _full(self) -> Rung:
        """The whole engine; it counts as one that looks at two million positions in a second."""
        return Rung(f"level:{STRONGEST},seconds={self.wish.seconds:g}", round(2_000_000 * self.wish.seconds))


def rate_levels(pairs: Floats, seed: int) -> Ratings:
    """The ratings of the levels by the results of each against the one before, as a table has them, above the player by lot."""
    counts = np.pad(pairs, ((0, 0), (0, len(GAMES) - WHOLE_KINDS)))
    levels = range(STRONGEST + 1)
    return rate_counts(len(levels), levels[:-1], levels[1:], counts, anchor=(0, 0.0), seed=seed)


def games_between(upper: Rung, games: int) -> int:
    """How many games a player plays against the one below, of so many where games are quick."""
    return max(2, round(games * max(LEAST_SHARE, min(1.0, math.sqrt(CHEAP_NODES / max(1, upper.nodes))))))


def shares(rungs: Sequence[Rung], games: int) -> list[int]:
    """How many games each of these plays against the one before, of so many where games are quick."""
    return [games_between(rung, games) for rung in rungs[1:]]


def pooled(heights: Sequence[float], ratings: Sequence[float]) -> tuple[list[float], list[float]]:
    """Heights in order with their ratings, those that are nearly the same as one: how their ratings differ is chance."""
    blocks: list[list[tuple[float, float]]] = []
    for height, rating in zip(heights, ratings, strict=True):
        if blocks and height - blocks[-1][0][0] <= min(NEAR, NEAR_SHARE * height):
            blocks[-1].append((height, rating))
        else:
            blocks.append([(height, rating)])
    middles = [_mean([height for height, _ in block]) for block in blocks]
    return middles, [_mean([rating for _, rating in block]) for block in blocks]


def rising(ratings: Sequence[float]) -> list[float]:
    """Ratings that never fall, nearest to these: neighbours that are in the wrong order share their mean."""
    blocks: list[list[float]] = []
    for rating in ratings:
        blocks.append([rating])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    return [_mean(block) for block in blocks for _ in block]


def height_of(rating: float, heights: Sequence[float], ratings: Sequence[float]) -> float:
    """Where on the ladder a rating lies, between the rungs whose ratings never fall; its ends for ratings beyond them."""
    if rating <= ratings[0]:
        return heights[0]
    for (low, high), (below, above) in zip(pairwise(ratings), pairwise(heights), strict=True):
        if low <= rating <= high and high > low:
            return below + (above - below) * (rating - low) / (high - low)
    return heights[-1]


def _rung(height: float) -> Rung:
    return Rung(f"ladder:{height:g}", on_the_ladder(height).nodes, height)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _rounded(estimate: Estimate | None) -> list[int]:
    assert estimate is not None
    return [round(estimate.value), round(estimate.low), round(estimate.high)]
