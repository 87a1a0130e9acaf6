"""Moves as text: `c3-c4`, `c3xd4`, `e3-e7xd7xe8`."""

from __future__ import annotations

import re

from tabuleiro.rules.errors import InvalidMove
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move
from tabuleiro.rules.texts import Text

_MOVE = re.compile(r"([a-z]\d{1,2})\s*[-x]?\s*([a-z]\d{1,2})((?:x[a-z]\d{1,2})*)", re.ASCII)


def write_move(move: Move, captures_beside: bool) -> str:
    """The text of a move; with `captures_beside`, the captured cells follow."""
    captured = move.captured
    if captures_beside:
        return f"{move.origin}-{move.target}" + "".join(f"x{cell}" for cell in captured)
    return f"{move.origin}{'x' if captured else '-'}{move.target}"


def read_move(game: Game, text: str) -> tuple[int, int, tuple[str, ...]]:
    """The two cells of a move and the captured cells that follow them; InvalidMove."""
    match = _MOVE.fullmatch(text.strip().lower()) if len(text) <= 200 else None
    if match is None:
        raise InvalidMove(
            Text(
                "{text!r} is not a move: write the cell it leaves and the cell it goes to, as in {example}.",
                "{text!r} não é uma jogada: escreva a casa de onde sai e a casa para onde vai, como em {example}.",
            ).fill(text=_short(text), example=_example(game))
        )
    captured = tuple(match[3].split("x")[1:])
    for cell in (match[1], match[2], *captured):
        if cell not in game.board.named:
            last = game.board.name[game.board.cells[-1]]
            raise InvalidMove(
                Text(
                    "The board has no cell {cell}: its cells go from a1 to {last}.",
                    "O tabuleiro não tem a casa {cell}: as casas vão de a1 a {last}.",
                ).fill(cell=cell, last=last)
            )
    return game.board.named[match[1]], game.board.named[match[2]], captured


def _example(game: Game) -> str:
    moves = game.start().legal_moves
    return str(moves[0]) if moves else "a1-a2"


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
