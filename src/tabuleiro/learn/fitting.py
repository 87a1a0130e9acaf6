"""Fitting weights so that a position's value predicts how its game ended and what a search said about it.

The weights of the terms are fitted by logistic regression; then a network is trained on what they leave out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tabuleiro.engine.errors import EngineError
from tabuleiro.learn.features import Features, joined, labels_of
from tabuleiro.learn.selfplay import Samples
from tabuleiro.learn.training import Lessons, chance_of, network_values, train
from tabuleiro.messages import learning as texts
from tabuleiro.rules.network import read_network, write_network
from tabuleiro.rules.weights import NETWORK, Parts, numbers_in, with_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.rules.game import Game

TERMS, ALSO_NETWORK, ONLY_NETWORK = "terms", "all", "network"
WHAT = (ALSO_NETWORK, TERMS, ONLY_NETWORK)
"""What may be fitted."""

RESULT_SHARE = 0.3
"""The share of a played position's target that is the result of its game; the rest is what the search said."""

LEAST_SEEN = 40
"""A weight that counts in fewer positions than this stays as it is."""

HELD_BACK = 10
"""One block of positions in this many is held back from fitting, to test how well it went."""

BLOCK = 4096
LEAST_ROUNDS, LEAST_STEPS = 8, 3000
"""At least this many passes over all positions, and at least this many steps, one with each block."""

FIRST_STEP, LAST_STEP = 2.0, 0.05
"""How far a weight moves at most in one step, in the first and in the last."""

LIKELY_CHANGE, OF_ONE_GAME = 60.0, 20
"""How far a weight is expected to move from where it was, and how many positions, being of one game, count as one."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted parts, and how surprising the targets of the positions held back, if there are several, were before and after."""

    parts: Parts
    before: float
    after: float
    positions: int


def fit(game: Game, parts: Parts, samples: Sequence[Samples], what: str = ALSO_NETWORK) -> Fit:
    """The parts whose weights and network best predict what positions lead to; EngineError without positions."""
    import numpy

    if not any(len(part.wins) for part in samples):
        raise EngineError(texts.NOTHING_QUIET.fill(game=game.id))
    problem = _Problem(game, parts, samples)
    numbers = numpy.array(list(numbers_in(parts)), dtype=numpy.float64)
    before, fitted = problem.surprise(numbers), parts
    if what != ONLY_NETWORK and len(numbers):
        numbers = numpy.rint(problem.descend(numbers))
        fitted = with_numbers(parts, iter([int(number) for number in numbers]))
    if what != TERMS:
        fitted = {**fitted, NETWORK: problem.train(numbers)}
    return Fit(fitted, before, problem.surprise(numbers), problem.size)


class _Problem:
    """Positions in blocks, to which weights are fitted."""

    def __init__(self, game: Game, parts: Parts, samples: Sequence[Samples]) -> None:
        import numpy

        labels = labels_of(game, parts)
        features = joined([part.features for part in samples])
        self._game, self._samples = game, samples
        self._network = read_network(game, parts[NETWORK]) if NETWORK in parts else None
        results, wins = (numpy.concatenate([getattr(part, name) for part in samples]) for name in ("results", "wins"))
        self.size, self._scale = len(wins), float(game.win_scale)
        self._count = sum(1 for _ in numbers_in(parts))
        self._target = numpy.where(numpy.isnan(results), wins, RESULT_SHARE * results + (1 - RESULT_SHARE) * wins)
        known = labels[features.places] >= 0
        before = numpy.concatenate(([0], numpy.cumsum(known)))
        self._features = Features(
            labels[features.places][known], features.amounts[known].astype(numpy.float64), before[features.ends]
        )
        seen = numpy.bincount(self._features.places, minlength=self._count)
        self._free = seen >= LEAST_SEEN
        block = min(BLOCK, -(-self.size // HELD_BACK))  # of few positions a share is held back as well
        self._blocks = blocks = [(first, min(self.size, first + block)) for first in range(0, self.size, block)]
        self._held = blocks[::HELD_BACK] if len(blocks) > 1 else blocks
        self._fitted = [block for block in blocks if block not in self._held] or blocks
        self._pull = self._scale * OF_ONE_GAME / LIKELY_CHANGE**2 / self.size
        self._beside = self._network_values()

    def descend(self, start: Any) -> Any:
        """The weights that small steps against the surprise lead to, from these ones (Adam)."""
        import numpy

        chance = numpy.random.Generator(numpy.random.PCG64(1))
        numbers, mean, spread = start.copy(), numpy.zeros_like(start), numpy.zeros_like(start)
        rounds = max(LEAST_ROUNDS, -(-LEAST_STEPS // len(self._fitted)))
        steps, step = rounds * len(self._fitted), 0
        for _ in range(rounds):
            for which in chance.permutation(len(self._fitted)):
                slope = self._slope(numbers, self._fitted[which]) + self._pull * (numbers - start)
                slope[~self._free] = 0.0
                step += 1
                mean, spread = 0.9 * mean + 0.1 * slope, 0.999 * spread + 0.001 * slope * slope
                far = FIRST_STEP * (LAST_STEP / FIRST_STEP) ** (step / steps)
                numbers -= far * mean / (1 - 0.9**step) / (numpy.sqrt(spread / (1 - 0.999**step)) + 1e-12)
        return numbers

    def train(self, numbers: Any) -> str:
        """A network for what terms with these weights leave out, as a text; from then on it is the one in use."""
        import numpy

        values = numpy.concatenate([self._values(numbers, block) for block in self._blocks])
        held = numpy.zeros(self.size, dtype=bool)
        for block in self._held if self._held != self._fitted else []:
            held[slice(*block)] = True
        self._network = train(self._game, Lessons(*self._seen(), values, self._target), held, self._network)
        self._beside = self._network_values()
        return write_network(self._game, self._network)

    def surprise(self, numbers: Any) -> float:
        """How surprising, on average, the targets of the positions held back are with these weights."""
        import numpy

        total, count = 0.0, 0
        for block in self._held:
            told, target = numpy.clip(self._chances(numbers, block), 1e-6, 1 - 1e-6), self._target[slice(*block)]
            total -= float((target * numpy.log(told) + (1 - target) * numpy.log(1 - told)).sum())
            count += len(target)
        return total / max(1, count)

    def _part(self, block: tuple[int, int]) -> Features:
        first, last = block
        ends = self._features.ends
        begin = int(ends[first - 1]) if first else 0
        inside = slice(begin, int(ends[last - 1]))
        return Features(self._features.places[inside], self._features.amounts[inside], ends[first:last] - begin)

    def _values(self, numbers: Any, block: tuple[int, int]) -> Any:
        """The values of the positions of a block, by the terms."""
        import numpy

        part = self._part(block)
        sums = numpy.concatenate(([0.0], numpy.cumsum(part.amounts * numbers[part.places])))
        return sums[part.ends] - sums[numpy.concatenate(([0], part.ends[:-1]))]

    def _chances(self, numbers: Any, block: tuple[int, int]) -> Any:
        """The side to move's chance of winning, by the terms and the network."""
        return chance_of((self._values(numbers, block) + self._beside[slice(*block)]) / self._scale)

    def _seen(self) -> tuple[Any, Any]:
        """All positions, as a network sees them."""
        import numpy

        rows, players = (
            numpy.concatenate([getattr(part, name) for part in self._samples]) for name in ("rows", "players")
        )
        return rows, players

    def _network_values(self) -> Any:
        """The network's value of all positions."""
        import numpy

        return (
            numpy.zeros(self.size)
            if self._network is None
            else network_values(self._game, self._network, *self._seen())
        )

    def _slope(self, numbers: Any, block: tuple[int, int]) -> Any:
        import numpy

        part = self._part(block)
        surprises = self._chances(numbers, block) - self._target[slice(*block)]
        lengths = numpy.diff(part.ends, prepend=0)
        slopes = numpy.bincount(part.places, part.amounts * numpy.repeat(surprises, lengths), minlength=self._count)
        return slopes / len(surprises)
