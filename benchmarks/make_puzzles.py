"""Find proved puzzles and write them beside the games.

    python benchmarks/make_puzzles.py breakthrough --count 36 --seed 1

Short wins are easy to come by, so each length gets its share before more of it are taken. The same seed finds the same
puzzles as long as the rules, the evaluation and the prover stay as they are.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

import tabuleiro
from tabuleiro.engine.puzzles import Puzzle, find_puzzles, write_puzzles


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", help="the id of a game")
    parser.add_argument("--count", type=int, default=36)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from-ply", type=int, default=0, help="leave out positions before this ply")
    parser.add_argument("--share", type=int, default=14, help="the most of each length")
    parser.add_argument("--seconds", type=float, default=600, help="stop looking after this time")
    parser.add_argument("--output", type=Path, help="the file to write; beside the games unless given")
    given = parser.parse_args()
    game = tabuleiro.game(given.game)
    found: list[Puzzle] = []
    lengths: Counter[int] = Counter()
    began = time.monotonic()
    for puzzle in find_puzzles(game, seed=given.seed, from_ply=given.from_ply):
        if lengths[puzzle.plies] < given.share:
            lengths[puzzle.plies] += 1
            found.append(puzzle)
            print(f"{len(found):3} {time.monotonic() - began:6.1f} s  {puzzle.plies}  {puzzle.others:9} {puzzle.fen}")
        if len(found) == given.count or time.monotonic() - began > given.seconds:
            break
    found.sort(key=lambda puzzle: puzzle.plies)
    path = given.output or Path(tabuleiro.__file__).parent / "games" / "puzzles" / f"{game.name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(write_puzzles(found), encoding="utf-8")
    print(f"{len(found)} puzzles, by plies {dict(sorted(lengths.items()))}, in {path}")


if __name__ == "__main__":
    main()
