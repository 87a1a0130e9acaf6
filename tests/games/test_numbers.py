"""The numbers that games come with: weights in parts that have names, and levels as they were measured."""

from __future__ import annotations

import json
import pickle

import pytest

import tabuleiro
from tabuleiro.rules.weights import numbers_in, with_numbers, written

GAMES = tabuleiro.games()


@pytest.mark.parametrize("id", [*GAMES, "tafl:brandubh", "tafl:copenhagen", "breakthrough:5x6"])
def test_weights_are_taken_apart_and_put_together(id: str) -> None:
    game = tabuleiro.game(id)
    parts = game.weight_parts()
    numbers = list(numbers_in(parts))
    assert len(numbers) > 5
    assert with_numbers(parts, iter(numbers)) == parts == json.loads(written(parts))
    doubled = with_numbers(parts, (2 * number for number in numbers))
    other = game.with_weights(doubled)
    assert (other.weights[: game.own_weights] == 2 * game.weights[: game.own_weights]).all()
    assert (other.weights[game.own_weights :] == game.weights[game.own_weights :]).all(), "the network is the same"
    assert other == game and other.start() == game.start(), "the rules are the same"


@pytest.mark.parametrize("id", GAMES)
def test_other_weights_must_be_as_many_and_whole_numbers(id: str) -> None:
    game = tabuleiro.game(id)
    for wrong in (0.5, 1 << 40, True):
        parts = with_numbers(game.weight_parts(), (wrong for _ in iter(int, 1)))  # type: ignore[misc]
        with pytest.raises(ValueError):
            game.with_weights(parts)


@pytest.mark.parametrize("id", GAMES)
def test_levels_as_they_were_measured(id: str) -> None:
    table = tabuleiro.game(id).calibration()
    if table is None:
        pytest.skip("its levels were not measured")
    levels = table["levels"]
    assert len(levels) == 19
    assert all(level["low"] <= level["rating"] <= level["high"] for level in levels)
    assert levels[0]["rating"] < levels[9]["rating"] < levels[18]["rating"]


def test_a_variant_that_was_not_measured_has_the_levels_of_the_usual_one_without_their_ratings() -> None:
    usual, variant = (tabuleiro.game(id).calibration() for id in ("breakthrough", "breakthrough:9x7"))
    assert usual is not None
    assert variant is not None
    assert [level["nodes"] for level in variant["levels"]] == [level["nodes"] for level in usual["levels"]]
    assert all(level["rating"] is None for level in variant["levels"])


@pytest.mark.parametrize("id", GAMES)
def test_a_game_is_the_same_wherever_it_is_sent(id: str) -> None:
    game = tabuleiro.game(id)
    again = pickle.loads(pickle.dumps(game))
    assert again == game and hash(again) == hash(game)
    assert game != object()
    assert eval(repr(game), {"tabuleiro": tabuleiro}) == game
