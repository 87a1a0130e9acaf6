"""Is one player better than another, in as few games as it takes: the sequential probability ratio test on pairs of games.

The two hypotheses are ratings: the player is better by `elo0` Elo or less, or by `elo1` or more. After each pair of games
the likelihoods of the results so far are compared under the two; the test ends when their ratio leaves its bounds. How
often each of the five scores of a pair comes (0, ¼, ½, ¾, 1) is not known, so under each hypothesis it is estimated, as
what is most likely among all that have the expected score of the hypothesis (the generalised test). Draws, an advantage of
the first player, and openings that favour a side are thereby accounted for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tabuleiro.messages import arena as texts
from tabuleiro.rules.errors import TabuleiroError

Floats = NDArray[np.float64]
Verdict = Literal["better", "not better"]

SCORES = np.array([0, 0.25, 0.5, 0.75, 1])
"""What a player may score in a pair."""

VIRTUAL = 0.05
"""The virtual pairs of each score that are added, so that scores not yet seen do not count as impossible."""

FEWEST_PAIRS = 5
"""The fewest pairs before a test ends: the estimates need something to go by."""

MOST_ELO = 1000
"""The largest difference to test for: at this one a player already loses only three points in a thousand."""

STEPS, TOLERANCE = 100, 1e-9


@dataclass(frozen=True, slots=True)
class SprtState:
    """How a test stands: the logarithm of the likelihoods' ratio, the bounds at which it ends, and its answer, if any."""

    llr: float
    lower: float
    upper: float
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a test, and how many pairs it took."""

    pairs: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of whether a player is better by `elo0` Elo or by `elo1`.

    `alpha` is the probability of the answer "better" where `elo0` is the truth, `beta` that of "not better" where `elo1` is.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise TabuleiroError(texts.BOUNDS_IN_ORDER.fill(elo0=f"{self.elo0:g}", elo1=f"{self.elo1:g}"))
        for elo in (self.elo0, self.elo1):
            if not abs(elo) <= MOST_ELO:
                raise TabuleiroError(texts.NO_BOUND.fill(given=f"{elo:g}", most=MOST_ELO))
        for rate in (self.alpha, self.beta):
            if not 0 < rate < 0.5:
                raise TabuleiroError(texts.NO_ERROR_RATE.fill(given=f"{rate:g}"))

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms of the likelihoods' ratio at which the test ends."""
        return float(np.log(self.beta / (1 - self.alpha))), float(np.log((1 - self.beta) / self.alpha))

    def state(self, pair_scores: Sequence[float]) -> SprtState:
        """How the test stands after these pairs, by them all."""
        llr = float(self.ratios(_counts(pair_scores)[-1])) if len(pair_scores) else 0.0
        lower, upper = self.bounds
        verdict = self.verdicts(np.array([llr]), np.array([len(pair_scores)]))[0]
        return SprtState(llr, lower, upper, _verdict(verdict))

    def first_verdict(self, pair_scores: Sequence[float]) -> Answer | None:
        """The answer of the test that goes through the pairs in order; None if it goes on. Pairs after the answer change nothing."""
        if not len(pair_scores):
            return None
        pairs = np.arange(1, len(pair_scores) + 1)
        verdicts = self.verdicts(self.ratios(_counts(pair_scores)), pairs)
        place = int(np.argmax(verdicts != 0))
        verdict = _verdict(verdicts[place])
        return None if verdict is None else Answer(place + 1, verdict)

    def course(self, pair_scores: Sequence[float]) -> tuple[float, ...]:
        """The logarithm of the likelihoods' ratio after each pair."""
        return tuple(map(float, self.ratios(_counts(pair_scores)))) if len(pair_scores) else ()

    def ratios(self, counts: Floats) -> Floats:
        """The logarithms of the likelihoods' ratio for counts of the five scores (the last dimension)."""
        weights = counts + VIRTUAL
        pairs = counts.sum(axis=-1)
        shares = weights / weights.sum(axis=-1, keepdims=True)
        under = [_log_likelihood(shares, _expected(elo)) for elo in (self.elo0, self.elo1)]
        return pairs * (under[1] - under[0])

    def verdicts(self, ratios: Floats, pairs: NDArray[np.int_]) -> NDArray[np.int_]:
        """The answers by these ratios after this many pairs: 1 better, -1 not better, 0 none yet."""
        lower, upper = self.bounds
        answers = (ratios >= upper).astype(np.int_) - (ratios <= lower)
        return np.where(pairs >= FEWEST_PAIRS, answers, 0)


def _verdict(number: int) -> Verdict | None:
    return "better" if number > 0 else "not better" if number < 0 else None


def _counts(pair_scores: Sequence[float]) -> Floats:
    """How often each score has come, after each pair."""
    kinds = np.rint(4 * np.asarray(pair_scores, dtype=np.float64)).astype(np.intp)
    return np.cumsum(np.eye(len(SCORES))[kinds], axis=0)


def _expected(elo: float) -> float:
    """The score expected by a player who is this much better."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def _log_likelihood(shares: Floats, expected: float) -> Floats:
    """The mean log-likelihood of a pair, up to a constant, given these shares of scores and the expected mean.

    The most likely distribution of that mean gives each score its share over `1 + x (score - mean)`; what x is follows from
    the mean, by Newton's method inside a bracket that closes.
    """
    above = SCORES - expected
    low = np.full(shares.shape[:-1], -1 / above[-1])
    high = np.full(shares.shape[:-1], -1 / above[0])
    variance = shares @ above**2
    at = np.clip(shares @ above / variance, 0.9 * low, 0.9 * high)
    for _ in range(STEPS):
        parts = above / (1 + at[..., None] * above)
        slope, bend = (shares * parts).sum(axis=-1), (shares * parts**2).sum(axis=-1)
        low, high = np.where(slope > 0, at, low), np.where(slope > 0, high, at)
        step = at + slope / bend
        nearer = np.where((step > low) & (step < high), step, (low + high) / 2)
        moved, at = np.max(np.abs(nearer - at), initial=0), nearer
        if moved < TOLERANCE:
            break
    return -(shares * np.log1p(at[..., None] * above)).sum(axis=-1)
