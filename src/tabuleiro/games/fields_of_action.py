"""Fields of Action, by Sid Sackson (1982). Capture five enemy pieces whose numbers follow one another.

A piece moves in a straight line exactly as many cells as it has neighbours, and jumps over whatever stands between. So
every move changes how far the pieces around its two cells may go. A piece without neighbours may go any distance, but must
land next to two pieces, and cannot capture.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tabuleiro.games._calibration import read_calibration
from tabuleiro.games._fields_of_action_advice import TERMS, WEIGHTS, consider, evaluate, foresee, skip
from tabuleiro.games._fields_of_action_tables import (
    CAPTURED,
    CELLS,
    LARGEST_NUMBER,
    NEIGHBOURS,
    NUMBERS,
    PIECES,
    REACH,
    RUN,
    SIZE,
    count_neighbours,
    neighbours_of,
)
from tabuleiro.games._weights import read_weights
from tabuleiro.rules.board import EIGHT, FIRST_SLOT, Board
from tabuleiro.rules.description import (
    BLACK_SIDE,
    MIRROR,
    TURN_AROUND,
    WHITE_SIDE,
    Lesson,
    Piece,
    PrologForm,
    Setup,
    Symmetry,
)
from tabuleiro.rules.errors import InvalidPosition
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Fact, Mark, Position
from tabuleiro.rules.primitives import (
    FIVE_IN_SEQUENCE,
    GOES_ON,
    KEY,
    KEY_STRIDE,
    KEY_TABLE,
    NOBODY,
    REPEATED,
    REPETITION,
    TURN,
    carry,
    cell_keys,
    compiled,
    lowest_bit,
    move,
    origin_of,
    pass_turn,
    put,
    remove,
    shift_up,
    signed,
    target_of,
    verdict,
    without_lowest,
)
from tabuleiro.rules.texts import Text, listing, same

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers


@compiled
def captured_key(rules: Numbers, piece: int) -> int:
    """The key of a captured piece, taken from an unused place of the table of keys."""
    key: int = rules[rules[KEY_TABLE] + piece * rules[KEY_STRIDE]]
    return key


@compiled
def settle(rules: Numbers, state: Numbers) -> None:
    """Gather each side's cells into a set of bits, and work out the key, captured numbers included."""
    state[PIECES], state[PIECES + 1] = 0, 0
    for bit in range(CELLS):
        piece = state[FIRST_SLOT + bit]
        if piece != 0:
            state[PIECES + (1 if piece > LARGEST_NUMBER else 0)] |= shift_up(1, bit)
    key = cell_keys(rules, state, FIRST_SLOT, FIRST_SLOT + CELLS)
    for player in range(2):
        for number in range(1, LARGEST_NUMBER + 1):
            if state[CAPTURED + player] >> number & 1 == 1:
                key ^= captured_key(rules, number + LARGEST_NUMBER * player)
    state[KEY] = key


@compiled
def legal_moves(rules: Numbers, state: Numbers, moves: Numbers) -> int:
    """Moves go as many cells as there are neighbours; without any, to an empty cell that then has two neighbours."""
    own = state[PIECES + state[TURN]]
    occupied = own | state[PIECES + 1 - state[TURN]]
    ones, twos, fours, eights = count_neighbours(rules, occupied)
    two_or_more = twos | fours | eights
    three_or_more = twos & ones | fours | eights
    count = 0
    pieces = own
    while pieces != 0:
        bit = lowest_bit(pieces)
        pieces = without_lowest(pieces)
        neighbours = neighbours_of(ones, twos, fours, eights, bit)
        targets = rules[REACH + neighbours * CELLS + bit] & ~own
        if neighbours == 0:
            # The cell that the piece leaves does not count, so cells next to it need a third neighbour.
            beside = rules[NEIGHBOURS + bit]
            targets &= ~occupied & (two_or_more & ~beside | three_or_more & beside)
        origin = FIRST_SLOT + bit
        while targets != 0:
            count = put(moves, count, move(origin, FIRST_SLOT + lowest_bit(targets)))
            targets = without_lowest(targets)
    return count


@compiled
def play(rules: Numbers, state: Numbers, move: int, taken: Numbers) -> int:
    """Jump to the target, and capture the enemy piece that stands there."""
    origin, target, turn = origin_of(move), target_of(move), state[TURN]
    captures = 0
    if state[target] != 0:
        captures = put(taken, 0, target)
        piece = remove(rules, state, target)
        state[CAPTURED + 1 - turn] |= 1 << (piece - LARGEST_NUMBER * (1 - turn))
        state[KEY] ^= captured_key(rules, piece)
        state[PIECES + 1 - turn] ^= shift_up(1, target - FIRST_SLOT)
    carry(rules, state, origin, target)
    state[PIECES + turn] ^= shift_up(1, origin - FIRST_SLOT) | shift_up(1, target - FIRST_SLOT)
    pass_turn(rules, state)
    return captures


@compiled
def outcome(rules: Numbers, state: Numbers, occurrences: int) -> int:
    """The mover wins with five captured numbers in sequence; the third occurrence of a position is a draw."""
    numbers = state[CAPTURED + state[TURN]]
    if numbers & numbers >> 1 & numbers >> 2 & numbers >> 3 & numbers >> 4 != 0:
        return verdict(1 - state[TURN], FIVE_IN_SEQUENCE)
    if rules[REPETITION] > 0 and occurrences >= rules[REPETITION]:
        return verdict(NOBODY, REPEATED)
    return GOES_ON


def in_set(numbers: int) -> list[int]:
    """The numbers of a set of captured numbers, in order."""
    return [number for number in NUMBERS if numbers >> number & 1]


def runs_of(numbers: Iterable[int]) -> list[range]:
    """The runs of five that are complete in these numbers."""
    held = set(numbers)
    return [run for run in RUNS if held.issuperset(run)]


def as_text(numbers: Iterable[int]) -> Text:
    """Numbers as people list them."""
    return listing([same(str(number)) for number in numbers])


RUNS = tuple(range(first, first + RUN) for first in range(1, LARGEST_NUMBER - RUN + 2))
"""All runs of five; 12 and 1 do not follow one another."""


class FieldsOfAction(Game):
    name = "fields-of-action"
    title = same("Fields of Action")
    designer = "Sid Sackson"
    year = same("1982")
    goal = Text(
        "Capture five enemy pieces whose numbers follow one another.",
        "Capture cinco peças inimigas com números seguidos.",
    )
    link = "http://www.iggamecenter.com/info/en/foa.html"
    sides = (BLACK_SIDE, WHITE_SIDE)
    functions = {
        "settle": settle,
        "legal_moves": legal_moves,
        "play": play,
        "outcome": outcome,
        "evaluate": evaluate,
        "foresee": foresee,
        "consider": consider,
        "skip": skip,
    }
    terms = TERMS
    win_scale = 140
    number_slots = (CAPTURED, CAPTURED + 1)
    repeats = 3
    # No piece has a forward: any turn or reflection of the board keeps the rules.
    symmetries = (TURN_AROUND, MIRROR, Symmetry("diagonal mirror", lambda file, rank, files, ranks: (rank, file)))

    def make_board(self) -> Board:
        return Board(SIZE, SIZE, walls=False)

    def make_pieces(self) -> tuple[Piece, ...]:
        words = (Text("the black {n}", "a peça preta {n}"), Text("the white {n}", "a peça branca {n}"))
        return tuple(
            Piece(
                number + LARGEST_NUMBER * player,
                f"{letter}({number})",
                player,
                words[player].fill(n=number),
                f"{letter}{number}",
                label=str(number),
            )
            for player, letter in enumerate("BW")
            for number in NUMBERS
        )

    def make_rules(self) -> list[int]:
        board = self.board

        def as_bits(cells: Iterable[int]) -> int:
            return signed(sum(1 << cell - FIRST_SLOT for cell in cells))

        not_left = as_bits(cell for cell in board.cells if board.place(cell)[0] > 0)
        not_right = as_bits(cell for cell in board.cells if board.place(cell)[0] < SIZE - 1)
        at_distance = [
            as_bits(
                cell + board.step(direction) * distance
                for direction in EIGHT
                if board.reach(cell, direction) >= distance
            )
            for distance in range(1, len(EIGHT) + 1)
            for cell in board.cells
        ]
        at_any_distance = [
            as_bits(other for other in board.cells if board.line(cell, other) is not None) for cell in board.cells
        ]
        places = [place_of(*board.place(cell)) for cell in board.cells]
        return [not_left, not_right, *at_distance[:CELLS], *at_any_distance, *at_distance, *places]

    def start_fen(self) -> str:
        return (
            "B(8)B(7)B(6)B(5)4/4B(12)B(11)B(10)B(9)/B(4)B(3)B(2)B(1)4/8/8/"
            "4W(1)W(2)W(3)W(4)/W(9)W(10)W(11)W(12)4/4W(5)W(6)W(7)W(8) b"
        )

    @property
    def max_moves(self) -> int:
        # Twelve pieces, all isolated, each with the moves of a chess queen in the middle of the board.
        return LARGEST_NUMBER * (4 * SIZE - 5)

    @property
    def weights_file(self) -> str:
        return self.name

    def weights_of(self, parts: dict[str, Any]) -> list[int]:
        """The table of weights, put together from the parts of a file."""
        return [number for name in WEIGHTS for number in parts[name]]

    def calibration(self) -> dict[str, Any] | None:
        return read_calibration(self.id, self.name)

    def weight_parts(self) -> dict[str, Any]:
        return read_weights(self.weights_file)

    # --- positions as text ---
    def missing(self, setup: Setup) -> dict[int, int]:
        """The numbers of each side that are not on the board, as the declared numbers hold them."""
        sets = [sum(1 << number for number in NUMBERS)] * 2
        for code in setup.cells.values():
            sets[self.pieces[code].player] &= ~(1 << number_of(code))
        return {CAPTURED + player: numbers for player, numbers in enumerate(sets)}

    def read_fields(self, fields: list[str], setup: Setup) -> None:
        if not fields:
            setup.numbers = self.missing(setup)
            return
        if len(fields) != 2:
            raise InvalidPosition(
                Text(
                    "After the side to move come two lists, the captured numbers of Black and of White, as in '1,3 -'; "
                    "there is {rest!r}.",
                    "Depois do jogador a mover vêm duas listas, os números capturados das Pretas e das Brancas, como em "
                    "'1,3 -'; está {rest!r}.",
                ).fill(rest=" ".join(fields)[:60])
            )
        for player, field in enumerate(fields):
            setup.numbers[CAPTURED + player] = self._read_numbers(field, player)

    def _read_numbers(self, field: str, player: int) -> int:
        if field == "-":
            return 0
        words = field.split(",")
        numbers = [int(word) for word in words if word in {str(number) for number in NUMBERS}]
        if len(numbers) != len(words) or numbers != sorted(set(numbers)):
            raise InvalidPosition(
                Text(
                    "The captured numbers of {side} are {field!r}; they are written in ascending order, from 1 to 12, each "
                    "once, with commas, or '-' for none.",
                    "Os números capturados das {side} são {field!r}; escrevem-se por ordem crescente, de 1 a 12, cada um "
                    "uma vez, com vírgulas, ou '-' se não há nenhum.",
                ).fill(side=self.sides[player].title, field=field[:60])
            )
        return sum(1 << number for number in numbers)

    def write_fields(self, setup: Setup) -> list[str]:
        if setup.numbers == self.missing(setup):
            return []
        return [
            ",".join(str(number) for number in in_set(setup.numbers[CAPTURED + player])) or "-" for player in range(2)
        ]

    def check(self, setup: Setup) -> None:
        seen: dict[int, int] = {}
        for cell, code in setup.cells.items():
            piece = self.pieces[code]
            facts = {"piece": piece.name, "cell": self.board.name[cell]}
            if code in seen:
                raise InvalidPosition(
                    Text(
                        "{piece} is there twice, on {first} and {cell}.",
                        "{piece} aparece duas vezes, em {first} e {cell}.",
                    )
                    .fill(first=self.board.name[seen[code]], **facts)
                    .capitalized()
                )
            seen[code] = cell
            if setup.numbers[CAPTURED + piece.player] >> number_of(code) & 1:
                raise InvalidPosition(
                    Text(
                        "{piece} is both on {cell} and among the captured.",
                        "{piece} está em {cell} e também entre as capturadas.",
                    )
                    .fill(**facts)
                    .capitalized()
                )
        waiting = 1 - setup.turn
        if not any(self.pieces[code].player == waiting for code in setup.cells.values()):
            raise InvalidPosition(
                Text(
                    "{side} has no piece on the board, so it cannot have moved last.",
                    "As {side} não têm peças no tabuleiro, por isso não podem ter jogado em último lugar.",
                ).fill(side=self.sides[waiting].title)
            )
        captured_by_mover, captured_by_waiting = (
            in_set(setup.numbers[CAPTURED + side]) for side in (waiting, setup.turn)
        )
        before_last = [[other for other in captured_by_waiting if other != number] for number in captured_by_waiting]
        for captor, numbers, over in (
            (setup.turn, captured_by_mover, bool(runs_of(captured_by_mover))),
            (waiting, captured_by_waiting, bool(before_last) and all(runs_of(numbers) for numbers in before_last)),
        ):
            if over:
                raise InvalidPosition(
                    Text(
                        "The game was over before the last move: {side} had captured five numbers in sequence ({numbers}).",
                        "O jogo já tinha terminado antes da última jogada: as {side} tinham capturado cinco números "
                        "seguidos ({numbers}).",
                    ).fill(side=self.sides[captor].title, numbers=as_text(numbers))
                )

    # --- teaching ---
    def neighbours(self, position: Position, cell: int, leaving: int | None = None) -> int:
        """How many pieces stand next to a cell, without the one on the cell `leaving`."""
        file, rank = self.board.place(cell)
        around = (
            self.board.number(file + across, rank + up)
            for across, up in EIGHT
            if self.board.holds(file + across, rank + up)
        )
        return sum(1 for other in around if position.state[other] and other != leaving)

    def explain(self, position: Position, origin: int, target: int) -> Text:
        board, state = self.board, position.state
        piece, there = self.pieces[int(state[origin])], self.pieces.get(int(state[target]))
        count, line = self.neighbours(position, origin), board.line(origin, target)
        words: dict[str, object] = {
            "piece": piece.name.capitalized(),
            "origin": board.name[origin],
            "target": board.name[target],
            "count": count,
        }
        if line is None:
            return Text(
                "{piece} on {origin} moves in a straight line, along a rank, a file or a diagonal; {target} is not in "
                "line with it.",
                "{piece} em {origin} anda em linha reta, numa linha, coluna ou diagonal; {target} não fica em linha com "
                "ela.",
            ).fill(**words)
        direction, steps = line
        words["steps"] = in_cells(steps)
        words["cells"] = in_cells(count)
        words["neighbours"] = Text(
            "1 neighbour" if count == 1 else f"{count} neighbours", "1 vizinha" if count == 1 else f"{count} vizinhas"
        )
        if count and steps != count:
            room = board.reach(origin, direction)
            if room < count:
                return Text(
                    "{piece} on {origin} has {neighbours}, so it moves exactly {cells}; towards {target} the board ends "
                    "after {room}.",
                    "{piece} em {origin} tem {neighbours}, por isso anda exatamente {cells}; na direção de {target} o "
                    "tabuleiro acaba ao fim de {room}.",
                ).fill(room=in_cells(room), **words)
            return Text(
                "{piece} on {origin} has {neighbours}, so it moves exactly {cells}; {target} is {steps} away.",
                "{piece} em {origin} tem {neighbours}, por isso anda exatamente {cells}; {target} fica a {steps}.",
            ).fill(**words)
        if there is not None and there.player == piece.player:
            return Text("There is a piece of your own on {target}.", "Há uma peça sua em {target}.").fill(**words)
        if there is not None:
            return Text(
                "{piece} on {origin} has no neighbours: it cannot capture, only move to an empty cell; {target} is "
                "occupied.",
                "{piece} em {origin} não tem vizinhas: não pode capturar, só ir para uma casa vazia; {target} está "
                "ocupada.",
            ).fill(**words)
        beside = self.neighbours(position, target, leaving=origin)
        return Text(
            "{piece} on {origin} has no neighbours, so it must land next to at least two pieces; next to {target} there "
            "would be {found}.",
            "{piece} em {origin} não tem vizinhas, por isso tem de ir para junto de pelo menos duas peças; junto de "
            "{target} {found}.",
        ).fill(found=Text("only one", "ficaria só uma") if beside else Text("none", "não ficaria nenhuma"), **words)

    def facts(self, position: Position) -> Iterable[Fact]:
        """Each player's captures, its longest runs, and warnings of runs that are nearly complete."""
        state = position.state
        for player in range(2):
            held = in_set(int(state[CAPTURED + 1 - player]))
            on_board = {
                number_of(code)
                for code in state[list(self.board.cells)].tolist()
                if code and self.pieces[code].player != player
            }
            yield Fact("captured", Text("captured numbers", "números capturados"), as_text(held), player)
            if not held:
                continue
            longest = max(len(consecutive(held, first)) for first in held)
            yield Fact("longest", Text("longest run", "sequência mais longa"), same(str(longest)), player)
            runs = [(f"{run[0]}–{run[-1]}", [number for number in run if number not in held]) for run in RUNS]
            begun = [f"{run}: {RUN - len(lacking)}/{RUN}" for run, lacking in runs if len(lacking) < RUN]
            yield Fact("runs", Text("runs of five", "sequências de cinco"), same(", ".join(begun)), player)
            for run, lacking in runs:
                if 1 <= len(lacking) <= 2 and on_board.issuperset(lacking):
                    yield Fact(
                        "nearly",
                        Text("nearly complete", "quase completa"),
                        Text("{run} lacks {lacking}", "{run}: falta{plural} {lacking}").fill(
                            run=run, plural="m" if len(lacking) > 1 else "", lacking=as_text(lacking)
                        ),
                        player,
                        warning=True,
                    )

    def marks(self, position: Position) -> Iterable[Mark]:
        """How far each piece may go: the number of its neighbours."""
        for cell in self.board.cells:
            if position.state[cell]:
                yield Mark(self.board.name[cell], "range", str(self.neighbours(position, cell)))

    def prolog(self) -> PrologForm:
        """`tab([[1-8,1-7,…],…])`: the top rank first, `1-n` for Black, `2-n` for White."""
        board = self.board
        rows = tuple(board.cells[rank * SIZE : (rank + 1) * SIZE] for rank in reversed(range(SIZE)))
        return PrologForm(
            "tab", rows, {f"{piece.player + 1}-{number_of(code)}": code for code, piece in self.pieces.items()}
        )

    def counterpart(self, piece: int) -> int:
        return piece + LARGEST_NUMBER if piece <= LARGEST_NUMBER else piece - LARGEST_NUMBER

    def swap_numbers(self, numbers: dict[int, int]) -> dict[int, int]:
        return {CAPTURED: numbers[CAPTURED + 1], CAPTURED + 1: numbers[CAPTURED]}

    def lessons(self) -> list[Lesson]:
        return [
            Lesson(
                Text("Set-up", "Posição inicial"),
                Text(
                    "Each side has twelve pieces, numbered from 1 to 12. Black moves first; then the sides take turns. "
                    "Nobody may pass.",
                    "Cada lado tem doze peças, numeradas de 1 a 12. As Pretas começam; depois jogam à vez. Ninguém pode "
                    "passar.",
                ),
                self.start_fen(),
            ),
            Lesson(
                Text("Moves", "Movimentos"),
                Text(
                    "Count the pieces of either colour next to your piece, diagonals included: it moves exactly that many "
                    "cells in a straight line, in any of the eight directions. It jumps over whatever stands between, and "
                    "may not land on a piece of its own side. The 6 on d3 has three neighbours, so it goes three cells.",
                    "Conte as peças de qualquer cor à volta da sua peça, diagonais incluídas: ela anda exatamente esse "
                    "número de casas em linha reta, em qualquer das oito direções. Salta por cima do que estiver pelo meio "
                    "e não pode pousar numa peça do seu lado. O 6 em d3 tem três vizinhas, por isso anda três casas.",
                ),
                "W(8)W(7)1W(5)4/4W(12)1W(10)1/2W(3)1W(6)1W(9)1/1W(4)4B(1)1/2W(11)W(2)4/3B(6)1B(2)B(3)B(4)/"
                "1B(10)B(11)2B(5)2/6B(7)B(8) b",
                "d3",
            ),
            Lesson(
                Text("Captures", "Capturas"),
                Text(
                    "A piece that lands on an enemy piece captures it. Capturing is never compulsory, and a captured piece "
                    "does not come back. With eight neighbours a piece cannot move at all.",
                    "Uma peça que pousa numa peça inimiga captura-a. Capturar nunca é obrigatório e uma peça capturada não "
                    "volta. Com oito vizinhas, uma peça não se pode mexer.",
                ),
                "2B(6)5/1B(9)6/B(7)7/8/8/8/1W(12)3W(4)1W(8)/5W(6)W(5)B(1) w",
                "f1",
            ),
            Lesson(
                Text("Isolated pieces", "Peças isoladas"),
                Text(
                    "A piece without neighbours moves any distance in a straight line, jumping as well, to an empty cell "
                    "that is then next to at least two pieces; the cell it leaves does not count. It cannot capture.",
                    "Uma peça sem vizinhas anda qualquer distância em linha reta, saltando também, para uma casa vazia que "
                    "fique junto de pelo menos duas peças; a casa de onde sai não conta. Não pode capturar.",
                ),
                "1W(7)W(8)W(5)4/1W(3)3W(11)W(10)1/6W(6)1/1W(4)W(2)5/1B(10)4B(5)1/5B(2)B(6)B(4)/7B(7)/3B(11)3B(8) b",
                "d1",
            ),
            Lesson(
                Text("End", "Fim"),
                Text(
                    "You win at once when five of the numbers you have captured follow one another, such as 4, 5, 6, 7, 8, "
                    "in whatever order you took them; 12 and 1 do not follow one another. You also win when your opponent "
                    "cannot move. The third time that the same position comes about, the game is a draw. Here Black has won "
                    "with 1 to 5.",
                    "Ganha de imediato quem tiver capturado cinco números seguidos, como 4, 5, 6, 7, 8, por qualquer ordem; o "
                    "12 e o 1 não são seguidos. Também ganha quem deixar o adversário sem jogadas. À terceira vez que a "
                    "mesma posição aparece, o jogo é empate. Aqui as Pretas ganharam com 1 a 5.",
                ),
                "B(8)W(12)B(6)5/2B(5)5/4B(1)3/B(4)5B(11)1/2W(9)1W(8)3/8/2W(11)W(10)4/1B(9)3W(6)W(7)1 w",
            ),
        ]


def place_of(file: int, rank: int) -> int:
    """The number of a cell's place: the same for cells that reflections of the board exchange, the corners' 0."""
    low, high = sorted(min(place, SIZE - 1 - place) for place in (file, rank))
    return high * (high + 1) // 2 + low


def number_of(code: int) -> int:
    """The number on the piece with this code."""
    return code - LARGEST_NUMBER if code > LARGEST_NUMBER else code


def consecutive(numbers: list[int], first: int) -> list[int]:
    """The numbers that follow one another from `first` on."""
    last = first
    while last + 1 in numbers:
        last += 1
    return list(range(first, last + 1))


def in_cells(count: int) -> Text:
    """A distance in words."""
    return Text("1 cell", "1 casa") if count == 1 else Text(f"{count} cells", f"{count} casas")


GAME = FieldsOfAction
