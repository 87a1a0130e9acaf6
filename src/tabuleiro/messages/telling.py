"""How a position stands and how a game ended, in sentences; what there is to choose in a game."""

from __future__ import annotations

from tabuleiro.drawing.text import piece_signs, zone_sign
from tabuleiro.messages import interface, reason_text
from tabuleiro.rules.game import Game, Option
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
    """Why there is no move from a cell of the board; None if there is one."""
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


def offered_variants(game: Game) -> list[str]:
    """The names of the variants to choose from, the usual one first, under its own name where it has one."""
    usual = type(game)().default_variant
    return [usual, *(name for name in game.variants if name != usual)]


def about_variant(game: Game, name: str) -> Text | str:
    """A line on what a variant is."""
    return game.variants[name][1] if name in game.variants else ""


def listed_values(option: Option, most: int) -> list[str] | None:
    """All values that an option may have; None if they are more than these, so that one has to be typed."""
    numbers = option.numbers or range(0)
    if option.check is not None or len(option.words) + len(numbers) > most:
        return None
    return [*option.words, *map(str, numbers)]


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
