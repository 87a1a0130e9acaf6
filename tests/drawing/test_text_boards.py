"""Boards in characters: aligned, complete, and right in every view."""

from __future__ import annotations

import re

import pytest

import tabuleiro
from tabuleiro import Move, Position
from tabuleiro.drawing.canvas import Canvas, Style, width_of
from tabuleiro.drawing.text import draw_text

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def columns_of(line: str) -> dict[int, str]:
    """The characters of a line by the column that they begin in."""
    found, column = {}, 0
    for character in line:
        if width_of(character):
            found[column] = character
        column += width_of(character)
    return found


def test_str_is_the_plain_board() -> None:
    assert str(tabuleiro.game("breakthrough:5x5").start()) == (
        "   ╭───────────╮\n"
        " 5 │ ● ● ● ● ● │\n"
        " 4 │ ● ● ● ● ● │\n"
        " 3 │ · · · · · │\n"
        " 2 │ ○ ○ ○ ○ ○ │\n"
        " 1 │ ○ ○ ○ ○ ○ │\n"
        "   ╰───────────╯\n"
        "     a b c d e"
    )


def test_kinds_of_cells_have_brackets_and_share_them_where_they_must() -> None:
    position = tabuleiro.game("breakthrough:5x5").start()
    move = position.find("a2-b3")
    drawn = draw_text(position.play(move), last=move, targets=("c3", "d3"), cursor="d4", ascii=True, flip=True)
    assert drawn == (
        "   +-----------+\n"
        " 1 | P P P P P |\n"
        " 2 | P P P P[.]|\n"
        " 3 | .(.|.)P]. |\n"
        " 4 | p<p>p p p |\n"
        " 5 | p p p p p |\n"
        "   +-----------+\n"
        "     e d c b a"
    )


def test_zones_show_on_empty_cells(gallery: Position) -> None:
    lines = draw_text(gallery).splitlines()
    assert lines[1].split() == ["7", "│", "◇", "·", "·", "·", "·", "·", "◇", "│"]
    assert lines[4].split() == ["4", "│", "+", "+", "+", "×", "+", "+", "+", "│"]
    assert lines[7].split() == ["1", "│", "◇", "·", ":", ":", ":", "·", "◇", "│"]


@pytest.mark.parametrize("view", ["square", "diamond"])
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("marks", [False, True])
def test_ascii_is_ascii_with_the_letters_of_the_fen(gallery: Position, view: str, flip: bool, marks: bool) -> None:
    drawn = draw_text(gallery, view=view, flip=flip, marks=marks, ascii=True)
    assert drawn.isascii()
    for letters in ("M", "m", "D", "d", "K", "k", "S20", "s20", "X", "x"):
        assert re.search(rf"(?<![A-Za-z0-9]){letters}(?![A-Za-z0-9])", drawn), letters


def test_signs_of_any_width_keep_the_columns(gallery: Position) -> None:
    """The wide sign, the three-character sign and the dots of a file stand below one another."""
    lines = draw_text(gallery).splitlines()
    files = columns_of(lines[-1])
    for line in lines[1:-2]:
        columns = columns_of(line)
        assert columns[3] == "│"
        assert width_of(line) == width_of(lines[0])
    d_file = next(column for column, character in files.items() if character == "d")
    assert columns_of(lines[4])[d_file] == "×"
    assert "王" in (columns_of(lines[6]).get(d_file), columns_of(lines[6]).get(d_file - 1))


@pytest.mark.parametrize("flip", [False, True])
def test_a_diamond_is_one(gallery: Position, flip: bool) -> None:
    """Every rank of the diamond has one cell more up to the middle, then one less, and all are centred."""
    lines = draw_text(gallery, view="diamond", flip=flip, ascii=True).splitlines()
    assert len(lines) == 2 * 7 - 1 + 1
    middles = set()
    for number, line in enumerate(lines[:-1]):
        cells = list(re.finditer(r"[^ ]+", line))
        if number > 6:
            cells = cells[1:-1]
        assert len(cells) == 7 - abs(number - 6)
        middles.add((cells[0].start() + cells[0].end() + cells[-1].start() + cells[-1].end()) / 4)
    assert max(middles) - min(middles) <= 1


def test_the_names_of_a_diamonds_cells_can_be_read_off_its_lower_edges(gallery: Position) -> None:
    lines = draw_text(gallery, view="diamond", ascii=True).splitlines()
    assert lines[-1].split() == ["1", "a"]
    assert [line.split()[0] for line in lines[7:]] == ["7", "6", "5", "4", "3", "2", "1"]
    assert [line.split()[-1] for line in lines[7:]] == ["g", "f", "e", "d", "c", "b", "a"]
    flipped = draw_text(gallery, view="diamond", ascii=True, flip=True).splitlines()
    assert flipped[-1].split() == ["7", "g"]


def test_marks_follow_the_signs(gallery: Position) -> None:
    assert "○¹²:<3" in draw_text(gallery, marks=True)
    assert "M:12:<3" in draw_text(gallery, marks=True, ascii=True)


@pytest.mark.parametrize("view", ["square", "diamond"])
@pytest.mark.parametrize("colour", [True, "256"])
def test_colours_change_no_sign(gallery: Position, capture: Move, view: str, colour: bool | str) -> None:
    targets = ("b2", "d4")
    plain = draw_text(gallery, view=view, last=capture, targets=targets, cursor="c3", ascii=True)
    drawn = draw_text(gallery, view=view, last=capture, targets=targets, cursor="c3", ascii=True, colour=colour)
    bare = ESCAPES.sub("", drawn)
    assert re.findall(r"[^\s|+-]", bare) == re.findall(r"[^\s|+-]", plain)
    for line in drawn.splitlines():
        assert ESCAPES.findall(line)[-1:] in ([], ["\x1b[0m"]), "colours must not run on into the next line"
    assert ("38;2;" in drawn) == (colour is True)
    assert ("38;5;" in drawn) == (colour == "256")


def test_brackets_are_separate_in_colours(gallery: Position) -> None:
    bare = ESCAPES.sub("", draw_text(gallery, targets=("a5", "b5"), colour=True))
    assert re.search(r"\( *· *\)\( *· *\)", bare)


def test_half_columns_close_the_gaps_of_a_coloured_diamond(gallery: Position) -> None:
    drawn = ESCAPES.sub("", draw_text(gallery, view="diamond", colour=True))
    assert "▐" in drawn and "▌" in drawn
    assert draw_text(gallery, view="diamond", colour=True, ascii=True).isascii()


def test_unknown_names_are_refused(gallery: Position) -> None:
    with pytest.raises(tabuleiro.TabuleiroError):
        draw_text(gallery, targets=("h1",))
    with pytest.raises(ValueError, match="view"):
        draw_text(gallery, view="sphere")


@pytest.mark.parametrize("name", tabuleiro.games())
def test_every_game_is_drawn_in_every_view(name: str) -> None:
    position = tabuleiro.game(name).start()
    board = position.game.board
    move = position.legal_moves[0]
    for view in board.views:
        for flip in (False, True):
            drawn = draw_text(position, view=view.name, flip=flip, marks=True, last=move, cursor=move.origin)
            for cell in board.cells:
                if position.state[cell]:
                    assert position.game.pieces[int(position.state[cell])].sign in drawn
            upright = view.name == "square"
            assert len(drawn.splitlines()) == (board.ranks + 3 if upright else board.files + board.ranks)


def test_a_canvas_joins_wide_and_combining_characters() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "e\u0301王", Style(ground="#000000"))
    canvas.put(0, 3, "x")
    assert canvas.text() == "e\u0301王x"
    assert canvas.at(0, 1) == "王" and canvas.at(0, 2) == "" and canvas.at(5, 5) == " "
    assert width_of("e\u0301王x") == 4
