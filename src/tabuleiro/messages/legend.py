"""What the signs on a board mean."""

from __future__ import annotations

from tabuleiro.drawing.text import piece_signs, zone_sign
from tabuleiro.messages import interface
from tabuleiro.rules.game import Game

MANY_KINDS = 6
"""A side with more kinds of pieces than this has them named together."""


def sign_meanings(game: Game, *, ascii: bool = False) -> list[tuple[str, str]]:
    """The signs on the board, one or from one to another, each with what it stands for."""
    signs = piece_signs(game, ascii=ascii)
    found: list[tuple[str, str]] = []
    for player, side in enumerate(game.sides):
        named: dict[str, list[str]] = {}
        for code, piece in game.pieces.items():
            if piece.player == player:
                named.setdefault(str(piece.name), []).append(signs[code])
        if len(named) > MANY_KINDS:
            named = {str(side.title): [sign for several in named.values() for sign in several]}
        found += [
            (several[0] if len(several) == 1 else f"{several[0]} {interface.UP_TO} {several[-1]}", name)
            for name, several in named.items()
        ]
    return found + [(zone_sign(zone, ascii=ascii), str(zone.name)) for zone in game.board.zones if zone.sign]
