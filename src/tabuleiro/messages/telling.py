"""How a position stands and how a game ended, in sentences."""

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
