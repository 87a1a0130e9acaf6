"""What counts in a position: together with the weights it is the evaluation, in every game."""

from __future__ import annotations

import random
from typing import Any

import numpy
import pytest

import tabuleiro
from tabuleiro.learn.features import Features, features_of, joined, labels_of
from tabuleiro.rules.position import Position
from tabuleiro.rules.weights import numbers_in, with_numbers, written

pytestmark = pytest.mark.compiled

GAMES = ("breakthrough", "breakthrough:5x5", "fields-of-action", "monkey-queen", "tafl", "tafl:brandubh", "trench")
ROUNDING = 0.5
"""Some evaluations round what each of a few terms comes to."""


def positions_of(id: str, count: int = 30) -> list[Position]:
    chance = random.Random(id)
    found: list[Position] = []
    while len(found) < count:
        position = tabuleiro.game(id).start()
        while position.outcome is None:
            found.append(position)
            position = position.play(chance.choice(position.legal_moves))
    return chance.sample(found, count)


def value_of(position: Position, weights: Any) -> int:
    """What the terms say; the last number says that there is no network."""
    game, table = position.game, numpy.append(weights, 0)
    return int(game.advice.evaluate(game.rules, table, position.state.copy(), game.new_terms()))


def sums(features: Features, weights: Any) -> list[float]:
    counted = features.amounts * weights[features.places]
    return [float(part.sum()) for part in numpy.split(counted, features.ends[:-1])]


@pytest.mark.parametrize("id", GAMES)
def test_features_and_weights_make_the_evaluation(id: str) -> None:
    game, positions = tabuleiro.game(id), positions_of(id)
    features = features_of(game, numpy.array([position.state for position in positions]))
    chance = numpy.random.Generator(numpy.random.PCG64(3))
    for weights in (game.weights[: game.own_weights], chance.integers(-200, 200, game.own_weights)):
        expected = [value_of(position, weights) for position in positions]
        for value, told in zip(expected, sums(features, weights), strict=True):
            assert abs(value - told) <= ROUNDING * 2 * len(game.terms)


@pytest.mark.parametrize("id", GAMES)
def test_each_weight_is_one_number_of_the_parts(id: str) -> None:
    game = tabuleiro.game(id)
    parts = game.weight_parts()
    numbers, labels = list(numbers_in(parts)), labels_of(game, parts)
    assert len(labels) == game.own_weights
    assert all(game.weights[place] == (numbers[label] if label >= 0 else 0) for place, label in enumerate(labels))


def test_features_of_many_positions_are_those_of_each() -> None:
    game = tabuleiro.game("trench")
    states = numpy.array([position.state for position in positions_of("trench")])
    whole = features_of(game, states)
    parts = joined([features_of(game, states[:1]), features_of(game, states[1:20]), features_of(game, states[20:])])
    for one, other in zip(whole, parts, strict=True):
        assert numpy.array_equal(one, other)


def test_parts_keep_their_shape_with_other_numbers() -> None:
    parts = {"man": 1, "places": [[2, 3], [4]], "around": {"0": {"a": 5}, "1": {}}, "network": "text"}
    assert list(numbers_in(parts)) == [1, 2, 3, 4, 5]
    other = with_numbers(parts, iter(range(10, 15)))
    assert other == {"man": 10, "places": [[11, 12], [13]], "around": {"0": {"a": 14}, "1": {}}, "network": "text"}
    assert eval(written(parts)) == parts
