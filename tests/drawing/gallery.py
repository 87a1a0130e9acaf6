"""A game made up to be drawn: every shape, every style of zone, two views, marks, and signs of one to three columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy

from tabuleiro.rules.board import DIAMOND, EIGHT, FOUR, SQUARE, Board, Zone
from tabuleiro.rules.game import Game, Lesson, Piece, Setup, Side
from tabuleiro.rules.position import Mark, Position
from tabuleiro.rules.primitives import GOES_ON, TURN
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

SHAPES = (("disc", "M", ""), ("diamond", "D", "3"), ("king", "K", ""), ("stack", "S(20)", "20"), ("disc", "X", "<&>"))


class Gallery(Game):
    """Pieces go to any other cell; nothing ever ends."""

    name = "gallery"
    title = Text("Gallery & <friends>", "Galeria & <amigos>")
    designer = "nobody"
    year = same("2000")
    goal = Text("None.", "Nenhum.")
    sides = (
        Side("white", "w", Text("White", "Brancas"), "light"),
        Side("black", "b", Text("Black", "Pretas"), "dark"),
    )
    functions = {}

    def make_board(self) -> Board:
        zones = (
            Zone(Text("the throne", "o trono"), "centre", ("d4",), "×"),
            Zone(Text("the corners", "os cantos"), "goal", ("a1", "a7", "g1", "g7"), "◇"),
            Zone(Text("the camps", "os campos"), "camp", ("c1", "d1", "e1", "d2"), ":"),
            Zone(Text("the line", "a linha"), "line", tuple(f"{file}4" for file in "abcdefg"), "+"),
            Zone(Text("the south", "o sul"), "first", tuple(f"{file}{rank}" for file in "abcdefg" for rank in (1, 2, 3))),
            Zone(Text("the north", "o norte"), "second", tuple(f"{file}{rank}" for file in "abcdefg" for rank in (5, 6, 7))),
        )
        return Board(7, 7, walls=False, views=(SQUARE, DIAMOND), zones=zones)

    def make_pieces(self) -> tuple[Piece, ...]:
        signs = (("○", "◇", "王", "S20", "<"), ("●", "◆", "♚", "s20", ">"))
        return tuple(
            Piece(
                1 + number + len(SHAPES) * player,
                token.swapcase() if player else token,
                player,
                Text("the {kind} {colour}", "a peça {kind} {colour}").fill(kind=token[0], colour="wb"[player]),
                signs[player][number],
                shape,
                label,
            )
            for player in range(2)
            for number, (shape, token, label) in enumerate(SHAPES)
        )

    def marks(self, position: Position) -> Iterable[Mark]:
        yield Mark("b2", "range", "12")
        yield Mark("b2", "other", "<3")
        yield Mark("c3", "ways", directions=EIGHT)
        yield Mark("e5", "ways", directions=FOUR)

    def make_rules(self) -> list[int]:
        return []

    def start_fen(self) -> str:
        return "7/1mdks(20)x1/4d2/7/2D4/1MDKS(20)X1/7 w"

    def explain(self, position: Position, origin: int, target: int) -> Text:
        return same("No.")

    def lessons(self) -> list[Lesson]:
        return []

    @property
    def max_moves(self) -> int:
        return 49 * 48

    # --- no compiled functions: the moves are worked out here ---
    def build(self, setup: Setup) -> Position:
        state = numpy.zeros(self.board.slots, dtype=numpy.int64)
        state[TURN] = setup.turn
        for cell, piece in setup.cells.items():
            state[cell] = piece
        return Position(self, state)

    def judge(self, state: Numbers, occurrences: int) -> int:
        return GOES_ON

    def list_moves(self, state: Numbers) -> list[int]:
        own = [cell for cell in self.board.cells if state[cell] and self.pieces[int(state[cell])].player == state[TURN]]
        return [origin << 9 | target for origin in own for target in self.board.cells if origin != target]

    def try_move(self, state: Numbers, code: int) -> tuple[Numbers, list[int]]:
        origin, target = code >> 9, code & 511
        after = state.copy()
        after[target], after[origin], after[TURN] = after[origin], 0, 1 - after[TURN]
        return after, [target] if state[target] else []
