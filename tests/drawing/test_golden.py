"""Whole drawings as they were when somebody last looked at them: files under `tests/data/drawing/`.

To accept a new look, set TABULEIRO_NEW_LOOK=1, run these tests once, look at the files, and keep them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tabuleiro import Move, Position
from tabuleiro.drawing.svg import draw_svg
from tabuleiro.drawing.text import draw_text

DATA = Path(__file__).parents[1] / "data" / "drawing"

TARGETS = ("b2", "c2", "d2", "a4", "d4")


def compare(name: str, drawn: str) -> None:
    file = DATA / name
    if os.environ.get("TABULEIRO_NEW_LOOK"):
        file.write_text(drawn, encoding="utf-8", newline="\n")
    assert drawn == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("view", ["square", "diamond"])
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_pictures(gallery: Position, capture: Move, view: str, theme: str) -> None:
    arrows = (("c6", "d4"), ("e2", "a4"), ("b2", "b2"))
    position = gallery.play(capture)
    drawn = draw_svg(position, view=view, theme=theme, last=capture, targets=TARGETS, arrows=arrows, cursor="c6")
    compare(f"{view}-{theme}.svg", drawn)


@pytest.mark.parametrize("view", ["square", "diamond"])
@pytest.mark.parametrize(("kind", "colour"), [("plain", False), ("colour", True), ("256", "256")])
def test_texts(gallery: Position, capture: Move, view: str, kind: str, colour: bool | str) -> None:
    position = gallery.play(capture)
    drawn = draw_text(position, view=view, colour=colour, last=capture, targets=TARGETS, cursor="c6", marks=True)
    compare(f"{view}-{kind}.txt", drawn + "\n")
