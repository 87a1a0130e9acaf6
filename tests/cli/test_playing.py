"""A game for two at one terminal: moves, words, refusals, and that no game is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabuleiro import read_record

Tabuleiro = Callable[..., Any]
"""The fixture that runs a command line."""


def kept(folder: Path) -> str:
    (file,) = (folder / "data" / "games").iterdir()
    return file.read_text(encoding="utf-8")


def test_the_end_of_the_input_keeps_the_game(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    answer = tabuleiro("play", "breakthrough", typed="a2a3\nb7-b6\n")
    assert answer.code == 0
    record = read_record(kept(tmp_path))
    assert (record.moves, record.result) == (("a2-a3", "b7-b6"), "*")
    assert f"The record is in {tmp_path}" in answer.out


def test_a_game_is_played_to_its_end(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    answer = tabuleiro("play", "breakthrough", "--fen", "8/4P3/8/8/8/8/1p6/8 w", typed="e7-e8\nb2-b1\n")
    assert "Won by White: goal reached" in answer.out
    assert "b2-b1" not in answer.out, "nothing is asked once the game is over"
    assert read_record(kept(tmp_path)).reason == "goal"


def test_refusals_teach_and_change_nothing(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    answer = tabuleiro(
        "play",
        "breakthrough",
        typed="hello\na2-a4\nz1-z2\n\nundo\na2-a3\nundo\nmoves d4\nsave\nsave /no/such/folder/x\n",
    )
    assert "'hello' is not a move" in answer.out
    assert "The man on a2 moves one cell" in answer.out
    assert "The board has no cell z1" in answer.out
    assert "There is no move to take back." in answer.out
    assert "Taken back: a2-a3" in answer.out
    assert "There is no piece on d4." in answer.out
    assert "Say which file: save FILE" in answer.out
    assert "Cannot write /no/such/folder/x" in answer.out
    assert answer.out.rstrip().endswith("Nothing was played.")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("language", "help", "resign", "verdict"),
    [("en", "help", "resign", "Won by Black"), ("pt", "ajuda", "desistir", "Vitória: Pretas")],
)
def test_words_are_understood_in_both_languages(
    tabuleiro: Tabuleiro, tmp_path: Path, language: str, help: str, resign: str, verdict: str
) -> None:
    answer = tabuleiro(
        "play", "breakthrough", "--lang", language, typed=f"{help}\nboard\ntabuleiro\n{resign.upper()}\n"
    )
    assert verdict in answer.out
    assert help in answer.out
    assert read_record(kept(tmp_path)).reason == "resignation"


def test_a_saved_game_is_kept_once(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    answer = tabuleiro("play", "breakthrough", typed=f"a2-a3\nsave {file}\nquit\n")
    assert f"The record is in {file}" in answer.out
    assert read_record(file.read_text(encoding="utf-8")).moves == ("a2-a3",)
    assert not (tmp_path / "data").exists()


def test_a_game_that_cannot_be_kept_is_printed(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way", encoding="utf-8")
    answer = tabuleiro("play", "breakthrough", typed="a2-a3\n")
    assert "Cannot write" in answer.out
    assert "1. a2-a3 *" in answer.out


def test_seats_are_exchanged_and_draws_agreed_where_the_game_has_them(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    answer = tabuleiro("play", "monkey-queen", typed="swap\ng1-g2\nswap\nswap\nundo\nquit\n")
    assert answer.out.count("once, after the first move") == 2
    assert "Seats exchanged: each of you" in answer.out
    assert "Taken back: swap" in answer.out
    assert read_record(kept(tmp_path)).moves == ("g1-g2",)
    refused = tabuleiro("play", "breakthrough", typed="swap\ndraw\n").out
    assert "In this game seats are not exchanged." in refused
    assert "This game has no draws." in refused
    assert "Drawn: by agreement" in tabuleiro("play", "trench", typed="empate\n").out


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("1\n\n", "breakthrough"),
        ("Breakthrough\n4\n", "breakthrough:5x5"),
        ("breakthrough:6x6\n", "breakthrough:6x6"),
        ("Fields of Action\n", "fields-of-action"),
        ("\n0\nchess\n1\n99\nnone\n5x7\n", "breakthrough:5x7"),
    ],
)
def test_who_names_no_game_chooses_one_from_lists(tabuleiro: Tabuleiro, typed: str, id: str) -> None:
    answer = tabuleiro("play", typed=f"{typed}rules\nquit\n")
    assert answer.code == 0
    assert f"({id})" in answer.out
    assert "1. Set-up" in answer.out


def test_who_chooses_nothing_plays_nothing(tabuleiro: Tabuleiro) -> None:
    for typed in ("", "quit\n", "1\n", "1\nSAIR\n"):
        assert tabuleiro("play", typed=typed).out.endswith("Nothing was played.\n")
    refused = tabuleiro("play", typed="9\nfoo\n").out
    assert "The list goes from 1 to" in refused
    assert "There is no game 'foo'; there are breakthrough," in refused


def test_the_signs_on_the_board_are_explained(tabuleiro: Tabuleiro) -> None:
    assert "Signs: B1 to B12 = Black, W1 to W12 = White." in tabuleiro("play", "fields-of-action").out
    taught = tabuleiro("rules", "tafl").out
    assert "Signs: ● = the attacker, ○ = the defender, ♔ = the king, + = throne." in taught
    assert "In round brackets: where the piece on b5 may go." in taught
    assert max(map(len, taught.splitlines())) <= 100


def test_a_view_that_is_not_there_is_refused_before_anything_is_shown(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("play", "trench", "--view", "round")
    assert (answer.code, answer.out) == (2, "")
