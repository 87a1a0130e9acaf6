"""The rules on the screen: every lesson of every game with its picture, by keys."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Static

import tabuleiro
from tabuleiro.rules.texts import using_language
from tabuleiro.terminal.rules import RulesScreen, legend, pictures_of

OnScreen = Callable[..., None]
Until = Callable[[Pilot[Any], Callable[[], Any]], Awaitable[None]]


async def pictures_are_drawn(pilot: Pilot[Any], until: Until) -> None:
    first = pilot.app.screen.query(".picture").first(Static)
    await until(pilot, lambda: "…" not in str(first.render()))


@pytest.mark.parametrize(("game", "language", "size"), [("trench", "en", (80, 24)), ("tafl", "pt", (120, 40))])
def test_rules_look_as_before(
    game: str,
    language: str,
    size: tuple[int, int],
    on_screen: OnScreen,
    until: Until,
    looks_as_before: Callable[..., None],
) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await pictures_are_drawn(pilot, until)
        await pilot.press("n", "n")
        await pilot.pause()
        looks_as_before(pilot, f"rules-{size[0]}-{language}")

    with using_language(language):
        on_screen(lambda: RulesScreen(tabuleiro.game(game)), use, size)


def test_keys_scroll_from_lesson_to_lesson_and_close(on_screen: OnScreen, until: Until) -> None:
    game = tabuleiro.game("breakthrough")

    async def use(pilot: Pilot[Any]) -> None:
        await pictures_are_drawn(pilot, until)
        scroll = pilot.app.screen.query_one(VerticalScroll)
        headings = [heading.virtual_region.y for heading in pilot.app.screen.query(".lesson")]
        for top in headings[:2]:
            await pilot.press("n")
            await pilot.pause()
            assert scroll.scroll_offset.y == top
        await pilot.press("p")
        await pilot.pause()
        assert scroll.scroll_offset.y == headings[0]
        await pilot.press("p")
        await pilot.pause()
        assert scroll.scroll_offset.y == 0
        await pilot.press("escape")
        await until(pilot, lambda: not pilot.app.is_running)

    on_screen(lambda: RulesScreen(game), use)


@pytest.mark.parametrize("name", tabuleiro.games())
def test_every_lesson_has_its_picture_with_targets(name: str) -> None:
    game = tabuleiro.game(name)
    pictures = pictures_of(game)
    for number, lesson in enumerate(game.lessons(), start=1):
        assert (number in pictures) == (lesson.fen is not None)
        if lesson.fen is not None and lesson.cell is not None:
            moves = [move for move in game.position(lesson.fen).legal_moves if move.origin == lesson.cell]
            assert ("(" in pictures[number].plain) == bool(moves)


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("name", tabuleiro.games())
def test_the_legend_names_both_sides(name: str, language: str) -> None:
    game = tabuleiro.game(name)
    with using_language(language):
        words = legend(game)
        for player in (0, 1):
            pieces = [piece for piece in game.pieces.values() if piece.player == player]
            assert any(piece.sign in words for piece in pieces)
        assert all(str(zone.name) in words for zone in game.board.zones if zone.sign)
