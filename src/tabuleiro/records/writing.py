"""Writing for many callers at once: a hundred writes reach the disk in the same time as one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

MOST = 256
"""The most writes that share a transaction."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A pending write, and the future that gets its result."""

    function: Callable[[Connection], Any]
    future: Future[Any] = field(default_factory=Future)


Answer = Callable[[], None]
"""Sets the result or the error of a write for whoever waits for it."""


class OneFailed(Exception):
    """A write failed before it was kept, and with it all others of the same transaction."""


class Writer:
    """A thread that takes all pending writes and does them in one transaction.

    If one fails, all are done again, each so that it can be undone by itself: a function may be called twice, but what it
    wrote the first time is gone. Nobody is told that anything is kept before all of it is.
    """

    def __init__(
        self,
        transaction: Callable[[], AbstractContextManager[Connection]],
        telling_why: Callable[[], AbstractContextManager[None]],
    ) -> None:
        """`transaction` opens a transaction, `telling_why` turns its failures into errors with our words."""
        self._transaction, self._telling_why = transaction, telling_why
        self._waiting: SimpleQueue[Waiting | None] = SimpleQueue()  # None is the last
        self._putting, self._closing = Lock(), False
        self._thread = Thread(target=self._work, name="tabuleiro-writer", daemon=True)
        self._thread.start()

    def put(self, function: Callable[[Connection], Any]) -> Future[Any] | None:
        """Queue a function that writes; None if the writer is closed."""
        waiting = Waiting(function)
        with self._putting:
            if self._closing:
                return None
            self._waiting.put(waiting)
        return waiting.future

    def close(self) -> None:
        """Finish all pending writes, and end."""
        with self._putting:
            self._closing = True
            self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._waiting.get()) is not None:
            wanted = [one for one in self._take(first) if one.future.set_running_or_notify_cancel()]
            if wanted:
                self._write(wanted)

    def _take(self, first: Waiting) -> list[Waiting]:
        """This write, and all others that are pending by now."""
        taken = [first]
        while len(taken) < MOST and not self._waiting.empty():
            waiting = self._waiting.get()
            if waiting is None:
                self._waiting.put(None)
                break
            taken.append(waiting)
        return taken

    def _write(self, taken: list[Waiting]) -> None:
        try:
            try:
                answers = self._transact(taken, self._answer)
            except OneFailed:
                answers = self._transact(taken, self._answer_apart)
        except BaseException as error:
            # This includes writes that failed alone: what was in their way is gone now.
            for waiting in taken:
                waiting.future.set_exception(error)
            return
        for answer in answers:
            answer()

    def _transact(self, taken: list[Waiting], answer: Callable[[Connection, Waiting], Answer]) -> list[Answer]:
        """Do these writes in one transaction; returns how to answer each of them."""
        with self._telling_why(), self._transaction() as connection:
            return [answer(connection, waiting) for waiting in taken]

    def _answer(self, connection: Connection, waiting: Waiting) -> Answer:
        """Do one of the writes; OneFailed."""
        try:
            return partial(waiting.future.set_result, waiting.function(connection))
        except Exception as error:
            raise OneFailed from error

    def _answer_apart(self, connection: Connection, waiting: Waiting) -> Answer:
        """Do one of the writes so that it can be undone by itself, which doubles the cost of most of them."""
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
    """Undo one of the writes; False if the database has aborted the whole transaction."""
    try:
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT before")
    except SQLAlchemyError:
        return False
    return True
