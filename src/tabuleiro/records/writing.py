"""Writing what many wait for in one go: to reach the disk takes as long for a hundred writes as for one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from threading import Condition, Thread
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

MOST = 256
"""So many writes share a transaction at most."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A write that waits, and who waits for it."""

    function: Callable[[Connection], Any]
    future: Future[Any] = field(default_factory=Future)


class Writer:
    """A thread that takes all writes that wait, and writes them in one transaction.

    Each is undone alone if it fails. Nobody is told that anything is kept before all of it is.
    """

    def __init__(
        self,
        transaction: Callable[[], AbstractContextManager[Connection]],
        telling_why: Callable[[], AbstractContextManager[None]],
    ) -> None:
        """A writer whose transactions, and words for what goes wrong in them, are given."""
        self._transaction, self._telling_why = transaction, telling_why
        self._waiting: deque[Waiting] = deque()
        self._changed = Condition()
        self._closing = False
        self._thread = Thread(target=self._work, name="tabuleiro-writer", daemon=True)
        self._thread.start()

    def put(self, function: Callable[[Connection], Any]) -> Future[Any] | None:
        """Have a function write soon; None if the writer is closed."""
        waiting = Waiting(function)
        with self._changed:
            if self._closing:
                return None
            self._waiting.append(waiting)
            self._changed.notify()
        return waiting.future

    def close(self) -> None:
        """Write all that waits, and end."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _work(self) -> None:
        while taken := self._take():
            wanted = [waiting for waiting in taken if waiting.future.set_running_or_notify_cancel()]
            if wanted:
                self._write(wanted)

    def _take(self) -> list[Waiting]:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing)
            return [self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))]

    def _write(self, taken: list[Waiting]) -> None:
        try:
            with self._telling_why(), self._transaction() as connection:
                if len(taken) == 1:
                    answers = [partial(taken[0].future.set_result, taken[0].function(connection))]
                else:
                    answers = [self._answer(connection, waiting) for waiting in taken]
        except BaseException as error:
            # Also for those that failed alone: what was in their way is gone now.
            for waiting in taken:
                waiting.future.set_exception(error)
            return
        for answer in answers:
            answer()

    def _answer(self, connection: Connection, waiting: Waiting) -> partial[None]:
        """Do one of the writes; how to tell what came of it."""
        connection.exec_driver_sql("SAVEPOINT before")
        try:
            with self._telling_why():
                found = waiting.function(connection)
        except Exception as error:
            if not _is_undone(connection):
                raise
            return partial(waiting.future.set_exception, error)
        connection.exec_driver_sql("RELEASE SAVEPOINT before")
        return partial(waiting.future.set_result, found)


def _is_undone(connection: Connection) -> bool:
    """Undo one of the writes; False if the database has given up the whole transaction."""
    try:
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT before")
    except SQLAlchemyError:
        return False
    return True
