"""Breakthrough: what the worked cases cannot show."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabuleiro
from tabuleiro.conformance.functions import check_compiled
from tabuleiro.conformance.moves import check_incremental
from tabuleiro.conformance.samples import random_game
from tabuleiro.rules.description import Setup

GAME = tabuleiro.game("breakthrough")
SIZES = ["2x4", "19x4", "2x19", "19x19", "13x5", "16x8", "8x8;home_rows=1"]


def moves_by_the_book(position: tabuleiro.Position) -> set[tuple[str, str]]:
    """The legal moves, man by man, as the rules put them into words."""
    board, forward = position.game.board, 1 if position.turn == 0 else -1
    owner = {board.place(cell): code - 1 for cell, code in position.game.setup_of(position).cells.items()}
    found = set()
    for (file, rank), player in owner.items():
        for across in (-1, 0, 1) if player == position.turn else ():
            target = (file + across, rank + forward)
            if board.holds(*target) and owner.get(target) != player and (across or target not in owner):
                found.add((board.name[board.number(file, rank)], board.name[board.number(*target)]))
    return found


def test_description() -> None:
    assert GAME.players == ("white", "black")
    assert GAME.first == 0
    assert not GAME.has_draws
    assert tabuleiro.game("breakthrough:8x8").id == "breakthrough"
    assert tabuleiro.game("breakthrough", files=5, ranks=6).id == "breakthrough:5x6"
    assert tabuleiro.game("breakthrough:5x5", home_rows=1).start().fen == "ppppp/5/5/5/PPPPP w"


@pytest.mark.compiled
@pytest.mark.parametrize("id", SIZES)
def test_boards_of_many_words_and_few_files(id: str) -> None:
    game = tabuleiro.game(f"breakthrough:{id}")
    check_compiled(game)
    check_incremental(game)
    for position in random_game(game, 1):
        if position.outcome is None:
            assert {(move.origin, move.target) for move in position.legal_moves} == moves_by_the_book(position)


@given(files=st.integers(2, 10), ranks=st.integers(4, 10), seed=st.integers(0, 2**32))
def test_nobody_is_ever_stuck(files: int, ranks: int, seed: int) -> None:
    game, chance = tabuleiro.game(f"breakthrough:{files}x{ranks}"), random.Random(seed)
    inside = [cell for cell in game.board.cells if 0 < game.board.place(cell)[1] < ranks - 1]
    counts = [chance.randrange(1, min(2 * files, len(inside) // 2) + 1) for _ in range(2)]
    cells = zip(chance.sample(inside, sum(counts)), [1] * counts[0] + [2] * counts[1], strict=True)
    position = game.build(Setup(dict(cells), chance.randrange(2)))
    assert {(move.origin, move.target) for move in position.legal_moves} == moves_by_the_book(position)
    assert position.outcome is None
    assert 0 < len(position.legal_moves) <= game.max_moves


@pytest.mark.parametrize("id", ["8x8", "5x6", "4x4", "3x9"])
def test_every_move_is_a_step_forward_so_games_end(id: str) -> None:
    game = tabuleiro.game(f"breakthrough:{id}")
    files, ranks = game.board.files, game.board.ranks
    longest = 2 * files * (2 * ranks - 5) + 1
    assert game.max_plies is not None
    assert game.max_plies >= longest
    for seed in range(20):
        *line, last = random_game(game, seed, longest + 1)
        assert len(line) <= longest
        assert last.outcome is not None
        assert last.outcome.winner == 1 - last.turn
        assert last.outcome.reason in ("goal", "no-pieces")


def test_the_reports_game_has_captures_at_two_plies_only() -> None:
    game = (
        "d7-d6 c2-c3 g7-h6 g2-g3 f7-f6 g3-f4 f6-f5 f2-e3 d6-e5 f4xe5 f5-f4 e3xf4 c7-b6 f4-f5 b6-b5 e5-d6 d8-c7 d6-d7 "
        "c7-d6 d7-d8"
    )
    position, captures = GAME.position(GAME.start_fen().replace(" w", " b")), []
    for ply, text in enumerate(game.split(), start=1):
        assert position.outcome is None
        move = position.find(text)
        captures += [ply] * len(move.captured)
        position = position.play(move)
    assert captures == [10, 12]
    assert position.outcome == tabuleiro.Outcome(0, "goal")
    assert len(position.legal_moves) == 0


def test_facts_count_the_men() -> None:
    position = GAME.position("8/8/8/3ppp2/4P3/8/8/8 w")
    assert [(fact.key, fact.value.en, fact.player) for fact in position.facts] == [("men", "1", 0), ("men", "3", 1)]


def test_prolog_reads_the_report() -> None:
    form = GAME.prolog()
    assert form is not None
    assert form.name == "initBoard"
    assert [GAME.board.name[row[0]] for row in form.rows] == ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]
    assert GAME.start().piece("a1") == form.atoms["1"]
    assert GAME.start().piece("a8") == form.atoms["2"]


@pytest.mark.parametrize(
    ("fen", "english", "portuguese"),
    [
        (
            "pp6/8/8/8/8/P7/PPPPPPPP/PPPPPPPP w",
            "White has 17 men; the set-up has 16.",
            "Brancas: 17 peões; a posição inicial tem 16.",
        ),
        ("8/8/8/8/8/8/8/8 w", "There are no men on the board.", "Não há peões no tabuleiro."),
        (
            "3P4/8/8/8/8/8/8/3p4 b",
            "Both sides stand on their goal: d8, d1.",
            "Os dois lados estão na sua meta: d8, d1.",
        ),
        (
            "3P4/8/p7/8/8/8/8/8 w",
            "The game was over before the last move: d8 had reached the goal.",
            "O jogo já tinha terminado antes da última jogada: d8 já na meta.",
        ),
        (
            "2PP4/8/p7/8/8/8/8/8 b",
            "The game was over before the last move: c8, d8 had reached the goal.",
            "O jogo já tinha terminado antes da última jogada: c8, d8 já na meta.",
        ),
        (
            "8/8/p7/8/8/8/8/8 b",
            "White has no men left, so it cannot be the other side's turn.",
            "Brancas: já sem peões, por isso não pode ser a vez do outro lado.",
        ),
        (
            "8/8/P7/8/8/8/8/8 w",
            "Black has no men left, so it cannot be the other side's turn.",
            "Pretas: já sem peões, por isso não pode ser a vez do outro lado.",
        ),
        ("8/8/8/8/8/8/8 w", "There are 7 ranks; the board has 8.", "Há 7 linhas; o tabuleiro tem 8."),
        ("9/8/8/8/8/8/8/7P w", "Rank 8 (9) does not have 8 cells.", "A linha 8 (9) não tem 8 casas."),
        (
            "8/8/8/8/8/8/8/7Q w",
            "Rank 1 has 'Q', which is no piece of this game; there are P p.",
            "A linha 1 tem 'Q', que não é peça deste jogo; existem P p.",
        ),
        (
            "8/8/8/8/8/8/8/7P w 1",
            "Nothing may follow the side to move; there is '1'.",
            "Nada pode seguir o jogador a mover; está '1'.",
        ),
    ],
)
def test_positions_that_cannot_be(fen: str, english: str, portuguese: str) -> None:
    with pytest.raises(tabuleiro.InvalidPosition) as error:
        GAME.position(fen)
    with tabuleiro.using_language("en"):
        assert str(error.value) == english
    with tabuleiro.using_language("pt"):
        assert str(error.value) == portuguese


@pytest.mark.parametrize("size", ["1x8", "20x8", "8x3", "8x20"])
def test_sizes_that_there_are_not(size: str) -> None:
    with pytest.raises(tabuleiro.UnknownGame, match="it may be"):
        tabuleiro.game(f"breakthrough:{size}")
