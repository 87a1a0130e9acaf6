"""What Monkey Queen tells the engine: queens that fall or are lost, gains; against search by the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import tabuleiro
from tabuleiro.games._monkey_queen_tables import QUEEN
from tabuleiro.rules.advice import MAY_THREATEN, THREATENS
from tabuleiro.rules.position import Position
from tabuleiro.rules.primitives import UNDER_THREAT

IDS = (
    "monkey-queen",
    "monkey-queen;metric=chebyshev",
    "monkey-queen:8x8-12",
    "monkey-queen:6x6-6",
    "monkey-queen:6x6-4;metric=chebyshev",
    "monkey-queen:10x10-3",
    pytest.param("monkey-queen:18x18-30", marks=pytest.mark.compiled),  # thousands of moves a game
)


def wins_at_once(position: Position) -> bool:
    """Has the side to move a move that ends the game?"""
    return any(position.play(move).outcome is not None for move in position.legal_moves)


def loses_at_once(position: Position) -> bool:
    """Is there, after any move of the side to move, one that ends the game?"""
    return all(after.outcome is None and wins_at_once(after) for after in map(position.play, position.legal_moves))


def positions(id: str, count: int, seed: int = 1) -> Iterator[Position]:
    """Positions of random games in which queens are sometimes let live, so that dangers of all kinds come about."""
    game, chance = tabuleiro.game(id), random.Random(seed)
    while True:
        position = game.start()
        care = chance.choice((0.0, 0.5, 0.9))
        while position.outcome is None:
            if chance.random() < 0.15:
                yield position
                count -= 1
                if count == 0:
                    return
            after = position.play(chance.choice(position.legal_moves))
            for _ in range(6):
                if after.outcome is not None or (chance.random() < care and wins_at_once(after)):
                    after = position.play(chance.choice(position.legal_moves))
            position = after


@pytest.mark.parametrize("id", IDS)
def test_queens_in_danger_are_seen_and_lost_only_if_they_are(id: str, advice: Any) -> None:
    for position in positions(id, advice.some(60)):
        queen_falls = any(
            after.outcome is not None and after.outcome.reason == "queen-captured"
            for after in map(position.play, position.legal_moves)
        )
        answer = advice.foreseen(position)
        assert (answer == 1) == queen_falls, position.fen
        if answer == -2:
            assert loses_at_once(position), position.fen
        elif answer != 1:
            other = advice.with_the_other_to_move(position)
            in_danger = any(
                int(other.play(move).state[QUEEN + position.turn]) == 0 for move in other.legal_moves if move.captured
            )
            assert answer in ((UNDER_THREAT, 0) if in_danger else (0,)), position.fen


@pytest.mark.compiled
@pytest.mark.parametrize("id", IDS)
def test_captures_gain_and_moves_left_out_lose_the_queen(id: str, advice: Any) -> None:
    for position in positions(id, advice.some(60), seed=2):
        listed, is_lost = advice.considered(position), advice.foreseen(position) == -2
        for move in position.legal_moves:
            if move._code not in listed:
                after = position.play(move)
                assert after.outcome is None and wins_at_once(after), (position.fen, str(move))
            elif not is_lost:  # else there is one move, which is as bad as any other
                assert (listed[move._code] > THREATENS) == bool(move.captured), (position.fen, str(move))


@pytest.mark.compiled
@pytest.mark.parametrize("id", IDS)
def test_quiet_moves_that_look_at_the_queen_may_threaten(id: str, advice: Any) -> None:
    seen = Counter[int]()
    for position in positions(id, advice.some(60), seed=3):
        if advice.foreseen(position) in (1, -2):
            continue
        listed = advice.considered(position)
        for move in position.legal_moves:
            if move._code in listed and not move.captured:
                again = advice.with_the_other_to_move(position.play(move))
                hits = [after for after in again.legal_moves if after.origin == move.target and after.captured]
                looks = any(int(again.play(hit).state[QUEEN + 1 - position.turn]) == 0 for hit in hits)
                assert listed[move._code] == (MAY_THREATEN if looks else 0), (position.fen, str(move))
                seen[looks] += 1
    assert seen[True] and seen[False]


def test_the_last_figure_of_the_rules_is_lost_and_the_other_won(advice: Any) -> None:
    game = tabuleiro.game("monkey-queen")
    figure = "7b1b1b/5b1bb2q(6)/5b4b1/8B3/12/6B3B1/4Q(9)6B/5B6/12/12/12/12"
    assert advice.foreseen(game.position(f"{figure} b")) == -2
    assert advice.foreseen(game.position("12/12/12/12/B11/12/2Q(7)3b5/8b3/8q(9)3/12/12/12 b")) == 1
