"""Boards: numbers, names, walls, lines and views of cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tabuleiro.rules.board import DIAMOND, EIGHT, FIRST_SLOT, SQUARE, Board
from tabuleiro.rules.texts import Text

BOARDS = some.builds(Board, some.integers(2, 19), some.integers(2, 19), some.booleans())


@given(BOARDS)
def test_every_cell_has_one_number_and_one_name(board: Board) -> None:
    assert len(set(board.cells)) == board.files * board.ranks == len(board.named)
    assert all(board.named[board.name[cell]] == cell for cell in board.cells)
    assert all(board.number(*board.place(cell)) == cell for cell in board.cells)
    assert min(board.cells) >= FIRST_SLOT
    assert max(board.cells) < min(board.slots, 512)


@given(BOARDS)
def test_a_step_off_a_walled_board_lands_on_a_wall(board: Board) -> None:
    walled = Board(board.files, board.ranks, walls=True)
    cells = set(walled.cells)
    for cell in walled.cells:
        file, rank = walled.place(cell)
        for direction in EIGHT:
            neighbour = cell + walled.step(direction)
            assert FIRST_SLOT <= neighbour < walled.slots
            assert (neighbour in cells) == walled.holds(file + direction[0], rank + direction[1])


def test_lines() -> None:
    board = Board(8, 8)
    cell = board.named
    assert board.line(cell["a1"], cell["d4"]) == ((1, 1), 3)
    assert board.line(cell["h8"], cell["h2"]) == ((0, -1), 6)
    assert board.line(cell["a1"], cell["b3"]) is None
    assert board.line(cell["a1"], cell["a1"]) is None
    assert [board.name[n] for n in board.between(cell["a1"], cell["d4"])] == ["b2", "c3"]
    assert board.between(cell["a1"], cell["b3"]) == ()
    assert board.reach(cell["c3"], (1, 1)) == 5
    assert board.reach(cell["c3"], (-1, 0)) == 2


def test_the_diamond_has_a1_at_the_bottom_and_a8_at_the_left() -> None:
    board = Board(8, 8, views=(DIAMOND, SQUARE))
    centre = {name: board.view().centre(*board.place(number)) for name, number in board.named.items()}
    assert max(centre, key=lambda name: centre[name][1]) == "a1"
    assert min(centre, key=lambda name: centre[name][1]) == "h8"
    assert min(centre, key=lambda name: centre[name][0]) == "a8"
    assert max(centre, key=lambda name: centre[name][0]) == "h1"
    assert len(board.view().outline(0, 0)) == 4


def test_views_are_found_by_name() -> None:
    board = Board(8, 8, views=(DIAMOND, SQUARE))
    assert board.view("square") is SQUARE
    assert SQUARE.title == Text("square", "quadrado")
    with pytest.raises(ValueError, match="has no view 'round'; it has diamond, square"):
        board.view("round")
