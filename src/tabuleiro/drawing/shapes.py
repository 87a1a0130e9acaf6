"""The shapes of pieces in SVG, drawn around the point (0, 0) on cells 100 wide."""

from __future__ import annotations

from html import escape

from tabuleiro.rules.board import Point
from tabuleiro.rules.description import Piece

RADIUS, KING_RADIUS, STACK_RADIUS = 37, 40, 35
"""The radius of a round piece, of a king and of a stack."""

LARGEST_REACH = 52
"""How far a square that stands on a corner reaches where its cell has room for it: its sides are then as far from the
middle as a round piece's edge."""

SHADE = 3.5
"""The offset of a piece's shadow."""

SIZES = {1: 40, 2: 34, 3: 26}
"""The size of a label, by its number of characters; longer ones get the width of three."""

CROWN = "M-19 13L-23-10L-10-1L0-19L10-1L23-10L19 13ZM-19 18H19"
STEP = 5
"""How much higher each piece of a stack is drawn than the one below it."""


def number(value: float) -> str:
    """A number for SVG, with at most one decimal, and none if that is 0."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def label_size(text: str) -> float:
    """The size at which a label fits into a piece."""
    return SIZES.get(len(text), 3 * SIZES[3] / max(len(text), 1))


def label(text: str, x: float = 0, y: float = 0, size: float = 0, name: str = "label") -> str:
    """A text centred on a point. We place the baseline, since not every viewer can."""
    size = size or label_size(text)
    return (
        f'<text class="{name}" x="{number(x)}" y="{number(y + 0.355 * size)}" font-size="{number(size)}">'
        f"{escape(text)}</text>"
    )


def disc(radius: float, y: float = 0, name: str = "body") -> str:
    return f'<circle class="{name}" cy="{number(y)}" r="{number(radius)}"/>'


def square(reach: float, y: float = 0, name: str = "body") -> str:
    """A square that stands on a corner, reaching so far from its middle."""
    far, top, bottom = number(reach), number(y - reach), number(y + reach)
    return f'<path class="{name}" d="M0 {top}L{far} {number(y)}L0 {bottom}L-{far} {number(y)}Z"/>'


def draw_disc(piece: Piece) -> list[str]:
    """A flat piece with a fine line inside its edge."""
    written = [label(piece.label)] if piece.label else []
    return [disc(RADIUS, SHADE, "shade"), disc(RADIUS), disc(RADIUS - 6.5, name="inner"), *written]


def draw_diamond(piece: Piece, reach: float) -> list[str]:
    """A square that stands on a corner."""
    written = [label(piece.label, size=0.82 * label_size(piece.label) * reach / 44)] if piece.label else []
    return [square(reach, SHADE, "shade"), square(reach), square(reach - 9, name="inner"), *written]


def draw_king(piece: Piece) -> list[str]:
    """A disc that wears a crown, above its label if it has one."""
    crown = f'<path class="crown" d="{CROWN}"/>'
    if piece.label:
        crown = f'<g transform="translate(0 -9) scale(.75)">{crown}</g>' + label(piece.label, y=19, size=20)
    return [disc(KING_RADIUS, SHADE, "shade"), disc(KING_RADIUS), disc(KING_RADIUS - 6.5, name="inner"), crown]


def draw_stack(piece: Piece) -> list[str]:
    """A pile of discs, the higher the larger the number in its label."""
    digits = "".join(character for character in piece.label if character.isdecimal())
    height = int(digits) if digits else 2
    layers = 1 if height < 2 else min(5, 2 + height // 7)
    bottom = STEP * (layers - 1) / 2
    lower = [disc(STACK_RADIUS, bottom - STEP * layer, "lower") for layer in range(layers - 1)]
    written = [label(piece.label, y=-bottom)] if piece.label else []
    return [
        disc(STACK_RADIUS, bottom + SHADE, "shade"),
        *lower,
        disc(STACK_RADIUS, -bottom),
        disc(STACK_RADIUS - 6, -bottom, "inner"),
        *written,
    ]


def draw_shape(piece: Piece, reach: float) -> str:
    """The elements of a piece; `reach` is how far one that stands on a corner may reach."""
    if piece.shape == "diamond":
        return "".join(draw_diamond(piece, reach))
    drawer = {"king": draw_king, "stack": draw_stack}.get(piece.shape, draw_disc)
    return "".join(drawer(piece))


def draw_ring(piece: Piece, reach: float) -> str:
    """A ring around a piece."""
    if piece.shape == "diamond":
        return square(reach + 8, name="ring")
    return disc(KING_RADIUS + 5, name="ring")


def edge_distance(piece: Piece | None, reach: float, direction: Point) -> float:
    """How far the edge of a piece is from its middle in a direction (a vector of length 1)."""
    if piece is not None and piece.shape == "diamond":
        return reach / (abs(direction[0]) + abs(direction[1]))
    return {"king": KING_RADIUS, "stack": STACK_RADIUS + 1.5 * STEP}.get(piece.shape if piece else "", RADIUS)
