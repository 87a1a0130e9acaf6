"""Opening a table for a plan or a kept match, while the screen that asks for it stays responsive."""

from __future__ import annotations

from collections.abc import Callable

from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.match.plan import Plan
from tabuleiro.match.table import Table
from tabuleiro.messages import screens as texts
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.terminal.screens import KeyedScreen


def begin(screen: KeyedScreen, plan: Plan, failed: Callable[[TabuleiroError], None]) -> None:
    """Begin the match of a plan, and play it in place of this screen; `failed` is called if that is not possible."""

    def play(table: Table) -> None:
        from tabuleiro.terminal.playing import PlayScreen

        screen.app.switch_screen(PlayScreen(table))

    database = screen.database
    title = texts.PREPARING.fill(game=plan.found_game.title)
    screen.wait_for(title, lambda: _seated(KeptMatch(plan, database)), play, failed, Table.close)


def resume(screen: KeyedScreen, number: int) -> None:
    """Continue a kept match, in front of this screen."""

    def play(table: Table) -> None:
        from tabuleiro.terminal.playing import PlayScreen

        screen.app.push_screen(PlayScreen(table))

    database = screen.database
    title = texts.OPENING.fill(number=number)
    screen.wait_for(title, lambda: _seated(kept_match(database, number)), play, discard=Table.close)


def kept_match(database: Database, number: int) -> KeptMatch:
    """The kept match with this number as far as it went, with names as they are shown."""
    return KeptMatch.resume(database.read(store.find_match, number), database, is_shown=True)


def _seated(kept: KeptMatch) -> Table:
    """A table for a match, with its computers ready."""
    table = Table(kept)
    try:
        table.prepare()
    except BaseException:
        table.close()
        raise
    return table
