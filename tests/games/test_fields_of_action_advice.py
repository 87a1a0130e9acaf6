"""What Fields of Action tells the engine: the worth of runs, completing captures, gains, passing."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import tabuleiro
from tabuleiro.games._fields_of_action_advice import completing
from tabuleiro.games._fields_of_action_tables import CAPTURED
from tabuleiro.rules.advice import MAY_THREATEN, THREATENS
from tabuleiro.rules.primitives import UNDER_THREAT
from tests.games.common import greedy_game

GAME = tabuleiro.game("fields-of-action")


@cache
def positions(games: int, greed: float) -> tuple[tabuleiro.Position, ...]:
    """Positions of games that go on, in which captures are preferred with the probability `greed`."""
    chance = random.Random(f"fields {greed}")
    return tuple(found for _ in range(games) for found in greedy_game(GAME.start(), chance, greed, 120))


def sample() -> list[tabuleiro.Position]:
    """Positions of all kinds of games."""
    return [*positions(4, 0.0)[::8], *positions(6, 0.8)[::4]]


@cache
def late() -> tuple[tabuleiro.Position, ...]:
    """Positions in which one of the players lacks a single number."""
    found = positions(24, 0.9)
    return tuple(
        position for position in found if any(completing(int(position.state[CAPTURED + player])) for player in range(2))
    )


def completes_at_once(position: tabuleiro.Position) -> bool:
    """Has the side to move a move that completes a run, by the book?"""
    ends = (position.play(move).outcome for move in position.legal_moves)
    return any(outcome is not None and outcome.reason == "five-in-sequence" for outcome in ends)


def worth_of_runs(advice: Any, white: list[int], captured: list[int]) -> int:
    """What captured numbers are worth to Black while White has these on the board."""
    row = "".join(f"W({number})" for number in white)
    listed = ",".join(str(number) for number in captured) or "-"
    position = GAME.position(f"B(1)7/8/8/8/8/8/8/{row}{8 - len(white)} b - {listed}")
    return int(advice.terms(position)[1][2])


def test_runs_count_for_more_the_less_they_lack(advice: Any) -> None:
    run = [5, 6, 7, 8, 9]
    worths = [worth_of_runs(advice, run[count:], run[:count]) for count in range(5)]
    gains = [after - before for before, after in pairwise(worths)]
    assert min(gains) > 0
    assert gains[-1] == max(gains)


def test_a_run_counts_only_while_it_can_be_completed(advice: Any) -> None:
    assert worth_of_runs(advice, [5, 8, 9], [6, 7]) > 0
    assert worth_of_runs(advice, [5, 8, 10], [6, 7]) == 0


@pytest.mark.compiled
def test_completing_captures_are_seen_and_so_are_the_enemy_s(advice: Any) -> None:
    seen = {1: 0, UNDER_THREAT: 0, 0: 0}
    for position in [*sample(), *late()]:
        foreseen = advice.foreseen(position)
        seen[foreseen] += 1
        assert foreseen == 1 or not completes_at_once(position), position.fen
        if foreseen == UNDER_THREAT:
            turned = advice.with_the_other_to_move(position)
            assert turned is not None and completes_at_once(turned), position.fen
    assert min(seen.values()) > 5, seen


@pytest.mark.compiled
def test_all_moves_are_considered_and_captures_gain(advice: Any) -> None:
    for position in [*sample(), *late()]:
        listed = advice.considered(position)
        assert list(listed) == list(position.legal_moves.codes())
        for move in position.legal_moves:
            gain = listed[move._code]
            after = position.play(move)
            if not move.captured:
                again = advice.with_the_other_to_move(after) if gain else None
                assert gain == 0 or (gain == THREATENS and again is not None and completes_at_once(again)), position.fen
                continue
            recaptures = [reply for reply in after.legal_moves if reply.target == move.target]
            assert gain > 0 or recaptures, (position.fen, str(move))
            assert gain not in (THREATENS, MAY_THREATEN), (position.fen, str(move))


@pytest.mark.compiled
def test_moves_after_which_a_run_could_be_completed_are_told_apart(advice: Any) -> None:
    told = 0
    for position in late()[::3]:
        if completes_at_once(position):
            continue
        for move in position.legal_moves:
            after = position.play(move)
            if not move.captured and after.outcome is None:
                again = advice.with_the_other_to_move(after)
                threatens = again is not None and again.outcome is None and completes_at_once(again)
                assert (advice.considered(position)[move._code] == THREATENS) == threatens, (position.fen, str(move))
                told += threatens
    assert told > 5


def test_nobody_passes_where_a_run_is_about_to_be_completed(advice: Any) -> None:
    skipped = [position for position in [*sample(), *late()] if advice.skipped(position) is not None]
    assert len(skipped) > 20
    assert not any(advice.foreseen(position) for position in skipped)
