"""Levels of play as they were measured: a file of JSON for each game, made by `tabuleiro calibrate`."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def read_calibration(id: str, name: str) -> dict[str, Any] | None:
    """The levels of a game; those of the usual variant, without their ratings, where only that was measured."""
    own = _read(id)
    if own is not None or id == name:
        return own
    usual = _read(name)
    if usual is None:
        return None
    unrated = {"rating": None, "low": None, "high": None}
    return {**usual, "levels": [{**level, **unrated} for level in usual["levels"]]}


def _read(id: str) -> dict[str, Any] | None:
    import json
    from importlib import resources

    path = resources.files(__package__).joinpath(f"levels/{id.replace(':', '-')}.json")
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        return None
    return found
