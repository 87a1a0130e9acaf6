"""Which levels to move so that all are evenly spaced: as few as possible, since moved ones are measured again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

FIRST_RATING = 70.0
"""The rating wanted for the first level above a random player: three wins for two losses."""

MOST_FIRST = 120.0
"""The highest rating that the first level may have: two wins for one loss."""

UNEVEN = 0.4
"""Two levels are evenly spaced if their distance differs from the mean by no more than this share of it.

Smaller differences may be chance: a distance of 150 known to within 40 looks a quarter too large or small now and then.
"""


def first_rating(top: float, levels: int) -> float:
    """The rating for the first of some levels, the last being at `top`: no further from 0 than from the second."""
    return min(FIRST_RATING, top / levels)


def wanted_ratings(ratings: Sequence[float]) -> dict[int, float]:
    """The ratings wanted for the levels that must move, by place among all levels, whose ratings are given; the last stays.

    As many levels stay as leave room for the others at even distances between them.
    """
    last = len(ratings) - 1
    first = first_rating(ratings[-1], len(ratings))
    step = (ratings[-1] - first) / last
    is_first_near = min(first, FIRST_RATING / 2) <= ratings[0] <= MOST_FIRST
    # For every level that may stay: how many levels below it stay, how uneven their distances are, and which they are.
    chains: dict[int, tuple[int, float, tuple[int, ...]]] = {0: (int(is_first_near), 0.0, (0,))}
    begin = ratings[0] if is_first_near else first
    for upper in range(1, last + 1):
        found = []
        for lower, (stay, uneven, chain) in chains.items():
            below = begin if lower == 0 else ratings[lower]
            off = ((ratings[upper] - below) / (upper - lower) / step - 1) if step > 0 else 0.0
            if abs(off) <= UNEVEN or (lower, upper) == (0, last):
                found.append((stay + 1, uneven - (upper - lower) * off * off, (*chain, upper)))
        if found:
            chains[upper] = max(found)
    stays = chains[last][2]
    wanted = {} if is_first_near else {0: first}
    for lower, upper in pairwise(stays):
        below = begin if lower == 0 else ratings[lower]
        for place in range(lower + 1, upper):
            wanted[place] = below + (ratings[upper] - below) * (place - lower) / (upper - lower)
    return wanted
