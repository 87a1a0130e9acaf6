"""Trench, by Rui Alípio Monteiro (2013). Capture more than the enemy captures, from either side of a trench.

The board is a chessboard standing on its corner. The trench crosses it from the left corner to the right, with Black's
territory below and White's above. Five kinds of men, from soldier to general, move in straight lines: the higher the
rank, the farther and in the more directions. A man in the trench is safe from the front, and may capture several men
in one move; but it does not capture backwards, and it can itself be captured from behind.

Words for directions are those of the diamond, seen from the man's own side: *straight ahead* leads towards the far
corner (for Black one file and one rank up), *diagonally* along a file or a rank.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tabuleiro.games import _trench_words as words
from tabuleiro.games._calibration import read_calibration
from tabuleiro.games._trench_advice import TERMS, WEIGHTS, consider, evaluate, foresee, skip, table_key
from tabuleiro.games._trench_lines import (
    ARMY,
    BLACK,
    DIAGONALS,
    ENEMY_LAND,
    EQUAL_TURNS,
    GENERAL,
    GENERAL_WINS,
    GENERALS,
    LINES,
    MEN,
    MEN_OF_RANK,
    MOST_PLIES,
    MOST_QUIET,
    OWN_LAND,
    PLIES,
    QUIET,
    RANK_SETS,
    RANKS,
    SETS,
    STARS,
    STRAIGHT,
    TARGET,
    TRENCH,
    WHITE,
    lines,
    reached,
    step_towards,
)
from tabuleiro.games._weights import read_weights
from tabuleiro.rules.board import DIAMOND, EIGHT, FIRST_SLOT, SQUARE, Board, Zone
from tabuleiro.rules.description import (
    BLACK_SIDE,
    TURN_AROUND,
    WHITE_SIDE,
    Format,
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
    GENERAL_CAPTURED,
    GOES_ON,
    KEY,
    NO_CAPTURE_LIMIT,
    NO_PIECES,
    NOBODY,
    PLY_LIMIT,
    POINTS_TARGET,
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
    target_of,
    verdict,
    without_lowest,
)
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers


@compiled
def settle(rules: Numbers, state: Numbers) -> None:
    """Gather the men into sets of bits and count as captured what is missing from the full armies."""
    for player in range(2):
        state[STARS + player] = ARMY
        state[GENERALS + player] = 0
        state[SETS + player] = 0
        state[SETS + 2 + player] = 0
    for power in range(3):
        state[RANK_SETS + power] = 0
    for cell in range(FIRST_SLOT, FIRST_SLOT + 64):
        if state[cell] != 0:
            player = 0 if state[cell] <= GENERAL else 1
            rank = state[cell] - GENERAL * player
            state[STARS + 1 - player] -= rank
            if rank == GENERAL:
                state[GENERALS + player] = 1
            flip(state, player, rank, cell)
    state[KEY] = cell_keys(rules, state, FIRST_SLOT, FIRST_SLOT + 64)


@compiled
def flip(state: Numbers, player: int, rank: int, cell: int) -> None:
    """Put a man into the sets of bits, or take it out."""
    bit = shift_up(1, cell - FIRST_SLOT)
    state[SETS + player] ^= bit
    state[SETS + 2 + player] ^= shift_up(1, 63 - (cell - FIRST_SLOT))
    for power in range(3):
        state[RANK_SETS + power] ^= bit & -(rank >> power & 1)


@compiled
def legal_moves(rules: Numbers, state: Numbers, moves: Numbers) -> int:
    """What stops a man, and where it may not go, depends on the territory it starts from."""
    turn = state[TURN]
    own, other = state[SETS + 3 * turn], state[SETS + 1 + turn]
    # From the own territory: a man in the trench is not captured from the front.
    count = list_from(rules, state, moves, 0, own & OWN_LAND, own | other, own | other & TRENCH)
    # From the trench: no captures behind or along it, and those in the enemy territory do not stop the man.
    stops = own | other & ~ENEMY_LAND
    count = list_from(rules, state, moves, count, own & TRENCH, stops, stops)
    # From the enemy territory: everything may be captured.
    return list_from(rules, state, moves, count, own & ENEMY_LAND, own | other, own)


@compiled
def list_from(rules: Numbers, state: Numbers, moves: Numbers, count: int, men: int, stops: int, barred: int) -> int:
    """List the moves of these men: up to the first man that stops them, but never onto one that is barred."""
    turn = state[TURN]
    view = 63 * turn
    while men != 0:
        bit = lowest_bit(men)
        men = without_lowest(men)
        origin = FIRST_SLOT + (bit ^ view)
        targets = reached(rules, LINES + ((state[origin] - GENERAL * turn - 1) * 64 + bit) * 8, stops) & ~barred
        while targets != 0:
            count = put(moves, count, move(origin, FIRST_SLOT + (lowest_bit(targets) ^ view)))
            targets = without_lowest(targets)
    return count


@compiled
def play(rules: Numbers, state: Numbers, chosen: int, taken: Numbers) -> int:
    """Go to the target; what stands there is captured, and from the trench everything on the way as well."""
    origin, target, turn = origin_of(chosen), target_of(chosen), state[TURN]
    captures = 0
    if in_trench(origin):
        step = step_towards(origin, target)
        cell = origin + step
        while cell != target:
            if state[cell] != 0:
                captures = capture(rules, state, cell, taken, captures)
            cell += step
    if state[target] != 0:
        captures = capture(rules, state, target, taken, captures)
    carry(rules, state, origin, target)
    rank = state[target] - GENERAL * turn
    flip(state, turn, rank, origin)
    flip(state, turn, rank, target)
    state[PLIES] += 1
    state[QUIET] = 0 if captures > 0 else state[QUIET] + 1
    pass_turn(rules, state)
    return captures


@compiled
def in_trench(cell: int) -> bool:
    """Is a cell in the trench?"""
    return (cell - FIRST_SLOT & 7) + (cell - FIRST_SLOT >> 3) == 7


@compiled
def capture(rules: Numbers, state: Numbers, cell: int, taken: Numbers, captures: int) -> int:
    """Capture the enemy man on a cell and count its stars; returns how many men the move has captured now."""
    turn = state[TURN]
    rank = remove(rules, state, cell) - GENERAL * (1 - turn)
    flip(state, 1 - turn, rank, cell)
    state[STARS + turn] += rank
    if rank == GENERAL:
        state[GENERALS + 1 - turn] = 0
    return put(taken, captures, cell)


@compiled
def outcome(rules: Numbers, state: Numbers, occurrences: int) -> int:
    """A battle ends when one side is wiped out, or when a limit or a target is reached: then more points win."""
    turn = state[TURN]
    if state[SETS + turn] == 0:
        return verdict(1 - turn, NO_PIECES)
    if rules[GENERAL_WINS] == 1 and state[GENERALS + turn] == 0:
        return verdict(1 - turn, GENERAL_CAPTURED)
    if rules[MOST_PLIES] > 0 and state[PLIES] >= rules[MOST_PLIES]:
        return scored(state, PLY_LIMIT)
    if rules[MOST_QUIET] > 0 and state[QUIET] >= rules[MOST_QUIET]:
        return scored(state, NO_CAPTURE_LIMIT)
    if rules[TARGET] > 0:
        # Black has begun: with equal turns White may answer the move by which Black reaches the target.
        black_reached = state[STARS + BLACK] >= rules[TARGET] and (rules[EQUAL_TURNS] == 0 or turn == BLACK)
        if black_reached or state[STARS + WHITE] >= rules[TARGET]:
            return scored(state, POINTS_TARGET)
    if rules[REPETITION] > 0 and occurrences >= rules[REPETITION]:
        return scored(state, REPEATED)
    return GOES_ON


@compiled
def scored(state: Numbers, reason: int) -> int:
    """The battle is over for this reason; more points win."""
    if state[STARS + BLACK] == state[STARS + WHITE]:
        return verdict(NOBODY, reason)
    return verdict(BLACK if state[STARS + BLACK] > state[STARS + WHITE] else WHITE, reason)


def rank_of(piece: int) -> int:
    """The rank of a piece by its code."""
    return piece if piece <= GENERAL else piece - GENERAL


def owner_of(piece: int) -> int:
    """Whose a piece is, by its code."""
    return BLACK if piece <= GENERAL else WHITE


def directions_of(piece: int) -> tuple[tuple[int, int], ...]:
    """The directions (files, ranks) that a piece has, by its code."""
    sign = 1 if owner_of(piece) == BLACK else -1
    own = (*DIAGONALS, *STRAIGHT[rank_of(piece)])
    return tuple(way for way in EIGHT if (way[0] * sign, way[1] * sign) in own)


class Trench(Game):
    name = "trench"
    title = same("Trench")
    designer = "Rui Alípio Monteiro"
    year = same("2013")
    goal = Text(
        "Capture men worth more points than those you lose; all of them, if you can.",
        "Capture peças que valham mais pontos do que as que perde; todas, se puder.",
    )
    link = "https://boardgamegeek.com/boardgame/102881/trench"
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
        "table_key": table_key,
    }
    terms = TERMS
    win_scale = 105
    # fmt: off
    options = {
        "ply_limit": Option(50, Text(
            "moves after which the battle ends (0: any number)",
            "jogadas ao fim das quais a partida acaba (0: sem limite)"), numbers=range(1001)),
        "no_capture_limit": Option(25, Text(
            "moves in a row without a capture after which the battle ends (0: any number)",
            "jogadas seguidas sem captura ao fim das quais a partida acaba (0: sem limite)"), numbers=range(1001)),
        "target": Option(0, Text(
            "points that end the battle (0: none)",
            "pontos que acabam a partida (0: nenhuns)"), numbers=range(2 * ARMY + 1)),
        "equal_turns": Option("no", Text(
            "may White answer the move by which Black reaches the target?",
            "as Brancas podem responder à jogada com que as Pretas chegam aos pontos?"), words=("no", "yes")),
        "general_capture_wins": Option("no", Text(
            "does capturing the general win at once?", "capturar o general ganha logo?"), words=("no", "yes")),
        "repetition": Option("no", Text(
            "occurrence of a position that ends the battle",
            "vez em que a mesma posição acaba a partida"), words=("no",), numbers=range(2, 10)),
        "star_points": Option(2, Text(
            "points for each star of a captured man",
            "pontos por cada estrela de uma peça capturada"), numbers=range(1, 3)),
    }
    variants = {
        "seed": ({}, Text(
            "50 moves, or 25 without a capture", "50 jogadas, ou 25 sem captura")),
        "official-short": ({"no_capture_limit": 0}, Text(
            "50 moves, 25 for each side", "50 jogadas, 25 para cada lado")),
        "official-long": ({"ply_limit": 0, "no_capture_limit": 50}, Text(
            "to the end, or 50 moves without a capture", "até ao fim, ou 50 jogadas sem captura")),
        "points-25": ({
            "ply_limit": 0, "no_capture_limit": 100, "target": 25, "equal_turns": "yes", "star_points": 1}, Text(
            "up to 25 points, a star counting one", "até aos 25 pontos, valendo um por estrela")),
        "first-to-40": ({"ply_limit": 0, "no_capture_limit": 50, "target": 40}, Text(
            "the tie-break battle: the first to 40 points", "a partida de desempate: até aos 40 pontos")),
    }
    # fmt: on
    number_slots = (QUIET, PLIES)
    formats = (
        Format(
            "match", Text("two battles", "duas partidas"), games=2, adds_scores=True, tie_break="trench:first-to-40"
        ),
        Format("battle", Text("a single battle", "uma só partida")),
    )
    symmetries = (Symmetry("mirror in the line a1-h8", lambda file, rank, files, ranks: (rank, file)), TURN_AROUND)

    def __init__(self, variant: str = "", **switches: object) -> None:
        super().__init__(variant, **switches)
        self.repeats = 0 if self.settings["repetition"] == "no" else int(self.settings["repetition"])

    def check_settings(self) -> None:
        settings = self.settings
        if settings["ply_limit"] == settings["no_capture_limit"] == 0 and settings["repetition"] == "no":
            problem = Text(
                "Nothing would end the battle: give it a ply_limit, a no_capture_limit or a repetition.",
                "Nada acabaria a partida: dê-lhe um ply_limit, um no_capture_limit ou uma repetition.",
            )
            raise UnknownGame(problem)
        if int(settings["target"]) > self.army_points:
            problem = Text(
                "A target of {target} points cannot be reached: an army is worth {all}.",
                "Não se pode chegar a {target} pontos: um exército vale {all}.",
            )
            raise UnknownGame(problem.fill(target=settings["target"], all=self.army_points))

    @property
    def army_points(self) -> int:
        """What all men of a side are worth."""
        return ARMY * int(self.settings["star_points"])

    # --- set-up ---
    def make_board(self) -> Board:
        plain = Board(8, 8, walls=False)
        by_sum: dict[int, list[str]] = {-1: [], 0: [], 1: []}
        for cell in plain.cells:
            ahead = sum(plain.place(cell)) - 7
            by_sum[(ahead > 0) - (ahead < 0)].append(plain.name[cell])
        zones = (
            Zone(Text("the trench", "a trincheira"), "line", tuple(by_sum[0]), "+"),
            Zone(words.LANDS[BLACK], "first", tuple(by_sum[-1])),
            Zone(words.LANDS[WHITE], "second", tuple(by_sum[1])),
        )
        return Board(8, 8, walls=False, views=(DIAMOND, SQUARE), zones=zones)

    def make_pieces(self) -> tuple[Piece, ...]:
        pieces = []
        for player in (BLACK, WHITE):
            for rank in RANKS:
                letter = words.KINDS[rank].letter if player == BLACK else words.KINDS[rank].letter.upper()
                name = Text("the ", "o ") + words.COLOURS[player].fill(kind=words.KINDS[rank].name)
                pieces.append(Piece(rank + GENERAL * player, letter, player, name, letter, "diamond", str(rank)))
        return tuple(pieces)

    def make_rules(self) -> list[int]:
        settings = self.settings
        target = -(-int(settings["target"]) // int(settings["star_points"]))
        switches = [int(settings[name] == "yes") for name in ("equal_turns", "general_capture_wins")]
        return [int(settings["ply_limit"]), int(settings["no_capture_limit"]), target, *switches, *lines()]

    @property
    def weights_file(self) -> str:
        return self.name

    def weights_of(self, parts: dict[str, Any]) -> list[int]:
        """The table of weights, put together from the parts of a file."""
        # The board is the same seen in a mirror, so a place is told by the larger and the smaller of file and rank.
        places = [
            max(cell & 7, cell >> 3) * (max(cell & 7, cell >> 3) + 1) // 2 + min(cell & 7, cell >> 3)
            for cell in range(64)
        ]
        numbers = [number for name in WEIGHTS for number in parts[name]]
        return numbers + [worth[place] for worth in parts["places"] for place in places]

    def calibration(self) -> dict[str, Any] | None:
        return read_calibration(self.id, self.name)

    def weight_parts(self) -> dict[str, Any]:
        return read_weights(self.weights_file)

    def start_fen(self) -> str:
        return "4SCKG/4PSCK/4PPSC/4PPPS/sppp4/cspp4/kcsp4/gkcs4 b"

    @property
    def max_moves(self) -> int:
        """No man has more moves than from its best cell of an empty board."""
        board = self.board
        return sum(
            men * max(sum(min(rank, board.reach(cell, way)) for way in directions_of(rank)) for cell in board.cells)
            for rank, men in MEN_OF_RANK.items()
        )

    @property
    def max_plies(self) -> int | None:
        limits = [int(self.settings["ply_limit"])] if self.settings["ply_limit"] else []
        if self.settings["no_capture_limit"]:
            # Both sides together can lose 31 men before one is wiped out.
            limits.append((2 * MEN - 1) * int(self.settings["no_capture_limit"]))
        return min(limits, default=None)

    # --- positions ---
    def read_fields(self, fields: list[str], setup: Setup) -> None:
        if not fields:
            fields = ["0", "0"]
        if len(fields) != 2 or not all(field.isascii() and field.isdigit() and len(field) < 10 for field in fields):
            raise InvalidPosition(
                Text(
                    "Behind the side to move stand the moves since the last capture and the moves played, "
                    "as in '3 17', or nothing; there is {rest!r}.",
                    "Depois do jogador a mover vêm as jogadas desde a última captura e as jogadas feitas, "
                    "como em '3 17', ou nada; está {rest!r}.",
                ).fill(rest=" ".join(fields)[:60])
            )
        setup.numbers = {QUIET: int(fields[0]), PLIES: int(fields[1])}

    def write_fields(self, setup: Setup) -> list[str]:
        clocks = [str(setup.numbers.get(slot, 0)) for slot in self.number_slots]
        return [] if clocks == ["0", "0"] else clocks

    def check(self, setup: Setup) -> None:
        problem = self._problem_with_men(setup) or self._problem_with_clocks(setup)
        if problem is None and self._was_over_before(setup):
            problem = Text(
                "The battle was over before the last move.", "A partida já tinha acabado antes da última jogada."
            )
        if problem is not None:
            raise InvalidPosition(problem)

    def _problem_with_men(self, setup: Setup) -> Text | None:
        for code, piece in self.pieces.items():
            count, most = setup.count(code), MEN_OF_RANK[rank_of(code)]
            if count > most:
                return Text(
                    "{piece} is there {count} times; the set-up has {most}.",
                    "{piece} está {count} vezes; a posição inicial tem {most}.",
                ).fill(count=count, piece=piece.name.capitalized(), most=most)
        if not setup.cells:
            return Text("There are no men on the board.", "Não há peças no tabuleiro.")
        if all(owner_of(piece) == setup.turn for piece in setup.cells.values()):
            return Text(
                "{side} has no men left, so it cannot have moved last.",
                "{side}: já sem peças, não podem ter sido as últimas a jogar.",
            ).fill(side=self.sides[1 - setup.turn].title)
        return None

    def _problem_with_clocks(self, setup: Setup) -> Text | None:
        quiet, plies = (setup.numbers.get(slot, 0) for slot in self.number_slots)
        if quiet <= plies:
            return None
        return Text(
            "There cannot be {quiet} moves since the last capture when {plies} were played.",
            "Não pode haver {quiet} jogadas desde a última captura se só foram feitas {plies}.",
        ).fill(quiet=quiet, plies=plies)

    def _was_over_before(self, setup: Setup) -> bool:
        """Would the battle have been over before the last move?

        The men of the side that moved last stood on the board already; so did the other's if it captured nothing.
        """
        switches, turn, target = self.settings, setup.turn, int(self.settings["target"])
        clocks = (setup.numbers.get(QUIET, 0), "no_capture_limit"), (setup.numbers.get(PLIES, 0), "ply_limit")
        if any(0 < int(switches[limit]) < clock for clock, limit in clocks):
            return True
        men = setup.cells.values()
        ranks = [[rank_of(piece) for piece in men if owner_of(piece) == player] for player in (BLACK, WHITE)]
        points = [(ARMY - sum(ranks[1 - player])) * int(switches["star_points"]) for player in (BLACK, WHITE)]
        before = [1 - turn] if clocks[0][0] == 0 else [1 - turn, turn]
        if any(not ranks[player] for player in before):
            return True
        if switches["general_capture_wins"] == "yes" and any(GENERAL not in ranks[player] for player in before):
            return True
        reached = [1 - player for player in before if 0 < target <= points[1 - player]]
        # With equal turns the battle went on for one move after Black had reached the target.
        return bool(reached) and (switches["equal_turns"] == "no" or turn == WHITE or reached != [BLACK])

    def counterpart(self, piece: int) -> int:
        return piece + GENERAL if piece <= GENERAL else piece - GENERAL

    def prolog(self) -> PrologForm:
        """`gameList([[g1],[co1,co1],…])`: the ranks of the diamond from the top, 1 for White, 2 for Black."""
        board = self.board
        rows = tuple(
            tuple(board.number(file, height - file) for file in range(8) if 0 <= height - file < 8)
            for height in reversed(range(15))
        )
        atoms = {
            f"{words.KINDS[rank].atom}{2 - player}": rank + GENERAL * player for player in range(2) for rank in RANKS
        }
        return PrologForm("gameList", rows, atoms, empty="e", optional=7)

    # --- what people see ---
    def scores(self, position: Position) -> tuple[int, int]:
        each = int(self.settings["star_points"])
        return int(position.state[STARS]) * each, int(position.state[STARS + 1]) * each

    def scores_of_surrender(self, position: Position, winner: int) -> tuple[int, int]:
        """The winner gets all points when the other side gives up: giving up must not save any."""
        black, white = self.scores(position)
        return (self.army_points, white) if winner == BLACK else (black, self.army_points)

    def facts(self, position: Position) -> Iterable[Fact]:
        state, points = position.state, self.scores(position)
        target = int(self.settings["target"])
        for player in (BLACK, WHITE):
            value = same(str(points[player]))
            if target:
                value = Text("{points} of {target}", "{points} de {target}").fill(points=points[player], target=target)
            yield Fact("points", Text("points", "pontos"), value, player, warning=0 < target <= points[player])
        for player in (BLACK, WHITE):
            men = sum(1 for cell in self.board.cells if state[cell] and owner_of(int(state[cell])) == player)
            yield Fact("men", Text("men left", "peças que restam"), same(str(men)), player)
        clocks = (
            ("quiet-plies", "no_capture_limit", QUIET, Text("moves without a capture", "jogadas sem captura")),
            ("plies", "ply_limit", PLIES, Text("moves played", "jogadas feitas")),
        )
        for key, option, slot, label in clocks:
            now, limit = int(state[slot]), int(self.settings[option])
            if not limit:
                yield Fact(key, label, same(str(now)))
                continue
            left = limit - now
            value = Text("{now} of {limit} ({left} left)", "{now} de {limit} (falta{plural} {left})")
            plural = "" if left == 1 else "m"
            yield Fact(key, label, value.fill(now=now, limit=limit, left=left, plural=plural), warning=left <= 5)

    def marks(self, position: Position) -> Iterable[Mark]:
        for cell in self.board.cells:
            if position.state[cell]:
                yield Mark(self.board.name[cell], "directions", directions=directions_of(int(position.state[cell])))

    def explain(self, position: Position, origin: int, target: int) -> Text:
        board, state, turn = self.board, position.state, position.turn
        piece = int(state[origin])
        kind = words.KINDS[rank_of(piece)]
        named: dict[str, object] = {"piece": kind.name, "origin": board.name[origin], "target": board.name[target]}
        line = board.line(origin, target)
        if line is None:
            return words.NOT_IN_LINE.fill(**named)
        direction, steps = line
        if direction not in directions_of(piece):
            sign = 1 if turn == BLACK else -1
            return words.NOT_ITS_WAY.fill(
                movement=kind.movement, aside=words.ASIDE[direction[0] * sign, direction[1] * sign], **named
            )
        if steps > rank_of(piece):
            return words.TOO_FAR.fill(movement=kind.movement, steps=steps, **named)
        for cell in (*board.between(origin, target), target):
            if state[cell]:
                refusal = self._obstacle(turn, origin, cell, target, int(state[cell]))
                if refusal is not None:
                    met = int(state[cell])
                    named |= {"met": self.pieces[met].name, "own": words.KINDS[rank_of(met)].name}
                    return refusal.fill(cell=board.name[cell], land=words.LANDS[turn], **named)
        raise AssertionError(f"{board.name[origin]}-{board.name[target]} is legal in {position.fen}")

    def _obstacle(self, turn: int, origin: int, cell: int, target: int, met: int) -> Text | None:
        """Why a man on the way, or at its end, prevents the move; None if it is captured and passed."""
        if owner_of(met) == turn:
            if cell == target:
                return words.OWN_MAN
            return words.OWN_MAN_IN_WAY
        lands = self._land(turn, origin), self._land(turn, cell)
        if lands in words.PROTECTED:
            blocked = words.WAY_BLOCKED
            return words.PROTECTED[lands] + (same(".") if cell == target else blocked)
        if lands[0] == "trench" or cell == target:
            return None
        return words.CAPTURE_ENDS

    def _land(self, player: int, cell: int) -> str:
        """Whose territory a cell lies in, as a player sees it: `own`, `trench` or `enemy`."""
        ahead = (sum(self.board.place(cell)) - 7) * (1 if player == BLACK else -1)
        return "trench" if ahead == 0 else "enemy" if ahead > 0 else "own"

    def lessons(self) -> list[Lesson]:
        return words.lessons(self.settings, self.start_fen())


GAME = Trench
