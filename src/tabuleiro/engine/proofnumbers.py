"""Depth-first proof-number search (df-pn) in compiled code, written once for all games.

The question is always the same: does one player, the *prover*, win from here whatever the other does? A draw or a
repetition is no win. Every position on the path has two numbers, seen from its side to move: how many positions must at
least still be decided for that side to reach its aim (`toward`; the prover's aim is to win, the other's is to prevent
it), and for it to fail (`against`). The search always goes to the position where the least is missing.
Of a position that it has never looked at, the game's evaluation gives a first guess.

What it promises: a proof is a proof. Wins are what the rules call a win or what the game's `foresee` promises; positions that
occurred earlier in the game or on the path count against the prover, so a proof never leans on a repetition. The
opposite, that the prover does not win, is certain only while `control[DOUBTS]` is 0.

Proofs may be bounded: with `control[BOUND]` plies left at the root, the prover must have won by then. Positions are then
kept apart by the plies that are left, so that both answers are exact and the shortest win can be found.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tabuleiro.rules.advice import TABLE_KEY
from tabuleiro.rules.kernel import Unit
from tabuleiro.rules.primitives import (
    KEY,
    NO_MOVES_DRAW,
    REPETITION,
    TURN,
    UNDER_THREAT,
    compiled,
    highest_bit,
    row,
    shift_down,
    shift_up,
    winner_of,
)

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

# What is known about a position fits into one number: `toward` and `against`, within how many plies a decided one ends,
# and about how much work went into it.
NUMBER_BITS, PLIES_BITS = 22, 10
NEVER = (1 << NUMBER_BITS) - 1
LARGE = NEVER - 1
MOST_PLIES = (1 << PLIES_BITS) - 1
AGAINST, PLIES, WORK = NUMBER_BITS, 2 * NUMBER_BITS, 2 * NUMBER_BITS + PLIES_BITS

LEAST_TRUST, MOST_TRUST, TRUST_NODES = 10, 100, 20_000
"""How far the evaluation is trusted to say what is nearest to a proof.

Short proofs are often found where it does not look so, long ones seldom: so the trust grows with the positions searched.
"""

MOST_WORTH = 40.0
"""Beyond this many times the scale, looking better makes a proof no more likely."""

WAYS = 4
"""How many neighbouring entries of the table may hold a position; the one of them that cost least work gives way."""

ENTRY = 2
"""An entry of the table is a key and what is known."""

# The places of the control array: what is asked, what is said while it runs, and the answer.
(
    STOP,  # set to 1 from outside: come back at once
    NODES,  # positions looked at up to now
    NODE_LIMIT,  # come back at this many; 0: no limit
    PROVER,  # whose win is the question
    CYCLIC,  # 1: positions may come back
    BOUND,  # plies within which the win must come; 0: any number
    DOUBTS,  # how often something counted against the prover that the rules, or another path, might not hold against it
    ROOT,  # what is known about the position asked for, as a table's entry knows it
    DEEPEST,  # plies that the search has gone down to
    SCALE,  # what an evaluation must say to mean clearly better; 0: there is none
    FORGOTTEN,  # positions looked at before the table was last emptied
) = range(11)
CONTROLS = 11

# The places of a frame: one position on the path.
(
    COUNT,  # how many children
    CHOSEN,  # which of them is being looked into
    TOWARD_LIMIT,  # this position is left when its numbers reach these limits
    AGAINST_LIMIT,
    FRAME_KEY,  # the key for the table
    PATH_KEY,  # stands for the positions on the path that may come back
    QUIET,  # plies on the path since a man was captured
    BEGAN,  # positions looked at before this one
) = range(8)
FRAME = 8


@compiled
def knowledge(toward: int, against: int, plies: int) -> int:
    """What is known about a position, as one number."""
    return toward | against << AGAINST | min(plies, MOST_PLIES) << PLIES


@compiled
def toward_of(known: int) -> int:
    """How much is missing for the side to move to reach its aim; 0: it does, NEVER: it cannot."""
    return known & NEVER


@compiled
def against_of(known: int) -> int:
    """How much is missing for the side to move to fail; 0: it does, NEVER: it cannot."""
    return known >> AGAINST & NEVER


@compiled
def plies_of(known: int) -> int:
    """Within how many plies a decided position ends."""
    return known >> PLIES & MOST_PLIES


@compiled
def decided(aim_is_reached: bool, plies: int) -> int:
    """The knowledge that the side to move reaches its aim, or that it does not, within this many plies."""
    return knowledge(0, NEVER, plies) if aim_is_reached else knowledge(NEVER, 0, plies)


@compiled
def look_up(table: Numbers, key: int) -> int:
    """What the table knows about a position; 0: nothing."""
    entries = len(table) // (ENTRY * WAYS) - 1
    place = (key & entries) * ENTRY * WAYS
    for way in range(WAYS):
        if table[place + ENTRY * way] == key:
            return table[place + ENTRY * way + 1]
    return 0


@compiled
def keep(table: Numbers, key: int, known: int, work: int) -> None:
    """Write into the table what is known about a position and what it cost to know."""
    entries = len(table) // (ENTRY * WAYS) - 1
    place = (key & entries) * ENTRY * WAYS
    size = highest_bit(work | 1)
    effort = 2 * size + (work >> max(size - 1, 0) & 1)
    chosen, least = place, 64
    for way in range(WAYS):
        at = place + ENTRY * way
        if table[at] == key:
            chosen = at
            effort = max(effort, table[at + 1] >> WORK)
            break
        if table[at + 1] >> WORK < least:
            chosen, least = at, table[at + 1] >> WORK
    table[chosen] = key
    table[chosen + 1] = known | min(effort, 63) << WORK


@compiled
def is_on_path(stack: Any, frames: Any, ply: int) -> bool:
    """Has the position in the row after `ply`, reached without a capture, occurred on the path?"""
    back = ply - 1
    while back >= 0 and back >= ply - frames[ply, QUIET]:
        if stack[back, KEY] == stack[ply + 1, KEY]:
            return True
        back -= 2
    return False


@compiled
def is_among(earlier: Numbers, key: int) -> bool:
    """Is this the key of an earlier position?"""
    found = False
    for past in earlier:
        found = found or past == key
    return found


@compiled
def counts_as_repeated(stack: Any, frames: Any, earlier: Numbers, notes: Numbers, control: Numbers, ply: int) -> bool:
    """Does the position in the row after `ply`, reached without a capture, count against the prover as repeated?

    A bounded proof needs to look at the path only where a clock tells repeated positions apart: whoever wins within so
    many plies can do so without a repetition.
    """
    key = stack[ply + 1, KEY]
    if frames[ply, QUIET] >= ply and is_among(earlier, key):
        return True
    return (control[BOUND] == 0 or notes[TABLE_KEY] != key) and is_on_path(stack, frames, ply)


@compiled
def question_key(prover: int, left: int) -> int:
    """The part of the table's key for the question: whose win, and how many plies a bounded proof has left."""
    return shift_up(prover, 37) ^ shift_up(left, 50) ^ shift_up(left, 7)


@compiled
def child_key(
    rules: Numbers, stack: Any, frames: Any, notes: Numbers, control: Numbers, ply: int, captures: int
) -> int:
    """The key for the table of the position in the row after `ply`.

    Where a clock makes the future depend on more than the rules on repetition look at, a proof holds only for the path
    that it was found on.
    """
    key = notes[TABLE_KEY]
    if rules[REPETITION] > 0 and key != stack[ply + 1, KEY] and captures == 0:
        path = frames[ply, PATH_KEY] ^ stack[ply, KEY]
        key ^= shift_up(path, 23) ^ shift_down(path, 41)
    left = control[BOUND] - ply - 1 if control[BOUND] > 0 else 0
    return key ^ question_key(control[PROVER], left)


@compiled
def first_guess(
    evaluate: Any, rules: Numbers, weights: Numbers, state: Numbers, terms: Numbers, control: Numbers
) -> int:
    """A guess at how much is missing in a new position: the more, the worse it looks for the side with that aim."""
    if control[SCALE] == 0:
        return knowledge(1, 1, 0)
    worth = evaluate(rules, weights, state, terms) / control[SCALE]
    win = 1 / (1 + math.exp(-max(-MOST_WORTH, min(MOST_WORTH, worth))))
    trust = min(LEAST_TRUST + (control[NODES] - control[FORGOTTEN]) // TRUST_NODES, MOST_TRUST)
    return knowledge(1 + int(trust * (1 - win)), 1 + int(trust * win), 0)


@compiled
def judge_child(
    descend: Any,
    legal_moves: Any,
    evaluate: Any,
    rules: Numbers,
    weights: Numbers,
    stack: Any,
    moves: Any,
    frames: Any,
    table: Numbers,
    earlier: Numbers,
    notes: Numbers,
    terms: Numbers,
    control: Numbers,
    ply: int,
    move: int,
) -> int:
    """Play a move into the next row and say what is known about the position there."""
    found = descend(rules, stack, ply, move, notes)
    control[NODES] += 1
    ended, captures = found >> 8 & 255, found & 255
    prover = control[PROVER]
    provers_turn = stack[ply + 1, TURN] == prover
    if ended != 0:
        return decided(provers_turn == (winner_of(ended) == prover), 0)
    repeats = control[CYCLIC] == 1 and captures == 0
    if repeats and counts_as_repeated(stack, frames, earlier, notes, control, ply):
        control[DOUBTS] += 1
        return decided(not provers_turn, 0)
    left = control[BOUND] - ply - 1 if control[BOUND] > 0 else MOST_PLIES
    foreseen = found >> 16
    if foreseen != 0 and foreseen != UNDER_THREAT:
        # What a game foresees knows nothing of the past: a reply may bring an earlier position back.
        trusted = min(left, 1) if repeats and len(earlier) > 0 and frames[ply, QUIET] >= ply else left
        if provers_turn != (foreseen > 0) or abs(foreseen) <= trusted:
            return decided(foreseen > 0, abs(foreseen))
    if left <= 0:
        # Whoever cannot move has lost (or drawn) already, which takes no further ply.
        may_be_stuck = not provers_turn and rules[NO_MOVES_DRAW] == 0
        is_stuck = may_be_stuck and legal_moves(rules, row(stack, ply + 1), row(moves, ply + 1)) == 0
        return decided(not provers_turn and not is_stuck, 0)
    if ply + 2 >= stack.shape[0]:
        control[DOUBTS] += 1
        return decided(not provers_turn, 0)
    known = look_up(table, child_key(rules, stack, frames, notes, control, ply, captures))
    if known != 0:
        return known
    return first_guess(evaluate, rules, weights, row(stack, ply + 1), terms, control)


@compiled
def expand(
    descend: Any,
    legal_moves: Any,
    evaluate: Any,
    rules: Numbers,
    weights: Numbers,
    stack: Any,
    moves: Any,
    known: Any,
    frames: Any,
    table: Numbers,
    earlier: Numbers,
    notes: Numbers,
    terms: Numbers,
    control: Numbers,
    ply: int,
) -> None:
    """List the moves of the position on top of the path and what is known behind each.

    The list ends with the first move that decides the position; at the root, whose moves are shown, it is whole.
    """
    count = legal_moves(rules, row(stack, ply), row(moves, ply))
    frames[ply, COUNT] = count
    for n in range(count):
        child = judge_child(
            descend, legal_moves, evaluate, rules, weights, stack, moves, frames, table, earlier, notes, terms, control, ply,
            moves[ply, n],
        )  # fmt: skip
        known[ply, n] = child
        if against_of(child) == 0 and ply > 0:
            frames[ply, COUNT] = n + 1
            break


@compiled
def weigh(rules: Numbers, stack: Any, known: Any, frames: Any, control: Numbers, ply: int) -> tuple[int, int, int]:
    """What follows for a position from its children: what is known about it, the best child, and the second best's number.

    The side to move reaches its aim if it does behind any of its moves; it fails only if it fails behind all.
    """
    toward, second, against, best = NEVER, NEVER, 0, 0
    shortest, longest = MOST_PLIES, -1
    for n in range(frames[ply, COUNT]):
        child = known[ply, n]
        number, other = against_of(child), toward_of(child)
        if number == 0:
            shortest = min(shortest, plies_of(child))
        longest = max(longest, plies_of(child))
        against = NEVER if other == NEVER or against == NEVER else min(against + other, LARGE)
        if number < toward:
            second, toward, best = toward, number, n
        elif number < second:
            second = number
    if frames[ply, COUNT] == 0:
        draws = rules[NO_MOVES_DRAW] == 1 and stack[ply, TURN] != control[PROVER]
        return decided(draws, 0), 0, NEVER
    if toward == 0:
        return knowledge(0, NEVER, shortest + 1), best, second
    return knowledge(toward, against, longest + 1 if against == 0 else 0), best, second


@compiled
def set_limits(known: Any, frames: Any, ply: int, here: int, best: int, second: int) -> None:
    """Give the chosen child the limits within which it stays the best, with a quarter to spare against going to and fro."""
    chosen = known[ply, best]
    spared = min(second + (second >> 1) + 1, NEVER)
    against = min(spared, frames[ply, TOWARD_LIMIT])
    toward = frames[ply, AGAINST_LIMIT] - against_of(here) + toward_of(chosen)
    if frames[ply, AGAINST_LIMIT] == NEVER:
        toward = NEVER
    frames[ply + 1, AGAINST_LIMIT] = min(max(against, against_of(chosen) + 1), NEVER)
    frames[ply + 1, TOWARD_LIMIT] = min(max(toward, toward_of(chosen) + 1), NEVER)


@compiled
def enter(
    descend: Any, rules: Numbers, stack: Any, moves: Any, frames: Any, notes: Numbers, control: Numbers, ply: int
) -> None:
    """Go down to the chosen child."""
    found = descend(rules, stack, ply, moves[ply, frames[ply, CHOSEN]], notes)
    captures = found & 255
    frames[ply + 1, FRAME_KEY] = child_key(rules, stack, frames, notes, control, ply, captures)
    frames[ply + 1, PATH_KEY] = 0 if captures > 0 else frames[ply, PATH_KEY] ^ stack[ply, KEY]
    frames[ply + 1, QUIET] = 0 if captures > 0 else frames[ply, QUIET] + 1
    frames[ply + 1, BEGAN] = control[NODES]
    control[DEEPEST] = max(control[DEEPEST], ply + 1)


@compiled
def search(
    descend: Any,
    legal_moves: Any,
    evaluate: Any,
    rules: Numbers,
    weights: Numbers,
    stack: Any,
    moves: Any,
    known: Any,
    frames: Any,
    table: Numbers,
    earlier: Numbers,
    notes: Numbers,
    terms: Numbers,
    control: Numbers,
) -> int:
    """What is known about the position in the stack's first row, once it is decided, or a limit or a stop came first.

    `frames[0, FRAME_KEY]` is the position's own key for the table.
    """
    frames[0, TOWARD_LIMIT] = frames[0, AGAINST_LIMIT] = NEVER
    frames[0, PATH_KEY] = frames[0, QUIET] = 0
    frames[0, BEGAN] = control[NODES]
    ply, arrived = 0, True
    while True:
        if arrived:
            expand(
                descend, legal_moves, evaluate, rules, weights, stack, moves, known, frames, table, earlier, notes, terms,
                control, ply,
            )  # fmt: skip
        here, best, second = weigh(rules, stack, known, frames, control, ply)
        if ply == 0:
            control[ROOT] = here
        ends = control[STOP] != 0 or (0 < control[NODE_LIMIT] <= control[NODES])
        arrived = toward_of(here) < frames[ply, TOWARD_LIMIT] and against_of(here) < frames[ply, AGAINST_LIMIT]
        if arrived and not ends:
            set_limits(known, frames, ply, here, best, second)
            frames[ply, CHOSEN] = best
            enter(descend, rules, stack, moves, frames, notes, control, ply)
            ply += 1
        else:
            keep(table, frames[ply, FRAME_KEY], here, control[NODES] - frames[ply, BEGAN])
            if ply == 0:
                return here
            ply -= 1
            known[ply, frames[ply, CHOSEN]] = here
            arrived = False


PROOFS = Unit(
    "proofs",
    {"search": search},
    {
        "search": "int64(descend, legal_moves, evaluate, numbers, numbers, stack, stack, stack, stack, numbers, numbers, "
        "numbers, numbers, numbers)"
    },
)
