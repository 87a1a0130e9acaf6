"""Where cells, labels and zones lie in the plane."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro import Position
from tabuleiro.drawing.layout import Layout
from tabuleiro.rules.board import DIAMOND, SQUARE, Board


@pytest.fixture
def board(gallery: Position) -> Board:
    return gallery.game.board


def test_flip_turns_the_plane_by_half(board: Board) -> None:
    upright, turned = Layout(board, SQUARE), Layout(board, SQUARE, flip=True)
    for place in upright.places:
        x, y = upright.centre(*place)
        assert turned.centre(*place) == (-x, -y)
        assert turned.outline(place) == tuple((-x, -y) for x, y in upright.outline(place))


@pytest.mark.parametrize("flip", [False, True])
def test_square_labels_stand_below_and_to_the_left(board: Board, flip: bool) -> None:
    layout = Layout(board, SQUARE, flip)
    centres = [layout.centre(*place) for place in layout.places]
    assert {y for _, (_, y) in layout.file_labels(1)} == {max(y for _, y in centres) + 1}
    assert {x for _, (x, _) in layout.rank_labels(1)} == {min(x for x, _ in centres) - 1}
    assert [name for name, _ in layout.file_labels(1)] == list("abcdefg")
    assert [name for name, _ in layout.rank_labels(1)] == list("1234567")


@pytest.mark.parametrize("flip", [False, True])
def test_diamond_labels_stand_along_the_lower_edges(board: Board, flip: bool) -> None:
    """Files on the lower right edge, ranks on the lower left one, each one step from its own cells."""
    layout = Layout(board, DIAMOND, flip)
    middle_x, middle_y = layout.centre(3, 3)
    step = abs(DIAMOND.across[0])
    for file, (_, (x, y)) in enumerate(layout.file_labels(1)):
        assert x > middle_x and y > middle_y
        rank = 6 if flip else 0
        assert (x, y) == pytest.approx((layout.centre(file, rank)[0] + step, layout.centre(file, rank)[1] + step))
    for rank, (_, (x, y)) in enumerate(layout.rank_labels(1)):
        assert x < middle_x and y > middle_y
        file = 6 if flip else 0
        assert (x, y) == pytest.approx((layout.centre(file, rank)[0] - step, layout.centre(file, rank)[1] + step))


def test_the_first_cell_of_a_diamond_is_at_the_bottom_and_the_last_at_the_top(board: Board) -> None:
    layout = Layout(board, DIAMOND)
    heights = {place: layout.centre(*place)[1] for place in layout.places}
    assert max(heights, key=heights.__getitem__) == (0, 0)
    assert min(heights, key=heights.__getitem__) == (6, 6)
    assert layout.direction((1, 1)) == pytest.approx((0, -1))


def test_the_border_of_a_zone_runs_around_its_cells_together(board: Board) -> None:
    layout = Layout(board, SQUARE)
    line = next(zone for zone in board.zones if zone.style == "line")
    edges = list(layout.border(line))
    assert len(edges) == 2 * 7 + 2
    assert all(abs(x - to_x) + abs(y - to_y) == pytest.approx(1) for (x, y), (to_x, to_y) in edges)


def test_where_zones_overlap_the_stronger_shows(board: Board) -> None:
    layout = Layout(board, SQUARE)
    styles = {name: layout.zones[layout.place(name)].style for name in ("d4", "a4", "c1", "a1", "b1", "b6")}
    assert styles == {"d4": "centre", "a4": "line", "c1": "camp", "a1": "goal", "b1": "first", "b6": "second"}


def test_a_cell_that_is_not_on_the_board_is_refused_in_both_languages(board: Board) -> None:
    with pytest.raises(tabuleiro.TabuleiroError) as refusal:
        Layout(board, SQUARE).place("h9")
    assert str(refusal.value) == "There is no cell 'h9' on this board; its cells are a1 to g7."
    with tabuleiro.using_language("pt"):
        assert str(refusal.value) == "Não há nenhuma casa 'h9' neste tabuleiro; as casas vão de a1 a g7."
