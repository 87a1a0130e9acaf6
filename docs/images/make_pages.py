"""Make the pictures of the page that the README shows, beside this file. Needs Chromium, as the browser tests do.

python docs/images/make_pages.py
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import tabuleiro

HERE = Path(__file__).parent

PLIES = 24
"""How many moves of the game in the pictures have been played."""


def opening(game: str) -> list[str]:
    """The first moves of a game between computers, the same each time."""
    moves: list[str] = []
    with tabuleiro.Engine(game) as engine:
        position = engine.game.start()
        for _ in range(PLIES):
            moves.append(str(engine.choose(position, nodes=20_000)))
            position = position.play(moves[-1])
    return moves


@contextmanager
def running_server() -> Iterator[str]:
    """The address of a server with a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tabuleiro", "serve", "--port", "0", "--database", f"{folder}/games.sqlite"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            try:
                yield address.rstrip("/")
            finally:
                server.send_signal(signal.SIGINT)


def show(browser: Browser, address: str, size: tuple[int, int], scheme: str) -> Page:
    """A page of a size, in light or dark."""
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(base_url=address, viewport=viewport, color_scheme=scheme, locale="en-GB")  # type: ignore[arg-type]
    return context.new_page()


def begin(page: Page, game: str, moves: list[str], **settings: object) -> str:
    """A new match of the page's visitor; its address."""
    new = {"game": game, "players": ["human", "level:4"], "mine": [0], "moves": moves, **settings}
    answer = page.request.post("/api/matches", data=new)
    assert answer.ok, answer.text()
    return str(answer.json()["url"])


def main() -> None:
    """Take all pictures."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with running_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = show(browser, address, (1180, 760), "light")
        page.goto(begin(page, "trench", opening("trench"), names=["Ana", None]))
        page.get_by_role("button", name=re.compile("may move")).nth(3).focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(800)
        page.screenshot(path=HERE / "page-play.png")
        page = show(browser, address, (1180, 760), "light")
        page.goto("/")
        page.wait_for_load_state("networkidle")
        page.screenshot(path=HERE / "page-home.png")
        page = show(browser, address, (390, 760), "dark")
        page.goto("/analysis?game=tafl:brandubh")
        page.get_by_text("depth 1").first.wait_for()
        page.wait_for_timeout(2500)
        page.screenshot(path=HERE / "page-phone.png")
        browser.close()


if __name__ == "__main__":
    main()
