"""Advice for Monkey Queen: what a position is worth, which moves to search, what is clear without a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.games._monkey_queen_tables import (
    AXES,
    BABIES,
    BABY,
    BEARING,
    CROSSINGS,
    DIRECTIONS,
    FIRST,
    NEARER,
    PLACES,
    QUEEN,
    SETS,
    SHORTEST_QUEEN,
    STEPS,
    WAYS,
    WHITE_BABY,
    WORDS,
    flip_lines,
)
from tabuleiro.rules.advice import MAY_THREATEN
from tabuleiro.rules.board import WALL
from tabuleiro.rules.description import Term
from tabuleiro.rules.kernel import legal_moves
from tabuleiro.rules.primitives import (
    TURN,
    UNDER_THREAT,
    compiled,
    highest_bit,
    lowest_bit,
    origin_of,
    pass_turn,
    target_of,
    without_lowest,
)
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

TERMS = (
    Term("babies", Text("babies on the board", "bebés no tabuleiro")),
    Term("stack", Text("how high the queen is", "a altura da rainha")),
    Term("aim", Text("pieces that look at the enemy queen", "peças que olham para a rainha inimiga")),
    Term("pins", Text("pieces that would, were it not for one other", "peças que olhariam, não fosse uma outra")),
    Term("reach", Text("how near the babies are to the enemy queen", "a proximidade dos bebés à rainha inimiga")),
    Term("guard", Text("how the babies stand around their own queen", "a posição dos bebés à volta da própria rainha")),
    Term("freedom", Text("free cells in the queen's lines", "casas livres nas linhas da rainha")),
    Term("turn", Text("having the move", "ter a vez")),
)
BABIES_TERM, STACK, AIM, PINS, REACH, GUARD, FREEDOM, HAVING_TURN = range(len(TERMS))

# Where the weights of each term begin: a baby; a checker of the queen's stack, and what a stack of each height is worth
# besides, up to seven; pieces that look at the queen and pins, by their number; a baby by its way to the enemy queen, and
# by its way to its own (see BEARING); a cell of the queen's freedom; the turn.
BABY_WEIGHT, STACK_WEIGHT, LOW_WEIGHTS, HIGHEST_LOW = 0, 1, 2, 7
AIM_WEIGHTS, MOST_AIMS = LOW_WEIGHTS + HIGHEST_LOW + 1, 3
PIN_WEIGHTS, MOST_PINS = AIM_WEIGHTS + MOST_AIMS + 1, 4
REACH_WEIGHTS = PIN_WEIGHTS + MOST_PINS + 1
GUARD_WEIGHTS = REACH_WEIGHTS + WAYS
FREEDOM_WEIGHT = GUARD_WEIGHTS + WAYS
TURN_WEIGHT = FREEDOM_WEIGHT + 1

BABY_GAIN, QUEEN_GAIN = 100, 10_000

FREE, VIEW = 0, WALL - 1
"""Marks on cells while moves are considered: a free cell, and one from which a piece would look at the enemy queen."""

CALM = 6
"""A queen in danger that can flee to this many cells does not count as threatened: following every such chase costs half
the depth of a search and finds little."""


@compiled
def look(rules: Numbers, state: Numbers, cell: int, direction: int) -> int:
    """How many steps it is from a cell to the first piece, or to the edge, in a direction."""
    axis = direction & AXES - 1
    crossing = rules[rules[CROSSINGS] + AXES * cell + axis]
    line, bit = state[crossing >> 5], crossing & 31
    if direction < AXES:
        return lowest_bit(line & -(2 << bit)) - bit
    return bit - highest_bit(line & (1 << bit) - 1)


@compiled
def step_of(rules: Numbers, direction: int) -> int:
    """How a cell's number changes by one step in a direction."""
    return int(rules[STEPS + direction]) if direction < AXES else -int(rules[STEPS + direction - AXES])


@compiled
def hunters(rules: Numbers, state: Numbers, cell: int, player: int) -> tuple[int, int, int]:
    """How many pieces of a player could capture on a cell, and the direction and distance of one of them."""
    count, towards, distance = 0, 0, 0
    for direction in range(DIRECTIONS):
        steps = look(rules, state, cell, direction)
        piece = state[cell + steps * step_of(rules, direction)]
        if piece > 0 and piece & 1 == player:
            count, towards, distance = count + 1, direction, steps
    return count, towards, distance


@compiled
def is_hunted(rules: Numbers, state: Numbers, cell: int, player: int) -> bool:
    """Could a piece of a player capture on a cell?"""
    for direction in range(DIRECTIONS):
        piece = state[cell + look(rules, state, cell, direction) * step_of(rules, direction)]
        if piece > 0 and piece & 1 == player:
            return True
    return False


@compiled
def is_refuge(rules: Numbers, state: Numbers, queen: int, target: int) -> bool:
    """Would the queen of the side to move be out of danger on a cell that she can go to?

    A baby stays behind on her cell, or none if she captures: then lines run on over it.
    """
    enemy = 1 - state[TURN]
    if state[target] <= FREE:
        return not is_hunted(rules, state, target, enemy)
    flip_lines(rules, state, queen)
    hunted = is_hunted(rules, state, target, enemy)
    flip_lines(rules, state, queen)
    return not hunted


@compiled
def flights(rules: Numbers, state: Numbers, queen: int, most: int) -> int:
    """How many moves the queen of the side to move has to cells where she is out of danger, counted up to a number."""
    gives_birth = state[queen] >> 1 > SHORTEST_QUEEN
    count = 0
    for direction in range(DIRECTIONS):
        step = step_of(rules, direction)
        met = look(rules, state, queen, direction)
        target = queen + met * step
        if state[target] > 0 and state[target] & 1 != state[TURN]:
            count += is_refuge(rules, state, queen, target)
        if gives_birth:
            for steps in range(1, met):
                count += is_refuge(rules, state, queen, queen + steps * step)
                if count >= most:
                    return count
        if count >= most:
            return count
    return count


@compiled
def can_be_shielded(rules: Numbers, state: Numbers, queen: int, direction: int, distance: int) -> bool:
    """Can a baby of the side to move capture the piece at this distance from its queen, or step between them?"""
    step = step_of(rules, direction)
    enemy_queen = rules[rules[PLACES] + state[QUEEN + 1 - state[TURN]]]
    for steps in range(1, distance + 1):
        cell = queen + steps * step
        for way in range(DIRECTIONS):
            far = look(rules, state, cell, way)
            helper = cell + far * step_of(rules, way)
            if state[helper] != WHITE_BABY + state[TURN]:
                continue
            reach = rules[NEARER] + enemy_queen - rules[rules[PLACES] + helper]
            if steps == distance or far <= rules[reach + (way + AXES) % DIRECTIONS]:
                return True
    return False


@compiled
def foresee(rules: Numbers, state: Numbers) -> int:
    """Sees queens that can be captured now, and queens that will be, unless they flee or are shielded."""
    turn = state[TURN]
    if is_hunted(rules, state, state[QUEEN + 1 - turn], turn):
        return 1
    queen = state[QUEEN + turn]
    count, direction, distance = hunters(rules, state, queen, 1 - turn)
    if count == 0:
        return 0
    ways_out = flights(rules, state, queen, CALM)
    if ways_out >= CALM:
        return 0
    if ways_out > 0 or (count == 1 and can_be_shielded(rules, state, queen, direction, distance)):
        return UNDER_THREAT
    return -2


@compiled
def mark_views(rules: Numbers, state: Numbers, queen: int, player: int, old: int, new: int) -> bool:
    """Change the mark of the free cells that look at a queen; does a piece of this player already look at her?"""
    hunted = False
    for direction in range(DIRECTIONS):
        step = step_of(rules, direction)
        cell = queen + step
        while state[cell] == old:
            state[cell] = new
            cell += step
        hunted |= state[cell] > FREE and state[cell] & 1 == player
    return hunted


@compiled
def consider(rules: Numbers, state: Numbers, moves: Numbers, gains: Numbers) -> int:
    """All moves but those that surely lose the queen at once: they leave her in danger, or bring her into it by a capture."""
    turn = state[TURN]
    count = legal_moves(rules, state, moves)
    queen = state[QUEEN + turn]
    threats, direction, distance = hunters(rules, state, queen, 1 - turn)
    step = step_of(rules, direction)
    kept = 0
    enemy_queen = state[QUEEN + 1 - turn]
    wins = mark_views(rules, state, enemy_queen, turn, FREE, VIEW)
    for n in range(count):
        chosen = moves[n]
        target = target_of(chosen)
        stays = True
        if not wins:
            if origin_of(chosen) == queen:
                stays = (threats == 0 and state[target] <= FREE) or is_refuge(rules, state, queen, target)
            elif threats > 0:
                steps = (target - queen) // step
                stays = threats == 1 and 1 <= steps <= distance and queen + steps * step == target
        if stays:
            moves[kept] = chosen
            taken = state[target]
            if taken <= FREE:
                gains[kept] = MAY_THREATEN if taken == VIEW else 0
            else:
                gains[kept] = BABY_GAIN if taken >> 1 == BABY else QUEEN_GAIN
            kept += 1
    mark_views(rules, state, enemy_queen, turn, VIEW, FREE)
    if kept == 0 and count > 0:
        gains[0] = 0
        kept = 1
    return kept


@compiled
def skip(rules: Numbers, state: Numbers) -> int:
    """Pass the turn, unless the queen is in danger, or so low that having to move her may be a disadvantage."""
    queen = state[QUEEN + state[TURN]]
    if state[queen] >> 1 <= SHORTEST_QUEEN + 1 or is_hunted(rules, state, queen, 1 - state[TURN]):
        return 0
    pass_turn(rules, state)
    return 1


@compiled
def around_queen(rules: Numbers, state: Numbers, player: int) -> tuple[int, int, int]:
    """How many enemies look at a player's queen, how many would but for one piece, and the free cells in her lines."""
    queen = state[QUEEN + player]
    aims, pins, freedom = 0, 0, 0
    for direction in range(DIRECTIONS):
        step = step_of(rules, direction)
        steps = look(rules, state, queen, direction)
        freedom += steps - 1
        first = queen + steps * step
        if state[first] > 0:
            aims += state[first] & 1 != player
            second = state[first + look(rules, state, first, direction) * step]
            pins += second > 0 and second & 1 != player
    return aims, pins, freedom


@compiled
def evaluate(rules: Numbers, weights: Numbers, state: Numbers, terms: Numbers) -> int:
    """Counts checkers, the danger around the queens, and the babies that draw near."""
    turn, value = state[TURN], 0
    for player in range(2):
        queen, enemy = state[QUEEN + player], state[QUEEN + 1 - player]
        height = state[queen] >> 1
        goal, home = rules[rules[PLACES] + enemy], rules[rules[PLACES] + queen]
        reach, guard = 0, 0
        for word in range(rules[WORDS]):
            pieces = state[rules[SETS] + player * rules[WORDS] + word]
            while pieces != 0:
                cell = rules[FIRST] + 64 * word + lowest_bit(pieces)
                pieces = without_lowest(pieces)
                if cell != queen:
                    place = rules[rules[PLACES] + cell]
                    reach += weights[REACH_WEIGHTS + rules[rules[BEARING] + (goal - place >> 3)]]
                    guard += weights[GUARD_WEIGHTS + rules[rules[BEARING] + (home - place >> 3)]]
        aims, pins, freedom = around_queen(rules, state, player)
        terms[2 * BABIES_TERM + player] = weights[BABY_WEIGHT] * state[BABIES + player]
        terms[2 * STACK + player] = weights[STACK_WEIGHT] * height + weights[LOW_WEIGHTS + min(height, HIGHEST_LOW)]
        terms[2 * AIM + 1 - player] = weights[AIM_WEIGHTS + min(aims, MOST_AIMS)]
        terms[2 * PINS + 1 - player] = weights[PIN_WEIGHTS + min(pins, MOST_PINS)]
        terms[2 * REACH + player] = reach
        terms[2 * GUARD + player] = guard
        terms[2 * FREEDOM + player] = weights[FREEDOM_WEIGHT] * freedom
        terms[2 * HAVING_TURN + player] = weights[TURN_WEIGHT] if player == turn else 0
    for term in range(HAVING_TURN + 1):
        value += terms[2 * term + turn] - terms[2 * term + 1 - turn]
    return int(value)


WEIGHTS = ("baby", "stack", "low", "aim", "pins", "reach", "guard", "freedom", "turn")
"""The parts of the file of weights, in the order of the table."""
