"""The games on a full terminal screen. Each function here runs until the user leaves; the screens are loaded only then."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.match.table import Table
    from tabuleiro.notation.records import Record
    from tabuleiro.records.database import Database


def show_menu(database: Database) -> None:
    """Show the menu: begin a game, continue or look at one, solve puzzles."""
    from tabuleiro.terminal.application import run
    from tabuleiro.terminal.menu import MenuScreen

    run(database, MenuScreen)


def show_table(database: Database, table: Table, *, view: str | None = None, flip: bool = False) -> None:
    """Play at a table."""
    from tabuleiro.terminal.application import run
    from tabuleiro.terminal.playing import PlayScreen

    run(database, lambda: PlayScreen(table, view=view, flip=flip))


def show_replay(database: Database, records: Sequence[Record], *, view: str | None = None, flip: bool = False) -> None:
    """Step through the records of games."""
    from tabuleiro.terminal.application import run
    from tabuleiro.terminal.replaying import ReplayScreen

    run(database, lambda: ReplayScreen(records, view=view, flip=flip))


def show_puzzles(database: Database, game: str | None = None) -> None:
    """Solve the puzzles of a game, given by its name; without one, the user chooses."""
    from tabuleiro.terminal.application import run
    from tabuleiro.terminal.puzzling import puzzle_screen

    run(database, lambda: puzzle_screen(database, game))
