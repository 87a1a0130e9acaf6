"""Openings for matches: random moves after which nothing is decided and, as far as a short search sees, neither side is ahead.

Two programs that leave nothing to chance would play one game again and again from the usual start; openings that give one
side the game from the beginning would hide who is better.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tabuleiro.engine.errors import EngineError
from tabuleiro.messages import competing as texts
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.primitives import UNDER_THREAT

TRIED = 60
"""After so many openings that will not do, the least unbalanced of them is taken."""

Judge = Callable[[Position], float]
"""Says how likely the side to move wins."""


def find_opening(game: Game, plies: int, chance: Random, judge: Judge, balance: float) -> tuple[Position, list[str]]:
    """So many random moves that leave the game open; EngineError if no random moves do.

    `balance` is the most that a short search may give one side above one half; from 0.5 on nothing is searched. An opening
    that is balanced better than others is taken if none is good enough: in some games nearly all random moves favour one side.
    """
    best: tuple[float, Position, list[str]] | None = None
    for _ in range(TRIED):
        position, moves = game.start(), list[str]()
        while position.outcome is None and len(moves) < plies:
            move = chance.choice(position.legal_moves)
            moves.append(str(move))
            position = position.play(move)
        if position.outcome is not None or is_decided(position):
            continue
        lead = abs(judge(position) - 0.5) if balance < 0.5 else 0.0
        if lead <= balance:
            return position, moves
        if best is None or lead < best[0]:
            best = lead, position, moves
    if best is None:
        raise EngineError(texts.NO_OPENING.fill(plies=plies, game=game.id))
    return best[1], best[2]


def is_decided(position: Position) -> bool:
    """Is it known how the game ends: foreseen by the game, won in one ply, or lost in two?"""
    game = position.game
    if game.advice.foresee(game.rules, position.state) not in {0, UNDER_THREAT}:
        return True
    return wins_at_once(position) or all(wins_at_once(position.play(move)) for move in position.legal_moves)


def wins_at_once(position: Position) -> bool:
    """Can the side to move win with one move?"""
    if position.outcome is not None:
        return position.outcome.winner == position.turn
    outcomes = (position.play(move).outcome for move in position.legal_moves)
    return any(outcome is not None and outcome.winner == position.turn for outcome in outcomes)
