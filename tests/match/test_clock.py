"""Thinking time: three kinds of it, and a clock that is told what has passed."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as some

import tabuleiro
from tabuleiro.match import Clock, MatchError, TimeControl, per_move, sudden_death, with_increment
from tabuleiro.match.clock import LONGEST, read_control, write_control


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


# --- as people write it -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "control", "written"),
    [
        ("10", sudden_death(600), "10"),
        ("10+5", with_increment(600, 5), "10+5"),
        (" 0.5+0 ", sudden_death(30), "0.5"),
        ("3.5+2.25", with_increment(210, 2.25), "3.5+2.25"),
        ("10,5", sudden_death(630), "10.5"),
        ("0,5+2,25", with_increment(30, 2.25), "0.5+2.25"),
        ("30/move", per_move(30), "30/move"),
        ("30/JOGADA", per_move(30), "30/move"),
        ("1.5/move", per_move(1.5), "1.5/move"),
        ("525600", sudden_death(LONGEST), "525600"),
        ("1000000/move", per_move(1_000_000), "1000000/move"),
        ("0.00002", sudden_death(0.001), "0.0000166667"),
    ],
)
def test_thinking_time_is_read_and_written(text: str, control: TimeControl, written: str) -> None:
    assert read_control(text) == control
    assert write_control(control) == written


@pytest.mark.parametrize("text", ["", "ten", "-5", "10+", "+5", "10 5", "1e3", "10/game", "١٠", "10+5/move", "5" * 99])
def test_what_is_no_thinking_time_is_refused_with_examples(text: str) -> None:
    with pytest.raises(MatchError) as refusal:
        read_control(text)
    assert str(refusal.value).startswith(f"{text[:40]!r} is no thinking time: write 10 (minutes for the game)")
    with tabuleiro.using_language("pt"):
        assert str(refusal.value).startswith(f"{text[:40]!r} não é tempo para pensar: escreva 10")


@pytest.mark.parametrize("text", ["0", "0,0", "0+5", "0/move", "525601", "10+31536001"])
def test_time_that_is_too_short_or_too_long_is_refused(text: str) -> None:
    with pytest.raises(MatchError, match="is no thinking time: there must be some"):
        read_control(text)


TIMES = some.integers(1, LONGEST * 1000)
CONTROLS = some.builds(TimeControl, TIMES, TIMES | some.just(0)) | some.builds(
    TimeControl, TIMES, some.just(0), some.just(True)
)


@given(CONTROLS)
def test_whatever_is_written_is_read_as_it_was(control: TimeControl) -> None:
    assert read_control(write_control(control)) == control


@given(some.text(alphabet="0123456789.+/move ", max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        control = read_control(text)
    except MatchError:
        return
    assert read_control(write_control(control)) == control
