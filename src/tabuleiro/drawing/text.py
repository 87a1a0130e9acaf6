"""Boards in characters."""

from __future__ import annotations

from tabuleiro.rules.position import Position


def draw_text(position: Position) -> str:
    board, game = position.game.board, position.game
    rows = []
    for rank in reversed(range(board.ranks)):
        signs = []
        for file in range(board.files):
            piece = int(position.state[board.number(file, rank)])
            signs.append(game.pieces[piece].sign if piece else ".")
        rows.append(f"{rank + 1:2} " + " ".join(signs))
    return "\n".join(rows)
