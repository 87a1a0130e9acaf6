"""Thinking while the other side does."""

from __future__ import annotations

import threading

import pytest

import tabuleiro
from tabuleiro.engine.analysis import DECIDED, Analysis
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.proof import Prover, prove
from tests.engine.positions import (
    GAMES,
    NODES,
    by_lot,
    check,
    finished,
    in_a_thread,
)

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("id", GAMES)
def test_pondering_ends_when_a_move_is_wanted(engines: dict[str, Engine], id: str) -> None:
    engine, position = engines[id], by_lot(id, 6)
    engine.ponder(position)
    engine.ponder(by_lot(id, 7))  # another position is thought about instead
    move = engine.choose(position, nodes=NODES)
    assert move in position.legal_moves
    engine.ponder(position.play(move))
    engine.stop()
    engine.new_game()
    assert engine.choose(position, nodes=NODES) in position.legal_moves


def test_pondering_that_waits_for_its_turn_ends_without_stopping_the_search_that_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stops: list[bool] = []
    with Engine("breakthrough", hash_mb=1) as engine:
        position = engine.game.start()
        stream = engine.stream(position)
        next(stream)
        other = threading.Thread(target=engine.ponder, args=(position,))
        other.start()
        while engine._pondering is None:
            other.join(0.001)
        with monkeypatch.context() as patch:
            patch.setattr(engine._searcher, "stop", lambda: stops.append(True))
            engine._end_pondering()
        other.join()
        stream.close()  # type: ignore[attr-defined]
    assert not stops


def test_a_search_that_waits_ends_what_another_thread_begins_to_ponder_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with Engine("breakthrough", hash_mb=1) as engine:
        position, make_way = engine.game.start(), engine._make_way

        def make_way_too_early() -> None:
            make_way()
            monkeypatch.undo()
            in_a_thread(lambda: engine.ponder(position))

        monkeypatch.setattr(engine, "_make_way", make_way_too_early)
        found: list[Analysis] = []
        waiting = threading.Thread(target=lambda: found.append(engine.analyse(position, nodes=NODES)))
        waiting.start()
        waiting.join(60)
        is_done = not waiting.is_alive()
        engine.stop()
        waiting.join()
    assert is_done
    check(found[0], position, 1)


def test_of_two_threads_that_begin_to_ponder_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    with Engine("breakthrough", hash_mb=1) as engine:
        position = engine.game.start()
        engine.ponder(position)
        assert engine._pondering is not None
        thread, ended = engine._pondering
        with monkeypatch.context() as patch:
            patch.setattr(engine, "_make_way", lambda: None)  # both made way before either began
            other = threading.Thread(target=engine.ponder, args=(position,))
            other.start()
            ended.wait(60)
        is_ended = ended.is_set()
        ended.set()
        engine.stop()
        for waiting in (other, thread):
            waiting.join()
    assert is_ended


def test_no_other_search_begins_between_the_look_at_whose_runs_and_its_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    may_begin: list[bool] = []
    with Engine("breakthrough", hash_mb=1) as engine:
        engine.ponder(engine.game.start())
        stop, here = engine._searcher.stop, threading.current_thread()

        def look() -> None:
            may_begin.append(engine._handover.acquire(blocking=False))
            if may_begin[-1]:
                engine._handover.release()

        def look_and_stop() -> None:
            if threading.current_thread() is here:
                in_a_thread(look)
            stop()

        with monkeypatch.context() as patch:
            patch.setattr(engine._searcher, "stop", look_and_stop)
            engine._end_pondering()
    assert may_begin and not any(may_begin)


def test_a_stop_does_not_mind_what_begins_meanwhile() -> None:
    """A search that has no checker may begin between the look for one and its stop."""

    class Changing(Engine):
        looks = 0

        @property
        def _checker(self) -> Prover | None:
            self.looks += 1
            return Prover(self.game, hash_mb=1) if self.looks == 1 else None

        @_checker.setter
        def _checker(self, checker: Prover | None) -> None:
            pass

    with Changing("breakthrough", hash_mb=1) as engine:
        engine.stop()


def test_what_was_proved_while_pondering_is_played() -> None:
    """Alone, one node of search would play any move."""
    position = tabuleiro.game("breakthrough:2x6").start()
    proof = prove(position)
    assert proof.winner == 0
    with Engine(position.game, hash_mb=1) as engine:
        assert not engine._proved_moves
        engine.ponder(position)
        assert engine._pondering is not None
        thread, ended = engine._pondering
        while not engine._proved_moves:
            assert thread.is_alive()
            thread.join(0.001)
        while position.outcome is None:
            if position.turn == 0:
                assert position in engine._proved_moves or engine.analyse(position, nodes=50_000).best.score >= DECIDED
                position = position.play(engine.choose(position, nodes=50_000))
            else:
                position = position.play(position.legal_moves[0])
        assert ended.is_set()
        assert position.outcome.winner == 0
        engine.new_game()
        assert not engine._proved_moves


def test_a_finished_game_can_be_pondered_over(engines: dict[str, Engine]) -> None:
    engine = engines["breakthrough"]
    engine.ponder(finished("breakthrough"))
    engine.stop()
