"""Databases for tests, in a file and on a server: both must keep things alike."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabuleiro.records.database import Database
from tests.postgres import Postgres, running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server for all tests."""
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.compiled)])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of database: a test that uses it, directly or not, runs once for each."""
    return str(request.param)


@pytest.fixture
def new_place(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Path | str:
    """A place where there is no database yet."""
    if kind == "sqlite":
        return tmp_path / "kept" / "games.sqlite"
    server: Postgres = request.getfixturevalue("postgres")
    return server.url(server.new())


@pytest.fixture
def place(kind: str, tmp_path: Path, empty_file: Path, request: pytest.FixtureRequest) -> Path | str:
    """The place of an empty database that is up to date."""
    if kind == "sqlite":
        return Path(shutil.copy(empty_file, tmp_path / "games.sqlite"))
    server: Postgres = request.getfixturevalue("postgres")
    return server.url(server.new(server.empty))


@pytest.fixture
def database(place: Path | str) -> Iterator[Database]:
    """An open, empty database."""
    found = Database(place)
    yield found
    found.close()
