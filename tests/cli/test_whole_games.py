"""Whole games of every game as people play them: through a pipe, at a pseudo-terminal, against computers, in both languages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tabuleiro as package
from tabuleiro.messages import reason_text
from tabuleiro.rules.texts import using_language

Tabuleiro = Callable[..., Any]
"""The fixture that runs a command line."""

WholeGame = Callable[[str], list[str]]
"""The fixture that finds the moves of a short game."""

TABULEIRO = [sys.executable, "-m", "tabuleiro"]


def outcome_words(id: str, moves: list[str], language: str) -> str:
    """Why the game with these moves ended."""
    position = package.game(id).start()
    for move in moves:
        position = position.play(move)
    assert position.outcome is not None
    with using_language(language):
        return str(reason_text(position.outcome.reason))


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("id", package.games())
def test_every_game_is_played_to_its_end(tabuleiro: Tabuleiro, whole_game: WholeGame, id: str, language: str) -> None:
    moves = whole_game(id)
    answer = tabuleiro("play", id, "--lang", language, "--names", "Ana,Rui", typed="\n".join([*moves, "a1-a1", ""]))
    assert answer.code == 0
    assert outcome_words(id, moves, language) in answer.out.splitlines()[-2]
    assert "a1-a1" not in answer.out
    [record] = package.read_records(tabuleiro("export").out)
    assert list(record.moves) == moves
    assert record.outcome is not None


@pytest.mark.soak
def test_a_pipe_plays_a_whole_game_in_two_parts(tabuleiro: Tabuleiro, whole_game: WholeGame, tmp_path: Path) -> None:
    moves = whole_game("trench")
    environment = {**os.environ, "TABULEIRO_LANG": "pt"}
    half = len(moves) // 2
    for typed, arguments in ((moves[:half], ["play", "trench"]), (moves[half:], ["resume"])):
        done = subprocess.run(
            [*TABULEIRO, *arguments],
            input="\n".join(typed),
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == ""
        assert "\x1b" not in done.stdout
    assert outcome_words("trench", moves, "pt") in done.stdout
    assert list(package.read_record(tabuleiro("export").out).moves) == moves


def test_a_terminal_plays_a_whole_game(terminal: Callable[..., Any], whole_game: WholeGame) -> None:
    moves, sides = whole_game("tafl"), package.game("tafl").sides
    screen = terminal("play", "tafl", "--plain", "--lang", "pt")
    for ply, move in enumerate(moves):
        screen.wait_for(f"{sides[ply % 2].title.pt} (Jogador {ply % 2 + 1}): ")
        screen.type(f"{move}\n")
    assert screen.end() == 0
    assert outcome_words("tafl", moves, "pt") in screen.shown
    assert "\x1b" not in screen.shown


def test_an_interruption_keeps_the_game_and_says_where(terminal: Callable[..., Any], tabuleiro: Tabuleiro) -> None:
    screen = terminal("play", "breakthrough", "--plain", "--lang", "en")
    screen.wait_for("White (Player 1): ")
    screen.type("a2-a3\n")
    screen.wait_for("Black (Player 2): ")
    screen.interrupt()
    assert screen.end() == 130
    assert screen.shown.endswith("`tabuleiro resume 1`.\n")
    assert package.read_record(tabuleiro("export").out).moves == ("a2-a3",)


def test_a_program_that_is_killed_has_lost_no_move(terminal: Callable[..., Any], tabuleiro: Tabuleiro) -> None:
    screen = terminal("play", "breakthrough", "--plain", "--lang", "en")
    for who, move in (("White (Player 1): ", "a2-a3\n"), ("Black (Player 2): ", "b7-b6\n")):
        screen.wait_for(who)
        screen.type(move)
    screen.wait_for("White (Player 1): ")
    screen.kill()
    answer = tabuleiro("resume", typed="a3-a4\n")
    assert "Played by White (Player 1): a3-a4." in answer.out
    assert package.read_record(tabuleiro("export").out).moves == ("a2-a3", "b7-b6", "a3-a4")


@pytest.mark.soak
@pytest.mark.compiled
def test_computers_that_think_are_interrupted(terminal: Callable[..., Any], tabuleiro: Tabuleiro) -> None:
    players = ("--white", "random", "--black", "10", "--seconds", "600")
    screen = terminal("play", "breakthrough", *players, "--plain", "--lang", "en")
    screen.wait_for("Thinking: Black (Computer, level 10) …")
    screen.interrupt()
    assert screen.end() == 130
    assert "tabuleiro resume 1" in screen.shown
    assert len(package.read_record(tabuleiro("export").out).moves) == 1


@pytest.mark.compiled
@pytest.mark.parametrize("id", package.games())
def test_a_person_plays_against_the_lowest_level(
    tabuleiro: Tabuleiro, monkeypatch: pytest.MonkeyPatch, id: str
) -> None:
    game = package.game(id)
    typed = "moves\nundo\nhelp\n" + "resign\n"
    for person, computer in ((0, 1), (1, 0)):
        answer = tabuleiro("play", id, f"--{game.players[computer]}", "1", "--seed", "5", typed=typed)
        assert answer.code == 0
        assert f"Won by {game.sides[computer].title} (Computer, level 1): resignation." in answer.out
        assert ("Thinking: " in answer.out) == (computer == 0)
        assert f"{game.sides[person].title} (You): moves" in answer.out


@pytest.mark.compiled
@pytest.mark.parametrize("id", ["breakthrough:5x5", "trench"])
def test_two_computers_play_a_match_to_its_end(tabuleiro: Tabuleiro, id: str) -> None:
    first, second = package.game(id).players
    answer = tabuleiro("play", id, f"--{first}", "1", f"--{second}", "2", "--match", "best-of-2", "--seed", "3")
    assert answer.code == 0
    assert "Game 2 of 2" in answer.out
    assert "The match is " in answer.out
    records = list(package.read_records(tabuleiro("export").out))
    assert [record.tag(first.capitalize()) for record in records] == ["Computer, level 1", "Computer, level 2"]
    assert all(record.outcome is not None for record in records)
