"""The tables of the database. They must equal what the migrations make: a test compares the two.

A match is between two people and has one or more games. A game is an append-only list of events: an event's place in it is
part of its key, so the same event cannot be written twice, nor two events in one place.

A seat of a match that is played in the browser belongs to its holder: a guest's browser, or an account.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    TypeDecorator,
    UniqueConstraint,
)

HEAD = "0002"
"""The last migration: the version of the database that this program reads and writes."""

PLAYING, FINISHED = "playing", "finished"
"""The states of a match."""

TERMINAL, PAGE = "terminal", "page"
"""Where a match is played."""


class Moment(TypeDecorator[datetime]):
    """A point in time, kept in UTC whatever the database makes of time zones."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The value as the database stores it."""
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The value as the program sees it."""
        return None if value is None else value.replace(tzinfo=UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("begun", Moment, nullable=False),
    Column("changed", Moment, nullable=False),
    Column("state", String(16), nullable=False),
    Column("game", String(4000), nullable=False),
    Column("plan", JSON, nullable=False),
    Column("code", String(16), nullable=False, unique=True),
    Column("ready", Moment),
    Column("rematch", ForeignKey("matches.id", ondelete="SET NULL")),
    Column("source", String(16), nullable=False, server_default=TERMINAL),
    Index(None, "state", "changed"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("holder", String(80), nullable=False),
    Index(None, "holder"),
)

games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("result", String(8), nullable=False),
    Column("reason", String(40)),
    UniqueConstraint("match", "number"),
)

events = Table(
    "events",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("data", JSON, nullable=False),
)

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("game", String(4000), nullable=False),
    Column("fen", String(4000), nullable=False),
    Column("solved", Boolean, nullable=False),
    Index(None, "game"),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    # One character may become eighteen when it is folded.
    Column("folded", String(720), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("made", Moment, nullable=False),
)

visits = Table(
    "visits",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("made", Moment, nullable=False),
    Column("used", Moment, nullable=False),
    Index(None, "account"),
)

runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("began", Moment, nullable=False),
    Column("seen", Moment, nullable=False),
)
