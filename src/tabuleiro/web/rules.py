"""The rules of a game as the page shows them: goal, signs, and lessons in which a piece shows what it may do."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from tabuleiro.drawing.palette import cell_name
from tabuleiro.drawing.shapes import draw_shape
from tabuleiro.messages import interface
from tabuleiro.messages.data import move_data
from tabuleiro.messages.legend import MANY_KINDS
from tabuleiro.rules.board import Zone
from tabuleiro.rules.description import Lesson, Piece
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position
from tabuleiro.web.descriptions import describe_options, describe_position

MOST_PLAYS = 6
"""The most moves that the piece of a lesson shows."""

REACH = 41.0
"""How far up a piece reaches in a picture of a sign, which is 100 wide."""


def describe_rules(game: Game) -> dict[str, Any]:
    """The rules of a game in words and moving pictures."""
    return {
        "game": game.id,
        "title": str(game.title),
        "goal": str(game.goal),
        "origin": ", ".join(filter(None, (game.designer, str(game.year)))),
        "link": game.link or None,
        "signs": [[picture, words] for picture, words in _signs(game)],
        "lessons": [_lesson(game, lesson) for lesson in game.lessons()],
        "options": describe_options(game),
    }


def _lesson(game: Game, lesson: Lesson) -> dict[str, Any]:
    position = game.position(lesson.fen) if lesson.fen is not None else None
    moves = [move for move in position.legal_moves if move.origin == lesson.cell] if position is not None else []
    return {
        "title": str(lesson.title),
        "body": str(lesson.body),
        "position": describe_position(position) if position is not None else None,
        "cell": lesson.cell,
        "targets": [move.target for move in moves],
        "plays": [_play(position, move) for move in shown_moves(moves)] if position is not None else [],
    }


def shown_moves(moves: list[Move]) -> list[Move]:
    """A few moves that show what a piece may do: captures first, then others from all over the board."""
    captures = [move for move in moves if move.captured]
    quiet = [move for move in moves if not move.captured]
    chosen = _spread(captures, MOST_PLAYS - min(len(quiet), MOST_PLAYS // 2))
    return [*_spread(quiet, MOST_PLAYS - len(chosen)), *chosen]


def _spread(moves: list[Move], most: int) -> list[Move]:
    """A number of these moves, as far apart in the list as possible."""
    count = min(most, len(moves))
    return [moves[number * len(moves) // count] for number in range(count)]


def _play(position: Position, move: Move) -> dict[str, Any]:
    return {**move_data(move), "after": describe_position(position.play(move))}


def _signs(game: Game) -> Iterator[tuple[str, str]]:
    """A picture and the name of each kind of piece (with its side, if both have it) and of each zone."""
    owners = {(str(piece.name), piece.player) for piece in game.pieces.values()}
    shared = {name for name, player in owners if (name, 1 - player) in owners}
    for player, side in enumerate(game.sides):
        kinds: dict[str, list[Piece]] = {}
        for piece in game.pieces.values():
            if piece.player == player:
                kinds.setdefault(str(piece.name), []).append(piece)
        if len(kinds) > MANY_KINDS:  # numbered pieces, such as 1 to 12
            kinds = {str(side.title): [piece for pieces in kinds.values() for piece in pieces]}
        for name, pieces in kinds.items():
            words = f"{name} ({side.title})" if name in shared else name
            if len(pieces) > 1:
                words += f" ({pieces[0].label} {interface.UP_TO} {pieces[-1].label})"
            yield _picture(pieces[0], side.tone), words
    for zone in game.board.zones:
        yield _zone_picture(zone), str(zone.name)


def _picture(piece: Piece, tone: str) -> str:
    return f'<g class="piece {tone}">{draw_shape(piece, REACH)}</g>'


def _zone_picture(zone: Zone) -> str:
    corners = "-48,-48 48,-48 48,48 -48,48"
    border = f'<polygon class="border {escape(zone.style)}" points="{corners}"/>'
    return f'<polygon class="cell {cell_name(zone.style, 0)}" points="{corners}"/>{border}'
