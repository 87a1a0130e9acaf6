"""A database on a PostgreSQL server: how it is written to, and what is said when it cannot be."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path

import pytest
from sqlalchemy import Connection

import tabuleiro
from tabuleiro.records import database as opening
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.records.errors import StoreFailed
from tabuleiro.records.places import find_place, name_of
from tests.postgres import Postgres

SECRET = "pass-word"


@pytest.fixture
def name(postgres: Postgres) -> str:
    return postgres.new(postgres.empty)


@pytest.fixture
def database(postgres: Postgres, name: str) -> Iterator[Database]:
    found = Database(postgres.url(name))
    yield found
    found.close()


def begin(connection: Connection) -> int:
    return store.begin_match(connection, "any", {})


def check(error: BaseException | None, name: str, english: str, portuguese: str) -> None:
    assert isinstance(error, StoreFailed)
    with tabuleiro.using_language("en"):
        assert str(error) == f"Games cannot be kept in {name}: {english}."
    with tabuleiro.using_language("pt"):
        assert str(error) == f"Não se podem guardar jogos em {name}: {portuguese}."


def check_failed(where: str, english: str, portuguese: str) -> None:
    with pytest.raises(StoreFailed) as refusal:
        Database(where)
    name = name_of(find_place(where))
    assert SECRET not in name
    check(refusal.value, name, english, portuguese)


@pytest.mark.parametrize(
    ("where", "name"),
    [
        ("postgresql://ana:pass-word@host:5433/games?sslmode=require", "postgresql://ana@host:5433/games"),
        ("postgres://host/games", "postgresql://host/games"),
        ("postgresql+psycopg://ana:pass-word@/games?host=/run/x", "postgresql://ana@/games?host=/run/x"),
        ("postgresql:///games?user=ana&password=pass-word&port=1", "postgresql:///games?port=1"),
    ],
)
def test_people_are_told_where_it_is_but_not_the_password(where: str, name: str) -> None:
    assert name_of(find_place(where)).replace("%2F", "/") == name


def test_it_has_no_path(database: Database) -> None:
    assert database.path is None and database.name.startswith("postgresql://postgres@/test_")


def test_what_is_written_is_written_durably(database: Database, postgres: Postgres, name: str) -> None:
    def settings(connection: Connection) -> list[object]:
        names = ("synchronous_commit", "lock_timeout", "transaction_isolation")
        return [connection.exec_driver_sql(f"SHOW {name}").scalar() for name in names]

    assert database.write(settings) == ["on", "10s", "read committed"]
    assert database.read(settings) == ["on", "10s", "repeatable read"]
    assert database.write(settings) == ["on", "10s", "read committed"]
    database.close()
    postgres.run(f"ALTER DATABASE {name} SET synchronous_commit = off")
    assert database.write(settings)[0] == "on", "whatever the server's own setting"


def test_without_the_driver_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreFailed) as refusal:
        Database("postgresql://host/games")
    assert str(refusal.value) == (
        'PostgreSQL needs a package that is not installed: pip install "tabuleiro[postgres]".'
    )


def test_a_server_that_is_not_there_is_said_not_to_answer(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        where = f"postgresql://ana:{SECRET}@127.0.0.1:{taken.getsockname()[1]}/games"
        check_failed(where, "the server does not answer", "o servidor não responde")
    check_failed(f"postgresql:///games?host={tmp_path}", "the server does not answer", "o servidor não responde")


def test_a_server_that_says_nothing_is_not_waited_for_for_ever() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        where = f"postgresql://ana:{SECRET}@127.0.0.1:{silent.getsockname()[1]}/games?connect_timeout=2"
        check_failed(where, "the server does not answer", "o servidor não responde")


def test_who_is_not_let_in_is_told_so(postgres: Postgres, name: str) -> None:
    postgres.run("DROP ROLE IF EXISTS locked", f"CREATE ROLE locked LOGIN PASSWORD '{SECRET}'")
    refused = "the user's name or password is refused", "o nome ou a palavra-passe do utilizador são recusados"
    check_failed(postgres.url(name, "locked:pass-words"), *refused)
    check_failed(postgres.url(name, "locked"), *refused)
    check_failed(postgres.url(name, f"nobody:{SECRET}"), *refused)
    postgres.run("GRANT ALL ON ALL TABLES IN SCHEMA public TO locked", name=name)
    postgres.run("GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO locked", name=name)
    database = Database(postgres.url(name, f"locked:{SECRET}"))
    assert database.write(begin) == 1
    database.close()


def test_who_may_only_look_is_told_so(postgres: Postgres, name: str) -> None:
    postgres.run("DROP ROLE IF EXISTS guest", "CREATE ROLE guest LOGIN")
    postgres.run("GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest", name=name)
    database = Database(postgres.url(name, "guest"))
    with pytest.raises(StoreFailed) as refusal:
        database.write(begin)
    forbidden = "the user may not do this there", "o utilizador não tem lá permissão para isto"
    check(refusal.value, database.name, *forbidden)
    database.close()
    check_failed(postgres.url(postgres.new(), "guest"), *forbidden)


def test_a_database_that_is_not_there_is_said_not_to_be(postgres: Postgres) -> None:
    check_failed(postgres.url("nowhere"), "there is no such database", "não há tal base de dados")


def test_a_database_that_can_only_be_read_is_said_to_be(postgres: Postgres, name: str) -> None:
    postgres.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    database = Database(postgres.url(name))
    assert database.read(store.list_matches, limit=1) == []
    with pytest.raises(StoreFailed) as refusal:
        database.write(begin)
    check(refusal.value, database.name, "nothing can be written there", "não se pode lá escrever")
    database.close()


def test_a_crowded_server_is_said_to_be(postgres: Postgres, name: str) -> None:
    postgres.run("DROP ROLE IF EXISTS lonely", "CREATE ROLE lonely LOGIN CONNECTION LIMIT 0")
    check_failed(postgres.url(name, "lonely"), "too many connections are in use", "há demasiadas ligações em uso")


def test_who_waits_in_vain_for_another_program_says_so(
    monkeypatch: pytest.MonkeyPatch, postgres: Postgres, name: str
) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 50)
    database, other = Database(postgres.url(name)), Database(postgres.url(name))
    match = database.write(begin)

    def meanwhile(connection: Connection) -> None:
        store.set_ready(connection, match)
        assert database.read(store.find_match, match).ready is None, "reading goes on"
        with pytest.raises(StoreFailed) as refusal:
            database.write(store.set_ready, match)
        busy = "another program is writing there", "outro programa está lá a escrever"
        check(refusal.value, database.name, *busy)

    other.write(meanwhile)
    for opened in (database, other):
        opened.close()


def test_when_no_connection_is_free_it_is_said(monkeypatch: pytest.MonkeyPatch, postgres: Postgres, name: str) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 50)
    database = Database(postgres.url(name))

    def nest(_: Connection, depth: int) -> None:
        database.read(nest, depth + 1)

    with pytest.raises(StoreFailed) as refusal:
        database.read(nest, 0)
    check(refusal.value, database.name, "too many connections are in use", "há demasiadas ligações em uso")
    database.close()


def cut(postgres: Postgres, name: str) -> None:
    """End all connections to a database, as a server that stops does."""
    postgres.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")


def test_a_connection_that_was_lost_is_made_again(database: Database, postgres: Postgres, name: str) -> None:
    database.write(begin)
    cut(postgres, name)
    assert [match.id for match in database.read(store.list_matches, limit=9)] == [1]
    cut(postgres, name)
    assert database.write(begin) == 2
    cut(postgres, name)
    assert database.write_soon(begin).result() == 3


def test_what_a_connection_is_lost_in_is_not_kept(database: Database, postgres: Postgres, name: str) -> None:
    def lose(connection: Connection) -> None:
        begin(connection)
        cut(postgres, name)
        begin(connection)

    restarting = "the server is starting or stopping", "o servidor está a arrancar ou a parar"
    with pytest.raises(StoreFailed) as refusal:
        database.write(lose)
    check(refusal.value, database.name, *restarting)
    together = [database.write_soon(function) for function in (begin, lose, begin)]
    wait(together)
    failed = [future for future in together if future.exception() is not None]
    for future in failed:
        check(future.exception(), database.name, *restarting)
    kept = database.read(store.list_matches, limit=9)
    assert together[1] in failed and len(kept) == len(together) - len(failed)


def test_lists_are_of_one_moment(database: Database) -> None:
    """A match that another program changes between two questions is not half of a list."""
    first = database.write(begin)
    database.write(store.begin_game, first, 1, 0)
    other = database.write(begin)

    def read(connection: Connection) -> list[int]:
        before = store.list_matches(connection, limit=1)
        database.write(store.begin_game, first, 2, 1)
        after = store.list_matches(connection, limit=1)
        assert before == after
        return [match.id for match in after]

    assert database.read(read) == [other]
    assert [match.id for match in database.read(store.list_matches, limit=1)] == [first]
