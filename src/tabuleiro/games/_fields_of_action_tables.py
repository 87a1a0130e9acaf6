"""The board of Fields of Action: how a state and the table of rules are laid out, and how neighbours are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.rules.primitives import OWN_NUMBERS, RULES, compiled, shift_down, shift_up

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

SIZE = 8
CELLS = SIZE * SIZE
NUMBERS = range(1, 13)
LARGEST_NUMBER = 12
RUN = 5

# A piece's code is its number, and 12 more for White's. A state's own numbers: the captured numbers of Black and of White
# (number n is bit n), which a position's text may declare; then the cells of each side as sets of bits, a1 the lowest.
CAPTURED = OWN_NUMBERS
PIECES = OWN_NUMBERS + 2

# The table of rules: the cells that have a cell to their left, and to their right; then for each cell its neighbours;
# then for each distance from 0 to 8 and each cell the cells in line at that distance, at any distance under 0; then for
# each cell its place: cells on which the board looks the same from some side have the same.
NOT_LEFT, NOT_RIGHT, NEIGHBOURS = (RULES + n for n in range(3))
REACH = NEIGHBOURS + CELLS
PLACES = REACH + 9 * CELLS
MOST_PLACES = 10


@compiled
def majority(one: int, two: int, three: int) -> int:
    """The bits that are in at least two of three sets."""
    return one & two | three & (one | two)


@compiled
def count_neighbours(rules: Numbers, occupied: int) -> tuple[int, int, int, int]:
    """The neighbours of all cells, counted at once.

    Given are the cells in whose number of neighbours a one, a two, a four and an eight is contained. The sums are made
    first across each rank, then with the ranks above and below.
    """
    left = shift_up(occupied & rules[NOT_RIGHT], 1)
    right = shift_down(occupied & rules[NOT_LEFT], 1)
    beside_ones, beside_twos = left ^ right, left & right
    rank_ones, rank_twos = beside_ones ^ occupied, beside_twos | beside_ones & occupied
    above_ones, above_twos = shift_down(rank_ones, SIZE), shift_down(rank_twos, SIZE)
    below_ones, below_twos = shift_up(rank_ones, SIZE), shift_up(rank_twos, SIZE)
    ones = above_ones ^ below_ones ^ beside_ones
    carried = majority(above_ones, below_ones, beside_ones)
    far_twos, near_twos = above_twos ^ below_twos, beside_twos ^ carried
    twos = far_twos ^ near_twos
    far_fours, near_fours, both_fours = above_twos & below_twos, beside_twos & carried, far_twos & near_twos
    fours = far_fours ^ near_fours ^ both_fours
    eights = majority(far_fours, near_fours, both_fours)
    return ones, twos, fours, eights


@compiled
def neighbours_of(ones: int, twos: int, fours: int, eights: int, bit: int) -> int:
    """How many neighbours one cell has, by the sets that `count_neighbours` gives."""
    return (
        shift_down(ones, bit) & 1
        | (shift_down(twos, bit) & 1) << 1
        | (shift_down(fours, bit) & 1) << 2
        | (shift_down(eights, bit) & 1) << 3
    )
