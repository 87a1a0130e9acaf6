"""Positions, moves and outcomes as plain values, for programs and for the page."""

from __future__ import annotations

from typing import Any

from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Outcome, Position


def position_data(position: Position) -> dict[str, Any]:
    """Everything about a position, for a program."""
    game = position.game
    pieces = game.setup_of(position).cells
    return {
        "game": game.id,
        "fen": position.fen,
        "turn": game.players[position.turn],
        "outcome": outcome_data(game, position.outcome),
        "pieces": {game.board.name[cell]: game.pieces[code].token for cell, code in sorted(pieces.items())},
        "facts": [
            {
                "key": fact.key,
                "label": str(fact.label),
                "value": str(fact.value),
                "player": None if fact.player is None else game.players[fact.player],
                "warning": fact.warning,
            }
            for fact in position.facts
        ],
        "marks": [mark._asdict() for mark in position.marks],
    }


def outcome_data(game: Game, outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended, for a program."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else game.players[outcome.winner]
    return {"winner": winner, "reason": outcome.reason, "scores": outcome.scores}


def move_data(move: Move) -> dict[str, Any]:
    """A move, for a program."""
    return {"move": str(move), "origin": move.origin, "target": move.target, "captured": move.captured}
