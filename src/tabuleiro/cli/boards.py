"""`show` and `moves`: a position, and what can be played in it."""

from __future__ import annotations

from typing import Annotated

import typer

from tabuleiro.cli.errors import BadInput, one_of, write_text
from tabuleiro.cli.options import Fen, Flip, GameId, Json, Switches, Theme, View, find_position
from tabuleiro.cli.output import check_view, draw_board, fact_lines, paragraph, print_json
from tabuleiro.drawing.styles import THEMES
from tabuleiro.drawing.svg import draw_svg
from tabuleiro.messages import interface
from tabuleiro.messages.data import move_data, position_data
from tabuleiro.messages.status import status, why_not_movable
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.texts import same


def show(
    game: GameId,
    fen: Fen = None,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE")] = None,
    view: View = None,
    flip: Flip = False,
    theme: Theme = "auto",
    switches: Switches = None,
    as_json: Json = False,
) -> None:
    """Draw a position, with whose turn it is or how the game ended."""
    position = find_position(game, switches, fen)
    check_view(position.game, view)
    if svg is not None:
        picture = draw_svg(position, view=view, theme=one_of("--theme", theme, THEMES), flip=flip)
        if svg == "-":
            print(picture)
            return
        write_text(svg, picture)
    if as_json:
        print_json(position_data(position))
        return
    if svg is not None:
        print(interface.WRITTEN.fill(path=svg))
        return
    print(draw_board(position, view=view, flip=flip))
    print(f"\n{status(position)}")
    for line in fact_lines(position):
        print(line)
    print(position.fen)


def moves(
    game: GameId,
    fen: Fen = None,
    origin: Annotated[str | None, typer.Option("--from", metavar="CELL")] = None,
    switches: Switches = None,
    as_json: Json = False,
) -> None:
    """List the legal moves of a position, or of one piece."""
    position = find_position(game, switches, fen)
    listed = list(position.legal_moves) if origin is None else moves_from(position, origin)
    if as_json:
        print_json([move_data(move) for move in listed])
        return
    count = interface.ONE_MOVE if len(listed) == 1 else interface.COUNT_OF_MOVES.fill(count=len(listed))
    print(f"{status(position)}: {count}" if listed else status(position))
    print_moves(listed)


def moves_from(position: Position, cell: str) -> list[Move]:
    """The moves of the piece on a cell; BadInput says why there are none."""
    board, cell = position.game.board, cell.strip().lower()
    if cell not in board.named:
        raise BadInput(interface.NO_CELL.fill(cell=cell[:20], last=board.name[board.cells[-1]]))
    refusal = why_not_movable(position, cell)
    if refusal is not None:
        raise BadInput(refusal)
    return [move for move in position.legal_moves if move.origin == cell]


def print_moves(listed: list[Move]) -> None:
    """Print moves, a paragraph for each piece."""
    by_origin: dict[str, list[str]] = {}
    for move in listed:
        by_origin.setdefault(move.origin, []).append(str(move))
    for texts in by_origin.values():
        print(paragraph(same("  ".join(texts))))
