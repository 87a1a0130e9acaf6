"""Boards in SVG: self-contained pictures, drawn from a board's geometry and the shapes of pieces, for any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from tabuleiro.drawing.layout import TERRITORIES, Layout, Place
from tabuleiro.drawing.palette import cell_name
from tabuleiro.drawing.shapes import LARGEST_REACH, disc, draw_ring, draw_shape, edge_distance, label, number
from tabuleiro.drawing.styles import check_theme, classes_of, style_sheet
from tabuleiro.rules.board import Point
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.texts import Text

NAMESPACE = "http://www.w3.org/2000/svg"

UNIT = 100
"""The width of a cell in the picture's own units."""

CELL_PIXELS, MOST_PIXELS = 54, 760
"""The default size of a cell, and the limit to the size of the picture."""

MARGIN, NARROW_MARGIN = 0.36, 0.06
"""The frame's width in cells, with and without coordinates."""


def draw_svg(
    position: Position,
    *,
    view: str | None = None,
    theme: str = "auto",
    flip: bool = False,
    last: Move | None = None,
    targets: Iterable[str] = (),
    arrows: Iterable[tuple[str, str]] = (),
    marks: bool = True,
    cursor: str | None = None,
    coordinates: bool = True,
    size: int | None = None,
) -> str:
    """The position as a picture: an SVG document without scripts, fonts or anything else from outside.

    `view` names one of the board's views; `flip` turns it for the other player. `theme` is `light`, `dark` or `auto`:
    as the reader's system prefers. `last` shows a move just played, `targets` the cells that a piece may go to,
    `cursor` the cell it stands on, `arrows` pairs of cells. `marks` draws what the game says about single cells. `size`
    is the length of the picture's longer side in pixels. Equal arguments give equal text, in the language in use.
    """
    check_theme(theme)
    board = position.game.board
    layout = Layout(board, board.view(view), flip)
    parts = [
        *draw_ground(layout, last=last, cursor=cursor, coordinates=coordinates),
        layer("last", draw_last(layout, last) if last else ()),
        layer("cursor", [outline(layout, layout.place(cursor), 0.45, "chosen")] if cursor else ()),
        layer("targets", draw_targets(layout, position, targets)),
        layer("pieces", draw_pieces(layout, position)),
        layer("marks", draw_marks(layout, position) if marks else ()),
        layer("arrows", draw_arrows(layout, arrows)),
    ]
    drawing = "\n".join(filter(None, parts))
    left, top, width, height = picture_box(layout, coordinates)
    scale = (size or min(MOST_PIXELS, CELL_PIXELS * max(width, height) / UNIT)) / max(width, height)
    box = " ".join(map(number, (left, top, width, height)))
    shape = f'viewBox="{box}" width="{number(width * scale)}" height="{number(height * scale)}"'
    return "\n".join(
        [
            f'<svg xmlns="{NAMESPACE}" version="1.1" role="img" class="tabuleiro theme-{theme}" {shape}>',
            f"<title>{escape(str(heading(position)))}</title>",
            f"<desc>{escape(str(description(position)))}</desc>",
            f"<style>{style_sheet(theme, classes_of(drawing))}</style>",
            drawing,
            "</svg>\n",
        ]
    )


def draw_ground(
    layout: Layout, *, last: Move | None = None, cursor: str | None = None, coordinates: bool = True
) -> list[str]:
    """The board itself, without what stands on it: the frame, the cells, their zones and their names."""
    frame = points(frame_corners(layout, coordinates))
    return [
        f'<polygon class="rim" points="{frame}"/>',
        f'<polygon class="frame" points="{frame}"/>',
        layer("cells", draw_cells(layout, last, cursor)),
        layer("zones", draw_zones(layout)),
        layer("coordinates", draw_coordinates(layout) if coordinates else ()),
    ]


def frame_corners(layout: Layout, coordinates: bool = True) -> list[Point]:
    """The corners of the frame around the board, which is wider if it holds coordinates."""
    return [(UNIT * x, UNIT * y) for x, y in layout.frame(MARGIN if coordinates else NARROW_MARGIN)]


def picture_box(layout: Layout, coordinates: bool = True) -> tuple[float, float, float, float]:
    """What part of the plane the picture shows: its left and upper edge, its width and height."""
    frame = frame_corners(layout, coordinates)
    left, right = min(x for x, _ in frame) - 16, max(x for x, _ in frame) + 16
    top, bottom = min(y for _, y in frame) - 16, max(y for _, y in frame) + 16
    return left, top, right - left, bottom - top


def heading(position: Position) -> Text:
    """The game, and whose turn it is or how it ended."""
    game, outcome = position.game, position.outcome
    if outcome is None:
        return Text("{game}: {side} to move", "{game}. A jogar: {side}").fill(
            game=game.title, side=game.sides[position.turn].title
        )
    reason = game.reason_text(outcome.reason)
    if outcome.winner is None:
        return Text("{game}: draw ({reason})", "{game}. Empate ({reason})").fill(game=game.title, reason=reason)
    return Text("{game}: {side} won ({reason})", "{game}. Vencedor: {side} ({reason})").fill(
        game=game.title, side=game.sides[outcome.winner].title, reason=reason
    )


def description(position: Position) -> Text:
    """The size of the board and where every piece stands, for those who cannot see the picture."""
    game, board = position.game, position.game.board
    words = Text("A board of {files} by {ranks} cells.", "Um tabuleiro de {files} por {ranks} casas.").fill(
        files=board.files, ranks=board.ranks
    )
    cells: dict[int, list[str]] = {}
    for cell in board.cells:
        if position.state[cell]:
            cells.setdefault(int(position.state[cell]), []).append(board.name[cell])
    for code in sorted(cells):
        words = words + Text(" {name}: {cells}.", " {name}: {cells}.").fill(
            name=game.pieces[code].name.capitalized(), cells=", ".join(cells[code])
        )
    return words


def layer(name: str, elements: Iterable[str]) -> str:
    """A group of elements, one to a line; nothing when there are none."""
    lines = "\n".join(elements)
    return f'<g class="{name}">\n{lines}\n</g>' if lines else ""


def points(corners: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def spot(layout: Layout, place: Place) -> Point:
    """The middle of a cell in the picture's units."""
    x, y = layout.centre(*place)
    return UNIT * x, UNIT * y


def outline(layout: Layout, place: Place, reach: float, name: str) -> str:
    """The outline of a cell, drawn so far from its middle (a half is the cell itself)."""
    middle_x, middle_y = spot(layout, place)
    corners = [
        (middle_x + (UNIT * x - middle_x) * 2 * reach, middle_y + (UNIT * y - middle_y) * 2 * reach)
        for x, y in layout.outline(place)
    ]
    return f'<polygon class="{name}" points="{points(corners)}"/>'


def draw_cells(layout: Layout, last: Move | None, cursor: str | None) -> Iterator[str]:
    kinds = layout.kinds(last, (), cursor)
    for cell, place in zip(layout.board.cells, layout.places, strict=True):
        zone = layout.zones.get(place)
        colour = cell_name(zone.style if zone else "", sum(place) % 2, kinds.get(place, ""))
        shape = outline(layout, place, 0.5, f"cell {layout.board.name[cell]} {colour}")
        if zone:
            shape = f"{shape.removesuffix('/>')}><title>{escape(str(zone.name))}</title></polygon>"
        yield shape


def draw_zones(layout: Layout) -> Iterator[str]:
    """A line around each zone that is no territory, and a sign on the centre."""
    for zone in layout.board.zones:
        if zone.style in TERRITORIES:
            continue
        edges = "".join(
            f"M{number(UNIT * x)} {number(UNIT * y)}L{number(UNIT * to_x)} {number(UNIT * to_y)}"
            for (x, y), (to_x, to_y) in layout.border(zone)
        )
        yield f'<path class="border {zone.style}" d="{edges}"/>'
        if zone.style == "centre":
            for place in layout.all_places(zone.cells):
                yield outline(layout, place, 0.3, "border centre")
                corners = [(UNIT * x, UNIT * y) for x, y in layout.outline(place)]
                yield f'<path class="border centre fine" d="{cross(corners)}"/>'


def cross(corners: Sequence[Point]) -> str:
    """The diagonals of a cell."""
    pairs = ((corners[0], corners[2]), (corners[1], corners[3]))
    return "".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for (a, b), (c, d) in pairs)


def draw_coordinates(layout: Layout) -> Iterator[str]:
    distance = 0.5 + (MARGIN + 0.1) / 2
    # On a large board, which is shown at a smaller scale, the letters are larger.
    size = max(24, min(32, 2 * max(layout.board.files, layout.board.ranks)))
    for text, (x, y) in (*layout.file_labels(distance), *layout.rank_labels(distance)):
        yield label(text, UNIT * x, UNIT * y, size, "coordinate")


def draw_last(layout: Layout, last: Move) -> Iterator[str]:
    """A broken line around the cell that was left, a whole one around the cell reached, crosses where men are gone."""
    yield outline(layout, layout.place(last.origin), 0.45, "left")
    yield outline(layout, layout.place(last.target), 0.45, "reached")
    for name in last.captured:
        if name != last.target:
            x, y = spot(layout, layout.place(name))
            corners = [(x + a, y + b) for a, b in ((-14, -14), (14, -14), (14, 14), (-14, 14))]
            yield f'<path class="gone" d="{cross(corners)}"/>'


def draw_pieces(layout: Layout, position: Position) -> Iterator[str]:
    game, reach = position.game, corner_reach(layout)
    for cell, place in zip(layout.board.cells, layout.places, strict=True):
        piece = game.pieces.get(int(position.state[cell]))
        if piece is None:
            continue
        x, y = spot(layout, place)
        name = layout.board.name[cell]
        yield (
            f'<g class="piece {game.sides[piece.player].tone} {name}" transform="translate({number(x)} {number(y)})">'
            f"<title>{escape(str(piece.name.capitalized()))}, {name}</title>{draw_shape(piece, reach)}</g>"
        )


def draw_targets(layout: Layout, position: Position, targets: Iterable[str]) -> Iterator[str]:
    """A dot where a piece may go, a ring around a piece that it may take there."""
    for place in layout.all_places(targets):
        x, y = spot(layout, place)
        piece = position.game.pieces.get(int(position.state[layout.board.number(*place)]))
        shape = draw_ring(piece, corner_reach(layout)) if piece else disc(15, name="dot")
        yield f'<g transform="translate({number(x)} {number(y)})">{shape}</g>'


def corner_reach(layout: Layout) -> float:
    """How far up a piece that stands on a corner may reach and still leave some room in its cell."""
    return min(LARGEST_REACH, 0.82 * UNIT * max(-y for _, y in layout.outline((0, 0))))


def draw_marks(layout: Layout, position: Position) -> Iterator[str]:
    """Texts in the corners of cells, the first in the upper right one, and arrow heads around the pieces."""
    written: dict[Place, int] = {}
    for mark in position.marks:
        place = layout.place(mark.cell)
        middle_x, middle_y = spot(layout, place)
        if mark.text and not mark.on_piece:
            corner = written[place] = written.get(place, -1) + 1
            corners = sorted(layout.outline(place), key=lambda point: (round(point[1], 6), -point[0]))
            x, y = corners[corner % len(corners)]
            share = 0.69
            yield label(
                mark.text,
                middle_x + share * (UNIT * x - middle_x),
                middle_y + share * (UNIT * y - middle_y),
                21,
                "mark",
            )
        for direction in mark.directions:
            yield draw_way(layout, position, place, direction)


def draw_way(layout: Layout, position: Position, place: Place, direction: tuple[int, int]) -> str:
    """A small arrow head between the edges of a piece and its cell, for a direction (files, ranks) it may take."""
    piece = position.game.pieces.get(int(position.state[layout.board.number(*place)]))
    middle_x, middle_y = spot(layout, place)
    x, y = layout.direction(direction)
    across, up = layout.centre(*direction)
    border = UNIT * (across**2 + up**2) ** 0.5 / (2 * max(map(abs, direction)))
    base = edge_distance(piece, corner_reach(layout), (x, y)) + 3.5
    tip, half = min(base + 9, border - 0.5), 7
    head = ((tip * x, tip * y), (base * x - half * y, base * y + half * x), (base * x + half * y, base * y - half * x))
    return f'<polygon class="way" points="{points((middle_x + a, middle_y + b) for a, b in head)}"/>'


def draw_arrows(layout: Layout, arrows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """An arrow from the middle of each first cell to the middle of the second; a circle where they are the same."""
    for origin, target in arrows:
        x, y = spot(layout, layout.place(origin))
        to_x, to_y = spot(layout, layout.place(target))
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        if not length:
            yield f'<circle class="around" cx="{number(x)}" cy="{number(y)}" r="45"/>'
            continue
        along, across = ((to_x - x) / length, (to_y - y) / length), ((y - to_y) / length, (to_x - x) / length)
        shape = (
            (12, 6),
            (length - 34, 6),
            (length - 38, 19),
            (length - 4, 0),
            (length - 38, -19),
            (length - 34, -6),
            (12, -6),
        )
        corners = [(x + a * along[0] + b * across[0], y + a * along[1] + b * across[1]) for a, b in shape]
        yield f'<polygon class="arrow" points="{points(corners)}"/>'
