"""How the memory of the playing search is laid out: nodes, settings, progress, reports. All are arrays of numbers."""

from __future__ import annotations

from tabuleiro.engine.analysis import WON

MOST_PLIES = 128
"""No line is searched deeper than this."""

INFINITE = 2 * WON

# Not values: the node is to be expanded, the search was stopped, the move that led here is against the rules.
PENDING, STOPPED, ILLEGAL = 4 * WON, 5 * WON, 6 * WON

# --- the frame of a node ---
(
    ALPHA,
    BETA,
    FIRST_ALPHA,  # what alpha was when the node was entered
    DEPTH,  # plies still to be searched; 0 and below: quiescence
    PRINCIPAL,  # 1: on the principal variation, where values are exact
    STANDING,  # what `descend` returned for the move that led here
    NODE_KEY,  # the key for the table
    THREAT,  # 1: the side to move loses at once unless it replies to a threat
    STATIC,  # how good the position looks without a search
    BEST,
    BEST_MOVE,
    COUNT,  # how many moves are listed
    NEXT,  # which is next
    SEARCHED,  # how many were searched
    CURRENT,  # the move that is being searched
    MODE,  # and how: one of the modes below
    REDUCTION,
    TAINT,  # the ply nearest to the root that the value depends on through a repetition; CLEAN: on none
    KILLER,
    SECOND_KILLER,
    FRAME,
) = range(21)
CLEAN = 1 << 20

# With the full window; with a zero window, to see if it is better; without a move; only if it threatens, with a zero window.
WHOLE, SCOUT, PASSING, GLANCE = range(4)

# --- the settings of a search ---
(
    MASK,  # of the table; -1: no table
    AGE,
    MAX_DEPTH,
    MAX_NODES,
    LINES,
    THREAD,
    STRIDE,  # of the history: more than any cell's number
    PRUNES,  # 1: reductions, pruning, mate distance; 0: plain alpha-beta, for tests
    QUIESCES,
    FORESEES,
    CUTS_CYCLES,  # 1: a position that comes back on the way is judged as if it had come back often enough
    MARGIN,
    DRAW,  # what a draw is worth to the first player, and what it costs the second
    REDUCTIONS,
) = range(14)
SETTINGS = REDUCTIONS + 64 * 64

STOP = 0  # in `control`, which all threads share

# --- what a thread tells of its progress ---
NODES, DEEPEST, ROUNDS, DEPTH_DONE = range(4)
PROGRESS = 4

# --- a row of the report: a line of play ---
LINE_SCORE, LINE_LENGTH, LINE_MOVES = range(3)
