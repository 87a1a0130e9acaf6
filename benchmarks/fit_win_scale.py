"""Fit the curve from a score to the probability of winning to fast games of the engine against itself.

    python benchmarks/fit_win_scale.py breakthrough --number 150 --nodes 1500

Every game begins with random moves after which neither side is far ahead, a different opening each: one engine that
makes no random move would only replay the game if seats were exchanged. Every position that was searched and whose score
is undecided counts with the result of its game, a draw as half. The scale is the one under which these results are
likeliest; its interval comes from drawing whole games again and again, since positions of one game are not independent.
What is printed goes into the game's class as `win_scale`.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy

import tabuleiro
from tabuleiro.arena.openings import find_opening
from tabuleiro.engine.analysis import DECIDED, Line
from tabuleiro.engine.engine import Engine
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position

OPENING_PLIES = (6, 14)
MOST_PLIES = 1000
"""A game that is longer than this counts as a draw."""

RESAMPLES = 200
STEEPEST, FLATTEST = 1.0, 20_000.0
HALVINGS = 40
BUCKETS = 10


class Sample(NamedTuple):
    """A searched position: its score, who was to move, and what that player got in the end."""

    score: int
    turn: int
    result: float


# --- games ------------------------------------------------------------------------------------------------


def opening(engine: Engine, nodes: int, balance: float, chance: random.Random) -> Position:
    """A position after a few random moves in which neither side is far ahead, as far as is seen."""

    def judge(position: Position) -> Line:
        return engine.analyse(position, nodes=nodes).best

    return find_opening(engine.game, chance.randint(*OPENING_PLIES), chance, judge, balance)[0]


def play_game(engine: Engine, position: Position, nodes: int) -> list[Sample]:
    """The undecided positions of a game that the engine plays against itself."""
    searched: list[tuple[int, int]] = []
    for _ in range(MOST_PLIES):
        if position.outcome is not None:
            break
        best = engine.analyse(position, nodes=nodes).best
        if abs(best.score) < DECIDED:
            searched.append((best.score, position.turn))
        position = position.play(best.moves[0])
    winner = None if position.outcome is None else position.outcome.winner
    return [Sample(score, turn, 0.5 if winner is None else float(winner == turn)) for score, turn in searched]


def play_games(id: str, games: int, nodes: int, balance: float, seed: int) -> list[list[Sample]]:
    """The samples of this many games, game by game."""
    played = []
    with Engine(id, hash_mb=1) as engine:
        for number in range(games):
            start = opening(engine, nodes, balance, random.Random(f"{seed} {number}"))
            played.append(play_game(engine, start, nodes))
            print(f"\r{id}: {number + 1}/{games}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return played


# --- the curve --------------------------------------------------------------------------------------------


def probability(scores: Any, scale: float) -> Any:
    """What the curve of this scale predicts for each of the scores."""
    return 1 / (1 + numpy.exp(-numpy.clip(scores / scale, -40, 40)))


def fit(samples: Sequence[Sample]) -> float:
    """The scale that makes the results likeliest.

    The likelihood has one peak over the inverse of the scale, where its slope, the sum of score times surprise, is 0; it
    is found by halving.
    """
    scores, results = numpy.array([(one.score, one.result) for one in samples]).T
    low, high = 1 / FLATTEST, 1 / STEEPEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        slope = (scores * (results - probability(scores, 1 / middle))).sum()
        low, high = (middle, high) if slope > 0 else (low, middle)
    return 2 / (low + high)


def interval(played: Sequence[Sequence[Sample]], seed: int) -> tuple[float, float]:
    """The scales between which the true one lies with 95 %: games drawn again and again from those played."""
    chance = random.Random(seed)
    scales = sorted(
        fit([one for game in chance.choices(played, k=len(played)) for one in game]) for _ in range(RESAMPLES)
    )
    return scales[round(0.025 * RESAMPLES)], scales[round(0.975 * RESAMPLES) - 1]


# --- what came of it --------------------------------------------------------------------------------------


def row(name: str, samples: Sequence[Sample], scale: float) -> str:
    """A line of the table: how many samples, what the curve predicts for them, and what came of them."""
    if not samples:
        return f"  {name:>18} {0:>7}"
    scores, results = numpy.array([(one.score, one.result) for one in samples]).T
    predicted, observed = probability(scores, scale).mean(), results.mean()
    return f"  {name:>18} {len(samples):>7} {100 * predicted:>9.1f} % {100 * observed:>8.1f} %"


def calibration(game: Game, samples: Sequence[Sample], scale: float) -> list[str]:
    """How well the curve fits, in tenths of the predicted probability and for each player."""
    lines = [f"  {'score':>18} {'searched':>7} {'predicted':>10} {'observed':>10}"]
    bounds = [scale * numpy.log(part / (BUCKETS - part)) for part in range(1, BUCKETS)]
    for low, high in zip([-numpy.inf, *bounds], [*bounds, numpy.inf], strict=True):
        inside = [one for one in samples if low <= one.score < high]
        lines.append(row(f"{low:+.0f} to {high:+.0f}", inside, scale))
    for turn, name in enumerate(game.players):
        lines.append(row(name, [one for one in samples if one.turn == turn], scale))
    return lines


def report(id: str, played: Sequence[Sequence[Sample]], seed: int) -> str:
    """The scale of a game and how well it fits."""
    game, samples = tabuleiro.game(id), [one for game in played for one in game]
    scale = fit(samples)
    low, high = interval(played, seed)
    drawn = sum(game[0].result == 0.5 for game in played)
    found = f"{id}: win_scale {scale:.0f} (95 %: {low:.0f} to {high:.0f}; now {game.win_scale})"
    counts = f"{len(played)} games ({drawn} drawn), {len(samples)} positions"
    return "\n".join([f"{found}, {counts}", *calibration(game, samples, scale)])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="game", help="ids of games (all, if none is given)")
    parser.add_argument("--number", type=int, default=150, help="how many games of each are played (150)")
    parser.add_argument("--nodes", type=int, default=1500, help="how many nodes are searched for a move (1500)")
    parser.add_argument("--balance", type=float, default=0.2, help="how far from even an opening may be, in wins (0.2)")
    parser.add_argument("--seed", type=int, default=1, help="which random openings (1)")
    given = parser.parse_args()
    try:
        for id in given.games or tabuleiro.games():
            played = play_games(id, given.number, given.nodes, given.balance, given.seed)
            print(report(id, played, given.seed), flush=True)
    except tabuleiro.TabuleiroError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
