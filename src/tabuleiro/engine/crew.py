"""The threads for searches: started before any clock runs, and not waited for when the program ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from queue import SimpleQueue

from tabuleiro.engine.errors import EngineError
from tabuleiro.rules.texts import Text

Job = Callable[[], object]
Task = tuple[Future[object], Job]


class Crew:
    """A number of threads that run jobs side by side until they are closed.

    `stop` makes all jobs return at once; `prepare` is called by each thread before its first job.
    """

    def __init__(self, size: int, stop: Job, prepare: Job | None = None) -> None:
        self._stop = stop
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._door = threading.Lock()
        self._is_closed = False
        # At exit Python waits for non-daemon threads before anything could stop their jobs.
        self._threads = [
            threading.Thread(target=_work, args=(self._tasks, prepare), daemon=True, name=f"tabuleiro-search-{number}")
            for number in range(size)
        ]
        for thread in self._threads:
            thread.start()

    def check_open(self) -> None:
        """EngineError if the threads have been closed."""
        if self._is_closed:
            raise EngineError(Text("This engine has been closed.", "Este motor foi fechado."))

    def start(self, jobs: Iterable[Job]) -> list[Future[object]]:
        """Run all these jobs, or none; EngineError once the threads have been closed."""
        with self._door:
            self.check_open()
            tasks: list[Task] = [(Future(), job) for job in jobs]
            for task in tasks:
                self._tasks.put(task)
        return [future for future, _ in tasks]

    def close(self) -> None:
        """Stop whatever runs, and end the threads."""
        with self._door:
            self._is_closed = True
        self._stop()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            if thread is not threading.current_thread():  # garbage collection may call this in any thread
                thread.join()


def _work(tasks: SimpleQueue[Task | None], prepare: Job | None) -> None:
    """Run one job after another, until no more will come."""
    if prepare is not None:
        prepare()
    while (task := tasks.get()) is not None:
        future, job = task
        try:
            future.set_result(job())
        except BaseException as error:
            future.set_exception(error)
