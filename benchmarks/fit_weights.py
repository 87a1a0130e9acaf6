"""Fit the weights of Breakthrough's evaluation to the results of games that the engine plays against itself.

    python benchmarks/fit_weights.py --games 1500 --nodes 1200 --rounds 2 --processes 2

Each round plays games from random openings with the weights so far, takes the quiet positions of all rounds, and fits the
weights by logistic regression: a position's value should tell who wins. Left and right are worth the same. The weights are
written to the file that the game reads. Those that ship came from four such rounds, 10,200 games in all, begun from hand-set
weights; `docs/decisions/0003-the-engine.md` says what each round gained.
"""

from __future__ import annotations

import argparse
import json
import random
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy

import tabuleiro
from tabuleiro.engine.engine import Engine
from tabuleiro.rules.kernel import Unit
from tabuleiro.rules.primitives import Numbers, compiled, row

NAME = "breakthrough"
SCALE = 150.0
RESULT_SHARE = 0.8
LEAST_SEEN = 20
STEPS = 300
RATE = 2.0

game_file: Any = import_module(f"tabuleiro.games.{NAME}")
WEIGHTS = Path(game_file.__file__).parent / "weights" / f"{NAME}.json"


@compiled
def extract(
    evaluate: Any, rules: Numbers, weights: Numbers, states: Any, terms: Numbers, used: Numbers, out: Any
) -> int:
    """Write how often each of the used weights counts in each state: the value is linear in them."""
    for state in range(states.shape[0]):
        for n in range(used.shape[0]):
            weights[used[n]] = 1
            out[state, n] = evaluate(rules, weights, row(states, state), terms)
            weights[used[n]] = 0
    return 0


FEATURES = Unit(
    "features",
    {"extract": extract},
    {"extract": "int64(evaluate, numbers, numbers, stack, numbers, numbers, stack)"},
)


def play_games(seed: int, games: int, nodes: int) -> tuple[Numbers, Any, Any]:
    """The quiet positions of some games, with the result and the engine's score, both for the side to move."""
    game, chance = tabuleiro.game(NAME), random.Random(seed)
    states, results, scores = [], [], []
    with Engine(game, hash_mb=2) as engine:
        for _ in range(games):
            position, seen = game.start(), []
            for _ in range(chance.randrange(6, 16)):
                position = position.play(chance.choice(position.legal_moves)) if position.legal_moves else position
            while position.outcome is None:
                best = engine.analyse(position, nodes=nodes).best
                if best.plies_to_end is None and not best.moves[0].captured:
                    seen.append((position, best.score))
                position = position.play(best.moves[0])
            for at, score in seen:
                states.append(at.state.copy())
                results.append(float(position.outcome.winner == at.turn))
                scores.append(score)
    return numpy.array(states), numpy.array(results), numpy.array(scores)


def canonical(index: int, cells: int, files: int) -> int:
    """The weight that stands for this one and its mirror image."""
    around = game_file.CELL_WEIGHTS + cells
    if index < game_file.CELL_WEIGHTS:
        return index
    if index < around:
        rank, file = divmod(index - game_file.CELL_WEIGHTS, files)
        return int(game_file.CELL_WEIGHTS + rank * files + min(file, files - 1 - file))
    steps, seen = divmod(index - around, game_file.SURROUNDINGS)
    return int(around + steps * game_file.SURROUNDINGS + min(seen, game_file.mirrored(seen)))


def fit(states: Any, results: Any, scores: Any) -> Numbers:
    """The weights with which positions tell best who wins."""
    game = tabuleiro.game(NAME)
    start = game.weights.astype(float)
    used = numpy.arange(len(start))
    stands_for = numpy.array([canonical(int(n), len(game.board.cells), game.board.files) for n in used])
    columns, place = numpy.unique(stands_for, return_inverse=True)
    features = numpy.zeros((len(states), len(columns)), dtype=numpy.float32)
    terms = numpy.zeros(2 * len(game.terms) + 2, dtype=numpy.int64)
    for first in range(0, len(states), 4000):
        part = numpy.ascontiguousarray(states[first : first + 4000])
        out = numpy.zeros((len(part), len(used)), dtype=numpy.int64)
        FEATURES.extract(game.advice.evaluate, game.rules, numpy.zeros_like(game.weights), part, terms, used, out)
        for n in numpy.nonzero(out.any(0))[0]:
            features[first : first + 4000, place[n]] += out[:, n]
        print(f"\rfeatures of {min(first + 4000, len(states))}/{len(states)} positions", end="", flush=True)
    print()
    common = (features != 0).sum(0) >= LEAST_SEEN
    features, weights = features[:, common], start[columns[common]]
    target = RESULT_SHARE * results + (1 - RESULT_SHARE) / (1 + numpy.exp(-scores / SCALE))
    mean, spread = numpy.zeros_like(weights), numpy.zeros_like(weights)
    for step in range(1, STEPS + 1):
        told = 1 / (1 + numpy.exp(-(features @ weights.astype(numpy.float32)) / SCALE))
        slope = features.T @ (told - target).astype(numpy.float32) / len(target)
        mean, spread = 0.9 * mean + 0.1 * slope, 0.99 * spread + 0.01 * slope * slope
        change = mean / (1 - 0.9**step) / (numpy.sqrt(spread / (1 - 0.99**step)) + 1e-9)
        weights -= RATE * (0.3 if step > STEPS // 2 else 1.0) * change
    found = dict(zip(columns[common].tolist(), weights.tolist(), strict=True))
    return numpy.array([round(found.get(int(stands_for[n]), start[n])) for n in used])


def write(weights: Numbers) -> None:
    """Write the weights as the game reads them, one line for each number of steps to the goal."""
    game = tabuleiro.game(NAME)
    files, ranks = game.board.files, game.board.ranks
    cells, around = game_file.CELL_WEIGHTS, game_file.CELL_WEIGHTS + files * ranks
    surroundings: dict[str, dict[str, int]] = {}
    for steps in range(game_file.FARTHEST + 1):
        first = around + steps * game_file.SURROUNDINGS
        line = {
            str(seen): int(weights[first + seen])
            for seen in range(game_file.SURROUNDINGS)
            if seen <= game_file.mirrored(seen) and weights[first + seen]
        }
        if line:
            surroundings[str(steps)] = line
    parts = {
        "man": int(weights[game_file.MAN_WEIGHT]),
        "turn": int(weights[game_file.TURN_WEIGHT]),
        "passed": [int(weight) for weight in weights[game_file.PASSED_WEIGHTS :][:ranks]],
        "places": [[int(weights[cells + rank * files + file]) for file in range(files // 2)] for rank in range(ranks)],
    }
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in parts.items()]
    inner = ",\n".join(f"  {json.dumps(steps)}: {json.dumps(line)}" for steps, line in surroundings.items())
    WEIGHTS.write_text(
        "{\n" + ",\n".join([*lines, ' "surroundings": {\n' + inner + "\n }"]) + "\n}\n", encoding="utf-8"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    for name, default in (("games", 1500), ("nodes", 1200), ("rounds", 1), ("processes", 2), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    kept: list[tuple[Any, ...]] = []
    for turn in range(given.rounds):
        with ProcessPoolExecutor(given.processes) as pool:
            share = -(-given.games // given.processes)
            seeds = [given.seed + 1000 * turn + n for n in range(given.processes)]
            kept += pool.map(play_games, seeds, [share] * len(seeds), [given.nodes] * len(seeds))
        states, results, scores = (numpy.concatenate(part) for part in zip(*kept, strict=True))
        print(f"round {turn + 1}: {len(states)} positions")
        write(fit(states, results, scores))
        game_file.fitted_weights.cache_clear()


if __name__ == "__main__":
    main()
