"""Openings: by lot where that leaves a game even, steered where all random moves favour one side."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import tabuleiro
from tabuleiro.arena.game_loop import JUDGE_NODES, Board
from tabuleiro.arena.openings import find_opening, is_decided, most_plies
from tabuleiro.arena.plan import Plan
from tabuleiro.engine.analysis import Line
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.errors import EngineError
from tabuleiro.rules.position import Position

BALANCE = 0.2


@pytest.mark.compiled
@pytest.mark.parametrize("id", ["breakthrough", "tafl"])
def test_an_opening_is_even_and_undecided(id: str) -> None:
    game = tabuleiro.game(id)
    with Engine(game, hash_mb=1) as engine:

        def judge(position: Position) -> Line:
            return engine.analyse(position, nodes=JUDGE_NODES).best

        seen = set()
        for seed in range(3):
            position, moves = find_opening(game, 6, Random(seed), judge, BALANCE)
            assert (position, moves) == find_opening(game, 6, Random(seed), judge, BALANCE)
            assert len(moves) >= 6
            assert abs(judge(position).win - 0.5) <= BALANCE
            assert not is_decided(position)
            again = game.start()
            for move in moves:
                again = again.play(move)
            assert again == position
            seen.add(position)
        assert len(seen) == 3


def test_the_side_that_is_behind_goes_on_well_until_it_is_even() -> None:
    """A judge for whom the first player is far ahead until the eleventh ply, and who knows one good move."""
    game = tabuleiro.game("monkey-queen")
    plies = {game.start(): 0}

    def judge(position: Position) -> Line:
        ply = plies.get(position, 4)  # others come by lot
        plies.update((position.play(move), ply + 1) for move in position.legal_moves)
        return Line((position.legal_moves[-1],), 0, 0.5 if ply > 10 else (0.9, 0.1)[position.turn])

    position, moves = find_opening(game, 4, Random(1), judge, BALANCE)
    assert 11 <= len(moves) < 15, "as soon as it is even and nothing hangs"
    again = game.start()
    for move in moves:
        assert again.turn == 0 or move == str(again.legal_moves[-1])
        again = again.play(move)
    assert again == position


def test_where_nothing_is_even_the_nearest_is_taken() -> None:
    game = tabuleiro.game("breakthrough")
    chance = Random(3)
    wins: dict[Position, float] = {}

    def judge(position: Position) -> Line:
        return Line((position.legal_moves[0],), 0, wins.setdefault(position, 0.8 + 0.2 * chance.random()))

    position, moves = find_opening(game, 4, Random(1), judge, BALANCE)
    assert len(moves) >= 4
    assert wins[position] < 0.82


def test_what_seems_even_is_looked_at_again() -> None:
    """The second judge is asked about nothing else, and has the last word."""
    game = tabuleiro.game("breakthrough")
    chance = Random(4)
    first: dict[Position, float] = {}
    second: dict[Position, float] = {}

    def judging(wins: dict[Position, float]) -> Callable[[Position], Line]:
        return lambda position: Line((position.legal_moves[0],), 0, wins.setdefault(position, chance.random()))

    position, _ = find_opening(game, 4, Random(1), judging(first), BALANCE, judging(second))
    assert abs(first[position] - 0.5) <= BALANCE
    assert abs(second[position] - 0.5) <= BALANCE
    assert len(second) > 1
    assert all(abs(first[seen] - 0.5) <= BALANCE for seen in second)


@pytest.mark.parametrize(("id", "refused"), [("tafl", True), ("breakthrough", False)])
def test_a_drawn_opening_is_none(id: str, refused: bool) -> None:
    """Where positions come back, a score of exactly nothing means that both would repeat their moves."""
    game = tabuleiro.game(id)
    drawn: list[Position] = []

    def judge(position: Position) -> Line:
        return Line((position.legal_moves[0],), 7, 0.51)

    def second(position: Position) -> Line:
        drawn.append(position)
        return Line((position.legal_moves[0],), 0 if len(drawn) < 3 else 7, 0.51)

    position, _ = find_opening(game, 4, Random(1), judge, BALANCE, second)
    assert drawn.index(position) == (2 if refused else 0)


def test_nothing_is_searched_where_any_opening_will_do() -> None:
    def judge(position: Position) -> Line:
        raise AssertionError

    _, moves = find_opening(tabuleiro.game("trench"), 5, Random(1), judge, 0.5)
    assert len(moves) == 5


def test_a_game_that_random_moves_always_decide_has_no_opening() -> None:
    with pytest.raises(EngineError, match="ask for fewer"):
        find_opening(tabuleiro.game("breakthrough:3x4"), 30, Random(1), lambda position: Line((), 0, 0.5), 0.5)


@pytest.mark.compiled
def test_both_games_of_a_pair_begin_alike() -> None:
    board = Board(Plan("tafl:brandubh", ("random", "random"), "round-robin", 4))
    played = [board.play(number) for number in range(4)]
    board.close()
    assert played[0].opening == played[1].opening != played[2].opening == played[3].opening


def test_on_small_boards_fewer_moves_leave_a_game_open() -> None:
    assert most_plies(tabuleiro.game("breakthrough"), 6) == 6
    assert 0 < most_plies(tabuleiro.game("breakthrough:3x4"), 6) < 6
    assert most_plies(tabuleiro.game("breakthrough:2x4"), 64) < 8
