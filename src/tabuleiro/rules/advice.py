"""What a game may tell the engine so that it is played well, and what is assumed of a game that says nothing.

All of these are functions of the game's own file, listed among its `functions` and compiled like its rules.

`evaluate(rules, weights, state, terms)` says how good a position looks for the side to move, in hundredths of a man; what a
network (`rules.network`) has learned beyond that is added to it. It writes into `terms[2 * n + player]` what the n-th of the
game's `terms` is worth to a player, weighted, and returns the sum of all terms of the side to move less that of the other's.
Whatever it multiplies or adds comes from `weights`, so that the weights can be fitted: the value is linear in them.

`foresee(rules, state)` knows without a search how some positions end: n > 0 if the side to move wins within n plies
whatever the other does, n < 0 if it loses within -n plies whatever it does, UNDER_THREAT if the other side would win with
its next move and there may be a reply, 0 if it knows nothing. It is only asked while the game goes on, and it must be right:
its answers count as proofs.

`consider(rules, state, moves, gains)` lists the moves worth a search, in any order, since the search sorts them. Beside each
stands what it gains at once, in hundredths of a man: above 0 for moves that change the balance (captures that win something,
promotions), below 0 for moves that give something away, 0 for quiet ones. Two gains mark quiet moves that threaten:

- THREATENS is for a move after which the next would win the game. It is tried early and searched in full.
- MAY_THREATEN is for a move that may be such a threat. It is tried when its turn comes but, except close to the leaves, not
  left out unseen: if `foresee` then says that the other side loses, or would without a reply, it is searched in full too.

`consider` may leave out moves after which the other side wins at once, but never all moves of a side that has some.

`skip(rules, state)` passes the turn, in place, and returns 1, where having the move is worth something to any player. It
returns 0 and changes nothing where that may not be so, or where a player under threat would lose by passing.

`table_key(rules, state)` is the key under which results of searches are kept: equal for positions that have the same
future. It is the state's own key unless the future depends on more, such as how many plies a limit leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tabuleiro.rules.kernel import ADVICE, CONTRACT, MOST_CAPTURES, Unit, bind, legal_moves, of_the_game, outcome, play
from tabuleiro.rules.network import network_value
from tabuleiro.rules.primitives import KEY, TURN, compiled, copy_state, row, target_of

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

NOTES = MOST_CAPTURES + 1
TABLE_KEY = MOST_CAPTURES
"""`descend` writes the captured cells into `notes` and, at this place behind them, the key for the table."""

CAPTURE_GAIN = 100
"""What a capture is assumed to gain in a game that has no `consider`."""

THREATENS, MAY_THREATEN = 2, 1
"""The gains of quiet moves: one that threatens to win the game, and one that `foresee` has to judge."""


@compiled
def evaluate(rules: Numbers, weights: Numbers, state: Numbers, terms: Numbers) -> int:
    """Nothing is known about how good a position looks."""
    return 0


@compiled
def foresee(rules: Numbers, state: Numbers) -> int:
    """Nothing is known about how a position ends."""
    return 0


@compiled
def consider(rules: Numbers, state: Numbers, moves: Numbers, gains: Numbers) -> int:
    """All moves; one onto an occupied cell counts as a capture."""
    count: int = legal_moves(rules, state, moves)
    for n in range(count):
        gains[n] = CAPTURE_GAIN if state[target_of(moves[n])] > 0 else 0
    return count


@compiled
def skip(rules: Numbers, state: Numbers) -> int:
    """Having the move may be a burden."""
    return 0


@compiled
def table_key(rules: Numbers, state: Numbers) -> int:
    """The future depends on the board and the turn alone."""
    key: int = state[KEY]
    return key


@compiled
def descend(rules: Numbers, stack: Any, ply: int, move: int, notes: Numbers) -> int:
    """Play a move from one row of a stack into the next; returns what `foresee` says << 16 | the verdict << 8 | the captures."""
    copy_state(stack, ply, ply + 1)
    after = row(stack, ply + 1)
    captures: int = play(rules, after, move, notes)
    ended: int = outcome(rules, after, 1)
    notes[TABLE_KEY] = advised_key(rules, after)
    foreseen: int = 0
    if ended == 0:
        foreseen = advised_foresight(rules, after)
    return foreseen << 16 | ended << 8 | captures


@compiled
def evaluate_all(rules: Numbers, weights: Numbers, state: Numbers, terms: Numbers) -> int:
    """The value of a position by the game's evaluation and its network; what the network says becomes the last of the terms."""
    value: int = advised_value(rules, weights, state, terms)
    seen = network_value(weights, state)
    last = terms.shape[0] - 2
    terms[last + state[TURN]] = seen
    terms[last + 1 - state[TURN]] = 0
    return value + seen


advised_key = advised_foresight = advised_value = of_the_game


def advice_unit(name: str, functions: Mapping[str, Callable[..., Any]]) -> Unit:
    """The unit of the functions with which a game is searched."""
    own = {name: functions[name] for name in CONTRACT}
    given = {name: functions.get(name, globals()[name]) for name in ADVICE if name != "descend"}
    bound = bind(given, own)
    bound |= bind({"evaluate": evaluate_all}, {"advised_value": bound["evaluate"]})
    calls = {**own, "advised_key": bound["table_key"], "advised_foresight": bound["foresee"]}
    return Unit(f"{name}-advice", {**bound, **bind({"descend": descend}, calls)}, ADVICE)


__all__ = ["ADVICE", "NOTES", "TABLE_KEY", "advice_unit"]
