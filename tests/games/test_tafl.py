"""Tafl: an independent telling of the rules, the switches and ids, positions that cannot be, warnings and symmetries."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy
import pytest

import tabuleiro
from tabuleiro.games import tafl
from tabuleiro.games._tafl_variants import LAYOUTS
from tabuleiro.rules.game import Setup
from tabuleiro.rules.primitives import RULES

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
    for position in random_game(game, 1, 60 if game.board.files < 13 else 12):
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


# --- ids and switches ---


@pytest.mark.parametrize("id", VARIANTS)
def test_a_variant_is_found_by_its_id(id: str) -> None:
    game = tabuleiro.game(id)
    assert game.id == ("tafl" if id == "tafl:tablut" else id)
    assert tabuleiro.game(game.id) == game


@pytest.mark.parametrize(
    ("id", "switches", "expected"),
    [
        ("tafl", {}, "tafl"),
        ("tafl:tablut", {"king_armed": "no", "escape": "corner"}, "tafl:tablut;escape=corner;king_armed=no"),
        ("tafl;king_armed=no", {}, "tafl:tablut;king_armed=no"),
        ("tafl:tablut", {"throne": False}, "tafl:tablut-literal"),
        ("tafl:fetlar", {"speed_king": 3}, "tafl:fetlar;speed_king=3"),
        ("tafl:tablut", {"escape": "cells:i5+a5+a5"}, "tafl:tablut;escape=cells:a5+i5"),
        ("tafl:tablut", {"corners": "cells:a9+a1"}, "tafl:tablut;corners=cells:a1+a9"),
        ("tafl:tablut", {"camps": "e1+d1,a5+a4"}, "tafl:tablut;camps=a4+a5,d1+e1"),
        ("tafl:tablut", {"repetition": "4-mover-loses"}, "tafl:tablut;repetition=4-mover-loses"),
        ("tafl:tablut", {"no_capture_limit": 100, "no_move": "draw"}, "tafl:tablut;no_move=draw;no_capture_limit=100"),
        ("tafl:brandubh", {"layout": "magpie"}, "tafl:brandubh;layout=magpie"),
        ("TAFL:TABLUT", {"layout": "4A4/9/9/9/4K4/9/9/9/4D4"}, "tafl:tablut;layout=4a4/9/9/9/4k4/9/9/9/4d4"),
    ],
)
def test_switches_by_keyword_and_by_id_are_the_same_game(id: str, switches: dict[str, Any], expected: str) -> None:
    game = tabuleiro.game(id, **switches)
    assert game.id == expected
    assert tabuleiro.game(expected) == game
    assert tabuleiro.game(expected).start() == game.start()


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts_are_symmetric_with_two_attackers_for_each_defender(name: str) -> None:
    size = LAYOUTS[name].count("/") + 1
    game = tabuleiro.game("tafl:tablut", size=size, layout=name)
    men = game.switches.men  # type: ignore[attr-defined]
    assert list(men.values()).count("attacker") == 2 * list(men.values()).count("defender")
    for symmetry in game.symmetries:
        board = game.board
        turned = {
            board.name[board.number(*symmetry.map(*board.place(board.named[cell]), size, size))]: piece
            for cell, piece in men.items()
        }
        assert turned == men


def test_the_camps_of_the_start_are_the_groups_of_attackers() -> None:
    game = tabuleiro.game("tafl:tablut-ashton")
    written = tabuleiro.game("tafl:tablut-ashton", camps="a4+a5+a6+b5,i4+i5+i6+h5,d1+e1+f1+e2,d9+e9+f9+e8")
    assert {*game.switches.camps} == {*written.switches.camps}  # type: ignore[attr-defined]
    assert (game.rules[RULES : tafl.CELLS] == written.rules[RULES : tafl.CELLS]).all()
    assert tabuleiro.perft(game.start(), 2) == tabuleiro.perft(written.start(), 2)


@pytest.mark.parametrize(
    ("id", "english", "portuguese"),
    [
        ("tafl:tabult", "tafl has no variant 'tabult'; there are tablut", "tafl não tem a variante 'tabult'; existem tablut"),
        ("tafl:tablut;king=mighty", "king cannot be 'mighty'; it may be strong, near, throne, weak.", "king não pode ser"),
        ("tafl:tablut;armed=no", "tafl has no switch 'armed'", "tafl não tem a opção 'armed'"),
        ("tafl:tablut;king", "'king' is not of the form switch=value.", "'king' não tem a forma opção=valor."),
        ("tafl:tablut;repetition=1-draw", "repetition cannot be '1-draw'; it may be none, 2…9 with", "não pode ser '1-draw'"),
        ("tafl:tablut;speed_men=0", "speed_men cannot be '0'; it may be unlimited, 1…18.", "speed_men não pode ser '0'"),
        ("tafl:tablut;escape=cells:j1", "escape names j1; the cells of this board go from a1 to i9.", "escape nomeia j1"),
        ("tafl:tablut;corners=cells:a10", "corners names a10;", "corners nomeia a10;"),
        ("tafl:tablut;camps=a0", "camps names a0;", "camps nomeia a0;"),
        (
            "tafl:tablut;size=11",
            "11 ranks of 11 cells; choose another size, or another layout (hnefatafl, bell, line, lewis).",
            "A disposição não tem 11 linhas de 11 casas;",
        ),
        ("tafl:tablut;size=5", "choose another size, or another layout.", "ou outra disposição."),
        (
            "tafl:tablut;size=6;layout=6/6/6/2ak2/6/6",
            "The board needs a cell in the middle, so its size is odd; 6 is even.",
            "por isso o tamanho é ímpar; 6 é par.",
        ),
        (
            "tafl:tablut;size=5;layout=5/5/1kak1/5/5",
            "A layout has one king (k) and at least one attacker (a); this one has 2 and 1.",
            "esta tem 2 e 1.",
        ),
        ("tafl:tablut;size=5;layout=5/5/2k2/5/5", "this one has 1 and 0.", "esta tem 1 e 0."),
        (
            "tafl:tablut;camps=a1+a2,a2+a3",
            "A cell is only one of throne, corner or part of a single camp; a2 would be more.",
            "a2 seria mais.",
        ),
        ("tafl:tablut;corners=cells:e5", "; e5 would be more.", "e5 seria mais."),
        (
            "tafl:tablut;throne=no;king=near",
            "king=near needs a throne; without one, choose king=strong or king=weak.",
            "king=near precisa de um trono; sem ele, escolha king=strong ou king=weak.",
        ),
        ("tafl:tablut;throne=no;linnaean=yes", "linnaean=yes needs a throne (throne=yes).", "precisa de um trono"),
        (
            "tafl:tablut;exit_fort=yes",
            "exit_fort=yes does not go with escape=edge: a king on the edge has escaped already.",
            "um rei na borda já escapou.",
        ),
        (
            "tafl:tablut;escape=cells:a5;camps=start",
            "The king could never escape: all cells of escape=cells:a5 lie in camps.",
            "todas as casas de escape=cells:a5 ficam em acampamentos.",
        ),
        (
            "tafl:tablut;corners=cells:d1+e3",
            "The set-up has men on cells that are closed to them: d1, e3.",
            "A posição inicial tem peças em casas que lhes estão vedadas: d1, e3.",
        ),
        (
            "tafl:tablut;escape=cells:e5",
            "The set-up does not go with the switches. The king has just escaped on e5, so it is the attackers' turn.",
            "A posição inicial não combina com as opções. O rei acaba de escapar em e5",
        ),
        ("tafl:tablut;camps=e3", "The defender cannot stand on e3, in a camp", "O defensor não pode estar em e3"),
    ],
)  # fmt: skip
def test_switches_that_cannot_be_are_refused(id: str, english: str, portuguese: str) -> None:
    with pytest.raises(tabuleiro.UnknownGame) as refusal:
        tabuleiro.game(id)
    assert english in str(refusal.value)
    with tabuleiro.using_language("pt"):
        assert portuguese in str(refusal.value)


@pytest.mark.parametrize(
    ("switch", "value"),
    [("layout", "/".join(["1" * 19] * 5) + "!"), ("camps", ",".join(["a1"] * 40_000))],
)
def test_texts_that_would_take_long_to_read_are_refused_at_once(switch: str, value: str) -> None:
    with pytest.raises(tabuleiro.UnknownGame, match=f"{switch} cannot be"):
        tabuleiro.game(f"tafl:tablut;{switch}={value}")


# --- positions that cannot be ---


@pytest.mark.parametrize(
    ("id", "fen", "english", "portuguese"),
    [
        (
            "tafl",
            "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/2tttt3 a",
            "There are 17 attackers; the set-up has 16.",
            "Há 17 atacantes; a posição inicial tem 16.",
        ),
        (
            "tafl",
            "9/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/T8 d",
            "There are 9 defenders; the set-up has 8.",
            "Há 9 defensores; a posição inicial tem 8.",
        ),
        ("tafl", "9/9/4K4/9/2K6/9/9/9/t8 a", "There are 2 kings, on c5 and e7.", "Há 2 reis, em c5 e e7."),
        (
            "tafl",
            "9/9/9/9/9/9/9/9/t8 a",
            "There is no king: the attackers have just captured him, so it is the defenders' turn.",
            "Não há rei: os atacantes acabam de o capturar, por isso é a vez dos defensores.",
        ),
        (
            "tafl",
            "9/9/9/9/4T4/9/9/9/9 d",
            "There is neither a king nor an attacker who could have captured him.",
            "Não há rei nem atacante que o possa ter capturado.",
        ),
        (
            "tafl",
            "9/9/9/9/9/9/9/9/t1K6 d",
            "The king has just escaped on c1, so it is the attackers' turn.",
            "O rei acaba de escapar em c1, por isso é a vez dos atacantes.",
        ),
        (
            "tafl:tablut-ashton",
            "9/9/9/9/1T2K4/9/9/9/t8 d",
            "The defender cannot stand on b5, in a camp of the attackers.",
            "O defensor não pode estar em b5, num acampamento dos atacantes.",
        ),
        (
            "tafl:tablut-ashton",
            "9/9/9/9/K8/9/9/9/t8 a",
            "The king cannot stand on a5, in a camp of the attackers.",
            "O rei não pode estar em a5, num acampamento dos atacantes.",
        ),
        (
            "tafl",
            "9/9/9/9/4K4/9/9/9/t8 a 3",
            "Nothing may follow the side to move; there is '3'.",
            "Nada pode seguir o jogador a mover; está '3'.",
        ),
        (
            "tafl:tablut;no_capture_limit=20",
            "9/9/9/9/4K4/9/9/9/t8 a 21",
            "After the side to move come the moves since the last capture, at most 20; there is '21'.",
            "A seguir ao jogador a mover vêm as jogadas desde a última captura, no máximo 20; está '21'.",
        ),
        (
            "tafl:tablut;no_capture_limit=20",
            "9/9/9/9/4K4/9/9/9/t8 a 2 3",
            "Nothing may follow the side to move; there is '2 3'.",
            "Nada pode seguir o jogador a mover; está '2 3'.",
        ),
    ],
)
def test_positions_that_cannot_be_are_refused(id: str, fen: str, english: str, portuguese: str) -> None:
    with pytest.raises(tabuleiro.InvalidPosition) as refusal:
        tabuleiro.game(id).position(fen)
    assert str(refusal.value) == english
    with tabuleiro.using_language("pt"):
        assert str(refusal.value) == portuguese


# --- repetition that is refused ---


def test_a_move_that_would_repeat_once_too_often_is_refused() -> None:
    position = tabuleiro.game("tafl:tablut;repetition=3-illegal").start()
    for move in ["d1-d2", "e3-d3", "d2-d1", "d3-e3", "d1-d2", "e3-d3", "d2-d1"]:
        position = position.play(move)
    assert position.outcome is None
    assert "d3-e3" not in map(str, position.legal_moves)
    with pytest.raises(tabuleiro.IllegalMove, match="d3-e3 would bring the same position about once too often"):
        position.play("d3-e3")
    assert position.play("d3-c3").outcome is None


# --- beside and on the board ---


def warnings(position: tabuleiro.Position) -> list[tuple[str, str]]:
    return [(fact.key, str(fact.value)) for fact in position.facts if fact.warning]


@pytest.mark.parametrize(
    ("id", "fen", "expected", "marked"),
    [
        ("tafl", "9/4t4/9/2t6/2K3t2/9/4t4/9/9 a", [("tuichi", "the king has 2 open ways")], "a5 b5 c1 c2 c3 c4"),
        ("tafl", "9/4t4/9/2t6/2K3t2/9/4t4/2t6/9 a", [("raichi", "the king has an open way")], "a5 b5"),
        ("tafl", "9/4t4/9/2t6/2K3t2/9/4t4/9/9 d", [], ""),
        ("tafl:tablut;announce=no", "9/4t4/9/2t6/2K3t2/9/4t4/9/9 a", [], ""),
        ("tafl", "9/9/9/2t6/2K6/2t6/9/9/t8 a", [("tuichi", "the king has 2 open ways")], "a5 b5 d5 e5 f5 g5 h5 i5"),
        ("tafl:tablut;throne_pass=none", "9/9/9/2t6/2K6/2t6/9/9/t8 a", [("raichi", "the king has an open way")], "a5 b5"),
        ("tafl:tablut;speed_king=2", "9/9/9/2t6/2K6/2t6/9/9/t8 a", [("raichi", "the king has an open way")], "a5 b5"),
        ("tafl:tablut-ashton", "9/9/9/2t6/2K6/2t6/9/9/t8 a", [], ""),
        ("tafl:brandubh", "2K4/7/2t4/7/7/7/t6 a", [("tuichi", "the king can reach 2 corners")], "a7 b7 d7 e7 f7 g7"),
        ("tafl:brandubh", "2K1t2/7/2t4/7/7/7/1t5 a", [("raichi", "the king can reach a corner")], "a7 b7"),
        ("tafl:brandubh", "7/2K1t2/2t4/7/7/7/1t5 a", [], ""),
        ("tafl", "9/9/9/9/K8/9/9/9/t8 a", [], ""),
        ("tafl", "9/9/9/9/9/9/9/9/t8 d", [], ""),
    ],
)  # fmt: skip
def test_raichi_and_tuichi(id: str, fen: str, expected: list[tuple[str, str]], marked: str) -> None:
    position = tabuleiro.game(id).position(fen)
    assert warnings(position) == expected
    assert sorted(mark.cell for mark in position.marks) == marked.split()


def test_warnings_are_in_portuguese_too() -> None:
    with tabuleiro.using_language("pt"):
        assert warnings(tabuleiro.game("tafl").position("9/4t4/9/2t6/2K3t2/9/4t4/9/9 a")) == [
            ("tuichi", "o rei tem 2 caminhos livres")
        ]


def test_who_repeats_is_told() -> None:
    position = tabuleiro.game("tafl").start()
    assert [(fact.key, fact.player, str(fact.value)) for fact in position.facts] == [("men", 0, "16"), ("men", 1, "8")]
    for move in ["d1-d2", "e3-d3", "d2-d1", "d3-e3"]:
        position = position.play(move)
    fact = next(fact for fact in position.facts if fact.key == "repetition")
    assert (str(fact.value), fact.player, fact.warning) == ("2 of 3 times", 1, True)


@pytest.mark.parametrize(
    "symmetry", [None, *tafl.Tafl.symmetries], ids=lambda symmetry: getattr(symmetry, "name", "as is")
)
@pytest.mark.parametrize("id", ["tafl", "tafl:tablut-linnaeus", "tafl:tablut-saami", "tafl:tablut-ashton"])
def test_the_king_beside_the_throne_is_captured_in_every_orientation(id: str, symmetry: Any) -> None:
    game = tabuleiro.game(id)

    def image(cell: str) -> str:
        if symmetry is None:
            return cell
        board = game.board
        return board.name[board.number(*symmetry.map(*board.place(board.named[cell]), board.files, board.ranks))]

    men = {"d6": tafl.ATTACKER, "c5": tafl.ATTACKER, "d3": tafl.ATTACKER, "d5": tafl.KING}
    for missing in ("", "c5"):
        cells = {game.board.named[image(cell)]: piece for cell, piece in men.items() if cell != missing}
        position = game.build(Setup(cells, tafl.ATTACKERS)).play(f"{image('d3')}-{image('d4')}")
        assert (position.outcome is not None and position.outcome.reason == "king-captured") == (missing == "")


def test_the_report_writes_letters_from_the_top() -> None:
    game = tabuleiro.game("tafl")
    form = game.prolog()
    assert form is not None
    assert (form.name, form.empty, dict(form.atoms)) == ("board", "-", {"b": 1, "w": 2, "k": 3})
    assert [game.board.name[row[0]] for row in form.rows] == [f"a{rank}" for rank in range(9, 0, -1)]
    assert all(len(row) == 9 for row in form.rows)


def test_zones_name_throne_corners_camps_and_exits() -> None:
    zones = {(zone.style, len(zone.cells)) for zone in tabuleiro.game("tafl").board.zones}
    assert zones == {("centre", 1), ("goal", 32)}
    zones = {(zone.style, len(zone.cells)) for zone in tabuleiro.game("tafl:tablut-ashton").board.zones}
    assert zones == {("centre", 1), ("goal", 20), ("camp", 16)}
    assert {(zone.style, zone.cells) for zone in tabuleiro.game("tafl:brandubh").board.zones} == {
        ("centre", ("d4",)),
        ("goal", ("a1", "a7", "g1", "g7")),
    }


# --- the rules in words ---


@pytest.mark.parametrize("id", VARIANTS)
def test_lessons_tell_what_the_switches_say(id: str) -> None:
    game = tabuleiro.game(id)
    titles = [lesson.title.en for lesson in game.lessons()]
    words = " ".join(lesson.body.en for lesson in game.lessons())
    assert ("The throne" in titles) == (game.settings["throne"] == "yes")
    assert ("Camps" in titles) == (game.settings["camps"] != "none")
    assert ("Corners" in titles) == (game.settings["corners"] != "no")
    assert ("Shieldwall" in titles) == (game.settings["shieldwall"] == "yes")
    assert ("cut all defenders off" in words) == (game.settings["encirclement"] == "yes")
    assert ("takes no part in captures" in words) == (game.settings["king_armed"] == "no")
    assert ("reaches a corner" in words) == (game.settings["escape"] == "corner")
    assert ("{" in words or "}" in words) is False


def test_the_default_variant_is_taught_with_pictures() -> None:
    pictured = [lesson for lesson in tabuleiro.game("tafl").lessons() if lesson.fen is not None]
    assert len(pictured) >= 6


@pytest.mark.parametrize(
    ("switches", "english", "portuguese"),
    [
        ({"escape": "cells:a5+i5"}, "reaches one of a5, i5.", "uma destas casas: a5, i5."),
        ({"repetition": "4-illegal"}, "No move may bring a position about for the fourth time.", "pela quarta vez."),
        ({"repetition": "3-mover-loses"}, "Whoever brings a position about for the third time loses.", "Perde quem"),
        ({"no_capture_limit": 50}, "50 moves in a row without a capture make", "50 jogadas seguidas sem captura fazem"),
        (
            {"no_move": "draw"},
            "When a side cannot move, the game is drawn.",
            "Quando um lado não pode jogar, há empate.",
        ),
        ({"king_edge": "yes"}, "The edge counts as an attacker too.", "A borda também conta como um atacante."),
        (
            {"speed_men": 2},
            "Men move at most 2 cells at a time.",
            "As outras peças andam no máximo 2 casas de cada vez.",
        ),
        ({"king": "throne"}, "On the throne the king is captured when", "No trono o rei é capturado quando"),
        ({"throne_land": "all"}, "Any piece may stop on the throne", "Qualquer peça pode parar no trono"),
    ],
)
def test_lessons_follow_single_switches(switches: dict[str, Any], english: str, portuguese: str) -> None:
    lessons = tabuleiro.game("tafl:tablut", **switches).lessons()
    assert any(english in lesson.body.en for lesson in lessons)
    assert any(portuguese in lesson.body.pt for lesson in lessons)
