"""The two ways for a game of Tafl to end that depend on the whole board: encirclement, and the exit fort.

Both walk over the board from cell to cell. The cells still to be looked at are a chain of links in the state itself, above the
bits of the pieces; `clear_marks` takes the links out again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.games._tafl_tables import (
    ATTACKER,
    BOTTOM,
    CELLS,
    CORNER,
    DEFENDER,
    EDGE,
    EXIT,
    FIRST,
    KIND,
    KING,
    KING_CELL,
    LAST,
    LINK,
    PIECE,
    STEPS,
    STOP,
    access,
    clear_marks,
)
from tabuleiro.rules.board import WALL
from tabuleiro.rules.primitives import compiled

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers


@compiled
def is_encircled(rules: Numbers, state: Numbers) -> bool:
    """Are all defenders cut off from the edge, seen over every cell that no attacker stands on?"""
    free = reaches_edge(rules, state, state[KING_CELL])
    if not free:
        for cell in range(rules[FIRST], rules[LAST]):
            if state[cell] == DEFENDER and reaches_edge(rules, state, cell):
                free = True
                break
    clear_marks(rules, state)
    return not free


@compiled
def reaches_edge(rules: Numbers, state: Numbers, start: int) -> bool:
    """Is there a way from a cell to the edge around the attackers? Marks the cells it looks at."""
    state[start] += LINK * BOTTOM
    top = start
    while top != BOTTOM:
        cell = top
        top = state[cell] // LINK
        if rules[CELLS + cell] & EDGE != 0:
            return True
        for direction in range(4):
            near = cell + rules[STEPS + direction]
            if state[near] == 0 or state[near] == DEFENDER or state[near] == KING:
                state[near] += LINK * top
                top = near
    return False


@compiled
def is_exit_fort(rules: Numbers, state: Numbers) -> bool:
    """Is the king at the edge, able to move, in a fort that the attackers can never break?"""
    king, can_move = state[KING_CELL], False
    for direction in range(4):
        near = king + rules[STEPS + direction]
        if state[near] == 0 and access(rules, KING, rules[CELLS + near], 0) & STOP != 0:
            can_move = True
    holds = can_move and marks_yard(rules, state, king) and walls_hold(rules, state)
    clear_marks(rules, state)
    return holds


@compiled
def marks_yard(rules: Numbers, state: Numbers, king: int) -> bool:
    """Mark the empty cells that the king can walk to; is no attacker beside them and no way out among them?"""
    state[king] += LINK * BOTTOM
    top = king
    while top != BOTTOM:
        cell = top
        top = state[cell] // LINK
        if rules[CELLS + cell] & KIND == CORNER or rules[CELLS + cell] & EXIT != 0:
            return False
        for direction in range(4):
            near = cell + rules[STEPS + direction]
            if state[near] == ATTACKER:
                return False
            if state[near] == 0:
                state[near] = LINK * top
                top = near
    return True


@compiled
def walls_hold(rules: Numbers, state: Numbers) -> bool:
    """Is every defender beside the marked yard safe from capture for good? Marks the men that are not."""
    top = BOTTOM
    for cell in range(rules[FIRST], rules[LAST]):
        if state[cell] == DEFENDER and is_loose(rules, state, cell):
            state[cell] += LINK * top
            top = cell
    while top != BOTTOM:
        cell = top
        top = state[cell] // LINK
        for direction in range(4):
            near = cell + rules[STEPS + direction]
            if is_yard(state, near):
                return False
            if state[near] == DEFENDER and is_loose(rules, state, near):
                state[near] += LINK * top
                top = near
    return True


@compiled
def is_yard(state: Numbers, cell: int) -> bool:
    """Is the cell marked as one that the king can reach inside his fort?"""
    return bool(state[cell] >= LINK and state[cell] & PIECE != DEFENDER)


@compiled
def is_loose(rules: Numbers, state: Numbers, cell: int) -> bool:
    """Can a defender be captured, for want of a safe side (wall, yard, firm man) along its file or its rank?"""
    for axis in range(2):
        one, other = cell + rules[STEPS + axis], cell - rules[STEPS + axis]
        one_is_safe = state[one] == WALL or state[one] == DEFENDER or is_yard(state, one)
        if not one_is_safe and not (state[other] == WALL or state[other] == DEFENDER or is_yard(state, other)):
            return True
    return False
