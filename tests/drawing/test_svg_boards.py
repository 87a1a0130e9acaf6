"""Boards in SVG: well-formed, complete, escaped, and the same every time."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import tabuleiro
from tabuleiro import Move, Position
from tabuleiro.drawing.palette import DARK, LIGHT
from tabuleiro.drawing.styles import THEMES, style_sheet
from tabuleiro.drawing.svg import draw_svg

SVG = "{http://www.w3.org/2000/svg}"


Element = ElementTree.Element


def parse(text: str) -> Element:
    return ElementTree.fromstring(text)


def with_class(picture: Element, name: str) -> list[Element]:
    return [element for element in picture.iter() if name in element.get("class", "").split()]


def corners(polygon: Element) -> list[tuple[float, float]]:
    pairs = (pair.split(",") for pair in polygon.get("points", "").split())
    return [(float(x), float(y)) for x, y in pairs]


def middle(polygon: Element) -> tuple[float, float]:
    points = corners(polygon)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def moved_to(group: Element) -> tuple[float, float]:
    found = re.fullmatch(r"translate\(([-\d.]+) ([-\d.]+)\)", group.get("transform", ""))
    assert found
    return float(found[1]), float(found[2])


@pytest.mark.parametrize("name", [*tabuleiro.games(), "breakthrough:19x19", "breakthrough:2x4;home_rows=1"])
@pytest.mark.parametrize("flip", [False, True])
def test_every_cell_and_every_piece_is_there(name: str, flip: bool) -> None:
    position = tabuleiro.game(name).start()
    board = position.game.board
    for view in board.views:
        picture = parse(draw_svg(position, view=view.name, flip=flip))
        cells = {element.get("class", "").split()[1]: element for element in with_class(picture, "cell")}
        assert cells.keys() == board.named.keys()
        left, top, width, height = map(float, picture.get("viewBox", "").split())
        for cell in cells.values():
            assert len(corners(cell)) == 4
            assert all(left < x < left + width and top < y < top + height for x, y in corners(cell))
        pieces = {element.get("class", "").split()[2]: element for element in with_class(picture, "piece")}
        assert pieces.keys() == {board.name[cell] for cell in board.cells if position.state[cell]}
        for cell_name, element in pieces.items():
            piece = position.game.pieces[position.piece(cell_name)]
            assert position.game.sides[piece.player].tone in element.get("class", "").split()
            assert moved_to(element) == pytest.approx(middle(cells[cell_name]), abs=0.2)
            assert not piece.label or piece.label in [label.text for label in element.iter(f"{SVG}text")]
        names = [text.text for text in with_class(picture, "coordinate")]
        assert len(names) == board.files + board.ranks


def test_shapes(gallery: Position) -> None:
    picture = parse(draw_svg(gallery))
    pieces = {element.get("class", "").split()[2]: element for element in with_class(picture, "piece")}
    assert with_class(pieces["d2"], "crown")
    assert [element.tag for element in with_class(pieces["c2"], "body")] == [f"{SVG}path"]
    assert len(with_class(pieces["e2"], "lower")) == 3
    assert [element.tag for element in with_class(pieces["b2"], "body")] == [f"{SVG}circle"]


def test_a_diamond_view_has_more_room_for_a_piece_on_its_corner(gallery: Position) -> None:
    reaches = [
        float(re.search(r'class="body" d="M0 -([\d.]+)', draw_svg(gallery, view=view))[1])  # type: ignore[index]
        for view in ("square", "diamond")
    ]
    assert reaches[0] < 50 < reaches[1]


def test_nothing_that_others_write_is_taken_for_markup(gallery: Position) -> None:
    text = draw_svg(gallery)
    picture = parse(text)
    assert picture.findtext(f"{SVG}title") == "Gallery & <friends>: White to move"
    assert "&lt;&amp;&gt;" in text and "<&>" not in text
    assert [mark.text for mark in with_class(picture, "mark")] == ["12", "<3"]


def test_nothing_comes_from_outside(gallery: Position, capture: Move) -> None:
    text = draw_svg(gallery, last=capture, targets=("a1",), arrows=(("a1", "b2"),))
    assert not re.search(r"<script|@import|url\(|href|\son\w+=", text)
    assert text.count("http") == 1


def test_words_are_in_the_language_in_use(gallery: Position) -> None:
    with tabuleiro.using_language("pt"):
        picture = parse(draw_svg(gallery))
    assert picture.findtext(f"{SVG}title") == "Galeria & <amigos>. A jogar: Brancas"
    description = picture.findtext(f"{SVG}desc") or ""
    assert description.startswith("Um tabuleiro de 7 por 7 casas. A peça M w: b2.")
    english = parse(draw_svg(gallery)).findtext(f"{SVG}desc") or ""
    assert english.startswith("A board of 7 by 7 cells. The M w: b2. The D w: c2, c3.")


def test_the_title_says_how_a_game_ended() -> None:
    position = tabuleiro.game("breakthrough:5x5").position("5/P4/5/p4/5 w").play("a4-a5")
    assert parse(draw_svg(position)).findtext(f"{SVG}title") == "Breakthrough: White won (goal reached)"
    with tabuleiro.using_language("pt"):
        assert parse(draw_svg(position)).findtext(f"{SVG}title") == "Breakthrough. Vencedor: Brancas (meta alcançada)"


@pytest.mark.parametrize("arguments", [{}, {"view": "diamond", "flip": True, "theme": "dark", "targets": ("a1",)}])
def test_equal_arguments_give_equal_text(gallery: Position, arguments: dict[str, object]) -> None:
    assert draw_svg(gallery, **arguments) == draw_svg(gallery.game.position(gallery.fen), **arguments)  # type: ignore[arg-type]


def test_themes(gallery: Position) -> None:
    light, dark, auto = (draw_svg(gallery, theme=theme) for theme in ("light", "dark", "auto"))
    assert f"--frame:{LIGHT.frame}" in light and f"--frame:{DARK.frame}" not in light
    assert f"--frame:{DARK.frame}" in dark and f"--frame:{LIGHT.frame}" not in dark
    assert f"--frame:{LIGHT.frame}" in auto.split("@media")[0]
    assert f"--frame:{DARK.frame}" in auto.split("@media (prefers-color-scheme:dark)")[1]
    with pytest.raises(tabuleiro.TabuleiroError, match="There is no theme 'sepia'; there are auto, light, dark"):
        draw_svg(gallery, theme="sepia")


def test_every_colour_that_is_used_is_defined_and_has_something_to_fall_back_on(gallery: Position) -> None:
    text = draw_svg(gallery)
    assert set(re.findall(r"var\(--([\w-]+)\)", text)) <= set(re.findall(r"--([\w-]+):#", text))
    for attribute, value, name in re.findall(r"(fill|stroke):([^;{}]+);\1:var\(--([\w-]+)\)", text):
        assert value == dict(LIGHT.named())[name], attribute


def test_every_part_has_a_style(gallery: Position, capture: Move) -> None:
    text = draw_svg(gallery, last=capture, targets=("a1", "b2"), arrows=(("a1", "b2"), ("c3", "c3")), cursor="c3")
    picture = parse(text)
    groups = {f"{SVG}g", f"{SVG}svg"}
    for element in picture.iter():
        if element.tag not in groups and element.get("class"):
            names = element.get("class", "").split()
            assert any(f".{name}" in text for name in names), names


def test_the_last_move_is_outlined_and_coloured(gallery: Position, capture: Move) -> None:
    picture = parse(draw_svg(gallery.play(capture), last=capture))
    cells = {element.get("class", "").split()[1]: element for element in with_class(picture, "cell")}
    for cell, part in (("f2", "left"), ("f6", "reached")):
        assert cells[cell].get("class", "").endswith("-last")
        assert middle(with_class(picture, part)[0]) == pytest.approx(middle(cells[cell]), abs=0.2)
    assert not with_class(picture, "gone")


def test_men_captured_beside_the_target_are_crossed() -> None:
    position = tabuleiro.game("tafl").position("9/9/9/9/3K5/9/2T6/1t7/1T7 d")
    move = position.find("c3-b3")
    picture = parse(draw_svg(position.play(move), last=move))
    assert len(with_class(picture, "gone")) == 1


def test_targets_are_dots_or_rings(gallery: Position) -> None:
    picture = parse(draw_svg(gallery, targets=("a4", "b6", "c6"), cursor="B2"))
    assert len(with_class(picture, "dot")) == 1
    assert [element.tag for element in with_class(picture, "ring")] == [f"{SVG}circle", f"{SVG}path"]
    assert len(with_class(picture, "chosen")) == 1


def test_arrows_point_from_cell_to_cell(gallery: Position) -> None:
    picture = parse(draw_svg(gallery, arrows=(("a1", "a5"), ("c3", "c3"))))
    (arrow,) = with_class(picture, "arrow")
    points = corners(arrow)
    assert min(y for _, y in points) == pytest.approx(-400 + 4)
    assert max(y for _, y in points) == pytest.approx(-12)
    assert len(with_class(picture, "around")) == 1


@pytest.mark.parametrize(("view", "flip", "up"), [("square", False, (0, -1)), ("square", True, (0, 1))])
def test_ways_lie_between_the_piece_and_the_edge_of_its_cell(
    gallery: Position, view: str, flip: bool, up: tuple[int, int]
) -> None:
    picture = parse(draw_svg(gallery, view=view, flip=flip))
    ways = with_class(picture, "way")
    assert len(ways) == 8 + 4
    cells = {element.get("class", "").split()[1]: element for element in with_class(picture, "cell")}
    (x, y), (tip_x, tip_y) = middle(cells["c3"]), corners(ways[0])[0]
    assert (tip_x - x, tip_y - y) == pytest.approx((49.5 * up[0], 49.5 * up[1]), abs=0.2)
    assert not with_class(parse(draw_svg(gallery, marks=False)), "way")


def test_size_is_that_of_the_longer_side() -> None:
    tall = tabuleiro.game("breakthrough:2x4").start()
    picture = parse(draw_svg(tall, size=300))
    assert picture.get("height") == "300"
    assert float(picture.get("width", "0")) < 300
    assert float(parse(draw_svg(tabuleiro.game("breakthrough:19x19").start())).get("width", "0")) <= 760


def test_without_coordinates_the_frame_is_narrow(gallery: Position) -> None:
    wide, narrow = (parse(draw_svg(gallery, coordinates=shown)) for shown in (True, False))
    assert not with_class(narrow, "coordinate")
    assert float(narrow.get("viewBox", "").split()[2]) < float(wide.get("viewBox", "").split()[2])


def test_marks_are_written_but_for_those_that_stand_on_the_piece() -> None:
    for name in tabuleiro.games():
        position = tabuleiro.game(name).start()
        for mark in position.marks:
            assert not mark.on_piece or position.game.pieces[position.piece(mark.cell)].label == mark.text
        written = [mark.text for mark in with_class(parse(draw_svg(position)), "mark")]
        assert written == [mark.text for mark in position.marks if mark.text and not mark.on_piece]


def test_notebooks_show_the_picture(gallery: Position) -> None:
    assert gallery._repr_svg_() == draw_svg(gallery)


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_has_the_rules_that_its_parts_need_and_no_others(theme: str) -> None:
    whole, part = style_sheet(theme), style_sheet(theme, {"light", "body", "lower", "border", "camp"})
    kept = set(re.findall(r"\.tabuleiro [^{]+\{[^}]*\}", part))
    assert kept < set(re.findall(r"\.tabuleiro [^{]+\{[^}]*\}", whole))
    selectors = {rule.split("{")[0].replace(".tabuleiro ", "") for rule in kept}
    bodies = {".light .body", ".light .lower", ".light .body,.light .lower"}
    assert selectors == {"text", ".border", ".border.camp", *bodies}
    colours = {"light-body", "light-lower", "light-edge", "camp-border"}
    assert set(re.findall(r"--([\w-]+):", part)) == set(re.findall(r"var\(--([\w-]+)\)", part)) == colours
