"""The layout of Trench's states and of its table of rules, and the lines along which men move."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tabuleiro.rules.board import FIRST_SLOT, Board
from tabuleiro.rules.primitives import OWN_NUMBERS, RULES, compiled, highest_bit, shift_up, signed

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

BLACK, WHITE = 0, 1

# A piece's code is its rank for Black, 5 more for White. The rank is also its range and its worth in stars.
SOLDIER, SERGEANT, CAPTAIN, COLONEL, GENERAL = RANKS = range(1, 6)
MEN_OF_RANK = {SOLDIER: 6, SERGEANT: 4, CAPTAIN: 3, COLONEL: 2, GENERAL: 1}
MEN = sum(MEN_OF_RANK.values())
ARMY = sum(rank * men for rank, men in MEN_OF_RANK.items())  # in stars

# A state's own numbers: the two clocks; what each player has captured, in stars; whether each still has its general;
# then the men of each player as sets of bits, a1 the lowest, and the same sets with h8 the lowest, as White sees them;
# then the men of either player in whose rank a one, a two and a four is contained.
QUIET, PLIES = OWN_NUMBERS, OWN_NUMBERS + 1
STARS = OWN_NUMBERS + 2
GENERALS = OWN_NUMBERS + 4
SETS = OWN_NUMBERS + 6
RANK_SETS = OWN_NUMBERS + 10

# The table of rules: how a battle ends (0: not so), then the lines of every rank and cell.
MOST_PLIES, MOST_QUIET, TARGET, EQUAL_TURNS, GENERAL_WINS, LINES = (RULES + n for n in range(6))

# Territories as sets of bits, as the player to move sees the board.
TRENCH = signed(sum(1 << 8 * rank + file for rank in range(8) for file in range(8) if file + rank == 7))
OWN_LAND = signed(sum(1 << 8 * rank + file for rank in range(8) for file in range(8) if file + rank < 7))
ENEMY_LAND = signed(sum(1 << 8 * rank + file for rank in range(8) for file in range(8) if file + rank > 7))
ALL_BUT_LAST = (1 << 63) - 1

AHEAD, LEFT, RIGHT, BACK = (1, 1), (-1, 1), (1, -1), (-1, -1)
DIAGONALS = ((1, 0), (0, 1), (-1, 0), (0, -1))
STRAIGHT = {
    SOLDIER: (),
    SERGEANT: (AHEAD,),
    CAPTAIN: (AHEAD, BACK),
    COLONEL: (AHEAD, LEFT, RIGHT),
    GENERAL: (AHEAD, BACK, LEFT, RIGHT),
}
UPWARD = ((1, 1), (1, 0), (0, 1), (-1, 1))  # the directions in which the number of a cell grows


@compiled
def reached(rules: Numbers, lines: int, stops: int) -> int:
    """The cells of four lines, each up to and including the first that stops it on either side.

    A subtraction borrows from the nearest stop above down to the nearest below, and so marks all between them. Nothing
    lies beyond the first and the last cell: there one may always stop below, and need not stop above.
    """
    cells = 0
    for line in range(lines, lines + 8, 2):
        down, up = rules[line], rules[line + 1]
        below = shift_up(1, highest_bit(down & stops | 1))
        above = up & stops & ALL_BUT_LAST
        cells |= (down | up) & (above ^ (above - below))
    return cells


@compiled
def step_towards(origin: int, target: int) -> int:
    """How a cell's number changes by one step from one cell towards another in line with it."""
    across = (target - FIRST_SLOT & 7) - (origin - FIRST_SLOT & 7)
    up = (target - FIRST_SLOT >> 3) - (origin - FIRST_SLOT >> 3)
    step = 0 if across == 0 else (1 if across > 0 else -1)
    return step if up == 0 else (step + 8 if up > 0 else step - 8)


@cache
def lines() -> tuple[int, ...]:
    """For every rank and cell four lines, as the sets of the cells within range down the board and up it."""
    board, sets = Board(8, 8, walls=False), []
    for rank in RANKS:
        for cell in board.cells:
            for across, up in UPWARD:
                for way in ((-across, -up), (across, up)):
                    has = way in (*DIAGONALS, *STRAIGHT[rank])
                    steps = range(1, 1 + min(rank, board.reach(cell, way)) if has else 1)
                    sets.append(signed(sum(1 << cell + n * board.step(way) - FIRST_SLOT for n in steps)))
    return tuple(sets)
