"""Ten levels of play and the halves between them: how much each sees, and how it chooses among moves that look nearly equal.

A level has a budget of nodes and a depth that its search does not exceed. Within its vision, a number of plies, it misses
nothing: a win there is played, a loss there is avoided if possible. With a vision of 2.3 plies it looks three plies ahead in
three of ten moves, and two in the others; a depth of 2.3 works in the same way. Beyond that it misjudges moves: an error of
the level's size is added at random to the probability of winning that the search gives each move, and the move that then
looks best is played. The lowest levels are beginners, who do not even notice all their moves: chance decides each time
which ones they overlook. The last level makes no errors and has no budget but the time it is given.

How much weaker such mistakes make a player differs from game to game. So levels are points on a ladder of settings, and a
game may come with a table of its own: which points make levels that are equally far apart, and the rating measured for each.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tabuleiro.engine.analysis import Line
from tabuleiro.engine.errors import EngineError
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move
from tabuleiro.rules.texts import Text


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays: how many moves it compares (`lines`, 0: all), and the spread of its errors in the probability of winning.

    The fraction in `depth` and `vision` is the share of moves in which the level looks one ply further. A level with a
    budget of 0 nodes thinks as long as it may. `overlooks` is the share of its moves that it does not notice. `rating` is
    its measured strength in Elo above a player that moves at random, between `low` and `high` with 95 % certainty.
    """

    number: float
    nodes: int
    depth: float
    vision: float
    error: float
    lines: int
    overlooks: float = 0.0
    rating: float | None = None
    low: float | None = None
    high: float | None = None


RUNGS = (
    Level(0, nodes=2_000, depth=1, vision=1, error=0.60, lines=0, overlooks=1.0),
    Level(1, nodes=2_000, depth=1, vision=1, error=0.60, lines=0),
    Level(2, nodes=4_000, depth=2, vision=2, error=0.28, lines=0),
    Level(3, nodes=6_000, depth=2, vision=2, error=0.16, lines=0),
    Level(4, nodes=8_000, depth=3, vision=3, error=0.10, lines=0),
    Level(5, nodes=8_500, depth=4, vision=3, error=0.06, lines=12),
    Level(6, nodes=9_000, depth=6, vision=4, error=0.035, lines=6),
    Level(7, nodes=12_000, depth=8, vision=4, error=0.02, lines=4),
    Level(8, nodes=25_000, depth=12, vision=5, error=0.01, lines=3),
    Level(9, nodes=120_000, depth=40, vision=5, error=0.004, lines=2),
    Level(10, nodes=250_000, depth=60, vision=5, error=0.0015, lines=2),
)
"""The ladder, from moves at random to nearly as good as can be."""

ALL_LINES = 64
"""Between rungs that compare all moves and rungs that compare few, all counts as this many."""

FULL = Level(10, nodes=0, depth=0, vision=0, error=0.0, lines=1)
"""The last level: the whole engine."""

STRONGEST = 10
NUMBERS: tuple[float, ...] = tuple(half // 2 if half % 2 == 0 else half / 2 for half in range(2, 2 * STRONGEST + 1))
"""The numbers of the levels: 1, 1.5, 2 and so on to the last."""


def on_the_ladder(height: float, number: float = 0) -> Level:
    """The settings at a height on the ladder, between those of the rungs below and above it."""
    height = min(max(height, 0.0), len(RUNGS) - 1.0)
    foot = min(math.floor(height), len(RUNGS) - 2)
    below, above, share = RUNGS[foot], RUNGS[foot + 1], height - foot

    def between(first: float, second: float) -> float:
        return math.exp((1 - share) * math.log(first) + share * math.log(second))

    def mixed(first: float, second: float) -> float:
        return round((1 - share) * first + share * second, 4)

    few, many = above.lines or below.lines, below.lines or ALL_LINES
    return Level(
        number,
        nodes=round(between(below.nodes, above.nodes)),
        depth=mixed(below.depth, above.depth),
        vision=mixed(below.vision, above.vision),
        error=round(between(below.error, above.error), 4),
        lines=round(between(many, few)) if few and share else below.lines,
        overlooks=mixed(below.overlooks, above.overlooks),
    )


LEVELS = (*(on_the_ladder(number, number) for number in NUMBERS[:-1]), FULL)
"""The levels of a game for which nothing has been measured."""


def levels_of(game: Game) -> tuple[Level, ...]:
    """The levels of a game, weakest first, as calibrated for it if they were; EngineError if that table is wrong."""
    table = game.calibration()
    if table is None:
        return LEVELS
    try:
        return tuple(Level(number, **row) for number, row in zip(NUMBERS, table["levels"], strict=True))
    except (ValueError, LookupError, TypeError):
        raise EngineError(
            Text(
                "The table of levels of {game} does not have the {count} levels from 1 to {last} with their settings; `tabuleiro calibrate {game}` makes one.",
                "A tabela de níveis de {game} não tem os {count} níveis de 1 a {last} com as suas definições; `tabuleiro calibrate {game}` faz uma.",
            ).fill(game=game.id, count=len(NUMBERS), last=STRONGEST)
        ) from None


def calibration_table(levels: Sequence[Level]) -> list[dict[str, Any]]:
    """The levels as the table that `Game.calibration` gives."""
    names = [name for name in Level.__slots__ if name != "number"]
    return [{name: getattr(level, name) for name in names} for level in levels]


def level(number: float, game: Game | None = None) -> Level:
    """The level with this number, of a game if it is named; EngineError says which there are."""
    if isinstance(number, bool) or number not in NUMBERS:
        raise EngineError(
            Text(
                "There is no level {number}; levels go from 1, the weakest, to {last}, with halves such as 2.5 between them.",
                "Não há nível {number}; os níveis vão de 1, o mais fraco, a {last}, com meios níveis como 2.5 entre eles.",
            ).fill(number=repr(number)[:40], last=STRONGEST)
        )
    return (LEVELS if game is None else levels_of(game))[NUMBERS.index(number)]


def at_this_move(level: Level, chance: random.Random) -> Level:
    """The level for one move, with depth and vision rounded up or down by chance."""
    luck = chance.random()
    return replace(level, depth=math.floor(level.depth + luck), vision=math.floor(level.vision + luck))


def noticed(level: Level, moves: Sequence[Move], chance: random.Random) -> Sequence[Move]:
    """The moves that a level does not overlook: one at least."""
    if not level.overlooks:
        return moves
    return [move for move in moves if chance.random() >= level.overlooks] or [chance.choice(moves)]


def choose_line(level: Level, lines: Sequence[Line], chance: random.Random) -> Line:
    """The line that a level chooses from those that a search found, best first."""
    best = lines[0]
    plies = best.plies_to_end
    if plies is not None and 0 < plies <= level.vision:
        return best
    sound = [line for line in lines if not _loses_in_sight(level, line)] or [best]
    return max(sound, key=lambda line: line.win + chance.gauss(0.0, level.error))


def _loses_in_sight(level: Level, line: Line) -> bool:
    plies = line.plies_to_end
    return plies is not None and -max(2, level.vision) <= plies < 0 and level.vision >= 2


__all__ = [
    "FULL",
    "LEVELS",
    "NUMBERS",
    "RUNGS",
    "STRONGEST",
    "Level",
    "at_this_move",
    "calibration_table",
    "choose_line",
    "level",
    "levels_of",
    "noticed",
    "on_the_ladder",
]
