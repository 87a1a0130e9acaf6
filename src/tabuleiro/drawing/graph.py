"""The chances of winning through a game: a graph of probabilities, as an SVG picture and in characters.

The values are shares from 0 to 1 that belong to the first of two sides, the rest to the other; the first side's share is
drawn from the bottom up, in the tone of its pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from tabuleiro.drawing.palette import DARK, LIGHT, Theme
from tabuleiro.drawing.shapes import number
from tabuleiro.drawing.styles import FONTS, check_theme, properties
from tabuleiro.drawing.svg import NAMESPACE
from tabuleiro.messages.numbers import percentage

WIDTH, HEIGHT = 800, 260
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 16, 34
"""The size of the picture, and the margins around the graph."""

BLOCKS = " ▁▂▃▄▅▆▇█"
LETTERS = "   ..::##"
"""The top of a column, from empty to full in eighths: in block characters, and in ASCII."""

WIDEST_BAR = 3


def draw_graph(
    shares: Sequence[float],
    *,
    title: str = "",
    tones: tuple[str, str] = ("light", "dark"),
    marks: Iterable[tuple[int, str]] = (),
    theme: str = "auto",
) -> str:
    """The shares as a picture: an SVG document without scripts, fonts or anything else from outside.

    `tones` are those of the two sides, `light` or `dark`. `marks` gives places along the graph, and what is said about each
    when it is pointed at. `theme` is `light`, `dark` or `auto`: as the reader's system prefers.
    """
    check_theme(theme)
    spots = [_spot(place, share, len(shares)) for place, share in enumerate(shares)]
    line = " ".join(f"{number(x)},{number(y)}" for x, y in spots)
    floor, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    area = f"{number(spots[0][0])},{floor} {line} {number(spots[-1][0])},{floor}" if spots else ""
    dots = [
        f'<circle class="dot" cx="{number(spots[place][0])}" cy="{number(spots[place][1])}" r="5">'
        f"<title>{escape(text)}</title></circle>"
        for place, text in marks
    ]
    shape = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    middle = number((TOP + floor) / 2)
    return "\n".join(
        [
            f'<svg xmlns="{NAMESPACE}" version="1.1" role="img" class="tabuleiro-graph theme-{theme}" {shape}>',
            f"<title>{escape(title)}</title>",
            f"<style>{_style_sheet(theme)}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="8"/>',
            f'<rect class="{tones[1]}" x="{LEFT}" y="{TOP}" width="{right - LEFT}" height="{floor - TOP}"/>',
            f'<polygon class="{tones[0]}" points="{area}"/>',
            f'<path class="half" d="M{LEFT} {middle}H{right}"/>',
            f'<polyline class="course" points="{line}"/>',
            *dots,
            *(
                f'<text x="{LEFT - 8}" y="{number(_height(share) + 4)}" text-anchor="end">{percentage(share)}</text>'
                for share in (0, 0.5, 1)
            ),
            *(
                f'<text x="{number(_spot(place, 0, len(shares))[0])}" y="{HEIGHT - 12}" text-anchor="middle">{place}</text>'
                for place in _ticks(len(shares))
            ),
            "</svg>\n",
        ]
    )


def _spot(place: int, share: float, count: int) -> tuple[float, float]:
    """The point of a value in the picture."""
    return LEFT + (WIDTH - LEFT - RIGHT) * place / max(1, count - 1), _height(share)


def _height(share: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share


def _ticks(count: int) -> range:
    """The places to number: about ten, at round distances."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if count <= 12 * step or step == 1000)
    return range(0, count, step)


def _style_sheet(theme: str) -> str:
    """The colours of the graph's parts, in the way of `styles.style_sheet`."""
    base: Theme = DARK if theme == "dark" else LIGHT
    colours = dict(base.named())

    def paint(selector: str, attribute: str, name: str, rest: str = "") -> str:
        return f".tabuleiro-graph {selector}{{{attribute}:{colours[name]};{attribute}:var(--{name});{rest}}}"

    rules = [
        properties(theme),
        paint(".paper", "fill", "frame"),
        paint(".light", "fill", "light-body"),
        paint(".dark", "fill", "dark-body"),
        paint(".half", "stroke", "rim", "stroke-width:1.5;stroke-dasharray:6 5;fill:none"),
        paint(".course", "stroke", "arrow", "stroke-width:2.5;stroke-linejoin:round;fill:none"),
        paint(".dot", "fill", "accent"),
        paint(".dot", "stroke", "halo", "stroke-width:2"),
        paint("text", "fill", "coordinate", f"font-family:{FONTS};font-size:13px"),
    ]
    return "".join(rules)


def graph_in_text(shares: Sequence[float], *, width: int = 80, height: int = 8, ascii: bool = False) -> str:
    """The shares in characters: columns of this many lines, with percentages before them and places below.

    Each share is a column, or several if there is room; where there is too little room, neighbours are drawn as their mean.
    """
    margin = len(percentage(1)) + 2
    room = max(10, width - margin)
    wide = max(1, min(WIDEST_BAR, room // max(1, len(shares))))
    step = -(-len(shares) // room)  # how many neighbours share a column
    groups = [shares[at : at + step] for at in range(0, len(shares), max(1, step))]
    ends = [round(8 * height * sum(group) / len(group)) for group in groups]
    signs = LETTERS if ascii else BLOCKS
    lines = []
    for level in range(height - 1, -1, -1):
        share = {height - 1: 1.0, height // 2: 0.5, 0: 0.0}.get(level)
        mark = percentage(share) if share is not None else ""
        row = "".join(signs[min(8, max(0, end - 8 * level))] * wide for end in ends)
        lines.append(f"{mark:>{margin - 2}} {'|' if ascii else '│'}{row}".rstrip())
    lines.append(" " * margin + _numbers(len(shares), wide, step))
    return "\n".join(line.rstrip() for line in lines)


def _numbers(count: int, wide: int, step: int) -> str:
    """The places written below the columns."""
    line = ""
    for place in _ticks(count):
        column = place // max(1, step) * wide
        if column >= len(line) + bool(line):
            line = line.ljust(column) + str(place)
    return line
