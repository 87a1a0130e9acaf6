"""Fitting finds the numbers that positions were made with, and leaves alone what it has seen too little of."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy
import pytest

from tabuleiro.learn.features import Features
from tabuleiro.learn.fitting import HELD_BACK, LEAST_SEEN, TERMS, Fit, fit
from tabuleiro.learn.selfplay import Samples

TRUTH = numpy.array([100.0, -40.0, 15.0, 60.0])
GAME: Any = SimpleNamespace(win_scale=150, weights_of=lambda parts: parts["numbers"])


def samples(count: int, seed: int, *, played: bool = True, seen_of_last: int | None = None) -> Samples:
    """Positions in which weights count at random, and results by lot as likely as their values say."""
    chance = numpy.random.Generator(numpy.random.PCG64(seed))
    amounts = chance.integers(-3, 4, (count, len(TRUTH))).astype(numpy.float32)
    if seen_of_last is not None:
        amounts[seen_of_last:, -1] = 0
    wins = 1 / (1 + numpy.exp(-(amounts @ TRUTH) / GAME.win_scale))
    results = (chance.random(count) < wins).astype(float) if played else numpy.full(count, numpy.nan)
    places = numpy.tile(numpy.arange(len(TRUTH)), count)
    ends = len(TRUTH) * numpy.arange(1, count + 1)
    features = Features(places, amounts.reshape(-1), ends)
    return Samples(features, results, wins, numpy.zeros((count, 0)), numpy.zeros(count))


def fitted(parts: Any, *given: Samples) -> Fit:
    return fit(GAME, parts, given, TERMS)


def test_the_numbers_behind_results_are_found() -> None:
    found = fitted({"numbers": [0, 0, 0, 0]}, samples(10_000, 1), samples(10_000, 2))
    assert found.positions == 20_000
    assert found.after < found.before
    assert numpy.abs(numpy.array(found.parts["numbers"]) - TRUTH).max() < 8


def test_positions_that_were_only_searched_tell_as_well() -> None:
    found = fitted({"numbers": [10, 10, 10, 10]}, samples(8000, 1, played=False))
    assert numpy.abs(numpy.array(found.parts["numbers"]) - TRUTH).max() < 6


def test_what_is_seldom_seen_stays() -> None:
    found = fitted({"numbers": [0, 0, 0, 7]}, samples(5000, 1, seen_of_last=LEAST_SEEN // 2)).parts["numbers"]
    assert isinstance(found[0], int)
    assert found[3] == 7
    assert abs(found[0] - TRUTH[0]) < 15


def test_the_same_positions_give_the_same_numbers() -> None:
    parts, given = {"numbers": [1, 2, 3, 4]}, samples(500, 5)
    assert fitted(parts, given) == fitted(parts, given)


@pytest.mark.parametrize("count", [2, 300, 4000, 5000])
def test_few_positions_have_a_share_held_back_too(count: int) -> None:
    """What the ones held back should tell is turned round: who had been fitted to them would be less surprised."""
    given = samples(count, 3)
    held = -(-count // HELD_BACK)
    turned = given.wins.copy()
    turned[:held] = 1 - turned[:held]
    results = numpy.full(count, numpy.nan)
    found = fitted({"numbers": [0, 0, 0, 0]}, given._replace(results=results, wins=turned))
    rest = given._replace(results=results)
    assert found.after >= found.before
    assert (
        numpy.abs(
            numpy.subtract(found.parts["numbers"], fitted({"numbers": [0, 0, 0, 0]}, rest).parts["numbers"])
        ).max()
        < 1
    )
