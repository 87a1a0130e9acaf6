"""When the server was last seen alive: while it was not, no clock ran."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, select

from tabuleiro.records.inserting import insert_into
from tabuleiro.records.schema import beats


def beat(connection: Connection) -> None:
    """Keep that the server is alive now."""
    now = datetime.now(UTC)
    row = {"id": 1, "at": now}
    connection.execute(
        insert_into(connection, beats, row).on_conflict_do_update(index_elements=[beats.c.id], set_={"at": now})
    )


def last_beat(connection: Connection) -> datetime | None:
    """When the server was last seen alive; None if it never was."""
    return connection.execute(select(beats.c.at)).scalar()
