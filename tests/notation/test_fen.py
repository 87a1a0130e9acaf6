"""Positions as text: what is read, what is refused and how, and that what is written reads back."""

from __future__ import annotations

import pytest

import tabuleiro

START = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w"


def test_the_set_up_is_written_as_the_notation_says() -> None:
    assert tabuleiro.game("breakthrough").start().fen == START


@pytest.mark.parametrize("fen", [START, "8/8/8/3ppp2/4P3/8/8/8 w", "4P3/8/8/8/8/8/1p6/8 b", "8/8/8/8/8/8/8/P7 b"])
def test_what_is_written_reads_back(fen: str) -> None:
    assert tabuleiro.game("breakthrough").position(fen).fen == fen


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "A position is written as its board and the side to move"),
        ("8/8/8/8/8/8/8/P7", "A position is written as its board and the side to move"),
        ("8/8/8/8/8/8/8/P7  w", "with single spaces"),
        ("8/8/8/8/8/8/P7 w", "There are 7 ranks; the board has 8."),
        ("8/8/8/8/8/7/8/P7 w", "Rank 3 (7) does not have 8 cells."),
        ("8/8/8/8/8/9/8/P7 w", "Rank 3 (9) does not have 8 cells."),
        ("8/8/8/8/8/0P7/8/P7 w", "Rank 3"),
        ("8/8/8/8/8/99999999999999999999/8/P7 w", "Rank 3"),
        ("8/8/8/8/8/7x/8/P7 w", "Rank 3 has 'x', which is no piece of this game; there are P p."),
        ("8/8/8/8/8/7P(3)/8/P7 w", "Rank 3 has 'P(3)'"),
        ("8/8/8/8/8/8/8/P7 x", "The side to move is 'x'; it is written w (White) / b (Black)."),
        ("8/8/8/8/8/8/8/P7 W", "The side to move is 'W'"),
        ("8/8/8/8/8/8/8/P7 w 0", "Nothing may follow the side to move; there is '0'."),
        ("8" * 5000, "The text is too long for a position."),
    ],
)
def test_what_is_no_position_is_refused_with_the_place(text: str, complaint: str) -> None:
    with pytest.raises(tabuleiro.InvalidPosition) as refusal:
        tabuleiro.game("breakthrough").position(text)
    assert complaint in str(refusal.value)
