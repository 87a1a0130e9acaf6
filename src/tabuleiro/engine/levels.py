"""Ten levels of play: how much each sees, and how it chooses among moves that look nearly equal.

A level searches a budget of nodes and no deeper than its depth. It misses nothing within its vision: a win within so many
plies is played, a loss within so many plies is avoided if it can be. Beyond that it mistakes how good moves are: to the
probability of winning that the search gives each move, chance adds an error of the level's size, and the move that then
looks best is played. The last level makes no errors and has no budget but the time it is given.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from tabuleiro.engine.analysis import Line
from tabuleiro.engine.errors import EngineError
from tabuleiro.rules.texts import Text


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays: so many moves compared (`lines`, 0: all), with mistakes of this spread in probability of winning.

    A level with a budget of 0 nodes thinks as long as it may.
    """

    number: int
    nodes: int
    depth: int
    vision: int
    error: float
    lines: int


LEVELS = (
    Level(1, nodes=2_000, depth=1, vision=1, error=0.60, lines=0),
    Level(2, nodes=4_000, depth=2, vision=2, error=0.28, lines=0),
    Level(3, nodes=6_000, depth=2, vision=2, error=0.16, lines=0),
    Level(4, nodes=8_000, depth=3, vision=3, error=0.10, lines=0),
    Level(5, nodes=12_000, depth=4, vision=3, error=0.07, lines=0),
    Level(6, nodes=16_000, depth=6, vision=4, error=0.05, lines=6),
    Level(7, nodes=30_000, depth=8, vision=4, error=0.035, lines=4),
    Level(8, nodes=60_000, depth=10, vision=5, error=0.02, lines=3),
    Level(9, nodes=200_000, depth=40, vision=5, error=0.01, lines=2),
    Level(10, nodes=0, depth=0, vision=0, error=0.0, lines=1),
)

STRONGEST = LEVELS[-1].number


def level(number: int) -> Level:
    """The level with this number; EngineError says which there are."""
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= STRONGEST:
        raise EngineError(
            Text(
                "There is no level {number}; levels go from 1, the weakest, to {last}.",
                "Não há nível {number}; os níveis vão de 1, o mais fraco, a {last}.",
            ).fill(number=number, last=STRONGEST)
        )
    return LEVELS[number - 1]


def choose_line(level: Level, lines: Sequence[Line], chance: random.Random) -> Line:
    """The line that a level chooses of those that a search found, best first."""
    best = lines[0]
    plies = best.plies_to_end
    if plies is not None and 0 < plies <= level.vision:
        return best
    sound = [line for line in lines if not _loses_in_sight(level, line)] or [best]
    return max(sound, key=lambda line: line.win + chance.gauss(0.0, level.error))


def _loses_in_sight(level: Level, line: Line) -> bool:
    plies = line.plies_to_end
    return plies is not None and -max(2, level.vision) <= plies < 0 and level.vision >= 2
