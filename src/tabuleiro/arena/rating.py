"""How strong players are, by the games between them: Bradley-Terry ratings in Elo, and how certain they are.

A player that is rated 400 Elo higher than another gets ten points for each of the other's; a draw is half a point for
each. What is resampled is the pair, not the game: two games from the same opening with seats exchanged have much in
common. The resampling is Rubin's Bayesian bootstrap, which gives each pair a weight drawn at random; unlike the usual one
it allows for results that have not happened yet, such as the first loss of a player that has won everything.

That several pairs of players have the same opening does no harm to the differences between neighbours, since both sit on
both seats; only where very uneven openings meet very unequal players are intervals too narrow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabuleiro.arena.results import Played

Floats = NDArray[np.float64]

SCALE = 400 / np.log(10)
"""How many Elo are one unit of the logarithm of the odds."""

GAMES = np.array([2, 2, 2, 2, 2, 1, 1, 1], dtype=np.float64)
POINTS = np.array([0, 0.5, 1, 1.5, 2, 0, 0.5, 1])
"""The kinds of pairs: their games, and what one of the two players gets in them; the last three are still incomplete."""

WHOLE_KINDS = 5

PRIOR = 0.2
"""How many virtual pairs of each whole kind a player gets, shared between the opponents it has met.

They stand for what has not been seen yet. Of values from 0.02 to 0.2 this gave the truest intervals in simulations with
few pairs.
"""

LEAST = 0.002
"""A drawn virtual game of this weight, in each resample, keeps perfect scores from infinity."""

RESAMPLES, BLOCK = 1000, 100
"""How many resamples there are, and how many are computed at once: with many players, all would take much memory."""

CONFIDENCE = 0.95
TOLERANCE = 1e-7 / SCALE
MOST_STEPS = 100


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, and the bounds between which the true one lies with a probability of 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """The ratings of all players, in Elo, and their resamples.

    Players have the same number in `groups` if games connect them, directly or through others. Ratings of different groups
    cannot be compared: each has the mean 0, or its anchor's rating. A player without games is alone and has no rating.
    """

    values: Floats
    samples: Floats  # a row for each resample
    groups: tuple[int, ...]

    def rating(self, player: int) -> Estimate | None:
        """A player's rating; None if it has played nobody."""
        if self.groups.count(self.groups[player]) == 1:
            return None
        return _estimate(float(self.values[player]), self.samples[:, player])

    def difference(self, one: int, other: int) -> Estimate | None:
        """How far one player is rated above another; None if no games connect them."""
        if self.groups[one] != self.groups[other]:
            return None
        value = float(self.values[one] - self.values[other])
        return _estimate(value, self.samples[:, one] - self.samples[:, other])

    def superiority(self, one: int, other: int) -> float | None:
        """The probability that one player is stronger than another; None if no games connect them."""
        if self.groups[one] != self.groups[other]:
            return None
        above = self.samples[:, one] - self.samples[:, other]
        better = np.count_nonzero(above > 0) + np.count_nonzero(above == 0) / 2
        return float((better + 0.5) / (len(above) + 1))


def rate(
    played: Iterable[Played],
    players: int,
    *,
    anchor: tuple[int, float] | None = None,
    seed: int = 1,
    resamples: int = RESAMPLES,
) -> Ratings:
    """The ratings of these players; `anchor` is one of them and its rating. The same games give the same answer."""
    ones, others, counts = tally(played)
    return rate_counts(players, ones, others, counts, anchor=anchor, seed=seed, resamples=resamples)


def rate_counts(
    players: int,
    ones: Sequence[int],
    others: Sequence[int],
    counts: Floats,
    *,
    anchor: tuple[int, float] | None = None,
    seed: int = 1,
    resamples: int = RESAMPLES,
) -> Ratings:
    """The ratings by the pairs of each kind in each matchup (`counts` has a row for each of `ones` and `others`)."""
    groups = _groups(players, zip(ones, others, strict=True))
    field = _Field(players, np.array(ones, dtype=np.intp), np.array(others, dtype=np.intp), np.array(groups))
    prior = field.prior(counts)
    values = field.fit(counts + prior)
    # As with a variance, fitting makes the remaining scatter look smaller than it is.
    pairs, fitted = max(1.0, float(counts.sum())), players - len(set(groups))
    honest = max(0.5, 1 - fitted / pairs)
    chance, shape = np.random.default_rng(seed), honest * counts + prior
    blocks = [min(BLOCK, resamples - at) for at in range(0, resamples, BLOCK)]
    drawn = (chance.standard_gamma(shape, size=(block, *shape.shape)) / honest for block in blocks)
    samples = np.concatenate([field.fit(weights, values) for weights in drawn])
    return Ratings(_anchored(values, groups, anchor), _anchored(samples, groups, anchor), groups)


def share(results: Iterable[tuple[float, int]], seed: int = 1, resamples: int = RESAMPLES) -> Estimate:
    """The share of all points that was scored, from the points and games of each part that belongs together."""
    found = sorted(Counter(results).items())
    counts = np.array([count for _, count in found], dtype=np.float64)
    points, games = (np.array([result[place] for result, _ in found]) for place in (0, 1))
    honest = max(0.5, 1 - 1 / counts.sum())
    chance = np.random.default_rng(seed)
    drawn = chance.standard_gamma(honest * counts, size=(resamples, len(counts))) / honest
    size = max(1.0, float(counts @ games / counts.sum()) / 2)  # parts that are tiny beside others say nothing
    virtual = size * chance.standard_gamma(PRIOR, size=(resamples, WHOLE_KINDS))
    got, of = drawn @ points + virtual @ POINTS[:WHOLE_KINDS], drawn @ games + virtual @ GAMES[:WHOLE_KINDS]
    return _estimate(float(counts @ points / (counts @ games)), got / of)


def _kind_of(points: Sequence[float]) -> int:
    """The kind of a pair, by the points that one player got in each of its games."""
    return round(2 * sum(points)) + (WHOLE_KINDS if len(points) == 1 else 0)


def _estimate(value: float, samples: Floats) -> Estimate:
    low, high = np.quantile(samples, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Estimate(value, min(value, float(low)), max(value, float(high)))


def tally(played: Iterable[Played]) -> tuple[list[int], list[int], Floats]:
    """Which players have met, the lower number first, and how many pairs of each kind, as the lower one sees them."""
    pairs: dict[tuple[int, int, int], list[float]] = {}
    for game in played:
        one, other = sorted(game.seats)
        if one != other:
            pairs.setdefault((one, other, game.pair), []).append(game.points_of(one))
    met = sorted({(one, other) for one, other, _ in pairs})
    rows = {matchup: row for row, matchup in enumerate(met)}
    counts = np.zeros((len(met), len(GAMES)))
    for (one, other, _), points in pairs.items():
        for at in range(0, len(points), 2):
            counts[rows[one, other], _kind_of(points[at : at + 2])] += 1
    return [one for one, _ in met], [other for _, other in met], counts


def _groups(players: int, met: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The numbers of the groups that players are in; those in one group are connected by games."""
    group = list(range(players))
    for one, other in met:
        joined, gone = sorted((group[one], group[other]))
        group = [joined if number == gone else number for number in group]
    return tuple(group)


def _anchored(values: Floats, groups: tuple[int, ...], anchor: tuple[int, float] | None) -> Floats:
    """Ratings in Elo, with the anchor's group shifted so that the anchor has its given rating."""
    values = SCALE * values
    if anchor is not None:
        player, rating = anchor
        members = np.array([number == groups[player] for number in groups])
        values[..., members] += rating - values[..., player, None]
    return values


@dataclass(frozen=True, slots=True, eq=False)
class _Field:
    """Who plays whom, and the ratings that follow from weights of pairs, in units of the logarithm of the odds."""

    players: int
    ones: NDArray[np.intp]
    others: NDArray[np.intp]
    groups: NDArray[np.int_]

    def prior(self, counts: Floats) -> Floats:
        """The weights of virtual pairs, larger where games say more: a virtual draw between unequals says a lot."""
        met = self._shared(np.ones(len(self.ones)))
        values = self.fit(counts + met)
        expected = _expected(values[self.ones] - values[self.others])
        return self._shared((counts @ GAMES) * expected * (1 - expected))

    def _shared(self, told: Floats) -> Floats:
        """Each player's virtual pairs, shared between its matchups in proportion to how much they say."""
        totals = self._square(told, told).sum(axis=-1)
        parts = told * (1 / totals[self.ones] + 1 / totals[self.others]) / 2
        return PRIOR * parts[:, None] * (np.arange(len(GAMES)) < WHOLE_KINDS)

    def _square(self, of_ones: Floats, of_others: Floats) -> Floats:
        """A number for each matchup as a table of players by players."""
        table = np.zeros((*of_ones.shape[:-1], self.players, self.players))
        table[..., self.ones, self.others] = of_ones
        table[..., self.others, self.ones] = of_others
        return table

    def fit(self, weights: Floats, start: Floats | None = None) -> Floats:
        """The most likely ratings, with the mean 0 in each group, for weights of the kinds of pairs in each matchup.

        Newton's method on all of the leading dimensions at once, with steps so damped that each raises the likelihood:
        its third derivative is never more than the range of the step times the second.
        """
        games, points = weights @ GAMES + LEAST, weights @ POINTS + LEAST / 2
        met, scored = self._square(games, games), self._square(points, games - points).sum(axis=-1)
        values = np.zeros_like(scored) if start is None else np.broadcast_to(start, scored.shape).copy()
        together = (self.groups[:, None] == self.groups).astype(np.float64)  # this fixes the mean of each group
        everybody = np.arange(self.players)
        for _ in range(MOST_STEPS):
            expected = _expected(values[..., :, None] - values[..., None, :])
            told = met * expected * (1 - expected)
            curvature = together - told
            curvature[..., everybody, everybody] += told.sum(axis=-1)
            gradient = scored - (met * expected).sum(axis=-1)
            step = np.linalg.solve(curvature, gradient[..., None])[..., 0]
            reach = np.ptp(step, axis=-1, keepdims=True)
            values += step * np.log1p(reach) / np.maximum(reach, 1e-300)
            if np.max(reach) < TOLERANCE:
                break
        return values


def _expected(difference: Floats) -> Floats:
    """The share of the points expected by a player who is this much better than the other."""
    return 1 / (1 + np.exp(-difference))
