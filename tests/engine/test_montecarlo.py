"""Monte Carlo tree search: proofs, single moves, and lines that can be played, in every game."""

from __future__ import annotations

import random
import threading
from functools import cache
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.engine.analysis import WON
from tabuleiro.engine.montecarlo import DEEPEST, GROW, ITERATIONS, NODES, STOP, FoundLine, MonteCarlo, new_control
from tabuleiro.rules.game import Game
from tabuleiro.rules.kernel import is_compiling
from tabuleiro.rules.position import Move, Position

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "four-field-kono"
GAMES = (*tabuleiro.games(), "tafl:brandubh", "tafl;repetition=2-illegal", "tafl;repetition=3-mover-loses")
PLAYOUTS = 2000 if is_compiling() else 15
needs_speed = pytest.mark.compiled


@cache
def searcher(id: str, memory_mb: int = 16) -> MonteCarlo:
    return MonteCarlo(tabuleiro.game(id), memory_mb)


def think(position: Position, playouts: int = PLAYOUTS, seed: int = 1, lines: int = 1) -> list[FoundLine]:
    return searcher(position.game.id).search(position, playouts=playouts, control=new_control(), seed=seed, lines=lines)


def replay(position: Position, line: FoundLine) -> Position:
    """The position at the end of a line; an illegal move in it is refused."""
    for code in line.codes:
        assert code in position.legal_moves.codes()
        position = position.play(Move(position, code))
    return position


def by_lot(game: Game, seed: int, plies: int) -> Position:
    """A position after so many moves by lot, or one of the last before the game was over."""
    chance, position = random.Random(seed), game.start()
    for _ in range(plies):
        after = position.play(chance.choice(position.legal_moves))
        if after.outcome is not None:
            break
        position = after
    return position


@pytest.mark.parametrize(
    "id, playouts, first_wins",
    [
        ("breakthrough:2x4", 2_000, False),
        pytest.param("breakthrough:3x4", 30_000, False, marks=needs_speed),
        pytest.param("breakthrough:4x4", 500_000, False, marks=needs_speed),
        pytest.param("breakthrough:2x6", 500_000, True, marks=needs_speed),
    ],
)
def test_small_boards_are_solved(id: str, playouts: int, first_wins: bool) -> None:
    (line,) = think(tabuleiro.game(id).start(), playouts)
    assert line.proved
    assert line.win == float(first_wins)
    assert (WON - abs(line.score)) % 2 == first_wins  # the side that wins has the last move
    assert (line.score > 0) is first_wins


@pytest.mark.parametrize("id", GAMES)
def test_a_win_in_one_move_is_taken_and_proved(id: str) -> None:
    found = 0
    for seed in range(200):
        position = by_lot(tabuleiro.game(id), seed, 400)
        wins = {
            move._code
            for move in position.legal_moves
            if (end := position.play(move).outcome) is not None and end.winner == position.turn
        }
        if wins:
            found += 1
            (line,) = think(position, 50 if is_compiling() else 2)
            assert line.codes[0] in wins
            assert (line.score, line.win, line.proved) == (WON - 1, 1.0, True)
        if found == (5 if is_compiling() else 1):
            return
    pytest.fail("no position with a win in one move was found")


def test_a_man_that_would_reach_its_goal_is_captured() -> None:
    position = tabuleiro.game("breakthrough").position("8/1pppp3/8/8/8/5P2/p5p1/5P2 w")
    (line,) = think(position, 300 if is_compiling() else 20)
    assert str(Move(position, line.codes[0])) == "f1xg2" or line.score < 0  # nothing stops the man on a2
    position = tabuleiro.game("breakthrough").position("8/1pppp3/8/8/8/PP6/6p1/5P2 w")
    (line,) = think(position, 300 if is_compiling() else 20)
    assert str(Move(position, line.codes[0])) == "f1xg2"


@needs_speed
@pytest.mark.parametrize("id", tabuleiro.games())
def test_a_random_mover_is_beaten(id: str) -> None:
    game, points, games = tabuleiro.game(id), 0.0, 6
    for number in range(games):
        position, chance, mine = game.start(), random.Random(number), number % 2
        for _ in range(400):
            if position.outcome is not None:
                break
            if position.turn == mine:
                move = Move(position, think(position, 150, number)[0].codes[0])
            else:
                move = chance.choice(position.legal_moves)
            position = position.play(move)
        winner = position.outcome.winner if position.outcome is not None else None
        points += 0.5 if winner is None else float(winner == mine)
    assert points >= games - 1


@pytest.mark.parametrize("id", tabuleiro.games())
def test_the_same_seed_gives_the_same_lines(id: str) -> None:
    position = by_lot(tabuleiro.game(id), 3, 6)
    first = think(position, PLAYOUTS // 4, seed=5, lines=4)
    think(tabuleiro.game(id).start(), 10)  # what was searched between leaves no trace
    assert think(position, PLAYOUTS // 4, seed=5, lines=4) == first


@needs_speed
@pytest.mark.parametrize("id", GAMES)
def test_compiled_and_plain_search_agree(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = by_lot(tabuleiro.game(id), 7, 20)
    control, again = new_control(), new_control()
    lines = searcher(id).search(position, playouts=12, control=control, seed=9, lines=3)
    for unit in (GROW, position.game.advice, position.game.kernel):
        monkeypatch.setattr(unit, "_made", unit.plain)
    assert searcher(id).search(position, playouts=12, control=again, seed=9, lines=3) == lines
    assert control.tolist() == again.tolist()


@pytest.mark.parametrize("plies", [0, 30, 200])
@pytest.mark.parametrize("id", GAMES)
def test_lines_can_be_played(id: str, plies: int) -> None:
    position = by_lot(tabuleiro.game(id), plies, plies)
    lines = think(position, lines=5)
    assert len(lines) == min(5, len(position.legal_moves))
    assert len({line.codes[0] for line in lines}) == len(lines)
    for line in lines:
        end = replay(position, line)
        assert 0 <= line.win <= 1
        if end.outcome is not None:
            assert line.proved


def test_a_move_that_would_repeat_once_too_often_is_not_found() -> None:
    position = tabuleiro.game("tafl;repetition=2-illegal").start()
    for text in ("a4-b4", "e3-d3", "b4-a4"):
        position = position.play(text)
    lines = think(position, PLAYOUTS, lines=len(tabuleiro.game("tafl").start().legal_moves))
    assert {line.codes[0] for line in lines} == set(position.legal_moves.codes())
    for line in lines:
        replay(position, line)


def test_a_game_without_an_evaluation_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLE)
    import four_field_kono

    game = four_field_kono.GAME()
    search, position = MonteCarlo(game, 8), game.start()
    while position.outcome is None:
        line = search.search(position, playouts=PLAYOUTS // 4, control=new_control())[0]
        replay(position, line)
        move = line.codes[0] if position.turn == 0 else position.legal_moves.codes()[0]
        position = position.play(Move(position, move))
    assert position.outcome.winner == 0


def test_a_full_table_stops_growing_but_not_the_search() -> None:
    small = MonteCarlo(tabuleiro.game("breakthrough"), 0)
    control = new_control()
    lines = small.search(small.game.start(), playouts=PLAYOUTS, control=control, lines=2)
    assert control[ITERATIONS] == PLAYOUTS
    assert 0 < control[NODES] <= 1000
    replay(small.game.start(), lines[0])


def test_a_tree_goes_on_growing() -> None:
    search, control = MonteCarlo(tabuleiro.game("breakthrough"), 8), new_control()
    whole = search.search(search.game.start(), playouts=40, control=control, seed=3)
    search.begin(search.game.start(), seed=3)
    assert search.grow(25, new_control()) + search.grow(15, new_control()) == 40
    assert search.best_lines() == whole
    assert not search.is_solved


def test_a_search_without_limit_is_stopped() -> None:
    search, control = MonteCarlo(tabuleiro.game("trench"), 8), new_control()
    found: list[FoundLine] = []
    search.search(search.game.start(), playouts=1, control=new_control())
    thread = threading.Thread(
        target=lambda: found.extend(search.search(search.game.start(), playouts=None, control=control))
    )
    thread.start()
    while control[ITERATIONS] < 10:
        thread.join(0.001)
    control[STOP] = 1
    thread.join(60)
    assert not thread.is_alive()
    assert found
    assert control[DEEPEST] > 0


def test_a_finished_game_has_no_lines() -> None:
    over = tabuleiro.game("breakthrough").position("8/4P3/8/8/8/8/1p6/8 w").play("e7-e8")
    assert think(over) == []
