"""Advice for Breakthrough: what a position is worth, which moves to search, what is clear without a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.games._breakthrough_tables import AROUND, FILES, FIRST, MEN, NOT_LEFT, RANKS, SETS, WORDS
from tabuleiro.rules.board import LARGEST
from tabuleiro.rules.description import Term
from tabuleiro.rules.kernel import legal_moves
from tabuleiro.rules.primitives import (
    TURN,
    UNDER_THREAT,
    compiled,
    highest_bit,
    lowest_bit,
    origin_of,
    shift_down,
    shift_up,
    target_of,
    without_lowest,
)
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

TERMS = (
    Term("men", Text("men", "peões")),
    Term("placement", Text("where they stand", "onde estão")),
    Term("surroundings", Text("who stands ahead of and behind them", "quem está à frente e atrás deles")),
    Term("passed", Text("men that nobody can stop any more", "peões que já ninguém pode parar")),
    Term("turn", Text("having the move", "ter a vez")),
)

# The table of weights: a man and the move; by steps to the goal, a passed man; by cell, as its owner sees the board, a man
# that stands there; by steps to the goal and surroundings, a man in them.
MAN_WEIGHT, TURN_WEIGHT, PASSED_WEIGHTS = range(3)
CELL_WEIGHTS = PASSED_WEIGHTS + LARGEST

# The surroundings of a man are nine bits: own men on the three cells ahead, enemies there, own men on the three cells
# behind. Steps to the goal beyond these are not told apart.
SURROUNDINGS = 512
FARTHEST = 7


@compiled
def stepped(rules: Numbers, state: Numbers, player: int, word: int, aside: int) -> int:
    """The cells of a word one step ahead of a player's men: to the left (-1), straight (0) or to the right (1)."""
    files, words = rules[FILES], rules[WORDS]
    men = rules[SETS] + player * words
    inner = NOT_LEFT + (words if aside > 0 else 0)
    near, far = state[men + word], 0
    before = word - 1 + 2 * player
    if 0 <= before < words:
        far = state[men + before]
    if aside != 0:
        near &= rules[inner + word]
        if far != 0:
            far &= rules[inner + before]
    if player == 0:
        step = files + aside
        cells = shift_up(near, step) | shift_down(far, 64 - step)
    else:
        step = files - aside
        cells = shift_down(near, step) | shift_up(far, 64 - step)
    on_board: int = cells & (rules[NOT_LEFT + word] | rules[NOT_LEFT + words + word])
    return on_board


@compiled
def covered(rules: Numbers, men: int, player: int) -> int:
    """On a board of one word: all cells that a player's men could reach on an empty board, their own included."""
    files, not_left, not_right = rules[FILES], rules[NOT_LEFT], rules[NOT_LEFT + 1]
    cells = men
    for _ in range(rules[RANKS] - 1):
        wide = cells | shift_down(cells & not_left, 1) | shift_up(cells & not_right, 1)
        cells |= (shift_up(wide, files) if player == 0 else shift_down(wide, files)) & (not_left | not_right)
    return cells


@compiled
def steps_to_goal(rules: Numbers, men: int, player: int) -> int:
    """On a board of one word: how many steps the foremost of some men is away from its goal."""
    if player == 0:
        return int(rules[RANKS] - 1 - highest_bit(men) // rules[FILES])
    return lowest_bit(men) // int(rules[FILES])


@compiled
def rank_of(rules: Numbers, state: Numbers, player: int, rank: int) -> int:
    """A player's men on a rank, as a set of bits with the first file as the lowest."""
    files = rules[FILES]
    bit = rank * files
    men = rules[SETS] + player * rules[WORDS] + (bit >> 6)
    bits = shift_down(state[men], bit & 63)
    if (bit & 63) + files > 64:
        bits |= shift_up(state[men + 1], 64 - (bit & 63))
    whole: int = bits & (1 << files) - 1
    return whole


@compiled
def foresee(rules: Numbers, state: Numbers) -> int:
    """Sees men one step from the goal, men that cannot be caught on the way, and races without contact."""
    turn, last = state[TURN], rules[RANKS] - 1
    other = 1 - turn
    own_goal, step = (last, 1) if turn == 0 else (0, -1)
    # A man one step from the goal always gets there: no man of its own can stand on the goal.
    if rank_of(rules, state, turn, own_goal - step) != 0:
        return 1
    threat = rank_of(rules, state, other, last - own_goal + step)
    if threat != 0:
        home = rank_of(rules, state, turn, last - own_goal)
        if threat & threat - 1 != 0 or threat & (home << 1 | home >> 1) == 0:
            return -2
        return UNDER_THREAT
    if last < 4:
        return 0
    # Two steps away: can a man step next to the goal where nothing can take it?
    runners = rank_of(rules, state, turn, own_goal - 2 * step)
    if runners != 0:
        guards = rank_of(rules, state, other, own_goal)
        blocked = rank_of(rules, state, other, own_goal - step)
        safe = ~(guards << 1 | guards >> 1) & (1 << rules[FILES]) - 1
        if safe & ((runners << 1 | runners >> 1) | runners & ~blocked) != 0:
            return 3
    if rules[WORDS] == 1:
        return race(rules, state)
    return 0


@compiled
def race(rules: Numbers, state: Numbers) -> int:
    """A man with no enemy in the widening path ahead of it cannot be caught or blocked; does it arrive in time?"""
    turn = state[TURN]
    own, enemy = state[rules[SETS] + turn], state[rules[SETS] + 1 - turn]
    own_steps, enemy_steps = steps_to_goal(rules, own, turn), steps_to_goal(rules, enemy, 1 - turn)
    free = own & ~covered(rules, enemy, 1 - turn)
    if free != 0:
        steps = steps_to_goal(rules, free, turn)
        if steps <= enemy_steps:
            return 2 * steps - 1
    free = enemy & ~covered(rules, own, turn)
    if free != 0:
        steps = steps_to_goal(rules, free, 1 - turn)
        if steps < own_steps:
            return -2 * steps
    return 0


@compiled
def exchange(takers: int, helpers: int) -> int:
    """How many men are lost, 0 or 1, by a man on a cell that `takers` enemies can take and `helpers` men can retake."""
    if takers == 0 or (takers == 1 and helpers >= 1):
        return 0
    return 1


@compiled
def consider(rules: Numbers, state: Numbers, moves: Numbers, gains: Numbers) -> int:
    """All moves, or only those that take the man who is about to win; a capture gains if it is not taken back for nothing."""
    turn, files = state[TURN], rules[FILES]
    other = 1 - turn
    count = legal_moves(rules, state, moves)
    last = rules[RANKS] - 1
    goal_of_other = 0 if turn == 0 else last
    near_goal = goal_of_other + 1 - 2 * turn
    if rank_of(rules, state, other, near_goal) != 0 and rank_of(rules, state, turn, last - near_goal) == 0:
        kept = 0
        for n in range(count):
            target = target_of(moves[n])
            if state[target] != 0 and (target - rules[FIRST]) // files == near_goal:
                moves[kept] = moves[n]
                gains[kept] = 100
                kept += 1
        if kept > 0:
            return kept
    word = -1
    left, right, enemy_left, enemy_right = 0, 0, 0, 0
    for n in range(count):
        origin, target = origin_of(moves[n]), target_of(moves[n])
        place = target - rules[FIRST]
        if place >> 6 != word:
            word = place >> 6
            left, right = stepped(rules, state, turn, word, -1), stepped(rules, state, turn, word, 1)
            enemy_left = stepped(rules, state, other, word, -1)
            enemy_right = stepped(rules, state, other, word, 1)
        bit = place & 63
        takers = (shift_down(enemy_left, bit) & 1) + (shift_down(enemy_right, bit) & 1)
        helpers = (shift_down(left, bit) & 1) + (shift_down(right, bit) & 1)
        if target - origin != files and origin - target != files:
            helpers -= 1
        lost = exchange(takers, helpers)
        if state[target] != 0:
            steps = place // files if turn == 0 else last - place // files
            gains[n] = (1 if lost == 1 else 100) + 8 * (last - steps)
        else:
            gains[n] = -100 * lost
    return count


@compiled
def worth_of_men(rules: Numbers, weights: Numbers, state: Numbers, player: int) -> tuple[int, int]:
    """What the men of a player are worth by where they stand, and by which men stand ahead of and behind them.

    Left and right are worth the same, so it does not matter that Black looks at the board from the other side.
    """
    files, ranks = rules[FILES], rules[RANKS]
    rank, step = (0, 1) if player == 0 else (ranks - 1, -1)
    places, around = 0, 0
    behind, men = 0, rank_of(rules, state, player, rank)
    for steps in range(ranks - 1, 0, -1):
        rank += step
        ahead, facing = rank_of(rules, state, player, rank), rank_of(rules, state, 1 - player, rank)
        place = CELL_WEIGHTS + (ranks - 1 - steps) * files
        table = rules[AROUND] + SURROUNDINGS * min(steps, FARTHEST)
        # Shifted by one, the three cells ahead of a man begin at its own file's number.
        own_window, enemy_window, behind_window = ahead << 1, facing << 1, behind << 1
        left = men
        while left != 0:
            file = lowest_bit(left)
            left = without_lowest(left)
            seen = own_window >> file & 7 | (enemy_window >> file & 7) << 3 | (behind_window >> file & 7) << 6
            places += weights[place + file]
            around += weights[table + seen]
        behind, men = men, ahead
    return places, around


@compiled
def evaluate(rules: Numbers, weights: Numbers, state: Numbers, terms: Numbers) -> int:
    """Men, where they stand, how they protect and face one another, and which have passed all enemies."""
    words, turn = rules[WORDS], state[TURN]
    total = 0
    for player in range(2):
        passed = 0
        places, around = worth_of_men(rules, weights, state, player)
        if words == 1:
            free = state[rules[SETS] + player] & ~covered(rules, state[rules[SETS] + 1 - player], 1 - player)
            if free != 0:
                passed = weights[PASSED_WEIGHTS + steps_to_goal(rules, free, player)]
        men = weights[MAN_WEIGHT] * state[MEN + player]
        move = weights[TURN_WEIGHT] if player == turn else 0
        terms[player], terms[2 + player], terms[4 + player] = men, places, around
        terms[6 + player], terms[8 + player] = passed, move
        value = men + places + around + passed + move
        total += value if player == turn else -value
    return total


def mirrored(seen: int) -> int:
    """The surroundings of a man, with left and right exchanged."""
    return sum(
        ((three & 1) << 2 | three & 2 | three >> 2) << shift for shift in (0, 3, 6) for three in (seen >> shift & 7,)
    )
