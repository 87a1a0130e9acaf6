"""Plots: pictures that stand alone, are the same every time, and suit light and dark pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from tabuleiro.drawing.plots import Series, draw_histogram, draw_intervals, draw_lines, draw_shades, draw_shares
from tabuleiro.drawing.styles import THEMES
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import Text, using_language

TITLE = Text("A < B & $c_d$", "A < B & $c_d$ em português")
ODD = "x <y> & $z_1$"

PLOTS: dict[str, Callable[[str], str]] = {
    "intervals": lambda theme: draw_intervals(
        [(ODD, 10, -5, 30), ("b", -10, -4000, 20), ("n" * 60, 0.5, 0, 1)], title=TITLE, axis="Elo", theme=theme
    ),
    "histogram": lambda theme: draw_histogram(
        [(0, 10, 3), (10, 20, 0), (20, 30, 12)], title=TITLE, axis=ODD, counts="n", marks=[(12, ODD)], theme=theme
    ),
    "lines": lambda theme: draw_lines(
        [Series(ODD, [1, 2, 3], [1, 4, 2], [0, 3, 1], [2, 5, 3]), Series("b", range(50), range(50))],
        title=TITLE,
        axis="x",
        values="y",
        levels=(2.5,),
        theme=theme,
    ),
    "shares": lambda theme: draw_shares(
        [ODD, "b"], [("won", [3, 0]), ("drawn", [1, 0]), (ODD, [2, 0])], title=TITLE, theme=theme
    ),
    "shades": lambda theme: draw_shades([ODD, "b"], ["1", "2"], [[None, 0.2], [1.0, None]], title=TITLE, theme=theme),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", PLOTS)
def test_a_picture_is_a_document_of_its_own(name: str, theme: str) -> None:
    picture = PLOTS[name](theme)
    root = ElementTree.fromstring(picture)
    assert root.tag.endswith("svg")
    assert root.attrib["class"] == f"tabuleiro-plot theme-{theme}"
    assert next(element for element in root.iter() if element.tag.endswith("title")).text == str(TITLE)
    assert "script" not in picture
    assert ("prefers-color-scheme" in picture) == (theme == "auto")
    assert not re.findall(r'(?:href|src)="(?!#)', picture), "nothing comes from outside"


@pytest.mark.parametrize("name", PLOTS)
def test_the_same_numbers_give_the_same_picture(name: str) -> None:
    assert PLOTS[name]("auto") == PLOTS[name]("auto")


@pytest.mark.parametrize("name", PLOTS)
def test_words_are_text_and_written_as_they_are(name: str) -> None:
    root = ElementTree.fromstring(PLOTS[name]("auto"))
    words = ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("}text")]
    assert ODD in words
    assert all(len(word) <= 30 for word in words)


@pytest.mark.parametrize("name", ['a id="b" c', "fill: #1f6feb", "font: 12px x", "中文引擎"])
def test_names_stay_as_they_are_whatever_they_look_like(name: str) -> None:
    root = ElementTree.fromstring(draw_intervals([(name, 0, -1, 1)], title=TITLE, axis="Elo"))
    assert name in ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("}text")]


def test_long_names_that_begin_alike_can_be_told_apart() -> None:
    names = [f"uci:/home/somebody/engines/version-{number}" for number in (1, 2)] + ["n" * 22]
    picture = draw_intervals([(name, 0, -1, 1) for name in names], title=TITLE, axis="Elo")
    root = ElementTree.fromstring(picture)
    words = {"".join(element.itertext()) for element in root.iter() if element.tag.endswith("}text")}
    assert {"uci:/home/…s/version-1", "uci:/home/…s/version-2", "n" * 22} <= words


@pytest.mark.parametrize("name", PLOTS)
def test_every_colour_has_a_name(name: str) -> None:
    """What has none would stay as it is on a dark page."""
    body = PLOTS[name]("auto").partition("</style>")[2]
    painted = re.findall(r"(?:fill|stroke): (?!none|var)[^;\"]+(?:; (?:fill|stroke): var\(--plot-[\w-]+\))?", body)
    assert painted
    assert all("var(--plot-" in colour for colour in painted), painted


def test_ids_of_two_pictures_do_not_meet() -> None:
    ids = [re.findall(r' id="([^"]+)"', draw("auto")) for draw in PLOTS.values()]
    together = [id for found in ids for id in found]
    assert len(together) == len(set(together))


def test_what_is_referred_to_is_there() -> None:
    for draw in PLOTS.values():
        picture = draw("auto")
        ids = set(re.findall(r' id="([^"]+)"', picture))
        assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', picture)) == ids


def test_numbers_are_written_as_the_language_does() -> None:
    with using_language("pt"):
        picture = draw_lines([Series("", [0, 1], [0, 0.5])], title=TITLE, axis="x", values="y")
        shares = PLOTS["shares"]("auto")
    assert ">0,5<" in picture
    assert ">20\N{NO-BREAK SPACE}%<" in shares
    assert "em português" in picture


def test_an_interval_that_reaches_far_does_not_hide_the_others() -> None:
    rows = [("a", 0.0, -20.0, 20.0), ("b", 50.0, 30.0, 70.0), ("c", 120.0, 100.0, 9000.0)]
    picture = draw_intervals(rows, title=TITLE, axis="Elo")
    assert ">100<" in picture
    assert "000<" not in picture


@pytest.mark.parametrize(("first", "last"), [(50, 50), (17, 18), (0, 0), (1, 3), (0, 400), (990, 1010)])
def test_a_histogram_of_whole_numbers_has_whole_numbers_beside_it(first: int, last: int) -> None:
    bins = [(value - 0.5, value + 0.5, 1) for value in range(first, last + 1)]
    picture = draw_histogram(bins, title=TITLE, axis="plies", counts="n", marks=[(first, "median")])
    words = [
        "".join(found.itertext()) for found in ElementTree.fromstring(picture).iter() if found.tag.endswith("}text")
    ]
    numbers = [word for word in words if word not in {"plies", "n", "median"}]
    assert len(numbers) > 3
    assert all(re.fullmatch(r"[\d,]+", number) for number in numbers), numbers


@pytest.mark.parametrize(("value", "side"), [(50, "start"), (60, "end")])
def test_what_is_pointed_out_is_named_above_the_bars_where_there_is_room(value: int, side: str) -> None:
    bins = [(49.5, 50.5, 40), (50.5, 59.5, 7), (59.5, 60.5, 40)]
    picture = draw_histogram(bins, title=TITLE, axis="plies", counts="n", marks=[(value, "median")])
    words = re.search(r'text-anchor: (\w+);[^>]* y="([\d.]+)"[^>]*>median<', picture)
    assert words is not None
    assert words[1] == side
    tops = re.findall(r"M [\d.]+ ([\d.]+) \nL [\d.]+ \1 \nL [\d.]+ ([\d.]+) \nL [\d.]+ \2 \nz", picture)
    assert len(tops) == len(bins)
    assert all(float(words[2]) < float(top) for _, top in tops)


def test_hardly_anything_can_be_drawn_too() -> None:
    draw_intervals([("a", 0, 0, 0)], title=TITLE, axis="Elo")
    draw_histogram([(3, 4, 1)], title=TITLE, axis="plies", counts="n")
    draw_lines([Series("a", [1], [0])], title=TITLE, axis="x", values="y")
    draw_shades(["a"], ["1"], [[None]], title=TITLE)


def test_a_theme_that_is_not_there_is_refused() -> None:
    with pytest.raises(TabuleiroError, match="There is no theme 'pink'"):
        PLOTS["lines"]("pink")
