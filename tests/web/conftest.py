"""A new server for each test, on either kind of database, and its visitors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from tabuleiro.records.database import Database
from tabuleiro.web.application import make_application

Visit = Callable[[], TestClient]


@pytest.fixture
def app(database: Database) -> FastAPI:
    return make_application(database, threads=1, prepares=False)


@pytest.fixture
def visit(app: FastAPI) -> Iterator[Visit]:
    """Makes visitors, each with their own cookies, to one server."""
    with ExitStack() as stack:
        running = stack.enter_context(TestClient(app))

        def come() -> TestClient:
            visitor = TestClient(app)
            visitor.portal = running.portal  # the same event loop
            return visitor

        yield come


@pytest.fixture
def ana(visit: Visit) -> TestClient:
    return visit()


@pytest.fixture
def rui(visit: Visit) -> TestClient:
    return visit()
