"""The layout of Monkey Queen's states and of its table of rules, and how cells are marked there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.rules.board import EIGHT
from tabuleiro.rules.primitives import OWN_NUMBERS, RULES, compiled, shift_up

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

# A piece's code is twice its height, and one more for Black's: babies are 2 and 3, queens everything above.
WHITE_BABY = 2
BABY, SHORTEST_QUEEN, TALLEST = 1, 2, 99

DIRECTIONS = len(EIGHT)
AXES = DIRECTIONS // 2  # a direction and its opposite, `AXES` places further on, lie on one line

# A state's own numbers: the cell of each queen (0: she was captured) and how many babies each side has. Behind the cells
# stand the pieces of each side as sets of bits, a1 the lowest, in as many words as the board needs; then, for each line of
# the board in each axis, a word with its occupied cells as bits and one bit more beyond either end. The first bit seen from
# a cell is thus the first piece, or the edge.
QUEEN = OWN_NUMBERS
BABIES = OWN_NUMBERS + 2

# The table of rules: where the cells are; where in a state the sets and the lines are, and how many words they take; where
# the tables below begin; the steps along each axis; and how far a queen may slide in each direction.
# ENDS: the words of the lines of an empty board.
# CROSSINGS: for each slot and each axis, its line's place in a state << 5 | its bit there.
# PLACES: a number for each slot, such that the difference of two is the way from one cell to the other.
# NEARER, begun in its middle: for each way to the enemy queen and each direction, how many steps bring a baby nearer to her.
# In the very middle, where there is no way to go, these are all 0: just what a queen that may only capture needs.
# BEARING, begun in its middle like NEARER: a number for each way to a queen, the same for ways that a turn or a mirror makes
# equal; longer ways count as FARTHEST.
FIRST, LAST, SETS, WORDS, LINES, LINE_COUNT, ENDS, CROSSINGS, PLACES, NEARER, BEARING, STEPS = (
    RULES + n for n in range(12)
)
FARTHEST = 11
WAYS = (FARTHEST + 1) * (FARTHEST + 2) // 2
FREELY = STEPS + AXES
TABLES = FREELY + DIRECTIONS


@compiled
def flip(rules: Numbers, state: Numbers, player: int, cell: int) -> None:
    """Put a cell into the set of a player's pieces, or take it out."""
    bit = cell - rules[FIRST]
    state[rules[SETS] + player * rules[WORDS] + (bit >> 6)] ^= shift_up(1, bit & 63)


@compiled
def flip_lines(rules: Numbers, state: Numbers, cell: int) -> None:
    """Mark a cell as occupied on its four lines, or as free."""
    for axis in range(AXES):
        crossing = rules[rules[CROSSINGS] + AXES * cell + axis]
        state[crossing >> 5] ^= 1 << (crossing & 31)
