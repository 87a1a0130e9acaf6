"""Positions: immutable values, moves in any notation, repetition, and what is refused."""

from __future__ import annotations

import copy
import pickle

import pytest

import tabuleiro
from tabuleiro import IllegalMove, InvalidMove
from tabuleiro.rules.position import Past


@pytest.fixture
def start() -> tabuleiro.Position:
    return tabuleiro.game("breakthrough").start()


def test_legal_moves_are_an_immutable_sequence(start: tabuleiro.Position) -> None:
    moves = start.legal_moves
    assert len(moves) == 22
    assert moves[0] == moves[-22]
    assert moves[-1] == list(moves)[-1]
    assert moves[2:4] == tuple(moves)[2:4]
    assert moves[0] in moves
    assert "a2-a3" not in moves
    assert moves == start.legal_moves
    assert moves == tuple(moves)
    assert moves != "a2-a3"
    assert hash(moves) == hash(start.legal_moves)
    assert repr(moves).startswith("<22 moves: a2-a3, ")
    for index in (22, -23):
        with pytest.raises(IndexError):
            moves[index]
    assert not hasattr(moves, "append")


def test_playing_leaves_the_position_as_it_was(start: tabuleiro.Position) -> None:
    before = start.fen
    after = start.play(start.legal_moves[0])
    assert start.fen == before
    assert after != start
    assert after.turn == 1
    assert len(start.legal_moves) == 22


@pytest.mark.parametrize("text", ["e2-e3", "e2e3", "e2 e3", "E2-E3", "e2xe3", " e2 - e3 "])
def test_a_move_may_be_written_in_several_ways(start: tabuleiro.Position, text: str) -> None:
    assert str(start.find(text)) == "e2-e3"


def test_a_move_of_an_equal_position_may_be_played(start: tabuleiro.Position) -> None:
    twin = start.game.position(start.fen)
    assert twin.play(start.legal_moves[3]) == start.play(start.legal_moves[3])
    assert twin.legal_moves[3] == start.legal_moves[3]
    assert hash(twin.legal_moves[3]) == hash(start.legal_moves[3])
    assert start.legal_moves[0] != "a2-a3"


def test_captured_cells_that_follow_a_move_must_be_the_right_ones() -> None:
    position = tabuleiro.game("breakthrough").position("8/8/8/3p4/4P3/8/8/p7 w")
    assert position.outcome is not None
    position = tabuleiro.game("breakthrough").position("7p/8/8/3p4/4P3/8/8/8 w")
    assert position.find("e4xd5xd5").captured == ("d5",)
    with pytest.raises(IllegalMove, match="e4-d5 captures d5, not e5"):
        position.play("e4-d5xe5")
    with pytest.raises(IllegalMove, match="e4-e5 captures nothing, not d5"):
        position.play("e4-e5xd5")


@pytest.mark.parametrize("text", ["", "e2", "e2-e3-e4", "e9-e10", "castle", "e2–e3", "x" * 1000, "²2-a3", "e2-e3x"])
def test_what_is_no_move_is_invalid(start: tabuleiro.Position, text: str) -> None:
    with pytest.raises(InvalidMove):
        start.play(text)


def test_positions_are_values(start: tabuleiro.Position) -> None:
    again = tabuleiro.game("breakthrough:8x8").position(start.fen)
    assert again == start
    assert {again: 1}[start] == 1
    assert pickle.loads(pickle.dumps(start)) == start == copy.deepcopy(start)
    assert eval(repr(start)) == start
    assert start != start.fen
    assert start != tabuleiro.game("breakthrough:7x7").start()
    move = start.legal_moves[5]
    assert pickle.loads(pickle.dumps(move)) == move
    assert repr(move) == f"<Move {move}>"


def test_a_long_history_survives_pickling() -> None:
    start = tabuleiro.game("fields-of-action").start()
    past: Past = None
    for key in range(5000):
        past = (key, past)
    position = tabuleiro.Position(start.game, start.state, past)
    assert pickle.loads(pickle.dumps(position)).earlier_keys == position.earlier_keys == tuple(range(4999, -1, -1))


def test_repetition_depends_on_how_the_position_came_about() -> None:
    game = tabuleiro.game("fields-of-action")
    position = game.start()
    for _ in range(2):
        for text in ("h7-h6", "a2-a3", "h6-h7", "a3-a2"):
            assert position.outcome is None
            position = position.play(text)
    assert position.occurrences == 3
    assert position.outcome == tabuleiro.Outcome(None, "repetition")
    assert position == game.start()
    assert game.start().outcome is None


def test_a_move_after_the_end_is_illegal() -> None:
    position = tabuleiro.game("breakthrough").position("8/4P3/8/8/8/8/1p6/8 w").play("e7-e8")
    assert position.outcome == tabuleiro.Outcome(0, "goal")
    assert not position.legal_moves
    with pytest.raises(IllegalMove, match="The game is over \\(goal reached\\)"):
        position.play("b2-b1")
