"""The colours of boards: a light and a dark theme for pictures, one for terminals, and the measure of contrast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tabuleiro.drawing.layout import STYLES

Channels = tuple[int, int, int]


def channels(colour: str) -> Channels:
    """The red, green and blue of `#rrggbb`, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


def luminance(colour: str) -> float:
    """How bright a colour is, from 0 to 1 (the relative luminance of the web's accessibility guidelines)."""
    shares = (value / 255 for value in channels(colour))
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    """How well one colour stands out from another, from 1 to 21 (the guidelines' contrast ratio)."""
    darker, lighter = sorted((luminance(colour), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def nearest_of_256(colour: str) -> int:
    """The number of the nearest of the 216 colours and 24 greys that every colour terminal has."""
    steps = (0, 95, 135, 175, 215, 255)
    wanted = channels(colour)

    def distance(candidate: Channels) -> int:
        return sum((one - two) ** 2 for one, two in zip(wanted, candidate, strict=True))

    cube = tuple(min(range(6), key=lambda step: abs(steps[step] - value)) for value in wanted)
    in_cube = (steps[cube[0]], steps[cube[1]], steps[cube[2]])
    grey = max(0, min(23, round((sum(wanted) / 3 - 8) / 10)))
    in_greys = (8 + 10 * grey,) * 3
    if distance(in_greys) < distance(in_cube):
        return 232 + grey
    return 16 + 36 * cube[0] + 6 * cube[1] + cube[2]


@dataclass(frozen=True, slots=True)
class Tone:
    """The colours of a side's pieces: body, outline, and label."""

    body: str
    edge: str
    ink: str

    @property
    def inner(self) -> str:
        """The faint line inside a piece's edge."""
        return mix(self.body, self.ink, 0.28)

    @property
    def lower(self) -> str:
        """The body of the pieces below the top one of a stack."""
        return mix(self.body, self.ink, 0.14)


@dataclass(frozen=True, slots=True)
class Ground:
    """The colours of cells: the two of a chequered board, and for each style of zone a tint and its share.

    A cell of a `kind` also gets a share of that kind's colour.
    """

    even: str
    odd: str
    tints: Mapping[str, tuple[str, float]]
    kinds: Mapping[str, tuple[str, float]]

    def cell(self, style: str, parity: int, kind: str = "") -> str:
        """The colour of a cell in a zone of this style and of this kind (`""` each: none)."""
        colour = (self.even, self.odd)[parity]
        if style:
            colour = mix(colour, *self.tints[style])
        return mix(colour, *self.kinds[kind]) if kind else colour

    def named(self) -> Iterator[tuple[str, str]]:
        """The colours of all cells, with names such as `goal-odd-last`."""
        for style in ("", *STYLES):
            for parity in (0, 1):
                for kind in ("", *self.kinds):
                    yield cell_name(style, parity, kind), self.cell(style, parity, kind)


def cell_name(style: str, parity: int, kind: str = "") -> str:
    """The name of a cell's colour."""
    return f"{style or 'cell'}-{('even', 'odd')[parity]}" + (f"-{kind}" if kind else "")


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture, each `#rrggbb`.

    `accent` shows the last move, `hint` where a piece may go, `arrow` what somebody draws on the board; `halo`
    surrounds an arrow so that it shows on pieces as well. Zones that are no territories have a border.
    """

    ground: Ground
    grid: str
    frame: str
    rim: str
    coordinate: str
    mark: str
    accent: str
    hint: str
    arrow: str
    halo: str
    borders: Mapping[str, str]
    light: Tone
    dark: Tone

    def named(self) -> Iterator[tuple[str, str]]:
        """All colours, with the names that a style sheet gives them."""
        yield from self.ground.named()
        for name in ("grid", "frame", "rim", "coordinate", "mark", "accent", "hint", "arrow", "halo"):
            yield name, getattr(self, name)
        for style, colour in self.borders.items():
            yield f"{style}-border", colour
        for name, tone in (("light", self.light), ("dark", self.dark)):
            for part in ("body", "edge", "ink", "inner", "lower"):
                yield f"{name}-{part}", getattr(tone, part)


LIGHT = Theme(
    ground=Ground(
        even="#eadfca",
        odd="#f5eee1",
        tints={
            "first": ("#5f95a5", 0.36),
            "second": ("#c8985c", 0.36),
            "camp": ("#b0705e", 0.38),
            "line": ("#7a8691", 0.42),
            "goal": ("#87a86b", 0.36),
            "centre": ("#dda63a", 0.5),
        },
        kinds={"last": ("#e08a3c", 0.36), "cursor": ("#4fb0b5", 0.34)},
    ),
    grid="#cdbb9b",
    frame="#dccdb3",
    rim="#b39a73",
    coordinate="#57462e",
    mark="#33291b",
    accent="#a03a06",
    hint="#0f5963",
    arrow="#174b96",
    halo="#ffffff",
    borders={"camp": "#8c4b3a", "line": "#4d5963", "goal": "#54723b", "centre": "#80560a"},
    light=Tone(body="#fffdf8", edge="#4a3d2d", ink="#2f261b"),
    dark=Tone(body="#37322d", edge="#1c1814", ink="#fdf8ee"),
)

DARK = Theme(
    ground=Ground(
        even="#3d4651",
        odd="#46505c",
        tints={
            "first": ("#2f6f74", 0.4),
            "second": ("#7a4a3c", 0.4),
            "camp": ("#7a3f35", 0.45),
            "line": ("#1d232a", 0.5),
            "goal": ("#4f7a3c", 0.36),
            "centre": ("#7d5a12", 0.55),
        },
        kinds={"last": ("#b06a1c", 0.34), "cursor": ("#1f8a8a", 0.34)},
    ),
    grid="#2b323b",
    frame="#22272e",
    rim="#59636f",
    coordinate="#c3cbd4",
    mark="#f6f8fa",
    accent="#ffc27a",
    hint="#7fe0d6",
    arrow="#9cc7ff",
    halo="#10141a",
    borders={"camp": "#e09a86", "line": "#a9b6c4", "goal": "#a9d18c", "centre": "#f0c560"},
    light=Tone(body="#f1ede4", edge="#15181c", ink="#22262b"),
    dark=Tone(body="#14171b", edge="#cdd6df", ink="#f4f7fa"),
)

TERMINAL = Ground(
    even="#5d8079",
    odd="#658566",
    tints={
        "first": ("#4f7f8f", 0.5),
        "second": ("#a06a55", 0.5),
        "camp": ("#96604f", 0.6),
        "line": ("#6a7080", 0.7),
        "goal": ("#97802c", 0.5),
        "centre": ("#b0761c", 0.7),
    },
    kinds={
        "attacked": ("#df163a", 0.9),
        "last": ("#b4601a", 0.75),
        "hint": ("#9d30f2", 0.9),
        "target": ("#4a74c4", 0.7),
        "selected": ("#0d8079", 0.7),
        "cursor": ("#b0568a", 0.7),
    },
)
"""Cells in terminals: neither bright nor dark, so that the pieces of both sides stand out from them."""

TERMINAL_INKS = {"light": "#ffffff", "dark": "#000000", "empty": "#141914", "bracket": "#ffffff"}
"""The colours of what is on cells in terminals: pieces by the tone of their side, signs of empty cells, brackets."""
