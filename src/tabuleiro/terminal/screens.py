"""What all screens share: keys with names in the language in use, a title, and waiting without freezing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeVar, cast

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import LoadingIndicator, Static
from textual.worker import Worker

from tabuleiro.messages import screens as texts
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import Text
from tabuleiro.terminal.keys import KeyBar

if TYPE_CHECKING:
    from tabuleiro.records.database import Database
    from tabuleiro.terminal.application import TabuleiroApp

Found = TypeVar("Found")

PATIENCE = 0.3
"""Seconds before a message says that something takes time."""


class Key(NamedTuple):
    """A key, or several separated by commas, with its action (empty: a control handles it) and its name.

    `display` is how the last line of the screen shows it, if not by the key itself.
    """

    keys: str
    action: str
    about: Text
    is_shown: bool = True
    display: str = ""

    @property
    def shown(self) -> str:
        """How the key is shown."""
        first = self.keys.partition(",")[0]
        return self.display or {"escape": "Esc", "enter": "Enter"}.get(first, first)


LIGHT = Key("l", "light", texts.LIGHT_OR_DARK, is_shown=False)
"""The key that every screen has."""


class KeyedScreen(Screen[None]):
    """A screen whose last line names its keys, in the language in use. Its `compose` must end with a `KeyBar`."""

    keys: ClassVar[tuple[Key, ...]] = ()

    def __init__(self) -> None:
        super().__init__()
        for key in (*self.keys, LIGHT):
            if key.action:
                self._bindings.bind(key.keys, key.action)

    def on_mount(self) -> None:
        """Name the keys."""
        self.show_keys()

    def show_keys(self) -> None:
        """Show the keys that do something now."""
        shown = [key for key in self.keys if key.is_shown and self._is_useful(key)]
        self.query_one(KeyBar).show([(key.shown, key.action, key.about) for key in shown])

    def _is_useful(self, key: Key) -> bool:
        name, _, _ = key.action.partition("(")
        return not key.action or bool(self.check_action(name, ()))

    def action_light(self) -> None:
        """Change between light and dark colours."""
        self.application.toggle_light()

    @property
    def application(self) -> TabuleiroApp:
        """The application that shows this screen."""
        return cast("TabuleiroApp", self.app)

    @property
    def database(self) -> Database:
        """The database of kept games."""
        return self.application.database

    def action_close(self) -> None:
        """Go back to the previous screen."""
        self.dismiss()

    def tell(self, text: Text | str) -> None:
        """Show a message that disappears by itself."""
        self.app.notify(str(text), markup=False)

    def tell_error(self, error: TabuleiroError) -> None:
        """Show an error."""
        self.app.notify(str(error), severity="error", markup=False)

    def in_background(
        self,
        work: Callable[[], Found],
        then: Callable[[Found], object],
        failed: Callable[[TabuleiroError], object] | None = None,
        group: str = "background",
    ) -> Worker[None]:
        """Run `work` in another thread and call `then` with its result; later work of a group replaces earlier work."""

        async def run() -> None:
            try:
                found = await asyncio.to_thread(work)
            except TabuleiroError as error:
                (failed or self.tell_error)(error)
            else:
                then(found)

        return self.run_worker(run, group=group, exclusive=True)

    def wait_for(
        self,
        title: Text,
        work: Callable[[], Found],
        then: Callable[[Found], object],
        failed: Callable[[TabuleiroError], None] | None = None,
        discard: Callable[[Found], None] | None = None,
    ) -> None:
        """Run `work` in another thread while a person waits; `discard` gets its result if the person gave up."""

        def done(result: Found | TabuleiroError | None) -> None:
            if isinstance(result, TabuleiroError):
                (failed or self.tell_error)(result)
            elif result is not None:
                then(result)

        self.app.push_screen(Waiting(title, work, discard), done)


class Title(Static):
    """The title of a screen, on its first line."""

    DEFAULT_CSS = """
    Title { width: 100%; height: 1; padding: 0 1; background: $primary; color: $text; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, text: Text | str = "") -> None:
        super().__init__(str(text), id="screen-title", markup=False)


class Waiting(ModalScreen[Found | TabuleiroError | None], Generic[Found]):
    """Work that a person waits for. Its result is that of the work, or its error, or None if the person gave up."""

    DEFAULT_CSS = """
    Waiting { align: center middle; background: $background 40%; }
    Waiting > Vertical { width: 60; max-width: 90%; height: auto; padding: 1 2; border: round $primary; background: $surface; visibility: hidden; }
    Waiting.-slow > Vertical { visibility: visible; }
    Waiting LoadingIndicator { height: 1; margin: 1 0; }
    """

    BINDINGS = [("escape", "give_up")]  # named in the dialog itself

    def __init__(self, title: Text, work: Callable[[], Found], discard: Callable[[Found], None] | None = None) -> None:
        super().__init__()
        self._title, self._work, self._discard = str(title), work, discard
        self._is_given_up = False

    def compose(self) -> ComposeResult:
        """A box that says what is being waited for."""
        with Vertical():
            yield Static(self._title, markup=False)
            yield LoadingIndicator()
            yield Static(str(texts.FIRST_TIME), markup=False)
            yield Static(str(texts.GIVE_UP_WAITING), markup=False)

    def on_mount(self) -> None:
        """Begin the work; show the box only if it takes long."""
        self.set_timer(PATIENCE, lambda: self.add_class("-slow"))
        self._worker: Worker[None] = self.run_worker(self._run, exclusive=True)

    async def _run(self) -> None:
        try:
            found = await asyncio.to_thread(self._do)
        except TabuleiroError as error:
            self.dismiss(error)
        else:
            self.dismiss(found)

    def _do(self) -> Found:
        """Do the work; if nobody waits for the result any more, discard it in this thread."""
        found = self._work()
        if self._is_given_up and self._discard is not None:
            self._discard(found)
        return found

    def action_give_up(self) -> None:
        """Give up waiting."""
        self._is_given_up = True
        self.dismiss(None)
