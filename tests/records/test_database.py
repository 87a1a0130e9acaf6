"""The database: what it is made of, how it is opened, and what is said when it cannot be."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

import tabuleiro
from tabuleiro.records import database as opening
from tabuleiro.records import store
from tabuleiro.records.database import Database, data_folder, migrations
from tabuleiro.records.errors import StoreFailed
from tabuleiro.records.schema import HEAD, metadata
from tests.postgres import Postgres


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "games.sqlite"


@pytest.fixture
def in_file(path: Path) -> Iterator[Database]:
    found = Database(path)
    yield found
    found.close()


def check_failed(path: Path | str, english: str, portuguese: str) -> None:
    """The database cannot be opened, and the sentence says why."""
    with pytest.raises(StoreFailed) as refusal:
        Database(path)
    check_words(refusal.value, english, portuguese)


def check_words(error: StoreFailed, english: str, portuguese: str) -> None:
    with tabuleiro.using_language("en"):
        assert str(error) == english
    with tabuleiro.using_language("pt"):
        assert str(error) == portuguese


def begin(connection: Connection) -> int:
    return store.begin_match(connection, "any", {"name": "x"})


# --- what it is made of -----------------------------------------------------------------------------------


def test_the_migrations_make_what_the_schema_says(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return list(compare_metadata(context, metadata))

    assert database.read(differences) == []


def test_the_head_is_the_last_migration(database: Database) -> None:
    scripts = database.read(lambda connection: ScriptDirectory.from_config(migrations(connection)))
    assert scripts.get_heads() == [HEAD]


def test_what_is_written_to_a_file_is_written_durably(in_file: Database) -> None:
    def settings(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    full = 2
    assert in_file.read(settings) == ["wal", full, 1, opening.PATIENCE]
    assert in_file.write(settings) == ["wal", full, 1, opening.PATIENCE]


def test_a_write_that_fails_leaves_nothing(database: Database) -> None:
    def half(connection: Connection) -> None:
        begin(connection)
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError):
        database.write(half)
    assert database.read(store.list_matches, limit=9) == []


# --- opening ----------------------------------------------------------------------------------------------


def test_it_is_opened_again_as_it_was(database: Database, place: Path | str) -> None:
    id = database.write(begin)
    again = Database(place)
    assert again.read(store.find_match, id).plan == {"name": "x"}
    again.close()


def test_what_another_program_has_brought_up_to_date_is_left_as_it_is(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Database(place)
    other.write(begin)
    other.close()
    read, stale = Database.read, [None]

    def read_late(self: Database, function: Any, *arguments: Any, **named: Any) -> Any:
        """The first answer is from before the other program's work."""
        return stale.pop() if stale else read(self, function, *arguments, **named)

    monkeypatch.setattr(Database, "read", read_late)
    database = Database(place)
    assert not stale and [kept.id for kept in database.read(store.list_matches, limit=9)] == [1]
    database.close()


def test_it_is_kept_where_the_user_says_or_in_the_user_s_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TABULEIRO_DATA", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"
    database = Database()
    assert database.path == tmp_path / "mine" / "games.sqlite" and database.path.is_file()
    assert database.name == str(database.path)
    database.close()
    monkeypatch.delenv("TABULEIRO_DATA")
    assert data_folder().name == "tabuleiro" and data_folder().is_absolute()


def test_a_database_of_a_newer_program_is_left_alone(database: Database, place: Path | str) -> None:
    database.write(lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    name = database.name
    check_failed(
        place,
        f"The games in {name} were kept by a newer version of this program (9999; this one knows {HEAD}).",
        f"Os jogos em {name} foram guardados por uma versão mais recente deste programa (9999; esta conhece {HEAD}).",
    )


def test_a_file_may_be_given_as_a_url(path: Path) -> None:
    for where in (f"sqlite:///{path}", str(path)):
        database = Database(where)
        assert database.path == path and database.name == str(path)
        database.close()


@pytest.mark.parametrize("name", ["50%25.sqlite", "who?mode=ro.sqlite", "two words ☃.sqlite"])
def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    Database(tmp_path / name).close()
    assert (tmp_path / name).is_file()


@pytest.mark.parametrize(
    "where",
    ["mysql://ana:secret@host/db", "sqlite://", "sqlite://host/secret", "postgresql://ana:secret@host:port/db", "://"],
)
def test_a_place_that_cannot_be_is_explained_without_what_was_given(where: str) -> None:
    check_failed(
        where,
        "A database is given by the path of a file, or as sqlite:///path or postgresql://user:password@host/name.",
        "Uma base de dados indica-se pelo caminho de um ficheiro, ou como sqlite:///caminho ou "
        "postgresql://utilizador:palavra-passe@servidor/nome.",
    )


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ana, this is a letter and no database at all. " * 40, encoding="utf-8")
    before = path.read_bytes()
    check_failed(
        path,
        f"Games cannot be kept in {path}: the file is not a database.",
        f"Não se podem guardar jogos em {path}: o ficheiro não é uma base de dados.",
    )
    assert path.read_bytes() == before


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    check_failed(
        tmp_path,
        f"Games cannot be kept in {tmp_path}: the file cannot be opened.",
        f"Não se podem guardar jogos em {tmp_path}: não se pode abrir o ficheiro.",
    )


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    path = tmp_path / "file" / "games.sqlite"
    with pytest.raises(StoreFailed) as refusal:
        Database(path)
    assert str(refusal.value).startswith(f"Games cannot be kept in {path}: ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    path = tmp_path / "games.sqlite"
    check_failed(
        path,
        f"Games cannot be kept in {path}: the file cannot be opened.",
        f"Não se podem guardar jogos em {path}: não se pode abrir o ficheiro.",
    )
    tmp_path.chmod(0o700)


def test_who_waits_in_vain_for_another_program_says_so(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 1)
    database = Database(path)
    other = sqlite3.connect(path)
    other.execute("BEGIN IMMEDIATE")
    assert database.read(store.list_matches, limit=1) == [], "reading goes on"
    with pytest.raises(StoreFailed) as refusal:
        database.write(begin)
    check_words(
        refusal.value,
        f"Games cannot be kept in {path}: another program is writing there.",
        f"Não se podem guardar jogos em {path}: outro programa está lá a escrever.",
    )
    other.rollback()
    other.close()
    assert database.write(begin) == 1, "and then it can be written"
    database.close()


def test_threads_of_one_program_wait_for_one_another_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 1)
    database = Database(path)
    with pytest.raises(StoreFailed) as refusal:
        database.write(lambda _: database.write(begin))
    assert str(refusal.value) == f"Games cannot be kept in {path}: another program is writing there."
    assert database.write(begin) == 1
    database.close()


def test_a_full_disk_loses_nothing_that_was_kept(in_file: Database, path: Path) -> None:
    first = in_file.write(begin)

    def limit(connection: Connection, pages: int) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    def begin_many(connection: Connection) -> None:
        for _ in range(200):
            store.begin_match(connection, "any", {"name": "x" * 2000})

    in_file.read(limit, 1)  # no more pages than there are
    with pytest.raises(StoreFailed) as refusal:
        in_file.write(begin_many)
    check_words(
        refusal.value,
        f"Games cannot be kept in {path}: the disk is full.",
        f"Não se podem guardar jogos em {path}: o disco está cheio.",
    )
    in_file.read(limit, 100_000)
    assert [kept.id for kept in in_file.read(store.list_matches, limit=9)] == [first]
    assert in_file.write(begin) == first + 1


class Busy:
    """A cursor on a file that another program is opening: it has to wait this many times."""

    def __init__(self, times: int, code: int = sqlite3.SQLITE_BUSY) -> None:
        self.left, self.code = times, code
        self.told: list[str] = []

    def execute(self, statement: str) -> None:
        self.told.append(statement)
        if self.left:
            self.left -= 1
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = self.code
            raise error


def test_a_program_waits_for_another_that_opens_the_same_new_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "PAUSE", 0)
    busy = Busy(3)
    opening._write_ahead(busy)
    assert busy.told == ["PRAGMA journal_mode = WAL"] * 4
    with pytest.raises(sqlite3.OperationalError):
        opening._write_ahead(Busy(1, sqlite3.SQLITE_FULL))
    monkeypatch.setattr(opening, "PATIENCE", -1)
    with pytest.raises(sqlite3.OperationalError):
        opening._write_ahead(Busy(1))


# --- several programs at once -----------------------------------------------------------------------------

OPENER = """
import sys
from tabuleiro.records import store
from tabuleiro.records.database import Database
print("ready", flush=True)
for line in sys.stdin:
    database = Database(line.strip())
    for _ in range(5):
        database.write(store.begin_match, "any", {})
    database.close()
    print("kept", flush=True)
"""


@pytest.mark.compiled
def test_programs_that_open_a_new_database_at_once_all_keep_their_games(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    programs = [
        subprocess.Popen([sys.executable, "-c", OPENER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    answers = [[program.stdout.readline() for program in programs if program.stdout]]
    if kind == "sqlite":
        places = [str(tmp_path / f"{number}.sqlite") for number in range(6)]
    else:
        server: Postgres = request.getfixturevalue("postgres")
        places = [server.url(server.new()) for _ in range(6)]
    for place in places:
        for program in programs:
            assert program.stdin is not None
            program.stdin.write(f"{place}\n")
            program.stdin.flush()
        answers.append([program.stdout.readline() for program in programs if program.stdout])
    for program in programs:
        program.communicate()
    assert answers == [["ready\n"] * 2, *([["kept\n"] * 2] * len(places))]
    for place in places:
        database = Database(place)
        assert len(database.read(store.list_matches, limit=99)) == 10
        database.close()
