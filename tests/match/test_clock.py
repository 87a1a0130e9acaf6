"""Thinking time: three kinds of it, and a clock that is told what has passed."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

import tabuleiro
from tabuleiro.match import Clock, MatchError, per_move, sudden_death, with_increment


def test_sudden_death_only_runs_down() -> None:
    clock = Clock.start(sudden_death(10), player=0)
    clock = clock.spend(2.5).press()
    assert (clock.seconds(0), clock.seconds(1), clock.running) == (7.5, 10.0, 1)
    clock = clock.spend(1).spend(1).press()
    assert (clock.seconds(0), clock.seconds(1), clock.running) == (7.5, 8.0, 0)


def test_an_increment_is_added_after_the_move() -> None:
    clock = Clock.start(with_increment(10, 3), player=1)
    assert clock.spend(4).press().seconds(1) == 9.0
    assert clock.spend(10).is_up, "the increment does not come before the move is made"


def test_time_per_move_begins_anew() -> None:
    clock = Clock.start(per_move(5), player=0)
    assert clock.spend(4.999).press().left == (5000, 5000)
    assert clock.spend(5).is_up


def test_time_never_falls_below_nothing() -> None:
    clock = Clock.start(sudden_death(1), player=0).spend(100)
    assert clock.left == (0, 1000)
    assert clock.is_up
    with pytest.raises(MatchError, match=r"The time is up\."):
        clock.press()


def test_small_times_add_up_exactly() -> None:
    clock = Clock.start(sudden_death(1), player=0)
    for _ in range(10):
        clock = clock.spend(0.1)
    assert clock.left[0] == 0


def test_people_take_their_time_along_when_they_change_seats() -> None:
    clock = Clock.start(with_increment(10, 1), player=0).spend(4).press().spend(2).exchange()
    assert (clock.left, clock.running) == ((9000, 7000), 1)


@pytest.mark.parametrize("seconds", [-1, math.nan, math.inf, 1e12])
def test_what_is_no_time_is_refused(seconds: float) -> None:
    kinds: list[Callable[[float], object]] = [sudden_death, per_move, Clock.start(sudden_death(1), 0).spend]
    for kind in kinds:
        with pytest.raises(MatchError) as refusal:
            kind(seconds)
        assert "is no thinking time" in str(refusal.value)
        with tabuleiro.using_language("pt"):
            assert "não é tempo para pensar" in str(refusal.value)


def test_a_game_needs_some_time() -> None:
    with pytest.raises(MatchError, match=r"it may be from 0\.001 to 31536000 seconds"):
        sudden_death(0)
    assert with_increment(1, 0) == sudden_death(1)
