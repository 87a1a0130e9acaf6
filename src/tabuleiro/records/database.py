"""The database that games are kept in: opening it, transactions, and bringing it up to date."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy
from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoneFree

from tabuleiro.records.errors import PlayedElsewhere, StoreFailed
from tabuleiro.records.places import find_place, name_of
from tabuleiro.records.reasons import BUSY, CROWDED, why
from tabuleiro.records.schema import HEAD
from tabuleiro.records.writing import Writer
from tabuleiro.rules.texts import Text

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")

PATIENCE = 10_000
"""How long one program waits for another to finish writing, in milliseconds."""

PAUSE = 0.005
"""How long a waiting program pauses before it tries again, in seconds."""

MIGRATING = 0x7AB0_1E15
"""The number of the lock that a program holds while it brings a database on a server up to date."""

CANNOT_KEEP = Text(
    "Games cannot be kept in {path}: {why}.",
    "Não se podem guardar jogos em {path}: {why}.",
)
TOO_NEW = Text(
    "The games in {path} were kept by a newer version of this program ({found}; this one knows {known}).",
    "Os jogos em {path} foram guardados por uma versão mais recente deste programa ({found}; esta conhece {known}).",
)
NO_DRIVER = Text(
    'PostgreSQL needs a package that is not installed: pip install "tabuleiro[postgres]".',
    'O PostgreSQL precisa de um pacote que não está instalado: pip install "tabuleiro[postgres]".',
)
CLOSED = Text("it is closed", "está fechado")
ELSEWHERE = Text(
    "This game has gone on in another window or program: open it again to see how it stands.",
    "Este jogo continuou noutra janela ou noutro programa: volte a abri-lo para ver como está.",
)


def data_folder() -> Path:
    """The folder for the user's data: `TABULEIRO_DATA`, or the usual one of the system."""
    given = os.environ.get("TABULEIRO_DATA")
    if given:
        return Path(given)
    from platformdirs import user_data_dir

    return Path(user_data_dir("tabuleiro", appauthor=False))


class Database:
    """An open database. `write` and `read` run a function on a connection, in one transaction.

    `name` says in messages where it is, without the password; `path` is its file, if it is one.
    """

    def __init__(self, where: Path | str | None = None) -> None:
        """Open the database at this path or URL (by default the user's own) and bring it up to date; StoreFailed.

        A URL is `sqlite:///path` or `postgresql://user:password@host/name`.
        """
        place = data_folder() / "games.sqlite" if where is None else find_place(where)
        self.name = name_of(place)
        self.path = place if isinstance(place, Path) else None
        self._secret = place.password if isinstance(place, URL) else None
        self._writer: Writer | None = None
        self._writing, self._starting, self._closed = Lock(), Lock(), False
        with self._telling_why():
            self._engine = _postgresql(place) if isinstance(place, URL) else _sqlite(place)
        self._reads = self._engine.execution_options(**READING[self._engine.name])
        self._writes = self._engine.execution_options(writes=True)
        try:
            if self.read(_version) != HEAD:
                self._bring_up_to_date()
        except BaseException:
            self._engine.dispose()
            raise

    def write(
        self,
        function: Callable[Concatenate[Connection, Arguments], Found],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Found:
        """Run a function that changes the database; when this returns, all it wrote is on disk. StoreFailed."""
        with self._telling_why(), self._transaction() as connection:
            return function(connection, *arguments, **named)

    def write_soon(
        self,
        function: Callable[Concatenate[Connection, Arguments], Found],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Future[Found]:
        """Run a function that changes the database soon, in another thread and together with others.

        The result comes once everything is on disk; it may be any error that `write` raises. After StoreFailed the
        changes may still be there, if a server was lost at that very moment: read again before going on.
        """
        with self._starting:
            if self._writer is None and not self._closed:
                self._writer = Writer(self._transaction, self._telling_why)
        writer = self._writer
        future = None if writer is None else writer.put(partial(_call, function, arguments, named))
        if future is None:
            raise StoreFailed(CANNOT_KEEP.fill(path=self.name, why=CLOSED))
        return future

    def read(
        self,
        function: Callable[Concatenate[Connection, Arguments], Found],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Found:
        """Run a function that only reads; it sees everything as it was at one moment. StoreFailed."""
        with self._telling_why(), self._reads.begin() as connection:
            return function(connection, *arguments, **named)

    def close(self) -> None:
        """Finish pending writes, and close all connections."""
        with self._starting:
            self._closed = True
        if self._writer is not None:
            self._writer.close()
        self._engine.dispose()

    def _bring_up_to_date(self) -> None:
        migrations = self._writes.execution_options(migrates=True)
        with self._telling_why(), migrations.begin() as connection:
            _migrate(connection, self.name)
        self._engine.dispose()  # a connection that has migrated is set up for that alone

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """A transaction that writes. SQLite lets one in at a time; others try again now and then."""
        if self.path is None:
            with self._writes.begin() as connection:
                yield connection
            return
        if not self._writing.acquire(timeout=PATIENCE / 1000):
            raise StoreFailed(CANNOT_KEEP.fill(path=self.name, why=BUSY))
        try:
            with self._writes.begin() as connection:
                yield connection
        finally:
            self._writing.release()

    @contextmanager
    def _telling_why(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise PlayedElsewhere(ELSEWHERE) from None
        except DBAPIError as error:
            raise StoreFailed(CANNOT_KEEP.fill(path=self.name, why=why(error, self._secret))) from None
        except NoneFree:
            raise StoreFailed(CANNOT_KEEP.fill(path=self.name, why=CROWDED)) from None
        except OSError as error:
            raise StoreFailed(CANNOT_KEEP.fill(path=self.name, why=error.strerror or error)) from None


def _call(
    function: Callable[..., Found], arguments: tuple[Any, ...], named: dict[str, Any], connection: Connection
) -> Found:
    return function(connection, *arguments, **named)


# --- in a file --------------------------------------------------------------------------------------------


def _sqlite(path: Path) -> Engine:
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = sqlalchemy.create_engine(URL.create("sqlite", database=str(path)))
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: Any) -> None:
    """Set up a new connection: it waits for others, writes durably, and leaves transactions to us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {PATIENCE}")
    _write_ahead(cursor)
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _write_ahead(cursor: Any) -> None:
    """Let others read while one writes. SQLite itself does not wait for another program that does this too."""
    given_up = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 255 != sqlite3.SQLITE_BUSY or time.monotonic() > given_up:
                raise
            time.sleep(PAUSE)


def _begin(connection: Connection) -> None:
    """Begin a transaction; one that writes excludes other writers from the start."""
    options = connection.get_execution_options()
    if options.get("migrates", False):
        # A table is changed by making it anew and dropping the old one; rows that refer to it must survive that.
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes", False) else "BEGIN")


# --- on a server ------------------------------------------------------------------------------------------

READING: dict[str, dict[str, Any]] = {"sqlite": {}, "postgresql": {"isolation_level": "REPEATABLE READ"}}
"""Makes a transaction that reads see everything as it was at one moment, as SQLite's always do."""

WAITING = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": PATIENCE,
}
"""How long to wait for a server that does not answer, unless the URL says otherwise."""


def _postgresql(url: URL) -> Engine:
    waiting = {name: value for name, value in WAITING.items() if name not in url.query}
    try:
        engine = sqlalchemy.create_engine(
            url.set(drivername="postgresql+psycopg"),
            connect_args=waiting,
            pool_pre_ping=True,
            pool_size=5,
            max_overflow=5,
            pool_timeout=PATIENCE / 1000,
        )
    except ImportError:
        raise StoreFailed(NO_DRIVER) from None
    event.listen(engine, "connect", _prepare_on_server)
    return engine


def _prepare_on_server(connection: Any, _: Any) -> None:
    """Set up a new connection: it writes durably, and does not wait for others for ever."""
    connection.autocommit = True
    connection.execute("SET synchronous_commit = on")
    connection.execute(f"SET lock_timeout = {PATIENCE}")
    connection.autocommit = False


# --- up to date -------------------------------------------------------------------------------------------


def _version(connection: Connection) -> str | None:
    """The database's latest migration; None if it is empty."""
    if not sqlalchemy.inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _migrate(connection: Connection, name: str) -> None:
    """Bring the database up to date, unless another program has done so meanwhile."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
    found = _version(connection)
    if found == HEAD:
        return
    if found is not None and found > HEAD:
        raise StoreFailed(TOO_NEW.fill(path=name, found=found, known=HEAD))
    from alembic import command

    command.upgrade(migrations(connection), HEAD)


def migrations(connection: Connection) -> Any:
    """Alembic's configuration for running our migrations on a connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config
