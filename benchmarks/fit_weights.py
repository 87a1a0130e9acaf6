"""Fit the weights of a game's evaluation to the results of games that the engine plays against itself.

    python benchmarks/fit_weights.py fields-of-action --games 3000 --nodes 1200 --rounds 3

Each round plays games from random openings with the weights so far, takes the quiet positions of these games and of the
rounds before, and fits the weights by logistic regression: a position's value should tell who wins. New weights play a match
against the old ones, and are written to the file that the game reads only if they win it.

Any game can be fitted that names its file of weights in `weights_file` and whose `weights_of(parts)` puts the numbers of that
file, each as it is, where its evaluation reads them. Which number a weight stands for is found by asking for the weights of a
file that has 1, 2, 3 and so on for numbers.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy

import tabuleiro
from tabuleiro.engine.analysis import DECIDED
from tabuleiro.engine.layout import MASK, MAX_NODES
from tabuleiro.engine.workshop import Table, Worker
from tabuleiro.games import _weights
from tabuleiro.rules.kernel import Unit
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.primitives import compiled, row

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

SCALE = 150.0
"""A value of so much is a probability of winning of 73 %."""

RESULT_SHARE = 0.8
"""How much of what a position should tell is the result; the rest is the score of the search."""

OPENING_PLIES = (6, 16)
MOST_PLIES = 400
"""A game that is longer than this counts as a draw."""

LEAST_SEEN = 40
"""A number that plays a part in fewer positions stays as it is."""

HELD_BACK, BLOCK = 10, 500
"""One block of positions in so many is not fitted to, but tells how well the others were; a block has some games."""

LIKELY_CHANGE, GAME_LENGTH = 40.0, 20
"""How far a number is thought to be from where it was, against which so many positions count as one, being of one game."""

STEPS, RATE = 400, 2.0


# --- games ------------------------------------------------------------------------------------------------


class Searcher:
    """The playing search with weights of its own."""

    def __init__(self, game: Any, nodes: int, weights: Numbers) -> None:
        self.game, self.weights, self.nodes = game, weights, nodes
        self.worker, self.table = Worker(game), Table(4)
        self.worker.settings[MASK] = self.table.mask_for(4 * nodes)
        self.worker.settings[MAX_NODES] = nodes

    def new_game(self) -> None:
        """Forget the last game."""
        self.table.clear()
        self.worker.history[:] = 0

    def search(self, position: Position) -> tuple[Move, int]:
        """The best move and its score."""
        self.game.weights = self.weights
        self.table.age = (self.table.age + 1) % 64
        control = numpy.zeros(8, dtype=numpy.int64)
        self.worker.think(position, position.legal_moves.codes(), self.table, control)
        _, lines = self.worker.found()
        if not lines or not lines[0][1]:
            return position.legal_moves[0], 0
        return Move(position, lines[0][1][0]), lines[0][0]


def opening(searcher: Searcher, balance: int, chance: random.Random) -> Position:
    """A position after some random moves in which the search sees neither side further ahead than by `balance`."""
    while True:
        position = searcher.game.start()
        for _ in range(chance.randrange(*OPENING_PLIES)):
            if position.outcome is None:
                position = position.play(chance.choice(position.legal_moves))
        if position.outcome is None and position.legal_moves:
            searcher.new_game()
            if abs(searcher.search(position)[1]) <= balance:
                return position


class Positions(NamedTuple):
    """Quiet positions: their states, what the side to move got in the end, and what the search said."""

    states: Any
    results: Any
    scores: Any


def play_games(id: str, weights: Numbers, seed: int, games: int, nodes: int, balance: int) -> Positions:
    """The quiet positions of some games."""
    game, chance = tabuleiro.game(id), random.Random(seed)
    searcher = Searcher(game, nodes, weights)
    states, results, scores = [], [], []
    for _ in range(games):
        position, seen = opening(searcher, balance, chance), []
        searcher.new_game()
        for _ in range(MOST_PLIES):
            if position.outcome is not None:
                break
            move, score = searcher.search(position)
            is_known = abs(score) >= DECIDED or game.advice.foresee(game.rules, position.state) != 0
            if not is_known and not move.captured:
                seen.append((position, score))
            position = position.play(move)
        winner = None if position.outcome is None else position.outcome.winner
        for at, score in seen:
            states.append(at.state.copy())
            results.append(0.5 if winner is None else float(winner == at.turn))
            scores.append(score)
    return Positions(numpy.array(states), numpy.array(results), numpy.array(scores))


def play_match(id: str, new: Numbers, old: Numbers, games: int, nodes: int, balance: int, seed: int) -> list[float]:
    """What new weights score against old ones in each pair of games, both from one opening."""
    game, chance, scores = tabuleiro.game(id), random.Random(seed), []
    searchers = Searcher(game, nodes, new), Searcher(game, nodes, old)
    for _ in range(games // 2):
        start, points = opening(searchers[1], balance, chance), 0.0
        for seat in range(2):
            position = start
            for searcher in searchers:
                searcher.new_game()
            for _ in range(MOST_PLIES):
                if position.outcome is None:
                    position = position.play(searchers[position.turn ^ seat].search(position)[0])
            winner = None if position.outcome is None else position.outcome.winner
            points += 0.5 if winner is None else float(winner == seat)
        scores.append(points / 2)
    return scores


# --- the file of weights ----------------------------------------------------------------------------------


def numbers_in(part: Any) -> list[int]:
    """All numbers of a file of weights, in the order in which they are written."""
    if isinstance(part, int):
        return [part]
    inner = part.values() if isinstance(part, dict) else part
    return [number for one in inner for number in numbers_in(one)]


def with_numbers(part: Any, numbers: list[int]) -> Any:
    """The same file with other numbers, which are taken away from the list."""
    if isinstance(part, int):
        return numbers.pop(0)
    if isinstance(part, dict):
        return {name: with_numbers(one, numbers) for name, one in part.items()}
    return [with_numbers(one, numbers) for one in part]


def stands_for(game: Any, parts: Any) -> Numbers:
    """For each weight the number of the file that it is, counted from 0; -1 if it is none of them."""
    labels = list(range(1, len(numbers_in(parts)) + 1))
    return numpy.array(game.weights_of(with_numbers(parts, labels)), dtype=numpy.int64) - 1


def written(part: Any, indent: int = 1) -> str:
    """A file of weights as text: a line for each list, and for each part that has no parts itself."""
    if not isinstance(part, dict) or not any(isinstance(one, (dict, list)) for one in part.values()):
        return json.dumps(part)
    space = " " * indent
    lines = (f"{space}{json.dumps(name)}: {written(one, indent + 1)}" for name, one in part.items())
    return "{\n" + ",\n".join(lines) + "\n" + space[1:] + "}"


# --- the fit ----------------------------------------------------------------------------------------------


@compiled
def extract(evaluate: Any, rules: Numbers, weights: Numbers, states: Any, terms: Numbers, out: Any) -> int:
    """Write how much each of the weights counts for in each state."""
    for state in range(states.shape[0]):
        for n in range(weights.shape[0]):
            weights[n] = UNIT
            out[state, n] = evaluate(rules, weights, row(states, state), terms)
            weights[n] = 0
    return 0


UNIT = 1024
"""So large that what an evaluation rounds does not matter."""

FEATURES = Unit(
    "features", {"extract": extract}, {"extract": "int64(evaluate, numbers, numbers, stack, numbers, stack)"}
)


class Features(NamedTuple):
    """How much numbers count for in positions: only what is not 0, with the position and the number that it belongs to."""

    amounts: Any
    positions: Any
    numbers: Any

    def values(self, numbers: Any, count: int) -> Any:
        """The values of so many positions."""
        return numpy.bincount(self.positions, self.amounts * numbers[self.numbers], minlength=count)

    def slopes(self, surprises: Any, count: int) -> Any:
        """How the sum of the positions' surprises changes with each of so many numbers."""
        return numpy.bincount(self.numbers, self.amounts * surprises[self.positions], minlength=count)


def features_of(game: Any, labels: Numbers, states: Any, part: int = 4000) -> Features:
    """How much each number of the file counts for in some positions."""
    found: list[tuple[Any, ...]] = []
    terms = numpy.zeros(2 * len(game.terms) + 2, dtype=numpy.int64)
    for first in range(0, len(states), part):
        some = numpy.ascontiguousarray(states[first : first + part])
        out = numpy.zeros((len(some), len(labels)), dtype=numpy.int64)
        FEATURES.extract(game.advice.evaluate, game.rules, numpy.zeros_like(labels), some, terms, out)
        positions, weights = numpy.nonzero(out[:, labels >= 0])
        amounts = out[:, labels >= 0][positions, weights]
        found.append((amounts / UNIT, positions + first, labels[labels >= 0][weights]))
    return Features(*(numpy.concatenate(column) for column in zip(*found, strict=True)))


def loss(told: Any, target: Any) -> float:
    """How surprising the targets are, on average, to who was told these probabilities."""
    told = numpy.clip(told, 1e-6, 1 - 1e-6)
    return float(-(target * numpy.log(told) + (1 - target) * numpy.log(1 - told)).mean())


def fit(game: Any, parts: Any, found: Positions) -> Any:
    """The file with the numbers by which positions tell best who wins."""
    labels, start = stands_for(game, parts), numpy.array(numbers_in(parts), dtype=float)
    features, size = features_of(game, labels, found.states), len(found.states)
    seen = numpy.bincount(features.numbers, minlength=len(start))
    free = seen >= LEAST_SEEN
    target = RESULT_SHARE * found.results + (1 - RESULT_SHARE) / (1 + numpy.exp(-found.scores / SCALE))
    fitted = numpy.arange(size) // BLOCK % HELD_BACK != 0
    pull = SCALE * GAME_LENGTH / LIKELY_CHANGE**2 / size
    numbers = start.copy()
    mean, spread = numpy.zeros_like(start), numpy.zeros_like(start)
    for step in range(STEPS + 1):
        told = 1 / (1 + numpy.exp(-numpy.clip(features.values(numbers, size) / SCALE, -40, 40)))
        if step % (STEPS // 2) == 0:
            here, held = loss(told[fitted], target[fitted]), loss(told[~fitted], target[~fitted])
            print(f"  after {step:>3} steps: loss {here:.4f}, held back {held:.4f}", flush=True)
        slope = features.slopes(numpy.where(fitted, told - target, 0.0), len(start)) / size + pull * (numbers - start)
        slope[~free] = 0.0
        mean, spread = 0.9 * mean + 0.1 * slope, 0.99 * spread + 0.01 * slope * slope
        change = mean / (1 - 0.9 ** (step + 1)) / (numpy.sqrt(spread / (1 - 0.99 ** (step + 1))) + 1e-9)
        if step < STEPS:
            numbers -= RATE * (0.2 if step > STEPS // 2 else 1.0) * change
    return with_numbers(parts, [round(number) for number in numbers])


# --- rounds -----------------------------------------------------------------------------------------------


def do_round(id: str, given: argparse.Namespace, number: int, kept: list[Positions]) -> None:
    """Play, fit, and keep the new weights if they are better."""
    game: Any = tabuleiro.game(id)
    path = Path(str(_weights.__file__)).parent / "weights" / f"{game.weights_file}.json"
    parts = json.loads(path.read_text(encoding="utf-8"))
    old = numpy.array(game.weights_of(parts), dtype=numpy.int64)
    share = -(-given.games // given.processes)
    seeds = [given.seed + 1000 * number + n for n in range(given.processes)]
    with ProcessPoolExecutor(given.processes) as pool:
        jobs = [pool.submit(play_games, id, old, seed, share, given.nodes, given.balance) for seed in seeds]
        kept += [job.result() for job in jobs]
    found = Positions(*(numpy.concatenate(column) for column in zip(*kept, strict=True)))
    print(f"round {number}: {len(found.states)} positions, {numpy.mean(found.results == 0.5):.1%} of drawn games")
    better = fit(game, parts, found)
    new = numpy.array(game.weights_of(better), dtype=numpy.int64)
    pairs = play_match(id, new, old, given.match_games, given.match_nodes, given.balance, given.seed + number)
    score = sum(pairs) / len(pairs)
    error = math.sqrt(sum((pair - score) ** 2 for pair in pairs) / max(1, len(pairs) - 1) / len(pairs))
    print(f"  new against old: {2 * len(pairs)} games, {score:.1%} (95 %: ±{1.96 * error:.1%})", flush=True)
    if score > 0.5:
        path.write_text(written(better) + "\n", encoding="utf-8")
        print(f"  written to {path.name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("game", help="a game's id, such as fields-of-action or tafl:brandubh")
    for name, default, what in (
        ("games", 3000, "games of a round"),
        ("nodes", 1200, "nodes for a move in them"),
        ("rounds", 1, "rounds"),
        ("match-games", 200, "games between new weights and old ones"),
        ("match-nodes", 4000, "nodes for a move in them"),
        ("balance", 150, "how far a side may be ahead after the opening"),
        ("processes", 1, "processes that play at the same time"),
        ("seed", 1, "which random openings"),
    ):
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{what} ({default})")
    given = parser.parse_args()
    kept: list[Positions] = []
    for number in range(1, given.rounds + 1):
        do_round(given.game, given, number, kept)


if __name__ == "__main__":
    main()
