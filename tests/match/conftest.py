"""A database for each test that asks for one, made once and copied."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabuleiro.records.database import Database


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "games.sqlite"
    Database(path).close()
    return path


@pytest.fixture
def database(empty_database: Path, tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "games.sqlite"
    shutil.copy(empty_database, path)
    found = Database(path)
    yield found
    found.close()
