"""Tafl, the family of Tablut, Brandubh and Hnefatafl. One side breaks its king out, the larger one hunts him down.

The base is Tablut as Linnaeus saw it played in Lapland (1732), in the reading of Smith's English of 1811. What the
traditions and the sites of today do differently is a switch each (`OPTIONS`), and a variant is a choice of switches
(`VARIANTS`). In compiled code the switches are numbers in the table of rules: each kind of cell says which pieces
may stop on it or cross it, and for which pieces it counts as an enemy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from tabuleiro.games._tafl_variants import LAYOUTS, OPTIONS, VARIANTS
from tabuleiro.rules.board import FOUR, WALL, Board, Zone
from tabuleiro.rules.errors import InvalidPosition, UnknownGame
from tabuleiro.rules.game import MIRROR, Fact, Game, Lesson, Mark, Piece, PrologForm, Setup, Side, Symmetry
from tabuleiro.rules.position import Position
from tabuleiro.rules.primitives import (
    ENCIRCLEMENT,
    ESCAPE,
    EXIT_FORT,
    GOES_ON,
    KEY,
    KING_CAPTURED,
    NO_CAPTURE_LIMIT,
    NOBODY,
    OWN_NUMBERS,
    REPEATED,
    REPETITION,
    REPETITION_ILLEGAL,
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
    verdict,
)
from tabuleiro.rules.texts import Text, listing, same

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

# A piece's code shifted down by one is its player: 0 the attackers, 1 the defenders.
ATTACKER, DEFENDER, KING = 1, 2, 3
ATTACKERS, DEFENDERS = 0, 1

# A state's own numbers: the men of each side (without the king), the king's cell (0: captured), the verdict that the last
# move brought about, and the plies since the last capture, counted only where the rules limit them.
MEN = OWN_NUMBERS
KING_CELL = OWN_NUMBERS + 2
VERDICT = OWN_NUMBERS + 3
QUIET = OWN_NUMBERS + 4

# The kinds of cells, and what else the table of rules says about a cell: its kind, these bits, and its camp's number.
ORDINARY, THRONE, CORNER, CAMP, INNER_CAMP, OUTSIDE = range(6)
KIND = 7
EDGE, EXIT, FOUR_SIDES = 8, 16, 32  # FOUR_SIDES: a king here is captured only when all four sides are closed
CAMP_SHIFT = 6

STOP, CROSS = 1, 2

# The table of rules: steps in the four directions, speeds by piece, switches, then by kind of cell who may STOP there and CROSS
# it, by kind, piece beside it and piece on it whether the cell acts as an enemy, and at last the cells.
STEPS = RULES
SPEED = STEPS + 4
(
    FIRST,
    LAST,
    HAMMER,
    ANVIL,
    LINNAEAN,
    SHIELDWALL,
    SHIELDWALL_CORNER,
    SHIELDWALL_FLANK,
    HAS_EXIT_FORT,
    HAS_ENCIRCLEMENT,
    REPETITION_WINNER,
    QUIET_LIMIT,
) = (SPEED + 4 + n for n in range(12))
ACCESS = QUIET_LIMIT + 1
HOSTILE = ACCESS + 6 * 4
CELLS = HOSTILE + 6 * 4 * 5

SIDE_TO_MOVE = 3  # in REPETITION_WINNER: whoever repeats loses

# While a state is being examined, a marked cell holds its piece plus LINK times the cell marked before it (BOTTOM: none).
LINK = 8
PIECE = LINK - 1
BOTTOM = 1


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
def access(rules: Numbers, piece: int, info: int, home: int) -> int:
    """May a piece STOP on, and CROSS, an empty cell with this information? `home` is the camp it has not left yet."""
    if info >> CAMP_SHIFT != 0:
        return STOP | CROSS if info >> CAMP_SHIFT == home else 0
    return rules[ACCESS + 4 * (info & KIND) + piece]


@compiled
def legal_moves(rules: Numbers, state: Numbers, moves: Numbers) -> int:
    """Any way straight ahead over empty cells, as far as the piece's speed and the special cells allow."""
    turn = state[TURN]
    count = 0
    for cell in range(rules[FIRST], rules[LAST]):
        piece = state[cell]
        if piece <= 0 or piece >> 1 != turn:
            continue
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
    piece = remove(rules, state, origin)
    place(rules, state, target, piece)
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
def hostile(rules: Numbers, state: Numbers, cell: int, piece: int) -> int:
    """Does a cell, with what stands on it, act as an enemy of a piece beside it?"""
    return rules[HOSTILE + 20 * (rules[CELLS + cell] & KIND) + 5 * piece + state[cell] + 1]


@compiled
def enclosed(rules: Numbers, state: Numbers, target: int, taken: Numbers) -> int:
    """Write the enemies beside a piece that has just moved which it captures: only who moves in captures, never who stays."""
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
    """Does the king sit on the throne here, with attackers on three sides? (Linnaeus, law 10)"""
    if state[cell] != KING or rules[CELLS + cell] & KIND != THRONE:
        return False
    attackers = 0
    for direction in range(4):
        attackers += state[cell + rules[STEPS + direction]] == ATTACKER
    return attackers == 3


@compiled
def helps(rules: Numbers, state: Numbers, cell: int) -> bool:
    """Does a piece of the mover stand here that takes part in captures without moving?"""
    piece = state[cell]
    return piece > 0 and piece >> 1 == state[TURN] and (piece != KING or rules[ANVIL] != 0)


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
    """Write the row of at least two enemies, each with a piece before it, that begins beside `end` and is closed behind."""
    cell = end + along
    length = 0
    while state[cell] > 0 and state[cell] >> 1 != state[TURN] and helps(rules, state, cell - outward):
        cell += along
        length += 1
    if length < 2 or not closes_row(rules, state, cell):
        return count
    for n in range(1, length + 1):
        member = end + n * along
        known = state[member] == KING  # the king may stand in such a row, but only his men are captured with it
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
        return state[VERDICT]
    if rules[REPETITION] > 0 and occurrences >= rules[REPETITION] and rules[REPETITION_ILLEGAL] == 0:
        winner = rules[REPETITION_WINNER]
        return verdict(state[TURN] if winner == SIDE_TO_MOVE else winner, REPEATED)
    if rules[QUIET_LIMIT] > 0 and state[QUIET] >= rules[QUIET_LIMIT]:
        return verdict(NOBODY, NO_CAPTURE_LIMIT)
    return GOES_ON


@compiled
def is_encircled(rules: Numbers, state: Numbers) -> bool:
    """Are all defenders cut off from the edge, seen over every cell that no attacker stands on?"""
    free = reaches_edge(rules, state, state[KING_CELL])
    if not free:
        for cell in range(rules[FIRST], rules[LAST]):
            if state[cell] == DEFENDER and reaches_edge(rules, state, cell):
                free = True
                break
    clear_marks(rules, state)
    return not free


@compiled
def reaches_edge(rules: Numbers, state: Numbers, start: int) -> bool:
    """Is there a way from a cell to the edge around the attackers? Marks the cells it looks at."""
    state[start] += LINK * BOTTOM
    top = start
    while top != BOTTOM:
        cell = top
        top = state[cell] // LINK
        if rules[CELLS + cell] & EDGE != 0:
            return True
        for direction in range(4):
            near = cell + rules[STEPS + direction]
            if state[near] == 0 or state[near] == DEFENDER or state[near] == KING:
                state[near] += LINK * top
                top = near
    return False


@compiled
def clear_marks(rules: Numbers, state: Numbers) -> None:
    """Leave on the cells nothing but the pieces."""
    for cell in range(rules[FIRST], rules[LAST]):
        if state[cell] >= LINK:
            state[cell] &= PIECE


@compiled
def is_exit_fort(rules: Numbers, state: Numbers) -> bool:
    """Is the king at the edge, able to move, in a fort that the attackers can never break?"""
    king, can_move = state[KING_CELL], False
    for direction in range(4):
        near = king + rules[STEPS + direction]
        if state[near] == 0 and access(rules, KING, rules[CELLS + near], 0) & STOP != 0:
            can_move = True
    holds = can_move and marks_yard(rules, state, king) and walls_hold(rules, state)
    clear_marks(rules, state)
    return holds


@compiled
def marks_yard(rules: Numbers, state: Numbers, king: int) -> bool:
    """Mark the king's cell and the empty cells connected with it; is there no attacker beside them and no corner among them?"""
    state[king] += LINK * BOTTOM
    top = king
    while top != BOTTOM:
        cell = top
        top = state[cell] // LINK
        if rules[CELLS + cell] & KIND == CORNER or rules[CELLS + cell] & EXIT != 0:
            return False
        for direction in range(4):
            near = cell + rules[STEPS + direction]
            if state[near] == ATTACKER:
                return False
            if state[near] == 0:
                state[near] = LINK * top
                top = near
    return True


@compiled
def walls_hold(rules: Numbers, state: Numbers) -> bool:
    """Can no defender beside the marked yard ever be captured? Marks the men who can."""
    top = BOTTOM
    for cell in range(rules[FIRST], rules[LAST]):
        if state[cell] == DEFENDER and is_loose(rules, state, cell):
            state[cell] += LINK * top
            top = cell
    while top != BOTTOM:
        cell = top
        top = state[cell] // LINK
        for direction in range(4):
            near = cell + rules[STEPS + direction]
            if is_yard(state, near):
                return False
            if state[near] == DEFENDER and is_loose(rules, state, near):
                state[near] += LINK * top
                top = near
    return True


@compiled
def is_yard(state: Numbers, cell: int) -> bool:
    """Is the cell marked as one that the king can reach inside his fort?"""
    return state[cell] >= LINK and state[cell] & PIECE != DEFENDER


@compiled
def is_loose(rules: Numbers, state: Numbers, cell: int) -> bool:
    """Can a defender be captured, for want of a safe side (wall, yard or a firm man) along its file or along its rank?"""
    for axis in range(2):
        one, other = cell + rules[STEPS + axis], cell - rules[STEPS + axis]
        one_is_safe = state[one] == WALL or state[one] == DEFENDER or is_yard(state, one)
        if not one_is_safe and not (state[other] == WALL or state[other] == DEFENDER or is_yard(state, other)):
            return True
    return False


def _turned(name: str, *, swap: bool, file: bool, rank: bool) -> Symmetry:
    """The map of the board that exchanges files and ranks (or not), then reverses files, ranks, or both."""

    def image(at_file: int, at_rank: int, files: int, ranks: int) -> tuple[int, int]:
        to_file, to_rank = (at_rank, at_file) if swap else (at_file, at_rank)
        return files - 1 - to_file if file else to_file, ranks - 1 - to_rank if rank else to_rank

    return Symmetry(name, image)


class Tafl(Game):
    name = "tafl"
    title = same("Tafl")
    designer = ""
    year = Text("traditional; Tablut recorded in 1732", "tradicional; Tablut registado em 1732")
    goal = Text(
        "Defenders: bring the king out of the board's middle to safety. Attackers: capture him.",
        "Defensores: levar o rei do meio do tabuleiro a salvo. Atacantes: capturá-lo.",
    )
    link = "https://en.wikipedia.org/wiki/Tafl_games"
    sides = (
        Side("attackers", "a", Text("Attackers", "Atacantes"), "dark"),
        Side("defenders", "d", Text("Defenders", "Defensores"), "light"),
    )
    functions = {"settle": settle, "legal_moves": legal_moves, "play": play, "outcome": outcome}
    options = OPTIONS
    variants = VARIANTS
    number_slots = (QUIET,)
    captures_beside = True
    symmetries = (
        MIRROR,
        _turned("upside down", swap=False, file=False, rank=True),
        _turned("half turn", swap=False, file=True, rank=True),
        _turned("diagonal", swap=True, file=False, rank=False),
        _turned("other diagonal", swap=True, file=True, rank=True),
        _turned("quarter turn right", swap=True, file=False, rank=True),
        _turned("quarter turn left", swap=True, file=True, rank=False),
    )

    # --- the switches, read ---
    def _is_on(self, switch: str) -> bool:
        return self.settings[switch] == "yes"

    @property
    def size(self) -> int:
        """How many files, and ranks, the board has."""
        return int(self.settings["size"])

    @cached_property
    def layout(self) -> str:
        """The board of the set-up, in the letters of `LAYOUTS`."""
        given = str(self.settings["layout"])
        return LAYOUTS.get(given, given)

    @cached_property
    def men(self) -> dict[str, int]:
        """The pieces of the set-up by the names of their cells."""
        pieces, found = {"a": ATTACKER, "d": DEFENDER, "k": KING}, {}
        for rank, row in enumerate(reversed(self.layout.split("/"))):
            expanded = re.sub(r"\d+", lambda run: "." * min(int(run[0]), self.size + 1), row)
            found |= {_cell(file, rank): pieces[sign] for file, sign in enumerate(expanded) if sign != "."}
        return found

    @property
    def throne(self) -> str:
        """The name of the cell in the middle."""
        return _cell(self.size // 2, self.size // 2)

    @cached_property
    def corners(self) -> frozenset[str]:
        """The cells that only the king may enter."""
        given = str(self.settings["corners"])
        if given.startswith("cells:"):
            return frozenset(given.removeprefix("cells:").split("+"))
        depth = {"no": 0, "1": 1, "2x2": 2}[given]
        ends = [*range(depth), *range(self.size - depth, self.size)]
        return frozenset(_cell(file, rank) for file in ends for rank in ends)

    @cached_property
    def camps(self) -> tuple[frozenset[str], ...]:
        """The camps, each a set of cells."""
        given = str(self.settings["camps"])
        if given == "none":
            return ()
        if given != "start":
            return tuple(frozenset(camp.split("+")) for camp in given.split(","))
        waiting = {cell for cell, piece in self.men.items() if piece == ATTACKER}
        camps = []
        while waiting:
            camp, border = set(), {min(waiting)}
            while border:
                camp |= border
                border = {near for cell in border for near in _beside(cell)} & waiting - camp
            waiting -= camp
            camps.append(frozenset(camp))
        return tuple(sorted(camps, key=sorted))

    @cached_property
    def exits(self) -> frozenset[str]:
        """The cells where the king wins."""
        given, last = str(self.settings["escape"]), self.size - 1
        if given == "edge":
            cells = {_cell(*at) for n in range(self.size) for at in ((n, 0), (n, last), (0, n), (last, n))}
        elif given == "corner":
            cells = set(self.corners) or {_cell(file, rank) for file in (0, last) for rank in (0, last)}
        else:
            cells = set(given.removeprefix("cells:").split("+"))
        return frozenset(cells.difference(*self.camps))

    @cached_property
    def kinds(self) -> dict[str, int]:
        """The kind of every cell that is not ordinary, by its name."""
        kinds = dict.fromkeys(self.corners, CORNER)
        if self._is_on("throne"):
            kinds[self.throne] = THRONE
        for camp in self.camps:
            for cell in camp:
                beside = [near for near in _beside(cell) if near in self.board.named]
                kinds[cell] = INNER_CAMP if camp.issuperset(beside) else CAMP
        return kinds

    def may(self, kind: int, piece: int) -> int:
        """May a piece STOP on, and CROSS, an empty cell of this kind? (For camps see `access`.)"""
        if kind == THRONE:
            stop, cross = (self.settings[name] in ("all", "king" if piece == KING else "") for name in ("throne_land", "throne_pass"))
            return STOP * stop | CROSS * cross
        return STOP | CROSS if kind == ORDINARY or (kind == CORNER and piece == KING) else 0

    def is_enemy(self, kind: int, piece: int, occupant: int) -> bool:
        """Does a cell of this kind, with what stands on it, act as an enemy of a piece beside it?"""
        who = {ATTACKER: "attackers", DEFENDER: "defenders", KING: "king"}[piece]
        if kind == OUTSIDE:
            return piece == KING and self._is_on("king_edge")
        if kind == CAMP or (kind == INNER_CAMP and piece != ATTACKER):
            return True
        idle = occupant == KING and self.settings["king_armed"] in ("no", "hammer")
        if occupant != 0 and occupant >> 1 != piece >> 1 and not idle:
            return True
        if kind == THRONE:
            when = self.settings[f"throne_vs_{who}"]
            return when == "always" if occupant in (DEFENDER, KING) else occupant == 0 and when != "never"
        return kind == CORNER and occupant == 0 and self._is_on(f"corner_vs_{who}")

    # --- what the kernel and the interfaces ask ---
    def make_board(self) -> Board:
        zones = []
        if self.exits - self.corners:
            zones.append(Zone(Text("where the king escapes", "por onde o rei escapa"), "goal", _sorted(self.exits - self.corners)))
        if self.corners:
            zones.append(Zone(Text("corner, for the king alone", "canto, só para o rei"), "goal", _sorted(self.corners), "#"))
        if self.camps:
            cells = frozenset().union(*self.camps)
            zones.append(Zone(Text("the attackers' camps", "acampamentos dos atacantes"), "camp", _sorted(cells), ":"))
        if self._is_on("throne"):
            zones.append(Zone(Text("throne", "trono"), "centre", (self.throne,), "+"))
        return Board(self.size, self.size, zones=tuple(zones))

    def make_pieces(self) -> tuple[Piece, ...]:
        return (
            Piece(ATTACKER, "t", ATTACKERS, Text("the attacker", "o atacante"), "●"),
            Piece(DEFENDER, "T", DEFENDERS, Text("the defender", "o defensor"), "○"),
            Piece(KING, "K", DEFENDERS, Text("the king", "o rei"), "♔", shape="king"),
        )

    def make_rules(self) -> list[int]:
        board, settings = self.board, self.settings
        speed_men, speed_king = (
            self.size if settings[name] == "unlimited" else int(settings[name]) for name in ("speed_men", "speed_king")
        )
        verdicts = {"draw": NOBODY, "defenders-lose": ATTACKERS, "mover-loses": SIDE_TO_MOVE}
        switches = ("linnaean", "shieldwall", "shieldwall_corner", "shieldwall_flank", "exit_fort", "encirclement")
        pieces = (ATTACKER, DEFENDER, KING)
        return [
            *(board.step(direction) for direction in FOUR),
            *(0, speed_men, speed_men, speed_king),
            *(board.cells[0], board.cells[-1] + 1),
            *(int(settings["king_armed"] in ("yes", armed)) for armed in ("hammer", "anvil")),
            *(int(self._is_on(switch)) for switch in switches),
            verdicts.get(str(settings["repetition"])[2:], 0),
            self.quiet_limit,
            *(self.may(kind, piece) if piece else 0 for kind in range(6) for piece in (0, *pieces)),
            *(
                int(piece != 0 and self.is_enemy(kind, piece, occupant))
                for kind in range(6)
                for piece in (0, *pieces)
                for occupant in (WALL, 0, *pieces)
            ),
            *(self._information(slot) for slot in range(board.slots)),
        ]

    def _information(self, slot: int) -> int:
        """What the table of rules says about a cell."""
        if slot not in self.board.name:
            return OUTSIDE
        name = self.board.name[slot]
        info = self.kinds.get(name, ORDINARY)
        info |= sum(number << CAMP_SHIFT for number, camp in enumerate(self.camps, start=1) if name in camp)
        if 0 in (at := self.board.place(slot)) or self.size - 1 in at:
            info |= EDGE
        if name in self.exits:
            info |= EXIT
        strongholds = {"near": {self.throne, *_beside(self.throne)}, "throne": {self.throne}, "strong": {name}, "weak": set()}
        if name in strongholds[str(self.settings["king"])]:
            info |= FOUR_SIDES
        return info

    @property
    def repeats(self) -> int:  # type: ignore[override]
        given = str(self.settings["repetition"])
        return 0 if given == "none" else int(given[0])

    @property
    def forbids_repetition(self) -> bool:  # type: ignore[override]
        return str(self.settings["repetition"]).endswith("-illegal")

    @property
    def no_moves_draw(self) -> bool:  # type: ignore[override]
        return self.settings["no_move"] == "draw"

    @property
    def quiet_limit(self) -> int:
        """The plies without a capture that make a draw; 0: there is no such limit."""
        given = self.settings["no_capture_limit"]
        return 0 if given == "none" else int(given)

    @property
    def max_moves(self) -> int:
        attackers, defenders = (sum(piece >> 1 == player for piece in self.men.values()) for player in (0, 1))
        cells, reach = self.size**2, 2 * (self.size - 1)
        # A man has no more moves than the other cells of its two lines, and an empty cell is reached from four sides at most.
        return max(min(reach * men, 4 * (cells - men)) for men in range(1, max(attackers, defenders) + 1))

    def start_fen(self) -> str:
        board = self.layout.translate(str.maketrans("adk", "tTK"))
        return f"{board} {str(self.settings['first'])[0]}"

    def read_fields(self, fields: list[str], setup: Setup) -> None:
        """With a limit of plies without a capture, those played may follow; they are left out when there are none."""
        if not self.quiet_limit or not fields:
            return super().read_fields(fields, setup)
        text = " ".join(fields)
        if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= self.quiet_limit):
            raise InvalidPosition(
                Text(
                    "After the side to move come the plies since the last capture, at most {most}; there is {text!r}.",
                    "A seguir ao jogador a mover vêm as jogadas desde a última captura, no máximo {most}; está {text!r}.",
                ).fill(most=self.quiet_limit, text=text[:40])
            )
        setup.numbers[QUIET] = int(text)

    def write_fields(self, setup: Setup) -> list[str]:
        quiet = setup.numbers.get(QUIET, 0)
        return [str(quiet)] if quiet else []

    def prolog(self) -> PrologForm:
        """`board([[-,-,-,b,…],…])`: the top row first, `b` the attackers, `w` the defenders, `k` the king."""
        board = self.board
        rows = tuple(tuple(board.number(file, rank) for file in range(self.size)) for rank in reversed(range(self.size)))
        return PrologForm("board", rows, {"b": ATTACKER, "w": DEFENDER, "k": KING}, empty="-")
