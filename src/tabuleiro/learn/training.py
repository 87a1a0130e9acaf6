"""Training a network to predict what the terms of an evaluation do not, by small steps that reduce the surprise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tabuleiro.rules.network import (
    HIDDEN,
    LARGEST,
    ONE,
    WORTH_BITS,
    Network,
    fits,
    players_of,
    rows_in_views,
    shapes_of,
)

if TYPE_CHECKING:
    from tabuleiro.rules.game import Game

BLOCK = 8192
"""How many positions each step learns from."""

ROUNDS, LEAST_STEPS = 24, 400
"""The passes over all positions, and the fewest steps."""

FIRST_STEP, LAST_STEP = 0.004, 0.00001
"""How far a number moves at most in one step, in the first and in the last, with one as the unit."""

LOOKS = 12
"""How often the network is tested on the positions held back; the best one is kept."""

WORTH_ONE = 1 << WORTH_BITS


class Lessons(NamedTuple):
    """Positions to learn from: the rows of the pieces (-1: none), from whose view, the terms' value, the target."""

    rows: Any
    players: Any
    values: Any
    targets: Any


def train(game: Game, lessons: Lessons, held_back: Any, start: Network | None) -> Network:
    """The network that predicts positions best, starting from another or from nothing.

    `held_back` marks positions that are not learned from, but test what was learned.
    """
    import numpy

    learner = _Learner(game, lessons, start)
    fitted, held = numpy.flatnonzero(~held_back), numpy.flatnonzero(held_back if held_back.any() else ~held_back)
    chance = numpy.random.Generator(numpy.random.PCG64(1))
    block = min(BLOCK, len(fitted))
    steps = max(LEAST_STEPS, ROUNDS * len(fitted) // block)
    best, least = learner.network(), learner.surprise(held)
    order = chance.permutation(fitted)
    at = 0
    for step in range(1, steps + 1):
        if at + block > len(order):
            order, at = chance.permutation(fitted), 0
        share = 0.5 * (1 + float(numpy.cos(numpy.pi * step / steps)))
        learner.step(order[at : at + block], step, LAST_STEP + (FIRST_STEP - LAST_STEP) * share)
        at += block
        if step == steps or step % max(1, steps // LOOKS) == 0:
            surprise, network = learner.surprise(held), learner.network()
            if surprise < least and fits(game, network):
                best, least = network, surprise
    return best


def network_values(game: Game, network: Network, rows: Any, players: Any) -> Any:
    """A network's values of positions, in hundredths of a man, without the rounding of the kernel."""
    import numpy

    lessons = Lessons(rows, players, numpy.zeros(len(rows)), numpy.zeros(len(rows)))
    return _Learner(game, lessons, network).values(numpy.arange(len(rows))) * game.win_scale


class _Learner:
    """A network in floating point, in the unit of the logarithm of the odds, and how far its numbers have moved (Adam)."""

    def __init__(self, game: Game, lessons: Lessons, start: Network | None) -> None:
        import numpy

        self._scale, self._lessons = float(game.win_scale), lessons
        self._views = rows_in_views(game)
        self._several = players_of(game) > 1
        self._back = numpy.argsort(self._views, axis=1)
        count = self._views.shape[1]
        if start is None:
            chance = numpy.random.Generator(numpy.random.PCG64(2))
            shapes = shapes_of(game)
            begin = numpy.full(shapes.begin, 0.1)
            worth, rows = chance.normal(0, 0.03, shapes.worth), chance.normal(0, 0.08, shapes.rows)
            parts = [begin, worth, numpy.zeros(shapes.added), rows]
        else:
            worth = start.worth / (WORTH_ONE * self._scale)
            parts = [start.begin / ONE, worth, start.added / self._scale, start.rows / ONE]
        self._parts = [part.astype(numpy.float32) for part in parts]
        self._means, self._spreads = ([numpy.zeros_like(part) for part in self._parts] for _ in range(2))
        self._ones = numpy.zeros((min(BLOCK, len(lessons.rows)), count), dtype=numpy.float32)
        self._known = (lessons.values / self._scale).astype(numpy.float32)

    def network(self) -> Network:
        """The network in whole numbers, as it is kept."""
        import numpy

        begin, worth, added, rows = self._parts
        scaled = (begin * ONE, worth * (WORTH_ONE * self._scale), added * self._scale, rows * ONE)
        return Network(*(numpy.clip(numpy.rint(part), -LARGEST, LARGEST).astype(numpy.int64) for part in scaled))

    def values(self, which: Any) -> Any:
        """The network's values of some positions, as logarithms of the odds."""
        import numpy

        parts = [which[first : first + BLOCK] for first in range(0, len(which), BLOCK)]
        return numpy.concatenate([self._look(part)[-1] for part in parts])

    def surprise(self, which: Any) -> float:
        """How surprising the targets of some positions are on average."""
        import numpy

        target = self._lessons.targets[which]
        told = chance_of(self.values(which) + self._known[which]).clip(1e-6, 1 - 1e-6)
        return -float((target * numpy.log(told) + (1 - target) * numpy.log(1 - told)).mean())

    def step(self, which: Any, number: int, far: float) -> None:
        """Move all numbers a little, so that the targets of these positions become less surprising."""
        import numpy

        ones, players, sums, cut, values = self._look(which)
        _, worth, _, rows = self._parts
        views = len(self._views)
        surprise = (chance_of(values + self._known[which]) - self._lessons.targets[which]) / len(which)
        surprise = surprise.astype(numpy.float32)
        inner = surprise[:, None] * self._each(worth, players) * (2 * cut * ((sums > 0) & (sums < 1)))
        slope = (ones.T @ inner).reshape(-1, rows.shape[1], views)
        row_slope = sum(slope[back, :, view] for view, back in enumerate(self._back))
        slopes = [
            self._of_players(inner, players).reshape(-1, rows.shape[1], views).sum(axis=-1),
            self._of_players(surprise[:, None] * cut * cut, players).reshape(-1, rows.shape[1], views).sum(axis=-1),
            self._of_players(surprise[:, None], players)[:, 0],
            row_slope,
        ]
        for part, slope, mean, spread in zip(self._parts, slopes, self._means, self._spreads, strict=True):
            mean += 0.1 * (slope - mean)
            spread += 0.001 * (slope * slope - spread)
            part -= far * (mean / (1 - 0.9**number)) / (numpy.sqrt(spread / (1 - 0.999**number)) + 1e-9)

    def _look(self, which: Any) -> tuple[Any, Any, Any, Any, Any]:
        """The rows of some positions, from whose view, the sums, the sums within limits, and what the network says."""
        import numpy

        begin, worth, added, rows = self._parts
        seen = self._lessons.rows[which]
        players = self._lessons.players[which]
        ones = self._ones[: len(which)]
        ones[:] = 0
        at, cell = numpy.nonzero(seen >= 0)
        ones[at, seen[at, cell]] = 1
        all_rows = numpy.stack([rows[view] for view in self._views], axis=-1).reshape(-1, HIDDEN)
        sums = ones @ all_rows + self._each(begin, players)
        cut = sums.clip(0, 1)
        return ones, players, sums, cut, (cut * cut * self._each(worth, players)).sum(axis=1) + added[players]

    def _each(self, part: Any, players: Any) -> Any:
        """A part's numbers for each position, every group written out."""
        import numpy

        return numpy.repeat(part, len(self._views), axis=-1)[players if self._several else slice(0, 1)]

    def _of_players(self, amounts: Any, players: Any) -> Any:
        """Amounts of positions, added up for each set of weights."""
        import numpy

        return numpy.stack([amounts[players == player].sum(axis=0) for player in range(1 + self._several)])


def chance_of(odds: Any) -> Any:
    """The probability that has these odds, given by their logarithm."""
    import numpy

    return 1 / (1 + numpy.exp(-odds.clip(-40, 40)))
