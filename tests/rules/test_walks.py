"""Walks over any game: lines of play counted, random games, and moves by lot that may be any legal one and no other."""

from __future__ import annotations

import os

import numpy
import pytest

import tabuleiro
from tabuleiro.rules.kernel import SLACK, is_compiling
from tabuleiro.rules.walks import count_leaves, play_random_games

SMALL = ("breakthrough:4x4", "fields-of-action", "monkey-queen:6x6-6", "tafl:brandubh", "trench")


@pytest.mark.parametrize("id", SMALL)
def test_leaves_are_counted_as_positions_list_their_moves(id: str) -> None:
    start = tabuleiro.game(id).start()
    assert count_leaves(start, 0) == 1
    assert count_leaves(start, 1) == len(start.legal_moves)
    assert count_leaves(start, 2) == sum(len(start.play(move).legal_moves) for move in start.legal_moves)


@pytest.mark.skipif(is_compiling() and not os.environ.get("TABULEIRO_SOAK"), reason="takes long to compile")
@pytest.mark.parametrize("id", SMALL)
def test_random_games_come_to_their_ends(id: str) -> None:
    game = tabuleiro.game(id)
    plies, ends = play_random_games(game.start(), 3, seed=5, longest=40)
    assert 3 <= plies <= 3 * 40
    assert sum(ends.values()) == 3
    assert all(winner in {None, 0, 1} for winner, _ in ends)
    assert (plies, ends) == play_random_games(game.start(), 3, seed=5, longest=40)


@pytest.mark.parametrize("id", SMALL)
def test_a_move_by_lot_may_be_any_legal_one(id: str) -> None:
    start = tabuleiro.game(id).start()
    game, random = start.game, numpy.array([12345], dtype=numpy.int64)
    room = numpy.zeros(game.machine.max_moves + SLACK, dtype=numpy.int64)
    legal = set(start.legal_moves.codes())
    drawn = {int(game.kernel.random_move(game.rules, start.state, room, random)) for _ in range(12 * len(legal))}
    assert drawn <= legal
    assert len(drawn) >= 0.95 * len(legal)
