"""Measure what the arena itself costs: how much of the time of its processes players spend thinking.

    python benchmarks/arena.py --games 1000

Fast games of two equal players; what is not thinking is finding openings, playing moves, passing games on, keeping them.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tabuleiro.arena.plan import Plan
from tabuleiro.arena.run_file import KeptRun
from tabuleiro.arena.runner import default_workers, run


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="breakthrough", help="a game's id (breakthrough)")
    parser.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    parser.add_argument("--nodes", type=int, default=1000, help="nodes for a move (1000)")
    parser.add_argument("--workers", type=int, default=default_workers(), help="processes (one for each processor)")
    given = parser.parse_args()
    player = "alphabeta:hash=4"
    plan = Plan(given.game, (player, player), games=given.games, nodes=given.nodes)
    with tempfile.TemporaryDirectory() as folder, KeptRun(Path(folder) / "run.jsonl", plan) as kept:
        began, thought = 0.0, 0.0
        for game in run(kept, given.workers):
            if not began:  # from here on all processes are running
                began = time.perf_counter()
                continue
            thought += sum(game.seconds)
        taken = time.perf_counter() - began
    share = thought / taken / given.workers
    print(
        f"{plan.meetings} games in {taken:.1f} s, {plan.meetings / taken:.1f} a second; {share:.1%} of the time is thinking"
    )


if __name__ == "__main__":
    main()
