"""The menu: all games, what else there is, by keys and by mouse, in both languages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

import tabuleiro
from tabuleiro.games import kind
from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.match.plan import HUMAN, Plan, make_people
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.rules.texts import using_language
from tabuleiro.terminal.choosing import NewGameScreen
from tabuleiro.terminal.library import LibraryScreen
from tabuleiro.terminal.menu import MenuScreen
from tabuleiro.terminal.pictures import Preview
from tabuleiro.terminal.playing import PlayScreen
from tabuleiro.terminal.puzzling import PuzzleChoiceScreen
from tabuleiro.terminal.rules import RulesScreen

OnScreen = Callable[..., None]
Until = Callable[[Pilot[Any], Callable[[], Any]], Awaitable[None]]


def shows(pilot: Pilot[Any], kind: type) -> Callable[[], bool]:
    return lambda: isinstance(pilot.app.screen, kind)


def has_picture(pilot: Pilot[Any]) -> bool:
    return pilot.app.screen.query_one(Preview).has_picture


def about(pilot: Pilot[Any], id: str) -> str:
    return str(pilot.app.screen.query_one(id, Static).render())


async def highlight(pilot: Pilot[Any], id: str) -> None:
    """Go to an entry with the arrow keys."""
    entries = pilot.app.screen.query_one(OptionList)
    await pilot.press("home")
    while entries.highlighted_option is None or entries.highlighted_option.id != id:
        await pilot.press("down")
    await pilot.pause()


def keep_unfinished(database: Database, game: str = "breakthrough", moves: int = 3) -> KeptMatch:
    kept = KeptMatch(Plan(game, make_people((HUMAN, HUMAN), ("Ana", "Rui"))), database)
    for _ in range(moves):
        kept.act(lambda session: session.play(session.position.legal_moves[0]))
    return kept


@pytest.mark.parametrize(("language", "size"), [("en", (80, 24)), ("pt", (120, 40))])
def test_the_menu_looks_as_before(
    language: str, size: tuple[int, int], on_screen: OnScreen, until: Until, looks_as_before: Callable[..., None]
) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await highlight(pilot, "game-trench")
        await until(pilot, lambda: has_picture(pilot))
        looks_as_before(pilot, f"menu-{size[0]}-{language}")

    with using_language(language):
        on_screen(MenuScreen, use, size)


def test_a_narrow_menu_has_room_for_its_entries_alone(on_screen: OnScreen, screen_text: Callable[..., str]) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        assert "│" not in screen_text(pilot)
        assert "Fields of Action" in screen_text(pilot)

    on_screen(MenuScreen, use, size=(40, 15))


def test_every_game_is_told_with_its_goal_and_board(on_screen: OnScreen, until: Until) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        for name in tabuleiro.games():
            await highlight(pilot, f"game-{name}")
            assert about(pilot, "#name") == str(kind(name).title)
            assert about(pilot, "#goal") == str(kind(name).goal)
            await until(pilot, lambda: has_picture(pilot))

    on_screen(MenuScreen, use)


@pytest.mark.compiled
def test_enter_twice_plays_against_the_computer(on_screen: OnScreen, until: Until) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await pilot.press("enter")
        await until(pilot, shows(pilot, NewGameScreen))
        await pilot.press("enter")
        await until(pilot, shows(pilot, PlayScreen))
        plan = pilot.app.screen.table.plan  # type: ignore[attr-defined]
        assert plan.game == tabuleiro.games()[0]
        assert [person.player for person in plan.people] == [HUMAN, "3"]
        await pilot.press("q")
        await until(pilot, shows(pilot, MenuScreen))

    on_screen(MenuScreen, use)


def test_the_mouse_alone_begins_a_game(on_screen: OnScreen, until: Until) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await pilot.click("#entries", offset=(4, 2))
        await until(pilot, shows(pilot, NewGameScreen))
        await pilot.click("#player1")
        await until(pilot, lambda: not isinstance(pilot.app.screen, NewGameScreen))
        await pilot.click(OptionList, offset=(3, 0))
        await until(pilot, shows(pilot, NewGameScreen))
        await pilot.click("#start")
        await until(pilot, shows(pilot, PlayScreen))
        plan = pilot.app.screen.table.plan  # type: ignore[attr-defined]
        assert plan.game == tabuleiro.games()[1]
        assert [person.player for person in plan.people] == [HUMAN, HUMAN]

    on_screen(MenuScreen, use)


def test_the_last_unfinished_game_is_named_and_goes_on(
    database: Database, on_screen: OnScreen, until: Until, screen_text: Callable[..., str]
) -> None:
    kept = keep_unfinished(database)

    async def use(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: has_picture(pilot))
        assert "Go on: Breakthrough" in screen_text(pilot)
        assert "Ana – Rui (3 moves played)" in screen_text(pilot)
        await pilot.press("enter")
        await until(pilot, shows(pilot, PlayScreen))
        table = pilot.app.screen.table  # type: ignore[attr-defined]
        assert table.kept.id == kept.id
        assert table.session.moves == kept.session.moves

    on_screen(MenuScreen, use)


def test_a_game_that_is_not_known_here_does_no_harm(database: Database, on_screen: OnScreen, until: Until) -> None:
    plan = Plan("breakthrough", make_people((HUMAN, HUMAN))).data()
    number = database.write(store.begin_match, "nowhere:big", {**plan, "game": "nowhere:big"})
    database.write(store.begin_game, number, 1, 0)

    async def use(pilot: Pilot[Any]) -> None:
        assert "nowhere" in about(pilot, "#name")
        await pilot.press("r", "enter")
        await until(pilot, lambda: len(pilot.app._notifications) >= 2)
        assert isinstance(pilot.app.screen, MenuScreen)

    on_screen(MenuScreen, use)


def test_keys_lead_to_screens_and_escape_leads_back(on_screen: OnScreen, until: Until) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        for key, screen in (
            ("k", LibraryScreen),
            ("p", PuzzleChoiceScreen),
            ("r", RulesScreen),
            ("enter", NewGameScreen),
        ):
            await pilot.press(key)
            await until(pilot, shows(pilot, screen))
            await pilot.press("escape")
            await until(pilot, shows(pilot, MenuScreen))

    on_screen(MenuScreen, use)


def test_the_other_language_is_asked_for(on_screen: OnScreen, until: Until) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await highlight(pilot, "language")
        await pilot.press("enter")
        await until(pilot, lambda: not pilot.app.is_running or pilot.app.return_value)
        assert pilot.app.return_value == "en"

    with using_language("pt"):
        on_screen(MenuScreen, use)


def test_light_and_dark_change_at_once(on_screen: OnScreen, screen_text: Callable[..., str]) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        assert "c go on" not in screen_text(pilot)  # there is no game to go on with
        await pilot.press("c")
        assert isinstance(pilot.app.screen, MenuScreen)
        assert pilot.app.current_theme.dark
        assert "Light colours" in screen_text(pilot)
        await pilot.press("l")
        await pilot.pause()
        assert not pilot.app.current_theme.dark
        assert "Dark colours" in screen_text(pilot)

    on_screen(MenuScreen, use)


def test_a_click_on_a_key_does_what_the_key_does_and_quitting_ends_it_all(
    on_screen: OnScreen, until: Until, screen_text: Callable[..., str]
) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        lines = screen_text(pilot).splitlines()
        line = next(number for number, text in enumerate(lines) if "k kept games" in text)
        await pilot.click(offset=(lines[line].index("kept games") + 2, line))
        await until(pilot, shows(pilot, LibraryScreen))
        await pilot.press("escape")
        await until(pilot, shows(pilot, MenuScreen))
        await highlight(pilot, "quit")
        await pilot.press("enter")
        await until(pilot, lambda: not pilot.app.is_running)

    on_screen(MenuScreen, use)
