"""Fields of Action: what the worked cases cannot show."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabuleiro
from tabuleiro.conformance.samples import random_game
from tabuleiro.games.fields_of_action import RUNS, in_set
from tabuleiro.rules.description import Setup
from tabuleiro.rules.primitives import KEY

GAME = tabuleiro.game("fields-of-action")
FILES = "abcdefgh"
SEEDS = st.integers(0, 2**32)


def moves_by_the_book(position: tabuleiro.Position) -> set[tuple[str, str]]:
    """The legal moves, cell by cell, as the rules put them into words."""
    owner = {
        (FILES.index(name[0]), int(name[1])): GAME.pieces[position.piece(name)].player
        for name in GAME.board.named
        if position.piece(name)
    }

    def neighbours(file: int, rank: int, without: tuple[int, int]) -> int:
        around = ((file + across, rank + up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up)
        return sum(1 for cell in around if cell in owner and cell != without)

    found = set()
    for (file, rank), player in owner.items():
        if player != position.turn:
            continue
        count = neighbours(file, rank, (file, rank))
        for across in (-1, 0, 1):
            for up in (-1, 0, 1):
                for steps in range(1, 8) if across or up else ():
                    target = file + across * steps, rank + up * steps
                    if not (0 <= target[0] < 8 and 1 <= target[1] <= 8):
                        continue
                    if count:
                        legal = steps == count and owner.get(target) != player
                    else:
                        legal = target not in owner and neighbours(*target, (file, rank)) >= 2
                    if legal:
                        found.add((f"{FILES[file]}{rank}", f"{FILES[target[0]]}{target[1]}"))
    return found


def random_position(seed: int) -> tabuleiro.Position:
    """Some of the pieces anywhere on the board, none of the others captured."""
    chance = random.Random(seed)
    codes = chance.sample(range(1, 13), chance.randrange(1, 13)) + chance.sample(range(13, 25), chance.randrange(1, 13))
    setup = Setup(dict(zip(chance.sample(GAME.board.cells, len(codes)), codes, strict=True)), chance.randrange(2))
    GAME.read_fields(["-", "-"], setup)
    return GAME.build(setup)


def refused(read: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(tabuleiro.InvalidPosition) as error:
        read()
    sentences = []
    for language in ("en", "pt"):
        with tabuleiro.using_language(language):
            sentences.append(str(error.value))
    return sentences[0], sentences[1]


def test_description() -> None:
    assert GAME.id == "fields-of-action"
    assert GAME.players == ("black", "white")
    assert GAME.first == 0
    assert GAME.has_draws
    assert not GAME.pie_rule


@pytest.mark.parametrize("seed", range(6))
def test_games_follow_the_book(seed: int) -> None:
    for position in random_game(GAME, seed, 120):
        if position.outcome is None:
            assert {(move.origin, move.target) for move in position.legal_moves} == moves_by_the_book(position)


@given(SEEDS)
def test_any_board_follows_the_book(seed: int) -> None:
    position = random_position(seed)
    moves = {(move.origin, move.target) for move in position.legal_moves}
    assert moves == moves_by_the_book(position)
    assert len(moves) <= GAME.max_moves
    assert GAME.position(position.fen) == position
    if not moves:
        assert position.outcome == tabuleiro.Outcome(1 - position.turn, "no-moves")


@given(SEEDS)
def test_an_isolated_piece_never_captures_and_lands_beside_two(seed: int) -> None:
    position = random_position(seed)
    ranges = {mark.cell: int(mark.text) for mark in position.marks}
    for move in position.legal_moves:
        if ranges[move.origin] == 0:
            after = {mark.cell: int(mark.text) for mark in position.play(move).marks}
            assert not move.captured
            assert after[move.target] >= 2


@pytest.mark.parametrize("seed", range(4))
def test_every_number_is_on_the_board_or_captured(seed: int) -> None:
    for position in random_game(GAME, seed):
        for player in range(2):
            captured = in_set(int(position.state[GAME.number_slots[player]]))
            standing = [
                code - 12 * player
                for code in GAME.setup_of(position).cells.values()
                if GAME.pieces[code].player == player
            ]
            assert sorted(captured + standing) == list(range(1, 13))
        assert len(position.fen.split(" ")) == 2


def test_a_game_ends_with_its_first_run_of_five() -> None:
    for seed in range(6):
        *line, last = random_game(GAME, seed, 2000)
        assert last.outcome is not None
        for position in line:
            held = [set(in_set(int(position.state[slot]))) for slot in GAME.number_slots]
            assert not any(numbers.issuperset(run) for numbers in held for run in RUNS)


def test_a_capture_ends_the_counting_of_repetitions() -> None:
    position = GAME.start()
    for text in ("h7-h6", "a2-a3", "h6-h7", "a3-a2"):
        position = position.play(text)
    assert position.occurrences == 2
    while not (captures := [move for move in position.legal_moves if move.captured]):
        position = position.play(position.legal_moves[0])
    position = position.play(captures[0])
    assert position.occurrences == 1
    assert position.earlier_keys == ()


def test_what_was_captured_is_part_of_a_position() -> None:
    board = "W(5)6B(10)/8/8/8/8/8/8/B(5)6W(10) b"
    missing, none = GAME.position(board), GAME.position(board + " - -")
    assert missing != none
    assert missing.state[KEY] != none.state[KEY]
    assert none.fen == board + " - -"
    assert GAME.position(board + " 1,2 12").fen == board + " 1,2 12"
    assert GAME.position(board + " 1,2,3,4,6,7,8,9,11,12 1,2,3,4,6,7,8,9,11,12") == missing
    assert missing.fen == board


def test_facts_follow_the_runs() -> None:
    position = GAME.position("2B(6)5/1B(9)6/B(7)7/8/8/8/1W(12)3W(4)1W(8)/5W(6)W(5)B(1) w")
    black, white = ([fact for fact in position.facts if fact.player == player] for player in range(2))
    assert [(fact.key, fact.value.en, fact.warning) for fact in white] == [
        ("captured", "2, 3, 4, 5, 8, 10, 11 and 12", False),
        ("longest", "4", False),
        ("runs", "1–5: 4/5, 2–6: 4/5, 3–7: 3/5, 4–8: 3/5, 5–9: 2/5, 6–10: 2/5, 7–11: 3/5, 8–12: 4/5", False),
        ("nearly", "1–5 lacks 1", True),
        ("nearly", "2–6 lacks 6", True),
        ("nearly", "3–7 lacks 6 and 7", True),
        ("nearly", "4–8 lacks 6 and 7", True),
        ("nearly", "7–11 lacks 7 and 9", True),
        ("nearly", "8–12 lacks 9", True),
    ]
    assert [fact.value.pt for fact in white if fact.key == "nearly"][1:3] == ["2–6: falta 6", "3–7: faltam 6 e 7"]
    assert [fact.value.en for fact in black if fact.key == "captured"] == ["1, 2, 3, 7, 9, 10 and 11"]


def test_facts_at_the_start_and_of_numbers_out_of_reach() -> None:
    assert [(fact.key, fact.value.en) for fact in GAME.start().facts] == [("captured", "none"), ("captured", "none")]
    out_of_reach = GAME.position("W(5)6B(10)/8/8/8/8/8/8/B(5)6W(10) b 1,2,3,4 -")
    assert [fact.value.en for fact in out_of_reach.facts if fact.key == "nearly"] == ["1–5 lacks 5"]


def test_nothing_warns_once_the_game_is_over() -> None:
    over = GAME.position("W(5)6B(10)/8/8/8/8/8/8/B(5)6W(10) b 1,2,3,4 1,2,3,4,6")
    assert over.outcome is not None
    assert "nearly" in {fact.key for fact in over.facts}
    assert not any(fact.warning for fact in over.facts)


def test_marks_give_the_range_of_every_piece() -> None:
    marks = {mark.cell: (mark.key, mark.text) for mark in GAME.start().marks}
    assert len(marks) == 24
    assert marks["b8"] == ("range", "2")
    assert marks["h7"] == ("range", "1")
    assert marks["d6"] == ("range", "2")


def test_prolog_reads_the_report() -> None:
    form = GAME.prolog()
    assert form is not None
    assert form.name == "tab"
    report = (
        "1-8 1-7 1-6 1-5 0 0 0 0/0 0 0 0 1-12 1-11 1-10 1-9/1-4 1-3 1-2 1-1 0 0 0 0/0 0 0 0 0 0 0 0/"
        "0 0 0 0 0 0 0 0/0 0 0 0 2-1 2-2 2-3 2-4/2-9 2-10 2-11 2-12 0 0 0 0/0 0 0 0 2-5 2-6 2-7 2-8"
    )
    atoms = [row.split(" ") for row in report.split("/")]
    cells = {
        cell: form.atoms[atom]
        for row, names in zip(form.rows, atoms, strict=True)
        for cell, atom in zip(row, names, strict=True)
        if atom != form.empty
    }
    assert cells == GAME.setup_of(GAME.start()).cells


LONE = "8/8/8/8/8/8/8/B(1)6W(1) "


@pytest.mark.parametrize(
    ("fen", "english", "portuguese"),
    [
        (
            "B(1)B(1)6/8/8/8/8/8/8/W(1)7 b",
            "The black 1 is there twice, on a8 and b8.",
            "A peça preta 1 aparece duas vezes, em a8 e b8.",
        ),
        (
            LONE + "b 2 1",
            "The white 1 is both on h1 and among the captured.",
            "A peça branca 1 está em h1 e também entre as capturadas.",
        ),
        (
            "8/8/8/8/8/8/8/B(1)7 b",
            "White has no piece on the board, so it cannot have moved last.",
            "As Brancas não têm peças no tabuleiro, por isso não podem ter jogado em último lugar.",
        ),
        (
            "8/8/8/8/8/8/8/8 w - -",
            "Black has no piece on the board, so it cannot have moved last.",
            "As Pretas não têm peças no tabuleiro, por isso não podem ter jogado em último lugar.",
        ),
        (
            LONE + "b - 2,3,4,5,6",
            "The game was over before the last move: Black had captured five numbers in sequence (2, 3, 4, 5 and 6).",
            (
                "O jogo já tinha terminado antes da última jogada: as Pretas tinham capturado cinco números seguidos "
                "(2, 3, 4, 5 e 6)."
            ),
        ),
        (
            "8/8/8/8/8/8/8/B(12)6W(1) b 1,2,3,4,5,6,7,8,9,10 -",
            (
                "The game was over before the last move: White had captured five numbers in sequence (1, 2, 3, 4, 5, 6, 7, 8, "
                "9 and 10)."
            ),
            (
                "O jogo já tinha terminado antes da última jogada: as Brancas tinham capturado cinco números seguidos "
                "(1, 2, 3, 4, 5, 6, 7, 8, 9 e 10)."
            ),
        ),
        (
            LONE + "b -",
            (
                "After the side to move come two lists, the captured numbers of Black and of White, as in '1,3 -'; there is "
                "'-'."
            ),
            (
                "Depois do jogador a mover vêm duas listas, os números capturados das Pretas e das Brancas, como em '1,3 -'; "
                "está '-'."
            ),
        ),
        (
            LONE + "b - - -",
            (
                "After the side to move come two lists, the captured numbers of Black and of White, as in '1,3 -'; there is "
                "'- - -'."
            ),
            (
                "Depois do jogador a mover vêm duas listas, os números capturados das Pretas e das Brancas, como em '1,3 -'; "
                "está '- - -'."
            ),
        ),
        *(
            (
                f"{LONE}b - {field}",
                (
                    f"The captured numbers of White are '{field}'; they are written in ascending order, from 1 to 12, each "
                    "once, with commas, or '-' for none."
                ),
                (
                    f"Os números capturados das Brancas são '{field}'; escrevem-se por ordem crescente, de 1 a 12, cada um uma "
                    "vez, com vírgulas, ou '-' se não há nenhum."
                ),
            )
            for field in ("3,2", "2,2", "13", "0", "02", "2,", "two", "²")
        ),
    ],
)
def test_positions_that_cannot_be(fen: str, english: str, portuguese: str) -> None:
    assert refused(lambda: GAME.position(fen)) == (english, portuguese)
