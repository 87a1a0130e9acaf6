"""A database of an earlier version, brought up to date: nothing of what was kept is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection

from tabuleiro.records import database as opening
from tabuleiro.records import store
from tabuleiro.records.codes import LENGTH, LETTERS
from tabuleiro.records.database import Database, migrations

OLD = """
INSERT INTO matches (id, begun, changed, state, game, plan) VALUES
(1, '2026-01-02 03:04:05', '2026-01-03 03:04:05', 'finished', 'any', '{"name": "x"}'),
(2, '2026-02-02 03:04:05', '2026-02-03 03:04:05', 'playing', 'other', '{}');
INSERT INTO games (id, match, number, first, plies, result, reason) VALUES (1, 1, 1, 0, 1, '1-0', 'resignation');
INSERT INTO events (game, number, at, kind, data) VALUES (1, 0, '2026-01-03 03:04:04', 'moved', '{"move": "a"}')
"""


@pytest.fixture
def old(new_place: Path | str, monkeypatch: pytest.MonkeyPatch) -> Path | str:
    """A database as the first version made and filled it."""

    def migrate(connection: Connection, _: str) -> None:
        command.upgrade(migrations(connection), "0001")
        for statement in OLD.split(";"):
            connection.exec_driver_sql(statement)

    with monkeypatch.context() as patch:
        patch.setattr(opening, "_migrate", migrate)
        Database(new_place).close()
    return new_place


def test_what_was_kept_is_kept_and_has_names_for_links(old: Path | str) -> None:
    database = Database(old)
    first, second = (database.read(store.find_match, id) for id in (1, 2))
    assert (first.game, first.plan, first.state, first.begun.month) == ("any", {"name": "x"}, "finished", 1)
    assert first.games[0].events == (("moved", {"move": "a"}),), "what belongs to a match is kept with it"
    assert len(first.games[0].times) == 1
    for match in (first, second):
        assert len(match.code) == LENGTH and set(match.code) <= set(LETTERS)
        assert (match.ready, match.rematch, match.source, match.seats) == (None, None, "terminal", (None, None))
    assert first.code != second.code
    assert database.read(store.find_by_code, second.code) == second
    database.close()


def test_what_belongs_together_is_watched_over_afterwards(old: Path | str) -> None:
    database = Database(old)
    database.write(store.forget_match, 1)

    def count(connection: Connection) -> list[object]:
        return [connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar() for name in ("games", "events")]

    assert database.read(count) == [0, 0]
    database.close()
