"""Weights of evaluations: a JSON file for each, whose numbers `tabuleiro learn` fits to play."""

from __future__ import annotations

from functools import cache

from tabuleiro.games._numbers import read_file
from tabuleiro.rules.weights import Parts


@cache
def read_weights(name: str) -> Parts:
    """The numbers of a file of weights, in named parts."""
    return read_file(f"weights/{name}.json")
