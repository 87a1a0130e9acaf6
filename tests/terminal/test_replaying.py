"""Stepping through records: by keys and by mouse, with comments, events, several records and the end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

import tabuleiro
from tabuleiro.notation.records import Entry, Record
from tabuleiro.rules.texts import using_language
from tabuleiro.terminal.board import BoardView
from tabuleiro.terminal.choosing import NewGameScreen
from tabuleiro.terminal.replaying import ReplayScreen, stops_of
from tabuleiro.terminal.rules import RulesScreen

OnScreen = Callable[..., None]
Until = Callable[[Pilot[Any], Callable[[], Any]], Awaitable[None]]


def make_record(game: str, plies: int, *events: str, **tags: str) -> Record:
    """The first legal moves of a game, the first of them with a comment, and then some events."""
    start = position = tabuleiro.game(game).start()
    entries: list[Entry] = []
    for ply in range(plies):
        move = position.legal_moves[0]
        entries.append(Entry(str(move), () if ply else ("A [bold] beginning.",)))
        position = position.play(move)
    return Record.from_moves(start, [*entries, *(Entry(event) for event in events)], tags=tags)


TRENCH = make_record("trench", 12, "resigns", Black="Ana", White="Rui")


async def is_open(pilot: Pilot[Any], until: Until, record: Record = TRENCH) -> None:
    moves = pilot.app.screen.query_one(OptionList)
    await until(pilot, lambda: moves.option_count == len(record.entries) + 1 and pilot.app.screen.query(BoardView))


def board(pilot: Pilot[Any]) -> BoardView:
    return pilot.app.screen.query_one(BoardView)


def words(pilot: Pilot[Any]) -> str:
    return str(pilot.app.screen.query_one("#words Static", Static).render())


@pytest.mark.parametrize(("language", "size"), [("en", (80, 24)), ("pt", (120, 40))])
def test_a_replay_looks_as_before(
    language: str, size: tuple[int, int], on_screen: OnScreen, until: Until, looks_as_before: Callable[..., None]
) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await is_open(pilot, until)
        await pilot.press("right" if language == "en" else "end")
        await pilot.pause()
        looks_as_before(pilot, f"replay-{size[0]}-{language}")

    with using_language(language):
        on_screen(lambda: ReplayScreen([TRENCH]), use, size)


def test_keys_and_clicks_step_through_the_game(on_screen: OnScreen, until: Until) -> None:
    positions = list(TRENCH.positions())
    keys = [
        ("right", 1),
        ("down", 2),
        ("left", 1),
        ("pagedown", 11),
        ("end", 12),
        ("right", 12),
        ("pageup", 3),
        ("up", 2),
        ("home", 0),
        ("left", 0),
        ("space", 1),
    ]

    async def use(pilot: Pilot[Any]) -> None:
        await is_open(pilot, until)
        for key, ply in keys:
            await pilot.press(key)
            await pilot.pause()
            assert board(pilot).position == positions[ply], key
        await pilot.click("#moves", offset=(6, 4))
        await until(pilot, lambda: board(pilot).position == positions[4])

    on_screen(lambda: ReplayScreen([TRENCH]), use)


def test_comments_facts_and_the_end_are_told(on_screen: OnScreen, until: Until) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await is_open(pilot, until)
        assert "[bold]" not in words(pilot) and "Black to move" in words(pilot)
        await pilot.press("right")
        await pilot.pause()
        assert "A [bold] beginning." in words(pilot) and "points: 0" in words(pilot)
        await pilot.press("end")
        await pilot.pause()
        assert "Won by White: resignation" in words(pilot)
        assert str(pilot.app.screen.query_one("#people", Static).render()) == "Black: Ana\nWhite: Rui"

    on_screen(lambda: ReplayScreen([TRENCH]), use)


def test_several_records_view_and_sides(on_screen: OnScreen, until: Until) -> None:
    other = make_record("breakthrough", 3)

    async def use(pilot: Pilot[Any]) -> None:
        await is_open(pilot, until)
        await pilot.press("v", "f")
        await pilot.pause()
        assert (board(pilot).view, board(pilot).flip) == ("square", True)
        await pilot.press("n")
        await is_open(pilot, until, other)
        await until(pilot, lambda: board(pilot).position == other.first_position)
        assert "2 of 2" in str(pilot.app.screen.query_one("#screen-title", Static).render())
        await pilot.press("end")
        await pilot.pause()
        assert "The record ends here" in words(pilot)
        await pilot.press("p")
        await is_open(pilot, until)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, RulesScreen))

    on_screen(lambda: ReplayScreen([TRENCH, other]), use)


def test_a_game_can_be_played_on_from_any_position_but_its_end(on_screen: OnScreen, until: Until) -> None:
    start = tabuleiro.game("breakthrough:5x5").position("5/1P3/5/3p1/5 w")
    won = Record.from_moves(start, ["b4-b5"])

    async def use(pilot: Pilot[Any]) -> None:
        await is_open(pilot, until, won)
        await pilot.press("end", "g")
        await until(pilot, lambda: pilot.app._notifications)
        assert isinstance(pilot.app.screen, ReplayScreen)
        await pilot.press("left", "g")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGameScreen))
        assert pilot.app.screen._start == start.fen  # type: ignore[attr-defined]

    on_screen(lambda: ReplayScreen([won]), use)


def test_no_record_is_said_to_be_none(on_screen: OnScreen, screen_text: Callable[..., str]) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await pilot.press("right", "end", "n", "f", "v", "g", "r")
        await pilot.pause()
        assert "no record" in screen_text(pilot)

    on_screen(lambda: ReplayScreen([]), use)


def test_stops_are_the_beginning_the_moves_and_the_events() -> None:
    record = make_record("monkey-queen", 1, "swap", "resigns")
    assert [str(stop.words).strip() for stop in stops_of(record)] == [
        "the beginning",
        f"1. {record.moves[0]}",
        "seats exchanged",
        "resigns",
    ]
