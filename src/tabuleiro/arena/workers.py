"""Watched processes that play the games of a plan: if one dies or hangs, the player that was thinking loses its game.

A worker notes in shared memory which game it plays, who is thinking and since when. So the process that hands out the
games knows what to record when no answer comes any more: the thinker has lost, and a new worker takes over.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol, TypeVar

from tabuleiro.arena.game_loop import FORFEIT, Board
from tabuleiro.arena.plan import Plan
from tabuleiro.arena.results import Played
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.external import Program
from tabuleiro.engine.players import LIMITS, Settings, settings_of
from tabuleiro.games import game as find_game
from tabuleiro.messages import competing as texts
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import language, set_language

PATIENCE = 600.0
"""Seconds for a move without a time limit; with one, ten times the limit is allowed, and at least LEAST_PATIENCE."""

LEAST_PATIENCE = 60.0
"""The least patience; also how much longer a move may take than what is left on its clock."""

GLANCE = 1.0
"""Seconds between two checks of workers that are silent."""

ENDING = 2.0
"""Seconds that a worker has to close its players before it is killed."""

PLAYER, SINCE, LEFT, STATUS = 0, 1, 2, 3
NOBODY = -1.0

Found = TypeVar("Found")


class Crew(Protocol):
    """Whoever plays games side by side."""

    def play(self, numbers: Iterable[int]) -> Iterator[tuple[int, Played]]:
        """The games of these numbers as they end, in any order; EngineError if there is something wrong with a player."""

    def close(self) -> None:
        """Dismiss all workers at once."""


class Worker:
    """One process that plays games, and what can be seen of it from outside."""

    def __init__(self, plan: Plan, patience: float) -> None:
        self._plan, self._patience = plan, patience
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._status = context.RawArray("d", STATUS)
        self._status[PLAYER] = NOBODY
        self.process = context.Process(target=_work, args=(plan, theirs, self._status, language()), daemon=True)
        self.process.start()
        theirs.close()
        self.number: int | None = None

    def begin(self, number: int) -> None:
        """Make it play a game."""
        self.number = number
        self._status[PLAYER] = NOBODY
        with suppress(BrokenPipeError, ConnectionResetError):  # it has died: whoever waits for its answer will see that
            self.pipe.send(number)

    def result(self) -> Played:
        """The game it has played; EngineError if a player is at fault, EOFError if the process has died."""
        answer = self.pipe.recv()
        self.number = None
        if isinstance(answer, Played):
            return answer
        raise EngineError(answer)

    def is_hanging(self) -> bool:
        """Has a move taken far too long?"""
        thinker, since, left = self._status
        return thinker != NOBODY and time.monotonic() - since > self._patience + left

    def lost_by_thinker(self) -> Played:
        """The game it was playing, as lost by the player that was thinking; EngineError if none was."""
        assert self.number is not None
        thinker = int(self._status[PLAYER])
        code = self.process.exitcode
        why = texts.HUNG if code is None else texts.DIED.fill(code=code)
        if thinker < 0:
            raise EngineError(texts.WORKER_DIED.fill(why=why))
        meeting = self._plan.meeting(self.number)
        return Played(meeting.pair, meeting.seats, 1 - meeting.seats.index(thinker), FORFEIT, (), (), failure=str(why))

    def end(self) -> None:
        """End it, by force if need be."""
        self.process.terminate()
        self.process.join(ENDING)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()


class LocalCrew:
    """Workers on this computer."""

    def __init__(self, plan: Plan, workers: int, patience: float | None = None) -> None:
        """`patience` is how many seconds beyond its clock a move may take before its player counts as hanging."""
        self._plan = plan
        self._patience = patience_for(plan) if patience is None else patience
        self._workers = [Worker(plan, self._patience) for _ in range(workers)]

    def play(self, numbers: Iterable[int]) -> Iterator[tuple[int, Played]]:
        waiting = dict.fromkeys(numbers)  # in their order
        for worker in self._workers:
            self._give(worker, waiting, None)
        while busy := [worker for worker in self._workers if worker.number is not None]:
            ready = wait([part for worker in busy for part in (worker.pipe, worker.process.sentinel)], GLANCE)
            for worker in busy:
                number = worker.number
                assert number is not None
                if worker.pipe in ready or worker.process.sentinel in ready:
                    try:
                        yield number, worker.result()
                        self._give(worker, waiting, number)
                        continue
                    except (EOFError, ConnectionResetError):
                        worker.process.join()
                elif not worker.is_hanging():
                    continue
                game = worker.lost_by_thinker()
                self._give(self._replaced(worker), waiting, None)
                yield number, game

    def _give(self, worker: Worker, waiting: dict[int, None], last: int | None) -> None:
        """Give a worker its next game: the other of its last pair, whose opening it knows, or one of a free pair."""
        if not waiting:
            return
        played = {other.number for other in self._workers}
        open_ones = (number for number in waiting if number ^ 1 not in played)
        number = last ^ 1 if last is not None and last ^ 1 in waiting else next(open_ones, next(iter(waiting)))
        del waiting[number]
        worker.begin(number)

    def _replaced(self, worker: Worker) -> Worker:
        worker.end()
        fresh = Worker(self._plan, self._patience)
        self._workers[self._workers.index(worker)] = fresh
        return fresh

    def close(self) -> None:
        """End all workers: all are told first, then all are waited for."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.end()
        self._workers.clear()


def patience_for(plan: Plan) -> float:
    """How many seconds beyond its clock a move may take before its player counts as hanging: those of the slowest."""
    game = find_game(plan.game)
    return max(_patience_with(plan, settings_of(name, game)) for name in plan.players)


def _patience_with(plan: Plan, settings: Settings) -> float:
    """The same for one player: limits in its settings take precedence over those of the plan."""
    is_free = not LIMITS.keys().isdisjoint(settings)
    seconds = settings.get("seconds") if is_free else plan.seconds
    if seconds is not None:
        return max(LEAST_PATIENCE, 10 * float(seconds))
    return PATIENCE if is_free or plan.clock is None else LEAST_PATIENCE


def in_processes(function: Callable[..., Found], jobs: Sequence[tuple[Any, ...]], workers: int) -> Generator[Found]:
    """Yield what a function returns for each job, as the jobs are done in a number of processes; EngineError if one dies.

    A caller that is interrupted, or wants no more, does not wait: what is unfinished then is lost.
    """
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(min(workers, len(jobs)), context, serve_parent) as pool:
        try:
            for done in as_completed([pool.submit(function, *job) for job in jobs]):
                yield done.result()
        except BrokenProcessPool:
            raise EngineError(texts.PROCESS_DIED) from None
        except BaseException:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise


def serve_parent() -> None:
    """Leave Ctrl-C to the parent process, and end when the parent ends, for whatever reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(ENDING)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="tabuleiro-parent").start()


def _end_at_once(*_: object) -> None:
    """End this process and the programs that play in it, wherever it is: an exception could get lost in compiled code."""
    Program.end_all()
    os._exit(0)


def _work(plan: Plan, pipe: Connection, status: Any, code: str) -> None:
    """The main function of a worker: play games until no more come. Messages about failures are in this language."""
    serve_parent()
    set_language(code)
    signal.signal(signal.SIGTERM, _end_at_once)

    def notice(player: int, left: float) -> None:
        status[SINCE], status[LEFT] = time.monotonic(), left
        status[PLAYER] = player

    board: Board | None = None
    try:
        while True:
            number = pipe.recv()
            try:
                board = board or Board(plan, notice)
                answer: Played | object = board.play(number)
            except TabuleiroError as error:
                answer = error.message
            status[PLAYER] = NOBODY
            pipe.send(answer)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    finally:
        if board is not None:
            board.close()
