"""Plots of numbers as SVG pictures: intervals, histograms, lines, stacked bars, tables of shades.

They are made by matplotlib and then given colours by name, so that one picture suits light and dark pages. Nothing in them
is random or dated: the same numbers give the same picture. matplotlib is loaded when the first one is drawn.
"""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any

from tabuleiro.drawing.html import COLOURS, Words
from tabuleiro.drawing.styles import FONTS, check_theme
from tabuleiro.drawing.svg import NAMESPACE
from tabuleiro.messages.numbers import number, percentage

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 480
"""The width of pictures in pixels; they must be readable on narrow screens too."""

LINE_HEIGHT, AXIS_HEIGHT, LEGEND_HEIGHT, PLOT_HEIGHT = 28, 58, 26, 260
LONGEST_NAME = 22
CROWDED_CELLS = 8
"""A table with more columns than this has small print in its cells."""

SERIES = ("main", "warm", "cool", "edge")
PARTS = ("main", "edge", "warm", "cool")
"""The colours of the lines of a plot, and of the parts of a bar; the second part is often the undecided one."""

SHAPES = ("o", "s", "^", "D", "v")
"""The shapes of the points on lines, so that lines differ by more than colour."""

MOST_TICKS = 6
LEAST_SPAN = 10.0
"""The least range of whole numbers in a histogram, so that its bars do not become walls."""

HEADROOM = 1.2
"""How much higher than its highest bar a histogram is, to leave room for the names of marked values."""

SETTINGS: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": COLOURS["edge"][0],
    "axes.grid": True,
    "axes.labelcolor": COLOURS["soft-ink"][0],
    "axes.linewidth": 1.0,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.family": "DejaVu Sans",
    "font.size": 12.0,
    "grid.color": COLOURS["line"][0],
    "legend.borderpad": 0.0,
    "legend.columnspacing": 1.2,
    "legend.frameon": False,
    "legend.handlelength": 1.2,
    "path.simplify": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "tabuleiro",
    "text.color": COLOURS["ink"][0],
    "text.parse_math": False,
    "xtick.color": COLOURS["soft-ink"][0],
    "ytick.color": COLOURS["soft-ink"][0],
    "ytick.major.size": 0.0,
}


@dataclass(frozen=True, slots=True)
class Series:
    """A line through points, with a band from `lows` to `highs` around it where they are given."""

    name: Words
    places: Sequence[float]
    values: Sequence[float]
    lows: Sequence[float] = ()
    highs: Sequence[float] = ()


def draw_intervals(
    rows: Sequence[tuple[str, float, float, float]], *, title: Words, axis: Words, theme: str = "auto"
) -> str:
    """Values with their intervals, below one another; each row has a name, a value, a lower and an upper bound.

    Bounds that are very far out are cut off, so that the others can be told apart.
    """
    with _drawing(title, theme, AXIS_HEIGHT + LINE_HEIGHT * len(rows)) as (axes, picture):
        places = range(len(rows), 0, -1)
        axes.hlines(
            places, [row[2] for row in rows], [row[3] for row in rows], _colour("main"), linewidth=3, alpha=0.45
        )
        axes.plot([row[1] for row in rows], places, "o", color=_colour("main"), markersize=8)
        _name_rows(axes, [row[0] for row in rows])
        axes.grid(axis="y", visible=False)
        axes.set_xlabel(str(axis))
        axes.set_xlim(*_reach(rows))
    return picture()


def draw_histogram(
    bins: Sequence[tuple[float, float, float]],
    *,
    title: Words,
    axis: Words,
    counts: Words,
    marks: Iterable[tuple[float, Words]] = (),
    theme: str = "auto",
) -> str:
    """How often whole numbers occurred; a bin is its first number, its last, and a count. `marks` are named values."""
    with _drawing(title, theme, PLOT_HEIGHT) as (axes, picture):
        begins, ends = [begin for begin, _, _ in bins], [end for _, end, _ in bins]
        widths = [0.92 * (end - begin) for begin, end, _ in bins]
        middles = [(begin + end) / 2 for begin, end in zip(begins, ends, strict=True)]
        axes.bar(middles, [count for _, _, count in bins], widths, color=_colour("main"))
        low, high = _around(begins[0], ends[-1])
        axes.set_xlim(low, high)
        axes.set_ylim(0, HEADROOM * (max(count for _, _, count in bins) or 1))
        for value, text in marks:
            axes.axvline(value, color=_colour("warm"), linewidth=2)
            is_left = value > (low + high) / 2  # where there is room for words
            axes.annotate(
                str(text),
                (value, 1),
                (-5 if is_left else 5, -3),
                xycoords=("data", "axes fraction"),
                textcoords="offset points",
                ha="right" if is_left else "left",
                va="top",
            )
        axes.grid(axis="x", visible=False)
        axes.set_xlabel(str(axis))
        axes.set_ylabel(str(counts))
        for own in ("x", "y"):
            axes.locator_params(axis=own, integer=True)
    return picture()


def draw_lines(
    lines: Sequence[Series],
    *,
    title: Words,
    axis: Words,
    values: Words,
    levels: Iterable[float] = (),
    theme: str = "auto",
) -> str:
    """Lines with bands around them; `levels` are horizontal lines at these values."""
    with _drawing(title, theme, PLOT_HEIGHT + LEGEND_HEIGHT * (len(lines) > 1)) as (axes, picture):
        for level in levels:
            axes.axhline(level, color=_colour("edge"), linestyle=(0, (5, 4)), linewidth=1.5)
        for place, line in enumerate(lines):
            colour = _colour(SERIES[place % len(SERIES)])
            if line.lows and line.highs:
                axes.fill_between(line.places, line.lows, line.highs, color=colour, alpha=0.2, linewidth=0)
            marker = SHAPES[place % len(SHAPES)] if len(line.places) < 30 else ""
            axes.plot(line.places, line.values, marker=marker, color=colour, linewidth=2, label=str(line.name))
        axes.set_xlabel(str(axis))
        axes.set_ylabel(str(values))
        if len(lines) > 1:
            _legend(axes)
    return picture()


def draw_shares(
    names: Sequence[str], parts: Sequence[tuple[Words, Sequence[float]]], *, title: Words, theme: str = "auto"
) -> str:
    """Stacked bars: one for each name, divided in proportion to its parts."""
    height = AXIS_HEIGHT + LEGEND_HEIGHT + LINE_HEIGHT * len(names)
    with _drawing(title, theme, height) as (axes, picture):
        totals = [sum(values[place] for _, values in parts) or 1 for place in range(len(names))]
        begins = [0.0] * len(names)
        places = range(len(names), 0, -1)
        for order, (label, values) in enumerate(parts):
            shares = [100 * value / total for value, total in zip(values, totals, strict=True)]
            axes.barh(places, shares, 0.72, begins, color=_colour(PARTS[order % len(PARTS)]), label=str(label))
            for place, begin, share, value in zip(places, begins, shares, values, strict=True):
                if share >= 7:
                    spot = (begin + share / 2, place)
                    axes.text(
                        *spot, number(value), ha="center", va="center_baseline", color=_colour("card"), fontsize=11
                    )
            begins = [begin + share for begin, share in zip(begins, shares, strict=True)]
        _name_rows(axes, names)
        axes.set_xlim(0, 100)
        axes.grid(axis="y", visible=False)
        axes.xaxis.set_major_formatter(lambda value, _: percentage(value / 100))
        _legend(axes)
    return picture()


def draw_shades(
    rows: Sequence[str],
    columns: Sequence[str],
    shares: Sequence[Sequence[float | None]],
    *,
    title: Words,
    theme: str = "auto",
) -> str:
    """A table of shares in percent, shaded darker the farther they are from one half; None leaves a cell empty."""
    from matplotlib.patches import Rectangle

    with _drawing(title, theme, AXIS_HEIGHT + 30 * len(rows)) as (axes, picture):
        size = 11 if len(columns) <= CROWDED_CELLS else 8
        for row, values in enumerate(shares):
            for column, share in enumerate(values):
                spot = (column + 0.5, len(rows) - row)
                if share is None:
                    continue
                colour, strength = _colour("main" if share >= 0.5 else "warm"), abs(share - 0.5) * 1.3
                axes.add_patch(
                    Rectangle((column, len(rows) - row - 0.5), 1, 1, facecolor=colour, alpha=strength, linewidth=0)
                )
                axes.text(*spot, number(100 * share), ha="center", va="center_baseline", fontsize=size)
        axes.set_xlim(0, len(columns))
        _name_rows(axes, rows)
        axes.set_xticks([column + 0.5 for column in range(len(columns))], [_short(name) for name in columns])
        axes.xaxis.tick_top()
        axes.tick_params(axis="x", length=0)
        axes.spines["bottom"].set_visible(False)
        axes.grid(visible=False)
    return picture()


# --- what they have in common -----------------------------------------------------------------------------


@contextmanager
def _drawing(title: Words, theme: str, height: int) -> Iterator[tuple[Axes, Any]]:
    """Axes to draw on, and a function that returns the picture once it is drawn."""
    check_theme(theme)
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    written = StringIO()
    with matplotlib.rc_context(SETTINGS):
        figure = Figure(figsize=(WIDTH / 72, height / 72), layout="constrained")
        axes = figure.add_subplot()
        for own in (axes.xaxis, axes.yaxis):
            own.set_major_formatter(lambda value, _: _tick(value))
            own.set_major_locator(MaxNLocator(MOST_TICKS, steps=[1, 2, 2.5, 5, 10]))
        yield axes, lambda: _picture(written.getvalue(), title, theme)
        _write(figure, written)


def _write(figure: Figure, written: StringIO) -> None:
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with warnings.catch_warnings():
        # Characters missing from this font do not matter: the reader's computer has a font for them.
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        figure.savefig(written, format="svg", transparent=True, metadata=nothing)


def _tick(value: float) -> str:
    """A number beside an axis, with as many decimals as it needs."""
    decimals = next((digits for digits in range(4) if abs(value - round(value, digits)) < 1e-9), 4)
    return number(value, decimals)


def _colour(name: str) -> str:
    return COLOURS[name][0]


def _short(name: str) -> str:
    """A name, shortened in the middle if it is long: names of programs often begin alike and differ at the end."""
    if len(name) <= LONGEST_NAME:
        return name
    end = LONGEST_NAME // 2
    return name[: LONGEST_NAME - 1 - end] + "…" + name[-end:]


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Label the rows with their names, the first one on top."""
    axes.set_yticks(range(len(names), 0, -1), [_short(name) for name in names])
    axes.set_ylim(0.5, len(names) + 0.5)


def _legend(axes: Axes) -> None:
    """Put the legend of the colours above the plot."""
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, borderaxespad=0.3)


def _around(low: float, high: float) -> tuple[float, float]:
    """The ends of an axis of whole numbers from 0 up, around these."""
    missing = max(0.0, LEAST_SPAN - (high - low))
    low = max(min(low, -0.5), low - missing / 2)
    return low, max(high, low + LEAST_SPAN)


def _reach(rows: Sequence[tuple[str, float, float, float]]) -> tuple[float, float]:
    """The ends of an axis that shows all values and nearly all intervals."""
    least, most = min(row[1] for row in rows), max(row[1] for row in rows)
    inner = sorted(width for row in rows for width in (row[1] - row[2], row[3] - row[1]))
    around = 2.5 * inner[len(inner) // 2] + 0.1 * (most - least)
    low, high = (max(least - around, min(row[2] for row in rows)), min(most + around, max(row[3] for row in rows)))
    margin = 0.04 * (high - low) or 1.0
    return low - margin, high + margin


def _picture(written: str, title: Words, theme: str) -> str:
    """matplotlib's picture with named colours, and with ids that no other picture of the page has."""
    body = written[written.index("<g id=") :]
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', body))
    mark = hashlib.sha256(body.encode()).hexdigest()[:8]
    names = {pair[0]: name for name, pair in COLOURS.items()}

    def own(tag: str) -> str:
        tag = re.sub(r' id="([^"]+)"', lambda found: f' id="{mark}-{found[1]}"' if found[1] in used else "", tag)
        tag = re.sub(r'(href="#|url\(#)', rf"\g<1>{mark}-", tag)
        tag = re.sub(r"font-family: [^;\"]+", f"font-family: {FONTS}", tag)
        tag = re.sub(r"font: ([\d.]+px) [^;\"]+", rf"font: \1 {FONTS}", tag)
        return re.sub(
            r"(fill|stroke): (#[0-9a-f]{6})",
            lambda found: found[0] + (f"; {found[1]}: var(--plot-{names[found[2]]})" if found[2] in names else ""),
            tag,
        )

    body = re.sub("<[^>]+>", lambda tag: own(tag[0]), body)  # leave the text between tags as it is
    shape = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', written)
    assert shape is not None
    width, height = shape.groups()
    return (
        f'<svg xmlns="{NAMESPACE}" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" role="img"'
        f' class="tabuleiro-plot theme-{theme}" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' stroke-linejoin="round">'
        f"<title>{escape(str(title))}</title><style>{_properties(theme)}</style>\n{body}"
    )


def _properties(theme: str) -> str:
    """The colours by name, for pictures of this theme."""

    def colours(place: int) -> str:
        named = ";".join(f"--plot-{name}:{pair[place]}" for name, pair in COLOURS.items())
        return f".tabuleiro-plot.theme-{theme}{{{named}}}"

    if theme == "auto":
        return f"{colours(0)}@media screen and (prefers-color-scheme:dark){{{colours(1)}}}"
    return colours(int(theme == "dark"))
