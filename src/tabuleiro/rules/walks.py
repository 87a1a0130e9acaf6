"""Walks over any game's positions in compiled code: counting leaves (perft) and playing random games.

`perft` takes a game's functions as arguments, so it is compiled once for all games. Random games do so little at each
ply that the three calls through pointers would be a third of the work: `random_games` is compiled for each game.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tabuleiro.rules.kernel import MOST_CAPTURES, SLACK, Unit, bind, outcome, play, random_move
from tabuleiro.rules.primitives import (
    KEY,
    NO_MOVES,
    NO_MOVES_DRAW,
    NOBODY,
    REASONS,
    REPETITION,
    REPETITION_ILLEGAL,
    TURN,
    compiled,
    copy_state,
    reason_of,
    row,
    verdict,
    winner_of,
)

if TYPE_CHECKING:
    from tabuleiro.rules.position import Position
    from tabuleiro.rules.primitives import Numbers


@compiled
def occurrences_on(stack: Any, depth: int, earlier: Numbers) -> int:
    """How often the position on top of a path has occurred, on the path and before it."""
    key, count = stack[depth, KEY], 1
    for ply in range(depth):
        count += stack[ply, KEY] == key
    for past in earlier:
        count += past == key
    return count


@compiled
def perft(
    legal_moves: Any,
    play: Any,
    outcome: Any,
    rules: Numbers,
    stack: Any,
    moves: Any,
    taken: Numbers,
    earlier: Numbers,
    depth: int,
) -> int:
    """How many sequences of `depth` legal moves there are from the position in the stack's first row.

    A finished game has no moves. Row by row, `moves` lists those of the positions on the path, and keeps in its last two
    places how many they are and which is next.
    """
    width = moves.shape[1]
    leaves, ply = 0, 0
    arrived = True
    while ply >= 0:
        if arrived:
            times = 1
            if rules[REPETITION] > 0:
                times = occurrences_on(stack, ply, earlier)
            here = row(stack, ply)
            if ply > 0 and rules[REPETITION_ILLEGAL] == 1 and times >= rules[REPETITION]:
                ply -= 1
                arrived = False
                continue
            if ply == depth:
                leaves += 1
                ply -= 1
                arrived = False
                continue
            count = 0
            if outcome(rules, here, times) == 0:
                count = legal_moves(rules, here, row(moves, ply))
            if ply == depth - 1 and rules[REPETITION_ILLEGAL] == 0:
                leaves += count
                count = 0
            moves[ply, width - 2] = count
            moves[ply, width - 1] = 0
            arrived = False
        elif moves[ply, width - 1] < moves[ply, width - 2]:
            chosen = moves[ply, moves[ply, width - 1]]
            moves[ply, width - 1] += 1
            copy_state(stack, ply, ply + 1)
            play(rules, row(stack, ply + 1), chosen, taken)
            ply += 1
            arrived = True
        else:
            ply -= 1
    return leaves


@compiled
def random_games(
    rules: Numbers,
    stack: Any,
    moves: Numbers,
    taken: Numbers,
    keys: Numbers,
    random: Numbers,
    tally: Numbers,
    games: int,
    longest: int,
) -> int:
    """Play games of random moves from the stack's first row; returns their plies.

    `tally` counts how they ended by verdict, with those cut off at `longest` plies under 0.
    """
    plies_in_all = 0
    for _ in range(games):
        copy_state(stack, 0, 1)
        state = row(stack, 1)
        ended, plies, since_capture = 0, 0, 0
        while ended == 0 and plies < longest:
            times = 1
            if rules[REPETITION] > 0:
                key = state[KEY]
                for past in range(since_capture):
                    times += keys[past] == key
                keys[since_capture] = key
                since_capture += 1
            ended = outcome(rules, state, times)
            if ended != 0:
                break
            chosen = random_move(rules, state, moves, random)
            if chosen < 0:
                ended = verdict(NOBODY if rules[NO_MOVES_DRAW] == 1 else 1 - state[TURN], NO_MOVES)
                break
            if play(rules, state, chosen, taken) > 0:
                since_capture = 0
            plies += 1
        tally[ended] += 1
        plies_in_all += plies
    return plies_in_all


PERFT = Unit(
    "perft",
    {"perft": perft},
    {"perft": "int64(legal_moves, play, outcome, numbers, stack, stack, numbers, numbers, int64)"},
)


@cache
def random_games_unit(kernel: Unit) -> Unit:
    """The unit that plays random games of the game with this kernel."""
    signature = "int64(numbers, stack, numbers, numbers, numbers, numbers, numbers, int64, int64)"
    bound = bind({"random_games": random_games}, kernel.plain)
    return Unit(f"{kernel.name}-random-games", bound, {"random_games": signature})


def count_leaves(position: Position, depth: int) -> int:
    """How many sequences of `depth` legal moves there are from a position."""
    import numpy

    game = position.game
    if depth <= 0:
        return 1
    stack = numpy.zeros((depth + 2, len(position.state)), dtype=numpy.int64)
    stack[0] = position.state
    moves = numpy.zeros((depth + 1, game.machine.max_moves + SLACK + 2), dtype=numpy.int64)
    taken = numpy.zeros(MOST_CAPTURES, dtype=numpy.int64)
    earlier = numpy.array(position.earlier_keys, dtype=numpy.int64)
    kernel = game.kernel
    return int(
        PERFT.perft(kernel.legal_moves, kernel.play, kernel.outcome, game.rules, stack, moves, taken, earlier, depth)
    )


def play_random_games(
    position: Position, games: int, seed: int = 1, longest: int = 10_000
) -> tuple[int, dict[tuple[int | None, str], int]]:
    """Play random games from a position; returns all their plies, and how often each (winner, reason) came up.

    Games that were cut off at `longest` plies count under (None, "").
    """
    import numpy

    game = position.game
    stack = numpy.zeros((2, len(position.state)), dtype=numpy.int64)
    stack[0] = position.state
    moves = numpy.zeros(game.machine.max_moves + SLACK, dtype=numpy.int64)
    tally = numpy.zeros(1 + 3 * len(REASONS), dtype=numpy.int64)
    random = numpy.array([seed * 0x9E3779B97F4A7C15 % (1 << 62) + 1], dtype=numpy.int64)
    plies = random_games_unit(game.kernel).random_games(
        game.rules, stack, moves, numpy.zeros(MOST_CAPTURES, dtype=numpy.int64),
        numpy.zeros(longest + 1, dtype=numpy.int64), random, tally, games, longest,
    )  # fmt: skip
    ends: dict[tuple[int | None, str], int] = {}
    for code, count in enumerate(tally.tolist()):
        if count:
            winner = winner_of(code)
            ends[(None, "") if code == 0 else (None if winner == NOBODY else winner, REASONS[reason_of(code)])] = count
    return int(plies), ends


__all__ = ["PERFT", "count_leaves", "play_random_games", "random_games_unit"]
