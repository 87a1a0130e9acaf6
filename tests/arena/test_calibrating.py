"""Calibrating levels: read off a measured ladder, measured again, and written as a table that the engine plays by."""

from __future__ import annotations

import json
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
    Rung,
    Wish,
    height_of,
    pooled,
    rate_levels,
    rising,
)
from tabuleiro.arena.rating import Ratings
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.levels import FULL, LEVELS, RUNGS, STRONGEST, Level, levels_of, on_the_ladder


def test_ratings_that_fall_are_levelled() -> None:
    assert rising([0, 10, 30, 20, 40]) == [0, 10, 25, 25, 40]
    assert rising([5, 4, 3]) == [4, 4, 4]
    assert rising([1, 2, 3]) == [1, 2, 3]


def test_heights_that_are_nearly_the_same_are_taken_as_one() -> None:
    assert pooled([0.0, 0.01, 0.03], [0, 10, 20]) == ([0.0, 0.01, 0.03], [0, 10, 20])
    assert pooled([3.0, 3.1, 3.2, 5.0], [100, 300, 500, 600]) == ([3.05, 3.2, 5.0], [200, 500, 600])


def test_chance_between_neighbours_draws_no_levels_to_one_place(tmp_path: Path) -> None:
    work = Calibrating(tmp_path, Wish("breakthrough:4x4"), 1)
    foot, *rungs, top = work.ladder()
    # The same settings but for a hair, once rated 300 too low and once 300 too high.
    twin = Rung("ladder:5.01", 0, 5.01)
    known = [foot, *rungs[:10], twin, *rungs[10:], top]
    values = [
        0.0,
        *(150.0 * height for height in HEIGHTS[:9]),
        450.0,
        1050.0,
        *(150.0 * height for height in HEIGHTS[10:]),
        1500.0,
    ]
    levels = work.levels(known, Ratings(np.array(values), np.array(values)[None, :], (0,) * len(values)))
    assert min(np.diff([level.height or 0 for level in levels[1:-1]])) > 0.3


def test_a_height_is_read_off_between_the_rungs() -> None:
    heights, ratings = [0.0, 1.0, 3.0], [100.0, 200.0, 600.0]
    assert height_of(150, heights, ratings) == 0.5
    assert height_of(400, heights, ratings) == 2.0
    assert height_of(-50, heights, ratings) == 0.0
    assert height_of(1000, heights, ratings) == 3.0
    assert height_of(30, [0.0, 1.0, 2.0], [30.0, 30.0, 60.0]) == 0.0


@pytest.mark.parametrize("rung", RUNGS)
def test_the_ladder_goes_through_its_rungs(rung: Level) -> None:
    found = on_the_ladder(float(rung.number), rung.number)
    assert found == rung


def test_higher_on_the_ladder_sees_more_and_errs_less() -> None:
    places = [on_the_ladder(height / 10) for height in range(91)]
    for lower, higher in pairwise(places):
        assert lower.nodes <= higher.nodes
        assert lower.depth <= higher.depth
        assert lower.vision <= higher.vision
        assert lower.error >= higher.error
    assert on_the_ladder(-1) == on_the_ladder(0)
    assert on_the_ladder(99) == on_the_ladder(9)


def test_levels_are_set_equally_far_apart(tmp_path: Path) -> None:
    work = Calibrating(tmp_path, Wish("breakthrough:4x4"), 1)
    ladder = work.ladder()
    values = np.array([0.0, *(150.0 * height for height in HEIGHTS), 1500.0])
    levels = work.levels(ladder, Ratings(values, values[None, :], (0,) * len(values)))
    assert [level.player for level in (levels[0], levels[-1])] == ["random", f"level:{STRONGEST},seconds=1"]
    ratings = [150.0 * (level.height or 0) for level in levels[1:-1]] + [1500.0]
    gaps = np.diff(ratings)
    assert ratings[0] == pytest.approx(70, abs=2)
    assert gaps == pytest.approx([(1500 - 70) / 9] * 9, abs=3)


def test_a_trial_sets_right_what_was_read_wrong_off_the_ladder(tmp_path: Path) -> None:
    work = Calibrating(tmp_path, Wish("breakthrough:4x4"), 1)
    foot, *rungs, top = work.ladder()
    # Between the rungs at heights 8 and 9 the ladder is not straight: somebody at 8.5 is nearly as good as the one at 9.
    between = Rung("ladder:8.5", 0, 8.5)
    known = [foot, *rungs[:-1], between, rungs[-1], top]
    values = np.array([0.0, *(150.0 * height for height in HEIGHTS[:-1]), 1340.0, 1350.0, 1500.0])
    levels = work.levels(known, Ratings(values, values[None, :], (0,) * len(values)))
    wanted = 70 + 8 * (1500 - 70) / 9
    assert levels[-2].height == pytest.approx(8.5 + 0.5 * (wanted - 1340) / 10, abs=0.01)


@pytest.mark.compiled
def test_a_small_board_is_calibrated_from_beginning_to_end(tmp_path: Path) -> None:
    work = Calibrating(tmp_path, Wish("breakthrough:3x4", ladder_games=2, level_games=2, seconds=0.001), 2)
    seen: list[tuple[str, int, int]] = []
    stages = list(work.run(lambda *what: seen.append(what)))
    assert [stage for stage, _, _ in stages] == ["ladder", *["trial"] * TRIALS, "levels"]
    assert seen[0] == ("ladder", 0, 2 * (len(HEIGHTS) + 1))
    assert seen[-1] == ("levels", 20, 20)
    _, levels, ratings = stages[-1]
    table = work.table(ratings)
    assert len(table["levels"]) == len(table["above_the_one_before"]) == STRONGEST
    again = list(Calibrating(tmp_path, work.wish, 2).run(lambda *what: None))
    assert np.array_equal(again[-1][2].values, ratings.values)
    more = list(Calibrating(tmp_path, replace(work.wish, level_games=4), 2).run(lambda *what: seen.append(what)))
    assert more[-1][1] == levels, "levels stay where they are when more games are asked for"
    assert ("levels", 20, 40) in seen and seen[-1] == ("levels", 40, 40)

    class Calibrated:
        def calibration(self) -> object:
            return table

    found = levels_of(Calibrated())  # type: ignore[arg-type]
    assert [level.number for level in found] == list(range(1, 11))
    assert (found[-1].nodes, found[-1].error) == (FULL.nodes, FULL.error)
    assert all(level.rating is not None for level in found)


@pytest.mark.compiled
def test_levels_are_measured_again_and_the_games_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wish = Wish("breakthrough:3x4", ladder_games=2, level_games=4, seconds=0.001)
    first = Calibrating(tmp_path / "first", wish, 1)
    *_, (_, _, ratings) = first.run(lambda *what: None)
    table = first.table(ratings)
    monkeypatch.setattr(type(tabuleiro.game(wish.game)), "calibration", lambda game: table)

    def again(games: int, seconds: float = wish.seconds) -> tuple[list[int], dict[str, Any]]:
        work = Calibrating(tmp_path / "again", replace(wish, level_games=games, seconds=seconds), 1)
        seen: list[int] = []
        *_, (_, _, ratings) = work.run_again(lambda stage, done, of: seen.append(of))
        assert work.counts_anew == (seconds != wish.seconds)
        return seen, work.table(ratings)

    assert again(4) == ([], table), "nothing is missing, and the results tell the same"
    seen, more = again(8)
    assert seen[0] == 40, "four more of each"
    assert more["runs"] == 2
    assert np.sum(more["pairs"], axis=1).tolist() == [4] * STRONGEST
    assert (np.array(more["pairs"]) >= table["pairs"]).all()
    settings = [{**level, "rating": 0, "low": 0, "high": 0} for level in more["levels"]]
    assert settings == [{**level, "rating": 0, "low": 0, "high": 0} for level in table["levels"]]
    _, other = again(4, seconds=0.002)
    assert other["runs"] == 1, "of a last level that thinks longer nothing is known"


def test_levels_that_are_not_there_cannot_be_measured_again(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="leave out --again"):
        next(Calibrating(tmp_path, Wish("breakthrough:3x4"), 1).run_again(lambda *what: None))


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
