"""Games, boards and positions described for the page: plain values in the language in use, and no rules."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

from tabuleiro.drawing.layout import Layout
from tabuleiro.drawing.shapes import draw_ring, draw_shape, number
from tabuleiro.drawing.svg import corner_reach, draw_ground, picture_box, points, spot
from tabuleiro.engine.levels import levels_of
from tabuleiro.games import game as find_game
from tabuleiro.match.match import formats_of
from tabuleiro.messages import interface
from tabuleiro.messages.choices import about_variant, listed_values, offered_variants
from tabuleiro.messages.data import move_data, outcome_data, position_data
from tabuleiro.messages.status import status, verdict
from tabuleiro.rules.description import Setup
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Outcome, Position

ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, default=str, separators=(",", ":"))

MOST_VALUES = 40
"""An option with more values than this gets a text field instead of a list."""


def as_json(values: dict[str, Any]) -> str:
    """Values as compact JSON; texts are in the language in use."""
    return ENCODER.encode(values)


def describe_game(game: Game) -> dict[str, Any]:
    """A game, for choosing one: its sides, its variants and formats, and the views of its board.

    `first` is the side that moves first, `below` the side whose men start at the bottom. Nothing is compiled for it.
    """
    setup = game.services.read_fen(game, game.start_fen())
    variants = {f"{game.name}:{name}" if name else game.name: name for name in offered_variants(game)}
    rated = {id: _variant_ratings(type(game), name) for id, name in variants.items()} | {game.id: _ratings(game)}
    return {
        "id": game.id,
        "title": str(game.title),
        "goal": str(game.goal),
        "designer": game.designer,
        "year": str(game.year),
        "players": [{"name": side.name, "title": str(side.title), "tone": side.tone} for side in game.sides],
        "first": setup.turn,
        "below": _below(game, setup),
        "variants": [
            {
                "id": id,
                "name": name or str(interface.USUAL_VARIANT),
                "about": str(about_variant(game, name)),
            }
            for id, name in variants.items()
        ],
        "formats": [{"name": format.name, "title": str(format.title)} for format in formats_of(game)],
        "has_draws": game.has_draws,
        "pie_rule": game.pie_rule,
        "views": _views(game),
        "picture": f"/api/pictures/{game.id}.svg",
        "ratings": {id: ratings for id, ratings in rated.items() if ratings},
    }


@cache
def _variant_ratings(kind: type[Game], variant: str) -> list[float]:
    """The ratings of the levels for an offered variant; every list of games asks for them."""
    return _ratings(kind(variant))


def _ratings(game: Game) -> list[float]:
    """The ratings of the levels for a game; empty if they were not measured."""
    return [level.rating for level in levels_of(game) if level.rating is not None]


def describe_options(game: Game) -> list[dict[str, Any]]:
    """The switches of a game: the meaning, the value and the allowed values of each."""
    return [
        {
            "name": name,
            "about": str(option.about),
            "value": str(game.settings[name]),
            "values": listed_values(option, MOST_VALUES),
            "allowed": str(option.allowed),
        }
        for name, option in game.options.items()
    ]


def describe_board(game: Game, view: str | None = None, *, flip: bool = False) -> dict[str, Any]:
    """A board as it is drawn in a view, and the shapes of the pieces; TabuleiroError if there is no such view."""
    board = game.board
    layout = Layout(board, board.view(view), flip)
    reach = corner_reach(layout)
    cells = {}
    for cell, place in zip(board.cells, layout.places, strict=True):
        x, y = spot(layout, place)
        zone = layout.zones.get(place)
        cells[board.name[cell]] = {
            "x": round(x, 2),
            "y": round(y, 2),
            "points": points((100 * across, 100 * down) for across, down in layout.outline(place)),
            "zone": str(zone.name) if zone else None,
        }
    names = Counter(piece.name for piece in game.pieces.values())
    return {
        "game": game.id,
        "files": board.files,
        "ranks": board.ranks,
        "view": layout.view.name,
        "views": _views(game),
        "box": [float(number(value)) for value in picture_box(layout)],
        "ground": "".join(draw_ground(layout)),
        "cells": cells,
        "across": layout.centre(1, 0),
        "up": layout.centre(0, 1),
        "pieces": {
            piece.token: {
                # What is written on it tells it apart from others of its name.
                "name": str(piece.name) if names[piece.name] == 1 else f"{piece.name} {piece.label}".rstrip(),
                "player": game.sides[piece.player].name,
                "side": str(game.sides[piece.player].title),
                "tone": game.sides[piece.player].tone,
                "svg": draw_shape(piece, reach),
                "ring": draw_ring(piece, reach),
            }
            for piece in game.pieces.values()
        },
    }


def describe_position(position: Position) -> dict[str, Any]:
    """A position with its legal moves, what is attacked, and in words whose turn it is or how the game ended."""
    moves: dict[str, list[str]] = {}
    for move in position.legal_moves:
        moves.setdefault(move.origin, []).append(move.target)
    data = position_data(position)
    return {
        **data,
        "status": str(status(position)),
        "outcome": describe_outcome(position.game, position.outcome),
        "moves": moves,
        "attacked": list(position.attacked),
    }


def describe_outcome(game: Game, outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended, with a sentence."""
    data = outcome_data(game, outcome)
    if data is None or outcome is None:
        return None
    return {**data, "text": str(verdict(game, outcome))}


def describe_captured(game: Game, captured: tuple[tuple[int, ...], tuple[int, ...]]) -> dict[str, list[str]]:
    """The pieces that each player has lost."""
    return {
        name: [game.pieces[piece].token for piece in lost] for name, lost in zip(game.players, captured, strict=True)
    }


def describe_move(move: Move | None) -> dict[str, Any] | None:
    """A move, if there is one."""
    return None if move is None else move_data(move)


def _below(game: Game, setup: Setup) -> int:
    """The player whose men start lower in the board's first view; the first player if neither's do."""
    heights: tuple[list[float], list[float]] = ([], [])
    for cell, piece in setup.cells.items():
        heights[game.pieces[piece].player].append(game.board.view().centre(*game.board.place(cell))[1])
    first, second = (sum(side) / len(side) if side else 0.0 for side in heights)
    return int(second > first + 0.01)


def _views(game: Game) -> list[dict[str, str]]:
    return [{"name": view.name, "title": str(view.title)} for view in game.board.views]


__all__ = [
    "as_json",
    "describe_board",
    "describe_captured",
    "describe_game",
    "describe_move",
    "describe_options",
    "describe_outcome",
    "describe_position",
    "find_game",
]
