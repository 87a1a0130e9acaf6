"""The style sheet inside a picture: which part has which of the theme's colours."""

from __future__ import annotations

from tabuleiro.drawing.palette import DARK, LIGHT, Theme

THEMES = ("auto", "light", "dark")

FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

HOLLOW = ("inner", "left", "reached", "gone", "chosen", "ring", "around")
"""The parts that are lines only."""

ROUND = "stroke-linejoin:round;stroke-linecap:round"


def style_sheet(theme: str) -> str:
    """The colours as custom properties of the picture, and which part has which.

    The rules are the same in every picture and the properties belong to the theme's class, so that pictures of
    different themes do not disturb each other in one page. A viewer that knows no custom properties skips the second of
    two declarations and keeps the first.
    """
    base = DARK if theme == "dark" else LIGHT
    colours = dict(base.named())

    def paint(selector: str, attribute: str, name: str, rest: str = "") -> str:
        return f".tabuleiro {selector}{{{attribute}:{colours[name]};{attribute}:var(--{name});{rest}}}"

    rules = [properties(base, theme)]
    if theme == "auto":
        rules.append(f"@media (prefers-color-scheme:dark){{{properties(DARK, theme)}}}")
    rules += [paint(f".{name}", "fill", name) for name, _ in base.ground.named()]
    rules += [
        f".tabuleiro text{{font-family:{FONTS};font-weight:600;text-anchor:middle}}",
        paint(".frame", "fill", "frame"),
        paint(".frame", "stroke", "frame", f"stroke-width:24;{ROUND}"),
        paint(".rim", "stroke", "rim", f"stroke-width:28;{ROUND}"),
        paint(".cell", "stroke", "grid", "stroke-width:1.5"),
        paint(".coordinate", "fill", "coordinate"),
        f".tabuleiro .border{{fill:none;stroke-width:3;{ROUND}}}",
        ".tabuleiro .fine{stroke-width:2}",
        *(paint(f".border.{style}", "stroke", f"{style}-border") for style in base.borders),
        *(f".tabuleiro .{name}{{fill:none}}" for name in HOLLOW),
        paint(".reached", "stroke", "accent", f"stroke-width:5;{ROUND}"),
        paint(".left", "stroke", "accent", "stroke-width:4;stroke-dasharray:14 9"),
        paint(".gone", "stroke", "accent", f"stroke-width:6;{ROUND}"),
        paint(".chosen", "stroke", "hint", f"stroke-width:6;{ROUND}"),
        paint(".dot", "fill", "hint"),
        paint(".ring", "stroke", "hint", "stroke-width:6"),
        paint(".mark", "fill", "mark", "paint-order:stroke"),
        paint(".mark", "stroke", "cell-even", f"stroke-width:5;{ROUND}"),
        paint(".way", "fill", "mark"),
        paint(".arrow", "fill", "arrow"),
        paint(".arrow", "stroke", "halo", f"stroke-width:2.5;{ROUND}"),
        ".tabuleiro .shade{fill:#000;fill-opacity:.22}",
        paint(".around", "stroke", "arrow", "stroke-width:7"),
    ]
    for tone in ("light", "dark"):
        rules += [
            paint(f".{tone} .body", "fill", f"{tone}-body"),
            paint(f".{tone} .lower", "fill", f"{tone}-lower"),
            paint(
                f".{tone} .body,.tabuleiro .{tone} .lower",
                "stroke",
                f"{tone}-edge",
                f"stroke-width:3;{ROUND}",
            ),
            paint(f".{tone} .inner", "stroke", f"{tone}-inner", "stroke-width:1.5"),
            paint(f".{tone} .label,.tabuleiro .{tone} .crown", "fill", f"{tone}-ink"),
            paint(
                f".{tone} .crown",
                "stroke",
                f"{tone}-ink",
                "stroke-width:3.5;stroke-linejoin:round;stroke-linecap:round",
            ),
        ]
    return "".join(rules)


def properties(theme: Theme, name: str) -> str:
    """The custom properties of a theme, for pictures of the class `theme-name`."""
    return f".theme-{name}{{{';'.join(f'--{key}:{colour}' for key, colour in theme.named())}}}"
