"""Advice for Trench: what a position is worth, which moves to search, what is clear without a search.

Here both players' men are seen from Black's side. All men of a player in one part of the board are moved at once, as
sets of bits: what they reach does not depend on which of them reaches it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.games._trench_lines import (
    ALL_BUT_LAST,
    ARMY,
    BLACK,
    EQUAL_TURNS,
    GENERAL,
    GENERAL_WINS,
    LINES,
    MOST_PLIES,
    MOST_QUIET,
    PLIES,
    QUIET,
    RANK_SETS,
    SETS,
    STARS,
    TARGET,
    TRENCH,
    WHITE,
    reached,
    step_towards,
)
from tabuleiro.rules.board import FIRST_SLOT
from tabuleiro.rules.description import Term
from tabuleiro.rules.kernel import legal_moves
from tabuleiro.rules.primitives import (
    KEY,
    TURN,
    UNDER_THREAT,
    compiled,
    count_bits,
    lowest_bit,
    origin_of,
    pass_turn,
    shift_down,
    shift_up,
    signed,
    target_of,
    without_lowest,
)
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

STAR = 100
"""What a star is worth in hundredths of a man."""

RISK = 80
"""What a star is worth that may be lost after a capture: not every man that can be captured is captured."""

LARGEST_HAUL = 19
"""No move captures more stars: on one line a general, two colonels and two captains."""

DECISIVE = 1000
"""What a general is worth where capturing it wins: more than all stars together."""

FEW_MEN = 2
LAST_PLIES = 4
"""With no more men than FEW_MEN, or this near to a limit, passing the turn is no fair test."""

SOON = 8
"""If the last move is at most this near, the search sees it, so having it counts for less in itself."""

LONG = 32
"""With this many plies to play, or more, the end of the battle is far off."""

# Clocks are less than 1,024, so that with these their products are still numbers of 64 bits.
PLIES_KEY, QUIET_KEY = 0x9E3779B97F4A7, 0xD1B54A32D192F

# The cells that a step towards h, or towards a, can lead to.
NOT_FILE_A = signed(sum(1 << cell for cell in range(64) if cell & 7 != 0))
NOT_FILE_H = signed(sum(1 << cell for cell in range(64) if cell & 7 != 7))


def between(first: int, last: int) -> int:
    """The cells from one rank of the diamond to another, counted from a1, as a set of bits."""
    return signed(sum(1 << cell for cell in range(64) if first <= (cell & 7) + (cell >> 3) <= last))


# The two ranks of the diamond behind the trench, for each player.
BLACK_FRONT, WHITE_FRONT = between(5, 6), between(8, 9)

# The weights: a star captured, and what the nearness of the end adds to it; a man in the trench, and a star; a man in front,
# next to it; a star that could be captured, by the side to move and by the other, of a man without cover and of one with;
# a cell in reach; having the last move of the battle; and, by rank and by cell as its owner sees the board, a man there.
POINT, LATE, IN_TRENCH, TRENCH_STAR, IN_FRONT, THREAT = range(6)
IN_REACH = THREAT + 4
LAST_MOVE = IN_REACH + 1
PLACES = LAST_MOVE + 1

WEIGHTS = ("points", "trench", "front", "threats", "reach", "last")
"""The parts of the file of weights, in this order; last come the places."""

TERMS = (
    Term("points", Text("points", "pontos")),
    Term("trench", Text("men in the trench", "peças na trincheira")),
    Term("front", Text("men next to the trench", "peças junto à trincheira")),
    Term("threats", Text("enemy men that can be captured", "peças inimigas que podem ser capturadas")),
    Term("reach", Text("cells in reach", "casas ao alcance")),
    Term("last", Text("having the last move", "ter a última jogada")),
    Term("places", Text("where the men stand", "onde estão as peças")),
)
NUMBER_OF_TERMS = len(TERMS)


# --- all men at once --------------------------------------------------------------------------------------


@compiled
def upward(
    generals: int, colonels: int, captains: int, sergeants: int, soldiers: int, free: int, places: int, board: int
) -> int:
    """The cells that men reach up the board: each step adds `places`, onto cells of `board`, over `free` ones.

    A man that has taken a step has as many left as one of the rank below, so that they go on together.
    """
    first = shift_up(generals, places) & board
    second = shift_up(first & free | colonels, places) & board
    third = shift_up(second & free | captains, places) & board
    fourth = shift_up(third & free | sergeants, places) & board
    fifth = shift_up(fourth & free | soldiers, places) & board
    return first | second | third | fourth | fifth


@compiled
def downward(
    generals: int, colonels: int, captains: int, sergeants: int, soldiers: int, free: int, places: int, board: int
) -> int:
    """The same as `upward`, down the board."""
    first = shift_down(generals, places) & board
    second = shift_down(first & free | colonels, places) & board
    third = shift_down(second & free | captains, places) & board
    fourth = shift_down(third & free | sergeants, places) & board
    fifth = shift_down(fourth & free | soldiers, places) & board
    return first | second | third | fourth | fifth


@compiled
def of_ranks(state: Numbers, men: int) -> tuple[int, int, int, int, int]:
    """The generals, colonels, captains, sergeants and soldiers among these men."""
    ones, twos, fours = state[RANK_SETS], state[RANK_SETS + 1], state[RANK_SETS + 2]
    return men & fours & ones, men & fours & ~ones, men & twos & ones, men & twos & ~ones, men & ones & ~(twos | fours)


@compiled
def hits_outside(state: Numbers, player: int) -> int:
    """The cells on which a player's men outside the trench could capture an enemy, or cover a man of their own."""
    free = ~(state[SETS] | state[SETS + 1])
    generals, colonels, captains, sergeants, soldiers = of_ranks(state, state[SETS + player] & ~TRENCH)
    # Colonels and sergeants go straight ahead but not back. Whoever enters the trench going ahead comes from the front.
    black, white = -(1 - player), -player
    up = upward(generals, colonels & black, captains, sergeants & black, 0, free, 9, NOT_FILE_A)
    up |= upward(generals, colonels, captains, sergeants, soldiers, free, 1, NOT_FILE_A)
    up |= upward(generals, colonels, captains, sergeants, soldiers, free, 8, -1)
    down = downward(generals, colonels & white, captains, sergeants & white, 0, free, 9, NOT_FILE_H)
    down |= downward(generals, colonels, captains, sergeants, soldiers, free, 1, NOT_FILE_H)
    down |= downward(generals, colonels, captains, sergeants, soldiers, free, 8, -1)
    aside = upward(generals, colonels, 0, 0, 0, free, 7, NOT_FILE_H)
    aside |= downward(generals, colonels, 0, 0, 0, free, 7, NOT_FILE_A)
    return up & ~(TRENCH & black) | down & ~(TRENCH & white) | aside


@compiled
def hits_from_trench(state: Numbers, player: int) -> int:
    """The cells on which a player's men in the trench could capture: only their own men stop them."""
    free, men = ~state[SETS + player], state[SETS + player] & TRENCH
    if men == 0:
        return 0
    generals, colonels, captains, sergeants, soldiers = of_ranks(state, men)
    if player == BLACK:
        return (
            upward(generals, colonels, captains, sergeants, 0, free, 9, NOT_FILE_A)
            | upward(generals, colonels, captains, sergeants, soldiers, free, 1, NOT_FILE_A)
            | upward(generals, colonels, captains, sergeants, soldiers, free, 8, -1)
        )
    return (
        downward(generals, colonels, captains, sergeants, 0, free, 9, NOT_FILE_H)
        | downward(generals, colonels, captains, sergeants, soldiers, free, 1, NOT_FILE_H)
        | downward(generals, colonels, captains, sergeants, soldiers, free, 8, -1)
    )


@compiled
def stars_on(state: Numbers, cells: int) -> int:
    """The stars of all men on these cells."""
    return (
        count_bits(cells & state[RANK_SETS])
        + 2 * count_bits(cells & state[RANK_SETS + 1])
        + 4 * count_bits(cells & state[RANK_SETS + 2])
    )


# --- what a position is worth -----------------------------------------------------------------------------


@compiled
def plies_left(rules: Numbers, state: Numbers) -> int:
    """How long the battle may still last, up to LONG plies. The clock of quiet plies counts half: a capture resets it."""
    left = LONG
    if rules[MOST_PLIES] > 0:
        left = min(left, rules[MOST_PLIES] - state[PLIES])
    if rules[MOST_QUIET] > 0:
        left = min(left, 2 * (rules[MOST_QUIET] - state[QUIET]))
    return left


@compiled
def last_move_ahead(rules: Numbers, state: Numbers, player: int) -> int:
    """How many plies, up to SOON, are left to the last move of a battle of this length, if that move is this player's.

    Nobody can answer what that move captures, and the other side has to reckon with it long before.
    """
    left = rules[MOST_PLIES] - state[PLIES]
    if rules[MOST_PLIES] == 0 or left & 1 != (player == state[TURN]):
        return 0
    return min(left, SOON)


@compiled
def worth_of_places(weights: Numbers, state: Numbers, player: int) -> int:
    """What a player's men are worth for where they stand."""
    men, turned, worth = state[SETS + player], 63 * player, 0
    while men != 0:
        bit = lowest_bit(men)
        men = without_lowest(men)
        rank = state[FIRST_SLOT + bit] - GENERAL * player
        worth += weights[PLACES + 64 * (rank - 1) + (bit ^ turned)]
    return worth


@compiled
def evaluate(rules: Numbers, weights: Numbers, state: Numbers, terms: Numbers) -> int:
    """Points count for more, and all else for less, the nearer the end of the battle is."""
    left = plies_left(rules, state)
    black_hits = hits_outside(state, BLACK) | hits_from_trench(state, BLACK)
    white_hits = hits_outside(state, WHITE) | hits_from_trench(state, WHITE)
    balance = 0
    for player in range(2):
        own, other = state[SETS + player], state[SETS + 1 - player]
        hits, cover = (black_hits, white_hits) if player == BLACK else (white_hits, black_hits)
        front = own & (BLACK_FRONT if player == BLACK else WHITE_FRONT)
        attacked = hits & other
        kind = THREAT if player == state[TURN] else THREAT + 2
        trench = weights[IN_TRENCH] * count_bits(own & TRENCH) + weights[TRENCH_STAR] * stars_on(state, own & TRENCH)
        threats = weights[kind] * stars_on(state, attacked & ~cover)
        threats += weights[kind + 1] * stars_on(state, attacked & cover)
        point = weights[POINT] * LONG + weights[LATE] * (LONG - left)
        terms[player] = state[STARS + player] * point // LONG
        terms[2 + player] = left * trench // LONG
        terms[4 + player] = left * weights[IN_FRONT] * count_bits(front) // LONG
        terms[6 + player] = left * threats // LONG
        terms[8 + player] = left * weights[IN_REACH] * count_bits(hits & ~own) // LONG
        terms[10 + player] = weights[LAST_MOVE] * last_move_ahead(rules, state, player) // SOON
        terms[12 + player] = left * worth_of_places(weights, state, player) // LONG
    for term in range(NUMBER_OF_TERMS):
        balance += terms[2 * term + state[TURN]] - terms[2 * term + 1 - state[TURN]]
    return balance


# --- what can be known ------------------------------------------------------------------------------------


@compiled
def best_rank(state: Numbers, cells: int) -> int:
    """The highest rank of the men on these cells, 0 if there are none."""
    generals, colonels, captains, sergeants, soldiers = of_ranks(state, cells)
    if generals != 0:
        return GENERAL
    if colonels | captains != 0:
        return 4 if colonels != 0 else 3
    return 2 if sergeants != 0 else 1 if soldiers != 0 else 0


@compiled
def best_haul(rules: Numbers, state: Numbers, player: int) -> int:
    """The most stars that a player can capture in one move; at least DECISIVE if a general wins."""
    other = state[SETS + 1 - player]
    generals = of_ranks(state, other)[0]
    from_trench = hits_from_trench(state, player) & other
    outside = hits_outside(state, player) & other
    if rules[GENERAL_WINS] == 1 and generals & (from_trench | outside) != 0:
        return DECISIVE
    best = best_rank(state, outside)
    if from_trench == 0:
        return best
    # The table of lines shows the board as the player sees it, where three lines lead ahead out of the trench.
    own, other = state[SETS + 3 * player], state[SETS + 1 + player]
    men = own & TRENCH
    while men != 0:
        bit = lowest_bit(men)
        men = without_lowest(men)
        lines = lines_of(state, player, bit)
        for line in range(lines + 1, lines + 7, 2):
            stop = rules[line] & own & ALL_BUT_LAST
            cells = rules[line] & (stop ^ (stop - 1)) & other
            stars = 0
            while cells != 0:
                stars += rank_on(state, 1 - player, lowest_bit(cells) ^ 63)
                cells = without_lowest(cells)
            best = max(best, stars)
    return best


@compiled
def rank_on(state: Numbers, player: int, bit: int) -> int:
    """The rank of a player's man, on a cell as that player sees it."""
    rank: int = state[FIRST_SLOT + (bit ^ 63 * player)] - GENERAL * player
    return rank


@compiled
def lines_of(state: Numbers, player: int, bit: int) -> int:
    """Where the table has the lines of a player's man, on a cell as that player sees it."""
    return LINES + ((rank_on(state, player, bit) - 1) * 64 + bit) * 8


@compiled
def can_stay_quiet(rules: Numbers, state: Numbers) -> bool:
    """Has the side to move a move without a capture?"""
    turn = state[TURN]
    men = state[SETS + 3 * turn]
    both = men | state[SETS + 1 + turn]
    while men != 0:
        bit = lowest_bit(men)
        men = without_lowest(men)
        if reached(rules, lines_of(state, turn, bit), both) & ~both != 0:
            return True
    return False


@compiled
def is_near(rules: Numbers, state: Numbers, player: int) -> bool:
    """May a player be one capture away from winning?"""
    goal = rules[TARGET] if rules[TARGET] > 0 else ARMY
    most = LARGEST_HAUL if state[SETS + player] & TRENCH != 0 else GENERAL
    return rules[GENERAL_WINS] == 1 or state[STARS + player] + most >= goal


@compiled
def wins_with(rules: Numbers, state: Numbers, player: int, haul: int) -> bool:
    """Does a player win at once by capturing this many stars, regardless of the clocks?"""
    stars = state[STARS + player] + haul
    if haul == 0:
        return False
    if haul >= DECISIVE or stars >= ARMY:
        return True
    if rules[TARGET] == 0 or (rules[EQUAL_TURNS] == 1 and player == BLACK):
        return False
    return stars >= rules[TARGET] and stars > state[STARS + 1 - player]


@compiled
def foresee(rules: Numbers, state: Numbers) -> int:
    """Sees what one capture wins, and how the battle ends if a limit leaves only one move."""
    turn = state[TURN]
    # With equal turns, White's answer to the move by which Black reached the target is the last.
    last = rules[MOST_PLIES] > 0 and state[PLIES] + 1 >= rules[MOST_PLIES]
    last |= rules[TARGET] > 0 and state[STARS + 1 - turn] >= rules[TARGET]
    last_quiet = rules[MOST_QUIET] > 0 and state[QUIET] + 1 >= rules[MOST_QUIET]
    if last or last_quiet or is_near(rules, state, turn):
        haul = best_haul(rules, state, turn)
        if wins_with(rules, state, turn, haul):
            return 1
        lead = state[STARS + turn] - state[STARS + 1 - turn]
        if last:
            if lead + haul > 0 and (haul > 0 or can_stay_quiet(rules, state)):
                return 1
            return -1 if lead + haul < 0 else 0
        if last_quiet:
            if lead > 0 and can_stay_quiet(rules, state):
                return 1
            if lead < 0 and haul == 0:
                return -1
    if is_near(rules, state, 1 - turn) and wins_with(rules, state, 1 - turn, best_haul(rules, state, 1 - turn)):
        return UNDER_THREAT
    return 0


# --- what to look at --------------------------------------------------------------------------------------


@compiled
def stars_on_the_way(state: Numbers, origin: int, target: int) -> int:
    """The stars of the men that a move from the trench passes, and of the one it ends on."""
    step = step_towards(origin, target)
    cells, cell = 0, origin
    while cell != target:
        cell += step
        cells |= shift_up(1, cell - FIRST_SLOT)
    return stars_on(state, cells)


@compiled
def consider(rules: Numbers, state: Numbers, moves: Numbers, gains: Numbers) -> int:
    """All moves, each with the stars that it captures, less the man's own where it could then be captured."""
    turn = state[TURN]
    other = state[SETS + 1 - turn]
    danger = hits_outside(state, 1 - turn) | hits_from_trench(state, 1 - turn)
    hauls = hits_from_trench(state, turn) & other != 0
    count: int = legal_moves(rules, state, moves)
    for n in range(count):
        origin, target = origin_of(moves[n]), target_of(moves[n])
        start, end = origin - FIRST_SLOT, target - FIRST_SLOT
        stars, rank = 0, state[origin] - GENERAL * turn
        if state[target] != 0:
            stars = state[target] - GENERAL * (1 - turn)
        if hauls and shift_down(TRENCH, start) & 1 == 1 and shift_down(TRENCH, end) & 1 == 0:
            stars = stars_on_the_way(state, origin, target)
        gains[n] = STAR * stars
        if shift_down(danger, end) & 1 == 1:
            if stars > 0:
                gains[n] -= RISK * rank
            elif shift_down(danger, start) & 1 == 0:
                # A man that could be captured where it stands gives nothing away by a quiet move.
                gains[n] -= STAR * rank
    return count


@compiled
def skip(rules: Numbers, state: Numbers) -> int:
    """Passes, which takes a ply like a quiet move, while no limit is near and nothing is decided."""
    if count_bits(state[SETS + state[TURN]]) <= FEW_MEN:
        return 0
    if rules[MOST_PLIES] > 0 and state[PLIES] + LAST_PLIES >= rules[MOST_PLIES]:
        return 0
    if rules[MOST_QUIET] > 0 and state[QUIET] + LAST_PLIES >= rules[MOST_QUIET]:
        return 0
    if foresee(rules, state) != 0:
        return 0
    state[PLIES] += 1
    state[QUIET] += 1
    pass_turn(rules, state)
    return 1


@compiled
def table_key(rules: Numbers, state: Numbers) -> int:
    """The future also depends on the clocks that have a limit."""
    key: int = state[KEY]
    if rules[MOST_PLIES] > 0:
        key ^= PLIES_KEY * state[PLIES]
    if rules[MOST_QUIET] > 0:
        key ^= QUIET_KEY * state[QUIET]
    return key
