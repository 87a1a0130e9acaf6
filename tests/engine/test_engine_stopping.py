"""Streams, stopping, and threads that share an engine: one search at a time, and nobody waits for ever."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from contextlib import closing
from typing import Any

import pytest

from tabuleiro.engine.analysis import Analysis
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.proof import Proof, prove
from tabuleiro.rules.position import Position
from tests.engine.positions import (
    GAMES,
    NODES,
    by_lot,
    check,
    in_a_thread,
    told,
)

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("id", GAMES)
def test_a_stream_goes_deeper_until_it_is_closed(engines: dict[str, Engine], id: str) -> None:
    engine, position = engines[id], by_lot(id, 6)
    expected = told(engine.analyse(position, nodes=NODES))
    depths = []
    with closing(engine.stream(position, lines=2)) as stream:  # type: ignore[type-var]
        for found in stream:
            check(found, position, 2)
            depths.append(found.depth)
            if len(depths) == 3:
                break
    assert depths == sorted(depths)
    assert told(engine.analyse(position, nodes=NODES)) == expected


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("limits", [{}, {"seconds": 3600.0}, {"nodes": 10**15}])
def test_stop_from_another_thread_ends_an_endless_search(
    engines: dict[str, Engine], id: str, limits: dict[str, Any]
) -> None:
    engine, position = engines[id], by_lot(id, 4)
    begun = threading.Event()

    def stop() -> None:
        begun.wait()
        engine.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    all_found = []
    for found in engine.stream(position, **limits):
        all_found.append(found)
        begun.set()
    stopper.join()
    check(all_found[-1], position, 1)
    check(engine.analyse(position, nodes=NODES), position, 1)


@pytest.mark.parametrize("search", ["alphabeta", "mcts"])
def test_a_stop_is_heard_while_a_search_gets_ready(search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Emptying a large table takes a while."""
    with Engine("breakthrough", hash_mb=1, search=search) as engine:
        searcher: Any = engine._searcher
        slow, name = (searcher._table, "mask_for") if search == "alphabeta" else (searcher._search, "begin")
        prepare = getattr(slow, name)

        def prepare_and_stop(*given: Any, **named: Any) -> Any:
            engine.stop()
            return prepare(*given, **named)

        monkeypatch.setattr(slow, name, prepare_and_stop)
        assert engine.analyse(engine.game.start(), nodes=10**15).nodes <= 1


@pytest.mark.parametrize("end", ["stop", "close"])
def test_the_look_for_a_proof_is_stopped_as_well(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import tabuleiro.engine.engine as module

    stopped: list[bool] = []

    def look(position: Position, *, stop: threading.Event, **limits: Any) -> Proof:
        getattr(engine, end)()
        stopped.append(stop.is_set())
        return prove(position, stop=stop, nodes=1, hash_mb=1)

    monkeypatch.setattr(module, "prove", look)
    with Engine("breakthrough", hash_mb=1) as engine:
        engine.prove(engine.game.start())
    assert stopped == [True]


def test_a_search_waits_for_the_search_of_another_thread(engines: dict[str, Engine]) -> None:
    engine, position = engines["breakthrough"], by_lot("breakthrough", 6)
    results: list[Analysis] = []
    stream = engine.stream(position)
    next(stream)
    other = threading.Thread(target=lambda: results.append(engine.analyse(position, nodes=NODES)))
    other.start()
    stream.close()  # type: ignore[attr-defined]
    other.join()
    check(results[0], position, 1)


def test_a_second_search_while_an_own_stream_is_open_is_refused(engines: dict[str, Engine]) -> None:
    """It would wait for itself."""
    engine, position = engines["breakthrough"], by_lot("breakthrough", 6)
    stream = engine.stream(position)
    next(stream)
    with pytest.raises(EngineError, match="still searching"):
        engine.analyse(position, nodes=NODES)
    with pytest.raises(EngineError, match="still searching"):
        engine.ponder(position)
    with pytest.raises(EngineError, match="still searching"):
        engine.new_game()
    stream.close()  # type: ignore[attr-defined]
    check(engine.analyse(position, nodes=NODES), position, 1)


def test_a_new_game_takes_nothing_from_under_the_search_of_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    with Engine("breakthrough", hash_mb=1) as engine:
        searching: list[bool] = []
        forget = engine._searcher.forget

        def forget_and_look(seed: int | None = None) -> None:
            searching.append(engine._owner is not None)
            forget(seed)

        monkeypatch.setattr(engine._searcher, "forget", forget_and_look)
        stream = engine.stream(engine.game.start())
        next(stream)
        other = threading.Thread(target=engine.new_game)
        other.start()
        other.join(0.1)
        stream.close()  # type: ignore[attr-defined]
        other.join()
        assert searching == [False]
        check(engine.analyse(engine.game.start(), nodes=NODES), engine.game.start(), 1)


def test_a_stream_of_a_thread_that_has_ended_is_nobody_elses(engines: dict[str, Engine]) -> None:
    """The system gives the number of a thread that has ended to the next one."""
    engine, position = engines["breakthrough"], by_lot("breakthrough", 6)
    streams, told = [], list[EngineError]()

    def leave_open() -> None:
        streams.append(engine.stream(position))
        next(streams[0])

    def look() -> None:
        try:
            engine._make_way()
        except EngineError as error:
            told.append(error)

    in_a_thread(leave_open)
    for _ in range(5):
        in_a_thread(look)
    streams[0].close()  # type: ignore[attr-defined]
    assert not told


def test_a_search_that_waits_for_its_turn_is_told_that_the_engine_was_closed() -> None:
    engine = Engine("breakthrough", hash_mb=1)
    position, told, is_waiting = engine.game.start(), list[str](), threading.Event()
    stream = engine.stream(position)
    next(stream)

    def ask() -> None:
        waiting = engine.stream(position, nodes=10**15)
        is_waiting.set()
        try:
            next(waiting)
        except EngineError as error:
            told.append(str(error))

    other = threading.Thread(target=ask)
    other.start()
    is_waiting.wait()
    engine.close()
    stream.close()  # type: ignore[attr-defined]
    other.join()
    assert told == ["This engine has been closed."]


UNFINISHED = {
    "a stream": "stream = engine.stream(start); next(stream)",
    "pondering": "engine.ponder(start)",
    "a fault while a stream is read": "stream = engine.stream(start)\nfor found in stream: found.nothing",
}


@pytest.mark.parametrize("left", UNFINISHED.values(), ids=UNFINISHED)
def test_a_program_ends_though_its_engine_still_searches(left: str) -> None:
    script = (
        f"import tabuleiro\nengine = tabuleiro.Engine('breakthrough', hash_mb=1)\nstart = engine.game.start()\n{left}"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert "AttributeError" in run.stderr if "nothing" in left else not run.stderr


def test_the_threads_of_an_engine_are_there_before_its_first_search_and_gone_when_nobody_has_it() -> None:
    engine = Engine("breakthrough", threads=3, hash_mb=1)
    threads = engine._crew._threads
    assert [thread.is_alive() for thread in threads] == [True] * 3
    del engine
    gc.collect()
    assert not any(thread.is_alive() for thread in threads)


@pytest.mark.skipif(sys.platform != "linux", reason="threads have a weight of their own on Linux alone")
def test_threads_that_stand_back_never_come_forward_and_search_where_they_may_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def refuse(_: int, __: int, niceness: int) -> None:
        asked.append(niceness)
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", refuse)
    for niceness in (0, 19):
        monkeypatch.setattr(os, "getpriority", lambda *_, now=niceness: now)
        with Engine("breakthrough", hash_mb=1, stands_back=True) as engine:
            assert engine.analyse(engine.game.start(), depth=2).depth == 2
    assert asked == [10, 19]
