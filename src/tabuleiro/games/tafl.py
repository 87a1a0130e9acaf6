"""Tafl, the family of Tablut, Brandubh and Hnefatafl. One side breaks its king out, the larger one hunts him down.

The base is Tablut as Linnaeus saw it played in Lapland (1732), in the reading of Smith's English of 1811. What the
traditions and the sites of today do differently is a switch each (`OPTIONS`), and a variant is a choice of switches
(`VARIANTS`). In compiled code the switches are numbers in the table of rules: each kind of cell says which pieces
may stop on it or cross it, and for which pieces it counts as an enemy.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tabuleiro.games import _tafl_words as words
from tabuleiro.games._calibration import read_calibration
from tabuleiro.games._tafl_advice import (
    TERMS,
    capture_of_king,
    consider,
    evaluate,
    foresee,
    roads,
    table_key,
)
from tabuleiro.games._tafl_rings import is_encircled, is_exit_fort
from tabuleiro.games._tafl_tables import (
    ANVIL,
    ATTACKER,
    ATTACKERS,
    CAMP_SHIFT,
    CELLS,
    CORNER,
    CROSS,
    DEFENDER,
    DEFENDERS,
    EDGE,
    EXIT,
    FIRST,
    FOUR_SIDES,
    HAMMER,
    HAS_ENCIRCLEMENT,
    HAS_EXIT_FORT,
    KIND,
    KINDS,
    KING,
    KING_CELL,
    LAST,
    LINNAEAN,
    MEN,
    ORDINARY,
    OUTLOOK_CLASS,
    OUTLOOK_FILE,
    OUTLOOK_RANK,
    OUTSIDE,
    PIECES,
    QUIET,
    QUIET_LIMIT,
    REPETITION_WINNER,
    SHIELDWALL,
    SHIELDWALL_CORNER,
    SHIELDWALL_FLANK,
    SIDE_TO_MOVE,
    SPEED,
    STEPS,
    STOP,
    THRONE,
    VERDICT,
    access,
    hostile,
)
from tabuleiro.games._tafl_variants import OPTIONS, SYMMETRIES, VARIANTS, Switches, by_file_and_rank, tidied
from tabuleiro.games._tafl_weights import FITTED, PARTS, first_weights, fitted_weights
from tabuleiro.rules.board import FOUR, WALL, Board, Zone
from tabuleiro.rules.description import Lesson, Piece, PrologForm, Setup, Side
from tabuleiro.rules.errors import InvalidPosition, UnknownGame
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Fact, Mark, Position
from tabuleiro.rules.primitives import (
    ENCIRCLEMENT,
    ESCAPE,
    EXIT_FORT,
    GOES_ON,
    KEY,
    KING_CAPTURED,
    NO_CAPTURE_LIMIT,
    NOBODY,
    REPEATED,
    REPETITION,
    REPETITION_ILLEGAL,
    SET_SIZE,
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
    set_of,
    target_of,
    verdict,
    without_lowest,
)
from tabuleiro.rules.texts import Text, listing, same

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers


@compiled
def settle(rules: Numbers, state: Numbers) -> None:
    """Count the men, find the king, and see how the last move left the game."""
    state[MEN] = state[MEN + 1] = state[KING_CELL] = 0
    for cell in range(rules[FIRST], rules[LAST]):
        if state[cell] == KING:
            state[KING_CELL] = cell
        elif state[cell] > 0:
            state[MEN + (state[cell] >> 1)] += 1
    state[KEY] = cell_keys(rules, state, rules[FIRST], rules[LAST])
    state[VERDICT] = judge(rules, state)


# --- moves ------------------------------------------------------------------------------------------------


@compiled
def legal_moves(rules: Numbers, state: Numbers, moves: Numbers) -> int:
    """Pieces slide over empty cells, as far as their speed and the special cells allow."""
    count = 0
    least, most = (ATTACKER, ATTACKER) if state[TURN] == ATTACKERS else (DEFENDER, KING)
    for first in range(rules[FIRST], rules[LAST], SET_SIZE):
        men = set_of(state, first, rules[LAST], least, most)
        while men != 0:
            count = list_from(rules, state, moves, count, first + lowest_bit(men))
            men = without_lowest(men)
    return count


@compiled
def list_from(rules: Numbers, state: Numbers, moves: Numbers, count: int, cell: int) -> int:
    """List the moves of the piece on a cell."""
    piece = state[cell]
    for direction in range(4):
        step = rules[STEPS + direction]
        home = rules[CELLS + cell] >> CAMP_SHIFT
        reach = rules[SPEED + piece]
        target = cell + step
        while state[target] == 0 and reach > 0:
            info = rules[CELLS + target]
            if info & KIND == ORDINARY:
                count = put(moves, count, move(cell, target))
                home = 0
            else:
                allowed = access(rules, piece, info, home)
                if allowed & STOP != 0:
                    count = put(moves, count, move(cell, target))
                if allowed & CROSS == 0:
                    break
                home = info >> CAMP_SHIFT
            target += step
            reach -= 1
    return count


@compiled
def play(rules: Numbers, state: Numbers, move: int, taken: Numbers) -> int:
    """Slide, then take all that the move captures off the board together."""
    origin, target = origin_of(move), target_of(move)
    piece = state[origin]
    carry(rules, state, origin, target)
    captures = 0
    if piece == KING:
        state[KING_CELL] = target
    if piece != KING or rules[HAMMER] != 0:
        captures = enclosed(rules, state, target, taken)
        if rules[SHIELDWALL] != 0:
            captures = walled_in(rules, state, target, taken, captures)
    for n in range(captures):
        if remove(rules, state, taken[n]) == KING:
            state[KING_CELL] = 0
        else:
            state[MEN + 1 - state[TURN]] -= 1
    if captures > 0:
        state[QUIET] = 0
    elif rules[QUIET_LIMIT] > 0:
        state[QUIET] += 1
    pass_turn(rules, state)
    state[VERDICT] = judge(rules, state)
    return captures


# --- captures ---------------------------------------------------------------------------------------------


@compiled
def enclosed(rules: Numbers, state: Numbers, target: int, taken: Numbers) -> int:
    """Write the enemies that a piece captures by moving here. (A piece that moves between enemies is safe.)"""
    turn = state[TURN]
    count = 0
    for direction in range(4):
        step = rules[STEPS + direction]
        prey = target + step
        piece = state[prey]
        if piece <= 0 or piece >> 1 == turn:
            continue
        if piece == KING and rules[CELLS + prey] & FOUR_SIDES != 0:
            closed = 0
            for side in range(4):
                closed += hostile(rules, state, prey + rules[STEPS + side], KING)
            caught = closed == 4
        else:
            caught = hostile(rules, state, prey + step, piece) != 0
            if not caught and piece == DEFENDER and rules[LINNAEAN] != 0:
                caught = king_is_hemmed_in(rules, state, prey + step)
        if caught:
            count = put(taken, count, prey)
    return count


@compiled
def king_is_hemmed_in(rules: Numbers, state: Numbers, cell: int) -> bool:
    """Is the king on the throne here, with attackers on three sides? (Linnaeus, law 10)"""
    if state[cell] != KING or rules[CELLS + cell] & KIND != THRONE:
        return False
    attackers = 0
    for direction in range(4):
        attackers += state[cell + rules[STEPS + direction]] == ATTACKER
    return attackers == 3


@compiled
def helps(rules: Numbers, state: Numbers, cell: int) -> bool:
    """Is there a piece of the mover here that may take part in captures without moving?"""
    piece = state[cell]
    return bool(piece > 0 and piece >> 1 == state[TURN] and (piece != KING or rules[ANVIL] != 0))


@compiled
def closes_row(rules: Numbers, state: Numbers, cell: int) -> bool:
    """Does this cell close the end of a row at the edge?"""
    is_corner = rules[CELLS + cell] & KIND == CORNER and state[cell] == 0
    return helps(rules, state, cell) or (is_corner and rules[SHIELDWALL_CORNER] != 0)


@compiled
def walled_in(rules: Numbers, state: Numbers, target: int, taken: Numbers, count: int) -> int:
    """Write the rows of enemies at the edge that the move has walled in behind the captures already found."""
    for direction in range(4):
        outward = rules[STEPS + direction]
        along = rules[STEPS + (direction + 1) % 4]
        if state[target + outward] == WALL:
            count = capture_row(rules, state, target, along, outward, taken, count)
            count = capture_row(rules, state, target, -along, outward, taken, count)
        elif rules[SHIELDWALL_FLANK] == 0 and state[target + 2 * outward] == WALL:
            # The piece may also have stepped in front of a row: look for the row's end, and take it from there.
            end = target + outward
            while state[end] > 0 and state[end] >> 1 != state[TURN]:
                end -= along
            if end != target + outward and closes_row(rules, state, end):
                count = capture_row(rules, state, end, along, outward, taken, count)
    return count


@compiled
def capture_row(rules: Numbers, state: Numbers, end: int, along: int, outward: int, taken: Numbers, count: int) -> int:
    """Write the row of two or more enemies, each with a piece in front, from beside `end` to where it is closed."""
    cell = end + along
    length = 0
    while state[cell] > 0 and state[cell] >> 1 != state[TURN] and helps(rules, state, cell - outward):
        cell += along
        length += 1
    if length < 2 or not closes_row(rules, state, cell):
        return count
    for n in range(1, length + 1):
        member = end + n * along
        known = state[member] == KING  # the king may be in such a row, but only his men are captured with it
        for earlier in range(count):
            known = known or taken[earlier] == member
        if not known:
            count = put(taken, count, member)
    return count


# --- the end ----------------------------------------------------------------------------------------------


@compiled
def judge(rules: Numbers, state: Numbers) -> int:
    """The verdict that the board itself gives after the last move."""
    king = state[KING_CELL]
    if king == 0:
        return verdict(ATTACKERS, KING_CAPTURED)
    if rules[CELLS + king] & EXIT != 0:
        return verdict(DEFENDERS, ESCAPE)
    if state[TURN] == DEFENDERS:
        if rules[HAS_ENCIRCLEMENT] != 0 and is_encircled(rules, state):
            return verdict(ATTACKERS, ENCIRCLEMENT)
    elif rules[HAS_EXIT_FORT] != 0 and rules[CELLS + king] & EDGE != 0 and is_exit_fort(rules, state):
        return verdict(DEFENDERS, EXIT_FORT)
    return GOES_ON


@compiled
def outcome(rules: Numbers, state: Numbers, occurrences: int) -> int:
    """What the board says comes first, then repetition, then the limit of plies without a capture."""
    if state[VERDICT] != GOES_ON:
        return int(state[VERDICT])
    if rules[REPETITION] > 0 and occurrences >= rules[REPETITION] and rules[REPETITION_ILLEGAL] == 0:
        winner = rules[REPETITION_WINNER]
        return verdict(state[TURN] if winner == SIDE_TO_MOVE else winner, REPEATED)
    if rules[QUIET_LIMIT] > 0 and state[QUIET] >= rules[QUIET_LIMIT]:
        return verdict(NOBODY, NO_CAPTURE_LIMIT)
    return GOES_ON


# --- the engine's move for nobody ---------------------------------------------------------------------------


@compiled
def skip(rules: Numbers, state: Numbers) -> int:
    """Pass the turn, unless the king can escape or be captured, or the side to move has hardly any moves left."""
    king = state[KING_CELL]
    if state[MEN + state[TURN]] < 2 or capture_of_king(rules, state, king) != 0:
        return 0
    count, _, _ = roads(rules, state, king)
    if count > 0:
        return 0
    pass_turn(rules, state)
    after = judge(rules, state)
    if after != GOES_ON:
        pass_turn(rules, state)
        return 0
    return 1


class Tafl(Game):
    name = "tafl"
    title = same("Tafl")
    designer = ""
    year = Text("traditional; Tablut recorded in 1732", "tradicional; o Tablut foi registado em 1732")
    goal = Text(
        "Defenders: bring the king to safety. Attackers: capture him.",
        "Defensores: pôr o rei a salvo. Atacantes: capturá-lo.",
    )
    link = "https://en.wikipedia.org/wiki/Tafl_games"
    sides = (
        Side("attackers", "a", Text("Attackers", "Atacantes"), "dark"),
        Side("defenders", "d", Text("Defenders", "Defensores"), "light"),
    )
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
    win_scale = 60
    options = OPTIONS
    variants = VARIANTS
    number_slots = (QUIET,)
    captures_beside = True
    symmetries = SYMMETRIES

    def __init__(self, variant: str = "", **switches: object) -> None:
        super().__init__(variant, **switches)
        occurrence, _, consequence = str(self.settings["repetition"]).partition("-")
        self.repeats = int(occurrence) if consequence else 0
        self.forbids_repetition = consequence == "illegal"
        self.no_moves_draw = self.settings["no_move"] == "draw"

    @cached_property
    def switches(self) -> Switches:
        """What this variant's switches make of the board."""
        return Switches(self.settings)

    # --- what the kernel and the interfaces ask ---
    def make_board(self) -> Board:
        switches = self.switches
        plain_exits = switches.exits - switches.corners
        camps = frozenset[str]().union(*switches.camps)
        throne = (switches.throne,) if switches.has_throne else ()
        zones = (
            Zone(Text("where the king escapes", "por onde o rei escapa"), "goal", by_file_and_rank(plain_exits)),
            Zone(
                Text("corner for the king alone", "canto só para o rei"),
                "goal",
                by_file_and_rank(switches.corners),
                "#",
            ),
            Zone(Text("camp of the attackers", "acampamento dos atacantes"), "camp", by_file_and_rank(camps), ":"),
            Zone(Text("throne", "trono"), "centre", throne, "+"),
        )
        return Board(switches.size, switches.size, zones=tuple(zone for zone in zones if zone.cells))

    def make_pieces(self) -> tuple[Piece, ...]:
        return (
            Piece(ATTACKER, "t", ATTACKERS, Text("the attacker", "o atacante"), "●"),
            Piece(DEFENDER, "T", DEFENDERS, Text("the defender", "o defensor"), "○"),
            Piece(KING, "K", DEFENDERS, Text("the king", "o rei"), "♔", shape="king"),
        )

    def make_rules(self) -> list[int]:
        board, settings, switches = self.board, self.settings, self.switches
        speeds = {
            name: switches.size if settings[name] == "unlimited" else int(settings[name])
            for name in ("speed_men", "speed_king")
        }
        verdicts = {"draw": NOBODY, "defenders-lose": ATTACKERS, "mover-loses": SIDE_TO_MOVE}
        turned_on = ("linnaean", "shieldwall", "shieldwall_corner", "shieldwall_flank", "exit_fort", "encirclement")
        may, is_enemy = switches.may, switches.is_enemy
        return [
            *(board.step(direction) for direction in FOUR),
            *(0, speeds["speed_men"], speeds["speed_men"], speeds["speed_king"]),
            *(board.cells[0], board.cells[-1] + 1),
            *(int(settings["king_armed"] in ("yes", armed)) for armed in ("hammer", "anvil")),
            *(int(switches.is_on(switch)) for switch in turned_on),
            verdicts.get(str(settings["repetition"])[2:], NOBODY),
            self.quiet_limit,
            switches.size,
            int(self.roads_decide),
            CELLS + board.slots,
            *(
                STOP * may("stop", kind, piece) | CROSS * may("cross", kind, piece)
                for kind in KINDS
                for piece in PIECES
            ),
            *(
                int(piece != "" and is_enemy(kind, piece, occupant))
                for kind in KINDS
                for piece in PIECES
                for occupant in ("", *PIECES)  # the first is the wall around the board
            ),
            *(self._information(slot) for slot in range(board.slots)),
            *(self._outlook(slot) for slot in range(board.slots)),
        ]

    @property
    def weights_file(self) -> str:
        """The name of the file of weights that were fitted on a board like this one; empty if there is none."""
        return FITTED.get((self.switches.size, str(self.settings["escape"])), "")

    def weights_of(self, parts: dict[str, Any]) -> list[int]:
        """The table of weights, put together from the parts of a file."""
        return [number for name in PARTS for number in parts[name]]

    def calibration(self) -> dict[str, Any] | None:
        return read_calibration(self.id, self.name)

    def weight_parts(self) -> dict[str, Any]:
        men = list(self.switches.men.values())
        armies = men.count("attacker"), men.count("defender")
        if self.weights_file:
            return fitted_weights(self.weights_file, *armies)
        to_corners = self.settings["escape"] == "corner"
        return first_weights(self.switches.size, *armies, to_corners=to_corners)

    @property
    def roads_decide(self) -> bool:
        """Is a king with an open road sure to escape, if he is not captured and nobody stands in it?

        A ring around a king with an exit inside it ends the game before he can use it; so may a draw for want of moves.
        """
        edge = {0, self.switches.size - 1}
        named, place = self.board.named, self.board.place
        ring_first = self.switches.is_on("encirclement") and any(
            edge.isdisjoint(place(named[cell])) for cell in self.switches.exits
        )
        return not ring_first and self.settings["no_move"] != "draw"

    def _outlook(self, slot: int) -> int:
        """What the table of rules says about a cell for the evaluation (see OUTLOOKS)."""
        board, size = self.board, self.board.files
        if slot not in board.name:
            return 0
        exits = {board.place(board.named[cell]) for cell in self.switches.exits}
        file, rank = board.place(slot)
        leads = 0
        for bit, (across, up) in enumerate(FOUR):
            ahead = ((file + across * steps, rank + up * steps) for steps in range(1, size))
            leads |= (not exits.isdisjoint(ahead)) << bit
        low, high = sorted(min(at, size - 1 - at) for at in (file, rank))
        number = high * (high + 1) // 2 + low
        return leads | file << OUTLOOK_FILE | rank << OUTLOOK_RANK | number << OUTLOOK_CLASS

    def _information(self, slot: int) -> int:
        """What the table of rules says about a cell."""
        switches, name = self.switches, self.board.name.get(slot)
        if name is None:
            return OUTSIDE
        info = KINDS.index(switches.kinds.get(name, "ordinary"))
        info |= sum(number << CAMP_SHIFT for number, camp in enumerate(switches.camps, start=1) if name in camp)
        is_edge = not {0, switches.size - 1}.isdisjoint(self.board.place(slot))
        is_stronghold = switches.strongholds is None or name in switches.strongholds
        return info | EDGE * is_edge | EXIT * (name in switches.exits) | FOUR_SIDES * is_stronghold

    @property
    def quiet_limit(self) -> int:
        """The plies without a capture that make a draw; 0: there is no such limit."""
        given = self.settings["no_capture_limit"]
        return 0 if given == "none" else int(given)

    @property
    def max_moves(self) -> int:
        men = list(self.switches.men.values())
        most, cells = max(men.count("attacker"), men.count("defender") + 1), len(self.board.cells)
        reach = 2 * (self.board.files - 1)
        # A piece has no more moves than its two lines have other cells, and only four pieces reach an empty cell.
        return max(min(reach * count, 4 * (cells - count)) for count in range(1, most + 1))

    def start_fen(self) -> str:
        board = self.switches.layout.translate(str.maketrans("adk", "tTK"))
        return f"{board} {str(self.settings['first'])[0]}"

    def read_fields(self, fields: list[str], setup: Setup) -> None:
        """Where plies without a capture are limited, their number may follow; it is left out when it is 0."""
        if self.quiet_limit and len(fields) == 1:
            text = fields[0]
            if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= self.quiet_limit):
                raise InvalidPosition(words.QUIET_FIELD.fill(most=self.quiet_limit, text=text[:40]))
            setup.numbers[QUIET] = int(text)
        else:
            super().read_fields(fields, setup)

    def write_fields(self, setup: Setup) -> list[str]:
        quiet = setup.numbers.get(QUIET, 0)
        return [str(quiet)] if quiet else []

    def prolog(self) -> PrologForm:
        """`board([[-,-,-,b,…],…])`: the top row first, `b` the attackers, `w` the defenders, `k` the king."""
        cells, size = self.board.cells, self.board.files
        rows = tuple(cells[first : first + size] for first in reversed(range(0, len(cells), size)))
        return PrologForm("board", rows, {"b": ATTACKER, "w": DEFENDER, "k": KING}, empty="-")

    # --- what cannot be ---
    def check_settings(self) -> None:
        self.settings = tidied(self.settings)
        self.switches.check()
        men = {self.board.named[cell]: PIECES.index(piece) for cell, piece in self.switches.men.items()}
        try:
            for turn in (ATTACKERS, DEFENDERS):
                self.check(Setup(men, turn))
        except InvalidPosition as problem:
            raise UnknownGame(words.SETUP_REFUSED.fill(why=problem.message)) from problem

    def check(self, setup: Setup) -> None:
        name, switches = self.board.name, self.switches
        for piece in (ATTACKER, DEFENDER):
            count, most = setup.count(piece), list(switches.men.values()).count(PIECES[piece])
            if count > most:
                raise InvalidPosition(words.TOO_MANY[PIECES[piece]].fill(count=count, most=most))
        kings = by_file_and_rank(name[cell] for cell, piece in setup.cells.items() if piece == KING)
        if len(kings) > 1:
            cells = listing([same(king) for king in kings])
            raise InvalidPosition(words.SEVERAL_KINGS.fill(count=len(kings), cells=cells))
        for cell, piece in setup.cells.items():
            if piece != ATTACKER and "camp" in switches.kinds.get(name[cell], ""):
                who = self.pieces[piece].name.capitalized()
                raise InvalidPosition(words.IN_CAMP.fill(piece=who, cell=name[cell]))
        if not kings and setup.turn == ATTACKERS:
            raise InvalidPosition(words.KING_IS_GONE)
        if not kings and not setup.count(ATTACKER):
            raise InvalidPosition(words.NOBODY_CAPTURED)
        if setup.turn == DEFENDERS and not switches.exits.isdisjoint(kings):
            raise InvalidPosition(words.KING_HAS_ESCAPED.fill(cell=kings[0]))

    def explain(self, position: Position, origin: int, target: int) -> Text:
        board, piece = self.board, int(position.state[origin])
        line, reach = board.line(origin, target), int(self.rules[SPEED + piece])
        sentence, cell = words.NOT_IN_LINE, target
        if line is not None and line[0] in FOUR:
            sentence = words.TOO_FAR
            if line[1] <= reach:
                sentence, cell = self._obstacle(position, origin, target)
        blocker = self.pieces.get(int(position.state[cell]))
        return sentence.fill(
            piece=self.pieces[piece].name.capitalized(),
            origin=board.name[origin],
            target=board.name[target],
            cell=board.name[cell],
            blocker=blocker.name.capitalized() if blocker else "",
            far=words.cells_away(reach),
            steps=line[1] if line else 0,
        )

    def _obstacle(self, position: Position, origin: int, target: int) -> tuple[Text, int]:
        """What stops a piece on its straight way to a cell, and where."""
        state, cell = position.state, target
        home = int(self.rules[CELLS + origin]) >> CAMP_SHIFT
        for cell in (*self.board.between(origin, target), target):
            if state[cell] != 0:
                is_own = state[cell] >> 1 == position.turn
                return words.BLOCKED if cell != target else words.OWN_PIECE if is_own else words.ENEMY_PIECE, cell
            info = int(self.rules[CELLS + cell])
            if not access(self.rules, int(state[origin]), info, home) & (STOP if cell == target else CROSS):
                break
            home = info >> CAMP_SHIFT
        kind = self.switches.kinds[self.board.name[cell]]
        if kind == "corner":
            return words.CORNER_CLOSED, cell
        if kind == "throne" and cell == target:
            return words.THRONE_STOP[str(self.settings["throne_land"])], cell
        if kind == "throne":
            return words.THRONE_CROSS[str(self.settings["throne_pass"])], cell
        return words.CAMP_LEFT if self.rules[CELLS + origin] >> CAMP_SHIFT else words.CAMP_CLOSED, cell

    # --- beside and on the board ---
    def open_ways(self, position: Position) -> list[list[int]]:
        """The straight ways, as lists of cells, by which the king could escape in one move."""
        state, rules, ways = position.state, self.rules, []
        king = int(state[KING_CELL])
        for direction in range(4 if king else 0):
            way: list[int] = []
            for steps in range(1, int(rules[SPEED + KING]) + 1):
                cell = king + steps * int(rules[STEPS + direction])
                if state[cell] != 0:
                    break
                way.append(cell)
                info = int(rules[CELLS + cell])
                allowed = access(rules, KING, info, 0)
                if info & EXIT and allowed & STOP:
                    ways.append(way)
                    break
                if not allowed & CROSS:
                    break
        return ways

    def _warns(self, position: Position) -> bool:
        """Have the defenders just moved, and the game goes on, so that raichi or tuichi would be announced?"""
        return self.switches.is_on("announce") and position.turn == ATTACKERS and position.outcome is None

    def facts(self, position: Position) -> Iterable[Fact]:
        for player in (ATTACKERS, DEFENDERS):
            yield Fact("men", Text("men", "peças"), same(str(int(position.state[MEN + player]))), player)
        ways = len(self.open_ways(position)) if self._warns(position) else 0
        if ways:
            call = "raichi" if ways == 1 else "tuichi"
            value = (words.CORNERS_IN_REACH if self.settings["escape"] == "corner" else words.OPEN_WAYS)[ways > 1]
            yield Fact(call, same(call), value.fill(n=ways), DEFENDERS, warning=True)
        times = position.occurrences
        if times > 1 and position.outcome is None:
            label, value = Text("repetition", "repetição"), Text("{times} of {most} times", "{times} de {most} vezes")
            yield Fact("repetition", label, value.fill(times=times, most=self.repeats), 1 - position.turn, warning=True)
        if self.quiet_limit:
            label, value = (
                Text("without a capture", "sem captura"),
                Text("{n} of {most} moves", "{n} de {most} jogadas"),
            )
            yield Fact("quiet", label, value.fill(n=int(position.state[QUIET]), most=self.quiet_limit))

    def marks(self, position: Position) -> Iterable[Mark]:
        if self._warns(position):
            for way in self.open_ways(position):
                yield from (Mark(self.board.name[cell], "open-way") for cell in way)

    def lessons(self) -> list[Lesson]:
        return words.lessons(self.settings, self.start_fen(), pictures=self.id == self.name)


GAME = Tafl

__all__ = [
    "ATTACKER",
    "ATTACKERS",
    "CELLS",
    "DEFENDER",
    "DEFENDERS",
    "GAME",
    "KING",
    "Tafl",
    "legal_moves",
    "outcome",
    "play",
    "settle",
]
