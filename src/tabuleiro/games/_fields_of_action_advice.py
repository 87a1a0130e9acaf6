"""Advice for Fields of Action: what a position is worth, which moves to search, what is clear without a search.

A piece is *hunted* the more, the more numbers of a run through its own number the enemy has already captured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.games._fields_of_action_tables import (
    CAPTURED,
    CELLS,
    LARGEST_NUMBER,
    NUMBERS,
    PIECES,
    PLACES,
    REACH,
    RUN,
    SIZE,
    count_neighbours,
    neighbours_of,
)
from tabuleiro.rules.advice import THREATENS
from tabuleiro.rules.board import FIRST_SLOT
from tabuleiro.rules.description import Term
from tabuleiro.rules.kernel import legal_moves
from tabuleiro.rules.primitives import (
    TURN,
    UNDER_THREAT,
    compiled,
    count_bits,
    lowest_bit,
    origin_of,
    pass_turn,
    shift_down,
    shift_up,
    target_of,
    without_lowest,
)
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

ALL_NUMBERS = sum(1 << number for number in NUMBERS)
ALL_RUNS = ALL_NUMBERS >> RUN - 1 & ALL_NUMBERS  # by their first numbers
WHOLE_RUN = (1 << RUN) - 1
FEW_PIECES = 3
"""With no more pieces than this left, having to move may be a disadvantage."""

MAN = 100
"""What a piece is worth, whatever its number."""

TERMS = (
    Term("pieces", Text("pieces on the board, and where", "peças no tabuleiro, e onde")),
    Term("runs", Text("runs of captured numbers", "sequências de números capturados")),
    Term("threats", Text("enemy pieces that can be captured", "peças inimigas que podem ser capturadas")),
    Term("reach", Text("cells in reach, and neighbours", "casas ao alcance, e vizinhas")),
    Term("tempo", Text("having the move", "ter a vez")),
)

# How much a piece is hunted: fewer than two numbers of a run are captured, two, three, or four.
HUNTED = 4

# The weights: having the move; a piece on the board; a run with none to four of its numbers captured; then
# what the capture of a piece that can be captured promises for such a run, four times: by the side to move and by the other,
# of a piece without cover and of one with; a piece that two can capture, by the side to move and by the other; then, each
# by how much a piece is hunted: with none to eight neighbours; a cell in its reach; that there is none; last a
# piece for its place, see PLACES.
TEMPO = 0
PIECE = 1
RUN_BEGUN = 2
THREAT = RUN_BEGUN + RUN
TWICE = THREAT + 4 * RUN
BESIDE, MOST_BESIDE = TWICE + 2, 9
IN_REACH = BESIDE + HUNTED * MOST_BESIDE
STUCK = IN_REACH + HUNTED
PLACE = STUCK + HUNTED
WEIGHTS = ("tempo", "piece", "runs", "threats", "twice", "beside", "reach", "stuck", "places")
"""The parts of the file of weights, in this order."""


# --- what a position is worth -----------------------------------------------------------------------------


@compiled
def open_runs(captured: int, numbers: int) -> int:
    """The first numbers of the runs that can still be completed, all their numbers being captured or on the board."""
    there = captured | numbers
    return there & there >> 1 & there >> 2 & there >> 3 & there >> 4


@compiled
def hunted_numbers(captured: int) -> tuple[int, int, int]:
    """The numbers in runs of which at least two, three, and four numbers were captured."""
    two, three, four = 0, 0, 0
    for first in range(1, LARGEST_NUMBER - RUN + 2):
        count = count_bits(captured >> first & WHOLE_RUN)
        run = WHOLE_RUN << first
        two |= run if count >= 2 else 0
        three |= run if count >= 3 else 0
        four |= run if count >= 4 else 0
    return two, three, four


@compiled
def look_around(
    rules: Numbers, weights: Numbers, state: Numbers, player: int, planes: tuple[int, int, int, int]
) -> tuple[int, int, int, int, int]:
    """The cells on which a player's pieces could capture, those where two could, the pieces' numbers, and their worth.

    The worth is first for where they stand, then for their neighbours and where they can go.
    """
    ones, twos, fours, eights = planes
    own, other = state[PIECES + player], state[PIECES + 1 - player]
    welcome = (twos | fours | eights) & ~(own | other)
    two, three, four = hunted_numbers(state[CAPTURED + player])
    hits, twice, numbers, places, reach = 0, 0, 0, 0, 0
    pieces = own
    while pieces != 0:
        bit = lowest_bit(pieces)
        pieces = without_lowest(pieces)
        number = state[FIRST_SLOT + bit] - LARGEST_NUMBER * player
        numbers |= 1 << number
        hunted = (two >> number & 1) + (three >> number & 1) + (four >> number & 1)
        neighbours = neighbours_of(ones, twos, fours, eights, bit)
        cells = rules[REACH + neighbours * CELLS + bit]
        if neighbours == 0:
            cells &= welcome
        else:
            twice |= hits & cells
            hits |= cells
        count = count_bits(cells & ~own)
        places += weights[PIECE] + weights[PLACE + rules[PLACES + bit]]
        reach += weights[BESIDE + MOST_BESIDE * hunted + neighbours] + weights[IN_REACH + hunted] * count
        if count == 0:
            reach += weights[STUCK + hunted]
    return hits, twice, numbers, places, reach


@compiled
def worth_of_runs(weights: Numbers, captured: int, runs: int) -> int:
    """What the captured numbers are worth in these runs."""
    worth = 0
    while runs != 0:
        first = lowest_bit(runs)
        runs = without_lowest(runs)
        worth += weights[RUN_BEGUN + count_bits(captured >> first & WHOLE_RUN)]
    return worth


@compiled
def runs_through(number: int) -> int:
    """The first numbers of the runs that a number lies in."""
    return WHOLE_RUN << number >> RUN - 1 & ALL_RUNS


@compiled
def worth_of_threats(
    weights: Numbers, state: Numbers, player: int, hits: int, twice: int, cover: int, runs: int
) -> int:
    """The worth of the enemy pieces that a player could capture."""
    captured, others = state[CAPTURED + 1 - player], state[PIECES + 1 - player]
    waits = 0 if player == state[TURN] else 1
    kind = THREAT + 2 * RUN * waits
    attacked = hits & others
    worth: int = weights[TWICE + waits] * count_bits(twice & others)
    while attacked != 0:
        bit = lowest_bit(attacked)
        attacked = without_lowest(attacked)
        number = state[FIRST_SLOT + bit] - LARGEST_NUMBER * (1 - player)
        base = kind + RUN * (shift_down(cover, bit) & 1)
        through = runs_through(number) & runs
        while through != 0:
            worth += weights[base + count_bits(captured >> lowest_bit(through) & WHOLE_RUN)]
            through = without_lowest(through)
    return worth


@compiled
def evaluate(rules: Numbers, weights: Numbers, state: Numbers, terms: Numbers) -> int:
    """Begun runs count for more the less they lack; so do pieces that could be captured next."""
    planes = count_neighbours(rules, state[PIECES] | state[PIECES + 1])
    black_hits, black_twice, black_numbers, terms[0], terms[6] = look_around(rules, weights, state, 0, planes)
    white_hits, white_twice, white_numbers, terms[1], terms[7] = look_around(rules, weights, state, 1, planes)
    black_runs = open_runs(state[CAPTURED + 1], white_numbers)
    white_runs = open_runs(state[CAPTURED], black_numbers)
    terms[2] = worth_of_runs(weights, state[CAPTURED + 1], black_runs)
    terms[3] = worth_of_runs(weights, state[CAPTURED], white_runs)
    terms[4] = worth_of_threats(weights, state, 0, black_hits, black_twice, white_hits, black_runs)
    terms[5] = worth_of_threats(weights, state, 1, white_hits, white_twice, black_hits, white_runs)
    terms[8], terms[9] = 0, 0
    terms[8 + state[TURN]] = weights[TEMPO]
    balance: int = terms[0] + terms[2] + terms[4] + terms[6] + terms[8]
    balance -= terms[1] + terms[3] + terms[5] + terms[7] + terms[9]
    return balance if state[TURN] == 0 else -balance


# --- what can be known ------------------------------------------------------------------------------------


@compiled
def completing(captured: int) -> int:
    """The numbers that would complete a run of five with these."""
    one, two, three, four = captured >> 1, captured >> 2, captured >> 3, captured >> 4
    lacking = (
        one & two & three & four
        | (captured & two & three & four) << 1
        | (captured & one & three & four) << 2
        | (captured & one & two & four) << 3
        | (captured & one & two & three) << 4
    )
    return lacking & ALL_NUMBERS & ~captured


@compiled
def can_land(rules: Numbers, pieces: int, planes: tuple[int, int, int, int], bit: int) -> bool:
    """Can any of these pieces, if it has neighbours, land on a cell where an enemy stands?"""
    ones, twos, fours, eights = planes
    # A piece with n neighbours moves n cells, and distances are the same in both directions.
    found = 0
    for distance in range(1, SIZE):
        having = pieces & ~eights & (ones if distance & 1 else ~ones)
        having &= (twos if distance & 2 else ~twos) & (fours if distance & 4 else ~fours)
        found |= having & rules[REACH + distance * CELLS + bit]
    return found != 0


@compiled
def can_capture(rules: Numbers, state: Numbers, player: int, numbers: int, planes: tuple[int, int, int, int]) -> bool:
    """Could a player who is to move capture an enemy piece with one of these numbers?"""
    others = state[PIECES + 1 - player]
    while others != 0:
        bit = lowest_bit(others)
        others = without_lowest(others)
        number = state[FIRST_SLOT + bit] - LARGEST_NUMBER * (1 - player)
        if numbers >> number & 1 == 1 and can_land(rules, state[PIECES + player], planes, bit):
            return True
    return False


@compiled
def foresee(rules: Numbers, state: Numbers) -> int:
    """Sees whether a number that completes a run of five can be captured at once, or has to be saved."""
    turn = state[TURN]
    winning, losing = completing(state[CAPTURED + 1 - turn]), completing(state[CAPTURED + turn])
    if winning | losing == 0:
        return 0
    planes = count_neighbours(rules, state[PIECES] | state[PIECES + 1])
    if winning != 0 and can_capture(rules, state, turn, winning, planes):
        return 1
    if losing != 0 and can_capture(rules, state, 1 - turn, losing, planes):
        return UNDER_THREAT
    return 0


# --- what to look at --------------------------------------------------------------------------------------


@compiled
def gain_of(captured: int, number: int) -> int:
    """What one more number is worth to a player that has captured these: the less a run lacks, the more it counts."""
    through = runs_through(number)
    gain = MAN
    while through != 0:
        gain += 1 << 2 * count_bits(captured >> lowest_bit(through) & WHOLE_RUN) >> 1
        through = without_lowest(through)
    return gain


@compiled
def prey_of(state: Numbers, turn: int) -> int:
    """The cells of the enemy pieces whose capture would complete a run for the side to move."""
    numbers, prey = completing(state[CAPTURED + 1 - turn]), 0
    if numbers != 0:
        others = state[PIECES + 1 - turn]
        while others != 0:
            bit = lowest_bit(others)
            others = without_lowest(others)
            prey |= shift_up(numbers >> (state[FIRST_SLOT + bit] - LARGEST_NUMBER * (1 - turn)) & 1, bit)
    return prey


@compiled
def threatens(rules: Numbers, own: int, other: int, prey: int) -> bool:
    """Can a side with these pieces land on one of these enemy pieces?"""
    planes = count_neighbours(rules, own | other)
    while prey != 0:
        if can_land(rules, own, planes, lowest_bit(prey)):
            return True
        prey = without_lowest(prey)
    return False


@compiled
def consider(rules: Numbers, state: Numbers, moves: Numbers, gains: Numbers) -> int:
    """All moves; a capture gains what the number does, less what the capturing piece is worth if it can be recaptured.

    A quiet move after which a run could be completed threatens.
    """
    turn = state[TURN]
    own, other = state[PIECES + turn], state[PIECES + 1 - turn]
    prey = prey_of(state, turn)
    count: int = legal_moves(rules, state, moves)
    for n in range(count):
        gains[n] = 0
        origin, target = origin_of(moves[n]), target_of(moves[n])
        left, landed = shift_up(1, origin - FIRST_SLOT), shift_up(1, target - FIRST_SLOT)
        if state[target] != 0:
            gains[n] = gain_of(state[CAPTURED + 1 - turn], state[target] - LARGEST_NUMBER * (1 - turn))
            planes = count_neighbours(rules, (own | other) ^ left)
            if can_land(rules, other ^ landed, planes, target - FIRST_SLOT):
                gains[n] -= gain_of(state[CAPTURED + turn], state[origin] - LARGEST_NUMBER * turn)
            if gains[n] > 0:
                gains[n] = max(gains[n], THREATENS + 1)  # an exchange that wins next to nothing is not a threat
        elif prey != 0 and threatens(rules, own ^ left ^ landed, other, prey):
            gains[n] = THREATENS
    return count


@compiled
def skip(rules: Numbers, state: Numbers) -> int:
    """Passes while there are enough pieces, unless the other side threatens to win."""
    if count_bits(state[PIECES + state[TURN]]) <= FEW_PIECES or foresee(rules, state) != 0:
        return 0
    pass_turn(rules, state)
    return 1
