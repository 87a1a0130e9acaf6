"""How a position stands, how a game ended, and why a piece cannot move, in sentences."""

from __future__ import annotations

from tabuleiro.messages import interface, reason_text
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Outcome, Position
from tabuleiro.rules.texts import Text


def status(position: Position) -> Text:
    """Whose turn it is, or how the game ended."""
    outcome = position.outcome
    if outcome is None:
        return interface.TO_MOVE.fill(side=position.game.sides[position.turn].title)
    return verdict(position.game, outcome)


def verdict(game: Game, outcome: Outcome) -> Text:
    """How a game ended, in a sentence."""
    reason = reason_text(outcome.reason)
    if outcome.winner is None:
        return interface.DRAWN.fill(reason=reason)
    return interface.WON.fill(side=game.sides[outcome.winner].title, reason=reason)


def why_not_movable(position: Position, cell: str) -> Text | None:
    """Why no piece can move from this cell; None if one can."""
    if any(move.origin == cell for move in position.legal_moves):
        return None
    piece = position.game.pieces.get(position.piece(cell))
    if piece is None:
        return interface.NO_PIECE.fill(cell=cell)
    if position.outcome is not None:
        return interface.NO_MOVES
    if piece.player != position.turn:
        return interface.NOT_ITS_TURN.fill(cell=cell, side=position.game.sides[position.turn].title)
    return interface.NO_MOVES_FROM.fill(cell=cell)
