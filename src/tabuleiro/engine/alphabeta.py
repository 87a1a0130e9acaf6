"""The playing search to one depth: principal variation search, transposition table, reductions, quiescence.

It is compiled once for all games and takes a game's functions as arguments. There is no recursion: every node on the way
from the root has a row of `frames`, and a loop enters nodes, picks moves and takes values back, so that a search can be
stopped at any node by simply returning.

Scores that say who wins are proofs: a node's moves are never pruned while all that were searched lose, and no
pruning returns such a score, so a score beyond DECIDED comes from ends of games that were all looked at. What rests on
a repetition of positions holds on this path only and is not kept in the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine.analysis import DECIDED, LIMIT, WON
from tabuleiro.engine.layout import (
    AGE,
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    CLEAN,
    COUNT,
    CURRENT,
    CUTS_CYCLES,
    DEEPEST,
    DEPTH,
    DRAW,
    FIRST_ALPHA,
    FORESEES,
    GLANCE,
    ILLEGAL,
    INFINITE,
    KILLER,
    MARGIN,
    MASK,
    MAX_NODES,
    MODE,
    MOST_PLIES,
    NEXT,
    NODE_KEY,
    NODES,
    PASSING,
    PENDING,
    PRINCIPAL,
    PRUNES,
    QUIESCES,
    REDUCTION,
    REDUCTIONS,
    SCOUT,
    SEARCHED,
    SECOND_KILLER,
    STANDING,
    STATIC,
    STOP,
    STOPPED,
    STRIDE,
    TAINT,
    THREAT,
    WHOLE,
)
from tabuleiro.engine.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_BOUND,
    bound_in,
    depth_in,
    expect,
    find,
    keep,
    move_in,
    score_in,
)
from tabuleiro.rules.advice import MAY_THREATEN, TABLE_KEY, THREATENS
from tabuleiro.rules.primitives import (
    KEY,
    NO_MOVES,
    NO_MOVES_DRAW,
    NOBODY,
    REPETITION,
    REPETITION_ILLEGAL,
    TURN,
    UNDER_THREAT,
    compiled,
    copy_state,
    origin_of,
    row,
    target_of,
    verdict,
    winner_of,
)

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

TABLE_MOVE_ORDER, GAIN_ORDER, THREAT_ORDER, KILLER_ORDER = 1 << 50, 1 << 40, 1 << 35, 1 << 30
HISTORY_LIMIT = 1 << 14
LOSS_WORTH = 100  # how far back, in units of history, a move is put for each hundredth of a man lost
GLANCE_DEPTH = 3  # this near to the leaves, moves that may threaten are left out unseen, as others are
QUIESCENCE_DEPTH, THREAT_DEPTH = 16, 6  # how far quiescence goes: along captures, and through replies to threats
PASSED_KEY, DRAW_KEY = 0x5DEECE66D, 0x9E3779B97F4A7


# --- small parts ------------------------------------------------------------------------------------------


@compiled
def value_of_end(settings: Numbers, ended: int, turn: int, ply: int) -> int:
    """What a verdict is worth to the side to move."""
    winner = winner_of(ended)
    if winner == NOBODY:
        return int(settings[DRAW]) if turn == 0 else -int(settings[DRAW])
    return WON - ply if winner == turn else ply - WON


@compiled
def value_without_moves(rules: Numbers, settings: Numbers, turn: int, ply: int) -> int:
    """What having no move is worth to the side to move."""
    return value_of_end(settings, verdict(NOBODY if rules[NO_MOVES_DRAW] == 1 else 1 - turn, NO_MOVES), turn, ply)


@compiled
def first_repeated(stack: Any, frames: Any, earlier: Numbers, ply: int) -> tuple[int, int]:
    """How often the position on top of the path has occurred, and the ply where it first did (-1: before the root)."""
    key = stack[ply, KEY]
    times, first = 1, ply
    back = ply
    while back >= 2:
        if (frames[back, STANDING] | frames[back - 1, STANDING]) & 255 != 0:
            return times, first
        back -= 2
        if stack[back, KEY] == key:
            times += 1
            first = back
    if back == 1 and frames[1, STANDING] & 255 != 0:
        return times, first
    for place in range(1 - back, earlier.shape[0], 2):
        if earlier[place] == key:
            times += 1
            first = -1
    return times, first


@compiled
def key_with(settings: Numbers, key: int) -> int:
    """The key for the table: a value holds only as long as draws are worth what they were when it was found."""
    return key ^ DRAW_KEY * settings[DRAW]


@compiled
def history_place(settings: Numbers, turn: int, move: int) -> int:
    """Where the history of a move stands."""
    stride = settings[STRIDE]
    return int((turn * stride + origin_of(move)) * stride + target_of(move))


@compiled
def reply_place(settings: Numbers, turn: int, move: int) -> int:
    """Where the best known reply to a move of the other side stands: behind the history."""
    stride = settings[STRIDE]
    return int(((2 + turn) * stride + origin_of(move)) * stride + target_of(move))


@compiled
def learn_history(history: Numbers, place: int, bonus: int) -> None:
    """Move a move's history towards good or bad, the less the further it is there already."""
    value = history[place]
    size = bonus if bonus >= 0 else -bonus
    history[place] = value + bonus - value * size // HISTORY_LIMIT


@compiled
def look(evaluate: Any, rules: Numbers, weights: Numbers, state: Numbers, terms: Numbers) -> int:
    """How good a position looks, within limits."""
    return max(-LIMIT, min(LIMIT, evaluate(rules, weights, state, terms)))


# --- entering a node --------------------------------------------------------------------------------------


@compiled
def arrive(
    evaluate: Any,
    outcome: Any,
    rules: Numbers,
    weights: Numbers,
    settings: Numbers,
    stack: Any,
    frames: Any,
    lines: Any,
    terms: Numbers,
    table: Numbers,
    earlier: Numbers,
    ply: int,
) -> int:
    """The value of a node if it can be told without its moves, otherwise PENDING."""
    frame, state = row(frames, ply), row(stack, ply)
    standing = frame[STANDING]
    lines[ply, 0] = 0
    frame[TAINT] = CLEAN
    ended = standing >> 8 & 255
    if rules[REPETITION] > 0 and ended == 0 and standing & 255 == 0:
        times, first = first_repeated(stack, frames, earlier, ply)
        if times > 1:
            frame[TAINT] = first
            if times >= rules[REPETITION] and rules[REPETITION_ILLEGAL] == 1:
                return ILLEGAL
            if settings[CUTS_CYCLES] == 1 and first >= 0:
                times = max(times, rules[REPETITION])
                if rules[REPETITION_ILLEGAL] == 1:
                    return 0
            ended = outcome(rules, state, times)
            if ended == 0:
                frame[TAINT] = CLEAN
    if ended != 0:
        return value_of_end(settings, ended, state[TURN], ply)
    frame[THREAT] = 0
    foreseen = standing >> 16
    if foreseen != 0 and settings[FORESEES] == 1:
        if foreseen == UNDER_THREAT:
            frame[THREAT] = 1
        else:
            return WON - ply - foreseen if foreseen > 0 else ply - foreseen - WON
    if settings[PRUNES] == 1:
        # Nothing here can be better than winning at once, nor worse than having lost already.
        frame[ALPHA] = max(frame[ALPHA], ply - WON)
        frame[BETA] = min(frame[BETA], WON - ply - 1)
        if frame[ALPHA] >= frame[BETA]:
            return int(frame[ALPHA])
    if ply >= MOST_PLIES - 2:
        return look(evaluate, rules, weights, state, terms)
    frame[FIRST_ALPHA] = frame[ALPHA]
    frame[BEST], frame[BEST_MOVE] = -INFINITE, 0
    frame[STATIC] = -INFINITE
    if frame[THREAT] == 0 and (frame[DEPTH] <= 0 or settings[PRUNES] == 1):
        # Before the table is asked, though it may make this needless: the answer takes as long to come from memory.
        frame[STATIC] = look(evaluate, rules, weights, state, terms)
    if settings[MASK] >= 0:
        data = find(table, settings[MASK], frame[NODE_KEY])
        if data != 0:
            frame[BEST_MOVE] = move_in(data)
            score, bound = score_in(data, ply), bound_in(data)
            told = (
                bound == EXACT
                or (bound == AT_LEAST and score >= frame[BETA])
                or (bound == AT_MOST and score <= frame[ALPHA])
            )
            if told and frame[PRINCIPAL] == 0 and depth_in(data) >= max(0, frame[DEPTH]):
                return score
    return judge(evaluate, rules, weights, settings, stack, frames, terms, ply)


@compiled
def judge(
    evaluate: Any,
    rules: Numbers,
    weights: Numbers,
    settings: Numbers,
    stack: Any,
    frames: Any,
    terms: Numbers,
    ply: int,
) -> int:
    """Look at a node without its moves: that may be enough for its value. Otherwise PENDING."""
    frame = row(frames, ply)
    depth, beta = frame[DEPTH], frame[BETA]
    if frame[THREAT] == 1:
        if depth <= -THREAT_DEPTH:
            return look(evaluate, rules, weights, row(stack, ply), terms)
        return PENDING
    if depth > 0 and settings[PRUNES] == 0:
        return PENDING
    static = frame[STATIC]
    if depth <= 0:
        if settings[QUIESCES] == 0 or static >= beta or depth <= -QUIESCENCE_DEPTH:
            return static
        frame[BEST] = static
        frame[ALPHA] = max(frame[ALPHA], static)
        return PENDING
    if frame[PRINCIPAL] == 0 and -DECIDED < beta < DECIDED:
        margin = settings[MARGIN]
        if depth <= 6 and static - margin * depth >= beta:
            return static
        if depth <= 2 and static + 2 * margin + margin * depth < frame[ALPHA]:
            frame[DEPTH] = 0
            frame[BEST] = static
    return PENDING


@compiled
def expand(
    consider: Any,
    rules: Numbers,
    settings: Numbers,
    stack: Any,
    frames: Any,
    moves: Any,
    orders: Any,
    history: Numbers,
    ply: int,
) -> int:
    """List a node's moves and say in which order to try them; returns a value if there are none, otherwise PENDING."""
    frame, state = row(frames, ply), row(stack, ply)
    listed, order = row(moves, ply), row(orders, ply)
    turn = state[TURN]
    count = consider(rules, state, listed, order)
    frame[NEXT], frame[SEARCHED] = 0, 0
    frame[COUNT] = count
    if count == 0:
        return value_without_moves(rules, settings, turn, ply)
    best = frame[BEST_MOVE]
    if frame[DEPTH] <= 0 and frame[THREAT] == 0:
        kept = 0
        least = frame[ALPHA] - frame[STATIC] - 2 * settings[MARGIN]
        for n in range(count):
            gain = order[n]
            if gain > THREATENS and gain > least:
                listed[kept] = listed[n]
                order[kept] = GAIN_ORDER + gain if listed[kept] != best else TABLE_MOVE_ORDER
                kept += 1
        frame[COUNT] = kept
        return PENDING
    killer, second = frame[KILLER], frame[SECOND_KILLER]
    reply = 0
    if ply > 0 and frames[ply - 1, MODE] != PASSING:
        reply = history[reply_place(settings, turn, frames[ply - 1, CURRENT])]
    for n in range(count):
        move, gain = listed[n], order[n]
        if move == best:
            order[n] = TABLE_MOVE_ORDER | (THREAT_ORDER if gain == THREATENS else 0)
        elif gain > THREATENS:
            order[n] = GAIN_ORDER + gain
        elif gain == THREATENS:
            order[n] = THREAT_ORDER
        elif move == killer:
            order[n] = KILLER_ORDER + 3
        elif move == second:
            order[n] = KILLER_ORDER + 2
        elif move == reply:
            order[n] = KILLER_ORDER + 1
        else:
            order[n] = 2 * history[history_place(settings, turn, move)]  # odd: the move may threaten
            order[n] += 1 if gain == MAY_THREATEN else 2 * LOSS_WORTH * gain
    return PENDING


@compiled
def bring_best_forward(listed: Numbers, order: Numbers, first: int, count: int) -> None:
    """Bring the best of the remaining moves to the first place; those before it keep their order, as the game lists them."""
    rest = order[first:count]
    most = rest[0]
    for n in range(rest.shape[0]):  # nothing but the largest number, which the processor finds several at a time
        most = max(most, rest[n])
    best = 0
    while rest[best] != most:
        best += 1
    if best > 0:
        moves = listed[first:count]
        move = moves[best]
        for n in range(best, 0, -1):
            moves[n] = moves[n - 1]
            rest[n] = rest[n - 1]
        moves[0], rest[0] = move, most


@compiled
def may_threaten(worth: int) -> bool:
    """Was a quiet move that is put at this place said to threaten perhaps?"""
    return worth & 1 == 1 and worth < KILLER_ORDER


@compiled
def keep_threats(frame: Numbers, listed: Numbers, order: Numbers) -> bool:
    """Of a node's moves from the current one on, only those that may threaten are still to be tried, at a glance first.

    True if the current move is one of them. What is left of a node that has come to this stays in that state.
    """
    place = frame[NEXT] - 1
    kept = place
    for n in range(place, frame[COUNT]):
        if may_threaten(order[n]):
            listed[kept], order[kept] = listed[n], order[n]
            kept += 1
    frame[COUNT] = kept
    frame[CURRENT] = listed[place]
    frame[MODE] = GLANCE
    return bool(kept > place)


# --- going down and coming back ---------------------------------------------------------------------------


@compiled
def pick(settings: Numbers, frames: Any, moves: Any, orders: Any, ply: int) -> bool:
    """Choose the next move of a node and how deep to search it; false if there is none worth it."""
    frame = row(frames, ply)
    listed, order = row(moves, ply), row(orders, ply)
    depth, principal = frame[DEPTH], frame[PRINCIPAL]
    place = frame[NEXT]
    if place >= frame[COUNT]:
        return False
    if ply > 0:
        bring_best_forward(listed, order, place, frame[COUNT])
    move, worth = listed[place], order[place]
    frame[NEXT] = place + 1
    frame[CURRENT] = move
    frame[MODE] = WHOLE if frame[SEARCHED] == 0 else SCOUT
    frame[REDUCTION] = 0
    if settings[PRUNES] == 0 or depth <= 0 or frame[THREAT] == 1 or worth >= KILLER_ORDER or ply == 0:
        if ply == 0 and depth >= 3 and frame[SEARCHED] >= 4 and settings[PRUNES] == 1:
            frame[REDUCTION] = 1
        return True
    improving = 1 if ply >= 2 and frame[STATIC] > frames[ply - 2, STATIC] else 0
    searched = frame[SEARCHED]
    if principal == 0 and frame[BEST] > -DECIDED:
        is_late = depth <= 5 and searched >= (4 + depth * depth) * (1 + improving)
        if depth <= 4 and frame[STATIC] + settings[MARGIN] * (1 + depth) <= frame[ALPHA] and searched > 0:
            is_late = True
        if is_late:
            return depth >= GLANCE_DEPTH and keep_threats(frame, listed, order)
    if depth >= 3 and searched >= 1 + 2 * principal:
        reduction = settings[REDUCTIONS + 64 * min(depth, 63) + min(searched, 63)]
        reduction -= principal + improving
        reduction -= worth // HISTORY_LIMIT
        frame[REDUCTION] = max(0, min(reduction, depth - 2))
    return True


@compiled
def threatens(standing: int) -> bool:
    """Does the answer of `descend` to a move mean that the other side loses, or would if it did not reply?"""
    foreseen = standing >> 16
    return foreseen < 0 or foreseen == UNDER_THREAT


@compiled
def go_down(
    descend: Any,
    rules: Numbers,
    settings: Numbers,
    stack: Any,
    frames: Any,
    orders: Any,
    notes: Numbers,
    table: Numbers,
    ply: int,
) -> None:
    """Play a node's current move and set up the frame of the node it leads to."""
    frame, child = row(frames, ply), row(frames, ply + 1)
    child[STANDING] = descend(rules, stack, ply, frame[CURRENT], notes)
    child[NODE_KEY] = key_with(settings, notes[TABLE_KEY])
    expect(table, settings[MASK], child[NODE_KEY])
    if may_threaten(orders[ply, frame[NEXT] - 1]) and threatens(child[STANDING]):
        frame[REDUCTION] = 0
        if frame[MODE] == GLANCE:
            frame[MODE] = SCOUT
    extension = 1 if frame[THREAT] == 1 and frame[DEPTH] > 0 and ply < 2 * frames[0, DEPTH] else 0
    if extension == 1 and ply > 0:
        before = orders[ply - 1, frames[ply - 1, NEXT] - 1]
        if may_threaten(before) or (before >= THREAT_ORDER and before & THREAT_ORDER != 0):
            extension = 0  # moves known to threaten are not reduced: that is enough
    child[DEPTH] = frame[DEPTH] - 1 + extension - frame[REDUCTION]
    child[BETA] = -frame[ALPHA]
    if frame[MODE] == WHOLE:
        child[ALPHA] = -frame[BETA]
        child[PRINCIPAL] = frame[PRINCIPAL]
    else:
        child[ALPHA] = -frame[ALPHA] - 1
        child[PRINCIPAL] = 0


@compiled
def pass_the_move(
    skip: Any, rules: Numbers, settings: Numbers, stack: Any, frames: Any, table: Numbers, ply: int
) -> bool:
    """Try what the other side can do if this one does nothing; false if that is no fair test here."""
    frame, child = row(frames, ply), row(frames, ply + 1)
    depth, beta = frame[DEPTH], frame[BETA]
    if settings[PRUNES] == 0 or frame[PRINCIPAL] == 1 or depth < 3 or frame[THREAT] == 1 or frame[STATIC] < beta:
        return False
    if beta >= DECIDED or beta <= -DECIDED or ply == 0 or frames[ply - 1, MODE] == PASSING:
        return False
    copy_state(stack, ply, ply + 1)
    if skip(rules, row(stack, ply + 1)) == 0:
        return False
    frame[MODE] = PASSING
    child[STANDING] = 1  # as after a capture: what was before does not come back
    child[NODE_KEY] = frame[NODE_KEY] ^ PASSED_KEY
    expect(table, settings[MASK], child[NODE_KEY])
    child[DEPTH] = depth - 3 - depth // 4
    child[ALPHA], child[BETA], child[PRINCIPAL] = -beta, 1 - beta, 0
    return True


@compiled
def take_back(
    settings: Numbers,
    frames: Any,
    lines: Any,
    orders: Any,
    moves: Any,
    history: Numbers,
    turn: int,
    ply: int,
    value: int,
) -> bool:
    """Take the value of the current move into account; true if it is so good that the node needs no more."""
    frame = row(frames, ply)
    frame[SEARCHED] += 1
    taint = frames[ply + 1, TAINT]
    quiet = orders[ply, frame[NEXT] - 1] < GAIN_ORDER
    if value >= frame[BETA]:
        frame[TAINT] = taint
    else:
        frame[TAINT] = min(frame[TAINT], taint)
    if value > frame[BEST]:
        frame[BEST] = value
        if value > frame[ALPHA] or ply == 0:
            frame[BEST_MOVE] = frame[CURRENT]
            if frame[PRINCIPAL] == 1:
                keep_line(lines, ply, frame[CURRENT])
        frame[ALPHA] = max(frame[ALPHA], value)
    if value < frame[BETA]:
        return False
    if frame[DEPTH] > 0 and ply > 0:
        reward(settings, frames, orders, moves, history, turn, ply, quiet)
    return True


@compiled
def keep_line(lines: Any, ply: int, move: int) -> None:
    """The best line from here is this move, then the best line from the node it leads to."""
    length = lines[ply + 1, 0]
    lines[ply, 1] = move
    for n in range(length):
        lines[ply, 2 + n] = lines[ply + 1, 1 + n]
    lines[ply, 0] = length + 1


@compiled
def reward(
    settings: Numbers, frames: Any, orders: Any, moves: Any, history: Numbers, turn: int, ply: int, quiet: bool
) -> None:
    """Remember a move that was good enough, and that those tried before it were not."""
    frame = row(frames, ply)
    move, bonus = frame[CURRENT], min(32 * frame[DEPTH] * frame[DEPTH], 2048)
    if quiet:
        if frame[KILLER] != move:
            frame[SECOND_KILLER] = frame[KILLER]
            frame[KILLER] = move
        if frames[ply - 1, MODE] != PASSING:
            history[reply_place(settings, turn, frames[ply - 1, CURRENT])] = move
        learn_history(history, history_place(settings, turn, move), bonus)
    for n in range(frame[NEXT] - 1):
        if orders[ply, n] < GAIN_ORDER:
            learn_history(history, history_place(settings, turn, moves[ply, n]), -bonus)


@compiled
def finish(rules: Numbers, settings: Numbers, stack: Any, frames: Any, table: Numbers, ply: int) -> int:
    """The value of a node whose moves were all tried, or one of which was good enough; keeps it in the table."""
    frame = row(frames, ply)
    best = frame[BEST]
    if best == -INFINITE:  # every move was forbidden by the rule on repetition
        return value_without_moves(rules, settings, stack[ply, TURN], ply)
    clean = frame[TAINT] >= ply
    if clean:
        frame[TAINT] = CLEAN
    if settings[MASK] >= 0:
        bound = AT_LEAST if best >= frame[BETA] else EXACT if best > frame[FIRST_ALPHA] else AT_MOST
        keep(
            table, settings[MASK], frame[NODE_KEY], frame[BEST_MOVE], max(0, frame[DEPTH]),
            bound if clean else NO_BOUND, best, ply, settings[AGE],
        )  # fmt: skip
    return int(best)


# --- the search -------------------------------------------------------------------------------------------

ENTER, LIST, PICK, LEAVE = range(4)


@compiled
def search(
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
) -> int:
    """The value of the root, whose frame and moves are given, or STOPPED; the root's frame says what was found so far."""
    ply, value, action = 0, 0, PICK
    while True:
        if action == ENTER:
            progress[NODES] += 1
            if control[STOP] != 0 or progress[NODES] >= settings[MAX_NODES]:
                return STOPPED
            progress[DEEPEST] = max(progress[DEEPEST], ply)
            value = arrive(
                evaluate, outcome, rules, weights, settings, stack, frames, lines, terms, table, earlier, ply
            )  # fmt: skip
            action = LEAVE if value != PENDING else LIST
            if value == PENDING and pass_the_move(skip, rules, settings, stack, frames, table, ply):
                ply += 1
                action = ENTER
        elif action == LIST:
            frame = row(frames, ply)
            if settings[PRUNES] == 1 and frame[BEST_MOVE] == 0 and frame[DEPTH] >= 4:
                frame[DEPTH] -= 1  # nothing is known here yet: a shallower look first
            value = expand(consider, rules, settings, stack, frames, moves, orders, history, ply)
            action = PICK if value == PENDING else LEAVE
        elif action == PICK:
            if pick(settings, frames, moves, orders, ply):
                go_down(descend, rules, settings, stack, frames, orders, notes, table, ply)
                if frames[ply, MODE] == GLANCE:
                    progress[NODES] += 1
                else:
                    ply += 1
                    action = ENTER
            else:
                value = finish(rules, settings, stack, frames, table, ply)
                action = LEAVE
        else:
            if ply == 0:
                return value
            ply -= 1
            frame = row(frames, ply)
            action = PICK
            if value == ILLEGAL:
                continue
            value = -value
            if frame[MODE] == PASSING:
                frame[MODE] = WHOLE
                action = LIST
                if value >= frame[BETA]:
                    value = min(value, DECIDED - 1)
                    frame[TAINT] = CLEAN
                    action = LEAVE
            elif (
                frame[MODE] == SCOUT
                and value > frame[ALPHA]
                and (frame[REDUCTION] > 0 or (frame[PRINCIPAL] == 1 and value < frame[BETA]))
            ):
                # Better than expected: search it again, first as deep as the others, then with the full window.
                if frame[REDUCTION] > 0:
                    frame[REDUCTION] = 0
                else:
                    frame[MODE] = WHOLE
                go_down(descend, rules, settings, stack, frames, orders, notes, table, ply)
                ply += 1
                action = ENTER
            elif take_back(settings, frames, lines, orders, moves, history, stack[ply, TURN], ply, value):
                value = finish(rules, settings, stack, frames, table, ply)
                action = LEAVE
