"""Monte Carlo tree search over any game: the second opinion, and the search for games without an evaluation.

Each iteration walks down the tree by PUCT, lists the moves of the leaf it comes to, judges each of them, plays on a little
from there and takes the result back up. Three things are added to the plain method:

- *Proofs go up.* A node with a lost child is won, one whose children are all won for the other side is lost, with the plies
  to the end; nodes that are proved are not visited again.
- *Implicit minimax.* Beside the mean of its results every node keeps the minimax value of the evaluations below it, and
  the choice of moves looks at both.
- *Short playouts.* In games with an evaluation a few plies of lively moves lead to a position that is evaluated; in others
  games are played to their end at random, or given up as even after `LONGEST_PLAYOUT` plies.

It is compiled once; a game comes in as function pointers. Nodes stand in one table that is allocated once and reused. As
it fills up, leaves must be visited more often before they are expanded; once it is full the search goes on without.

The caller of a search in a thread gives it a `control`, four numbers made by `new_control()`: set `control[STOP]` to 1 and
the search returns at once with what it has; meanwhile read `control[ITERATIONS]` (iterations done), `control[NODES]`
(nodes in the tree) and `control[DEEPEST]` (plies of its deepest node). The same seed and number of playouts give the same
result anywhere: results are whole numbers, and floating point is used for divisions and square roots alone.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from tabuleiro.engine.analysis import DECIDED, WON
from tabuleiro.engine.winning import score_for
from tabuleiro.rules.advice import NOTES
from tabuleiro.rules.kernel import SLACK, Unit
from tabuleiro.rules.primitives import (
    KEY,
    NO_MOVES_DRAW,
    NOBODY,
    REPETITION,
    REPETITION_ILLEGAL,
    TURN,
    UNDER_THREAT,
    chance,
    compiled,
    copy_state,
    row,
    winner_of,
)

if TYPE_CHECKING:
    from tabuleiro.rules.game import Game
    from tabuleiro.rules.position import Position
    from tabuleiro.rules.primitives import Numbers

ONE = 1 << 16
"""A certain win, in the unit in which results are counted; a certain loss is 0."""

HALF = ONE >> 1

STOP, ITERATIONS, NODES, DEEPEST = range(4)
"""The places of a control."""

# A node: the move that leads to it, its children, its results and its value from the view of whoever made that move; what is
# proved is a score from the view of the side to move there, as in `analysis`.
MOVE, FIRST, COUNT, VISITS, TOTAL, VALUE, PROVED, PRIOR = range(8)
NODE_SIZE = 8

DRAWN = 1
"""In the place of what is proved: the game is drawn."""

REFUSED = -1
"""In the place of a verdict: the rules on repetition forbid the move."""

# What the search reads from its settings: how much of a child's worth is its minimax value, and how eagerly children are
# tried that were visited little, both in 1024ths; how many plies a playout has; whether the game has an evaluation; how many
# lines are wanted; where the curve has its middle. In the last place it keeps the number of the next free node.
MINIMAX_SHARE, CURIOSITY, PLAYOUT_PLIES, EVALUATES, LINES, MIDDLE, FREE = range(7)

MOST_PLIES = 400
"""No node lies deeper."""

LONGEST_PLAYOUT = 300
SHORT_PLAYOUT = 4

CURVE_SPAN = 8
"""The curve ends where the score is this many times the game's scale: beyond, a win is as good as certain."""

UNLIMITED = 1 << 62
"""A number of playouts that no search comes to."""

FALL_STEPS = 256
SHARPNESS = 10.0
"""A child whose value lies a tenth below the best one's is e times less likely to be tried first."""


@compiled
def occurrences(keys: Numbers, count: int) -> int:
    """How often the last of a number of positions has occurred."""
    times = 1
    for past in range(count - 3, -1, -2):
        times += keys[past] == keys[count - 1]
    return times


@compiled
def judge(outcome: Any, rules: Numbers, state: Numbers, keys: Numbers, count: int, found: int) -> int:
    """The verdict on a position that `descend` came to, with what the path says about repetition; or REFUSED."""
    ended = found >> 8 & 255
    if ended == 0 and rules[REPETITION] > 0 and found & 255 == 0:
        times = occurrences(keys, count)
        if times > 1:
            if rules[REPETITION_ILLEGAL] == 1 and times >= rules[REPETITION]:
                return REFUSED
            ended = outcome(rules, state, times)
    return ended


@compiled
def proof_of(ended: int, foreseen: int, turn: int) -> int:
    """What is certain about a position, by the verdict on it and by foresight; 0 if nothing is."""
    if ended != 0:
        winner = winner_of(ended)
        return DRAWN if winner == NOBODY else WON if winner == turn else -WON
    if foreseen == 0 or foreseen == UNDER_THREAT:
        return 0
    return WON - foreseen if foreseen > 0 else -WON - foreseen


@compiled
def value_of_proof(proof: int) -> int:
    """What something proved is worth to the other side."""
    return HALF if proof == DRAWN else 0 if proof > 0 else ONE


@compiled
def chances(curve: Numbers, middle: int, score: int) -> int:
    """The probability of winning that a score stands for."""
    return curve[min(max(score + middle, 0), 2 * middle)]


@compiled
def list_moves(
    consider: Any, legal_moves: Any, rules: Numbers, state: Numbers, moves: Numbers, gains: Numbers, spare: Numbers, ply: int
) -> int:  # fmt: skip
    """The moves to search, with their gains: those worth it, followed by all others where they may matter.

    They matter at the root, where any move may be asked about, and where a move worth a search may be forbidden after all.
    """
    count = consider(rules, state, moves, gains)
    if ply == 0 or rules[REPETITION_ILLEGAL] == 1:
        considered = count
        for other in range(legal_moves(rules, state, spare)):
            known = False
            for n in range(considered):
                known = known or moves[n] == spare[other]
            if not known:
                moves[count], gains[count] = spare[other], 0
                count += 1
    return count


@compiled
def add_children(
    descend: Any, evaluate: Any, outcome: Any, rules: Numbers, weights: Numbers, settings: Numbers, curve: Numbers,
    nodes: Any, states: Any, lists: Any, keys: Numbers, notes: Numbers, terms: Numbers,
    first: int, count: int, ply: int, before: int,
) -> int:  # fmt: skip
    """Judge each of the listed moves and make nodes of those that may be played; returns how many there are."""
    moves, gains, made = row(lists, 0), row(lists, 1), 0
    after = row(states, ply + 1)
    for n in range(count):
        found = descend(rules, states, ply, moves[n], notes)
        keys[before + ply + 1] = after[KEY]
        ended = judge(outcome, rules, after, keys, before + ply + 2, found)
        if ended == REFUSED:
            continue
        proof = proof_of(ended, found >> 16, after[TURN])
        if proof != 0:
            value = value_of_proof(proof)
        elif settings[EVALUATES] == 1:
            value = ONE - chances(curve, settings[MIDDLE], evaluate(rules, weights, after, terms))
        else:
            value = chances(curve, settings[MIDDLE], gains[n])
        child = first + made
        nodes[child, MOVE], nodes[child, FIRST], nodes[child, COUNT] = moves[n], 0, 0
        nodes[child, VISITS], nodes[child, TOTAL] = 0, 0
        nodes[child, VALUE], nodes[child, PROVED] = value, proof
        made += 1
    return made


@compiled
def share_out(nodes: Any, first: int, count: int, fall: Numbers) -> None:
    """Give children their priors: the better one looks, the more."""
    best, whole = 0, 0
    for child in range(first, first + count):
        best = max(best, nodes[child, VALUE])
    for child in range(first, first + count):
        weight = fall[(best - nodes[child, VALUE]) * (FALL_STEPS - 1) >> 16]
        nodes[child, PRIOR] = weight
        whole += weight
    for child in range(first, first + count):
        nodes[child, PRIOR] = nodes[child, PRIOR] * ONE // whole


@compiled
def review(nodes: Any, node: int) -> None:
    """Work out from its children what is proved about a node, and its minimax value."""
    best, winning, losing, drawn, open_ones = 0, 0, -WON, 0, 0
    for child in range(nodes[node, FIRST], nodes[node, FIRST] + nodes[node, COUNT]):
        proof = nodes[child, PROVED]
        best = max(best, nodes[child, VALUE])
        if proof == 0:
            open_ones += 1
        elif proof == DRAWN:
            drawn += 1
        elif proof < 0:
            winning = max(winning, -proof - 1)
        else:
            losing = max(losing, 1 - proof)
    proof = 0
    if winning > 0:
        proof = winning
    elif open_ones == 0:
        proof = DRAWN if drawn > 0 else losing
    nodes[node, PROVED] = proof
    nodes[node, VALUE] = ONE - best if proof == 0 else value_of_proof(proof)


@compiled
def expand(
    descend: Any, evaluate: Any, consider: Any, legal_moves: Any, outcome: Any, rules: Numbers, weights: Numbers,
    settings: Numbers, curve: Numbers, fall: Numbers, nodes: Any, states: Any, lists: Any, keys: Numbers, notes: Numbers,
    terms: Numbers, node: int, ply: int, before: int,
) -> None:  # fmt: skip
    """Give a node its children, and work out what they say about it."""
    free, state = settings[FREE], row(states, ply)
    count = list_moves(consider, legal_moves, rules, state, row(lists, 0), row(lists, 1), row(lists, 2), ply)
    made = add_children(
        descend, evaluate, outcome, rules, weights, settings, curve, nodes, states, lists, keys, notes, terms,
        free, count, ply, before,
    )  # fmt: skip
    nodes[node, FIRST], nodes[node, COUNT] = free, made
    settings[FREE] = free + made
    if made > 0:
        share_out(nodes, free, made, fall)
        review(nodes, node)
    else:
        nodes[node, PROVED] = DRAWN if rules[NO_MOVES_DRAW] == 1 else -WON
        nodes[node, VALUE] = value_of_proof(nodes[node, PROVED])


@compiled
def select(nodes: Any, node: int, settings: Numbers) -> int:
    """The child to visit next, or -1 if it is known of all who wins."""
    visits = nodes[node, VISITS]
    share, curiosity = settings[MINIMAX_SHARE] / 1024.0, settings[CURIOSITY] / 1024.0
    root = math.sqrt(visits + 1.0)
    mean_of_all = HALF * 1.0 if visits == 0 else ONE - nodes[node, TOTAL] / visits
    chosen, highest = -1, -1.0
    for child in range(nodes[node, FIRST], nodes[node, FIRST] + nodes[node, COUNT]):
        proof = nodes[child, PROVED]
        if proof >= DECIDED or proof <= -DECIDED:
            continue
        count, value = nodes[child, VISITS], nodes[child, VALUE]
        if settings[EVALUATES] == 1:
            mean = nodes[child, TOTAL] / count if count > 0 else value * 1.0
            worth = mean + share * (value - mean) + curiosity * nodes[child, PRIOR] * root / (1.0 + count)
        else:
            # Results of random games scatter so widely that priors must not hold a child back for long.
            mean = nodes[child, TOTAL] / count if count > 0 else mean_of_all
            prior = nodes[child, PRIOR] * nodes[node, COUNT] / ONE
            worth = mean + curiosity * ONE * math.sqrt(root * prior / (1.0 + count))
        if worth > highest:
            chosen, highest = child, worth
    return chosen


@compiled
def lively_move(consider: Any, rules: Numbers, state: Numbers, moves: Numbers, gains: Numbers, random: Numbers) -> int:
    """A random move: mostly one that gains, and if possible none that gives something away; -1 if there is no move."""
    count = consider(rules, state, moves, gains)
    if count == 0:
        return -1
    best, start = -1, chance(random, count)
    for step in range(count):
        n = (start + step) % count
        if best < 0 or gains[n] > gains[best]:
            best = n
    if gains[best] > 0 and chance(random, 8) > 0:
        return moves[best]
    return moves[start] if gains[start] >= 0 else moves[best]


@compiled
def playout(
    evaluate: Any, foresee: Any, consider: Any, random_move: Any, play: Any, outcome: Any, rules: Numbers, weights: Numbers,
    settings: Numbers, curve: Numbers, states: Any, lists: Any, keys: Numbers, notes: Numbers, terms: Numbers,
    random: Numbers, control: Numbers, ply: int, before: int,
) -> int:  # fmt: skip
    """Play on from a row of the stack; returns what came of it for the side that is not to move there."""
    work = states.shape[0] - 2
    copy_state(states, ply, work)
    state, moves, gains = row(states, work), row(lists, 0), row(lists, 1)
    mover = state[TURN]
    count, ended, foreseen, fresh = before + ply + 1, 0, 0, 0
    for n in range(settings[PLAYOUT_PLIES]):
        if n & 15 == 15 and control[STOP] != 0:
            break
        if settings[EVALUATES] == 1:
            chosen = lively_move(consider, rules, state, moves, gains, random)
        else:
            chosen = random_move(rules, state, moves, random)
        if chosen < 0:
            # In the terms of `verdict`: the side to move has lost, or nobody has.
            ended = 1 + (NOBODY if rules[NO_MOVES_DRAW] == 1 else 1 - state[TURN])
            break
        if rules[REPETITION_ILLEGAL] == 1:
            copy_state(states, work, work + 1)
        times = 1
        if play(rules, state, chosen, notes) > 0:
            fresh = count  # no position from before a capture comes back
        if rules[REPETITION] > 0:
            keys[count] = state[KEY]
            for past in range(count - 2, fresh - 1, -2):
                times += keys[past] == state[KEY]
            if rules[REPETITION_ILLEGAL] == 1 and times >= rules[REPETITION]:
                copy_state(states, work + 1, work)
                continue
            count += 1
        ended = outcome(rules, state, times)
        if ended != 0:
            break
        if settings[EVALUATES] == 1:
            foreseen = foresee(rules, state)
            if foreseen != 0 and foreseen != UNDER_THREAT:
                break
    proof = proof_of(ended, foreseen, state[TURN])
    if proof != 0:
        result = ONE - value_of_proof(proof)
    elif settings[EVALUATES] == 1:
        result = chances(curve, settings[MIDDLE], evaluate(rules, weights, state, terms))
    else:
        result = HALF
    return ONE - result if state[TURN] == mover else result


@compiled
def visits_needed(free: int, room: int) -> int:
    """How often a leaf must have been visited before it is expanded: the fuller the table, the oftener."""
    if 2 * free < room:
        return 0
    if 4 * free < 3 * room:
        return 3
    return 15 if 8 * free < 7 * room else 63


@compiled
def take_back(nodes: Any, path: Numbers, ply: int, result: int) -> None:
    """Enter a result into the nodes of a path, from the leaf up, and what was proved or changed in value."""
    changed = True
    for step in range(ply, -1, -1):
        node = path[step]
        if changed and step < ply:
            value, proof = nodes[node, VALUE], nodes[node, PROVED]
            review(nodes, node)
            changed = nodes[node, VALUE] != value or nodes[node, PROVED] != proof
            if nodes[node, PROVED] != 0:
                result = nodes[node, VALUE]
        nodes[node, VISITS] += 1
        nodes[node, TOTAL] += result
        result = ONE - result


@compiled
def grow(
    evaluate: Any, foresee: Any, consider: Any, descend: Any, legal_moves: Any, random_move: Any, play: Any, outcome: Any,
    rules: Numbers, weights: Numbers, settings: Numbers, curve: Numbers, fall: Numbers, nodes: Any, states: Any, lists: Any,
    path: Numbers, keys: Numbers, notes: Numbers, terms: Numbers, random: Numbers, control: Numbers,
    before: int, iterations: int,
) -> int:  # fmt: skip
    """Grow the tree of the position in the first row of the stack; returns how many iterations were done.

    `keys` begins with those of `before` earlier positions and of the position itself.
    """
    room, done = nodes.shape[0] - lists.shape[1], 0
    while done < iterations and control[STOP] == 0:
        if nodes[0, PROVED] != 0 and settings[LINES] <= 1:
            break
        node, ply = 0, 0
        while nodes[node, COUNT] > 0 and (ply == 0 or nodes[node, PROVED] == 0):
            node = select(nodes, node, settings)
            if node < 0:
                return done
            copy_state(states, ply, ply + 1)
            ply += 1
            path[ply] = node
            state = row(states, ply)
            play(rules, state, nodes[node, MOVE], notes)
            keys[before + ply] = state[KEY]
        ripe = nodes[node, VISITS] >= visits_needed(settings[FREE], room)
        if ripe and nodes[node, PROVED] == 0 and ply < MOST_PLIES and settings[FREE] < room:
            expand(
                descend, evaluate, consider, legal_moves, outcome, rules, weights, settings, curve, fall, nodes, states,
                lists, keys, notes, terms, node, ply, before,
            )  # fmt: skip
        if nodes[node, PROVED] != 0 or settings[PLAYOUT_PLIES] == 0:
            result = nodes[node, VALUE]
        else:
            result = playout(
                evaluate, foresee, consider, random_move, play, outcome, rules, weights, settings, curve, states, lists,
                keys, notes, terms, random, control, ply, before,
            )  # fmt: skip
        take_back(nodes, path, ply, result)
        done += 1
        control[ITERATIONS] += 1
        control[NODES] = settings[FREE]
        control[DEEPEST] = max(control[DEEPEST], ply)
    return done


GROW = Unit(
    "montecarlo",
    {"grow": grow},
    {
        "grow": "int64(evaluate, foresee, consider, descend, legal_moves, random_move, play, outcome, "
        "numbers, numbers, numbers, numbers, numbers, stack, stack, stack, "
        "numbers, numbers, numbers, numbers, numbers, numbers, int64, int64)"
    },
)


class FoundLine(NamedTuple):
    """A way the game may go on, as the search found it.

    `codes` are the moves as the kernel knows them, `visits` how often the first of them was tried; `win` is the probability
    of winning, a draw counting half, and `score` says the same as `analysis.Line` does; both for the side to move.
    """

    codes: tuple[int, ...]
    visits: int
    win: float
    score: int
    proved: bool


def new_control() -> Numbers:
    """What a search is stopped and watched with."""
    import numpy

    return numpy.zeros(4, dtype=numpy.int64)


class MonteCarlo:
    """Monte Carlo tree search for one game, with its table of nodes."""

    def __init__(
        self,
        game: Game,
        memory_mb: int = 64,
        *,
        minimax_share: float = 0.4,
        curiosity: float | None = None,
        plies: int | None = None,
    ) -> None:
        """`minimax_share` weighs the minimax value, `curiosity` moves tried little; `plies` is a playout's length."""
        import numpy

        def numbers(*shape: int) -> Any:
            return numpy.zeros(shape, dtype=numpy.int64)

        self.game = game
        evaluates, middle, width = game.has_evaluation, CURVE_SPAN * game.win_scale, game.machine.max_moves + SLACK
        length = plies if plies is not None else SHORT_PLAYOUT if evaluates else LONGEST_PLAYOUT
        eagerness = curiosity if curiosity is not None else 0.6 if evaluates else 0.2
        self._longest = MOST_PLIES + length + 2
        room = max(memory_mb * (1 << 20) // (8 * NODE_SIZE), 4 * width)
        self._nodes = numpy.empty((room, NODE_SIZE), dtype=numpy.int64)
        self._states = numbers(MOST_PLIES + 4, game.machine.size)
        self._lists = numbers(3, width)
        self._path, self._notes = numbers(MOST_PLIES + 2), numbers(NOTES)
        self._keys, self._terms = numbers(self._longest), game.new_terms()
        self._random, self._settings, self._before = numbers(1), numbers(FREE + 1), 0
        self._settings[MINIMAX_SHARE] = round(1024 * minimax_share) if evaluates else 0
        self._settings[CURIOSITY], self._settings[PLAYOUT_PLIES] = round(1024 * eagerness), length
        self._settings[EVALUATES], self._settings[MIDDLE] = int(evaluates), middle
        scores = range(-middle, middle + 1)
        self._curve = numpy.array([round(ONE / (1 + math.exp(-score / game.win_scale))) for score in scores])
        falls = (round(1024 * math.exp(-SHARPNESS * step / FALL_STEPS)) for step in range(FALL_STEPS))
        self._fall = numpy.array([max(weight, 1) for weight in falls])

    def search(
        self, position: Position, *, playouts: int | None, control: Numbers, seed: int = 0, lines: int = 1
    ) -> list[FoundLine]:
        """The best lines from a position, best first, after a number of playouts (None: no limit) or when stopped."""
        self.begin(position, seed=seed, lines=lines)
        self.grow(playouts, control)
        return self.best_lines(lines)

    def begin(self, position: Position, *, seed: int = 0, lines: int = 1) -> None:
        """Start a tree anew from a position."""
        import numpy

        earlier = position.earlier_keys[::-1]
        self._before = len(earlier)
        if len(self._keys) < self._before + self._longest:
            self._keys = numpy.zeros(2 * self._before + self._longest, dtype=numpy.int64)
        self._keys[: self._before] = earlier
        self._keys[self._before] = position.key
        self._states[0] = position.state
        self._nodes[0] = 0
        self._settings[LINES], self._settings[FREE] = lines, 1
        self._random[0] = seed * 0x9E3779B97F4A7C15 % (1 << 62) + 1
        if position.outcome is not None:
            self._nodes[0, PROVED] = DRAWN  # there is nothing to find: no line goes on from here

    def grow(self, playouts: int | None, control: Numbers) -> int:
        """Grow the tree by a number of playouts (None: no limit), or until told to stop; returns how many were done."""
        advice, kernel = self.game.advice, self.game.kernel
        return int(
            GROW.grow(
                advice.evaluate, advice.foresee, advice.consider, advice.descend,
                kernel.legal_moves, kernel.random_move, kernel.play, kernel.outcome,
                self.game.rules, self.game.weights, self._settings, self._curve, self._fall, self._nodes, self._states,
                self._lists, self._path, self._keys, self._notes, self._terms, self._random, control,
                self._before, UNLIMITED if playouts is None else playouts,
            )
        )  # fmt: skip

    @property
    def is_solved(self) -> bool:
        """Is it proved how the position ends?"""
        return bool(self._nodes[0, PROVED] != 0)

    def best_lines(self, count: int = 1) -> list[FoundLine]:
        """The best lines of the tree as it is, best first."""
        children = sorted(self._children(0), key=self._rank, reverse=True)
        return [self._line(child) for child in children[:count]]

    def _children(self, node: int) -> range:
        first = int(self._nodes[node, FIRST])
        return range(first, first + int(self._nodes[node, COUNT]))

    def _rank(self, node: int) -> tuple[int, int, float, int]:
        """What a node is sorted by: proved wins, soonest first; then how often it was visited; proved losses, latest first."""
        proof = -int(self._nodes[node, PROVED])
        decided = proof if abs(proof) >= DECIDED else 0
        return decided, int(self._nodes[node, VISITS]), self._win(node), -node

    def _win(self, node: int) -> float:
        """The probability that whoever moves to a node wins."""
        visits, total, value = (int(self._nodes[node, field]) for field in (VISITS, TOTAL, VALUE))
        if self._nodes[node, PROVED] != 0 or not visits:
            return value / ONE
        share = int(self._settings[MINIMAX_SHARE]) / 1024
        return ((1 - share) * total / visits + share * value) / ONE

    def _line(self, node: int) -> FoundLine:
        codes, tip = [int(self._nodes[node, MOVE])], node
        while True:
            onward = [
                child for child in self._children(tip) if self._nodes[child, VISITS] or self._nodes[child, PROVED]
            ]
            if not onward:
                break
            tip = max(onward, key=self._rank)
            codes.append(int(self._nodes[tip, MOVE]))
        proof, win = int(self._nodes[node, PROVED]), self._win(node)
        if proof == DRAWN:
            score = 0
        elif proof:
            score = -proof - 1 if proof < 0 else 1 - proof
        else:
            score = score_for(self.game, win)
        return FoundLine(tuple(codes), int(self._nodes[node, VISITS]), win, score, proof != 0)


__all__ = ["DEEPEST", "GROW", "ITERATIONS", "NODES", "STOP", "FoundLine", "MonteCarlo", "new_control"]
