"""Engines that tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tabuleiro.engine.engine import Engine
from tests.engine.positions import GAMES, find


@pytest.fixture(scope="module")
def engines() -> Iterator[dict[str, Engine]]:
    """An engine for every game, started once."""
    started = {id: Engine(find(id), hash_mb=4) for id in GAMES}
    yield started
    for engine in started.values():
        engine.close()
