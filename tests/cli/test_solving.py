"""`solve`: what it prints for people and for programs, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tabuleiro import using_language
from tabuleiro.cli.solving import NOT_PROVED
from tabuleiro.messages.numbers import positions

Tabuleiro = Callable[..., Any]
"""The fixture that runs a command line."""

WON_AT_ONCE = "8/4P3/8/1p6/8/8/8/8 w"
WON_IN_THREE = "8/8/4P3/8/1p6/8/8/8 w"

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(
    "fen, language, sentence",
    [
        (WON_AT_ONCE, "en", "White wins, proved: within 1 ply, whatever Black does."),
        (WON_AT_ONCE, "pt", "Brancas: vitória provada em 1 lance no máximo, faça o que fizer o adversário (Pretas)."),
        (WON_IN_THREE, "en", "White wins, proved: within 3 plies, whatever Black does."),
        (WON_IN_THREE, "pt", "Brancas: vitória provada em 3 lances no máximo, faça o que fizer o adversário (Pretas)."),
    ],
)
def test_a_win_is_told_in_plies(tabuleiro: Tabuleiro, fen: str, language: str, sentence: str) -> None:
    answer = tabuleiro("solve", "breakthrough", "--fen", fen, "--lang", language)
    assert (answer.code, answer.error) == (0, "")
    assert answer.out.splitlines()[0] == sentence


@pytest.mark.parametrize(
    "count, english, portuguese", [(1, "1 position", "1 posição"), (0, "0 positions", "0 posições")]
)
def test_one_position_is_one_position(count: int, english: str, portuguese: str) -> None:
    assert str(positions(count)) == english
    with using_language("pt"):
        assert str(positions(count)) == portuguese
        assert str(positions(12_345)) == "12\N{NO-BREAK SPACE}345 posições"


def test_a_program_is_told_the_proof(tabuleiro: Tabuleiro) -> None:
    data = json.loads(tabuleiro("solve", "breakthrough", "--fen", WON_AT_ONCE, "--json").out)
    assert (data["proved"], data["winner"], data["plies"], data["line_is_whole"]) == (True, "white", 1, True)


def test_that_nothing_is_proved_is_said(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("solve", "breakthrough", "--nodes", "10")
    assert answer.code == NOT_PROVED
    assert answer.out.startswith("No win is proved.\n")
