"""A new game's choices: what they mean for the match, what is wrong with them, by keys and by mouse."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Collapsible, Input, Static

import tabuleiro
from tabuleiro.match.plan import HUMAN, Plan
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import using_language
from tabuleiro.terminal import choosing
from tabuleiro.terminal.choices import read_seconds
from tabuleiro.terminal.choosing import NewGameScreen
from tabuleiro.terminal.fields import Choice, Field, ValueList
from tabuleiro.terminal.pictures import Preview
from tabuleiro.terminal.playing import PlayScreen

OnScreen = Callable[..., None]
Until = Callable[[Pilot[Any], Callable[[], Any]], Awaitable[None]]


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """The plans of the games that were started; none of them is really begun."""
    found: list[Plan] = []
    monkeypatch.setattr(choosing, "begin", lambda screen, plan, failed: found.append(plan))
    return found


def choice(pilot: Pilot[Any], id: str) -> Choice:
    return pilot.app.screen.query_one(f"#{id}", Choice)


def line(pilot: Pilot[Any], id: str) -> Input:
    return pilot.app.screen.query_one(f"#{id}", Input)


def problem(pilot: Pilot[Any], id: str) -> str:
    return pilot.app.screen.query_one(f"#{id}-field", Field).problem or ""


async def formats_are_known(pilot: Pilot[Any], until: Until) -> None:
    await until(pilot, lambda: len(choice(pilot, "format")._values) > 1)


@pytest.mark.parametrize(("language", "size"), [("en", (80, 24)), ("pt", (120, 40))])
def test_a_new_game_looks_as_before(
    language: str, size: tuple[int, int], on_screen: OnScreen, until: Until, looks_as_before: Callable[..., None]
) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await formats_are_known(pilot, until)
        await until(pilot, lambda: pilot.app.screen.query_one(Preview).has_picture)
        looks_as_before(pilot, f"new-game-{size[0]}-{language}")

    with using_language(language):
        on_screen(lambda: NewGameScreen("trench"), use, size)


def test_a_variant_is_chosen_from_a_list_and_sets_the_switches(
    plans: list[Plan], on_screen: OnScreen, until: Until, screen_text: Callable[..., str]
) -> None:
    about = "up to 25 points, a star counting one"

    async def use(pilot: Pilot[Any]) -> None:
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ValueList))
        assert about in screen_text(pilot)
        await pilot.press("down", "down", "down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGameScreen))
        assert choice(pilot, "variant").value == "points-25"
        assert about in screen_text(pilot)
        pilot.app.screen.query_one(Collapsible).collapsed = False
        await until(pilot, lambda: pilot.app.screen.query("#switch-star_points"))
        assert (choice(pilot, "switch-star_points").value, line(pilot, "switch-target").value) == ("1", "25")
        choice(pilot, "variant").value = "official-long"
        await until(pilot, lambda: choice(pilot, "switch-star_points").value == "2")
        choice(pilot, "switch-general_capture_wins").focus()
        await pilot.press("right", "f5")
        await until(pilot, lambda: plans)
        assert tabuleiro.game(plans[0].game) == tabuleiro.game("trench:official-long", general_capture_wins="yes")

    on_screen(lambda: NewGameScreen("trench"), use)


def test_players_clock_match_and_times_become_the_plan(plans: list[Plan], on_screen: OnScreen, until: Until) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await formats_are_known(pilot, until)
        assert not pilot.app.screen.query_one("#pace-field").display
        choice(pilot, "player0").focus()
        await pilot.press("right", "right", "down", "down", "right")
        assert [choice(pilot, id).value for id in ("player0", "player1", "sides")] == ["1.5", "3", "lot"]
        assert pilot.app.screen.query_one("#pace-field").display
        choice(pilot, "clock").value = "5+3"
        choice(pilot, "format").value = "match"
        line(pilot, "seconds").value = "0,5"
        line(pilot, "pace").value = "2"
        await pilot.press("f5")
        await until(pilot, lambda: plans)
        plan = plans[0]
        assert sorted(person.player for person in plan.people) == ["1.5", "3"]
        assert plan.data() == Plan.from_data(plan.data()).data()
        assert (plan.data()["control"], plan.format, plan.seconds, plan.pace) == ("5+3", "match", 0.5, 2.0)

    on_screen(lambda: NewGameScreen("trench"), use)


def test_the_lot_gives_both_seats_to_both(plans: list[Plan], on_screen: OnScreen, until: Until) -> None:
    class Lot(Random):
        """A lot that falls on one side, then on the other."""

        drawn = 0

        def randrange(self, *arguments: Any) -> int:
            self.drawn += 1
            return self.drawn % 2

    async def use(pilot: Pilot[Any]) -> None:
        choice(pilot, "sides").value = "lot"
        await pilot.press("f5", "f5")
        await until(pilot, lambda: len(plans) == 2)
        assert [person.player for plan in plans for person in plan.people] == ["3", HUMAN, HUMAN, "3"]

    on_screen(lambda: NewGameScreen("breakthrough", random=Lot()), use)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_what_is_wrong_is_said_at_its_field(
    language: str, plans: list[Plan], on_screen: OnScreen, until: Until
) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        choice(pilot, "clock").value = "own"
        choice(pilot, "player1").value = "program"
        await pilot.pause()
        line(pilot, "own-clock").value = "a while"
        line(pilot, "seconds").value = "-3"
        pilot.app.screen.query_one(Collapsible).collapsed = False
        await until(pilot, lambda: pilot.app.screen.query("#switch-h"))
        line(pilot, "switch-h").value = "high"
        await pilot.press("f5")
        await pilot.pause()
        assert not plans
        said = {"en": ("no thinking time", "no number", "3…99"), "pt": ("não é tempo", "não é um número", "3…99")}
        for id, words in zip(("own-clock", "seconds", "switch-h"), said[language], strict=True):
            assert words in problem(pilot, id)
        assert problem(pilot, "command1")
        assert pilot.app.focused is line(pilot, "command1")
        for id, text in (("own-clock", "1+1"), ("seconds", ""), ("switch-h", "7"), ("command1", "engine")):
            line(pilot, id).value = text
        await pilot.pause()
        assert not problem(pilot, "own-clock")
        await pilot.press("f5")
        await until(pilot, lambda: plans)
        assert (plans[0].game, plans[0].people[1].player) == ("monkey-queen:12x12-7", "uci:engine")

    with using_language(language):
        on_screen(lambda: NewGameScreen("monkey-queen"), use)


def test_switches_that_do_not_go_together_are_refused(plans: list[Plan], on_screen: OnScreen, until: Until) -> None:
    with pytest.raises(TabuleiroError) as refusal:
        tabuleiro.game("tafl", size=5)

    async def use(pilot: Pilot[Any]) -> None:
        pilot.app.screen.query_one(Collapsible).collapsed = False
        await until(pilot, lambda: pilot.app.screen.query("#switch-size"))
        choice(pilot, "switch-size").value = "5"
        await pilot.press("f5")
        await pilot.pause()
        assert str(pilot.app.screen.query_one("#problem", Static).render()) == str(refusal.value)
        assert not plans

    on_screen(lambda: NewGameScreen("tafl"), use)


def test_a_program_that_cannot_be_started_is_told_at_its_field(on_screen: OnScreen, until: Until) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        choice(pilot, "player0").value = "program"
        await pilot.pause()
        line(pilot, "command0").focus()
        await pilot.press(*"no-such-engine", "f5")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGameScreen) and problem(pilot, "command0"))
        assert "no-such-engine" in problem(pilot, "command0")

    on_screen(lambda: NewGameScreen("breakthrough"), use)


def test_a_game_from_a_position_has_no_other_variant(on_screen: OnScreen, until: Until) -> None:
    position = tabuleiro.game("breakthrough:6x6").start().play("a2-a3")

    async def use(pilot: Pilot[Any]) -> None:
        assert not pilot.app.screen.query("#variant") and not pilot.app.screen.query(Collapsible)
        choice(pilot, "player1").value = HUMAN
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.app.screen.table.position == position  # type: ignore[attr-defined]

    on_screen(lambda: NewGameScreen(position.game.id, start=position.fen), use)


@pytest.mark.parametrize(("text", "seconds"), [("0", 0.0), ("1.5", 1.5), (" 1,5 ", 1.5), ("10", 10.0)])
def test_seconds(text: str, seconds: float) -> None:
    assert read_seconds(text, 0.0, 10.0) == seconds


@pytest.mark.parametrize("text", ["", "10.1", "-1", "1e3", "٣", "nan", "1.", "x" * 1000])
def test_no_seconds(text: str) -> None:
    with pytest.raises(TabuleiroError):
        read_seconds(text, 0.0, 10.0)
