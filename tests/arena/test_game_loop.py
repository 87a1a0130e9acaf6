"""Games of a plan: the same whoever plays them, ended by their rules or for a reason that is said."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

import tabuleiro
from tabuleiro.arena.game_loop import LONGEST_LOOK, SECOND_NODES, Board, nodes_of_second_look
from tabuleiro.arena.plan import Plan
from tabuleiro.arena.results import Played
from tests.arena.conftest import MakePlayer

pytestmark = pytest.mark.compiled

PLAN = Plan(
    "breakthrough:5x5", ("level:1", "alphabeta:nodes=200", "mcts:nodes=100", "random"), games=2, opening_plies=2
)


def played(plan: Plan, numbers: list[int] | None = None) -> list[Played]:
    board = Board(plan)
    try:
        return [board.play(number) for number in (range(plan.meetings) if numbers is None else numbers)]
    finally:
        board.close()


def without_seconds(games: list[Played]) -> list[Played]:
    return [replace(game, seconds=(0.0, 0.0)) for game in games]


def test_games_are_the_same_in_any_order_and_company() -> None:
    """Players are told of each new game with a seed of its own, so that it does not matter what they played before."""
    in_order = without_seconds(played(PLAN))
    backwards = without_seconds(played(PLAN, list(range(PLAN.meetings))[::-1]))
    assert in_order == backwards[::-1]
    assert without_seconds(played(PLAN, [7])) == in_order[7:8]
    assert without_seconds(played(replace(PLAN, seed=2))) != in_order


def test_every_game_can_be_played_again_by_its_moves() -> None:
    for game in played(PLAN):
        position = tabuleiro.game(PLAN.game).start()
        for move in (*game.opening, *game.moves):
            position = position.play(move)
        assert position.outcome is not None
        assert (position.outcome.winner, position.outcome.reason) == (game.winner, game.reason)
        assert len(game.opening) == PLAN.opening_plies
        assert game.plies == len(game.opening) + len(game.moves)


def test_the_games_of_a_pair_have_one_opening_and_rounds_have_others() -> None:
    games = played(replace(PLAN, players=("random", "random"), games=12))
    openings = [game.opening for game in games]
    assert openings[::2] == openings[1::2]
    assert len(set(openings)) > 3
    assert len({game.moves for game in games}) > 6


@pytest.mark.parametrize(
    ("plan", "nodes"),
    [
        (PLAN, SECOND_NODES),
        (replace(PLAN, nodes=1_000), 5_000),
        (replace(PLAN, nodes=200_000), 1_000_000),
        (replace(PLAN, seconds=0.1), 500_000),
        (replace(PLAN, seconds=0.1, nodes=1_000), 5_000),
        (replace(PLAN, clock=(4.0, 0.1)), 1_000_000),
        (replace(PLAN, seconds=60.0), LONGEST_LOOK),
    ],
)
def test_the_second_look_at_an_opening_sees_more_than_the_players_do(plan: Plan, nodes: int) -> None:
    assert nodes_of_second_look(plan) == nodes


def test_without_opening_plies_games_begin_from_the_start() -> None:
    assert [game.opening for game in played(replace(PLAN, opening_plies=0), [0, 1])] == [(), ()]


def test_a_long_game_is_a_draw() -> None:
    (game,) = played(replace(PLAN, most_plies=4), [0])
    assert (game.winner, game.reason, game.plies) == (None, "unfinished", 4)


def test_a_clear_game_is_ended_where_that_is_asked_for() -> None:
    plan = Plan("breakthrough:5x5", ("alphabeta:nodes=5000", "random"), games=2, opening_plies=0, adjudicate=0.9)
    games = played(plan)
    assert [game.winner for game in games] == [0, 1]
    assert "adjudication" in {game.reason for game in games}
    assert sum(game.plies for game in games) < sum(game.plies for game in played(replace(plan, adjudicate=0.0)))


def test_a_clock_that_runs_out_loses(failing_player: MakePlayer) -> None:
    slow = failing_player('import time; time.sleep(0.3); print("bestmove 0000", flush=True)')
    (game,) = played(Plan(PLAN.game, (slow, "random"), games=2, clock=(0.05, 0.0), opening_plies=0), [0])
    assert (game.winner, game.reason) in {(1, "time"), (1, "forfeit")}
    fast = Plan(PLAN.game, ("alphabeta", "random"), games=2, clock=(1.0, 0.01), opening_plies=0)
    assert played(fast, [0])[0].reason not in {"time", "forfeit"}


def test_who_watches_is_told_what_is_left_on_the_clock() -> None:
    told: list[tuple[int, float]] = []
    plan = Plan("breakthrough:4x4", ("random", "random"), clock=(90.0, 30.0), opening_plies=0)
    with closing(Board(plan, lambda *of_move: told.append(of_move))) as board:
        board.play(0)
    assert told[:2] == [(0, 0.0), (1, 0.0)], "nobody's clock runs before the game"
    assert told[2] == (0, 90.0)
    assert told[4][1] > 90.0, "with what its first move has added"


@pytest.mark.parametrize("go", ["sys.exit(3)", 'print("bestmove nonsense", flush=True)'])
def test_a_program_that_fails_loses_that_game_and_plays_on(failing_player: MakePlayer, go: str) -> None:
    games = played(Plan(PLAN.game, (failing_player(go), "random"), games=4, seconds=0.1, opening_plies=0))
    assert [game.winner for game in games] == [1, 0, 1, 0]
    assert {game.reason for game in games} == {"forfeit"}
    assert all(game.failure for game in games)
