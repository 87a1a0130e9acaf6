"""The reports' Prolog terms: what each of the five prints, and which of it fits its board."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro.notation.prolog import read_cells
from tabuleiro.rules.description import PrologForm

BREAKTHROUGH_INTERMEDIATE = """
intermediumBoard(
    [
        [ 1, 1, 1, 1, 1, 1, 1, 1 ],
        [ 1, 1, 0, 1, 1, 1, 0, 1 ],
        [ 0, 0, 1, 0, 0, 0, 0, 0 ],
        [ 0, 0, 0, 0, 0, 1, 0, 0 ],
        [ 0, 0, 0, 0, 0, 2, 0, 0 ],
        [ 0, 0, 0, 2, 0, 0, 0, 2 ],
        [ 2, 2, 2, 0, 2, 0, 0, 2 ],
        [ 2, 2, 2, 2, 2, 2, 2, 2 ]
    ]
).
"""
BREAKTHROUGH_FINAL = """
finalBoard([[1,1,1,1,1,1,1,1],[1,1,0,1,1,0,0,1],[0,0,1,0,0,0,0,0],[0,0,0,0,0,0,0,0],
            [0,2,0,0,0,1,0,0],[0,0,0,2,0,0,0,2],[2,2,0,0,2,0,0,2],[2,2,2,1,2,2,2,2]]).
"""
FIELDS_CUT_OFF = """tab([[1-8 ,1-7, 1-6 ,1-5, 0, 0, 0, 0],
     [0, 0, 0, 0, 1-12, 1-11, 1-10, 1-9],
     [1-4, 1-3, 1-2, 1-1, 0, 0, 0, 0],
     [0, 0, 0, 0, 0, 0, 0, 0],
     [0, 0, 0, 0, 0, 0, 0, 0],
     [0, 0, 0, 0, 2-1, 2-2, 2-3, 2-4],
"""
FIELDS_WHOLE = FIELDS_CUT_OFF + "[2-9,2-10,2-11,2-12,0,0,0,0],[0,0,0,0,2-5,2-6,2-7,2-8]])."
FIELDS_START = (
    "B(8)B(7)B(6)B(5)4/4B(12)B(11)B(10)B(9)/B(4)B(3)B(2)B(1)4/8/8/"
    "4W(1)W(2)W(3)W(4)/W(9)W(10)W(11)W(12)4/4W(5)W(6)W(7)W(8) b"
)
EMPTY_TWELVE = "[0,0,0,0,0,0,0,0,0,0,0,0]"
QUEEN_START = f"""initialBoard([[0,0,0,0,0,0,b-20,0,0,0,0,0],
{(EMPTY_TWELVE + ",") * 10}
[0,0,0,0,0,0,w-20,0,0,0,0,0]])."""
QUEEN_INTERMEDIATE = f"""[ {(EMPTY_TWELVE + ",") * 3}
  [w-1,0,0,0,0,0,0,0,0,0,0,0],
  [0,0,0,0,0,0,0,0,b-1,0,0,0],
  [0,0,w-7,0,0,0,b-1,0,0,0,0,0],
  [0,0,0,0,0,0,0,0,b-9,0,0,0],
  {EMPTY_TWELVE},{EMPTY_TWELVE},{EMPTY_TWELVE},{EMPTY_TWELVE},{EMPTY_TWELVE}])."""
QUEEN_FINAL = f"""[ [0,0,0,0,0,0,0,0,b-1,0,b-1,0,b-1],
  [0,0,0,0,0,b-1,0,b-1,b-1,0,0,b-6],
  [0,0,0,0,0,b-1,0,0,0,0,b-1,0],
  [0,0,0,0,0,0,0,0,w-1,0,0,0],
  {EMPTY_TWELVE},
  [0,0,0,0,0,w-1,0,0,0,w-1,0],
  [0,0,0,w-9,0,0,0,0,0,0,w-1],
  [0,0,0,0,w-1,0,0,0,0,0,0],
  {EMPTY_TWELVE},{EMPTY_TWELVE},{EMPTY_TWELVE},{EMPTY_TWELVE}])."""
TRENCH_START = """gameList( [ [g1], [co1, co1], [ca1, ca1, ca1], [sa1, sa1, sa1, sa1], [e, so1, so1, so1, e],
 [e, e, so1, so1, e, e], [e, e, e, so1, e, e, e], [e, e, e, so2, e, e, e], [e, e, so2, so2, e, e],
 [e, so2, so2, so2, e], [sa2, sa2, sa2, sa2], [ca2, ca2, ca2], [co2, co2], [g2] ])."""
TRENCH_FINAL = """gameList( [ [e], [co1, co1], [ca1, ca1, e], [sa1, e, sa1, sa1], [e, so1, e, so1, e],
 [e, e, so1, so1, e, e], [e, ca1, e, e, e, e, e], [e, e, e, e, g1, e, e], [e, e, sa1, e, e, e], [e, e, e, e, e],
 [e, e, e, so1], [e, e, e], [e, e], [e] ])."""
TAFL_PRINTED = """
0 1 2 3 4 5 6 7 8 9
1 - - - b b b - - -
2 - - - - b - - - -
3 - - - - w - - - -
4 b - - - w - - - b
5 b b w w k w w b b
6 b - - - w - - - b
7 - - - - w - - - -
8 - - - - b - - - -
9 - - - b b b - - -
"""
TAFL_AS_SCANNED = """
0 1 2 3 4 5 6 7 8 9

1 - - - b b b - - -

2 - - - b - - -

3 - - - b - - -
"""


@pytest.mark.parametrize(
    ("id", "term", "turn", "fen"),
    [
        ("breakthrough", BREAKTHROUGH_INTERMEDIATE, None, "pppppppp/ppp1p2p/3p3p/5p2/5P2/2P5/PP1PPP1P/PPPPPPPP w"),
        ("breakthrough", BREAKTHROUGH_FINAL, 1, "pppPpppp/pp2p2p/3p3p/1p3P2/8/2P5/PP1PP2P/PPPPPPPP b"),
        ("fields-of-action", FIELDS_WHOLE, None, FIELDS_START),
        ("monkey-queen", QUEEN_START, None, "6q(20)5/12/12/12/12/12/12/12/12/12/12/6Q(20)5 w"),
        ("monkey-queen", QUEEN_INTERMEDIATE, None, "12/12/12/B11/8b3/2Q(7)3b5/8q(9)3/12/12/12/12/12 w"),
        ("trench", TRENCH_START, None, "4SCKG/4PSCK/4PPSC/4PPPS/sppp4/cspp4/kcsp4/gkcs4 b"),
        (
            "trench",
            TRENCH_START.replace("so", "So").replace("g1", "'g1'"),
            None,
            "4SCKG/4PSCK/4PPSC/4PPPS/sppp4/cspp4/kcsp4/gkcs4 b",
        ),
        ("tafl", TAFL_PRINTED, None, "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a"),
    ],
)
def test_what_fits_is_read(id: str, term: str, turn: int | None, fen: str) -> None:
    assert tabuleiro.read_prolog(tabuleiro.game(id), term, turn).fen == fen


@pytest.mark.parametrize(
    ("id", "term", "complaint"),
    [
        ("breakthrough", BREAKTHROUGH_FINAL, "The game was over before the last move: d8 had reached the goal."),
        ("fields-of-action", FIELDS_CUT_OFF, "Row 7 is missing: the text has 6 of the board's 8."),
        ("monkey-queen", QUEEN_FINAL, "Row 1 has 13 atoms; the board has 12."),
        (
            "monkey-queen",
            QUEEN_FINAL.replace("b-1,0,b-1,0,b-1]", "b-1,0,b-1,0]"),
            "Row 6 has 11 atoms; the board has 12.",
        ),
        ("tafl", TAFL_AS_SCANNED, "Row 2 has 7 atoms; the board has 9."),
        ("tafl", TAFL_PRINTED + "- - - - - - - - -", "Row 10 is one too many: there are 10 rows; the board has 9."),
        ("tafl", TAFL_PRINTED.replace("k", "q"), "Row 5 has 'q'; there are - b w k."),
        ("breakthrough", "", "There is no board in an empty text."),
        ("breakthrough", "hello", "Row 1 has 1 atoms; the board has 8."),
        ("breakthrough", "initBoard[[1]]", "The term has '['; expected: ("),
        ("breakthrough", "[1, 2]", "The term has '1'; expected: ["),
        ("breakthrough", "[[1, 2", "Row 1 breaks off; expected: , ]"),
        ("breakthrough", "[[1, [2]]]", "Row 1 has '['; expected: an atom"),
        ("breakthrough", "[[1 2]]", "Row 1 has '2'; expected: , ]"),
        ("breakthrough", "[[1]] :- true", "After the board there is still ': - true'"),
        ("breakthrough", BREAKTHROUGH_INTERMEDIATE.replace("]\n).", ""), "The term breaks off; expected: ]"),
        ("breakthrough", "[" * 30_000, "The text is too long for a board."),
    ],
)
def test_what_does_not_fit_is_refused_with_the_row(id: str, term: str, complaint: str) -> None:
    with pytest.raises(tabuleiro.InvalidPosition) as refusal:
        tabuleiro.read_prolog(tabuleiro.game(id), term)
    assert complaint in str(refusal.value)


def test_a_finished_game_of_the_reports_is_finished() -> None:
    outcome = tabuleiro.read_prolog(tabuleiro.game("trench"), TRENCH_FINAL).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (1, "no-pieces")


@pytest.mark.parametrize("id", [*tabuleiro.games(), "breakthrough:3x7", "monkey-queen:6x6-6", "tafl:brandubh"])
def test_what_is_written_reads_back(id: str) -> None:
    position = tabuleiro.game(id).start()
    for _ in range(5):
        again = tabuleiro.read_prolog(position.game, tabuleiro.write_prolog(position), position.turn)
        assert again.fen.split()[:2] == position.fen.split()[:2]
        position = position.play(position.legal_moves[len(position.legal_moves) // 2])


def test_comments_quotes_and_line_ends_do_not_matter() -> None:
    game = tabuleiro.game("breakthrough:2x4")
    text = "% a board\n'board' ( [ /* White */ ['1', 1],\n [0 , 0],[0,0] % nobody\n,[2,'2' ]\n] ) .  % the end"
    assert tabuleiro.read_prolog(game, text) == tabuleiro.read_prolog(game, "[[1,1],[0,0],[0,0],[2,2]]")


def test_numbers_around_a_printed_board_are_told_from_its_atoms() -> None:
    game = tabuleiro.game("breakthrough:2x4")
    assert tabuleiro.read_prolog(game, "1 1\n0 0\n0 0\n2 2").fen == "pp/2/2/PP w"
    assert tabuleiro.read_prolog(game, "  1 2\n1 1 1 1\n2 0 0 2\n3 0 0 3\n4 2 2 4\n  1 2").fen == "pp/2/2/PP w"


def test_atoms_that_differ_in_capitals_alone_are_told_apart() -> None:
    apart = PrologForm("b", ((1, 2),), {"k": 1, "K": 2})
    assert read_cells(apart, [["k", "K"]]) == {1: 1, 2: 2}
    assert read_cells(PrologForm("b", ((1, 2),), {"So1": 7}), [["so1", "SO1"]]) == {1: 7, 2: 7}
