"""Breakthrough, by Dan Troyka (2000). Bring one man to the other side of the board.

Every man steps one cell forward: straight or diagonally onto an empty cell, diagonally onto an enemy man, which it
captures. The first to reach the farthest rank wins. Every move is a step forward, so the game always ends, and the
foremost man of a side always has a move, so it never ends in a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tabuleiro.games._breakthrough_advice import (
    CELL_WEIGHTS,
    FARTHEST,
    SURROUNDINGS,
    TERMS,
    consider,
    evaluate,
    foresee,
    mirrored,
)
from tabuleiro.games._breakthrough_tables import AT_GOAL, FILES, FIRST, LAST, MEN, NOT_LEFT, SETS, WORDS
from tabuleiro.games._calibration import read_calibration
from tabuleiro.games._weights import read_weights
from tabuleiro.rules.board import LARGEST, Board, Zone
from tabuleiro.rules.description import (
    BLACK_SIDE,
    MIRROR,
    TURN_AROUND,
    WHITE_SIDE,
    Lesson,
    Option,
    Piece,
    PrologForm,
    Setup,
)
from tabuleiro.rules.errors import InvalidPosition
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Fact, Position
from tabuleiro.rules.primitives import (
    GOAL,
    GOES_ON,
    KEY,
    NO_PIECES,
    TURN,
    carry,
    cell_keys,
    chance,
    compiled,
    count_bits,
    lowest_bit,
    move,
    nth_bit,
    origin_of,
    pass_turn,
    put,
    remove,
    shift_down,
    shift_up,
    signed,
    target_of,
    verdict,
    without_lowest,
)
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

WHITE_MAN, BLACK_MAN = 1, 2


@compiled
def settle(rules: Numbers, state: Numbers) -> None:
    """Count the men, gather them into sets of bits, and see whether the side that moved last stands on its goal."""
    for player in range(2):
        state[MEN + player] = 0
        for word in range(rules[WORDS]):
            state[rules[SETS] + player * rules[WORDS] + word] = 0
    for cell in range(rules[FIRST], rules[LAST]):
        if state[cell] != 0:
            player = state[cell] - 1
            state[MEN + player] += 1
            flip(rules, state, player, cell)
    mover = 1 - state[TURN]
    state[AT_GOAL] = 0
    for file in range(rules[FILES]):
        cell = rules[LAST] - 1 - file if mover == 0 else rules[FIRST] + file
        if state[cell] == mover + 1:
            state[AT_GOAL] = 1
    state[KEY] = cell_keys(rules, state, rules[FIRST], rules[LAST])


@compiled
def flip(rules: Numbers, state: Numbers, player: int, cell: int) -> None:
    """Put a cell into the set of a player's men, or take it out."""
    bit = cell - rules[FIRST]
    state[rules[SETS] + player * rules[WORDS] + (bit >> 6)] ^= shift_up(1, bit & 63)


@compiled
def steps(rules: Numbers, state: Numbers, word: int) -> tuple[int, int, int]:
    """The men that can step to the left, straight, and to the right, of those in one word of the side to move.

    Straight onto an empty cell, diagonally onto any cell without a man of one's own.
    """
    files, words, turn = rules[FILES], rules[WORDS], state[TURN]
    own_set = rules[SETS] + turn * words
    other_set = rules[SETS] + (1 - turn) * words
    own = state[own_set + word]
    occupied = own | state[other_set + word]
    own_ahead, occupied_ahead = 0, 0
    next_word = word + 1 - 2 * turn
    if 0 <= next_word < words:
        own_ahead = state[own_set + next_word]
        occupied_ahead = own_ahead | state[other_set + next_word]
    # Which cells have a man of one's own (for the straight step: any man) one step forward of them?
    if turn == 0:
        left = shift_down(own, files - 1) | shift_up(own_ahead, 65 - files)
        straight = shift_down(occupied, files) | shift_up(occupied_ahead, 64 - files)
        right = shift_down(own, files + 1) | shift_up(own_ahead, 63 - files)
    else:
        left = shift_up(own, files + 1) | shift_down(own_ahead, 63 - files)
        straight = shift_up(occupied, files) | shift_down(occupied_ahead, 64 - files)
        right = shift_up(own, files - 1) | shift_down(own_ahead, 65 - files)
    return own & rules[NOT_LEFT + word] & ~left, own & ~straight, own & rules[NOT_LEFT + words + word] & ~right


@compiled
def legal_moves(rules: Numbers, state: Numbers, moves: Numbers) -> int:
    """Lists the steps forward, man by man."""
    forward = rules[FILES] if state[TURN] == 0 else -rules[FILES]
    count = 0
    for word in range(rules[WORDS]):
        left, straight, right = steps(rules, state, word)
        men = left | straight | right
        while men != 0:
            bit = lowest_bit(men)
            men = without_lowest(men)
            cell = rules[FIRST] + 64 * word + bit
            # Always written, but kept only if it counts: quicker than an unpredictable branch.
            put(moves, count, move(cell, cell + forward - 1))
            count += shift_down(left, bit) & 1
            put(moves, count, move(cell, cell + forward))
            count += shift_down(straight, bit) & 1
            put(moves, count, move(cell, cell + forward + 1))
            count += shift_down(right, bit) & 1
    return count


@compiled
def random_move(rules: Numbers, state: Numbers, moves: Numbers, random: Numbers) -> int:
    """A random legal move, found by counting instead of listing."""
    forward = rules[FILES] if state[TURN] == 0 else -rules[FILES]
    count = 0
    for word in range(rules[WORDS]):
        left, straight, right = steps(rules, state, word)
        moves[3 * word], moves[3 * word + 1], moves[3 * word + 2] = left, straight, right
        count += count_bits(left) + count_bits(straight) + count_bits(right)
    number = chance(random, count)
    for word in range(rules[WORDS]):
        left, straight, right = moves[3 * word], moves[3 * word + 1], moves[3 * word + 2]
        before_straight = count_bits(left)
        before_right = before_straight + count_bits(straight)
        all_here = before_right + count_bits(right)
        if number < all_here:
            to_left, not_right = number < before_straight, number < before_right
            men = left if to_left else straight if not_right else right
            number -= 0 if to_left else before_straight if not_right else before_right
            cell = rules[FIRST] + 64 * word + nth_bit(men, number)
            return move(cell, cell + forward + (-1 if to_left else 0 if not_right else 1))
        number -= all_here
    return -1


@compiled
def play(rules: Numbers, state: Numbers, chosen: int, taken: Numbers) -> int:
    """Step, and capture the enemy man that stands there."""
    origin, target, turn = origin_of(chosen), target_of(chosen), state[TURN]
    captures = 0
    if state[target] != 0:
        captures = put(taken, 0, target)
        remove(rules, state, target)
        flip(rules, state, 1 - turn, target)
        state[MEN + 1 - turn] -= 1
    carry(rules, state, origin, target)
    flip(rules, state, turn, origin)
    flip(rules, state, turn, target)
    rank_ahead = target + rules[FILES] if turn == 0 else target - rules[FILES]
    state[AT_GOAL] = 0 if rules[FIRST] <= rank_ahead < rules[LAST] else 1
    pass_turn(rules, state)
    return captures


@compiled
def outcome(rules: Numbers, state: Numbers, occurrences: int) -> int:
    """The mover wins on the farthest rank, or when the other side has no men left."""
    mover = 1 - state[TURN]
    if state[AT_GOAL] != 0:
        return verdict(mover, GOAL)
    if state[MEN + 1 - mover] == 0:
        return verdict(mover, NO_PIECES)
    return GOES_ON


HOME_ROWS = {
    1: Text("the rank nearest to it", "a linha mais próxima de si"),
    2: Text("the two ranks nearest to it", "as duas linhas mais próximas de si"),
}


class Breakthrough(Game):
    name = "breakthrough"
    title = same("Breakthrough")
    designer = "Dan Troyka"
    year = same("2000")
    goal = Text("Bring one man to the farthest rank.", "Leve um peão até à linha mais distante.")
    link = "https://en.wikipedia.org/wiki/Breakthrough_(board_game)"
    uci_name = "breakthrough"
    sides = (WHITE_SIDE, BLACK_SIDE)
    functions = {
        "settle": settle,
        "legal_moves": legal_moves,
        "play": play,
        "outcome": outcome,
        "random_move": random_move,
        "evaluate": evaluate,
        "foresee": foresee,
        "consider": consider,
    }
    terms = TERMS
    win_scale = 60
    options = {
        "files": Option(8, Text("width of the board", "largura do tabuleiro"), numbers=range(2, LARGEST + 1)),
        "ranks": Option(8, Text("length of the board", "comprimento do tabuleiro"), numbers=range(4, LARGEST + 1)),
        "home_rows": Option(2, Text("rows of men at the start", "linhas de peões no início"), numbers=range(1, 3)),
    }
    variants = {
        "7x7": ({"files": 7, "ranks": 7}, Text("a smaller board", "um tabuleiro mais pequeno")),
        "6x6": ({"files": 6, "ranks": 6}, Text("a short game", "um jogo curto")),
        "5x5": ({"files": 5, "ranks": 5}, Text("solved: the second player wins", "resolvido: ganha o segundo jogador")),
    }
    has_draws = False
    symmetries = (MIRROR, TURN_AROUND)

    def read_variant(self, text: str) -> Mapping[str, str | int]:
        size = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text)
        if not size:
            return super().read_variant(text)
        return {
            name: self.options[name].read(name, value)
            for name, value in zip(("files", "ranks"), size.groups(), strict=True)
        }

    def variant_names(self) -> Iterable[tuple[str, Mapping[str, str | int]]]:
        yield "", {}
        files, ranks = self.settings["files"], self.settings["ranks"]
        yield f"{files}x{ranks}", {"files": files, "ranks": ranks}

    def make_board(self) -> Board:
        files, ranks = int(self.settings["files"]), int(self.settings["ranks"])
        plain = Board(files, ranks, walls=False)
        goals = (
            Zone(
                Text("White's goal", "meta das Brancas"),
                "goal",
                tuple(plain.name[cell] for cell in plain.cells[-files:]),
            ),
            Zone(
                Text("Black's goal", "meta das Pretas"), "goal", tuple(plain.name[cell] for cell in plain.cells[:files])
            ),
        )
        return Board(files, ranks, walls=False, zones=goals)

    def make_pieces(self) -> tuple[Piece, ...]:
        return (
            Piece(WHITE_MAN, "P", 0, Text("the white man", "o peão branco"), "○"),
            Piece(BLACK_MAN, "p", 1, Text("the black man", "o peão preto"), "●"),
        )

    @property
    def words(self) -> int:
        """How many words of 64 bits the cells need."""
        return (len(self.board.cells) + 63) // 64

    @property
    def extra_slots(self) -> int:
        return 2 * self.words

    def make_rules(self) -> list[int]:
        board = self.board
        sets = []
        for edge in (0, board.files - 1):
            bits = sum(1 << n for n, cell in enumerate(board.cells) if board.place(cell)[0] != edge)
            sets += [signed(bits >> 64 * word & (1 << 64) - 1) for word in range(self.words)]
        ends = (board.cells[0], board.cells[-1] + 1)
        around = CELL_WEIGHTS + len(board.cells)
        return [board.files, board.ranks, self.words, *ends, board.slots, around, *sets]

    @property
    def weights_file(self) -> str:
        return self.name

    def weights_of(self, parts: dict[str, Any]) -> list[int]:
        """The table of weights, put together from the parts of a file, which is about the usual board."""
        files, ranks = self.board.files, self.board.ranks
        passed = parts["passed"] + parts["passed"][-1:] * (LARGEST - len(parts["passed"]))
        places = parts["places"]
        cells = [
            # On boards of other lengths a rank is worth what the one at the same part of the way is on the usual board.
            places[round(rank * (len(places) - 1) / (ranks - 1))][min(file, files - 1 - file, len(places[0]) - 1)]
            for rank in range(ranks)
            for file in range(files)
        ]
        around = [
            parts["surroundings"].get(str(steps), {}).get(str(min(seen, mirrored(seen))), 0)
            for steps in range(FARTHEST + 1)
            for seen in range(SURROUNDINGS)
        ]
        return [parts["man"], parts["turn"], *passed, *cells, *around]

    def calibration(self) -> dict[str, Any] | None:
        return read_calibration(self.id, self.name)

    def weight_parts(self) -> dict[str, Any]:
        return read_weights(self.weights_file)

    def start_fen(self) -> str:
        files, ranks, home = (int(self.settings[name]) for name in ("files", "ranks", "home_rows"))
        rows = ["p" * files] * home + [str(files)] * (ranks - 2 * home) + ["P" * files] * home
        return "/".join(rows) + " w"

    @property
    def max_moves(self) -> int:
        return 3 * int(self.settings["files"]) * int(self.settings["home_rows"])

    @property
    def max_plies(self) -> int:
        files, ranks, home = (int(self.settings[name]) for name in ("files", "ranks", "home_rows"))
        # Every ply is a step forward; a man has all ranks ahead of its home but the last, where the game ends.
        return 2 * sum(files * (ranks - 2 - row) for row in range(home)) + 1

    def check(self, setup: Setup) -> None:
        board, most = self.board, int(self.settings["files"]) * int(self.settings["home_rows"])
        for side, man in zip(self.sides, (WHITE_MAN, BLACK_MAN), strict=True):
            if setup.count(man) > most:
                raise InvalidPosition(
                    Text(
                        "{side} has {count} men; the set-up has {most}.",
                        "{side}: {count} peões; a posição inicial tem {most}.",
                    ).fill(side=side.title, count=setup.count(man), most=most)
                )
        if not setup.cells:
            raise InvalidPosition(Text("There are no men on the board.", "Não há peões no tabuleiro."))
        arrived = [
            [board.name[cell] for cell, piece in setup.cells.items() if piece == man and board.place(cell)[1] == rank]
            for man, rank in ((WHITE_MAN, board.ranks - 1), (BLACK_MAN, 0))
        ]
        if arrived[0] and arrived[1]:
            raise InvalidPosition(
                Text("Both sides stand on their goal: {cells}.", "Os dois lados estão na sua meta: {cells}.").fill(
                    cells=", ".join(arrived[0] + arrived[1])
                )
            )
        waiting = setup.turn
        if arrived[waiting] or len(arrived[1 - waiting]) > 1:
            raise InvalidPosition(
                Text(
                    "The game was over before the last move: {cells} had reached the goal.",
                    "O jogo já tinha terminado antes da última jogada: {cells} já na meta.",
                ).fill(cells=", ".join(arrived[0] + arrived[1]))
            )
        if (
            not setup.count(BLACK_MAN if setup.turn else WHITE_MAN) == 0
            and setup.count(WHITE_MAN if setup.turn else BLACK_MAN) == 0
        ):
            raise InvalidPosition(
                Text(
                    "{side} has no men left, so it cannot be the other side's turn.",
                    "{side}: já sem peões, por isso não pode ser a vez do outro lado.",
                ).fill(side=self.sides[1 - setup.turn].title)
            )

    def explain(self, position: Position, origin: int, target: int) -> Text:
        board, turn = self.board, position.turn
        (file, rank), (to_file, to_rank) = board.place(origin), board.place(target)
        cells = {"origin": board.name[origin], "target": board.name[target]}
        up = (to_rank - rank) * (1 if turn == 0 else -1)
        if up <= 0:
            return Text(
                "The man on {origin} moves forward only; {target} is not ahead of it.",
                "O peão em {origin} só anda para a frente; {target} não fica à sua frente.",
            ).fill(**cells)
        if up > 1 or abs(to_file - file) > 1:
            return Text(
                "The man on {origin} moves one cell, straight ahead or diagonally; {target} is too far.",
                "O peão em {origin} anda uma casa, em frente ou na diagonal; {target} fica longe demais.",
            ).fill(**cells)
        if int(position.state[target]) == turn + 1:
            return Text("There is a man of your own on {target}.", "Há um peão seu em {target}.").fill(**cells)
        return Text(
            "The man on {origin} captures diagonally only; {target} is straight ahead and occupied.",
            "O peão em {origin} só captura na diagonal; {target} fica em frente e está ocupada.",
        ).fill(**cells)

    def prolog(self) -> PrologForm:
        """`initBoard([[1,1,…],…])`: line 1 first, 1 for White, 2 for Black."""
        board = self.board
        rows = tuple(board.cells[rank * board.files : (rank + 1) * board.files] for rank in range(board.ranks))
        return PrologForm("initBoard", rows, {"1": WHITE_MAN, "2": BLACK_MAN})

    def counterpart(self, piece: int) -> int:
        return 3 - piece

    def facts(self, position: Position) -> Iterable[Fact]:
        for player in range(2):
            yield Fact("men", Text("men", "peões"), same(str(int(position.state[MEN + player]))), player)

    def lessons(self) -> list[Lesson]:
        small = self.settings["files"] == 8 and self.settings["ranks"] == 8
        return [
            Lesson(
                Text("Set-up", "Posição inicial"),
                Text(
                    "Each side's men fill {rows}. White moves first, from the bottom; then the sides take turns. Nobody may pass.",
                    "Os peões de cada lado enchem {rows}. As Brancas, em baixo, começam; depois jogam à vez. Ninguém pode passar.",
                ).fill(rows=HOME_ROWS[int(self.settings["home_rows"])]),
                self.start_fen(),
            ),
            Lesson(
                Text("Moves", "Movimentos"),
                Text(
                    "A man moves one cell forward, straight or diagonally, onto an empty cell. Never sideways, never back.",
                    "Um peão anda uma casa para a frente, a direito ou na diagonal, para uma casa vazia. Nunca para o lado nem para trás.",
                ),
                "8/3p4/8/8/4P3/8/8/8 w" if small else None,
                "e4" if small else None,
            ),
            Lesson(
                Text("Captures", "Capturas"),
                Text(
                    "A man captures an enemy man by stepping diagonally forward onto it. A man straight ahead blocks the way. "
                    "Capturing is never compulsory.",
                    "Um peão captura um peão inimigo avançando na diagonal para a casa dele. Um peão em frente bloqueia o caminho. "
                    "Capturar nunca é obrigatório.",
                ),
                "8/8/8/3ppp2/4P3/8/8/8 w" if small else None,
                "e4" if small else None,
            ),
            Lesson(
                Text("End", "Fim"),
                Text(
                    "You win at once when a man of yours reaches the farthest rank, or when your opponent has no men left. There are no draws.",
                    "Ganha quem primeiro levar um peão à linha mais distante, ou quem capturar todos os peões do adversário. Não há empates.",
                ),
                "8/4P3/8/8/8/8/1p6/8 w" if small else None,
                "e7" if small else None,
            ),
        ]


GAME = Breakthrough
