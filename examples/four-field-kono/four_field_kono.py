"""Four Field Kono, a traditional game from Korea. Take all but one of the enemy's men, or leave them no move.

The board is full at the start. A man captures by jumping over a man of its own side, along a line, onto an enemy man
right behind it; otherwise it steps to an empty cell beside it.

This file is a whole game: the rules that people read are compiled to machine code, and the text board, the pictures,
the notation and the command line come with the package.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tabuleiro.rules.board import FOUR, Board
from tabuleiro.rules.description import BLACK_SIDE, MIRROR, TURN_AROUND, WHITE_SIDE, Lesson, Piece, Setup
from tabuleiro.rules.errors import InvalidPosition
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Fact, Position
from tabuleiro.rules.primitives import (
    GOES_ON,
    KEY,
    NO_PIECES,
    NOBODY,
    OWN_NUMBERS,
    REPEATED,
    REPETITION,
    RULES,
    TURN,
    carry,
    cell_keys,
    compiled,
    move,
    origin_of,
    pass_turn,
    put,
    remove,
    target_of,
    verdict,
)
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

WHITE_MAN, BLACK_MAN = 1, 2
FEWEST = 2  # a side with fewer men can never capture again

MEN = OWN_NUMBERS  # a state's own numbers: how many men each side has
FIRST, LAST, STEPS = RULES, RULES + 1, RULES + 2  # the table: where the cells begin and end, and the four steps


@compiled
def settle(rules: Numbers, state: Numbers) -> None:
    """Count the men and work out the key."""
    state[MEN] = state[MEN + 1] = 0
    for cell in range(rules[FIRST], rules[LAST]):
        if state[cell] > 0:
            state[MEN + state[cell] - 1] += 1
    state[KEY] = cell_keys(rules, state, rules[FIRST], rules[LAST])


@compiled
def legal_moves(rules: Numbers, state: Numbers, moves: Numbers) -> int:
    """A step to an empty cell, or a jump over a man of one's own onto an enemy man."""
    own, other = state[TURN] + 1, 2 - state[TURN]
    count = 0
    for cell in range(rules[FIRST], rules[LAST]):
        if state[cell] == own:
            for direction in range(4):
                step = rules[STEPS + direction]
                # The board has walls, so the cell two steps away is only looked at when the next one is on it.
                if state[cell + step] == 0:
                    count = put(moves, count, move(cell, cell + step))
                elif state[cell + step] == own and state[cell + 2 * step] == other:
                    count = put(moves, count, move(cell, cell + 2 * step))
    return count


@compiled
def play(rules: Numbers, state: Numbers, chosen: int, taken: Numbers) -> int:
    """Step, or jump and capture."""
    origin, target = origin_of(chosen), target_of(chosen)
    captures = 0
    if state[target] != 0:
        captures = put(taken, 0, target)
        state[MEN + remove(rules, state, target) - 1] -= 1
    carry(rules, state, origin, target)
    pass_turn(rules, state)
    return captures


@compiled
def outcome(rules: Numbers, state: Numbers, occurrences: int) -> int:
    """Who has only one man left has lost; the third occurrence of a position is a draw."""
    if state[MEN + state[TURN]] < FEWEST:
        return verdict(1 - state[TURN], NO_PIECES)
    if occurrences >= rules[REPETITION]:
        return verdict(NOBODY, REPEATED)
    return GOES_ON


class FourFieldKono(Game):
    name = "four-field-kono"
    title = same("Four Field Kono")
    designer = "traditional"
    year = Text("old", "antigo")
    goal = Text(
        "Take all but one of the enemy's men, or leave them no move.",
        "Tome todos os peões inimigos menos um, ou deixe-os sem jogadas.",
    )
    link = "https://en.wikipedia.org/wiki/Four_Field_Kono"
    sides = (WHITE_SIDE, BLACK_SIDE)
    functions = {"settle": settle, "legal_moves": legal_moves, "play": play, "outcome": outcome}
    repeats = 3
    symmetries = (MIRROR, TURN_AROUND)

    def make_board(self) -> Board:
        return Board(4, 4)

    def make_pieces(self) -> tuple[Piece, ...]:
        return (
            Piece(WHITE_MAN, "P", 0, Text("the white man", "o peão branco"), "○"),
            Piece(BLACK_MAN, "p", 1, Text("the black man", "o peão preto"), "●"),
        )

    def make_rules(self) -> list[int]:
        board = self.board
        return [board.cells[0], board.cells[-1] + 1, *(board.step(direction) for direction in FOUR)]

    def start_fen(self) -> str:
        return "pppp/pppp/PPPP/PPPP w"

    @property
    def max_moves(self) -> int:
        return 8 * 4

    def check(self, setup: Setup) -> None:
        for side, man in zip(self.sides, (WHITE_MAN, BLACK_MAN), strict=True):
            if not 1 <= setup.count(man) <= 8:
                raise InvalidPosition(
                    Text(
                        "{side} has {count} men; there may be 1 to 8.", "{side}: {count} peões; podem ser de 1 a 8."
                    ).fill(side=side.title, count=setup.count(man))
                )
        if setup.count(BLACK_MAN if setup.turn == 0 else WHITE_MAN) < FEWEST:
            raise InvalidPosition(
                Text("{side} had lost before the last move.", "{side}: já tinha perdido antes da última jogada.").fill(
                    side=self.sides[1 - setup.turn].title
                )
            )

    def explain(self, position: Position, origin: int, target: int) -> Text:
        board, state = self.board, position.state
        cells = {"origin": board.name[origin], "target": board.name[target]}
        line = board.line(origin, target)
        if line is None or line[0] not in FOUR:
            return Text(
                "{target} is not straight ahead, back or beside {origin}.",
                "{target} não fica em linha reta com {origin}.",
            ).fill(**cells)
        if line[1] > 2:
            return Text(
                "{target} is too far: a man steps one cell or jumps two.",
                "{target} fica longe demais: um peão anda uma casa ou salta duas.",
            ).fill(**cells)
        if line[1] == 1:
            return Text(
                "{target} is occupied: a man captures by a jump of two cells.",
                "{target} está ocupada: um peão captura com um salto de duas casas.",
            ).fill(**cells)
        over = board.between(origin, target)[0]
        if state[over] != position.turn + 1:
            return Text(
                "A man jumps only over a man of its own side; on {over} there is none.",
                "Um peão só salta por cima de um peão do seu lado; em {over} não há nenhum.",
            ).fill(over=board.name[over])
        return Text(
            "A jump must land on an enemy man; on {target} there is none.",
            "Um salto tem de acabar num peão inimigo; em {target} não há nenhum.",
        ).fill(**cells)

    def counterpart(self, piece: int) -> int:
        return 3 - piece

    def facts(self, position: Position) -> Iterable[Fact]:
        for player in range(2):
            yield Fact("men", Text("men", "peões"), same(str(int(position.state[MEN + player]))), player)

    def lessons(self) -> list[Lesson]:
        return [
            Lesson(
                Text("Captures", "Capturas"),
                Text(
                    "A man jumps over a man of its own side onto an enemy man right behind it, along a line, and takes it.",
                    "Um peão salta, em linha reta, por cima de um peão do seu lado para um peão inimigo logo atrás, e toma-o.",
                ),
                self.start_fen(),
                "b1",
            ),
            Lesson(
                Text("Steps", "Passos"),
                Text("A man may step to an empty cell beside it.", "Um peão pode andar para uma casa vazia ao lado."),
                "pp1p/p1p1/1P1P/P1PP w",
                "b2",
            ),
            Lesson(
                Text("End", "Fim"),
                Text(
                    "Whoever has only one man left, or cannot move, has lost. The third occurrence of a position is a draw.",
                    "Perde quem ficar só com um peão ou não puder jogar. A terceira ocorrência de uma posição é empate.",
                ),
            ),
        ]


GAME = FourFieldKono
