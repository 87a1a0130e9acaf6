"""Calibrating levels: read off a measured ladder, measured again, and written as a table that the engine plays by."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import astuple, replace
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabuleiro
from tabuleiro.arena.calibrating import (
    HEIGHTS,
    TRIALS,
    Calibrating,
    CalibrationRequest,
    Rung,
    height_on_the_ladder,
    level_heights,
    rate_levels,
    set_evenly,
    shares,
)
from tabuleiro.arena.level_spacing import FIRST_RATING
from tabuleiro.arena.rating_curve import distance_up
from tabuleiro.arena.results import Played
from tabuleiro.arena.runner import Watch
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.levels import FULL, LEVELS, NUMBERS, RUNGS, Level, levels_of, on_the_ladder


@pytest.mark.parametrize("rung", RUNGS)
def test_the_ladder_goes_through_its_rungs(rung: Level) -> None:
    found = on_the_ladder(float(rung.number), rung.number)
    assert found == rung


def test_higher_on_the_ladder_sees_more_and_errs_less() -> None:
    places = [on_the_ladder(height / 10) for height in range(101)]
    for lower, higher in pairwise(places):
        assert lower.nodes <= higher.nodes
        assert lower.depth <= higher.depth
        assert lower.vision <= higher.vision
        assert lower.error >= higher.error
    assert on_the_ladder(-1) == on_the_ladder(0)
    assert on_the_ladder(99) == on_the_ladder(10)


def test_levels_are_set_equally_far_apart() -> None:
    heights = [0.0, *HEIGHTS]
    found = level_heights(heights, [150 * distance_up(height) for height in heights] + [1500])
    ratings = [150 * distance_up(height) for height in found] + [1500]
    assert ratings[0] == pytest.approx(70, abs=2)
    assert np.diff(ratings) == pytest.approx([(1500 - 70) / 18] * 18, abs=3)


def test_the_first_level_is_no_further_from_chance_than_from_the_second() -> None:
    found = level_heights([0.0, 10.0], [0.0, 300.0, 380.0])
    assert 30 * distance_up(found[0]) == pytest.approx(380 / 19, abs=1)


class Simulated(Calibrating):
    """Games decided by lot, on a ladder whose rungs are far from equally far apart."""

    def __init__(self, folder: Path, request: CalibrationRequest, seed: int) -> None:
        super().__init__(folder, request, 1)
        self.chance = random.Random(seed)
        self.rungs = np.cumsum([0, *(150 + 250 * self.chance.random() for _ in range(10))])

    def strength(self, rung: Rung) -> float:
        """The true rating of a place on the ladder; the whole engine is a little below its end."""
        height = 9.5 if rung.height is None else rung.height
        return float(np.interp(distance_up(height), range(11), self.rungs))

    def _play(
        self, stage: str, name: str, rungs: Sequence[Rung], games_of: Sequence[int], watch: Watch
    ) -> list[Played]:
        found = []
        for lower, games in enumerate(games_of):
            above = self.strength(rungs[lower + 1]) - self.strength(rungs[lower])
            for game in range(games):
                seats = (lower, lower + 1) if game % 2 else (lower + 1, lower)
                winner = seats.index(lower + (self.chance.random() < 1 / (1 + 10 ** (-above / 400))))
                found.append(Played(game // 2, seats, winner, "goal", (), (), (0.0, 0.0)))
        return found


@pytest.mark.parametrize("seed", range(4))
def test_in_simulated_games_levels_come_to_lie_about_as_far_apart_as_they_should(seed: int, tmp_path: Path) -> None:
    work = Simulated(tmp_path, CalibrationRequest("breakthrough:4x4", ladder_games=60, level_games=20), seed)
    *_, (_, levels, _) = work.run(lambda *what: None)
    gaps = np.diff([work.strength(level) for level in levels[1:]])
    wanted = (work.strength(levels[-1]) - FIRST_RATING) / 18
    assert gaps[:-1].min() > 0.4 * wanted and gaps.max() < 1.8 * wanted
    assert gaps.std() < 0.3 * wanted


def test_levels_play_on_until_they_are_known_as_closely_as_is_wished(tmp_path: Path) -> None:
    work = Simulated(tmp_path, CalibrationRequest("breakthrough:4x4", ladder_games=60, level_games=20, within=60), 1)
    *_, (_, levels, ratings) = work.run(lambda *what: None)
    gaps = [ratings.difference(place, place - 1) for place in range(1, len(levels))]
    assert all(gap is not None and (gap.high - gap.low) / 2 <= 60 for gap in gaps)
    table = work.table(ratings)
    games = 2 * np.sum(table["pairs"], axis=1)
    assert 60 < games.min() < games.max() < 400, "more where it takes more"
    assert work.games_missing == 0
    assert table["runs"] == 1


def test_after_so_long_the_games_that_were_played_are_enough(tmp_path: Path) -> None:
    request = CalibrationRequest("breakthrough:4x4", ladder_games=60, level_games=20, within=20, seconds=0.0)
    work = Simulated(tmp_path, request, 1)
    *_, (_, levels, ratings) = work.run(lambda *what: None)
    assert (2 * np.sum(work.table(ratings)["pairs"], axis=1)).tolist() == shares(levels, 20)
    assert work.games_missing > 0


@pytest.mark.parametrize("height", [0.0, 0.045, 0.999, 1.0, 1.442, 2.5, 3.999, 4.203, 7.121, 9.999, 10.0])
def test_where_a_level_is_on_the_ladder_is_known_by_its_settings(height: float) -> None:
    assert height_on_the_ladder(on_the_ladder(height)) == pytest.approx(height, abs=0.002)


@pytest.mark.parametrize("seed", range(4))
def test_levels_that_are_unevenly_far_apart_are_set_anew_by_their_results(seed: int, tmp_path: Path) -> None:
    work = Simulated(tmp_path, CalibrationRequest("breakthrough:4x4", level_games=400), seed)
    chance = random.Random(seed)
    heights = sorted(10 * (place + 0.8 * chance.random()) / 18 for place in range(18))
    levels = [on_the_ladder(height, number) for height, number in zip(heights, NUMBERS[:-1], strict=True)]
    rungs = [Rung("random", 0, 0.0), *(Rung("", 0, height) for height in heights), Rung("", 0)]
    ratings = work._measure_levels("levels", rungs, lambda *what: None)
    moved = set_evenly([*levels, FULL], np.array(work._pairs))
    assert 0 < len(moved) < 18
    after = [moved.get(place, height) for place, height in enumerate(heights)]
    before, now = (
        np.diff([work.strength(Rung("", 0, height)) for height in (*found, None)]) for found in (heights, after)
    )
    assert now.std() < 0.75 * before.std()
    assert ratings.values[-1] > 1500


@pytest.mark.compiled
def test_a_small_board_is_calibrated_from_beginning_to_end(tmp_path: Path) -> None:
    smallest = "breakthrough;files=2;ranks=4;home_rows=1"  # where six random moves decide every game
    work = Calibrating(tmp_path, CalibrationRequest(smallest, ladder_games=2, level_games=2, nodes=50), 2)
    seen: list[tuple[str, int, int]] = []
    stages = list(work.run(lambda *what: seen.append(what)))
    assert [stage for stage, _, _ in stages] == ["ladder", *["trial"] * TRIALS, "levels"]
    assert seen[0] == ("ladder", 0, 2 * (len(HEIGHTS) + 1))
    assert seen[-1] == ("levels", 38, 38)
    _, levels, ratings = stages[-1]
    table = work.table(ratings)
    assert len(table["levels"]) == len(table["above_the_one_before"]) == len(NUMBERS)
    again = list(Calibrating(tmp_path, work.request, 2).run(lambda *what: None))
    assert np.array_equal(again[-1][2].values, ratings.values)
    more = list(Calibrating(tmp_path, replace(work.request, level_games=4), 2).run(lambda *what: seen.append(what)))
    assert more[-1][1] == levels, "levels stay where they are when more games are asked for"
    games = sum(shares(levels, 4))
    assert ("levels", 38, games) in seen and seen[-1] == ("levels", games, games)

    class Calibrated:
        def calibration(self) -> object:
            return table

    found = levels_of(Calibrated())  # type: ignore[arg-type]
    assert tuple(level.number for level in found) == NUMBERS
    assert (found[-1].nodes, found[-1].error) == (FULL.nodes, FULL.error)
    assert all(level.rating is not None for level in found)


@pytest.mark.compiled
def test_levels_are_measured_again_and_the_games_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = CalibrationRequest("breakthrough:3x4", ladder_games=2, level_games=4, nodes=50)
    first = Calibrating(tmp_path / "first", request, 1)
    *_, (_, _, ratings) = first.run(lambda *what: None)
    table = first.table(ratings)
    monkeypatch.setattr(type(tabuleiro.game(request.game)), "calibration", lambda game: table)

    def again(games: int, nodes: int = request.nodes) -> tuple[list[int], dict[str, Any]]:
        work = Calibrating(tmp_path / "again", replace(request, level_games=games, nodes=nodes), 1)
        seen: list[int] = []
        *_, (_, _, ratings) = work.run_again(lambda stage, done, of: seen.append(of))
        assert work.counts_anew == (nodes != request.nodes)
        return seen, work.table(ratings)

    assert again(4) == ([], table), "nothing is missing, and the results tell the same"
    seen, more = again(8)
    rungs = [Rung("", 0), *(Rung("", level.nodes or request.nodes) for level in first._levels)]
    assert seen[0] == sum(shares(rungs, 8)) - sum(shares(rungs, 4)), "as many more of each as are missing"
    assert more["runs"] == 2
    assert (2 * np.sum(more["pairs"], axis=1)).tolist() == shares(rungs, 8)
    assert (np.array(more["pairs"]) >= table["pairs"]).all()
    settings = [{**level, "rating": 0, "low": 0, "high": 0} for level in more["levels"]]
    assert settings == [{**level, "rating": 0, "low": 0, "high": 0} for level in table["levels"]]
    _, other = again(4, nodes=51)
    assert other["runs"] == 1, "of a last level that looks at more nothing is known"


@pytest.mark.compiled
def test_levels_that_are_moved_are_measured_anew_and_the_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = CalibrationRequest("breakthrough:3x4", ladder_games=2, level_games=4, nodes=50)
    first = Calibrating(tmp_path / "first", request, 1)
    *_, (_, _, ratings) = first.run(lambda *what: None)
    table = first.table(ratings)
    monkeypatch.setattr(type(tabuleiro.game(request.game)), "calibration", lambda game: table)
    monkeypatch.setattr("tabuleiro.arena.calibrating.set_evenly", lambda levels, pairs: {4: 2.345})

    def even(**more: Any) -> tuple[list[tuple[int, int]], list[Rung], dict[str, Any]]:
        work = Calibrating(tmp_path / "even", replace(request, **more), 1)
        seen: list[tuple[int, int]] = []
        ((_, rungs, ratings),) = work.run_again(lambda stage, done, of: seen.append((done, of)), evenly=True)
        return seen, rungs, work.table(ratings)

    seen, rungs, short = even(seconds=0.0)
    assert rungs[5] == Rung("ladder:2.345", on_the_ladder(2.345).nodes, 2.345)
    assert seen[0] == (0, 8) and seen[-1][0] < 8, "each has met the next, and time is over"
    seen, _, whole = even()
    assert seen[-1] == (8, 8)
    for table_now, games in ((short, 2), (whole, 4)):
        pairs = np.array(table_now["pairs"])
        assert (2 * pairs[4:6].sum(axis=1) >= games).all()
        assert np.delete(pairs, [4, 5], axis=0).tolist() == np.delete(table["pairs"], [4, 5], axis=0).tolist()
    assert whole["levels"][4]["nodes"] == on_the_ladder(2.345).nodes
    assert whole["knowledge"] != table["knowledge"], "another level, another way to play"
    assert even()[2] == whole, "nothing is played twice"


def test_levels_that_are_not_there_cannot_be_measured_again(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="leave out --again and --even"):
        next(Calibrating(tmp_path, CalibrationRequest("breakthrough:3x4"), 1).run_again(lambda *what: None))


TABLES = [
    json.loads(file.read_text(encoding="utf-8"))
    for file in resources.files("tabuleiro.games").joinpath("levels").iterdir()
]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: str(table["game"]))
def test_the_ratings_of_the_package_follow_from_its_results(table: dict[str, Any]) -> None:
    ratings = rate_levels(np.array(table["pairs"], dtype=np.float64), table["seed"])
    for number, level in enumerate(table["levels"], start=1):
        found = ratings.rating(number)
        assert found is not None
        assert (level["rating"], level["low"], level["high"]) == tuple(map(round, astuple(found)))
    values = [level["rating"] for level in table["levels"]]
    assert values == sorted(values)


def test_a_game_that_was_not_measured_has_the_usual_levels() -> None:
    class Unmeasured:
        def calibration(self) -> None:
            return None

    assert levels_of(Unmeasured()) == LEVELS  # type: ignore[arg-type]


@pytest.mark.parametrize("levels", [[], [{"nodes": 1}] * len(NUMBERS), [{}] * 10, None])
def test_a_table_of_levels_that_is_no_good_is_refused_in_a_sentence(levels: object) -> None:
    class Miscalibrated:
        id = "my-game"

        def calibration(self) -> dict[str, object]:
            return {"levels": levels}

    with pytest.raises(EngineError, match="my-game does not have the 19 levels from 1 to 10"):
        levels_of(Miscalibrated())  # type: ignore[arg-type]
