"""Measure the rules beside a peer in one run: OpenSpiel, which knows Breakthrough, from Python.

    python benchmarks/peers.py

Rounds of the two alternate, so that whatever else the machine does hits both. The ratio of the best rounds is what
counts; the absolute figures are this machine's.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pyspiel

import tabuleiro
from tabuleiro import bench

ROUNDS = 8
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


def rounds(*kinds: Callable[[], tuple[int, int]]) -> list[tuple[float, float]]:
    """The best games and plies a second of several kinds of play, in alternating rounds."""
    best = [(0.0, 0.0)] * len(kinds)
    for _ in range(ROUNDS):
        for number, kind in enumerate(kinds):
            began = time.perf_counter()
            games, plies = kind()
            passed = time.perf_counter() - began
            best[number] = max(best[number], (games / passed, plies / passed))
    return best


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
    print(f"  OpenSpiel from Python, in place           {in_place[0]:>12,.0f} games/s {in_place[1]:>12,.0f} plies/s")
    print(f"  OpenSpiel from Python, child by child     {children[0]:>12,.0f} games/s {children[1]:>12,.0f} plies/s")
    print(f"  tabuleiro inside the kernel               {kernel[0]:>12,.0f} games/s {kernel[1]:>12,.0f} plies/s")
    print(f"  tabuleiro from Python, position by position {python[0]:>10,.0f} games/s {python[1]:>12,.0f} plies/s")
    print(f"  kernel against OpenSpiel in place: {kernel[0] / in_place[0]:.0f} times")
    print(f"  Python against OpenSpiel child by child: {python[1] / children[1]:.2f} times the plies")


if __name__ == "__main__":
    main()
