"""Speed of games: random games and perft in the kernel, plies through the Python API, process starts, the engine.

Figures are the best of several rounds, since everything else that runs on a machine only makes a round slower. Where two
things are compared, their rounds alternate and the ratio is the median of all rounds.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from tabuleiro.conformance.samples import random_game
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.walks import count_leaves, play_random_games

if TYPE_CHECKING:
    from tabuleiro.engine.engine import Engine

ROUND_SECONDS = 0.3
ROUNDS = 5
LONGEST_GAME = 2000
MANY_LINES = 40_000

TIMED_DEPTH = 10
SIGNATURE_DEPTH, SIGNATURE_PLIES = 8, (0, 6, 12, 18, 24)
"""The searches of the engine's signature: their depth, and how many plies into a fixed random game they begin."""

HASH_MB = 16
"""The size of the table, on which the signature depends."""


@dataclass(frozen=True, slots=True)
class EngineFigures:
    """Measurements of the alpha-beta search of one game, with one thread unless stated otherwise.

    `nodes` a second from the start; how many times as many with two threads; seconds to TIMED_DEPTH from the start; and
    the signature: the nodes of a few searches of fixed depth, the same on any machine as long as neither the search nor
    the game's advice changes.
    """

    nodes: float
    two_threads: float
    seconds_to_depth: float
    signature: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Measurements of one game. Starts are seconds of processor time up to the first list of legal moves."""

    game: str
    cells: int
    random_games: float
    random_plies: float
    perft_nodes: float
    python_plies: float
    cold_start: float | None = None
    warm_start: float | None = None
    engine: EngineFigures | None = None


def measure(game: Game, starts: bool = True, engine: bool = True) -> Figures:
    """Measure one game with one thread."""
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
        measure_engine(game) if engine else None,
    )


def best_rate(work: Callable[[], int]) -> float:
    """Units of work a second, in the best of several rounds."""
    work()
    best = 0.0
    for _ in range(ROUNDS):
        done, began = 0, time.perf_counter()
        while (passed := time.perf_counter() - began) < ROUND_SECONDS:
            done += work()
        best = max(best, done / passed)
    return best


def random_games(game: Game, games: int) -> tuple[int, int]:
    """Play random games from the start in the kernel; returns the numbers of games and plies."""
    plies, _ = play_random_games(game.start(), games, longest=LONGEST_GAME)
    return games, plies


def perft_nodes(game: Game) -> int:
    """Walk all lines of a few moves from the start; returns how many there are."""
    return count_leaves(game.start(), perft_depth(game))


@cache
def perft_depth(game: Game) -> int:
    """The first depth with enough lines for the walk, not the call, to take the time; in a tiny game, that with the most."""
    lines: list[int] = []
    while not lines or 0 < lines[-1] <= MANY_LINES:
        lines.append(count_leaves(game.start(), len(lines) + 1))
    return 1 + lines.index(max(lines))


def python_plies(game: Game, chance: random.Random | None = None) -> int:
    """Play one random game in plain Python, as a user would write it; returns the number of plies."""
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


# --- the engine -------------------------------------------------------------------------------------------


def measure_engine(game: Game) -> EngineFigures:
    """Measure the alpha-beta search of one game, even if the game is usually played by the other search."""
    from tabuleiro.engine.engine import Engine  # slow to load, and not needed for the help

    def engine(threads: int) -> Engine:
        return Engine(game, threads=threads, hash_mb=HASH_MB, search="alphabeta")

    with engine(1) as one, engine(2) as two:
        count = signature(one)
        rates = [(search_rate(one), search_rate(two)) for _ in range(ROUNDS)]
        seconds = min(one.analyse(game.start(), depth=TIMED_DEPTH).seconds for _ in range(ROUNDS))
    return EngineFigures(
        max(single for single, _ in rates),
        statistics.median(double / single for single, double in rates),
        seconds,
        count,
    )


def search_rate(engine: Engine) -> float:
    """Nodes a second of a search from the start with an empty table."""
    engine.new_game()
    found = engine.analyse(engine.game.start(), seconds=ROUND_SECONDS)
    return found.nodes / found.seconds


def signature(engine: Engine) -> int:
    """How many nodes an engine takes to search a few positions to a fixed depth."""
    return sum(engine.analyse(position, depth=SIGNATURE_DEPTH).nodes for position in signature_positions(engine.game))


def signature_positions(game: Game) -> Iterator[Position]:
    """The start, and positions of a random game that is always the same."""
    line = list(islice(random_game(game, 1), max(SIGNATURE_PLIES) + 1))
    return (line[ply] for ply in SIGNATURE_PLIES if ply < len(line))
