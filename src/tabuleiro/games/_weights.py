"""Weights of evaluations: a file of JSON for each, whose numbers `tabuleiro learn` can fit to play."""

from __future__ import annotations

from functools import cache

from tabuleiro.games._numbers import read_file
from tabuleiro.rules.weights import Parts


@cache
def read_weights(name: str) -> Parts:
    """The numbers of a file of weights, in parts that have names."""
    return read_file(f"weights/{name}.json")
