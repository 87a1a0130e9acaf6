"""Make the pictures of the full screen that the README shows, beside this file.

python docs/images/make_screens.py
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.match.plan import HUMAN, Plan, make_people
from tabuleiro.match.table import Table
from tabuleiro.records.database import Database
from tabuleiro.terminal.application import DARK, LIGHT, TabuleiroApp
from tabuleiro.terminal.menu import MenuScreen
from tabuleiro.terminal.playing import PlayScreen

HERE = Path(__file__).parent


async def picture(
    name: str, database: Database, screen: Callable[[], Screen[Any]], keys: str, size: tuple[int, int], theme: str
) -> None:
    """Show a screen, press keys (a dot waits a second), and write what is seen to a file."""
    app = TabuleiroApp(database, screen, theme)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for key in keys.split():
            if key == ".":
                await pilot.pause(1.0)
            else:
                await pilot.press(key)
        await settle(pilot)
        drawn = app.export_screenshot(title="tabuleiro")
    # The picture must not ask other computers for fonts.
    drawn = re.sub(r"@font-face\s*\{.*?\}", "", drawn, flags=re.DOTALL)
    (HERE / f"{name}.svg").write_text(drawn, encoding="utf-8")


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until the screen has been drawn."""
    for _ in range(5):
        await pilot.pause(0.1)


def main() -> None:
    """Make all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "games.sqlite")

        def playing(game: str, opponent: str) -> PlayScreen:
            plan = Plan(game, make_people((HUMAN, opponent)), seconds=1.0)
            return PlayScreen(Table(KeptMatch(plan, database), seed=3))

        play = ". . t d 4 - d 5 enter escape . . tab tab tab enter tab enter . . tab tab enter tab e . ."
        asyncio.run(picture("terminal-play", database, lambda: playing("trench", "10"), play, (120, 40), DARK.name))
        small = ". . tab tab tab enter tab enter . . h . ."
        asyncio.run(picture("terminal-small", database, lambda: playing("tafl", "5"), small, (80, 24), LIGHT.name))
        asyncio.run(picture("terminal-menu", database, MenuScreen, "down down .", (100, 32), DARK.name))
        database.close()


if __name__ == "__main__":
    main()
