"""Limits of a search, and the time for a move: no clock runs out through thinking."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.limits import LEAST, LONGEST, OVERHEAD, Limits, seconds_for_move
from tabuleiro.rules.texts import using_language

GAME = 300  # plies, so that each player makes half as many moves
CLOCKS = some.floats(0, 36_000)
INCREMENTS = some.one_of(some.just(0.0), some.floats(0, 2 * OVERHEAD), some.floats(0, 60))


def needed(increment: float) -> float:
    """The clock with which a player who never thinks gets through the game."""
    return 2 * OVERHEAD + (GAME // 2 - 1) * max(0.0, LEAST + OVERHEAD - increment)


@given(CLOCKS, INCREMENTS)
def test_no_clock_runs_out(spare: float, increment: float) -> None:
    """Every move takes the time given and all that may come on top of it."""
    left = needed(increment) + spare
    for _ in range(GAME // 2):
        left -= seconds_for_move(left, increment) + OVERHEAD
        assert left > -1e-9
        left += increment


@given(CLOCKS, INCREMENTS, some.integers(1, 80))
def test_no_clock_runs_out_before_its_moves_are_made(spare: float, increment: float, moves: int) -> None:
    left = needed(increment) + spare
    for move in range(moves):
        left -= seconds_for_move(left, increment, moves - move) + OVERHEAD
        assert left > -1e-9
        left += increment


@given(CLOCKS, CLOCKS, INCREMENTS, some.one_of(some.none(), some.integers(1, 80)))
def test_more_time_is_never_less_thought(one: float, other: float, increment: float, moves: int | None) -> None:
    low, high = sorted((one, other))
    assert seconds_for_move(low, increment, moves) <= seconds_for_move(high, increment, moves)


@given(some.floats(-10, 36_000), INCREMENTS, some.one_of(some.none(), some.integers(-3, 80)))
def test_some_time_is_left_whatever_is_given(left: float, increment: float, moves: int | None) -> None:
    """Also with a clock that has run out already, and with a count of moves that cannot be."""
    seconds = seconds_for_move(left, increment, moves)
    assert seconds >= LEAST
    assert seconds == LEAST or seconds <= 0.9 * left


def test_time_is_used() -> None:
    """A minute buys more than a second a move, an increment is mostly spent, a last move may take nearly all."""
    assert 1 < seconds_for_move(60) < 5
    assert seconds_for_move(60, 10) > 7
    assert seconds_for_move(60, 0, 1) > 50
    assert seconds_for_move(60, 0, 40) < 60 / 40
    assert seconds_for_move(4.5) > 0.05, "a few seconds for the game are enough to think"


def test_what_is_kept_back_is_for_a_long_game() -> None:
    assert 2 * LONGEST >= GAME


@pytest.mark.parametrize(
    "bad", [{"seconds": -1.0}, {"seconds": math.nan}, {"nodes": 0}, {"nodes": -5}, {"depth": 0}, {"depth": -1}]
)
def test_bad_limits_are_refused_in_both_languages(bad: dict[str, int]) -> None:
    with pytest.raises(EngineError) as caught:
        Limits(**bad)
    (name,) = bad
    assert str(caught.value).startswith(f"{name} must be at least")
    with using_language("pt"):
        assert str(caught.value).startswith(f"{name} tem de ser pelo menos")


@pytest.mark.parametrize(
    "limits, expected",
    [
        (Limits(), False),
        (Limits(seconds=1), False),
        (Limits(nodes=100), True),
        (Limits(depth=3), True),
        (Limits(nodes=100, depth=3), True),
        (Limits(seconds=1, nodes=100), False),
    ],
)
def test_only_time_makes_a_search_that_cannot_be_repeated(limits: Limits, expected: bool) -> None:
    assert limits.is_repeatable is expected
