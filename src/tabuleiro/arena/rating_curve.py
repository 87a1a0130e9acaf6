"""How ratings rise along the ladder of settings: a smooth curve through games between places on it.

Few games are played at any one place, and the places at which levels are tried lie close together. Rated one by one, they
would mostly show which was lucky. But the ladder is smooth: here the slope of the curve is assumed to change little from
place to place, so that games say something about their whole neighbourhood.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from tabuleiro.arena.rating import GAMES, POINTS, SCALE, Floats

FOOT = 0.05
"""Below the first rung, strength is taken to grow with the logarithm of the share of moves noticed plus this."""

BEND = 150.0
"""The standard deviation, in Elo a rung, of the expected change of the slope from one rung to the next."""

STEEP = 1000.0
"""How steep the curve is expected to be, in Elo a rung; this keeps a player that won everything finite."""

MOST_STEPS = 200
TOLERANCE = 1e-6


def distance_up(height: float) -> float:
    """How far up the ladder a height is, in rungs of equal gains in strength."""
    return height if height >= 1 else 1 - math.log((height + FOOT) / (1 + FOOT)) / math.log(FOOT / (1 + FOOT))


def height_at(distance: float) -> float:
    """The height at this distance up the ladder."""
    return distance if distance >= 1 else (1 + FOOT) * (FOOT / (1 + FOOT)) ** (1 - distance) - FOOT


def smooth_ratings(heights: Sequence[float], ones: Sequence[int], others: Sequence[int], counts: Floats) -> Floats:
    """The ratings of places at rising heights, the first being 0, and last that of a player beyond the ladder.

    `counts` are the pairs of games of each kind that were played between `ones` and `others`, numbers of places.
    """
    places = [distance_up(height) for height in heights]
    stiffness = _stiffness([*places, places[-1] + 1])
    games, points = counts @ GAMES, counts @ POINTS
    one, other = np.array(ones, dtype=np.intp), np.array(others, dtype=np.intp)
    values = np.zeros(len(places) + 1)
    for _ in range(MOST_STEPS):
        expected = 1 / (1 + np.exp((values[other] - values[one]) / SCALE))
        told = games * expected * (1 - expected) / SCALE**2
        gradient, curvature = -stiffness @ values, stiffness.copy()
        for sign, mine, theirs in ((1, one, other), (-1, other, one)):
            np.add.at(gradient, mine, sign * (points - games * expected) / SCALE)
            np.add.at(curvature, (mine, mine), told)
            np.add.at(curvature, (mine, theirs), -told)
        step = np.zeros_like(values)
        step[1:] = np.linalg.solve(curvature[1:, 1:], gradient[1:])
        reach = np.ptp(step) / SCALE
        values += step * math.log1p(reach) / reach if reach else 0.0
        if reach < TOLERANCE:
            break
    return values


def _stiffness(places: Sequence[float]) -> Floats:
    """The prior of a curve at these places, small and steady slopes, as the matrix of a sum of squares."""
    size = len(places)
    steps = [upper - lower for lower, upper in pairwise(places)]
    slopes = np.zeros((size - 1, size))
    for at, step in enumerate(steps):
        slopes[at, at : at + 2] = -1 / step, 1 / step
    found = slopes.T @ np.diag([step / STEEP**2 for step in steps]) @ slopes
    # The last step leads beyond the ladder: its slope is independent of the others.
    for at, (lower, upper) in enumerate(pairwise(steps[:-1])):
        bend = slopes[at + 1] - slopes[at]
        found += np.outer(bend, bend) / (BEND**2 * (lower + upper) / 2)
    return np.asarray(found)


def rising(ratings: Sequence[float]) -> list[float]:
    """The nearest ratings that never fall: neighbours in the wrong order get their mean."""
    blocks: list[list[float]] = []
    for rating in ratings:
        blocks.append([rating])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    return [_mean(block) for block in blocks for _ in block]


def height_of(rating: float, heights: Sequence[float], ratings: Sequence[float]) -> float:
    """Where on the ladder a rating lies, between the places whose ratings never fall; its ends for ratings beyond them."""
    if rating <= ratings[0]:
        return heights[0]
    for (low, high), (below, above) in zip(pairwise(ratings), pairwise(heights), strict=True):
        if low <= rating <= high and high > low:
            lower, upper = distance_up(below), distance_up(above)
            return height_at(lower + (upper - lower) * (rating - low) / (high - low))
    return heights[-1]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
