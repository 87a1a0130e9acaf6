"""How ratings rise along the ladder: read off games, smoothly, and never falling."""

from __future__ import annotations

import numpy as np
import pytest

from tabuleiro.arena.rating import GAMES
from tabuleiro.arena.rating_curve import distance_up, height_at, height_of, rising, smooth_ratings


def games(lower_points: list[tuple[int, int]]) -> np.ndarray:
    """Pairs between neighbours, of which the lower one lost and won these numbers."""
    counts = np.zeros((len(lower_points), len(GAMES)))
    for row, (lost, won) in enumerate(lower_points):
        counts[row, 0], counts[row, 4] = lost, won
    return counts


def curve(heights: list[float], lower_points: list[tuple[int, int]]) -> np.ndarray:
    places = range(len(heights))
    return smooth_ratings(heights, list(places), [place + 1 for place in places], games(lower_points))


def test_the_ladder_is_gone_up_evenly_from_its_foot() -> None:
    assert distance_up(0) == pytest.approx(0)
    assert distance_up(1) == 1
    assert distance_up(7.25) == 7.25
    below = [distance_up(height) for height in (0, 0.01, 0.03, 0.1, 0.3, 0.999)]
    assert below == sorted(below)
    assert [height_at(distance_up(height)) for height in (0, 0.02, 0.7, 1, 4.5)] == pytest.approx(
        [0, 0.02, 0.7, 1, 4.5]
    )
    assert below[-1] == pytest.approx(1, abs=0.01)


def test_many_games_are_believed() -> None:
    # 3 : 1 is 191 Elo, whatever the curve would rather be.
    found = curve([0.0, 1.0, 2.0], [(30_000, 10_000), (20_000, 20_000), (30_000, 10_000)])
    assert np.diff(found) == pytest.approx([191, 0, 191], abs=2)


def test_what_few_games_say_of_close_places_is_evened_out() -> None:
    # Two places at nearly the same height, one said to be far above the other by ten games.
    by_itself = curve([0.0, 3.0, 6.0], [(50, 10), (50, 10), (10, 10)])
    found = curve([0.0, 3.0, 3.01, 6.0], [(50, 10), (9, 1), (50, 10), (10, 10)])
    assert 0 < found[2] - found[1] < 20
    assert found[3] == pytest.approx(by_itself[2], abs=30)


def test_who_has_won_everything_is_not_infinitely_better() -> None:
    found = curve([0.0, 1.0], [(10, 0), (10, 0)])
    assert 200 < found[1] < 1500
    assert 200 < found[2] - found[1] < 1500


def test_ratings_that_fall_are_levelled() -> None:
    assert rising([0, 10, 30, 20, 40]) == [0, 10, 25, 25, 40]
    assert rising([5, 4, 3]) == [4, 4, 4]
    assert rising([1, 2, 3]) == [1, 2, 3]


def test_a_height_is_read_off_between_the_places() -> None:
    heights, ratings = [0.0, 1.0, 3.0], [100.0, 200.0, 600.0]
    assert distance_up(height_of(150, heights, ratings)) == pytest.approx(0.5)
    assert height_of(400, heights, ratings) == 2.0
    assert height_of(-50, heights, ratings) == 0.0
    assert height_of(1000, heights, ratings) == 3.0
    assert height_of(30, [0.0, 1.0, 2.0], [30.0, 30.0, 60.0]) == 0.0
