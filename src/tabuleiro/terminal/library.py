"""The kept games: to continue, replay, export or delete."""

from __future__ import annotations

import re

from rich.text import Text as RichText
from textual import on, work
from textual.app import ComposeResult
from textual.events import ScreenResume
from textual.widgets import DataTable, Static

from tabuleiro.games import games as names_of_games
from tabuleiro.games import kind
from tabuleiro.match.listing import people_text, result_text, short_result, title_of, when_text
from tabuleiro.messages import screens as texts
from tabuleiro.notation.records import Record, write_record
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.terminal.dialogs import ConfirmDialog, SaveDialog
from tabuleiro.terminal.fields import Choice, Field, Value
from tabuleiro.terminal.files import NotWritten, write_file
from tabuleiro.terminal.keys import KeyBar
from tabuleiro.terminal.opening import kept_match, resume
from tabuleiro.terminal.screens import Key, KeyedScreen, Title

MOST_SHOWN = 1000
"""The most matches that are listed, the latest ones."""

ALL = "all"


class LibraryScreen(KeyedScreen):
    """A table of all kept matches, the last one played first."""

    CSS = """
    LibraryScreen DataTable { height: 1fr; scrollbar-size-vertical: 1; }
    LibraryScreen #detail { height: auto; min-height: 2; padding: 0 1; background: $surface; }
    LibraryScreen #nothing { height: 1fr; padding: 2 4; }
    """

    keys = (
        Key("enter", "", texts.OPEN),
        Key("r", "replay", texts.REPLAY),
        Key("x", "export", texts.EXPORT),
        Key("d", "delete", texts.DELETE),
        Key("delete", "delete", texts.DELETE, is_shown=False),
        Key("f", "filter", texts.FILTER),
        Key("escape,q", "close", texts.CLOSE),
    )

    def __init__(self) -> None:
        super().__init__()
        self._matches: dict[str, store.StoredMatch] = {}

    def compose(self) -> ComposeResult:
        """Which games to show, and the table of them."""
        yield Title()
        games = [Value(name, kind(name).title) for name in names_of_games()]
        yield Field(texts.ONLY, Choice([Value(ALL, texts.ALL_GAMES), *games], ALL, id="only", heading=texts.ONLY))
        table: DataTable[RichText] = DataTable(cursor_type="row", zebra_stripes=True)
        for key, title in texts.COLUMNS.items():
            table.add_column(str(title), key=key)
        yield table
        yield Static(id="detail", markup=False)
        yield Static(str(texts.NOTHING_KEPT), id="nothing", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Focus the table."""
        self._table.focus()

    @property
    def _table(self) -> DataTable[RichText]:
        return self.query_one(DataTable)

    # --- the table ---
    @on(ScreenResume)
    @on(Choice.Changed)
    def _list_again(self) -> None:
        """List the kept matches again, with the cursor where it was."""
        only = self.query_one("#only", Choice).value
        try:
            found = self.database.read(store.list_matches, limit=MOST_SHOWN, game=None if only == ALL else only)
        except TabuleiroError as error:
            self.tell_error(error)
            return
        table, row = self._table, self._table.cursor_row
        self._matches = {str(match.id): match for match in found}
        table.clear()
        for match in found:
            table.add_row(*self._row(match), key=str(match.id))
        table.move_cursor(row=min(row, len(found) - 1))
        table.display = self.query_one("#detail").display = bool(found)
        self.query_one("#nothing").display = not found
        self.query_one("#screen-title", Static).update(str(texts.LIBRARY.fill(count=len(found))))
        self.show_keys()

    def _row(self, match: store.StoredMatch) -> list[RichText]:
        """The row of a match in the table."""
        cells = (match.id, when_text(match), title_of(match), people_text(match), short_result(match, self.database))
        return [RichText(str(cell)) for cell in cells]

    @on(DataTable.RowHighlighted)
    def _tell_all(self) -> None:
        """Describe the match under the cursor, below the table."""
        match = self._chosen
        if match is not None:
            self.query_one("#detail", Static).update(_detail(match, self.database))

    @property
    def _chosen(self) -> store.StoredMatch | None:
        """The match under the cursor."""
        if not self._matches:
            return None
        key = self._table.coordinate_to_cell_key(self._table.cursor_coordinate).row_key
        return self._matches.get(str(key.value))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Some actions need a match in the table."""
        return action not in ("replay", "export", "delete") or bool(self._matches)

    # --- what can be done with a match ---
    @on(DataTable.RowSelected)
    def _open(self) -> None:
        match = self._chosen
        if match is not None and not match.is_finished:
            resume(self, match.id)
        else:
            self.action_replay()

    def action_replay(self) -> None:
        """Step through the match under the cursor."""
        from tabuleiro.terminal.replaying import ReplayScreen

        match = self._chosen
        if match is not None:
            self.wait_for(
                texts.OPENING.fill(number=match.id),
                lambda: self._records(match.id),
                lambda records: self.app.push_screen(ReplayScreen(records)),
            )

    def _records(self, number: int) -> list[Record]:
        """The records of a match's games."""
        return [session.record for session in kept_match(self.database, number).match.sessions]

    @work
    async def action_export(self) -> None:
        """Write the match under the cursor to a file."""
        match = self._chosen
        if match is None:
            return
        name = texts.FILE_NAME.fill(game=re.sub(r"\W+", "-", match.game)[:40], number=match.id)
        path = await self.app.push_screen_wait(SaveDialog(str(name)))
        if path is not None:
            self.wait_for(
                texts.OPENING.fill(number=match.id),
                lambda: "\n".join(map(write_record, self._records(match.id))),
                lambda text: self._write(path, text),
            )

    def _write(self, path: str, text: str) -> None:
        try:
            write_file(path, text)
        except NotWritten as error:
            self.tell_error(error)
        else:
            self.tell(texts.WRITTEN.fill(path=path))

    @work
    async def action_delete(self) -> None:
        """Delete the match under the cursor, after asking."""
        match = self._chosen
        if match is None:
            return
        question = texts.REALLY_DELETE.fill(number=match.id, people=people_text(match))
        if await self.app.push_screen_wait(ConfirmDialog(question)) != "yes":
            return
        try:
            self.database.write(store.forget_match, match.id)
        except TabuleiroError as error:
            self.tell_error(error)
        else:
            self.tell(texts.DELETED.fill(number=match.id))
        self._list_again()

    def action_filter(self) -> None:
        """Choose the game whose matches are shown."""
        self.query_one("#only", Choice).action_list()


def _detail(match: store.StoredMatch, database: Database) -> str:
    """A match in two lines: what was played and when it began, who played it and how it ended."""
    begun = texts.BEGUN.fill(when=f"{match.begun.astimezone():%Y-%m-%d %H:%M}")
    return f"{match.id}. {title_of(match)}, {begun}\n{people_text(match)}: {result_text(match, database)}"
