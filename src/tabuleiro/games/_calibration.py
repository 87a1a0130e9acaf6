"""Measured levels of play: a JSON file for each game, made by `tabuleiro calibrate`."""

from __future__ import annotations

from functools import cache
from typing import Any

from tabuleiro.games._numbers import read_file


@cache
def read_calibration(id: str, name: str) -> dict[str, Any] | None:
    """The levels of a game; if only its usual variant was measured, the levels of that one without their ratings."""
    own = _read(id)
    if own is not None or id == name:
        return own
    usual = _read(name)
    if usual is None:
        return None
    unrated = {"rating": None, "low": None, "high": None}
    return {**usual, "levels": [{**level, **unrated} for level in usual["levels"]]}


def _read(id: str) -> dict[str, Any] | None:
    try:
        return read_file(f"levels/{id.replace(':', '-')}.json")
    except OSError:
        return None
