"""Writing together: what waits is written in one go, and nobody is told before it is kept."""

from __future__ import annotations

import sqlite3
from concurrent.futures import Future, wait
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from tabuleiro.records import store
from tabuleiro.records import writing as grouping
from tabuleiro.records.database import Database
from tabuleiro.records.errors import PlayedElsewhere, StoreFailed
from tabuleiro.records.store import Standing

GOES_ON = Standing(plies=1, result="*", reason=None, is_finished=False)


class Held:
    """A write that holds up the writer until it is let go, so that others wait together."""

    def __init__(self, database: Database) -> None:
        self._begun, self._go = Event(), Event()
        self.future = database.write_soon(self._hold)
        self._begun.wait()

    def _hold(self, _: Connection) -> None:
        self._begun.set()
        self._go.wait()

    def let_go(self, *waiting: Future[Any]) -> None:
        self._go.set()
        wait([self.future, *waiting])


def commits(database: Database) -> list[int]:
    """A list that grows by one with each commit."""
    seen: list[int] = []
    event.listen(database._engine, "commit", lambda _: seen.append(1))
    return seen


def count(database: Database) -> int:
    return len(database.read(store.list_matches, limit=9999))


def begin(connection: Connection, game: str = "any") -> int:
    return store.begin_match(connection, game, {})


def test_what_waits_is_written_in_one_transaction(database: Database) -> None:
    held, seen = Held(database), commits(database)
    waiting = [database.write_soon(begin, game=f"any:{number}") for number in range(50)]
    assert count(database) == 0 and not any(future.done() for future in waiting)
    seen.clear()
    held.let_go(*waiting)
    assert len(seen) == 2, "what held it up, and all the others"
    assert [database.read(store.find_match, future.result()).game for future in waiting] == [
        f"any:{number}" for number in range(50)
    ]


def test_no_more_than_so_many_share_a_transaction(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grouping, "MOST", 4)
    held, seen = Held(database), commits(database)
    waiting = [database.write_soon(begin) for _ in range(10)]
    held.let_go(*waiting)
    assert len(seen) == 1 + 3 and count(database) == 10


def test_one_that_fails_is_undone_alone(database: Database) -> None:
    match = database.write(begin)
    game = database.write(store.begin_game, match, 1, 0)

    def half(connection: Connection) -> None:
        begin(connection)
        raise RuntimeError("stopped")

    held = Held(database)
    one = database.write_soon(store.append_events, match, game, 0, [("moved", {"by": 1})], GOES_ON)
    same = database.write_soon(store.append_events, match, game, 0, [("moved", {"by": 2})], GOES_ON)
    broken = database.write_soon(half)
    unknown = database.write_soon(lambda connection: connection.exec_driver_sql("SELECT nothing FROM nowhere"))
    two = database.write_soon(store.append_events, match, game, 1, [("moved", {"by": 3})], GOES_ON)
    held.let_go(one, same, broken, unknown, two)
    assert one.result() is None and two.result() is None
    assert isinstance(same.exception(), PlayedElsewhere)
    assert isinstance(broken.exception(), RuntimeError)
    assert isinstance(unknown.exception(), StoreFailed)
    assert database.read(store.find_match, match).games[0].events == (("moved", {"by": 1}), ("moved", {"by": 3}))
    assert count(database) == 1


def test_nobody_is_told_that_it_is_kept_if_it_cannot_be(database: Database) -> None:
    held = Held(database)
    waiting = [database.write_soon(begin) for _ in range(3)]
    # To be told that somebody else was first would be wrong too, since now nobody was.
    double = database.write_soon(store.begin_game, 99, 1, 0)

    def fail(_: Connection) -> None:
        raise OperationalError("COMMIT", None, sqlite3.OperationalError("it stopped"))

    event.listen(database._engine, "commit", fail)
    held.let_go(*waiting, double)
    event.remove(database._engine, "commit", fail)
    told: list[Future[Any]] = [held.future, *waiting, double]
    for future in told:
        assert str(future.exception()) == f"Games cannot be kept in {database.name}: it stopped."
        assert isinstance(future.exception(), StoreFailed)
    assert count(database) == 0
    database.write_soon(begin).result()
    assert count(database) == 1, "and it goes on"


def test_what_was_called_off_is_not_written(database: Database) -> None:
    held = Held(database)
    waiting = [database.write_soon(begin) for _ in range(3)]
    assert waiting[1].cancel()
    held.let_go(waiting[0], waiting[2])
    assert count(database) == 2
    held = Held(database)
    assert database.write_soon(begin).cancel()
    held.let_go()
    assert database.write_soon(count_in).result() == 2


def count_in(connection: Connection) -> int:
    return len(store.list_matches(connection, limit=9999))


def test_closing_writes_what_waits(place: Path | str) -> None:
    database = Database(place)
    waiting = [database.write_soon(begin) for _ in range(20)]
    database.close()
    assert all(future.done() for future in waiting)
    with pytest.raises(StoreFailed) as refusal:
        database.write_soon(begin)
    assert str(refusal.value) == f"Games cannot be kept in {database.name}: it is closed."
    unused = Database(place)
    assert count(unused) == 20
    unused.close()
    with pytest.raises(StoreFailed):
        unused.write_soon(begin)


def test_when_the_database_gives_up_the_transaction_nothing_of_it_is_kept(database: Database) -> None:
    def give_up(connection: Connection) -> None:
        """What SQLite does by itself when the disk is full or broken."""
        connection.exec_driver_sql("ROLLBACK")
        raise OperationalError("INSERT", None, sqlite3.OperationalError("the disk broke"))

    held = Held(database)
    first, broken, last = (database.write_soon(function) for function in (begin, give_up, begin))
    held.let_go(first, broken, last)
    for future in (first, broken, last):
        assert str(future.exception()) == f"Games cannot be kept in {database.name}: the disk broke."
    assert count(database) == 0
    database.write_soon(begin).result()
    assert count(database) == 1


def test_writing_together_and_alone_take_turns(database: Database) -> None:
    waiting = []
    for _ in range(20):
        waiting.append(database.write_soon(begin))
        database.write(begin)
    wait(waiting)
    assert count(database) == 40
