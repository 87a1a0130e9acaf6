"""Why Breakthrough keeps sets of bits beside its cells: random games with and without them, in one run.

    python benchmarks/layouts.py

The other layout lists moves by looking at every cell and keeps no sets. Both play the same game from the same file;
only the two functions that differ are exchanged. The figures of docs/decisions/0001 come from here.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import tabuleiro
from tabuleiro.bench import best_rate, perft_nodes, random_games
from tabuleiro.games._breakthrough_tables import AT_GOAL, FILES, FIRST, LAST, MEN
from tabuleiro.games.breakthrough import Breakthrough
from tabuleiro.rules.primitives import (
    TURN,
    carry,
    compiled,
    move,
    origin_of,
    pass_turn,
    put,
    remove,
    target_of,
)

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers


@compiled
def legal_moves_by_cells(rules: Numbers, state: Numbers, moves: Numbers) -> int:
    """The moves of every man that is met on a walk over all cells."""
    own = state[TURN] + 1
    forward = rules[FILES] if state[TURN] == 0 else -rules[FILES]
    count = 0
    for cell in range(rules[FIRST], rules[LAST]):
        if state[cell] == own:
            file = (cell - rules[FIRST]) % rules[FILES]
            ahead = cell + forward
            if file > 0 and state[ahead - 1] != own:
                count = put(moves, count, move(cell, ahead - 1))
            if state[ahead] == 0:
                count = put(moves, count, move(cell, ahead))
            if file < rules[FILES] - 1 and state[ahead + 1] != own:
                count = put(moves, count, move(cell, ahead + 1))
    return count


@compiled
def play_by_cells(rules: Numbers, state: Numbers, chosen: int, taken: Numbers) -> int:
    """Step, and capture, without sets to keep."""
    origin, target, turn = origin_of(chosen), target_of(chosen), state[TURN]
    captures = 0
    if state[target] != 0:
        captures = put(taken, 0, target)
        remove(rules, state, target)
        state[MEN + 1 - turn] -= 1
    carry(rules, state, origin, target)
    rank_ahead = target + rules[FILES] if turn == 0 else target - rules[FILES]
    state[AT_GOAL] = 0 if rules[FIRST] <= rank_ahead < rules[LAST] else 1
    pass_turn(rules, state)
    return captures


class ByCells(Breakthrough):
    """Breakthrough on plain cells."""

    functions = {
        **{name: Breakthrough.functions[name] for name in ("settle", "outcome")},
        "legal_moves": legal_moves_by_cells,
        "play": play_by_cells,
    }


class ByList(Breakthrough):
    """Breakthrough on sets of bits, with random moves drawn from the whole list."""

    functions = {name: function for name, function in Breakthrough.functions.items() if name != "random_move"}


def games_played(game: Breakthrough) -> int:
    """Some random games; how many."""
    return random_games(game, 50)[0]


def main() -> None:
    print("random games/s and perft nodes/s, one thread, this run")
    for variant in ("", "19x19"):
        for title, kind in (
            ("sets of bits", Breakthrough),
            ("sets, list drawn from", ByList),
            ("plain cells", ByCells),
        ):
            game = kind(variant)
            games = best_rate(partial(games_played, game))
            nodes = best_rate(partial(perft_nodes, game))
            print(f"  {game.board.files}x{game.board.ranks} {title:<24}{games:>12,.0f} games/s {nodes:>14,.0f} nodes/s")
    assert tabuleiro.perft(ByCells().start(), 4) == tabuleiro.perft(Breakthrough().start(), 4) == 256_036


if __name__ == "__main__":
    main()
