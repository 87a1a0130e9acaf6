"""The engine as programs use it, in all games and in one that has no evaluation."""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tabuleiro
from tabuleiro.engine.analysis import DECIDED, Analysis
from tabuleiro.engine.engine import DRAW_IN_PLAY, Engine
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.layout import MAX_NODES
from tabuleiro.engine.limits import Limits
from tabuleiro.engine.proof import Proof, Prover, prove
from tabuleiro.engine.searchers import AlphaBeta
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import using_language

pytestmark = pytest.mark.compiled

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "four-field-kono"
KONO = "four-field-kono"
OWN = ("breakthrough", "fields-of-action", "monkey-queen", "tafl", "trench")
GAMES = (*OWN, KONO)
NODES = 2000


@cache
def find(id: str) -> Game:
    if id != KONO:
        return tabuleiro.game(id)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(EXAMPLE)
        import four_field_kono

        return four_field_kono.GAME()


@pytest.fixture(scope="module")
def engines() -> Iterator[dict[str, Engine]]:
    """An engine for every game, started once."""
    started = {id: Engine(find(id), hash_mb=4) for id in GAMES}
    yield started
    for engine in started.values():
        engine.close()


def by_lot(id: str, plies: int, seed: int = 1) -> Position:
    """A position after so many moves by lot; a shorter game's last but one."""
    chance, position = random.Random(f"{id} {seed}"), find(id).start()
    for _ in range(plies):
        after = position.play(chance.choice(position.legal_moves))
        if after.outcome is not None:
            break
        position = after
    return position


def finished(id: str) -> Position:
    chance, position = random.Random(id), find(id).start()
    while position.outcome is None:
        position = position.play(chance.choice(position.legal_moves))
    return position


def is_winning_at_once(position: Position) -> bool:
    ends = (position.play(move).outcome for move in position.legal_moves)
    return any(end is not None and end.winner == position.turn for end in ends)


@cache
def won_in_one(id: str) -> Position:
    """A position in which the side to move wins at once, though not with any move."""
    for seed in range(1000):
        chance, position = random.Random(f"{id} {seed}"), find(id).start()
        while position.outcome is None:
            if is_winning_at_once(position):
                return position
            position = position.play(chance.choice(position.legal_moves))
    raise AssertionError("no game by lot came near its end")


def lost_in_two(id: str) -> Position:
    """A position in which the other side wins at once after every move."""
    for seed in range(3000):
        chance, position = random.Random(f"{id} {seed}"), find(id).start()
        before = position
        while position.outcome is None and not is_winning_at_once(position):
            before, position = position, position.play(chance.choice(position.legal_moves))
        if position.outcome is None and all(is_winning_at_once(before.play(move)) for move in before.legal_moves):
            return before
    raise AssertionError("no game by lot had such a position")


def check(analysis: Analysis, position: Position, lines: int) -> None:
    """An analysis makes sense: legal lines, from different moves, with scores and probabilities that agree."""
    assert analysis.position == position
    assert 1 <= len(analysis.lines) <= lines
    assert len({str(line.moves[0]) for line in analysis.lines}) == len(analysis.lines)
    assert analysis.seconds >= 0
    assert analysis.nodes > 0
    assert analysis.best is analysis.lines[0]
    for line in analysis.lines:
        assert 0 <= line.win <= 1
        assert not line.proved or abs(line.score) >= DECIDED or line.win == 0.5
        if abs(line.score) >= DECIDED:
            assert line.win == float(line.score > 0)
        else:
            assert (line.score > 0) == (line.win > 0.5) or abs(line.win - 0.5) < 0.01
        at = position
        for move in line.moves:
            assert move in at.legal_moves
            at = at.play(move)


def told(analysis: Analysis) -> tuple[Any, ...]:
    """All that is the same whenever the same search is made."""
    lines = [([str(move) for move in line.moves], line.score, line.win, line.proved) for line in analysis.lines]
    return lines, analysis.depth, analysis.nodes, analysis.deepest


# --- analysis ---------------------------------------------------------------------------------------------


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


# --- streams and stopping ---------------------------------------------------------------------------------


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


def in_a_thread(work: Callable[[], object]) -> None:
    """Have it done in a thread of its own, that has ended afterwards."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


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


# --- play -------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("id", GAMES)
def test_a_finished_game_has_no_lines_and_no_move(engines: dict[str, Engine], id: str) -> None:
    over = finished(id)
    assert engines[id].analyse(over, nodes=NODES).lines == ()
    assert [found.lines for found in engines[id].stream(over)] == [()]
    with pytest.raises(EngineError) as caught:
        engines[id].choose(over, nodes=NODES)
    assert in_both_languages(caught.value) == (
        "The game is over: there is no move to choose.",
        "O jogo acabou: não há jogada a escolher.",
    )


@pytest.mark.parametrize("id", GAMES)
def test_a_move_is_chosen_with_clocks(engines: dict[str, Engine], id: str) -> None:
    position = by_lot(id, 5)
    for clocks in ((0.05, 0.05), (1.0, 1.0), (0.0, 0.0)):
        move = engines[id].choose(position, clocks=clocks, increment=0.01, moves_to_go=20)
        assert move in position.legal_moves


def test_a_forced_move_is_played_at_once() -> None:
    """Without a search: an endless one would never come back."""
    for seed in range(300):
        position = by_lot("breakthrough:2x4", 4, seed)
        if len(position.legal_moves) == 1:
            with Engine("breakthrough:2x4", hash_mb=1) as engine:
                assert engine.choose(position, nodes=10**15) == position.legal_moves[0]
            return
    raise AssertionError("no position with one move was found")


@pytest.mark.parametrize("id", OWN)
def test_who_wins_keeps_the_seat_and_refuses_a_draw(engines: dict[str, Engine], id: str) -> None:
    engine, position = engines[id], won_in_one(id)
    assert not engine.exchanges_seats(position, nodes=NODES)
    assert not engine.accepts_draw(position, position.turn, nodes=NODES)
    assert engine.accepts_draw(position, 1 - position.turn, nodes=NODES)


@pytest.mark.parametrize("id", ["breakthrough", "fields-of-action", "monkey-queen:6x6-6", "tafl", "trench"])
def test_who_has_lost_would_rather_sit_on_the_other_side(id: str) -> None:
    """Whoever's every move lets the other win at once."""
    position = lost_in_two(id)
    with Engine(id, hash_mb=4) as engine:
        assert engine.exchanges_seats(position, nodes=NODES)
        assert engine.accepts_draw(position, position.turn, nodes=NODES)
        assert not engine.accepts_draw(position, 1 - position.turn, nodes=NODES)


@pytest.mark.parametrize("turn", ["b 23 23", "w 23 25"])
def test_in_play_a_draw_is_a_little_less_than_half_a_win(engines: dict[str, Engine], turn: str) -> None:
    """An analysis says what is true; who plays wants more."""
    board = "4SCKG/4PSCK/4PPSC/4PPPS/sppp4/cspp4/kcsp4/gkcs4"  # no capture is possible before the clock of quiet moves has run out
    engine, position = engines["trench"], tabuleiro.game("trench").position(f"{board} {turn}")
    for _ in range(2):
        seen: list[Analysis] = []
        assert engine.analyse(position, seconds=1).best.win == 0.5
        engine.choose(position, seconds=1, watch=seen.append)
        assert seen[-1].best.win == pytest.approx(DRAW_IN_PLAY, abs=0.01)


def test_an_ended_game_is_judged_by_its_end(engines: dict[str, Engine]) -> None:
    over = finished("breakthrough")
    assert over.outcome is not None
    assert over.outcome.winner is not None
    assert not engines["breakthrough"].accepts_draw(over, over.outcome.winner)
    assert engines["breakthrough"].accepts_draw(over, 1 - over.outcome.winner)


# --- what is refused --------------------------------------------------------------------------------------


def in_both_languages(error: EngineError) -> tuple[str, str]:
    with using_language("pt"):
        portuguese = str(error)
    return str(error), portuguese


@pytest.mark.parametrize(
    "settings, sentence",
    [
        ({"threads": 0}, "1 to 64 threads"),
        ({"threads": 1000}, "1 to 64 threads"),
        ({"threads": 1.5}, "1 to 64 threads"),
        ({"hash_mb": 0}, "1 to 65536 MB"),
        ({"hash_mb": 10**9}, "1 to 65536 MB"),
        ({"level": 0}, "There is no level 0; levels go from 1, the weakest, to 10, with halves"),
        ({"level": 11}, "There is no level 11;"),
        ({"level": True}, "There is no level True;"),
        ({"level": "strong"}, "There is no level 'strong';"),
        ({"level": "5"}, "There is no level '5';"),
        ({"search": 3}, "There is no search '3'; there are alphabeta, mcts."),
        ({"search": ""}, "There is no search ''; there are alphabeta, mcts."),
        ({"search": "oracle"}, "There is no search 'oracle'; there are alphabeta, mcts."),
        ({"seed": None}, "seed must be a whole number; None is not."),
        ({"seed": "a", "search": "mcts"}, "seed must be a whole number; 'a' is not."),
    ],
)
def test_bad_settings_are_refused_with_a_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(EngineError) as caught:
        Engine("breakthrough", **settings)
    english, portuguese = in_both_languages(caught.value)
    assert sentence in english
    assert portuguese != english
    assert portuguese.endswith(".")


@pytest.mark.parametrize("limits", [{"nodes": 0}, {"depth": 0}, {"seconds": -1.0}])
def test_bad_limits_are_refused_at_once(engines: dict[str, Engine], limits: dict[str, Any]) -> None:
    """Also by a stream that nobody has looked into yet."""
    position = by_lot("breakthrough", 3)
    engine = engines["breakthrough"]
    for ask in (engine.analyse, engine.stream, engine.choose):
        with pytest.raises(EngineError, match="must be at least"):
            ask(position, **limits)
    for lines in (0, -1):
        for ask in (engine.analyse, engine.stream):
            with pytest.raises(EngineError, match=f"lines must be at least 1; {lines} is not"):
                ask(position, lines=lines)


@pytest.mark.parametrize("given", ["1", [1], 1j])
@pytest.mark.parametrize("name", ["seconds", "nodes", "depth", "lines"])
def test_what_is_no_number_is_no_limit(engines: dict[str, Engine], name: str, given: object) -> None:
    limits: dict[str, Any] = {"nodes": 1, name: given}
    with pytest.raises(EngineError, match="must be at least") as caught:
        engines["breakthrough"].stream(by_lot("breakthrough", 3), **limits)
    assert f"; {given!r} is not." in str(caught.value)


@pytest.mark.parametrize(
    "thinking, sentence",
    [
        ({"clocks": 5}, "clocks must be the seconds that both players have left, such as (60, 60), not 5."),
        ({"clocks": (1, 2, 3)}, "not (1, 2, 3)."),
        ({"clocks": ("1", "1")}, "clocks[0] must be a number, and not too large; '1' is not."),
        ({"clocks": (1, float("nan"))}, "clocks[1] must be a number, and not too large; nan is not."),
        ({"clocks": (1, 10**400)}, "clocks[1] must be a number, and not too large; 1000"),
        ({"clocks": (1, 1), "increment": "a"}, "increment must be a number, and not too large; 'a' is not."),
        ({"clocks": (1, 1), "moves_to_go": "a"}, "moves_to_go must be a number, and not too large; 'a' is not."),
        ({"clocks": (1, 1), "seconds": "a"}, "seconds must be at least 0; 'a' is not."),
        ({"seconds": 10**400}, "seconds must be a number, and not too large; 1000"),
        ({"watch": 3}, "watch must be a function that is told what was found, not 3."),
    ],
)
@pytest.mark.parametrize("level", [1, 10])
def test_who_chooses_refuses_with_a_sentence_what_it_cannot_think_by(
    level: int, thinking: dict[str, Any], sentence: str
) -> None:
    with Engine("breakthrough", level=level, hash_mb=1) as engine:
        with pytest.raises(EngineError) as caught:
            engine.choose(engine.game.start(), **thinking)
        english, portuguese = in_both_languages(caught.value)
        assert sentence in english
        assert portuguese != english
        with pytest.raises(EngineError, match="nodes must be at least 1; 'a' is not"):
            engine.choose(engine.game.start(), nodes="a")  # type: ignore[arg-type]
        with pytest.raises(EngineError, match="seed must be a whole number; 'a' is not"):
            engine.new_game("a")  # type: ignore[arg-type]


@pytest.mark.parametrize("search", ["alphabeta", "mcts"])
def test_lines_are_whole(search: str) -> None:
    with Engine("breakthrough", hash_mb=1, search=search) as engine:
        assert len(engine.analyse(engine.game.start(), nodes=NODES, lines=2.5).lines) == 2  # type: ignore[arg-type]


def test_what_is_no_position_no_game_and_no_player_is_refused(engines: dict[str, Engine]) -> None:
    engine: Any = engines["breakthrough"]
    start = engine.game.start()
    given: Any
    for ask in (engine.analyse, engine.choose, engine.ponder, engine.prove, engine.exchanges_seats, prove):
        for given in (start.fen, engine.game, None):
            with pytest.raises(EngineError, match="A position is needed"):
                ask(given)
    for given in (3, None, start):
        with pytest.raises(EngineError, match="An engine plays a game"):
            Engine(given)
    for given in (2, "0", engine.game.players[0], True):
        with pytest.raises(EngineError, match="player must be 0, for the first player"):
            engine.accepts_draw(start, given, nodes=NODES)


def test_a_position_of_another_game_is_refused(engines: dict[str, Engine]) -> None:
    engine = engines["breakthrough"]
    for other in (tabuleiro.game("tafl").start(), tabuleiro.game("breakthrough:6x6").start()):
        for ask in (engine.analyse, engine.stream, engine.choose, engine.ponder, engine.prove, engine.exchanges_seats):
            with pytest.raises(EngineError) as caught:
                ask(other)
            english, portuguese = in_both_languages(caught.value)
            assert english == f"This engine plays breakthrough; the position is one of {other.game.id}."
            assert portuguese == f"Este motor joga breakthrough; a posição é de {other.game.id}."


def test_closing_twice_is_fine_and_a_closed_engine_says_so() -> None:
    position = by_lot("breakthrough", 3)
    engine = Engine("breakthrough", hash_mb=1)
    engine.ponder(position)
    engine.close()
    engine.close()
    with pytest.raises(EngineError, match="has been closed"):
        engine.analyse(position, nodes=NODES)


def test_an_engine_tells_what_it_is() -> None:
    with Engine("tafl:brandubh", level=3, threads=2, hash_mb=1) as engine:
        assert repr(engine) == "tabuleiro.Engine('tafl:brandubh', level=3, threads=2)"
