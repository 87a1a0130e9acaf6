"""Killed in the middle of a game, again and again: every move that was shown is kept, and the game goes on to its end."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import tabuleiro
from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.records import store
from tabuleiro.records.database import Database

PLAYED = "Played by "
"""How a line begins that shows a move."""

SEEDS, KILLS = (20, 5) if os.environ.get("TABULEIRO_SOAK") else (1, 2)
"""How many rows of games are played, and how often the program is killed in each."""

MOST_MOVES = 12
"""The most moves that are shown before the next kill."""


def shows_move(line: str) -> bool:
    """Does a line show a move, all of it?"""
    return line.startswith(PLAYED) and line.endswith("\n")


class Program:
    """The program in a process of its own, two players of which choose their moves by lot."""

    def __init__(self, arguments: list[str], folder: Path) -> None:
        names = ("TABULEIRO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
        environment = {name: value for name, value in os.environ.items() if name not in names}
        environment |= {"TABULEIRO_DATA": str(folder), "PYTHONUTF8": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tabuleiro", *arguments, "--plain"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        assert self._process.stdout is not None
        self._output = self._process.stdout

    def kill_after(self, moves: int) -> tuple[list[str], bool]:
        """Kill it once this many moves were shown; all lines that show a move, and whether it was still running."""
        shown: list[str] = []
        while len(shown) < moves and (line := self._output.readline()):
            if shows_move(line):
                shown.append(line)
        self._process.kill()
        rest, code = self._rest()
        return shown + rest, code != 0

    def run(self) -> list[str]:
        """Let it come to its end; the lines that show a move."""
        shown, code = self._rest()
        assert code == 0
        return shown

    def _rest(self) -> tuple[list[str], int]:
        """The lines that show a move up to the end of what was written, and the exit code."""
        with self._output as output:
            text = output.read()
        assert "Traceback" not in text
        return [line for line in text.splitlines(keepends=True) if shows_move(line)], self._process.wait()


def kept_moves(folder: Path) -> tuple[list[str], bool]:
    """The moves of the one match that is kept, and if it is over; all of it can be read and played again."""
    path = folder / "games.sqlite"
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    database = Database(path)
    (listed,) = database.read(store.list_matches, limit=9)
    found = database.read(store.find_match, listed.id)
    session = KeptMatch.resume(found, database).session
    database.close()
    assert found.is_finished == (session.result is not None)
    return [str(move) for move in session.moves], found.is_finished


def check_shown(shown: list[str], kept: list[str]) -> None:
    """Every move that was shown is kept, in its place."""
    assert len(shown) <= len(kept)
    for line, move in zip(shown, kept, strict=False):
        assert f": {move}" in line


def kill_a_game(folder: Path, name: str, chance: Random, kills: int) -> int:
    """Play a game, killing it this many times or until it is over, then let it end; returns the number of kills."""
    players = [word for player in tabuleiro.game(name).players for word in (f"--{player}", "random")]
    arguments = ["play", name, *players, "--pace", "0", "--seed", str(chance.randrange(1000))]
    kept: list[str] = []
    is_over, done = False, 0
    while done < kills and not is_over:
        shown, was_killed = Program(arguments, folder).kill_after(chance.randint(1, MOST_MOVES))
        done += was_killed
        before, arguments = kept, ["resume"]
        kept, is_over = kept_moves(folder)
        assert kept[: len(before)] == before
        check_shown(shown, kept[len(before) :])
    if not is_over:
        shown = Program(arguments, folder).run()
        whole, is_over = kept_moves(folder)
        assert is_over and whole[: len(kept)] == kept
        check_shown(shown, whole[len(kept) :])
        assert len(shown) == len(whole) - len(kept)
    return done


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_game_that_is_killed_again_and_again_loses_no_move(tmp_path: Path, seed: int) -> None:
    chance, killed, games = Random(seed), 0, 0
    name = tabuleiro.games()[seed % len(tabuleiro.games())]
    while killed < KILLS:
        killed += kill_a_game(tmp_path / str(games), name, chance, KILLS - killed)
        games += 1
