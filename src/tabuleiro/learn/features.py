"""How much each number of a game's weights counts for in a position.

An evaluation is linear in its weights, so what a weight counts for is what the evaluation says when that weight is one and
all others are nothing. Few of them count in any one position: groups of weights are tried before single ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tabuleiro.rules.kernel import Unit
from tabuleiro.rules.primitives import compiled, row
from tabuleiro.rules.weights import Parts, numbers_in, with_numbers

if TYPE_CHECKING:
    from tabuleiro.rules.game import Game
    from tabuleiro.rules.primitives import Numbers

UNIT = 1 << 16
"""The number used for a weight of one: so large that the evaluation's rounding does not matter."""

LARGE, SMALL = 64, 8
"""How many weights are tried together, in large groups first, then in small ones."""


@compiled
def value_of_group(
    evaluate: Any,
    rules: Numbers,
    weights: Numbers,
    probes: Numbers,
    state: Numbers,
    terms: Numbers,
    first: int,
    last: int,
) -> int:
    """The evaluation with all weights zero, except those from `first` up to before `last`, taken from `probes`."""
    for n in range(first, last):
        weights[n] = probes[n]
    value: int = evaluate(rules, weights, state, terms)
    for n in range(first, last):
        weights[n] = 0
    return value


@compiled
def extract(
    evaluate: Any, rules: Numbers, weights: Numbers, probes: Numbers, states: Any, terms: Numbers, places: Numbers,
    amounts: Numbers, ends: Numbers,
) -> int:  # fmt: skip
    """Write which weights count in each state and for how much; `ends` says where a state's part ends.

    Returns how many states were done.
    """
    size, count = weights.shape[0] - 1, 0  # the last number says that there is no network
    for number in range(states.shape[0]):
        if count + size > places.shape[0]:
            return number
        state = row(states, number)
        for large in range(0, size, LARGE):
            if value_of_group(evaluate, rules, weights, probes, state, terms, large, min(size, large + LARGE)) == 0:
                continue
            for small in range(large, min(size, large + LARGE), SMALL):
                end = min(size, small + SMALL)
                if value_of_group(evaluate, rules, weights, probes, state, terms, small, end) == 0:
                    continue
                for n in range(small, end):
                    weights[n] = UNIT
                    value = evaluate(rules, weights, state, terms)
                    weights[n] = 0
                    if abs(value) > LARGE:
                        places[count], amounts[count] = n, value
                        count += 1
        ends[number] = count
    return states.shape[0]


FEATURES = Unit(
    "features",
    {"extract": extract},
    {"extract": "int64(evaluate, numbers, numbers, numbers, stack, numbers, numbers, numbers, numbers)"},
)


class Features(NamedTuple):
    """What counts in some positions: which weights, for how much, and where the part of each position ends."""

    places: Any
    amounts: Any
    ends: Any


def labels_of(game: Game, parts: Parts) -> Numbers:
    """For each weight, the number of the part it belongs to; -1 if it is in none of these parts."""
    import numpy

    labels = iter(range(1, sum(1 for _ in numbers_in(parts)) + 1))
    return numpy.array(game.weights_of(with_numbers(parts, labels)), dtype=numpy.int64) - 1


def features_of(game: Game, states: Any) -> Features:
    """What counts in each of these states; `places` are places in the game's table of weights."""
    import numpy

    size = game.own_weights
    probes = numpy.random.Generator(numpy.random.PCG64(1)).integers(UNIT, 64 * UNIT, size)
    weights, terms = numpy.zeros(size + 1, dtype=numpy.int64), game.new_terms()
    room = size + 128 * 1024
    places, amounts = (numpy.zeros(room, dtype=numpy.int64) for _ in range(2))
    found = [Features(places[:0], amounts[:0].astype(numpy.float32), places[:0])]
    done = 0
    while done < len(states):
        ends = numpy.zeros(len(states) - done, dtype=numpy.int64)
        count = FEATURES.extract(
            game.advice.evaluate, game.rules, weights, probes, numpy.ascontiguousarray(states[done:]), terms, places, amounts, ends
        )  # fmt: skip
        used = int(ends[count - 1])
        found.append(Features(places[:used].copy(), (amounts[:used] / UNIT).astype(numpy.float32), ends[:count].copy()))
        done += count
    return joined(found)


def joined(parts: list[Features]) -> Features:
    """The features of several sets of positions, joined into one."""
    import numpy

    before = numpy.cumsum([0, *(len(part.places) for part in parts)])
    ends = [part.ends + start for part, start in zip(parts, before, strict=False)]
    return Features(
        numpy.concatenate([part.places for part in parts]),
        numpy.concatenate([part.amounts for part in parts]),
        numpy.concatenate(ends),
    )
