"""Graphs of probabilities: as pictures that stand alone, and in characters that fit."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tabuleiro.drawing.graph import draw_graph, graph_in_text
from tabuleiro.drawing.styles import THEMES
from tabuleiro.messages.numbers import percentage
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import using_language

SHARES = [0.5, 0.6, 0.4, 0.9, 1.0, 0.0]


def test_percentages_are_written_as_the_language_does() -> None:
    assert (percentage(0.5), percentage(0.1234, 1)) == ("50%", "12.3%")
    assert [percentage(share) for share in (0, 0.003, 0.994, 0.997, 1)] == ["0%", "<1%", "99%", ">99%", "100%"]
    with using_language("pt"):
        assert (percentage(0.5), percentage(0.1234, 1)) == ("50\N{NO-BREAK SPACE}%", "12,3\N{NO-BREAK SPACE}%")


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_is_a_document_of_its_own(theme: str) -> None:
    picture = draw_graph(SHARES, title="A < B", marks=[(2, "a & b"), (5, "end")], theme=theme)
    root = ElementTree.fromstring(picture)
    assert root.tag.endswith("svg")
    titles = [element.text for element in root.iter() if element.tag.endswith("title")]
    assert titles == ["A < B", "a & b", "end"]
    assert "script" not in picture
    assert ("prefers-color-scheme" in picture) == (theme == "auto")
    assert picture == draw_graph(SHARES, title="A < B", marks=[(2, "a & b"), (5, "end")], theme=theme)


def test_every_value_stands_inside_the_picture() -> None:
    root = ElementTree.fromstring(draw_graph(SHARES))
    line = next(element for element in root.iter() if element.tag.endswith("polyline")).attrib["points"]
    spots = [tuple(map(float, point.split(","))) for point in line.split()]
    assert len(spots) == len(SHARES)
    assert all(0 <= x <= 800 and 0 <= y <= 260 for x, y in spots)
    assert spots[4][1] < spots[3][1] < spots[5][1], "the higher the share, the higher it stands"


@pytest.mark.parametrize("shares", [[], [0.5]])
def test_hardly_anything_can_be_drawn_too(shares: list[float]) -> None:
    ElementTree.fromstring(draw_graph(shares))
    assert graph_in_text(shares).startswith("100%")


def test_a_theme_that_is_not_there_is_refused() -> None:
    with pytest.raises(TabuleiroError, match="There is no theme 'pink'"):
        draw_graph(SHARES, theme="pink")


def test_columns_are_as_high_as_their_shares() -> None:
    assert graph_in_text([0, 0.25, 0.5, 0.75, 1], width=16, height=4).splitlines() == [
        "100% │        ██",
        " 50% │      ████",
        "     │    ██████",
        "  0% │  ████████",
        "      0 1 2 3 4",
    ]


def test_a_graph_of_characters_may_be_plain() -> None:
    text = graph_in_text([0.5, 1, 0], width=16, height=2, ascii=True)
    assert text.isascii()
    assert text.splitlines() == [" 50% |   ###", "  0% |######", "      0  1  2"]


@pytest.mark.parametrize("count", [3, 40, 73, 74, 75, 150, 1000, 5000])
@pytest.mark.parametrize("width", [20, 80, 100])
def test_a_graph_fits_its_width(count: int, width: int) -> None:
    lines = graph_in_text([number / count for number in range(count)], width=width).splitlines()
    assert len(lines) == 9
    assert max(map(len, lines[:-1])) <= width
    assert max(map(len, lines)) <= width + 4
