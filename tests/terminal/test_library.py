"""The kept games: listed, filtered, gone on with, looked at, written to files, deleted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, Static

from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.match.listing import result_text, short_result
from tabuleiro.match.plan import HUMAN, Plan, make_people
from tabuleiro.messages import screens as texts
from tabuleiro.notation.record_reader import read_records
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.rules.texts import using_language
from tabuleiro.terminal.dialogs import ConfirmDialog, SaveDialog
from tabuleiro.terminal.fields import Choice
from tabuleiro.terminal.library import LibraryScreen
from tabuleiro.terminal.playing import PlayScreen
from tabuleiro.terminal.replaying import ReplayScreen

OnScreen = Callable[..., None]
Until = Callable[[Pilot[Any], Callable[[], Any]], Awaitable[None]]


def keep(
    database: Database, game: str, moves: int = 2, resigns: bool = False, swaps: bool = False, format: str = "single"
) -> KeptMatch:
    kept = KeptMatch(Plan(game, make_people((HUMAN, HUMAN), ("Ana", "[b]Rui")), format), database)
    for number in range(moves):
        kept.act(lambda session: session.play(session.position.legal_moves[0]))
        if swaps and number == 0:
            kept.act(lambda session: session.exchange_seats())
    if resigns:
        kept.act(lambda session: session.resign())
    return kept


def rows(pilot: Pilot[Any]) -> list[list[str]]:
    table = next(screen for screen in pilot.app.screen_stack if isinstance(screen, LibraryScreen)).query_one(DataTable)
    return [[str(cell) for cell in table.get_row_at(row)] for row in range(table.row_count)]


def shows(pilot: Pilot[Any], kind: type) -> Callable[[], bool]:
    return lambda: isinstance(pilot.app.screen, kind)


def test_matches_are_listed_and_filtered(database: Database, on_screen: OnScreen, until: Until) -> None:
    keep(database, "breakthrough")
    keep(database, "tafl:brandubh", resigns=True)

    async def use(pilot: Pilot[Any]) -> None:
        assert [row[0] for row in rows(pilot)] == ["2", "1"]
        assert rows(pilot)[0][2:] == ["Tafl (brandubh)", "Ana – [b]Rui", "[b]Rui won"]
        assert rows(pilot)[1][2:] == ["Breakthrough", "Ana – [b]Rui", "unfinished (2)"]
        detail = str(pilot.app.screen.query_one("#detail", Static).render())
        assert "[b]Rui won: resignation" in detail
        await pilot.press("f")
        await pilot.pause()
        await pilot.press("down", "enter")
        await until(pilot, lambda: len(rows(pilot)) == 1)
        assert rows(pilot)[0][0] == "1"
        pilot.app.screen.query_one(Choice).value = "trench"
        await until(pilot, lambda: not rows(pilot))
        assert pilot.app.screen.query_one("#nothing").display

    on_screen(LibraryScreen, use)


def test_enter_goes_on_with_an_unfinished_game_and_shows_a_finished_one(
    database: Database, on_screen: OnScreen, until: Until
) -> None:
    keep(database, "breakthrough", resigns=True)
    unfinished = keep(database, "breakthrough")

    async def use(pilot: Pilot[Any]) -> None:
        await pilot.press("enter")
        await until(pilot, shows(pilot, PlayScreen))
        assert pilot.app.screen.table.session.moves == unfinished.session.moves  # type: ignore[attr-defined]
        pilot.app.pop_screen()
        await until(pilot, shows(pilot, LibraryScreen))
        await pilot.press("down", "enter")
        await until(pilot, shows(pilot, ReplayScreen))
        await pilot.press("escape")
        await until(pilot, shows(pilot, LibraryScreen))
        await pilot.press("up", "r")
        await until(pilot, shows(pilot, ReplayScreen))

    on_screen(LibraryScreen, use)


def test_a_match_is_written_to_a_file(database: Database, tmp_path: Path, on_screen: OnScreen, until: Until) -> None:
    kept = keep(database, "breakthrough", resigns=True)
    file = tmp_path / "match.txt"

    async def use(pilot: Pilot[Any]) -> None:
        for path in (tmp_path / "missing" / "match.txt", file):
            await pilot.press("x")
            await until(pilot, shows(pilot, SaveDialog))
            pilot.app.screen.query_one(Input).value = str(path)
            pilot.app.clear_notifications()
            await pilot.press("enter")
            await until(pilot, lambda: pilot.app._notifications)
            assert path.exists() == (path == file)
        assert list(read_records(file.read_text(encoding="utf-8"))) == [kept.session.record]

    on_screen(LibraryScreen, use)


def test_a_match_is_deleted_only_if_that_is_meant(database: Database, on_screen: OnScreen, until: Until) -> None:
    keep(database, "breakthrough")

    async def use(pilot: Pilot[Any]) -> None:
        await pilot.press("d")
        await until(pilot, shows(pilot, ConfirmDialog))
        await pilot.press("right", "enter")
        await until(pilot, shows(pilot, LibraryScreen))
        assert len(rows(pilot)) == len(database.read(store.list_matches, limit=9)) == 1
        await pilot.press("d")
        await until(pilot, shows(pilot, ConfirmDialog))
        await pilot.press("enter")
        await until(pilot, lambda: shows(pilot, LibraryScreen)() and not rows(pilot))
        assert not database.read(store.list_matches, limit=9)
        await pilot.press("r", "x", "d", "enter")
        assert isinstance(pilot.app.screen, LibraryScreen)

    on_screen(LibraryScreen, use)


def test_an_empty_library_says_so(on_screen: OnScreen, looks_as_before: Callable[..., None]) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        looks_as_before(pilot, "library-80-pt")

    with using_language("pt"):
        on_screen(LibraryScreen, use)


@pytest.mark.parametrize("moves", [2, 3])
@pytest.mark.parametrize(
    ("game", "swaps"),
    [("breakthrough", False), ("tafl:copenhagen;first=defenders", False), ("monkey-queen", True), ("trench", False)],
)
def test_the_winner_is_named_who_has_won(game: str, swaps: bool, moves: int, database: Database) -> None:
    kept = keep(database, game, moves, resigns=True, swaps=swaps)
    result = kept.session.result
    assert result is not None and result.winner is not None
    winner = kept.plan.people[kept.match.person(0, result.winner)]
    match = database.read(store.list_matches, limit=1)[0]
    assert short_result(match, database) == texts.SHORT_WON.fill(name=winner.name)


def test_a_match_of_several_games_names_all_winners(database: Database) -> None:
    kept = keep(database, "breakthrough", resigns=True, format="best-of-3")
    kept.next_game()
    kept.act(lambda session: session.resign())
    kept.next_game()
    kept.act(lambda session: session.resign())
    match = database.read(store.list_matches, limit=1)[0]
    assert match.is_finished
    assert str(result_text(match, database)) == "winners: [b]Rui, Ana, [b]Rui"
