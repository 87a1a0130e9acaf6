"""Tafl by the book: the rules told once more, apart from the game's own code, and games and positions compared with them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy
import pytest

import tabuleiro
from tabuleiro.games import tafl
from tabuleiro.rules.description import Setup

VARIANTS = tuple(f"tafl:{variant}" for variant in tafl.Tafl.variants)

Place = tuple[int, int]
FOUR = ((0, 1), (1, 0), (0, -1), (-1, 0))

CROWDED = ";layout=1aaaaa1/aadddaa/addddda/a1dkd1a/addddda/aadddaa/1aaaaa1"
"""More men than any variant has, so that random positions show rows, forts and rings."""

MIXED = (
    "tafl:brandubh" + CROWDED + ";shieldwall=yes;exit_fort=yes",
    "tafl:brandubh" + CROWDED + ";shieldwall=yes;exit_fort=yes;shieldwall_flank=no;shieldwall_corner=no;king_armed=no",
    "tafl:brandubh" + CROWDED + ";shieldwall=yes;shieldwall_flank=no;king_armed=anvil;linnaean=yes;throne_land=all",
    "tafl:brandubh" + CROWDED + ";king_armed=hammer;throne_pass=king;throne_vs_defenders=always;king=throne",
    "tafl:magpie" + CROWDED + ";corner_vs_attackers=no;throne_pass=none;speed_men=2;exit_fort=yes",
    "tafl:tablut;size=7" + CROWDED + ";king=weak;escape=cells:a4+d1;exit_fort=yes;encirclement=yes;corners=cells:a1+b4",
    "tafl:tablut-ashton;size=7" + CROWDED + ";camps=a1+a2+b1,a4+b4+a5,g3+g4+g5+f4,d7;encirclement=yes;shieldwall=yes",
)


class Book:
    """The rules once more, as a person would apply them, cell by cell and without any table."""

    def __init__(self, position: tabuleiro.Position) -> None:
        self.game = position.game
        self.on: Any = position.game.settings
        self.size = position.game.board.files
        self.middle = (self.size // 2, self.size // 2)
        self.turn = position.turn
        switches = position.game.switches  # type: ignore[attr-defined]
        self.corners = {self.place(name) for name in switches.corners}
        self.exits = {self.place(name) for name in switches.exits}
        self.camps = [{self.place(name) for name in camp} for camp in switches.camps]
        self.pieces = {
            self.place(name): "?tTK"[position.piece(name)] for name in position.game.board.named if position.piece(name)
        }

    @staticmethod
    def place(name: str) -> Place:
        return "abcdefghijklmnopqrs".index(name[0]), int(name[1:]) - 1

    @staticmethod
    def name(place: Place) -> str:
        return f"{'abcdefghijklmnopqrs'[place[0]]}{place[1] + 1}"

    def inside(self, place: Place) -> bool:
        return 0 <= place[0] < self.size and 0 <= place[1] < self.size

    def is_edge(self, place: Place) -> bool:
        return self.inside(place) and (0 in place or self.size - 1 in place)

    def is_throne(self, place: Place) -> bool:
        return self.on["throne"] == "yes" and place == self.middle

    def camp(self, place: Place) -> set[Place]:
        return next((camp for camp in self.camps if place in camp), set())

    def side(self, place: Place) -> int | None:
        return {"t": 0, "T": 1, "K": 1}.get(self.pieces.get(place, ""))

    def may(self, piece: str, place: Place, home: set[Place]) -> tuple[bool, bool]:
        """May a piece stop on, and cross, this empty cell?"""
        if self.is_throne(place):
            allowed = ("all", "king") if piece == "K" else ("all",)
            return self.on["throne_land"] in allowed, self.on["throne_pass"] in allowed
        if place in self.corners:
            return piece == "K", piece == "K"
        if self.camp(place):
            return place in home, place in home
        return True, True

    def moves(self) -> Iterator[tuple[Place, Place]]:
        for origin, piece in self.pieces.items():
            if self.side(origin) != self.turn:
                continue
            speed = self.on["speed_king" if piece == "K" else "speed_men"]
            for across, up in FOUR:
                home = self.camp(origin)
                for steps in range(1, self.size if speed == "unlimited" else speed + 1):
                    place = (origin[0] + across * steps, origin[1] + up * steps)
                    if not self.inside(place) or place in self.pieces:
                        break
                    stop, cross = self.may(piece, place, home)
                    if stop:
                        yield origin, place
                    if not cross:
                        break
                    if place not in home:
                        home = set()

    def hostile(self, place: Place, prey: str) -> bool:
        """Is this cell hostile to a piece beside it?"""
        if not self.inside(place):
            return prey == "K" and self.on["king_edge"] == "yes"
        beside = [(place[0] + across, place[1] + up) for across, up in FOUR]
        camp = self.camp(place)
        if camp and (prey != "t" or any(self.inside(near) and near not in camp for near in beside)):
            return True
        who = {"t": "attackers", "T": "defenders", "K": "king"}[prey]
        when = self.on[f"throne_vs_{who}"] if self.is_throne(place) else "never"
        there = self.pieces.get(place)
        if there is None:
            return when != "never" or (place in self.corners and self.on[f"corner_vs_{who}"] == "yes")
        if (there == "t") == (prey == "t"):
            return prey == "T" and when == "always"
        return there != "K" or self.on["king_armed"] in ("yes", "anvil") or when == "always"

    def is_strong(self, place: Place) -> bool:
        distance = abs(place[0] - self.middle[0]) + abs(place[1] - self.middle[1])
        return {"strong": True, "near": distance <= 1, "throne": distance == 0, "weak": False}[self.on["king"]]

    def captured(self, target: Place) -> set[Place]:
        """What the piece that has just moved to a cell captures."""
        mover = self.pieces[target]
        if mover == "K" and self.on["king_armed"] in ("no", "anvil"):
            return set()
        found = set()
        for across, up in FOUR:
            prey, beyond = (target[0] + across, target[1] + up), (target[0] + 2 * across, target[1] + 2 * up)
            if self.side(prey) != 1 - self.turn:
                continue
            piece = self.pieces[prey]
            if piece == "K" and self.is_strong(prey):
                taken = all(self.hostile((prey[0] + dx, prey[1] + dy), "K") for dx, dy in FOUR)
            else:
                taken = self.hostile(beyond, piece) or (piece == "T" and self.is_linnaean(beyond))
            found |= {prey} if taken else set()
        return found | (self.shieldwall(target) if self.on["shieldwall"] == "yes" else set())

    def is_linnaean(self, king: Place) -> bool:
        around = [self.pieces.get((king[0] + across, king[1] + up)) for across, up in FOUR]
        seated = self.pieces.get(king) == "K" and self.is_throne(king)
        return self.on["linnaean"] == "yes" and seated and around.count("t") == 3

    def shieldwall(self, target: Place) -> set[Place]:
        """All closed and faced rows on the four edges in which the moved piece closes an end (or takes any part)."""
        found: set[Place] = set()
        last = self.size - 1
        edges: list[tuple[list[Place], Place]] = [
            ([(n, 0) for n in range(self.size)], (0, 1)),
            ([(n, last) for n in range(self.size)], (0, -1)),
            ([(0, n) for n in range(self.size)], (1, 0)),
            ([(last, n) for n in range(self.size)], (-1, 0)),
        ]
        for line, inward in edges:
            for first in range(1, last):
                for end in range(first + 1, last):
                    row, ends = line[first : end + 1], [line[first - 1], line[end + 1]]
                    fronts = [(place[0] + inward[0], place[1] + inward[1]) for place in row]
                    helpers = [*fronts, *ends] if self.on["shieldwall_flank"] == "no" else ends
                    if (
                        all(self.side(place) == 1 - self.turn for place in row)
                        and all(self.helps(front) for front in fronts)
                        and all(self.helps(place) or self.closes(place) for place in ends)
                        and target in helpers
                    ):
                        found |= {place for place in row if self.pieces[place] != "K"}
        return found

    def helps(self, place: Place) -> bool:
        idle = self.pieces.get(place) == "K" and self.on["king_armed"] in ("no", "hammer")
        return self.side(place) == self.turn and not idle

    def closes(self, place: Place) -> bool:
        return place in self.corners and place not in self.pieces and self.on["shieldwall_corner"] == "yes"

    def flood(self, start: set[Place], passes: str) -> set[Place]:
        """All cells connected with some, over cells that hold one of these signs (`.`: empty)."""
        found, border = set(start), set(start)
        while border:
            around = {(place[0] + across, place[1] + up) for place in border for across, up in FOUR}
            border = {place for place in around - found if self.inside(place) and self.pieces.get(place, ".") in passes}
            found |= border
        return found

    def is_encircled(self) -> bool:
        defenders = {place for place, piece in self.pieces.items() if piece != "t"}
        return not any(map(self.is_edge, self.flood(defenders, ".TK")))

    def is_fort(self) -> bool:
        king = next(place for place, piece in self.pieces.items() if piece == "K")
        yard = self.flood({king}, ".")
        around = {(place[0] + across, place[1] + up) for place in yard for across, up in FOUR}
        can_move = any(
            place not in self.pieces and self.inside(place) and self.may("K", place, set())[0]
            for place in ((king[0] + across, king[1] + up) for across, up in FOUR)
        )
        if not self.is_edge(king) or not can_move or yard & (self.corners | self.exits):
            return False
        if any(self.pieces.get(place) == "t" for place in around):
            return False
        firm = {place for place, piece in self.pieces.items() if piece == "T"}
        while True:
            loose = set()
            for file, rank in firm:
                for axis in (((file - 1, rank), (file + 1, rank)), ((file, rank - 1), (file, rank + 1))):
                    if not any(not self.inside(side) or side in yard or side in firm for side in axis):
                        loose.add((file, rank))
            if not loose:
                return all(place in firm for place in around if self.pieces.get(place) == "T")
            firm -= loose

    def end(self) -> tuple[int, str] | None:
        """The winner and the reason, as the board alone tells them after a move."""
        king = next((place for place, piece in self.pieces.items() if piece == "K"), None)
        if king is None:
            return 0, "king-captured"
        if king in self.exits:
            return 1, "escape"
        if self.turn == 1 and self.on["encirclement"] == "yes" and self.is_encircled():
            return 0, "encirclement"
        if self.turn == 0 and self.on["exit_fort"] == "yes" and self.is_fort():
            return 1, "exit-fort"
        return None if any(self.moves()) else (1 - self.turn, "no-moves")

    def play(self, origin: Place, target: Place) -> set[Place]:
        self.pieces[target] = self.pieces.pop(origin)
        taken = self.captured(target)
        for place in taken:
            del self.pieces[place]
        self.turn = 1 - self.turn
        return taken


def compare(position: tabuleiro.Position) -> None:
    """A position's end and moves, with their captures and what they bring about, are those of the book."""
    told = Book(position).end()
    outcome = position.outcome
    if outcome is not None and outcome.reason == "repetition":
        return
    assert (outcome and (outcome.winner, outcome.reason)) == told, position
    if told is None:
        moves = {(Book.place(move.origin), Book.place(move.target)) for move in position.legal_moves}
        assert moves == set(Book(position).moves()), position


def compare_all_moves(position: tabuleiro.Position) -> None:
    compare(position)
    for move in position.legal_moves:
        book = Book(position)
        taken = book.play(Book.place(move.origin), Book.place(move.target))
        assert {Book.place(name) for name in move.captured} == taken, (position, move)
        compare(position.play(move))


def random_game(game: tabuleiro.Game, seed: int, plies: int) -> Iterator[tabuleiro.Position]:
    chance = random.Random(f"{game.id} {seed}")
    position = game.start()
    yield position
    for _ in range(plies):
        if not position.legal_moves:
            return
        captures = [move for move in position.legal_moves if move.captured] if chance.random() < 0.3 else []
        position = position.play(chance.choice(captures or list(position.legal_moves)))
        yield position


def random_position(game: tabuleiro.Game, chance: random.Random) -> tabuleiro.Position | None:
    """A position with men strewn over the board, or None if it cannot be.

    In some the king is at the edge, where forts are, in some a ring around him lacks a man, and in some there is a row of
    men at the edge with enemies in front of it and at one end.
    """
    board, middle, last = game.board, game.board.files // 2, game.board.files - 1
    cells = list(board.cells)
    chance.shuffle(cells)
    men = dict.fromkeys(cells[: chance.randint(1, 16)], tafl.ATTACKER)
    men |= dict.fromkeys(cells[-chance.choice((1, 2, 6, 12)) :], tafl.DEFENDER)
    king = chance.choice(cells)
    scene = chance.choice(("fort", "ring", "row", "none"))
    if scene == "fort":
        men = dict.fromkeys(cells[: chance.randint(1, 4)], tafl.ATTACKER) | dict.fromkeys(cells[-16:], tafl.DEFENDER)
        king = chance.choice([cell for cell in cells if {0, last} & set(board.place(cell))])
    elif scene == "ring":
        king = board.number(middle, middle)
        ring = [cell for cell in cells if sum(abs(at - middle) for at in board.place(cell)) == 2]
        men = {cell: piece for cell, piece in men.items() if piece == tafl.ATTACKER} | dict.fromkeys(ring[1:], 1)
        men.pop(ring[0], None)
    elif scene == "row":
        turned = chance.choice(game.symmetries)
        first, length, caught = (
            chance.randint(1, 2),
            chance.randint(2, 3),
            chance.choice((tafl.ATTACKER, tafl.DEFENDER)),
        )
        for file in range(first - 1, first + length + 1):
            in_row, at_edge, in_front = (
                first <= file < first + length,
                turned.map(file, 0, 7, 7),
                turned.map(file, 1, 7, 7),
            )
            men[board.number(*at_edge)] = caught if in_row else 3 - caught
            if in_row:
                men[board.number(*in_front)] = 3 - caught
        men.pop(board.number(*turned.map(first - 1, 0, 7, 7)))
        king = chance.choice([cell for cell in cells if cell not in men or men[cell] == tafl.DEFENDER])
    try:
        return game.build(Setup({**men, king: tafl.KING}, chance.randint(0, 1)))
    except tabuleiro.InvalidPosition:
        return None


@pytest.mark.compiled
@pytest.mark.parametrize("id", VARIANTS)
def test_random_games_are_played_by_the_book(id: str) -> None:
    game = tabuleiro.game(id)
    for position in random_game(game, 1, 40 if game.board.files < 13 else 12):
        compare(position)
    compare_all_moves(position)


@pytest.mark.compiled
@pytest.mark.parametrize("id", MIXED)
def test_random_positions_are_judged_by_the_book(id: str) -> None:
    game, chance, reasons = tabuleiro.game(id), random.Random(id), set()
    for _ in range(80):
        position = random_position(game, chance)
        if position is not None:
            compare_all_moves(position)
            reasons |= {outcome.reason for outcome in [position.outcome] if outcome}
    assert reasons


@pytest.mark.compiled
def test_random_positions_show_every_end_and_rows_of_captives() -> None:
    game, plain, chance = tabuleiro.game(MIXED[0]), tabuleiro.game(MIXED[0], shieldwall="no"), random.Random(1)
    ends, rows = set(), 0
    for _ in range(400):
        position = random_position(game, chance)
        if position is None:
            continue
        without = {str(move) for move in plain.position(position.fen).legal_moves}
        rows += sum(str(move) not in without for move in position.legal_moves)
        outcomes = [position.play(move).outcome for move in position.legal_moves]
        ends |= {outcome.reason for outcome in outcomes if outcome}
    assert ends >= {"escape", "exit-fort", "encirclement", "king-captured"}
    assert rows > 3


@pytest.mark.compiled
@pytest.mark.parametrize("id", VARIANTS + MIXED)
def test_plain_python_and_text_agree_with_the_compiled_rules(id: str) -> None:
    game = tabuleiro.game(id)
    rules, size = game.rules, game.machine.size
    moves, taken = numpy.zeros(game.max_moves + 4, dtype=numpy.int64), numpy.zeros(64, dtype=numpy.int64)
    for position in random_game(game, 2, 50 if size < 250 else 15):
        assert position.legal_moves == game.position(position.fen).legal_moves or position.outcome is not None
        assert (game.position(position.fen).state == position.state).all()
        state = position.state.copy()
        tafl.settle(rules, state)
        assert (state == position.state).all()
        verdict = tafl.outcome(rules, state, 1)
        assert verdict == game.kernel.outcome(rules, state, 1)
        if position.outcome is not None:
            break
        count = tafl.legal_moves(rules, state, moves)
        assert moves[:count].tolist() == position.legal_moves.codes()
        code = int(moves[count // 2])
        captures = tafl.play(rules, state, code, taken)
        after = position.state.copy()
        compiled_taken = numpy.zeros(64, dtype=numpy.int64)
        assert game.kernel.play(rules, after, code, compiled_taken) == captures
        assert (state == after).all()
        assert taken[:captures].tolist() == compiled_taken[:captures].tolist()


def test_the_counter_of_quiet_plies_survives_the_text() -> None:
    game = tabuleiro.game("tafl:tablut;no_capture_limit=30")
    for position in random_game(game, 1, 40):
        assert (game.position(position.fen).state == position.state).all()
    assert [str(fact.value) for fact in game.start().facts if fact.key == "quiet"] == ["0 of 30 moves"]
