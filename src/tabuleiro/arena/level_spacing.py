"""Which levels to set anew so that all are about equally far apart: as few as possible, since those that move are measured anew."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

FIRST_RATING = 70.0
"""What the first level is to be rated above a player who moves by lot: three wins for two losses."""

MOST_FIRST = 120.0
"""What it may be rated: two wins for one loss."""

UNEVEN = 0.4
"""Two levels are evenly apart if their distance is no further than this, as a share of it, from the mean.

Less would be chance: a distance of 150 that is known to within 40 looks a quarter too large or too small now and then.
"""


def first_rating(top: float, levels: int) -> float:
    """Where the first of so many levels is to be, with the last at `top`: no further from chance than from the second."""
    return min(FIRST_RATING, top / levels)


def wanted_ratings(ratings: Sequence[float]) -> dict[int, float]:
    """What the levels to be moved should be rated, by their places among all levels, whose ratings are given; the last stays.

    The levels that stay are as many as can be with room for the others at even distances between them.
    """
    last = len(ratings) - 1
    first = first_rating(ratings[-1], len(ratings))
    step = (ratings[-1] - first) / last
    is_first_near = min(first, FIRST_RATING / 2) <= ratings[0] <= MOST_FIRST
    # Of every level that may stay: how many below it stay, how unevenly they lie, and which they are.
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
