"""Which levels are set anew so that all are about equally far apart."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tabuleiro.arena.level_spacing import FIRST_RATING, MOST_FIRST, UNEVEN, wanted_ratings

EVEN = [70.0 + 150 * place for place in range(19)]


def test_levels_that_are_evenly_far_apart_stay() -> None:
    assert wanted_ratings(EVEN) == {}
    assert wanted_ratings([rating + 10 * (-1) ** place for place, rating in enumerate(EVEN)]) == {}


def test_only_the_one_that_is_out_of_place_is_moved() -> None:
    ratings = [*EVEN[:5], EVEN[5] + 70, *EVEN[6:]]
    assert wanted_ratings(ratings) == {5: pytest.approx(EVEN[5])}


def test_a_wide_gap_is_closed_by_moving_what_lies_around_it() -> None:
    ratings = [70.0, 200.0, 520.0, *(700.0 + 150 * place for place in range(16))]
    wanted = wanted_ratings(ratings)
    after = [wanted.get(place, rating) for place, rating in enumerate(ratings)]
    assert np.diff(after).max() < (1 + UNEVEN) * np.diff(after).mean() < 320
    assert set(wanted) <= {1, 2, 3}


@pytest.mark.parametrize("first, stays", [(20.0, False), (40.0, True), (MOST_FIRST, True), (MOST_FIRST + 5, False)])
def test_the_first_level_stays_if_it_is_better_than_chance_but_not_by_much(first: float, stays: bool) -> None:
    wanted = wanted_ratings([first, *EVEN[1:]])
    assert wanted.get(0, first) == (first if stays else FIRST_RATING)


@pytest.mark.parametrize("seed", range(30))
def test_whatever_they_were_they_come_to_lie_evenly_and_the_last_stays(seed: int) -> None:
    chance = random.Random(seed)
    ratings = sorted(chance.uniform(0, 3000) for _ in range(19))
    wanted = wanted_ratings(ratings)
    after = [wanted.get(place, rating) for place, rating in enumerate(ratings)]
    step = (ratings[-1] - FIRST_RATING) / 18
    assert 18 not in wanted
    gaps = np.diff(after)
    assert gaps.min() > (1 - UNEVEN - 0.01) * step and gaps.max() < (1 + UNEVEN + 0.01) * step


def test_players_who_all_play_alike_are_left_alone_or_moved_but_nothing_breaks() -> None:
    wanted = wanted_ratings([0.0] * 19)
    assert all(rating == 0 for rating in wanted.values())
