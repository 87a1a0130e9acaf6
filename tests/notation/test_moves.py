"""Moves as text: every way to write one, and what is refused."""

from __future__ import annotations

import pytest

import tabuleiro

CAPTURE = "8/8/8/3ppp2/4P3/8/8/8 w"


@pytest.mark.parametrize("text", ["e4xd5", "e4-d5", "e4d5", "e4 d5", "E4XD5", " e4 x d5 ", "e4xd5xd5", "e4-d5xd5"])
def test_a_move_is_read_however_it_is_written_and_written_in_one_way(text: str) -> None:
    assert str(tabuleiro.game("breakthrough").position(CAPTURE).find(text)) == "e4xd5"


@pytest.mark.parametrize(
    "text", ["", "e4", "e4-", "e4-d5-", "e4--d5", "e4-d5 e6", "e4-d5=Q", "4e5d", "resigns", "e4-d5x", "e" * 300]
)
def test_what_is_no_move_is_invalid(text: str) -> None:
    with pytest.raises(tabuleiro.InvalidMove, match="is not a move: write the cell it leaves"):
        tabuleiro.game("breakthrough").start().play(text)


@pytest.mark.parametrize("text", ["e4-e9", "i4-e5", "e0-e1", "e4-d5xz9", "e04-e5"])
def test_a_cell_that_the_board_does_not_have_is_invalid(text: str) -> None:
    with pytest.raises(tabuleiro.InvalidMove, match=r"The board has no cell .*: its cells go from a1 to h8"):
        tabuleiro.game("breakthrough").position(CAPTURE).play(text)


def test_captured_cells_that_are_named_must_be_the_right_ones() -> None:
    position = tabuleiro.game("breakthrough").position(CAPTURE)
    with pytest.raises(tabuleiro.IllegalMove, match="captures d5, not f5"):
        position.play("e4-d5xf5")
    with pytest.raises(tabuleiro.IllegalMove, match="captures nothing, not d3"):
        tabuleiro.game("breakthrough").start().play("d2-d3xd3")


def test_men_captured_beside_the_mover_are_appended_in_order() -> None:
    # e3 comes between its own men on c7 and e9: the men on d7 and e8 are both enclosed by the move to e7.
    position = tabuleiro.game("tafl:tablut").position("4t4/4T4/2tT5/9/2K6/9/4t4/9/9 a")
    assert str(position.find("e3e7")) == "e3-e7xd7xe8"
    assert position.play("e3-e7xe8xd7") == position.play("e3-e7")
