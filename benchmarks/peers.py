"""Measure the rules beside a peer in the same run: OpenSpiel's Breakthrough, from Python.

    python benchmarks/peers.py

Rounds of the kinds of play alternate, so that whatever else the machine does hits all of them. What counts is the ratio,
taken round by round; its median is printed. The rates are the best rounds' and this machine's.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import pyspiel

import tabuleiro
from tabuleiro import bench

ROUNDS = 12
GAMES = 200


def open_spiel(play: Callable[[pyspiel.State, int], pyspiel.State], chance: random.Random) -> int:
    """One random game of OpenSpiel from Python; how many plies."""
    state, plies = PEER.new_initial_state(), 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state = play(state, actions[int(chance.random() * len(actions))])
        plies += 1
    return plies


def apply(state: pyspiel.State, action: int) -> pyspiel.State:
    """Play in place."""
    state.apply_action(action)
    return state


def rounds(*kinds: Callable[[], tuple[int, int]]) -> list[list[float]]:
    """The plies a second of several kinds of play, round by round, in alternation."""
    rates: list[list[float]] = [[] for _ in kinds]
    for _ in range(ROUNDS):
        for kind, found in zip(kinds, rates, strict=True):
            began = time.perf_counter()
            _, plies = kind()
            found.append(plies / (time.perf_counter() - began))
    return rates


def ratio(ours: list[float], theirs: list[float]) -> float:
    """How many times faster ours is, in the median of the rounds."""
    return statistics.median(one / other for one, other in zip(ours, theirs, strict=True))


PEER = pyspiel.load_game("breakthrough")


def main() -> None:
    ours, chance = tabuleiro.game("breakthrough"), random.Random(1)
    bench.random_games(ours, 10)
    in_place, children, kernel, python = rounds(
        lambda: (GAMES, sum(open_spiel(apply, chance) for _ in range(GAMES))),
        lambda: (GAMES, sum(open_spiel(pyspiel.State.child, chance) for _ in range(GAMES))),
        lambda: bench.random_games(ours, 20 * GAMES),
        lambda: (GAMES, sum(bench.python_plies(ours, chance) for _ in range(GAMES))),
    )
    print("Breakthrough 8x8, random games, one thread, this run")
    print(f"  OpenSpiel from Python, in place             {max(in_place):>12,.0f} plies/s")
    print(f"  OpenSpiel from Python, child by child       {max(children):>12,.0f} plies/s")
    print(f"  tabuleiro inside the kernel                 {max(kernel):>12,.0f} plies/s")
    print(f"  tabuleiro from Python, position by position {max(python):>12,.0f} plies/s")
    print(f"  kernel against OpenSpiel in place: {ratio(kernel, in_place):.0f} times")
    print(f"  Python against OpenSpiel child by child: {ratio(python, children):.2f} times")


if __name__ == "__main__":
    main()
