"""Puzzles by lines: the win is found or not, the engine defends, and what was solved is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tabuleiro as package
from tabuleiro.engine.puzzles import Puzzle, puzzles
from tabuleiro.records.database import Database
from tabuleiro.records.store import tries

Tabuleiro = Callable[..., Any]
"""The fixture that runs a command line."""

pytestmark = pytest.mark.compiled

FIRST, SECOND = puzzles("breakthrough")[:2]


@pytest.fixture
def tried(tmp_path: Path) -> Callable[[], dict[tuple[str, str], bool]]:
    """The puzzles that were tried, and whether each was ever solved."""

    def read() -> dict[tuple[str, str], bool]:
        database = Database(tmp_path / "data" / "games.sqlite")
        found = database.read(tries)
        database.close()
        return found

    return read


Tried = Callable[[], dict[tuple[str, str], bool]]


def wrong_move(puzzle: Puzzle) -> str:
    """A legal move that is not the solution."""
    moves = package.game(puzzle.game).position(puzzle.fen).legal_moves
    return next(str(move) for move in moves if str(move) != puzzle.solution)


@pytest.mark.parametrize("name", package.games())
def test_the_win_is_played_out_against_the_defence(tabuleiro: Tabuleiro, tried: Tried, name: str) -> None:
    puzzle = puzzles(name)[0]
    first = tabuleiro("puzzle", name, typed=f"solution\n{puzzle.solution}\nquit\n")
    assert "Find the win.\nType the move" in first.out
    line = next(row for row in first.out.splitlines() if row.startswith("The win: "))
    moves = line.removeprefix("The win: ").removesuffix(".").split()
    assert moves[0] == puzzle.solution
    assert len(moves) <= puzzle.plies
    assert f"{puzzle.solution} is right. The answer is {moves[1]}." in first.out
    assert tried() == {(puzzle.game, puzzle.fen): False}, "who looks at the solution has not solved it"
    answer = tabuleiro("puzzle", name, typed="\n".join(moves[::2]) + "\nquit\n")
    assert f"{moves[::2][-1]} wins: solved." in answer.out
    assert tried()[puzzle.game, puzzle.fen]
    assert f"Solved so far: 1 of {len(puzzles(name))}." in answer.out


def test_a_wrong_move_is_refuted_and_not_played(tabuleiro: Tabuleiro, tried: Tried) -> None:
    wrong = wrong_move(FIRST)
    answer = tabuleiro("puzzle", "breakthrough", typed=f"{wrong}\nhint\nnonsense\nboard\nquit\n")
    assert f"{wrong} does not win" in answer.out
    assert "Try again." in answer.out
    assert f"The piece on {FIRST.solution[:2]} wins." in answer.out
    assert "'nonsense' is not a move" in answer.out
    boards = answer.out.split("White - men")
    assert len(boards) == 3
    assert tried() == {(FIRST.game, FIRST.fen): False}


def test_puzzles_that_were_solved_come_last(tabuleiro: Tabuleiro, tried: Tried) -> None:
    count = len(puzzles("breakthrough"))
    moves = (
        tabuleiro("puzzle", "breakthrough", typed="solution\nquit\n").out.split("The win: ")[1].split(".")[0].split()
    )
    tabuleiro("puzzle", "breakthrough", typed="\n".join(moves[::2]) + "\n")
    again = tabuleiro("puzzle", "breakthrough", typed="next\n" * (count - 1))
    headings = [line for line in again.out.splitlines() if line.startswith("Puzzle ")]
    assert headings[0] == f"Puzzle 2 of {count} (breakthrough)"
    assert headings[-1] == f"Puzzle 1 of {count} (breakthrough)"
    assert "This one was solved before." in again.out
    everything = tabuleiro(
        "puzzle",
        "breakthrough",
        typed="seguinte\n" * count,
    )
    assert "These were all the puzzles of Breakthrough." in everything.out


def test_what_may_be_typed_is_listed_in_both_languages(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro(
        "puzzle", "breakthrough", "--lang", "pt", typed="ajuda\ndica\njogadas\nvirar\nregras\nsolucao\nsair\n"
    )
    assert "\n  solução     mostra toda a vitória" in answer.out
    assert f"Ganha a peça em {FIRST.solution[:2]}." in answer.out
    assert "h g f e d c b a" in answer.out
    assert "A vitória: " in answer.out
    assert "Resolvidos até agora: 0 de" in answer.out


def test_who_names_no_game_is_asked(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("puzzle", typed="nonsense\n\nquit\n")
    assert "There is no game 'nonsense'" in answer.out
    assert "Puzzle 1 of" in answer.out
    assert tabuleiro("puzzle", typed="quit\n").code == 0


def test_a_game_without_puzzles_is_refused(tabuleiro: Tabuleiro, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = puzzles
    monkeypatch.setattr("tabuleiro.engine.puzzles.puzzles", lambda name: () if name == "trench" else kept(name))
    answer = tabuleiro("puzzle", "trench")
    assert (answer.code, answer.out) == (2, "")
    assert answer.error == (
        "There are no puzzles of trench; there are puzzles of breakthrough, fields-of-action, monkey-queen, tafl.\n"
    )
    assert "There are no puzzles of tafl:brandubh" in tabuleiro("puzzle", "tafl:brandubh").error
    assert "There is no game 'chess'" in tabuleiro("puzzle", "chess").error
    assert "This board has no view 'round'" in tabuleiro("puzzle", "breakthrough", "--view", "round").error
