"""The playing search deeper and deeper: the root's moves in order of merit, several lines, windows around the last score.

It is compiled once for all games, together with the search to one depth, and takes a game's functions as arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine.alphabeta import search
from tabuleiro.engine.analysis import DECIDED, WON
from tabuleiro.engine.layout import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    CLEAN,
    COUNT,
    DEPTH,
    DEPTH_DONE,
    FIRST_ALPHA,
    INFINITE,
    LINE_LENGTH,
    LINE_MOVES,
    LINE_SCORE,
    LINES,
    MARGIN,
    MAX_DEPTH,
    NEXT,
    PRINCIPAL,
    PRUNES,
    ROUNDS,
    SEARCHED,
    STANDING,
    STATIC,
    STOPPED,
    TAINT,
    THREAD,
    THREAT,
)
from tabuleiro.rules.kernel import Unit
from tabuleiro.rules.primitives import NOBODY, TURN, UNDER_THREAT, compiled, copy_state, row, winner_of

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

# What a root move is worth at first sight, apart from what it gains: it wins at once, it will win, the game does not even
# consider it, it loses.
WINS, WILL_WIN, POOR, LOSES = 2 << 30, 1 << 30, -1 << 30, -2 << 30


@compiled
def glance(standing: int, turn: int) -> int:
    """What is known of a move of this player by what `descend` says of it; POOR if that is nothing."""
    ended, foreseen = standing >> 8 & 255, standing >> 16
    if ended != 0:
        winner = winner_of(ended)
        return 0 if winner == NOBODY else WINS if winner == turn else LOSES
    if foreseen != 0 and foreseen != UNDER_THREAT:
        return WILL_WIN if foreseen < 0 else LOSES
    return POOR


@compiled
def order_roots(
    descend: Any, consider: Any, rules: Numbers, stack: Any, moves: Any, orders: Any, notes: Numbers, roots: Numbers
) -> None:
    """Sort the root's moves at first sight: those that win, then by what they gain, last those that lose."""
    listed, gains = row(moves, 0), row(orders, 0)
    considered = consider(rules, row(stack, 0), listed, gains)
    worths = row(orders, 1)
    for place in range(roots[0]):
        move = roots[1 + place]
        worth = glance(descend(rules, stack, 0, move, notes), stack[0, TURN])
        if worth == POOR:
            for n in range(considered):
                if listed[n] == move:
                    worth = gains[n]
        at = place
        while at > 0 and worths[at - 1] < worth:
            roots[1 + at], worths[at] = roots[at], worths[at - 1]
            at -= 1
        roots[1 + at], worths[at] = move, worth


@compiled
def prepare_root(
    frames: Any, moves: Any, lines: Any, roots: Numbers, first: int, last: int, depth: int, alpha: int, beta: int
) -> None:
    """Set up the root's frame to search the moves from the `first` up to before the `last`."""
    frame = row(frames, 0)
    frame[ALPHA], frame[FIRST_ALPHA], frame[BETA] = alpha, alpha, beta
    frame[DEPTH], frame[PRINCIPAL], frame[THREAT] = depth, 1, 0
    frame[STANDING], frame[STATIC] = 0, -INFINITE
    frame[BEST], frame[BEST_MOVE], frame[TAINT] = -INFINITE, 0, CLEAN
    frame[NEXT], frame[SEARCHED] = 0, 0
    frame[COUNT] = last - first
    for n in range(first, last):
        moves[0, n - first] = roots[1 + n]
    lines[0, 0] = 0


@compiled
def put_forward(roots: Numbers, move: int, place: int) -> None:
    """Move a root move to a place, and those from there on back by one."""
    at = place
    while roots[1 + at] != move:
        at += 1
    while at > place:
        roots[1 + at] = roots[at]
        at -= 1
    roots[1 + place] = move


@compiled
def write_line(report: Any, at: int, lines: Any, score: int) -> None:
    """Write the root's best line into the report."""
    report[at, LINE_SCORE] = score
    report[at, LINE_LENGTH] = lines[0, 0]
    for n in range(lines[0, 0]):
        report[at, LINE_MOVES + n] = lines[0, 1 + n]


@compiled
def think(
    descend: Any,
    consider: Any,
    evaluate: Any,
    skip: Any,
    outcome: Any,
    rules: Numbers,
    weights: Numbers,
    settings: Numbers,
    stack: Any,
    frames: Any,
    moves: Any,
    orders: Any,
    lines: Any,
    notes: Numbers,
    terms: Numbers,
    history: Numbers,
    table: Numbers,
    earlier: Numbers,
    control: Numbers,
    progress: Numbers,
    roots: Numbers,
    report: Any,
) -> int:
    """Search the position in the stack's first row deeper and deeper until told to stop; returns the last depth.

    `roots` lists the moves to be searched, preceded by their number, and is kept in order of merit. `report` has two halves,
    which take turns to receive the lines of each finished depth; the last, unfinished depth counts if it found something.
    """
    order_roots(descend, consider, rules, stack, moves, orders, notes, roots)
    wanted = min(settings[LINES], roots[0])
    one_by_one = 1 < wanted == roots[0]  # all moves are wanted: each is searched alone, with the whole window
    depth = 1 + settings[THREAD] % 2
    while depth <= settings[MAX_DEPTH]:
        half = progress[ROUNDS] % 2 * settings[LINES]
        before = (progress[ROUNDS] + 1) % 2 * settings[LINES]
        for line in range(wanted):
            score = report[before + line, LINE_SCORE] if progress[ROUNDS] > 0 else 0
            width = settings[MARGIN] // 3
            alpha, beta = -INFINITE, INFINITE
            if depth >= 5 and -DECIDED < score < DECIDED and settings[PRUNES] == 1:
                alpha, beta = score - width, score + width
            while True:
                last = line + 1 if one_by_one else roots[0]
                prepare_root(frames, moves, lines, roots, line, last, depth, alpha, beta)
                value = search(
                    descend, consider, evaluate, skip, outcome, rules, weights, settings, stack, frames, moves, orders,
                    lines, notes, terms, history, table, earlier, control, progress,
                )  # fmt: skip
                if value == STOPPED:
                    best = frames[0, BEST]
                    if wanted == 1 and frames[0, BEST_MOVE] != 0 and max(alpha, -DECIDED) < best and lines[0, 0] > 0:
                        # A move was searched to the end at this depth: it is the old best one, or better.
                        put_forward(roots, frames[0, BEST_MOVE], 0)
                        write_line(report, half, lines, best)
                        progress[ROUNDS] += 1
                    return int(progress[DEPTH_DONE])
                if value <= alpha:
                    beta = (alpha + beta) // 2
                    alpha = max(-INFINITE, value - width)
                elif value >= beta:
                    beta = min(INFINITE, value + width)
                    put_forward(roots, frames[0, BEST_MOVE], line)
                else:
                    break
                width *= 2
                if width > 8 * settings[MARGIN]:
                    alpha, beta = -INFINITE, INFINITE
            put_forward(roots, frames[0, BEST_MOVE], line)
            write_line(report, half + line, lines, value)
        sort_lines(report, half, wanted, roots)
        progress[DEPTH_DONE] = depth
        progress[ROUNDS] += 1
        best = report[half, LINE_SCORE]
        if wanted == 1 and (best >= DECIDED or best <= -DECIDED) and WON - abs(best) <= depth:
            return depth
        depth += 1
    return depth - 1


@compiled
def sort_lines(report: Any, first: int, count: int, roots: Numbers) -> None:
    """Bring the lines and their first moves into order, the best first; equal ones stay as they are."""
    spare = report.shape[0] - 1
    for place in range(1, count):
        at = place
        copy_state(report, first + place, spare)
        while at > 0 and report[first + at - 1, LINE_SCORE] < report[spare, LINE_SCORE]:
            copy_state(report, first + at - 1, first + at)
            roots[1 + at] = roots[at]
            at -= 1
        copy_state(report, spare, first + at)
        roots[1 + at] = report[spare, LINE_MOVES]


ALPHABETA = Unit(
    "alphabeta",
    {"think": think},
    {
        "think": "int64(descend, consider, evaluate, skip, outcome, numbers, numbers, numbers, stack, stack, stack, stack, "
        "stack, numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers, stack)"
    },
)
