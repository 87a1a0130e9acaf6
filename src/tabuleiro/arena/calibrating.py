"""Calibrating the levels of a game: equally spaced places on the ladder of settings, and their ratings.

First the ladder is measured: neighbouring rungs play each other, from a player that moves at random up to the whole engine.
The place of a rating between the rungs is read off, and the levels are set at equal distances. They play their neighbours
on trial, which shows where the ladder was read wrong: with those games added, the levels are set and tried again. Then they
play the games that count. Only these go into the ratings of the table, since a level that was lucky on trial would look
better than it is.

Where the levels are set depends on the games on the ladder and on trial alone, so more games between the levels can be
asked for later, and those already played still count. The table contains the results themselves too: the levels can be
measured further on any computer, and the games add up for as long as the engine plays as it did. Levels that turn out
unevenly spaced can be moved by these results; only the games of the moved levels are then played again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from tabuleiro.arena.level_spacing import first_rating, wanted_ratings
from tabuleiro.arena.openings import most_plies
from tabuleiro.arena.plan import LAST_NODES, NEIGHBOURS, OPENING_PLIES, Plan
from tabuleiro.arena.rating import GAMES, WHOLE_KINDS, Estimate, Floats, Ratings, rate, rate_counts, tally
from tabuleiro.arena.rating_curve import height_of, rising, smooth_ratings
from tabuleiro.arena.results import Played
from tabuleiro.arena.run_file import KeptRun, mark_of
from tabuleiro.arena.runner import Watch, in_order, run
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.levels import FULL, NUMBERS, RUNGS, STRONGEST, Level, calibration_table, levels_of, on_the_ladder
from tabuleiro.games import game as find_game
from tabuleiro.messages import calibrating as texts

HEIGHTS = (0.03, 0.1, 0.3, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0)
"""The heights on the ladder that are measured first, above its foot, which moves at random.

A player that notices only three moves in a hundred already differs from a random one: a game has many moves.
"""

CHEAP_NODES = 12_000
"""Players that think longer than this about a move play fewer games.

Their number falls with the square root of how much longer they think, down to LEAST_SHARE.
"""

LEAST_SHARE = 0.3
"""The least share of the games to play, however long a player thinks."""

TRIALS = 2
"""How often the levels are tried and set again, each time with as many games as were played on the ladder."""


MOST_GROWTH = 2.0
"""If there are too few games, their number grows at most by this factor before the results are examined again."""


@dataclass(frozen=True, slots=True)
class CalibrationRequest:
    """What is to be calibrated: a game, games between neighbours on the ladder (and of levels on trial) and between levels,
    positions that the last level looks at for a move.

    With `within`, levels play until it is known to within that many Elo how far each is above the one before. After
    `seconds` of games between levels no more are begun, provided that each level has met the next.
    """

    game: str
    ladder_games: int = 60
    level_games: int = 300
    nodes: int = LAST_NODES
    seed: int = 1
    within: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Rung:
    """A player that takes part: its name, and its settings if it is on the ladder."""

    player: str
    nodes: int
    height: float | None = None


BY_LOT = Rung("random", 0, 0.0)
"""The foot of the ladder, which moves at random."""


class Calibrating:
    """The folder for calibrating the levels of a game; games are kept there and never played twice."""

    def __init__(self, folder: Path, request: CalibrationRequest, workers: int | str) -> None:
        self.folder, self.request, self.workers = folder, request, workers
        self._known: list[Rung] = []
        self._played: list[Played] = []  # games kept so far; seats are numbers in the list of all known players
        self._runs, self._pairs = 0, np.zeros((len(NUMBERS), WHOLE_KINDS))
        self._levels: list[Level] = []
        self._end = math.inf
        self.counts_anew = False
        """Were earlier games of the levels left out, because the engine plays differently now?"""
        self.games_missing = 0
        """How many wanted games between levels were not played, because time was up."""

    def run(self, watch: Watch) -> Iterator[tuple[str, list[Rung], Ratings]]:
        """Set the levels; yields the ratings of the ladder, of the levels at each trial, and of the final levels."""
        request = self.request
        rungs = self.ladder()
        yield "ladder", rungs, self.measure("ladder", rungs, request.ladder_games, watch)
        for trial in range(1, TRIALS + 1):
            rungs = self.set_levels()
            yield "trial", rungs, self.measure("trial", rungs, request.ladder_games, watch, trial)
        rungs = self.set_levels()
        self._levels = [
            FULL if rung.height is None else on_the_ladder(rung.height, number)
            for number, rung in zip(NUMBERS, rungs[1:], strict=True)
        ]
        yield "levels", rungs, self._measure_levels("levels", rungs, watch)

    def run_again(self, watch: Watch, evenly: bool = False) -> Iterator[tuple[str, list[Rung], Ratings]]:
        """Measure the levels as the game has them; EngineError if there are none of its own.

        Games in the table count, if the engine still plays as it did: only those missing of the number wanted are
        played. With `evenly`, levels that are not evenly spaced are moved first.
        """
        game = find_game(self.request.game)
        table = game.calibration()
        if table is None or table["game"] != game.id:
            raise EngineError(texts.NO_LEVELS.fill(game=game.id))
        self._levels = list(levels_of(game))
        self.counts_anew = table.get("knowledge") != self._knowledge()
        pairs = np.array(table["pairs"], dtype=np.float64)
        if not self.counts_anew:
            self._runs, self._pairs = table["runs"], pairs.copy()
        rungs = [BY_LOT, *(Rung(f"level:{level.number}", level.nodes) for level in self._levels[:-1]), self._full()]
        moved = set_evenly(self._levels, pairs) if evenly else {}
        for place, height in moved.items():
            self._levels[place] = on_the_ladder(height, NUMBERS[place])
            rungs[place + 1] = _rung(height)
            self._pairs[place : place + 2] = 0  # forget its games against its neighbours
        yield "levels", rungs, self._measure_levels(f"{'even' if moved else 'again'}-{self._runs}", rungs, watch)

    def set_levels(self) -> list[Rung]:
        """The random player, then the levels, equally far apart by all games played so far."""
        heights = sorted({rung.height for rung in self._known if rung.height is not None})
        places = [len(heights) if rung.height is None else heights.index(rung.height) for rung in self._known]
        ones, others, counts = tally(self._played)
        ratings = smooth_ratings(heights, [places[one] for one in ones], [places[other] for other in others], counts)
        wanted = level_heights(heights, ratings.tolist())
        return [BY_LOT, *(_rung(height) for height in wanted), self._full()]

    def ladder(self) -> list[Rung]:
        """The players measured first: the random player, the ladder, the whole engine."""
        return [BY_LOT, *(_rung(height) for height in HEIGHTS), self._full()]

    def measure(self, stage: str, rungs: Sequence[Rung], games: int, watch: Watch, trial: int | None = None) -> Ratings:
        """Have neighbours among these play each other; their ratings above the random player by all games so far."""
        played = self._play(stage, f"{stage}{trial or ''}", rungs, shares(rungs, games), watch)
        self._known += [rung for rung in rungs if rung not in self._known]
        places = [self._known.index(rung) for rung in rungs]
        self._played += [replace(game, seats=(places[game.seats[0]], places[game.seats[1]])) for game in played]
        return self._rate(rungs)

    def _play(
        self, stage: str, name: str, rungs: Sequence[Rung], games_of: Sequence[int], watch: Watch
    ) -> list[Played]:
        """Play the missing games between neighbours, `games_of` each, and keep them in the file of this name."""
        names = tuple(rung.player for rung in rungs)
        seed = self.request.seed + self._runs  # the games in the table must not be repeated move by move
        plan = Plan(
            self.request.game,
            names,
            NEIGHBOURS,
            max(games_of),
            opening_plies=most_plies(find_game(self.request.game), OPENING_PLIES),
            seed=seed,
            games_of=tuple(games_of),
        )
        if not plan.meetings:
            return []
        with KeptRun(self.folder / f"{name}.jsonl", plan) as kept, closing(run(kept, self.workers)) as games:
            done = len(in_order(plan, kept.played))
            watch(stage, done, plan.meetings)
            while not (self._is_time_over() and have_met(games_of, kept.played)) and next(games, None) is not None:
                done += 1
                watch(stage, done, plan.meetings)
            return in_order(plan, kept.played)

    def _measure_levels(self, name: str, rungs: Sequence[Rung], watch: Watch) -> Ratings:
        """Have the levels play the missing games; their ratings above the random player."""
        before = self._pairs
        wanted = shares(rungs, self.request.level_games)
        if self.request.seconds is not None:
            self._end = time.monotonic() + self.request.seconds
        while True:
            missing = [max(0, games - 2 * int(pairs.sum())) for games, pairs in zip(wanted, before, strict=True)]
            played = self._play("levels", name, rungs, missing, watch)
            lower, _, counts = tally(played)
            self._pairs = before.copy()
            self._pairs[lower] += counts[:, :WHOLE_KINDS]
            ratings = rate_levels(self._pairs, self.request.seed)
            more = self._games_for(ratings)
            wanted = [max(both) for both in zip(more, wanted, strict=True)]
            there = 2 * self._pairs.sum(axis=1).astype(int)
            self.games_missing = int(np.maximum(0, wanted - there).sum())
            if self.games_missing == 0 or self._is_time_over():
                self._runs += bool(played)
                return ratings

    def _is_time_over(self) -> bool:
        """Is there no time left for further games?"""
        return time.monotonic() >= self._end

    def _games_for(self, ratings: Ratings) -> list[int]:
        """How many games each level needs against the one before it for the precision that is wanted."""
        found = []
        for upper, pairs in enumerate(self._pairs, start=1):
            gap, games = ratings.difference(upper, upper - 1), 2 * int(pairs.sum())
            assert gap is not None
            growth = 1.0 if self.request.within is None else ((gap.high - gap.low) / 2 / self.request.within) ** 2
            found.append(2 * math.ceil(games * min(growth, MOST_GROWTH) / 2) if growth > 1 else 0)
        return found

    def _knowledge(self) -> str:
        """A mark of how the levels play, and of how long the last one thinks."""
        return f"{mark_of(find_game(self.request.game), self._levels)} {self.request.nodes}"

    def _rate(self, rungs: Sequence[Rung]) -> Ratings:
        """The ratings of these players above the random player, by all games so far."""
        found = rate(self._played, len(self._known), anchor=(0, 0.0), seed=self.request.seed)
        places = [self._known.index(rung) for rung in rungs]
        return Ratings(found.values[places], found.samples[:, places], tuple(found.groups[place] for place in places))

    def table(self, ratings: Ratings) -> dict[str, Any]:
        """The table for `Game.calibration`: the levels with their ratings, and how far each is above the one before.

        `pairs` are the results behind it: for each level against the next, beginning with the random player, how many pairs
        of games gave the lower one 0, ½, 1, 1½ or 2 points; `runs` is how often games were added.
        """
        found: list[Level] = []
        gaps = []
        for place, level in enumerate(self._levels, start=1):
            estimate = ratings.rating(place)
            assert estimate is not None
            found.append(
                replace(level, rating=round(estimate.value), low=round(estimate.low), high=round(estimate.high))
            )
            gaps.append(_rounded(ratings.difference(place, place - 1)))
        request = self.request
        return {
            "game": request.game,
            "levels": calibration_table(found),
            "above_the_one_before": gaps,
            "pairs": self._pairs.astype(int).tolist(),
            "runs": self._runs,
            "knowledge": self._knowledge(),
            "nodes_of_the_last": request.nodes,
            "seed": request.seed,
        }

    def _full(self) -> Rung:
        """The whole engine, limited by positions instead of time, so that games on all computers count alike."""
        return Rung(f"level:{STRONGEST},nodes={self.request.nodes}", self.request.nodes)


def rate_levels(pairs: Floats, seed: int) -> Ratings:
    """The ratings of the levels above the random player, by the results in a table of each against the one before."""
    players = range(len(pairs) + 1)
    return rate_counts(len(players), players[:-1], players[1:], _with_halves(pairs), anchor=(0, 0.0), seed=seed)


def level_heights(heights: Sequence[float], ratings: Sequence[float]) -> list[float]:
    """Heights for all levels but the last, equally far apart, by ratings at some heights and of the whole engine."""
    *ratings, top = rising(ratings)
    steps = len(NUMBERS) - 1
    first = first_rating(top, len(NUMBERS))
    return [round(height_of(first + (top - first) * step / steps, heights, ratings), 3) for step in range(steps)]


def set_evenly(levels: Sequence[Level], pairs: Floats) -> dict[int, float]:
    """New heights on the ladder, by place, for the levels that are unevenly spaced by the results in a table."""
    heights = [0.0, *(height_on_the_ladder(level) for level in levels[:-1])]
    lower = range(len(levels))
    ratings = rising(smooth_ratings(heights, lower, range(1, len(levels) + 1), _with_halves(pairs)).tolist())
    return {
        place: round(height_of(rating, heights, ratings[:-1]), 3)
        for place, rating in wanted_ratings(ratings[1:]).items()
    }


def height_on_the_ladder(level: Level) -> float:
    """The height on the ladder whose settings are most like those of a level."""

    def unlike(place: Level) -> tuple[float, float, float]:
        return abs(place.overlooks - level.overlooks), abs(place.nodes - level.nodes), abs(place.depth - level.depth)

    steps = 1000 * (len(RUNGS) - 1)
    return min((step / 1000 for step in range(steps + 1)), key=lambda height: unlike(on_the_ladder(height)))


def games_between(upper: Rung, games: int) -> int:
    """How many games a player plays against the one below, given the number for players that are quick."""
    share = max(LEAST_SHARE, min(1.0, math.sqrt(CHEAP_NODES / max(1, upper.nodes))))
    return 2 * max(1, round(games * share / 2))


def shares(rungs: Sequence[Rung], games: int) -> list[int]:
    """How many games each of these plays against the one before it, given the number for players that are quick."""
    return [games_between(rung, games) for rung in rungs[1:]]


def have_met(games_of: Sequence[int], played: Sequence[Played]) -> bool:
    """Have all neighbours that are to meet completed at least one pair of games?"""
    lower, _, counts = tally(played)
    whole = {one for one, kinds in zip(lower, counts, strict=True) if kinds[:WHOLE_KINDS].sum() > 0}
    return all(one in whole for one, games in enumerate(games_of) if games > 0)


def _with_halves(pairs: Floats) -> Floats:
    """Counts of complete pairs, as in a table, extended by zeros for incomplete ones."""
    return np.pad(pairs, ((0, 0), (0, len(GAMES) - WHOLE_KINDS)))


def _rung(height: float) -> Rung:
    return Rung(f"ladder:{height:g}", on_the_ladder(height).nodes, height)


def _rounded(estimate: Estimate | None) -> list[int]:
    assert estimate is not None
    return [round(estimate.value), round(estimate.low), round(estimate.high)]
