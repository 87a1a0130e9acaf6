"""Settings for all tests."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tabuleiro.records.database import Database
from tabuleiro.rules.kernel import is_compiling

# The same examples every time, and no time limit: the first call of a function may have to compile it.
settings.register_profile("tests", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("soak", deadline=None, max_examples=1000)
settings.register_profile("plain", deadline=None, derandomize=True, max_examples=20)
quick = not is_compiling() or os.environ.get("NUMBA_BOUNDSCHECK")
settings.load_profile("soak" if os.environ.get("TABULEIRO_SOAK") else "plain" if quick else "tests")

# A run in the background may ignore Ctrl-C, and programs that tests interrupt would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests that take long to `make soak`."""
    if not os.environ.get("TABULEIRO_SOAK"):
        long = [item for item in items if item.get_closest_marker("soak")]
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
        config.hook.pytest_deselected(items=long)


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database that is up to date, to copy: that is quicker than making one."""
    path = tmp_path_factory.mktemp("kept") / "games.sqlite"
    Database(path).close()
    return path


@pytest.fixture
def database(empty_file: Path, tmp_path: Path) -> Iterator[Database]:
    """A new database for each test that asks for one."""
    found = Database(Path(shutil.copy(empty_file, tmp_path / "games.sqlite")))
    yield found
    found.close()
