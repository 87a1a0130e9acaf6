"""Finished games, played quickly by the engine; tests have people play their last moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import tabuleiro
from tabuleiro.rules.position import Position

NODES = 3000
"""Enough for the engine to win against a beginner, and done in milliseconds."""


@dataclass(frozen=True)
class Ended:
    """A whole game: who won it (by place), why it was over, and all moves."""

    game: str
    winner: int
    reason: str
    moves: tuple[str, ...]

    def after(self, plies: int) -> Position:
        """The position after this many moves."""
        position = tabuleiro.game(self.game).start()
        for move in self.moves[:plies]:
            position = position.play(move)
        return position


@cache
def engine(game: str, level: int = 10) -> tabuleiro.Engine:
    """An engine of this level."""
    return tabuleiro.Engine(tabuleiro.game(game), level=level, threads=1)


def good_move(position: Position) -> str:
    """The best move in a position, which wins if one does."""
    return str(engine(position.game.id).choose(position, nodes=NODES))


@cache
def ended(game: str, winner: int = 0) -> Ended:
    """A game that a strong player has won against a beginner."""
    position, moves = tabuleiro.game(game).start(), []
    while position.outcome is None:
        level = 10 if position.turn == winner else 1
        move = str(engine(game, level).choose(position, nodes=NODES))
        moves.append(move)
        position = position.play(move)
    assert position.outcome.winner == winner, position.outcome
    return Ended(game, winner, position.outcome.reason, tuple(moves))
