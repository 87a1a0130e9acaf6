"""The style sheet inside a picture, which gives its parts the colours of the theme."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from functools import cache
from typing import NamedTuple

from tabuleiro.drawing.palette import DARK, LIGHT, Theme
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import Text

THEMES = ("auto", "light", "dark")

FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

HOLLOW = ("inner", "left", "reached", "gone", "chosen", "ring", "around")
"""The parts that are lines without a fill."""

ROUND = "stroke-linejoin:round;stroke-linecap:round"


class Rule(NamedTuple):
    """A rule of a style sheet. `needed` has a set for each selector: the classes that it applies to."""

    text: str
    needed: tuple[frozenset[str], ...]


def check_theme(theme: str) -> None:
    """Refuse a theme that does not exist (TabuleiroError)."""
    if theme not in THEMES:
        raise TabuleiroError(
            Text("There is no theme {theme!r}; there are {names}.", "Não há nenhum tema {theme!r}; há {names}.").fill(
                theme=theme[:40], names=", ".join(THEMES)
            )
        )


def style_sheet(theme: str, classes: Set[str] | None = None) -> str:
    """The colours as custom properties of the picture, and the rules that apply them.

    With `classes`, only what their elements need. A rule is the same in every picture and the properties
    belong to the theme's class, so that pictures of different themes do not disturb each other in one page. A viewer that
    knows no custom properties skips the second of two declarations and keeps the first.
    """
    rules = "".join(
        rule.text
        for rule in _rules(theme == "dark")
        if classes is None or any(needed <= classes for needed in rule.needed)
    )
    return properties(theme, set(re.findall(r"var\(--([\w-]+)\)", rules))) + rules


def classes_of(markup: str) -> set[str]:
    """All classes in some markup."""
    return {name for names in re.findall(r'class="([^"]*)"', markup) for name in names.split()}


def properties(theme: str, needed: Set[str] | None = None) -> str:
    """The colours of a theme as custom properties, all or those that are needed, for pictures of the class `theme-NAME`."""

    def those(is_dark: bool) -> str:
        colours = _colours(is_dark).items()
        return ";".join(f"--{name}:{colour}" for name, colour in colours if needed is None or name in needed)

    found = f".theme-{theme}{{{those(theme == 'dark')}}}"
    if theme == "auto":
        found += f"@media (prefers-color-scheme:dark){{.theme-{theme}{{{those(True)}}}}}"
    return found


@cache
def _colours(is_dark: bool) -> dict[str, str]:
    return dict((DARK if is_dark else LIGHT).named())


@cache
def _rules(is_dark: bool) -> tuple[Rule, ...]:
    """All rules; the literal colours in them are for viewers that do not know custom properties."""
    return tuple(
        Rule(
            f".tabuleiro {selector.replace(',', ',.tabuleiro ')}{{{declarations}}}",
            tuple(frozenset(re.findall(r"\.([\w-]+)", one)) for one in selector.split(",")),
        )
        for selector, declarations in _declared(DARK if is_dark else LIGHT, _colours(is_dark))
    )


def _declared(base: Theme, colours: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Selectors with their declarations."""

    def paint(attribute: str, name: str, *rest: str) -> str:
        return ";".join((f"{attribute}:{colours[name]}", f"{attribute}:var(--{name})", *rest))

    for name, _ in base.ground.named():
        yield f".{name}", paint("fill", name)
    yield "text", f"font-family:{FONTS};font-weight:600;text-anchor:middle"
    yield ".frame", f"{paint('fill', 'frame')};{paint('stroke', 'frame', 'stroke-width:24', ROUND)}"
    yield ".rim", paint("stroke", "rim", "stroke-width:28", ROUND)
    yield ".cell", paint("stroke", "grid", "stroke-width:1.5")
    yield ".coordinate", paint("fill", "coordinate")
    yield ".border", f"fill:none;stroke-width:3;{ROUND}"
    yield ".fine", "stroke-width:2"
    for style in base.borders:
        yield f".border.{style}", paint("stroke", f"{style}-border")
    for name in HOLLOW:
        yield f".{name}", "fill:none"
    yield ".reached", paint("stroke", "accent", "stroke-width:5", ROUND)
    yield ".left", paint("stroke", "accent", "stroke-width:4;stroke-dasharray:14 9")
    yield ".gone", paint("stroke", "accent", "stroke-width:6", ROUND)
    yield ".chosen", paint("stroke", "hint", "stroke-width:6", ROUND)
    yield ".dot", paint("fill", "hint")
    yield ".ring", paint("stroke", "hint", "stroke-width:6")
    yield ".mark", paint("fill", "mark", "paint-order:stroke", paint("stroke", "cell-even", "stroke-width:5", ROUND))
    yield ".way", paint("fill", "mark")
    yield ".arrow", paint("fill", "arrow", paint("stroke", "halo", "stroke-width:2.5", ROUND))
    yield ".shade", "fill:#000;fill-opacity:.22"
    yield ".around", paint("stroke", "arrow", "stroke-width:7")
    for tone in ("light", "dark"):
        yield f".{tone} .body", paint("fill", f"{tone}-body")
        yield f".{tone} .lower", paint("fill", f"{tone}-lower")
        yield f".{tone} .body,.{tone} .lower", paint("stroke", f"{tone}-edge", "stroke-width:3", ROUND)
        yield f".{tone} .inner", paint("stroke", f"{tone}-inner", "stroke-width:1.5")
        yield f".{tone} .label,.{tone} .crown", paint("fill", f"{tone}-ink")
        yield f".{tone} .crown", paint("stroke", f"{tone}-ink", "stroke-width:3.5", ROUND)
