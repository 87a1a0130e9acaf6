"""A game by typed lines: moves, words, refusals, questions, and that no game is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabuleiro import Record, read_record
from tabuleiro.messages import playing as texts

Tabuleiro = Callable[..., Any]
"""The fixture that runs a command line."""


@pytest.fixture
def kept(tabuleiro: Tabuleiro) -> Callable[..., Record]:
    """The record of the match that is kept under a number."""

    def find(id: int = 1) -> Record:
        return read_record(tabuleiro("export", str(id)).out)

    return find


Kept = Callable[..., Record]


def test_the_end_of_the_input_keeps_the_game(tabuleiro: Tabuleiro, kept: Kept, tmp_path: Path) -> None:
    answer = tabuleiro("play", "breakthrough", typed="a2a3\nb7-b6\n")
    assert answer.code == 0
    path = tmp_path / "data" / "games.sqlite"
    where = f"The game is kept in {path}; go on with it by `tabuleiro resume 1`."
    assert " ".join(answer.out.split()).endswith(where)
    assert (kept().moves, kept().result) == (("a2-a3", "b7-b6"), "*")


def test_a_game_is_played_to_its_end(tabuleiro: Tabuleiro, kept: Kept) -> None:
    answer = tabuleiro("play", "breakthrough", "--fen", "8/4P3/8/8/8/8/1p6/8 w", typed="e7-e8\nb2-b1\n")
    assert "Won by White (Player 1): goal reached." in answer.out
    assert "b2-b1" not in answer.out, "nothing is asked once the game is over"
    assert answer.out.endswith("Kept as number 1; see it again by `tabuleiro replay 1`.\n")
    assert kept().reason == "goal"


def test_whose_turn_it_is_and_what_was_captured_is_said(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro(
        "play", "breakthrough", "--fen", "8/8/8/3ppp2/4P3/8/8/8 w", "--names", "Ana,Rui", typed="e4xd5\n"
    )
    assert "White (Ana) to move." in answer.out
    assert "White (Ana): e4xd5" in answer.out
    assert "Played by White (Ana): e4xd5, capturing the black man on d5." in answer.out
    assert "Black (Rui) to move." in answer.out
    assert "White - men: 1\nBlack - men: 2\n" in answer.out
    assert "\x1b" not in answer.out


def test_refusals_teach_and_change_nothing(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro(
        "play",
        "breakthrough",
        typed="hello\na2-a4\nz1-z2\n\nundo\nredo\na7-a6\nmoves d4\nsave\nsave /no/such/folder/x\nsave ~nobody-of-this-name/x\nyes\nno\nclock\nscore\n",
    )
    assert "'hello' is not a move" in answer.out
    assert answer.out.count("The word help lists what can be typed.") == 1
    assert "The man on a2 moves one cell" in answer.out
    assert "The board has no cell z1" in answer.out
    assert "There is no move to take back." in answer.out
    assert "No move was taken back." in answer.out
    assert "The piece on a7 is not yours: White to move." in answer.out
    assert "There is no piece on d4." in answer.out
    assert "Say which file: save FILE" in answer.out
    assert "Cannot write ~nobody-of-this-name/x: there is no such home folder." in answer.out
    assert "Cannot write /no/such/folder/x" in answer.out
    assert answer.out.count("The other player has not offered a draw.") == 2
    assert "This game is played without a clock." in answer.out
    assert "This is a single game, so there is no match score." in answer.out
    assert answer.out.rstrip().endswith("Nothing was played.")
    assert tabuleiro("games-played").out == "No games are kept yet.\n"


@pytest.mark.parametrize(
    ("language", "help", "resign", "verdict"),
    [("en", "help", "resign", "Won by Black (Player 2)"), ("pt", "ajuda", "desistir", "Vitória: Pretas (Jogador 2)")],
)
def test_words_are_understood_in_both_languages(
    tabuleiro: Tabuleiro, kept: Kept, language: str, help: str, resign: str, verdict: str
) -> None:
    answer = tabuleiro(
        "play",
        "breakthrough",
        "--lang",
        language,
        typed=f"{help}\nboard\ntabuleiro\nmoves a2\njogadas a2\nflip\nVIRAR\nrelogio\nrelógio\n{resign.upper()}\n",
    )
    assert verdict in answer.out
    assert f"\n  {help}  " in answer.out
    assert answer.out.count("a2-a3  a2-b3") == 2
    assert answer.out.count("h g f e d c b a") == 1
    assert kept().reason == "resignation"


def test_every_word_has_help_in_both_languages() -> None:
    assert set(texts.HELP) | set(texts.PUZZLE_HELP) | {"yes", "no", "back"} == set(texts.WORDS)
    spelled = [word for text in texts.WORDS.values() for word in (text.en, text.pt)]
    assert len(spelled) == len(set(spelled)), "no word means two things"


def test_the_help_names_only_what_the_game_has(tabuleiro: Tabuleiro) -> None:
    def offered(*arguments: str) -> set[str]:
        lines = tabuleiro("play", *arguments, typed="help\n").out.splitlines()
        return {line.split()[0] for line in lines if line.startswith("  ") and line.split()[0] in texts.WORDS}

    everywhere = {"help", "rules", "moves", "hint", "board", "flip", "resign", "save", "quit"}
    assert offered("breakthrough") == everywhere | {"undo", "redo"}
    assert offered("monkey-queen", "--clock", "5") == everywhere | {"swap", "clock"}
    assert offered("trench", "--match", "match") == everywhere | {"undo", "redo", "draw", "score"}


def test_moves_are_taken_back_and_played_again(tabuleiro: Tabuleiro, kept: Kept) -> None:
    answer = tabuleiro(
        "play", "breakthrough", typed="a2-a3\nb7-b6\nundo\nanular\nredo\nb7-b5\nredo\nb7-a6\nredo\nquit\n"
    )
    assert "Taken back: b7-b6." in answer.out
    assert "Taken back: a2-a3." in answer.out
    assert "Played again: a2-a3." in answer.out
    assert "Played again: b7-b6." in answer.out
    assert kept().moves == ("a2-a3", "b7-b6")
    forgotten = tabuleiro("play", "breakthrough", typed="a2-a3\nundo\nb2-b3\nredo\nquit\n")
    assert "No move was taken back." in forgotten.out
    assert kept(2).moves == ("b2-b3",)


def test_a_game_is_saved_where_one_wants_it(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    answer = tabuleiro("play", "breakthrough", "--names", "Ana,Rui", typed=f"a2-a3\nsave {file}\nquit\n")
    assert f"The record is in {file}" in answer.out
    record = read_record(file.read_text(encoding="utf-8"))
    assert (record.moves, record.tag("White"), record.tag("Black")) == (("a2-a3",), "Ana", "Rui")


def test_nothing_is_played_that_cannot_be_kept(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way", encoding="utf-8")
    for command in (["play", "breakthrough"], ["play"], ["resume"], ["games-played"], ["export"], ["puzzle"]):
        answer = tabuleiro(*command, typed="a2-a3\n")
        assert (answer.code, answer.out) == (2, "")
        assert answer.error.startswith(f"Games cannot be kept in {tmp_path}")
        assert answer.error.count("\n") == 1


def test_a_hint_says_what_is_best_and_how_good_it_is(tabuleiro: Tabuleiro) -> None:
    won = tabuleiro("play", "breakthrough", "--fen", "8/4P3/8/1p6/8/8/8/8 w", typed="hint\n")
    assert "Hint for White: e7-" in won.out
    assert "It wins at once." in won.out
    again = tabuleiro("play", "breakthrough", "--fen", "8/4P3/8/8/8/8/7p/P7 b", "--lang", "pt", typed="dica\n")
    assert "Dica (Pretas): h2-" in again.out
    assert "Ganha já." in again.out


# --- the questions before a game --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("\n\n\n", "breakthrough"),
        ("1\n\n\n", "breakthrough"),
        ("Breakthrough\n4\n\n", "breakthrough:5x5"),
        ("breakthrough:6x6\n\n", "breakthrough:6x6"),
        ("Fields of Action\n", "fields-of-action"),
        ("0\nchess\n1\n99\nnone\n5x7\n\n", "breakthrough:5x7"),
        ("breakthrough\n\nfiles=5\nranks=99\nranks=6\n\n", "breakthrough:5x6"),
        ("tafl\nbrandubh\nopções\nking=weak\nweak\n\n", "tafl:brandubh;king=weak"),
    ],
)
def test_who_names_no_game_is_asked(tabuleiro: Tabuleiro, typed: str, id: str) -> None:
    answer = tabuleiro("play", typed=f"{typed}\n\n\n\nrules\nquit\n")
    assert answer.code == 0
    assert f"({id})" in answer.out
    assert "1. Set-up" in answer.out


def test_players_clock_and_format_are_asked_for(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro(
        "play", typed="trench\n\n\nhumano\nhumn\nrandom\nsoon\n30/jogada\n99\nbest\nmatch\nscore\nclock\nquit\n"
    )
    assert "Who plays Black? human, or a level from 1 to 10, half levels too (Enter: human): humano" in answer.out
    assert "There is no player 'humn'" in answer.out
    assert "The word human stands for a person." in " ".join(answer.out.split())
    assert "'soon' is no thinking time" in answer.out
    assert "The list goes from 1 to" in answer.out
    assert "There is no match format 'best'" in answer.out
    assert "Game 1 of 2 (two battles).\nBlack: You.\nWhite: random.\n" in answer.out
    assert "Clock: Black 0:30, White 0:30." in answer.out
    assert "Match score: You: 0; random: 0." in answer.out


def test_questions_are_asked_in_portuguese(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("play", "--lang", "pt", typed="4\n8\nopções\n\n\n1\n\n\nsair\n")
    for question in (
        "Que jogo? O número ou o nome (Enter: 1): 4",
        "Que variante? O número ou o nome (Enter: 1): 8",
        "king=near: onde é preciso fechar",
        "Defensores: quem joga? humano, ou um nível de 1 a 10, meios níveis também (Enter: humano): 1",
        "Relógio? 10 ou 10+5",
        "Atacantes: Eu.\nDefensores: Computador, nível 1.\n",
    ):
        assert question in answer.out


def test_who_chooses_nothing_plays_nothing(tabuleiro: Tabuleiro) -> None:
    for typed in ("", "quit\n", "1\n", "1\nSAIR\n", "1\n\n\n\n", "1\n\n\n\n\n\nquit\n"):
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
    square = tabuleiro("play", "trench", "--view", "square").out
    assert "a b c d e f g h" in square
