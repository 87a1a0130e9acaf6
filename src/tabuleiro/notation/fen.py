"""Positions as text (FEN): `board turn [fields…]`, the highest rank first, pieces by their tokens."""

from __future__ import annotations

import re

from tabuleiro.rules.description import Setup
from tabuleiro.rules.errors import InvalidPosition
from tabuleiro.rules.game import Game
from tabuleiro.rules.texts import Text, same

LONGEST = 4000
"""The longest text of a position; no game needs a longer one."""

_TOKEN = re.compile(r"(\d+)|([A-Za-z](?:\(\d+\))?)|(.)", re.ASCII | re.DOTALL)


def write_fen(game: Game, setup: Setup) -> str:
    """The text of a position."""
    return " ".join([write_board(game, setup), game.sides[setup.turn].letter, *game.write_fields(setup)])


def write_board(game: Game, setup: Setup) -> str:
    """The board field of a position's text."""
    board, rows = game.board, []
    for rank in reversed(range(board.ranks)):
        row, empty = "", 0
        for file in range(board.files):
            piece = setup.cells.get(board.number(file, rank), 0)
            if not piece:
                empty += 1
                continue
            row += (str(empty) if empty else "") + game.pieces[piece].token
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def read_fen(game: Game, text: str) -> Setup:
    """The set-up that a text describes. Only its form is checked, not whether it is possible; InvalidPosition."""
    if len(text) > LONGEST:
        raise InvalidPosition(Text("The text is too long for a position.", "O texto é longo demais para uma posição."))
    parts = text.strip(" \n").split(" ")
    if len(parts) < 2 or "" in parts:
        raise InvalidPosition(
            Text(
                "A position is written as its board and the side to move, with single spaces, as in {example!r}.",
                "Uma posição escreve-se com o tabuleiro e o jogador a mover, separados por um espaço, como em {example!r}.",
            ).fill(example=game.start_fen())
        )
    setup = Setup(cells=read_board(game, parts[0]))
    letters = [side.letter for side in game.sides]
    if parts[1] not in letters:
        raise InvalidPosition(
            Text(
                "The side to move is {given!r}; it is written {letters}.",
                "O jogador a mover é {given!r}; escreve-se {letters}.",
            ).fill(given=parts[1][:20], letters=letters_of(game))
        )
    setup.turn = letters.index(parts[1])
    game.read_fields(parts[2:], setup)
    return setup


def letters_of(game: Game) -> Text:
    """The letters of the two players, with their names."""
    first, second = (same(f"{side.letter} (") + side.title + same(")") for side in game.sides)
    return first + same(" / ") + second


def read_board(game: Game, text: str) -> dict[int, int]:
    """The pieces, by cell number, of a board field; InvalidPosition names the rank that does not fit."""
    board, rows, cells = game.board, text.split("/"), {}
    if len(rows) != board.ranks:
        found = (
            Text("is 1 rank", "1 linha") if len(rows) == 1 else Text("are {n} ranks", "{n} linhas").fill(n=len(rows))
        )
        raise InvalidPosition(
            Text("There {found}; the board has {right}.", "Há {found}; o tabuleiro tem {right}.").fill(
                found=found, right=board.ranks
            )
        )
    for rank, row in zip(reversed(range(board.ranks)), rows, strict=True):
        file = 0
        for run, token, other in _TOKEN.findall(row):
            if run:
                file += int(run) if len(run) < 4 and int(run) > 0 else board.files + 1
                continue
            if token not in game.tokens:
                raise InvalidPosition(
                    Text(
                        "Rank {rank} has {token!r}, which is no piece of this game; there are {pieces}.",
                        "A linha {rank} tem {token!r}, que não é peça deste jogo; existem {pieces}.",
                    ).fill(rank=rank + 1, token=token or other, pieces=_tokens(game))
                )
            if file < board.files:
                cells[board.number(file, rank)] = game.tokens[token].code
            file += 1
        if file != board.files:
            raise InvalidPosition(
                Text(
                    "Rank {rank} ({row}) does not have {right} cells.", "A linha {rank} ({row}) não tem {right} casas."
                ).fill(rank=rank + 1, row=row[:60] or "-", right=board.files)
            )
    return cells


def _tokens(game: Game) -> str:
    tokens = list(game.tokens)
    return " ".join(tokens if len(tokens) <= 10 else [*tokens[:4], "…", tokens[-1]])
