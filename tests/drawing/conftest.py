"""A made-up game to draw: every shape, every style of zone, two views, marks, and signs of one to three columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest

from tabuleiro.rules.board import DIAMOND, EIGHT, FOUR, SQUARE, Board, Zone
from tabuleiro.rules.description import Lesson, Piece, Side
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Mark, Move, Position
from tabuleiro.rules.primitives import (
    GOES_ON,
    KEY,
    RULES,
    TURN,
    cell_keys,
    compiled,
    move,
    origin_of,
    pass_turn,
    place,
    put,
    remove,
    target_of,
)
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

SHAPES = (("disc", "M", ""), ("diamond", "D", "3"), ("king", "K", ""), ("stack", "S(20)", "20"), ("disc", "X", "<&>"))


FILES = "abcdefg"

FIRST, LAST, KINDS = RULES, RULES + 1, RULES + 2


@compiled
def settle(rules: Numbers, state: Numbers) -> None:
    """Only the key is kept."""
    state[KEY] = cell_keys(rules, state, rules[FIRST], rules[LAST])


@compiled
def legal_moves(rules: Numbers, state: Numbers, moves: Numbers) -> int:
    """Every piece may go anywhere."""
    count = 0
    for origin in range(rules[FIRST], rules[LAST]):
        if state[origin] != 0 and (state[origin] - 1) // rules[KINDS] == state[TURN]:
            for target in range(rules[FIRST], rules[LAST]):
                if target != origin:
                    count = put(moves, count, move(origin, target))
    return count


@compiled
def play(rules: Numbers, state: Numbers, move: int, taken: Numbers) -> int:
    """A piece captures what is on its target."""
    captures = 0
    if state[target_of(move)] != 0:
        captures = put(taken, 0, target_of(move))
        remove(rules, state, target_of(move))
    place(rules, state, target_of(move), remove(rules, state, origin_of(move)))
    pass_turn(rules, state)
    return captures


@compiled
def outcome(rules: Numbers, state: Numbers, occurrences: int) -> int:
    """Nothing ever ends."""
    return GOES_ON


class Gallery(Game):
    """Pictures at an exhibition."""

    name = "gallery"
    title = Text("Gallery & <friends>", "Galeria & <amigos>")
    designer = "nobody"
    year = same("2000")
    goal = Text("None.", "Nenhum.")
    sides = (
        Side("white", "w", Text("White", "Brancas"), "light"),
        Side("black", "b", Text("Black", "Pretas"), "dark"),
    )
    functions = {"settle": settle, "legal_moves": legal_moves, "play": play, "outcome": outcome}

    def make_board(self) -> Board:
        south, north = (tuple(f"{file}{rank}" for file in FILES for rank in ranks) for ranks in ((1, 2, 3), (5, 6, 7)))
        zones = (
            Zone(Text("the throne", "o trono"), "centre", ("d4",), "×"),
            Zone(Text("the corners", "os cantos"), "goal", ("a1", "a7", "g1", "g7"), "◇"),
            Zone(Text("the camps", "os campos"), "camp", ("c1", "d1", "e1", "d2"), ":"),
            Zone(Text("the line", "a linha"), "line", tuple(f"{file}4" for file in FILES), "+"),
            Zone(Text("the south", "o sul"), "first", south),
            Zone(
                Text("the north", "o norte"),
                "second",
                north,
            ),
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
        return [self.board.cells[0], self.board.cells[-1] + 1, len(SHAPES)]

    def start_fen(self) -> str:
        return "7/1mdks(20)x1/4d2/7/2D4/1MDKS(20)X1/7 w"

    def explain(self, position: Position, origin: int, target: int) -> Text:
        return same("No.")

    def lessons(self) -> list[Lesson]:
        return []

    @property
    def max_moves(self) -> int:
        return 49 * 48


@pytest.fixture(scope="session")
def gallery() -> Position:
    """The gallery's first position."""
    return Gallery().start()


@pytest.fixture(scope="session")
def capture(gallery: Position) -> Move:
    """A move of the gallery that captures."""
    return gallery.find("f2xf6")
