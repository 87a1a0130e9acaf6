"""The weights of Tafl's evaluation: those fitted to play for two boards, and first guesses for all others."""

from __future__ import annotations

from typing import Any

from tabuleiro.games._tafl_advice import FAR
from tabuleiro.games._weights import read_weights

FITTED = {(9, "edge"): "tafl-tablut", (7, "corner"): "tafl-brandubh"}
"""The files of fitted weights, by the size of the board and where the king escapes."""

PARTS = (
    "man", "king", "roads", "chances", "forks", "curtain", "freedom", "siege", "cordon", "ring", "line", "move", "company",
    "posts",
)  # fmt: skip
"""The parts of a file of weights, in the order of the table."""


def fitted_weights(file: str, attackers: int, defenders: int) -> dict[str, Any]:
    """The weights of a file, for armies that start with these numbers of men."""
    parts = read_weights(file)
    # The king makes up for armies that start with other numbers of men than those of the games that were fitted to.
    usual_attackers, usual_defenders = parts["armies"]
    more = parts["man"][0] * (attackers - usual_attackers) - parts["man"][1] * (defenders - usual_defenders)
    return {**parts, "king": [parts["king"][0] + more]}


def first_weights(size: int, attackers: int, defenders: int, *, to_corners: bool) -> dict[str, list[int]]:
    """Weights for a board of this size and armies with these numbers of men: posts by where the king is going."""
    middle = size // 2
    return {
        "man": [100, 160],
        "king": [100 * attackers - 160 * defenders + (300 if to_corners else 200)],
        "roads": [0, 60, 400],
        "chances": [0, 20, 40, 70, 80],
        "forks": [0, 60, 200],
        "curtain": [30],
        "freedom": [1],
        "siege": [0, 5, 20, 80, 0, 0, 60, 60, 60, 60],
        "cordon": [10 if to_corners else 4],
        "ring": [200],
        "line": [8],
        "move": [0, 0],
        "company": [0] * (FAR + 1) * (FAR + 2),
        "posts": [
            weight
            for high in range(middle + 1)
            for low in range(high + 1)
            for weight in post_weights(low, high, to_corners=to_corners)
        ],
    }


def post_weights(low: int, high: int, *, to_corners: bool) -> tuple[int, int, int]:
    """What an attacker, a defender and the king gain by standing this far from the nearer and the other edge."""
    if to_corners:
        return (20 if low + high in (2, 3) and high < 4 else -15 if high == 1 else 0, 0, 0)
    return (10 if low == 2 and high < 5 else -10 if high < 2 else 0, 0, 0)
