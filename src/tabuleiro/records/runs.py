"""When servers ran, from their start until they were last seen: game clocks stand still while none is running."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, select

from tabuleiro.records.schema import runs

MOST_READ = 1000
"""The most runs that are read; hardly any clock has run through more."""


def begin_run(connection: Connection, began: datetime) -> int:
    """Note that a server began to run at this moment; returns the number of its run."""
    return int(connection.execute(runs.insert().values(began=began, seen=began).returning(runs.c.id)).scalar_one())


def see_run(connection: Connection, run: int) -> None:
    """Note that the server of a run is still there."""
    connection.execute(runs.update().where(runs.c.id == run).values(seen=datetime.now(UTC)))


def read_runs(connection: Connection) -> list[tuple[datetime, datetime]]:
    """When servers began and were last seen, in the order in which they began."""
    wanted = select(runs.c.began, runs.c.seen).order_by(runs.c.began.desc()).limit(MOST_READ)
    return [(began, seen) for began, seen in connection.execute(wanted)][::-1]
