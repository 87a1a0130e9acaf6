"""Boards in SVG."""

from __future__ import annotations

from tabuleiro.rules.position import Position


def draw_svg(position: Position) -> str:
    return "<svg/>"
