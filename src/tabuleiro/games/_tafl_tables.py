"""The layout of Tafl's states and of its table of rules, and the two questions that all its functions ask them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.rules.primitives import OWN_NUMBERS, RULES, compiled

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

# A piece's code shifted down by one is its player: 0 the attackers, 1 the defenders.
ATTACKER, DEFENDER, KING = 1, 2, 3
PIECES = ("", "attacker", "defender", "king")
ATTACKERS, DEFENDERS = 0, 1

# A state's own numbers: the men of each side (without the king), the king's cell (0: captured), the verdict that the
# last move brought about, and the plies since the last capture, counted only where the rules limit them.
MEN = OWN_NUMBERS
KING_CELL = OWN_NUMBERS + 2
VERDICT = OWN_NUMBERS + 3
QUIET = OWN_NUMBERS + 4

# The kinds of cells, and what else the table of rules says about a cell: its kind, these bits, and its camp's number.
KINDS = ("ordinary", "throne", "corner", "camp", "inner camp", "outside")
ORDINARY, THRONE, CORNER, CAMP, INNER_CAMP, OUTSIDE = range(len(KINDS))
KIND = 7
EDGE, EXIT, FOUR_SIDES = 8, 16, 32  # FOUR_SIDES: a king here is captured only when all four sides are closed
CAMP_SHIFT = 6

STOP, CROSS = 1, 2

# The table of rules: steps in the four directions, speeds by piece, switches; then by kind of cell and piece who may
# STOP and CROSS there; by kind, piece beside it and piece on it whether a cell acts as an enemy; and what each cell is.
STEPS = RULES
SPEED = STEPS + 4
(
    FIRST,
    LAST,
    HAMMER,
    ANVIL,
    LINNAEAN,
    SHIELDWALL,
    SHIELDWALL_CORNER,
    SHIELDWALL_FLANK,
    HAS_EXIT_FORT,
    HAS_ENCIRCLEMENT,
    REPETITION_WINNER,
    QUIET_LIMIT,
    SIZE,
    ROADS_COUNT,
    OUTLOOKS,
) = (SPEED + 4 + n for n in range(15))
ACCESS = OUTLOOKS + 1
HOSTILE = ACCESS + 6 * 4
CELLS = HOSTILE + 6 * 4 * 5

SIDE_TO_MOVE = 3  # in REPETITION_WINNER: whoever repeats loses

# ROADS_COUNT: does an open road to an exit win, unless the attackers capture the king or stand in it?
# OUTLOOKS: where the table begins that says of each cell what it is like for the evaluation: in which of the four directions
# an exit lies (a bit each), then its file, its rank, and its number among the cells that no symmetry turns into one another.
OUTLOOK_FILE, OUTLOOK_RANK, OUTLOOK_CLASS = 4, 9, 14

# While a state is examined, a marked cell holds its piece plus LINK times the cell marked before it (BOTTOM: none).
LINK = 8
PIECE = LINK - 1
BOTTOM = 1


@compiled
def access(rules: Numbers, piece: int, info: int, home: int) -> int:
    """May a piece STOP on, and CROSS, an empty cell with this information? `home` is the camp it has not left yet."""
    if info >> CAMP_SHIFT != 0:
        return STOP | CROSS if info >> CAMP_SHIFT == home else 0
    return int(rules[ACCESS + 4 * (info & KIND) + piece])


@compiled
def hostile(rules: Numbers, state: Numbers, cell: int, piece: int) -> int:
    """Does a cell, with what stands on it, act as an enemy of a piece beside it?"""
    return int(rules[HOSTILE + 20 * (rules[CELLS + cell] & KIND) + 5 * piece + state[cell] + 1])


@compiled
def clear_marks(rules: Numbers, state: Numbers) -> None:
    """Remove everything but the pieces from the cells."""
    for cell in range(rules[FIRST], rules[LAST]):
        if state[cell] >= LINK:
            state[cell] &= PIECE
