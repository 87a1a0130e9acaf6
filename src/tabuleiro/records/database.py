"""The database that games are kept in: where it is, opening it, and bringing it up to date."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy
from sqlalchemy import Connection, event
from sqlalchemy.exc import DBAPIError, IntegrityError

from tabuleiro.records.errors import PlayedElsewhere, StoreFailed
from tabuleiro.records.schema import HEAD
from tabuleiro.rules.texts import Text

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")

PATIENCE = 10_000
"""So many milliseconds one program waits until another has written."""

PAUSE = 0.005
"""So many seconds pass between two looks whether it has."""

CANNOT_KEEP = Text(
    "Games cannot be kept in {path}: {why}.",
    "Não se podem guardar jogos em {path}: {why}.",
)
REASONS = {
    sqlite3.SQLITE_BUSY: Text("another program is writing there", "outro programa está lá a escrever"),
    sqlite3.SQLITE_READONLY: Text("nothing can be written there", "não se pode lá escrever"),
    sqlite3.SQLITE_IOERR: Text("the disk cannot be read or written", "não se pode ler ou escrever no disco"),
    sqlite3.SQLITE_CORRUPT: Text("the file is damaged", "o ficheiro está danificado"),
    sqlite3.SQLITE_FULL: Text("the disk is full", "o disco está cheio"),
    sqlite3.SQLITE_CANTOPEN: Text("the file cannot be opened", "não se pode abrir o ficheiro"),
    sqlite3.SQLITE_NOTADB: Text("the file is not a database", "o ficheiro não é uma base de dados"),
}
"""Why the database could not be used, by its own numbers."""

TOO_NEW = Text(
    "The games in {path} were kept by a newer version of this program ({found}; this one knows {known}).",
    "Os jogos em {path} foram guardados por uma versão mais recente deste programa ({found}; esta conhece {known}).",
)


def data_folder() -> Path:
    """Where what users make is kept: `TABULEIRO_DATA`, or the user's data folder."""
    given = os.environ.get("TABULEIRO_DATA")
    if given:
        return Path(given)
    from platformdirs import user_data_dir

    return Path(user_data_dir("tabuleiro", appauthor=False))


class Database:
    """An open database. `write` and `read` run a function on a connection, in one transaction."""

    def __init__(self, path: Path | None = None) -> None:
        """Open the database in a file, the user's own if none is given, and bring it up to date; StoreFailed."""
        self.path = data_folder() / "games.sqlite" if path is None else path
        self._engine = sqlalchemy.create_engine(f"sqlite:///{self.path}")
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "begin", _begin)
        with self._telling_why():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.read(_version) != HEAD:
                self.write(_migrate, self.path)

    def write(
        self,
        function: Callable[Concatenate[Connection, Arguments], Found],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Found:
        """What a function returns that changes the database: all of what it does is on disk, or nothing; StoreFailed."""
        with self._telling_why(), self._engine.execution_options(writes=True).begin() as connection:
            return function(connection, *arguments, **named)

    def read(
        self,
        function: Callable[Concatenate[Connection, Arguments], Found],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Found:
        """What a function returns that only reads; StoreFailed."""
        with self._telling_why(), self._engine.begin() as connection:
            return function(connection, *arguments, **named)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def _telling_why(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise PlayedElsewhere(
                Text(
                    "This game has gone on in another window or program: open it again to see how it stands.",
                    "Este jogo continuou noutra janela ou noutro programa: volte a abri-lo para ver como está.",
                )
            ) from None
        except DBAPIError as error:
            why = REASONS.get(getattr(error.orig, "sqlite_errorcode", 0) & 255, error.orig)
            raise StoreFailed(CANNOT_KEEP.fill(path=self.path, why=why)) from None
        except OSError as error:
            raise StoreFailed(CANNOT_KEEP.fill(path=self.path, why=error.strerror or error)) from None


def _prepare(connection: Any, _: Any) -> None:
    """Have a new connection wait for others, write durably, and leave transactions to us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {PATIENCE}")
    _write_ahead(cursor)
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _write_ahead(cursor: Any) -> None:
    """Let others read while one writes; where another program opens the same new file, this must be waited for by hand."""
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
    """Begin a transaction; one that writes keeps other writers out from the start."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _version(connection: Connection) -> str | None:
    """The last migration that the database has had; None if it is empty."""
    if not sqlalchemy.inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _migrate(connection: Connection, path: Path) -> None:
    """Bring the database up to date, unless another program has done so meanwhile."""
    found = _version(connection)
    if found == HEAD:
        return
    if found is not None and found > HEAD:
        raise StoreFailed(TOO_NEW.fill(path=path, found=found, known=HEAD))
    from alembic import command

    command.upgrade(migrations(connection), HEAD)


def migrations(connection: Connection) -> Any:
    """The migrations as Alembic knows them, to be run on a connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config
