"""Tafl: its switches and ids, positions that cannot be, warnings, symmetries, and the rules in words."""

from __future__ import annotations

from typing import Any

import pytest

import tabuleiro
from tabuleiro.games import tafl
from tabuleiro.games._tafl_variants import LAYOUTS
from tabuleiro.rules.description import Setup
from tabuleiro.rules.primitives import RULES

VARIANTS = tuple(f"tafl:{variant}" for variant in tafl.Tafl.variants)


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
