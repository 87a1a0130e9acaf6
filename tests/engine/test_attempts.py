"""Trying to solve puzzles: right moves are answered, wrong ones are not played, and there is always a way to the end."""

from __future__ import annotations

import os
from random import Random

import pytest

import tabuleiro
from tabuleiro.engine.attempts import GOES_ON, SOLVED, WRONG, Attempt
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.proof import Prover
from tabuleiro.engine.puzzles import Puzzle, puzzles
from tabuleiro.rules.position import Move, Position

GAMES = sorted({name.partition(":")[0] for name in tabuleiro.games()})
SOAK = bool(os.environ.get("TABULEIRO_SOAK"))

WRONG_MOVES = 40 if SOAK else 2
"""How many wrong first moves of each puzzle are tried."""

SHOWN = 1 if SOAK else 4
"""One in this many puzzles has its whole solution shown."""

RACE = Puzzle("breakthrough", "8/8/4P3/8/8/1p6/7P/8 w", "e6-e7", 3, ("e6-e7", "b3-b2", "e7-e8"), "refuted")
"""Two men run, and the first to move arrives first, unless he wastes a move."""


def check_solved(attempt: Attempt) -> None:
    outcome = attempt.position.outcome
    assert attempt.is_solved and attempt.plies_left == 0
    assert outcome is not None and outcome.winner == attempt.solver


def check_moves(start: Position, attempt: Attempt) -> None:
    """The moves of the attempt lead from the start to where it stands."""
    for move in attempt.moves:
        start = start.play(str(move))
    assert start == attempt.position


def check_hints(puzzle: Puzzle) -> None:
    """Whoever follows the hints solves the puzzle in time."""
    attempt, start = Attempt(puzzle), tabuleiro.game(puzzle.game).position(puzzle.fen)
    while not attempt.is_solved:
        left, turn = attempt.plies_left, attempt.position.turn
        assert turn == attempt.solver and left > 0
        if left == 1:
            check_last_moves(attempt)
        answer = attempt.play(attempt.hint())
        if answer.kind == GOES_ON:
            assert answer.reply == attempt.moves[-1] and attempt.plies_left == left - 2
        else:
            assert answer.kind == SOLVED
    check_solved(attempt)
    assert str(attempt.moves[0]) == puzzle.solution and len(attempt.moves) <= puzzle.plies
    check_moves(start, attempt)


def check_wrong_moves(puzzle: Puzzle, seed: int) -> None:
    """Moves that do not win in time are not played, and the answer to them can be."""
    attempt = Attempt(puzzle)
    wrong = [move for move in attempt.position.legal_moves if str(move) != puzzle.solution]
    for move in Random(seed).sample(wrong, min(WRONG_MOVES, len(wrong))):
        check_wrong(attempt, move)


def check_last_moves(attempt: Attempt) -> None:
    """Where the next move must win, those that do not are wrong."""
    for move in attempt.position.legal_moves[:WRONG_MOVES]:
        outcome = attempt.position.play(move).outcome
        if outcome is None or outcome.winner != attempt.solver:
            check_wrong(attempt, move)


def check_wrong(attempt: Attempt, move: Move) -> None:
    """The move is wrong: it changes nothing, and the answer to it is legal and does not help who has played it."""
    before, moves, left = attempt.position, attempt.moves, attempt.plies_left
    answer = attempt.play(str(move))
    assert (answer.kind, answer.reply) == (WRONG, None), (attempt.puzzle, move)
    assert (attempt.position, attempt.moves, attempt.plies_left) == (before, moves, left)
    after = before.play(move)
    for reply in answer.line:
        after = after.play(str(reply))
    assert after.outcome is None or after.outcome.winner != attempt.solver


def check_solution(puzzle: Puzzle) -> None:
    """The line shown is legal, and ends in time with a win."""
    attempt = Attempt(puzzle)
    position, line = attempt.position, attempt.solution()
    assert str(line[0]) == puzzle.solution and len(line) <= puzzle.plies
    for move in line:
        position = position.play(str(move))
    assert position.outcome is not None and position.outcome.winner == attempt.solver
    assert attempt.moves == (), "showing it plays nothing"


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_hints_solve_every_puzzle(name: str) -> None:
    assert puzzles(name)
    for puzzle in puzzles(name)[:: 1 if SOAK else 3]:
        check_hints(puzzle)


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_wrong_moves_are_answered_and_not_played(name: str) -> None:
    for seed, puzzle in enumerate(puzzles(name)):
        check_wrong_moves(puzzle, seed)


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_has_a_solution_to_show(name: str) -> None:
    for puzzle in puzzles(name)[::SHOWN]:
        check_solution(puzzle)


def test_a_race_is_won() -> None:
    attempt = Attempt(RACE)
    assert (attempt.solver, attempt.plies_left, attempt.is_solved) == (0, 3, False)
    answer = attempt.play("e6-e7")
    assert answer.kind == GOES_ON and answer.reply is not None and attempt.plies_left == 1
    assert [str(move) for move in attempt.moves] == ["e6-e7", str(answer.reply)]
    assert attempt.play("e7-d8").kind == SOLVED, "any move that wins is right"
    check_solved(attempt)
    assert attempt.solution() == ()


def test_the_last_move_may_be_wrong_too() -> None:
    attempt = Attempt(RACE)
    attempt.play("e6-e7")
    answer = attempt.play("h2-h3")
    assert answer.kind == WRONG and attempt.plies_left == 1
    position = attempt.position.play("h2-h3")
    for move in answer.line:
        position = position.play(str(move))
    assert attempt.play("e7-e8").kind == SOLVED


def test_what_is_no_move_is_refused_and_changes_nothing() -> None:
    attempt = Attempt(RACE)
    for text, error in (("hello", tabuleiro.InvalidMove), ("e6-e8", tabuleiro.IllegalMove)):
        with pytest.raises(error):
            attempt.play(text)
    assert attempt.moves == ()


def test_nothing_is_played_after_the_end() -> None:
    attempt = Attempt(RACE)
    for move in ("e6-e7", "e7-e8"):
        attempt.play(move)
    check_solved(attempt)
    with pytest.raises(tabuleiro.IllegalMove, match="The game is over"):
        attempt.play("e7-e8")
    with pytest.raises(EngineError, match="over"):
        attempt.hint()


def test_a_race_given_away_is_answered_by_the_whole_line_that_wins_it() -> None:
    attempt = Attempt(RACE)
    position = attempt.position.play("h2-h3")
    answer = attempt.play("h2-h3")
    assert answer.kind == WRONG and len(answer.line) == 3
    for move in answer.line:
        position = position.play(move)
    assert position.outcome is not None and position.outcome.winner == 1


def test_a_wrong_move_that_ends_the_game_has_no_answer() -> None:
    game = tabuleiro.game("fields-of-action")
    for seed in range(3):
        position, chance = game.start(), Random(seed)
        while position.outcome is None:
            before, position = position, position.play(chance.choice(position.legal_moves))
        ending = [move for move in before.legal_moves if before.play(move).outcome is not None]
        puzzle = Puzzle(game.id, before.fen, str(ending[0]), 1, (), "refuted")
        for move in ending:
            outcome = before.play(move).outcome
            assert outcome is not None
            answer = Attempt(puzzle).play(str(move))
            assert (answer.kind, answer.line) == (SOLVED if outcome.winner == before.turn else WRONG, ())


def test_a_position_without_a_win_gives_no_hint_but_a_sentence() -> None:
    attempt = Attempt(Puzzle("breakthrough", tabuleiro.game("breakthrough").start().fen, "a2-a3", 3, (), "refuted"))
    for ask in (attempt.hint, attempt.solution):
        with pytest.raises(EngineError) as refusal:
            ask()
        assert str(refusal.value) == "No win can be found within 3 plies."
        with tabuleiro.using_language("pt"):
            assert str(refusal.value) == "Não se encontra vitória em 3 lances."


def test_the_answers_are_the_same_each_time() -> None:
    first, second = Attempt(RACE), Attempt(RACE)
    second.solution()
    second.play("h2-g3")
    for move in ("e6-e7", "e7-e8"):
        assert str(first.play(move).reply) == str(second.play(move).reply)
    assert [str(move) for move in first.moves] == [str(move) for move in second.moves]


def test_a_win_that_leaves_the_other_side_no_move_counts_as_soon_as_it_is_there() -> None:
    position = tabuleiro.game("monkey-queen").position("12/12/12/12/12/8q(2)3/B11/12/12/12/12/5b4Q(2)1 w")
    outcome = position.play("k1xf1").outcome
    assert outcome is not None and (outcome.winner, outcome.reason) == (0, "no-moves")
    assert Prover(position.game, hash_mb=1).wins(position, 0, bound=1) is True
