"""Full screens without a terminal: run an application on a screen of a given size, and press keys."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from tabuleiro.records.database import Database
from tabuleiro.terminal.application import TabuleiroApp

PATIENCE = 60.0
"""The most seconds to wait for anything, on a busy machine."""


@pytest.fixture
def on_screen(database: Database) -> Callable[..., None]:
    """Run an application with a first screen, and let a test use it: `on_screen(make_screen, use, size=(80, 24))`."""

    def run(
        make_screen: Callable[[], Screen[Any]],
        use: Callable[[Pilot[Any]], Awaitable[None]],
        size: tuple[int, int] = (80, 24),
    ) -> None:
        async def play() -> None:
            app = TabuleiroApp(database, make_screen)
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await use(pilot)

        asyncio.run(play())

    return run


@pytest.fixture
def until() -> Callable[..., Awaitable[None]]:
    """Wait until something is true; fails after PATIENCE."""

    async def wait(pilot: Pilot[Any], is_so: Callable[[], Any]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await pilot.pause(0.01)
        await pilot.pause()

    return wait


@pytest.fixture
def screen_text() -> Callable[[Pilot[Any]], str]:
    """The characters on the screen, line by line, without spaces at the ends of lines."""

    def text(pilot: Pilot[Any]) -> str:
        height = pilot.app.size.height
        lines = pilot.app.screen._compositor.render_strips()
        assert len(lines) == height
        return "\n".join(strip.text.rstrip() for strip in lines) + "\n"

    return text


DATA = Path(__file__).parents[1] / "data" / "terminal"


@pytest.fixture
def looks_as_before(screen_text: Callable[[Pilot[Any]], str]) -> Callable[[Pilot[Any], str], None]:
    """Compare the screen with a file under `tests/data/terminal/`; TABULEIRO_NEW_LOOK=1 accepts a new look."""

    def compare(pilot: Pilot[Any], name: str) -> None:
        shown, file = screen_text(pilot), DATA / f"{name}.txt"
        if os.environ.get("TABULEIRO_NEW_LOOK"):
            DATA.mkdir(exist_ok=True)
            file.write_text(shown, encoding="utf-8", newline="\n")
        assert shown == file.read_text(encoding="utf-8")

    return compare
