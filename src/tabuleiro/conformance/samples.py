"""The positions that games are checked on: of random games, and of games with threats and near ends."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position


def random_game(game: Game, seed: int, longest: int = 400) -> Iterator[Position]:
    """The positions of a random game, including the first and the last."""
    chance = random.Random(f"{game.id} {seed}")
    position = game.start()
    yield position
    for _ in range(longest):
        moves = position.legal_moves
        if not moves:
            return
        position = position.play(moves[chance.randrange(len(moves))])
        yield position


def sample(game: Game, count: int, longest: int = 400) -> Iterator[Position]:
    """Positions from random games, spread over their length and including the start and the ends."""
    found = 0
    for seed in range(1, 1000):
        line = list(random_game(game, seed, longest))
        step = max(1, len(line) // max(4, count // 4))
        for position in [*line[::step], line[-1]]:
            yield position
            found += 1
            if found >= count:
                return


def lively_sample(game: Game, count: int) -> Iterator[Position]:
    """Positions of games in which wins are taken and captures preferred, so that threats and near ends occur."""
    chance = random.Random(f"lively {game.id}")
    found = 0
    for _ in range(count):
        position = game.start()
        for _ in range(120):
            if position.outcome is not None:
                break
            yield position
            found += 1
            if found >= count:
                return
            moves = position.legal_moves
            tries = [moves[chance.randrange(len(moves))] for _ in range(4)]
            position = position.play(next((move for move in tries if move.captured), tries[0]))


def wins_within(position: Position, plies: int) -> bool:
    """Can the side to move force a win within this many plies?"""
    if position.outcome is not None:
        return position.outcome.winner == position.turn
    return plies > 0 and any(loses_within(position.play(move), plies - 1) for move in position.legal_moves)


def loses_within(position: Position, plies: int) -> bool:
    """Does the side to move lose within this many plies, whatever it does?"""
    if position.outcome is not None:
        return position.outcome.winner == 1 - position.turn
    return plies > 0 and all(wins_within(position.play(move), plies - 1) for move in position.legal_moves)
