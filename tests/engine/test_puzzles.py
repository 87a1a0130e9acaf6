"""The puzzles kept with the games: each is proved again, and its solution is the one move that wins in time."""

from __future__ import annotations

import itertools

import pytest

import tabuleiro
from tabuleiro.engine.proof import Prover
from tabuleiro.engine.proofnumbers import against_of
from tabuleiro.engine.puzzles import (
    PROOF_NODES,
    REFUTED,
    UNPROVED,
    Puzzle,
    find_puzzles,
    make_puzzle,
    puzzles,
    write_puzzles,
)
from tabuleiro.rules.position import Move, Position

GAMES = ("breakthrough", "fields-of-action", "monkey-queen", "tafl", "trench")


def check_puzzle(puzzle: Puzzle, prover: Prover) -> None:
    """It is won in that many plies and no sooner, only by the solution, and the line leads to the win."""
    position = tabuleiro.game(puzzle.game).position(puzzle.fen)
    player = position.turn
    assert position.fen == puzzle.fen
    assert prover.wins(position, player, bound=puzzle.plies - 1, nodes=PROOF_NODES) is not True, puzzle
    assert puzzle.plies == 2 or prover.wins(position, player, bound=puzzle.plies - 2) is False, puzzle
    assert prover.wins(position, player, bound=puzzle.plies, nodes=PROOF_NODES) is True, puzzle
    won = [code for code, known in prover.replies() if against_of(known) == 0]
    assert [str(Move(position, code)) for code in won] == [puzzle.solution], puzzle
    check_line(position, puzzle)


def check_line(position: Position, puzzle: Puzzle) -> None:
    """The line begins with the solution, is legal, and is won in time."""
    player = position.turn
    assert puzzle.line[0] == puzzle.solution
    assert len(puzzle.line) <= puzzle.plies
    for move in puzzle.line:
        position = position.play(move)
    assert position.outcome is not None and position.outcome.winner == player, puzzle


@pytest.mark.parametrize("name", GAMES)
def test_there_are_puzzles_enough(name: str) -> None:
    kept = puzzles(name)
    assert len(kept) >= 30
    assert len({puzzle.fen for puzzle in kept}) == len(kept)
    assert all(puzzle.plies >= 2 and puzzle.others in (REFUTED, UNPROVED) for puzzle in kept)
    assert sum(puzzle.plies >= 5 for puzzle in kept) >= 10, "not all of them are short"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.compiled
def test_puzzles_are_proved_again(name: str) -> None:
    provers: dict[str, Prover] = {}
    for puzzle in puzzles(name):
        prover = provers.setdefault(puzzle.game, Prover(tabuleiro.game(puzzle.game), hash_mb=16))
        check_puzzle(puzzle, prover)


@pytest.mark.compiled
def test_new_puzzles_are_found() -> None:
    game = tabuleiro.game("breakthrough:5x5")
    found = list(itertools.islice(find_puzzles(game, seed=1), 3))
    assert found == list(itertools.islice(find_puzzles(game, seed=1), 3))
    for puzzle in found:
        check_puzzle(puzzle, Prover(game, hash_mb=4))
    assert "\n" not in write_puzzles(found)[2:-3].replace(",\n", "")


def test_a_win_at_once_is_no_puzzle() -> None:
    position = tabuleiro.game("breakthrough").position("8/4P3/8/8/8/8/1p6/8 w")
    assert make_puzzle(position, Prover(position.game, hash_mb=1)) is None


def test_a_game_without_puzzles_has_none() -> None:
    assert puzzles("no-such-game") == ()
