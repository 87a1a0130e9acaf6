"""Kept games: going on with one, listing them, looking at one again, writing them as records."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tabuleiro as package
from tabuleiro.records.database import Database
from tabuleiro.records.store import begin_game, begin_match

Tabuleiro = Callable[..., Any]
"""The fixture that runs a command line."""

NEAR_THE_END = "8/4P3/8/8/8/8/1p6/8 w"
BEST_OF_3 = ("play", "breakthrough", "--fen", NEAR_THE_END, "--match", "best-of-3", "--names", "Ana,Rui")


# --- resume -----------------------------------------------------------------------------------------------


def test_the_last_unfinished_game_goes_on(tabuleiro: Tabuleiro) -> None:
    tabuleiro("play", "breakthrough", "--names", "Ana,Rui", typed="a2-a3\n")
    tabuleiro("play", "trench", typed="d1-e1\n")
    tabuleiro("play", "breakthrough", typed="resign\n")
    answer = tabuleiro("resume", typed="quit\n")
    assert "(trench)" in answer.out
    answer = tabuleiro("resume", "1", "--flip", typed="b7-b6\n")
    assert answer.code == 0
    assert "h g f e d c b a" in answer.out
    assert "Black (Rui): b7-b6" in answer.out
    assert answer.out.endswith("`tabuleiro resume 1`.\n")
    assert package.read_record(tabuleiro("export", "1").out).moves == ("a2-a3", "b7-b6")
    assert "(breakthrough)" in tabuleiro("resume", typed="quit\n").out, "now it is the last one"


def test_people_who_chose_no_name_are_named_in_the_language_in_use(tabuleiro: Tabuleiro) -> None:
    tabuleiro("play", "breakthrough", "--black", "level:1", typed="a2-a3\n")
    tabuleiro("play", "breakthrough", "--fen", NEAR_THE_END, "--black", "level:1", typed="e7-e8\n")
    going_on = tabuleiro("--lang", "pt", "resume", "1", typed="quit\n").out
    for shown in (going_on, tabuleiro("--lang", "pt", "replay", "2").out):
        assert "Eu" in shown
        assert "Computador, nível 1" in shown
        assert "You" not in shown
        assert "Computer" not in shown
    tabuleiro("--lang", "pt", "resume", "1", typed="resign\n")
    kept = json.loads(tabuleiro("--lang", "pt", "games-played", "--json").out)
    assert [person["name"] for match in kept for person in match["people"]] == ["You", "Computer, level 1"] * 2
    assert [match["winner"] for match in kept] == ["Computer, level 1", "You"]


def test_a_match_goes_on_between_its_games(tabuleiro: Tabuleiro) -> None:
    tabuleiro(*BEST_OF_3, typed="e7-e8\n")
    answer = tabuleiro("resume", typed="e7-e8\nb2-a1\n")
    assert "Game 2 of 3 (best of 3 games).\nWhite: Rui.\nBlack: Ana.\n" in answer.out
    assert "Match score: Ana: 1; Rui: 1." in answer.out


def test_a_clock_goes_on_where_it_stopped(tabuleiro: Tabuleiro) -> None:
    tabuleiro("play", "breakthrough", "--clock", "10+5", typed="a2-a3\n")
    answer = tabuleiro("resume", typed="clock\n")
    assert "Clock: White 10:05, Black 10:00." in answer.out


def test_computers_are_there_again(tabuleiro: Tabuleiro) -> None:
    tabuleiro("play", "breakthrough", "--black", "random", typed="a2-a3\n")
    answer = tabuleiro("resume", typed="a3-a4\n")
    assert "Played by Black (random): " in answer.out
    assert len(package.read_record(tabuleiro("export", "1").out).moves) == 4


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["resume"], "There is no unfinished game to go on with."),
        (["resume", "1"], "Match 1 is finished; `tabuleiro replay 1` shows it again."),
        (["resume", "2"], "No match of the number 2 is kept."),
        (["resume", "x"], "'x' is not the number of a kept game; `tabuleiro games-played` lists them."),
        (["resume", "9" * 12], "is not the number of a kept game"),
        (["export", "2"], "No match of the number 2 is kept."),
        (["export", "x"], "'x' is not the number of a kept game"),
        (["export", "1", "--output", "/no/such/folder/x"], "Cannot write /no/such/folder/x"),
        (["replay"], "FILE|NUMBER is missing; see `tabuleiro replay --help`."),
        (["replay", "2"], "No match of the number 2 is kept."),
        (["replay", "/no/such/file"], "Cannot read /no/such/file"),
        (["replay", "1", "--view", "round"], "This board has no view 'round'"),
        (["games-played", "--limit", "0"], "--limit must be a whole number from 1"),
        (["games-played", "--game", "chess"], "There is no game 'chess'"),
    ],
)
def test_what_is_not_kept_is_refused(tabuleiro: Tabuleiro, arguments: list[str], sentence: str) -> None:
    tabuleiro("play", "breakthrough", typed="resign\n")
    answer = tabuleiro(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert sentence in answer.error
    assert answer.error.count("\n") == 1
    assert tabuleiro(*arguments, "--lang", "pt").error != answer.error


# --- games-played -----------------------------------------------------------------------------------------


def test_games_are_listed_the_last_one_first(tabuleiro: Tabuleiro) -> None:
    assert tabuleiro("games-played").out == "No games are kept yet.\n"
    assert json.loads(tabuleiro("games-played", "--json").out) == []
    tabuleiro("play", "breakthrough", "--names", "Ana,Rui", typed="a2-a3\n")
    tabuleiro("play", "breakthrough", "--names", "Ana,Rui", typed="a2-a3\nresign\n")
    tabuleiro("play", "trench", "--names", "Ana,Rui", typed="draw\nyes\n")
    tabuleiro(*BEST_OF_3, typed="e7-e8\nresign\n")
    tabuleiro("play", "monkey-queen", "--set", "pie=no", "--names", "[red]Eva,Rui", typed="g1-g2\nf12-f11\n")
    tabuleiro("play", "monkey-queen", "--names", "Ana,Rui", typed="g1-g2\nswap\nresign\n")
    rows = [line.split("  ") for line in tabuleiro("games-played").out.splitlines()]
    listed = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert listed[0] == ["no.", "when", "game", "people", "result"]
    assert [row[0] for row in listed[1:]] == ["6", "5", "4", "3", "2", "1"]
    assert [row[2:] for row in listed[1:]] == [
        ["monkey-queen", "Ana - Rui", "Rui won: resignation"],
        ["monkey-queen:12x12-20;pie=no", "[red]Eva - Rui", "unfinished, 2 moves"],
        ["breakthrough", "Ana - Rui", "Ana won the match, Ana: 2; Rui: 0"],
        ["trench", "Ana - Rui", "drawn: by agreement"],
        ["breakthrough", "Ana - Rui", "Ana won: resignation"],
        ["breakthrough", "Ana - Rui", "unfinished, one move"],
    ]
    assert len(tabuleiro("games-played", "--limit", "2").out.splitlines()) == 3
    assert len(tabuleiro("games-played", "--game", "breakthrough").out.splitlines()) == 4
    assert len(tabuleiro("games-played", "--game", "monkey-queen").out.splitlines()) == 3
    portuguese = tabuleiro("games-played", "--lang", "pt").out
    assert "vitória de Rui: desistência" in portuguese
    assert "por acabar, uma jogada" in portuguese


def test_games_are_listed_for_programs(tabuleiro: Tabuleiro) -> None:
    tabuleiro(*BEST_OF_3, typed="e7-e8\nresign\n")
    [kept] = json.loads(tabuleiro("games-played", "--json").out)
    assert (kept["id"], kept["game"], kept["finished"], kept["format"]) == (1, "breakthrough", True, "best-of-3")
    assert kept["people"] == [{"name": "Ana", "player": "human"}, {"name": "Rui", "player": "human"}]
    assert (kept["winner"], kept["score"]) == ("Ana", [2.0, 0.0])
    assert [game["moves"] for game in kept["games"]] == [1, 0]
    assert kept["games"][0]["outcome"] == {"winner": "white", "reason": "goal", "scores": None}


def test_a_game_that_is_no_longer_there_does_not_hide_the_others(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    tabuleiro("play", "breakthrough", typed="a2-a3\n")
    database = Database(tmp_path / "data" / "games.sqlite")
    people = [{"name": "Ana", "player": "human"}, {"name": "Rui", "player": "human"}]
    plan = {
        "game": "chess",
        "people": people,
        "format": "single",
        "control": None,
        "start": None,
        "seconds": None,
        "pace": 0,
    }
    match = database.write(begin_match, "chess", plan)
    database.write(begin_game, match, 1, 0)
    database.close()
    shown = tabuleiro("games-played").out
    assert "cannot be read: There is no game 'chess'" in shown
    assert "unfinished, one move" in shown
    assert json.loads(tabuleiro("games-played", "--json").out)[0]["score"] is None
    assert "There is no game 'chess'" in tabuleiro("resume", str(match)).error


# --- export -----------------------------------------------------------------------------------------------


def test_kept_games_are_written_as_records(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    nothing = tabuleiro("export")
    assert (nothing.code, nothing.out, nothing.error) == (0, "", "No games are kept yet.\n")
    tabuleiro("play", "breakthrough", "--names", "Ana,Rui", typed="a2-a3\n")
    tabuleiro(*BEST_OF_3, typed="e7-e8\nresign\n")
    records = list(package.read_records(tabuleiro("export").out))
    assert [record.moves for record in records] == [("a2-a3",), ("e7-e8",), ()]
    assert [record.result for record in records] == ["*", "1-0", "0-1"]
    assert [record.tag("Round") for record in records] == [None, "1", "2"]
    assert [record.tag("White") for record in records] == ["Ana", "Ana", "Rui"]
    assert all(record.tag("Date") for record in records)
    assert [record.moves for record in package.read_records(tabuleiro("export", "2").out)] == [("e7-e8",), ()]
    file = tmp_path / "games.txt"
    assert tabuleiro("export", "--output", str(file)).out == f"3 games written to {file}\n"
    assert list(package.read_records(file.read_text(encoding="utf-8"))) == records
    assert tabuleiro("export", "1", "-o", str(file), "--lang", "pt").out == f"Um jogo escrito em {file}\n"


# --- replay -----------------------------------------------------------------------------------------------


def test_a_game_is_shown_again_position_by_position(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    tabuleiro("play", "monkey-queen", "--names", "Ana,Rui", typed="g1-g2\nswap\nf12-f11\nresign\n")
    answer = tabuleiro("replay", "1")
    assert answer.code == 0
    assert "White: Ana.\nBlack: Rui.\n" in answer.out
    assert answer.out.index("The start") < answer.out.index("Move 1 of 2, White (Ana): 1. g1-g2")
    assert "1. g1-g2\nThen seats were exchanged.\n" in answer.out
    assert "Move 2 of 2, Black (Ana): 1... f12-f11" in answer.out
    assert answer.out.count("a   b   c") == 3
    assert answer.out.endswith("Won by Black: resignation.\n")
    file = tmp_path / "game.txt"
    tabuleiro("export", "1", "--output", str(file))
    assert tabuleiro("replay", str(file), "--plain").out == answer.out
    assert tabuleiro("replay", "-", typed=file.read_text(encoding="utf-8")).out == answer.out
    assert "Jogada 2 de 2, Pretas (Ana): 1... f12-f11" in tabuleiro("replay", "1", "--lang", "pt").out


def test_all_games_of_a_match_are_shown_again(tabuleiro: Tabuleiro) -> None:
    tabuleiro(*BEST_OF_3, typed="e7-e8\nresign\n")
    shown = tabuleiro("replay", "1", "--flip").out
    assert shown.startswith("Game 1 of 2\n")
    assert "Game 2 of 2\n" in shown
    assert shown.count("h g f e d c b a") == 3


def test_comments_and_an_open_end_are_shown(tabuleiro: Tabuleiro) -> None:
    text = '[Game "breakthrough"]\n[FEN "8/4P3/8/1p6/8/8/8/8 b"]\n\n{A study} 1... b5-b4 {forced} *\n'
    shown = tabuleiro("replay", "-", typed=text).out
    assert "{A study}" in shown
    assert "Move 1 of 1, Black: 1... b5-b4\n{forced}\n" in shown
    assert shown.endswith("The game stops here, unfinished.\n")


def test_at_a_terminal_one_steps_through_a_game(tabuleiro: Tabuleiro, terminal: Callable[..., Any]) -> None:
    tabuleiro("play", "breakthrough", typed="a2-a3\nb7-b6\n")
    screen = terminal("replay", "1", "--plain")
    question = "a number of moves from 0 to 2; quit: "
    for typed, shown in (
        ("\n", "Move 1 of 2"),
        ("9\n", "Press Enter to go on"),
        ("2\n", "Move 2 of 2"),
        ("back\n", "Move 1 of 2"),
        ("ATRAS\n", "The start"),
        ("2\n", "The game stops here, unfinished."),
    ):
        screen.wait_for(question)
        screen.type(typed)
        screen.wait_for(shown)
    screen.wait_for(question)
    screen.type("quit\n")
    assert screen.end() == 0
    assert "\x1b" not in screen.shown, "plain text has no colours"
