"""The full-screen application: themes, language, and its first screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme

from tabuleiro.records.database import Database
from tabuleiro.rules.texts import language, using_language

DARK = Theme(
    "tabuleiro-dark",
    primary="#7fb7a8",
    secondary="#c8a25c",
    accent="#e0a458",
    warning="#f0b45a",
    error="#f07f72",
    success="#8fce7e",
    foreground="#e6e8e6",
    background="#16191b",
    surface="#1e2326",
    panel="#2a3135",
    dark=True,
)
LIGHT = Theme(
    "tabuleiro-light",
    primary="#2f6f60",
    secondary="#7a5a16",
    accent="#9a4d00",
    warning="#8a4b00",
    error="#a8261b",
    success="#2c6a1f",
    foreground="#1d2321",
    background="#f6f3ea",
    surface="#ffffff",
    panel="#e7e1d2",
    dark=False,
)


class BottomScreen(Screen[None]):
    """The bottom of the stack of screens: when it shows again, the last screen was closed and the application ends."""

    _was_covered = False

    def on_screen_suspend(self) -> None:
        """Note that the first screen now covers this one."""
        self._was_covered = True

    def on_screen_resume(self) -> None:
        """End the application once the last screen has been closed."""
        if self._was_covered:
            self.app.exit()


class TabuleiroApp(App[str | None]):
    """Runs until its last screen is closed. Its result is the language to restart in, if the user chose another."""

    TITLE = "tabuleiro"
    ENABLE_COMMAND_PALETTE = False
    # A line with marked text would copy it instead.
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+q", "quit", ""), Binding("ctrl+c", "quit", priority=True)]

    def __init__(self, database: Database, make_first: Callable[[], Screen[Any]], theme: str = DARK.name) -> None:
        super().__init__()
        self.database = database
        self._make_first = make_first
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = theme

    def get_default_screen(self) -> Screen[Any]:
        """The bottom of the stack of screens."""
        return BottomScreen()

    def on_mount(self) -> None:
        """Show the first screen."""
        self.push_screen(self._make_first())

    def toggle_light(self) -> None:
        """Change between the light and the dark theme."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def change_language(self, code: str) -> None:
        """Restart in another language; games being played are kept."""
        self.exit(code)


def run(database: Database, make_first: Callable[[], Screen[Any]]) -> None:
    """Run the application until the user leaves it; a change of language restarts it at the menu."""
    from tabuleiro.terminal.menu import MenuScreen

    code: str | None = language()
    theme = DARK.name
    while code is not None:
        with using_language(code):
            app = TabuleiroApp(database, make_first, theme)
            code = app.run()
        theme, make_first = app.theme, MenuScreen
