"""What the engine finds in a position, within limits: in all games and in one that has no evaluation."""

from __future__ import annotations

from typing import Any

import pytest

import tabuleiro
from tabuleiro.engine.analysis import DECIDED
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.layout import MAX_NODES
from tabuleiro.engine.limits import Limits
from tabuleiro.engine.proof import Prover, prove
from tabuleiro.engine.searchers import AlphaBeta
from tests.engine.positions import (
    GAMES,
    NODES,
    OWN,
    by_lot,
    check,
    find,
    is_winning_at_once,
    told,
    won_in_one,
)

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("limits", [{"nodes": NODES}, {"depth": 3}, {"seconds": 0.02}, {"nodes": 5000, "depth": 2}])
def test_a_position_is_analysed_within_limits(engines: dict[str, Engine], id: str, limits: dict[str, Any]) -> None:
    position = by_lot(id, 7)
    found = engines[id].analyse(position, **limits)
    check(found, position, 1)
    if "nodes" in limits:
        assert found.nodes <= limits["nodes"]
    if "depth" in limits and id in OWN:
        assert found.depth <= limits["depth"]


@pytest.mark.parametrize("id", GAMES)
def test_several_lines_are_different_and_best_first(engines: dict[str, Engine], id: str) -> None:
    position = by_lot(id, 6)
    found = engines[id].analyse(position, nodes=4 * NODES, lines=4)
    check(found, position, 4)
    assert len(found.lines) == min(4, len(position.legal_moves))
    scores = [line.score for line in found.lines]
    if id in OWN:
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("id", GAMES)
def test_more_lines_than_moves_are_as_many_as_moves(engines: dict[str, Engine], id: str) -> None:
    position = by_lot(id, 5)
    found = engines[id].analyse(position, nodes=4 * NODES, lines=10_000)
    check(found, position, 10_000)
    assert {str(line.moves[0]) for line in found.lines} == {str(move) for move in position.legal_moves}


@pytest.mark.parametrize("id", GAMES)
def test_the_same_nodes_give_the_same_result_whatever_came_before(engines: dict[str, Engine], id: str) -> None:
    position, other = by_lot(id, 8), by_lot(id, 11, seed=2)
    engine = engines[id]
    first = told(engine.analyse(position, nodes=NODES, lines=2))
    assert told(engine.analyse(position, nodes=NODES, lines=2)) == first
    engine.analyse(other, nodes=3 * NODES)
    engine.analyse(position, depth=2, lines=3)
    assert told(engine.analyse(position, nodes=NODES, lines=2)) == first
    with Engine(find(id), hash_mb=4) as fresh:
        assert told(fresh.analyse(position, nodes=NODES, lines=2)) == first


@pytest.mark.parametrize("id", OWN)
def test_the_same_depth_gives_the_same_result_whatever_came_before(engines: dict[str, Engine], id: str) -> None:
    position = by_lot(id, 8)
    first = told(engines[id].analyse(position, depth=3))
    engines[id].analyse(by_lot(id, 9), nodes=NODES)
    assert told(engines[id].analyse(position, depth=3)) == first


@pytest.mark.parametrize("search", ["alphabeta", "mcts"])
@pytest.mark.parametrize("id", GAMES)
def test_a_win_in_one_is_found_proved_and_played(id: str, search: str) -> None:
    position = won_in_one(id)
    with Engine(find(id), hash_mb=4, search=search) as engine:
        best = engine.analyse(position, nodes=NODES).best
        assert best.plies_to_end == 1
        assert best.proved
        assert best.win == 1
        played = position.play(engine.choose(position, nodes=NODES))
        assert played.outcome is not None
        assert played.outcome.winner == position.turn


@pytest.mark.parametrize("id", OWN)
def test_a_score_is_called_proved_only_if_it_is(engines: dict[str, Engine], id: str) -> None:
    for seed in range(12):
        position = by_lot(id, 20 + 4 * seed, seed)
        best = engines[id].analyse(position, nodes=NODES).best
        if best.proved and best.score:
            proof = prove(position, nodes=300_000, hash_mb=4)
            assert proof.winner is None or proof.winner == (position.turn if best.score > 0 else 1 - position.turn)


LOST = "4t4/2T1t4/3t1t3/tK4t2/3T1T1tt/t1t6/9/4t4/1t1ttt3 a"
"""In a game in which positions can come back: every move loses, soon but not at once."""


def test_all_lines_are_checked_within_one_budget(engines: dict[str, Engine], monkeypatch: pytest.MonkeyPatch) -> None:
    engine, position = engines["tafl"], find("tafl").position(LOST)
    found = engine.analyse(position, nodes=40_000, lines=64)
    assert all(line.proved and line.score <= -DECIDED for line in found.lines)
    monkeypatch.setattr(tabuleiro.engine.engine, "CHECK_NODES", 1000)
    found = engine.analyse(position, nodes=40_000, lines=64)
    proved = [line.proved for line in found.lines]
    assert True in proved and False in proved
    assert engine._checker is not None
    assert engine._checker.nodes < 1200  # a check that has begun a position looks at all its moves


def test_what_is_not_checked_is_not_proved(engines: dict[str, Engine], monkeypatch: pytest.MonkeyPatch) -> None:
    engine, position = engines["tafl"], find("tafl").position(LOST)
    *_, found = engine.stream(position, nodes=40_000, lines=64, is_sure=False)
    assert not any(line.proved for line in found.lines)
    check_one = Prover.wins

    def stop_and_check(*given: Any, **named: Any) -> bool | None:
        engine.stop()
        return check_one(*given, **named)

    monkeypatch.setattr(Prover, "wins", stop_and_check)
    found = engine.analyse(position, nodes=40_000, lines=64)
    assert found.best.score <= -DECIDED
    assert not found.best.proved


def test_a_win_is_found_however_few_nodes_there_are(engines: dict[str, Engine]) -> None:
    """With the own queen attacked, the replies to every move but the capture take thousands of nodes."""
    for fen in (
        "5b6/3B3q(12)4/4B3b3/7B4/12/8B3/3Q(13)4b3/B4b6/12/2b1B4b2/7B4/11b w",
        "12/1q(13)10/1bB3B5/7Q(12)1b2/B3B7/12/12/b5b5/BB10/2b9/12/12 w",
    ):
        position = find("monkey-queen").position(fen)
        for nodes in (10, 300, NODES):
            assert engines["monkey-queen"].analyse(position, nodes=nodes).best.plies_to_end == 1
        assert is_winning_at_once(position)


@pytest.mark.parametrize("id", OWN)
def test_a_search_that_is_broken_off_claims_no_loss_that_is_none(id: str) -> None:
    """The moves searched so far may all lose; the others need not."""
    with Engine(id, hash_mb=1) as engine:
        for seed in range(30):
            position = by_lot(id, 10 + 2 * seed, seed)
            for nodes in (2, 25, 120):
                best = engine.analyse(position, nodes=nodes).best
                if best.proved and best.score < 0:
                    assert prove(position, nodes=300_000, hash_mb=4).winner in {None, 1 - position.turn}


def test_two_threads_search_together() -> None:
    for id in OWN:
        position = by_lot(id, 6)
        with Engine(id, threads=2, hash_mb=4) as engine:
            found = engine.analyse(position, nodes=8 * NODES, lines=2)
            check(found, position, 2)
            assert found.nodes <= 8 * NODES + 64, "moves that are only glanced at are counted, and do not end a search"
            assert engine.choose(position, depth=3) in position.legal_moves


@pytest.mark.parametrize("nodes", [1, 2, 7, 1001, 50_000])
def test_threads_share_the_nodes_there_are(nodes: int) -> None:
    with Engine("breakthrough", threads=3, hash_mb=1) as engine:
        searcher = engine._searcher
        assert isinstance(searcher, AlphaBeta)
        searcher.begin(engine.game.start(), Limits(nodes=nodes), 1, 0)
        shares = [int(worker.settings[MAX_NODES]) for worker in searcher._workers]
    assert sum(shares) == nodes
    assert max(shares) - min(shares) <= 1


def test_an_absurd_number_of_nodes_is_only_a_limit() -> None:
    position = by_lot("breakthrough", 6)
    with Engine("breakthrough", hash_mb=1) as engine:
        assert engine.analyse(position, nodes=10**30, depth=2).depth == 2
