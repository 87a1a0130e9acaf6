"""The meaning of the signs on a board."""

from __future__ import annotations

from tabuleiro.drawing.text import piece_signs, zone_sign
from tabuleiro.messages import interface
from tabuleiro.rules.game import Game

MANY_KINDS = 6
"""If a side has more kinds of pieces than this, they are named together."""


def sign_meanings(game: Game, *, ascii: bool = False) -> list[tuple[str, str]]:
    """The signs on the board, single or as a range, each with its meaning."""
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
