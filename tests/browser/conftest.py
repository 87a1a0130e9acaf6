"""One browser and one server for all tests of a worker, and separate visitors for each test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.windows import Window, Windows
from tests.missing import missing
from tests.web.running import RunningServer, running_server

Visit = Callable[..., Page]

PATIENCE = 30_000
"""The most milliseconds the page may take for anything, on a busy machine."""

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")

ARGUMENTS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
]


@pytest.fixture(scope="package")
def chromium() -> str:
    """The system's Chromium."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        missing("Chromium is not installed: apt-get install chromium")
    return program


@pytest.fixture(scope="package")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server; a test that kills it must start it again."""
    with running_server(tmp_path_factory.mktemp("server"), "--threads", "1") as server:
        yield server
        assert server.faults() == []


@pytest.fixture(scope="package")
def windows(chromium: str, server: RunningServer) -> Iterator[Windows]:
    """The windows of a browser."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        windows = Windows(browser, server.address, PATIENCE)
        yield windows
        windows.close()
        browser.close()


@pytest.fixture
def visit(windows: Windows) -> Iterator[Visit]:
    """Opens windows on the server, each with its own cookies; one that a test `spoils` is not used again.

    At the end, no window may have asked another host for anything, and no script may have failed.
    """
    opened: list[tuple[Window, bool]] = []

    def come(path: str | None = None, *, spoils: bool = False, **settings: Any) -> Page:
        window = windows.open(**settings)
        opened.append((window, spoils))
        if path is not None:
            window.page.goto(path)
        return window.page

    yield come
    faults = [fault for window, spoils in opened for fault in windows.leave(window, for_good=spoils)]
    assert faults == []


@pytest.fixture(scope="package")
def axe() -> str:
    """axe, the script that checks pages for accessibility."""
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
