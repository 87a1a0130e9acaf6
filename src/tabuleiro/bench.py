"""How fast the rules are: random games and perft inside the kernel, plies through the Python API, starts of a process.

Figures are the best of several rounds, since everything else that runs on a machine only makes a round slower.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import count

from tabuleiro.rules.game import Game
from tabuleiro.rules.walks import count_leaves, play_random_games

ROUND_SECONDS = 0.3
ROUNDS = 5
LONGEST_GAME = 2000
MANY_LINES = 40_000


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one game. Starts are in seconds of processor time, up to the first list of legal moves."""

    game: str
    cells: int
    random_games: float
    random_plies: float
    perft_nodes: float
    python_plies: float
    cold_start: float | None = None
    warm_start: float | None = None


def measure(game: Game, starts: bool = True) -> Figures:
    """Measure one game, one thread."""
    cold, warm = start_times(game.id) if starts else (None, None)
    return Figures(
        game.id,
        len(game.board.cells),
        best_rate(lambda: random_games(game, 50)[0]),
        best_rate(lambda: random_games(game, 50)[1]),
        best_rate(lambda: perft_nodes(game)),
        best_rate(lambda: python_plies(game)),
        cold,
        warm,
    )


def best_rate(work: Callable[[], int]) -> float:
    """How many units of work a second, in the best of several rounds."""
    work()
    best = 0.0
    for _ in range(ROUNDS):
        done, began = 0, time.perf_counter()
        while (passed := time.perf_counter() - began) < ROUND_SECONDS:
            done += work()
        best = max(best, done / passed)
    return best


def random_games(game: Game, games: int) -> tuple[int, int]:
    """Play random games from the start inside the kernel: how many games, how many plies."""
    plies, _ = play_random_games(game.start(), games, longest=LONGEST_GAME)
    return games, plies


def perft_nodes(game: Game) -> int:
    """Walk all lines of a few moves from the start: how many ends they have."""
    return count_leaves(game.start(), perft_depth(game))


@cache
def perft_depth(game: Game) -> int:
    """The first depth with so many lines that the walk, not the call, takes the time."""
    return next(depth for depth in count(1) if count_leaves(game.start(), depth) > MANY_LINES)


def python_plies(game: Game, chance: random.Random | None = None) -> int:
    """Play one random game in plain Python, as a user would write it: how many plies."""
    chance = chance or random.Random(1)
    position, plies = game.start(), 0
    while plies < LONGEST_GAME:
        moves = position.legal_moves
        if not moves:
            break
        position = position.play(moves[int(chance.random() * len(moves))])
        plies += 1
    return plies


def start_times(id: str) -> tuple[float, float]:
    """Processor seconds of a new process up to its first list of legal moves: with an empty cache, and with a full one."""
    script = (
        "import sys, time, tabuleiro; moves = tabuleiro.game(sys.argv[1]).start().legal_moves; "
        "assert len(moves); print(time.process_time())"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TABULEIRO_CACHE": folder}

        def start() -> float:
            run = subprocess.run(
                [sys.executable, "-c", script, id], env=environment, capture_output=True, text=True, check=True
            )
            return float(run.stdout)

        cold = start()
        return cold, min(start() for _ in range(3))
