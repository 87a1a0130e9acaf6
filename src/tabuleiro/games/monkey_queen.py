"""Monkey Queen, by Mark Steere (2011). Capture the enemy queen, or leave your opponent without a move.

A queen is a stack that slides like a chess queen and leaves a baby behind on each move that captures nothing, so she grows
shorter. Babies slide the same way, but unless they capture they must come nearer to the enemy queen. Queens can give birth
only a limited number of times and babies cannot come nearer forever, so the game always ends, and never in a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import isqrt
from typing import TYPE_CHECKING, Any

from tabuleiro.games._calibration import read_calibration
from tabuleiro.games._monkey_queen_advice import TERMS, WEIGHTS, consider, evaluate, foresee, skip
from tabuleiro.games._monkey_queen_tables import (
    AXES,
    BABIES,
    BABY,
    CROSSINGS,
    DIRECTIONS,
    ENDS,
    FARTHEST,
    FIRST,
    FREELY,
    LAST,
    LINE_COUNT,
    LINES,
    NEARER,
    PLACES,
    QUEEN,
    SETS,
    SHORTEST_QUEEN,
    STEPS,
    TABLES,
    TALLEST,
    WHITE_BABY,
    WORDS,
    flip,
    flip_lines,
)
from tabuleiro.games._weights import read_weights
from tabuleiro.rules.board import EIGHT, Board
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
    Symmetry,
)
from tabuleiro.rules.errors import InvalidPosition, UnknownGame
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Fact, Mark, Position
from tabuleiro.rules.primitives import (
    GOES_ON,
    KEY,
    QUEEN_CAPTURED,
    TURN,
    carry,
    cell_keys,
    compiled,
    highest_bit,
    lowest_bit,
    move,
    origin_of,
    pass_turn,
    place,
    put,
    remove,
    target_of,
    verdict,
    without_lowest,
)
from tabuleiro.rules.texts import Text, listing, same

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers


@compiled
def settle(rules: Numbers, state: Numbers) -> None:
    """Find the queens, count the babies, and gather the pieces into sets and lines of bits."""
    for player in range(2):
        state[QUEEN + player], state[BABIES + player] = 0, 0
    for word in range(2 * rules[WORDS]):
        state[rules[SETS] + word] = 0
    for line in range(rules[LINE_COUNT]):
        state[rules[LINES] + line] = rules[rules[ENDS] + line]
    for cell in range(rules[FIRST], rules[LAST]):
        if state[cell] > 0:
            player = state[cell] & 1
            flip(rules, state, player, cell)
            flip_lines(rules, state, cell)
            if state[cell] >> 1 == BABY:
                state[BABIES + player] += 1
            else:
                state[QUEEN + player] = cell
    state[KEY] = cell_keys(rules, state, rules[FIRST], rules[LAST])


@compiled
def legal_moves(rules: Numbers, state: Numbers, moves: Numbers) -> int:
    """Lists slides: queens of three and more to any free cell, babies nearer to the enemy queen; all may capture."""
    turn = state[TURN]
    enemy_queen = rules[rules[PLACES] + state[QUEEN + 1 - turn]]
    count = 0
    for word in range(rules[WORDS]):
        pieces = state[rules[SETS] + turn * rules[WORDS] + word]
        while pieces != 0:
            cell = rules[FIRST] + 64 * word + lowest_bit(pieces)
            pieces = without_lowest(pieces)
            height = state[cell] >> 1
            if height == BABY:
                reach = rules[NEARER] + enemy_queen - rules[rules[PLACES] + cell]
            elif height == SHORTEST_QUEEN:
                reach = rules[NEARER]
            else:
                reach = FREELY
            for axis in range(AXES):
                crossing = rules[rules[CROSSINGS] + AXES * cell + axis]
                line, bit = state[crossing >> 5], crossing & 31
                ahead = lowest_bit(line & -(2 << bit)) - bit
                behind = bit - highest_bit(line & (1 << bit) - 1)
                step = rules[STEPS + axis]
                count = slide(state, moves, count, cell, step, ahead, rules[reach + axis])
                count = slide(state, moves, count, cell, -step, behind, rules[reach + AXES + axis])
    return count


@compiled
def slide(state: Numbers, moves: Numbers, count: int, cell: int, step: int, met: int, reach: int) -> int:
    """Write the moves to at most `reach` free cells, and the capture of what is met after `met` steps if it is an enemy."""
    free = min(met - 1, reach)
    # Four moves are always written and only the first `free` are kept: quicker than a loop of unknown length.
    first = move(cell, cell + step)
    put(moves, count, first)
    put(moves, count + 1, first + step)
    put(moves, count + 2, first + 2 * step)
    put(moves, count + 3, first + 3 * step)
    for further in range(4, free):
        put(moves, count + further, first + further * step)
    count += free
    target = cell + met * step
    put(moves, count, move(cell, target))
    captures: int = (state[target] ^ state[TURN]) & 1 & (state[target] > 0)
    return count + captures


@compiled
def play(rules: Numbers, state: Numbers, move: int, taken: Numbers) -> int:
    """Slide, and capture what stands on the target; a queen that captures nothing leaves a baby behind."""
    origin, target, turn = origin_of(move), target_of(move), state[TURN]
    captures = 0
    if state[target] != 0:
        captures = put(taken, 0, target)
        if remove(rules, state, target) >> 1 == BABY:
            state[BABIES + 1 - turn] -= 1
        else:
            state[QUEEN + 1 - turn] = 0
        flip(rules, state, 1 - turn, target)
    else:
        flip_lines(rules, state, target)
    height = state[origin] >> 1
    if height != BABY:
        state[QUEEN + turn] = target
    flip(rules, state, turn, target)
    if height == BABY or captures > 0:
        carry(rules, state, origin, target)
        flip(rules, state, turn, origin)
        flip_lines(rules, state, origin)
    else:
        place(rules, state, target, remove(rules, state, origin) - 2)
        place(rules, state, origin, WHITE_BABY + turn)
        state[BABIES + turn] += 1
    pass_turn(rules, state)
    return captures


@compiled
def outcome(rules: Numbers, state: Numbers, occurrences: int) -> int:
    """The mover wins by capturing the enemy queen."""
    if state[QUEEN + state[TURN]] == 0:
        return verdict(1 - state[TURN], QUEEN_CAPTURED)
    return GOES_ON


Way = tuple[int, int]
"""From one cell to another, in (files, ranks)."""


def squared_length(way: Way) -> int:
    """The square of the straight-line distance."""
    return way[0] ** 2 + way[1] ** 2


def steps_of_a_king(way: Way) -> int:
    """The distance in steps of a chess king."""
    return max(abs(way[0]), abs(way[1]))


# "The straight line distance must be shortened", says the author; one other program counts steps instead. Only which of
# two distances is shorter matters, so squares will do.
METRICS = {"euclid": squared_length, "chebyshev": steps_of_a_king}


def bearing_of(way: Way) -> int:
    """What the table of rules says under BEARING about a baby from which a queen is that way."""
    shorter, longer = sorted(min(abs(steps), FARTHEST) for steps in way)
    return longer * (longer + 1) // 2 + shorter


class MonkeyQueen(Game):
    name = "monkey-queen"
    title = same("Monkey Queen")
    designer = "Mark Steere"
    year = same("2011")
    goal = Text(
        "Capture the enemy queen, or leave your opponent without a move.",
        "Capture a rainha inimiga, ou deixe o adversário sem jogadas.",
    )
    link = "http://www.marksteeregames.com/Monkey_Queen_rules.html"
    sides = (WHITE_SIDE, BLACK_SIDE)
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
    win_scale = 220
    options = {
        "n": Option(12, Text("size of the board", "tamanho do tabuleiro"), numbers=range(6, 19, 2)),
        "h": Option(20, Text("height of the stacks", "altura das pilhas"), numbers=range(3, TALLEST + 1)),
        "pie": Option(
            "yes",
            Text("may the second player exchange seats?", "pode o segundo jogador trocar de lugar?"),
            words=("yes", "no"),
        ),
        "metric": Option(
            "euclid",
            Text("how a baby measures its distance to the queen", "como um bebé mede a distância à rainha"),
            words=tuple(METRICS),
        ),
    }
    variants = {
        "8x8-12": ({"n": 8, "h": 12}, Text("a smaller board", "um tabuleiro mais pequeno")),
        "6x6-6": ({"n": 6, "h": 6}, Text("a short game", "um jogo curto")),
    }
    has_draws = False
    # No piece has a forward: any turn or reflection of the board keeps the rules.
    symmetries = (TURN_AROUND, MIRROR, Symmetry("diagonal mirror", lambda file, rank, files, ranks: (rank, file)))

    def __init__(self, variant: str = "", **switches: object) -> None:
        super().__init__(variant, **switches)
        self.pie_rule = self.settings["pie"] == "yes"

    def read_variant(self, text: str) -> Mapping[str, str | int]:
        form = re.fullmatch(r"(\d{1,3})x(\d{1,3})-(\d{1,3})", text)
        if form and form[1] == form[2]:
            return {"n": self.options["n"].read("n", form[1]), "h": self.options["h"].read("h", form[3])}
        if form or re.fullmatch(r"\d{1,3}x\d{1,3}", text):
            raise UnknownGame(
                Text(
                    "{game}:{text} is not a size: the board is square and the height of the stacks follows, as in "
                    "{game}:8x8-12.",
                    "{game}:{text} não é um tamanho: o tabuleiro é quadrado e segue-se a altura das pilhas, como em "
                    "{game}:8x8-12.",
                ).fill(game=self.name, text=text)
            )
        return super().read_variant(text)

    def variant_names(self) -> Iterable[tuple[str, Mapping[str, str | int]]]:
        yield "", {}
        yield f"{self.size}x{self.size}-{self.height}", {"n": self.size, "h": self.height}

    @property
    def size(self) -> int:
        """How many files and ranks the board has."""
        return int(self.settings["n"])

    @property
    def height(self) -> int:
        """How high the stacks are at the start: how many checkers each side has."""
        return int(self.settings["h"])

    def make_board(self) -> Board:
        return Board(self.size, self.size)

    def make_pieces(self) -> tuple[Piece, ...]:
        babies = (Text("the white baby", "o bebé branco"), Text("the black baby", "o bebé preto"))
        queens = (Text("the white queen", "a rainha branca"), Text("the black queen", "a rainha preta"))
        pieces = [
            Piece(WHITE_BABY + player, "Bb"[player], player, babies[player], f"{'wb'[player]}{BABY}")
            for player in range(2)
        ]
        pieces += [
            Piece(
                2 * height + player,
                f"{'Qq'[player]}({height})",
                player,
                queens[player],
                f"{'wb'[player]}{height}",
                "stack",
                str(height),
            )
            for player in range(2)
            for height in range(SHORTEST_QUEEN, self.height + 1)
        ]
        return tuple(pieces)

    @property
    def words(self) -> int:
        """How many words of 64 bits the slots from a1 to the last cell need."""
        return (self.board.cells[-1] - self.board.cells[0]) // 64 + 1

    @property
    def line_count(self) -> int:
        """How many lines the board has: files, ranks and diagonals both ways."""
        return 2 * self.size + 2 * (2 * self.size - 1)

    @property
    def extra_slots(self) -> int:
        return 2 * self.words + self.line_count

    def steps_nearer(self, way: Way, direction: Way) -> int:
        """How many steps in a direction bring a baby nearer to the enemy queen, who is that way from it.

        Distances along a line fall and then rise, so where some steps bring the baby nearer, fewer do as well.
        """
        distance = METRICS[str(self.settings["metric"])]
        steps = 0
        while distance((way[0] - direction[0] * (steps + 1), way[1] - direction[1] * (steps + 1))) < distance(way):
            steps += 1
        return steps

    def make_rules(self) -> list[int]:
        board, size = self.board, self.size
        sets, lines = board.slots, board.slots + 2 * self.words
        span = range(1 - size, size)
        ends, crossings, places = [0] * self.line_count, [0] * (AXES * board.slots), [0] * board.slots
        # In the order of EIGHT: files, rising diagonals, ranks, falling diagonals.
        offsets = (0, 2 * size - 1, 3 * size - 1, 4 * size - 1)
        for cell in board.cells:
            file, rank = board.place(cell)
            places[cell] = DIRECTIONS * (rank * len(span) + file)
            for axis, (number, along) in enumerate(
                ((file, rank), (file - rank, file), (rank, file), (file + rank, file))
            ):
                line, bit = offsets[axis] + number, along + 1
                crossings[AXES * cell + axis] = lines + line << 5 | bit
                if board.reach(cell, EIGHT[axis]) == 0:
                    ends[line] |= 1 << bit + 1
                if board.reach(cell, EIGHT[AXES + axis]) == 0:
                    ends[line] |= 1 << bit - 1
        nearer = [self.steps_nearer((across, up), direction) for up in span for across in span for direction in EIGHT]
        at_crossings = TABLES + len(ends)
        at_places = at_crossings + len(crossings)
        at_nearer = at_places + len(places)
        middle = at_nearer + (len(nearer) - DIRECTIONS) // 2
        bearing = [bearing_of((across, up)) for up in span for across in span]
        middle_of_bearing = at_nearer + len(nearer) + len(bearing) // 2
        return [
            *(board.cells[0], board.cells[-1] + 1, sets, self.words, lines, self.line_count),
            *(TABLES, at_crossings, at_places, middle, middle_of_bearing),
            *(board.step(direction) for direction in EIGHT[:AXES]),
            *[size] * DIRECTIONS,
            *(*ends, *crossings, *places, *nearer, *bearing),
        ]

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

    def start_fen(self) -> str:
        half, empty = self.size // 2, [str(self.size)] * (self.size - 2)
        return "/".join([f"{half - 1}q({self.height}){half}", *empty, f"{half}Q({self.height}){half - 1}"]) + " w"

    @property
    def max_moves(self) -> int:
        # These pieces have no more moves than a chess queen in the middle each, nor than eight to each of the other cells.
        return max(
            min(pieces * (4 * self.size - 5), 8 * (self.size**2 - pieces))
            for pieces in range(1, min(self.height, self.size**2))
        )

    @property
    def max_plies(self) -> int:
        # A side has at most `babies` births and loses at most as many babies; the one more capture takes a queen. A baby
        # comes nearer at most once for each distance there is, and anew after its birth, its captures and each move of
        # the enemy queen: her births and her captures.
        babies = self.height - SHORTEST_QUEEN
        distance = METRICS[str(self.settings["metric"])]
        distances = {distance((files, ranks)) for files in range(self.size) for ranks in range(self.size)} - {0}
        spells = babies + babies + babies * (babies + babies)
        return 2 * (babies + babies + spells * (len(distances) - 1)) + 1

    def check(self, setup: Setup) -> None:
        name = self.board.name
        for player, side in enumerate(self.sides):
            stacks = {cell: piece >> 1 for cell, piece in setup.cells.items() if self.pieces[piece].player == player}
            queens = {cell: height for cell, height in stacks.items() if height != BABY}
            babies = len(stacks) - len(queens)
            if len(queens) > 1:
                raise InvalidPosition(
                    Text("{side} has {count} queens: {cells}.", "As {side} têm {count} rainhas: {cells}.").fill(
                        side=side.title, count=len(queens), cells=listing([same(name[cell]) for cell in sorted(queens)])
                    )
                )
            if queens and sum(stacks.values()) > self.height:
                raise InvalidPosition(
                    Text(
                        "{side} has a queen of height {queen} and {babies} babies; the stack had {height} checkers in all.",
                        "As {side} têm uma rainha de altura {queen} e {babies} bebés; a pilha tinha {height} peças ao todo.",
                    ).fill(side=side.title, queen=sum(queens.values()), babies=babies, height=self.height)
                )
            if not queens and babies > self.height - SHORTEST_QUEEN:
                raise InvalidPosition(
                    Text(
                        "{side} has {babies} babies; a stack of {height} has at most {most}, for the queen keeps a height "
                        "of two.",
                        "As {side} têm {babies} bebés; uma pilha de {height} tem no máximo {most}, porque a rainha guarda "
                        "uma altura de dois.",
                    ).fill(side=side.title, babies=babies, height=self.height, most=self.height - SHORTEST_QUEEN)
                )
            if not queens and player != setup.turn:
                raise InvalidPosition(
                    Text(
                        "{side} has no queen and so has lost: it cannot have moved last.",
                        "As {side} não têm rainha e por isso perderam: não podem ter jogado em último lugar.",
                    ).fill(side=side.title)
                )

    # --- teaching ---
    def queen_of(self, position: Position, player: int) -> int:
        """The cell of a player's queen, or 0."""
        return int(position.state[QUEEN + player])

    def way(self, origin: int, target: int) -> Way:
        """How many files and ranks lie from one cell to another."""
        (file, rank), (to_file, to_rank) = self.board.place(origin), self.board.place(target)
        return to_file - file, to_rank - rank

    def look(self, position: Position, cell: int, direction: Way) -> tuple[int, Piece | None, int]:
        """What a piece sees in a direction: how many free cells, then which piece, if any, and on which cell."""
        step = self.board.step(direction)
        free = 0
        while position.state[cell + step * (free + 1)] == 0:
            free += 1
        met = cell + step * (free + 1)
        return free, self.pieces.get(int(position.state[met])), met

    def distance_text(self, way: Way) -> Text:
        """A distance to a queen in words, exact."""
        if self.settings["metric"] == "chebyshev":
            steps = steps_of_a_king(way)
            return Text(f"{steps} steps", f"{steps} passos") if steps > 1 else Text("1 step", "1 passo")
        square = squared_length(way)
        return same(str(isqrt(square)) if isqrt(square) ** 2 == square else f"√{square}")

    def explain(self, position: Position, origin: int, target: int) -> Text:
        board, state = self.board, position.state
        piece, there = self.pieces[int(state[origin])], self.pieces.get(int(state[target]))
        words: dict[str, object] = {
            "piece": piece.name.capitalized(),
            "origin": board.name[origin],
            "target": board.name[target],
        }
        if board.line(origin, target) is None:
            return Text(
                "{piece} on {origin} slides like a chess queen, along a rank, a file or a diagonal; {target} is not in "
                "line with {origin}.",
                "{piece} em {origin} desliza como uma rainha de xadrez, numa linha, coluna ou diagonal; {target} não fica "
                "em linha com {origin}.",
            ).fill(**words)
        for cell in board.between(origin, target):
            blocker = self.pieces.get(int(state[cell]))
            if blocker is not None:
                return Text(
                    "{piece} on {origin} cannot jump: {blocker} on {cell} stands in the way to {target}.",
                    "{piece} em {origin} não pode saltar: {blocker} em {cell} está no caminho para {target}.",
                ).fill(blocker=blocker.name, cell=board.name[cell], **words)
        if there is not None:
            return Text("There is a piece of your own on {target}.", "Há uma peça sua em {target}.").fill(**words)
        if piece.code >> 1 == SHORTEST_QUEEN:
            return Text(
                "{piece} on {origin} has a height of two and cannot leave a baby behind: she may only capture, and {target} "
                "is empty.",
                "{piece} em {origin} tem altura dois e não pode deixar um bebé para trás: só pode capturar, e {target} está "
                "vazia.",
            ).fill(**words)
        queen = self.queen_of(position, 1 - position.turn)
        before, after = (self.distance_text(self.way(cell, queen)) for cell in (origin, target))
        words.update(queen=board.name[queen], before=before, after=after)
        if before == after:
            return Text(
                "{piece} on {origin} captures nothing on {target}, so it must come nearer to the enemy queen on {queen}; "
                "both cells are {before} away from her, and an equal distance is not nearer.",
                "{piece} em {origin} não captura nada em {target}, por isso tem de se aproximar da rainha inimiga em "
                "{queen}; as duas casas ficam à distância de {before}, e uma distância igual não aproxima.",
            ).fill(**words)
        return Text(
            "{piece} on {origin} captures nothing on {target}, so it must come nearer to the enemy queen on {queen}; the "
            "distance would grow from {before} to {after}.",
            "{piece} em {origin} não captura nada em {target}, por isso tem de se aproximar da rainha inimiga em {queen}; a "
            "distância cresceria de {before} para {after}.",
        ).fill(**words)

    def facts(self, position: Position) -> Iterable[Fact]:
        """Heights, babies and losses, and a warning for a queen that can be captured."""
        state, name = position.state, self.board.name
        for player in range(2):
            queen, babies = self.queen_of(position, player), int(state[BABIES + player])
            height = int(state[queen]) >> 1 if queen else 0
            value = same(str(height)) if queen else Text("captured", "capturada")
            yield Fact("queen", Text("queen's height", "altura da rainha"), value, player)
            yield Fact("babies", Text("babies", "bebés"), same(str(babies)), player)
            yield Fact(
                "lost", Text("checkers lost", "peças perdidas"), same(str(self.height - height - babies)), player
            )
            seen = [self.look(position, queen, direction) for direction in EIGHT] if queen else []
            attackers = [same(name[cell]) for _, piece, cell in seen if piece is not None and piece.player != player]
            if attackers and position.outcome is None:
                yield Fact(
                    "check",
                    Text("queen in danger", "rainha em perigo"),
                    Text("{queen} from {cells}", "{queen}, a partir de {cells}").fill(
                        queen=name[queen], cells=listing(attackers)
                    ),
                    player,
                    warning=True,
                )

    def marks(self, position: Position) -> Iterable[Mark]:
        """The heights of queens, and the directions each piece may take."""
        for cell in self.board.cells:
            piece = self.pieces.get(int(position.state[cell]))
            if piece is None:
                continue
            height, enemy_queen = piece.code >> 1, self.queen_of(position, 1 - piece.player)
            directions = []
            for direction in EIGHT:
                free, met, _ = self.look(position, cell, direction)
                may_slide = height > SHORTEST_QUEEN
                if height == BABY and enemy_queen:
                    may_slide = self.steps_nearer(self.way(cell, enemy_queen), direction) > 0
                if (free and may_slide) or (met is not None and met.player != piece.player):
                    directions.append(direction)
            text, key = ("", "baby") if height == BABY else (str(height), "height")
            yield Mark(self.board.name[cell], key, text, tuple(directions), on_piece=True)

    def prolog(self) -> PrologForm:
        """`initialBoard([[0,…,b-20,…],…])`: the top rank first, colour and height of each stack."""
        board = self.board
        rows = tuple(board.cells[rank * self.size : (rank + 1) * self.size] for rank in reversed(range(self.size)))
        atoms = {f"{self.sides[piece.player].letter}-{code >> 1}": code for code, piece in self.pieces.items()}
        return PrologForm("initialBoard", rows, atoms)

    def counterpart(self, piece: int) -> int:
        return piece ^ 1

    def lessons(self) -> list[Lesson]:
        pictured = self.size == 12 and self.height == 20

        def picture(fen: str, cell: str) -> tuple[str | None, str | None]:
            return (fen, cell) if pictured else (None, None)

        measured = {
            "euclid": Text("in a straight line", "em linha reta"),
            "chebyshev": Text("in steps of a chess king", "em passos de um rei de xadrez"),
        }[str(self.settings["metric"])]
        lessons = [
            Lesson(
                Text("Set-up", "Posição inicial"),
                Text(
                    "Each side has one queen: a stack of {height} checkers. White moves first; then the sides take turns. "
                    "Nobody may pass.",
                    "Cada lado tem uma rainha: uma pilha de {height} peças. As Brancas começam; depois jogam à vez. Ninguém "
                    "pode passar.",
                ).fill(height=self.height),
                self.start_fen(),
            ),
            Lesson(
                Text("The queen", "A rainha"),
                Text(
                    "She slides like a chess queen over any number of free cells. When she goes to an empty cell she leaves "
                    "her lowest checker behind as a baby. When she captures she goes there whole. With a height of two she "
                    "may only capture.",
                    "Desliza como uma rainha de xadrez por qualquer número de casas livres. Quando vai para uma casa vazia, "
                    "deixa a peça de baixo para trás: um bebé. Quando captura, vai inteira. Com altura dois só pode "
                    "capturar.",
                ),
                *picture("12/10q(4)1/12/12/12/12/3B8/4B7/3Q(5)1b6/12/3b8/12 w", "d4"),
            ),
            Lesson(
                Text("Babies", "Bebés"),
                Text(
                    "A baby slides like a queen too, but to an empty cell only if it ends nearer to the enemy queen, "
                    "measured {measured}. An equal distance is not nearer.",
                    "Um bebé também desliza como uma rainha, mas só vai para uma casa vazia se ficar mais perto da rainha "
                    "inimiga, medindo {measured}. Uma distância igual não conta como mais perto.",
                ).fill(measured=measured),
                *picture("12/12/12/12/12/12/5q(6)6/12/2B9/12/12/11Q(5) w", "c4"),
            ),
            Lesson(
                Text("Captures", "Capturas"),
                Text(
                    "Queens and babies capture the first enemy piece they meet on a line, queen or baby, in any direction, "
                    "even away from the enemy queen. It leaves the game. Capturing is never compulsory.",
                    "Rainhas e bebés capturam a primeira peça inimiga que encontram numa linha, rainha ou bebé, em qualquer "
                    "direção, mesmo afastando-se da rainha inimiga. A peça sai do jogo. Capturar nunca é obrigatório.",
                ),
                *picture("12/12/12/12/7q(9)4/12/12/4B7/12/12/7b4/2Q(4)9 w", "e5"),
            ),
            Lesson(
                Text("End", "Fim"),
                Text(
                    "You win by capturing the enemy queen, or when your opponent has no move. There is no check: nobody "
                    "stops you from leaving your queen where she can be captured. There are no draws.",
                    "Ganha quem capturar a rainha inimiga, ou quem deixar o adversário sem jogadas. Não há xeque: ninguém o "
                    "impede de deixar a sua rainha onde pode ser capturada. Não há empates.",
                ),
                *picture("12/12/12/B11/8b3/2Q(7)3b5/8q(9)3/12/12/12/12/12 b", "g7"),
            ),
        ]
        if self.pie_rule:
            lessons.append(
                Lesson(
                    Text("Exchange of seats", "Troca de lugares"),
                    Text(
                        "After White's first move, and only then, the second player may exchange seats instead of moving: "
                        "the players change colours and the board stays as it is.",
                        "Depois da primeira jogada das Brancas, e só então, o segundo jogador pode trocar de lugar em vez de "
                        "jogar: os jogadores trocam de cor e o tabuleiro fica como está.",
                    ),
                )
            )
        return lessons


GAME = MonkeyQueen
