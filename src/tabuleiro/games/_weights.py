"""Weights of evaluations: a file of JSON for each, whose numbers `tabuleiro learn` can fit to play."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def read_weights(name: str) -> dict[str, Any]:
    """The numbers of a file of weights, in parts that have names."""
    import json
    from importlib import resources

    path = resources.files(__package__).joinpath(f"weights/{name}.json")
    parts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return parts
