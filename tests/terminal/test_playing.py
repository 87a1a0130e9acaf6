"""A match on the screen: people by keys, mouse and typed moves, computers beside them, and every way it may end."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, Static

import tabuleiro
from tabuleiro.match.clock import TimeControl, per_move, sudden_death
from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.match.plan import HUMAN, Plan, make_people
from tabuleiro.match.table import Table
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.rules.texts import using_language
from tabuleiro.terminal.board import BoardView
from tabuleiro.terminal.dialogs import ChoiceDialog, MessageDialog, SaveDialog
from tabuleiro.terminal.keys import KeyBar
from tabuleiro.terminal.playing import PlayScreen

OnScreen = Callable[..., None]
Until = Callable[[Pilot[Any], Callable[[], Any]], Awaitable[None]]

COMPUTER = "alphabeta:nodes=50"


@pytest.fixture
def table(database: Database) -> Callable[..., Table]:
    """A table: `table("trench", HUMAN, "random")`."""

    def make(game: str, *players: str, now: Callable[[], float] | None = None, **plan: Any) -> Table:
        first, second = players or (HUMAN, HUMAN)
        kept = KeptMatch(Plan(game, make_people((first, second)), **plan), database)
        return Table(kept, seed=1) if now is None else Table(kept, seed=1, now=now)

    return make


def screen_of(pilot: Pilot[Any]) -> PlayScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, PlayScreen))


def message(pilot: Pilot[Any]) -> str:
    return str(screen_of(pilot).query_one("#message", Static).render())


def typed(pilot: Pilot[Any]) -> Input:
    return screen_of(pilot).query_one("#typed", Input)


async def type_move(pilot: Pilot[Any], move: str) -> None:
    typed(pilot).focus()
    await pilot.press(*move, "enter")
    await pilot.pause()


async def play_by_keys(pilot: Pilot[Any], move: tabuleiro.Move) -> None:
    """Play a move with nothing but Tab, Shift+Tab and Enter."""
    board = screen_of(pilot).board
    board.focus()
    for cell in (move.origin, move.target):
        for _ in board.position.game.board.cells:
            if board.cursor != cell:
                await pilot.press("tab")
        assert board.cursor == cell
        await pilot.press("enter")
    await pilot.pause()


def key_names(pilot: Pilot[Any]) -> str:
    return str(screen_of(pilot).query_one(KeyBar).render())


@pytest.mark.parametrize(
    "game", ["breakthrough:4x5", *(pytest.param(game, marks=pytest.mark.soak) for game in tabuleiro.games())]
)
def test_a_game_by_keys_against_a_computer(
    game: str, table: Callable[..., Table], on_screen: OnScreen, until: Until
) -> None:
    sitting = table(game, HUMAN, COMPUTER)

    async def use(pilot: Pilot[Any]) -> None:
        for _ in range(400):
            await until(pilot, lambda: sitting.awaits_person or sitting.session.result is not None)
            if sitting.session.result is not None:
                break
            moves = sitting.position.legal_moves
            await play_by_keys(pilot, moves[len(sitting.session.moves) % len(moves)])
            if len(sitting.session.moves) > (30 if ":" in game else 2):
                await pilot.press("R", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("right", "enter")  # look at the board
        await until(pilot, lambda: pilot.app.screen is screen_of(pilot))

    on_screen(lambda: PlayScreen(sitting), use)
    assert sitting.session.result is not None
    assert sitting.kept.id is not None


def test_a_game_by_mouse_between_two_people(table: Callable[..., Table], on_screen: OnScreen, until: Until) -> None:
    sitting = table("breakthrough:3x4")

    async def use(pilot: Pilot[Any]) -> None:
        while sitting.session.result is None:
            move = sitting.position.legal_moves[-1]
            board = screen_of(pilot).board
            await pilot.click(BoardView, offset=board.region_of(move.origin))
            await pilot.click(BoardView, offset=board.region_of(move.target))
            await pilot.pause()
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.click("#choice-rematch")
        await until(pilot, lambda: screen_of(pilot).table is not sitting)
        again = screen_of(pilot).table
        assert [person.name for person in again.plan.people] == ["Player 2", "Player 1"]

    on_screen(lambda: PlayScreen(sitting), use, size=(100, 30))


def test_typed_moves_are_completed_and_refused_where_they_are_typed(
    table: Callable[..., Table], on_screen: OnScreen, until: Until
) -> None:
    sitting = table("breakthrough")

    async def use(pilot: Pilot[Any]) -> None:
        await pilot.press("t")
        await pilot.press(*"a2-b")
        await until(pilot, lambda: typed(pilot)._suggestion == "a2-b3")
        await pilot.press("right", "enter")
        await pilot.pause()
        assert [str(move) for move in sitting.session.moves] == ["a2-b3"]
        for nonsense in ("xyzzy", "h7-h4", "a1-a2"):
            typed(pilot).value = ""
            await type_move(pilot, nonsense)
            assert typed(pilot).value == nonsense  # it stays, to be mended
            assert message(pilot) and len(sitting.session.moves) == 1
        assert "a1" in message(pilot)
        assert "resign" not in key_names(pilot)  # R is only a letter here
        assert "Esc" in key_names(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert screen_of(pilot).board.has_focus
        assert typed(pilot).value == ""
        assert "resign" in key_names(pilot)

    on_screen(lambda: PlayScreen(sitting), use)


def test_undo_and_redo_take_both_plies_against_a_computer(
    table: Callable[..., Table], on_screen: OnScreen, until: Until
) -> None:
    sitting = table("breakthrough", HUMAN, "random")

    async def use(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: screen_of(pilot)._is_ready)
        await type_move(pilot, "a2-a3")
        await until(pilot, lambda: len(sitting.session.moves) == 2)
        before = sitting.session.moves
        screen_of(pilot).board.focus()
        await pilot.press("u")
        assert not sitting.session.moves
        await pilot.press("y")
        assert sitting.session.moves == before

    on_screen(lambda: PlayScreen(sitting), use)


def test_a_computer_can_be_told_to_move_and_undone_while_it_thinks(
    table: Callable[..., Table], on_screen: OnScreen, until: Until
) -> None:
    sitting = table("breakthrough", HUMAN, "alphabeta:seconds=600")

    async def use(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: screen_of(pilot)._is_ready)
        thinking = screen_of(pilot).query_one("#thinking", Static)
        await type_move(pilot, "a2-a3")
        screen_of(pilot).board.focus()
        await until(pilot, lambda: "depth" in str(thinking.render()))
        await pilot.press("g")
        await until(pilot, lambda: len(sitting.session.moves) == 2)
        await type_move(pilot, "b2-b3")
        screen_of(pilot).board.focus()
        await until(pilot, lambda: "depth" in str(thinking.render()))
        await pilot.press("u")
        assert len(sitting.session.moves) == 2
        assert sitting.awaits_person

    on_screen(lambda: PlayScreen(sitting), use)


def test_hint_evaluation_attacked_flip_view_and_rules(
    table: Callable[..., Table], on_screen: OnScreen, until: Until
) -> None:
    sitting = table("trench")

    async def use(pilot: Pilot[Any]) -> None:
        screen, board = screen_of(pilot), screen_of(pilot).board
        await pilot.press("h")
        await until(pilot, lambda: "Hint" in message(pilot))
        bar = screen.query_one("#evaluation", Static)
        assert not bar.display
        await pilot.press("e")
        await until(pilot, lambda: "%" in str(bar.render()))
        await pilot.press("h")
        await until(pilot, lambda: "Hint" in message(pilot))
        await pilot.press("e")
        assert not bar.display
        await pilot.press("a", "f", "v")
        assert board.shows_attacked and board.flip and board.view == "square"
        await pilot.press("r")
        await until(pilot, lambda: pilot.app.screen is not screen)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)

    on_screen(lambda: PlayScreen(sitting), use)


def test_draws_between_people_and_with_a_computer(
    table: Callable[..., Table], on_screen: OnScreen, until: Until
) -> None:
    sitting = table("trench")

    async def offer(pilot: Pilot[Any]) -> None:
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.click("#choice-yes")

    async def use(pilot: Pilot[Any]) -> None:
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.click("#choice-no")
        await until(pilot, lambda: pilot.app.screen is screen_of(pilot))
        assert sitting.session.events == ()
        for answer in ("no", "yes"):
            await offer(pilot)
            await until(pilot, lambda: sitting.session.draw_offer is not None)
            await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
            await pilot.click(f"#choice-{answer}")
            await until(pilot, lambda: sitting.session.draw_offer is None)
            assert ("declines" in message(pilot)) == (answer == "no")

    on_screen(lambda: PlayScreen(sitting), use)
    assert sitting.session.result is not None and sitting.session.result.reason == "agreement"

    against = table("trench", HUMAN, COMPUTER)

    async def ask(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: screen_of(pilot)._is_ready)
        await offer(pilot)
        await until(pilot, lambda: len(against.session.events) == 2)

    on_screen(lambda: PlayScreen(against), ask)


def test_the_pie_rule_by_a_key(table: Callable[..., Table], on_screen: OnScreen) -> None:
    sitting = table("monkey-queen")

    async def use(pilot: Pilot[Any]) -> None:
        assert not screen_of(pilot).check_action("exchange", ())
        move = sitting.position.legal_moves[0]
        await type_move(pilot, str(move))
        screen_of(pilot).board.focus()
        await pilot.press("x")
        await pilot.pause()
        assert sitting.session.exchanged
        assert sitting.person(0).name == "Player 2"

    on_screen(lambda: PlayScreen(sitting), use)


@pytest.mark.parametrize("control", [sudden_death(5), per_move(5)])
def test_a_clock_that_runs_out(
    control: TimeControl, table: Callable[..., Table], on_screen: OnScreen, until: Until
) -> None:
    time = [0.0]
    sitting = table("breakthrough", now=lambda: time[0], control=control)

    async def use(pilot: Pilot[Any]) -> None:
        time[0] = 2.0
        await until(pilot, lambda: "0:03" in str(screen_of(pilot).query_one("#player-0", Static).render()))
        assert not screen_of(pilot).check_action("undo", ())
        time[0] = 5.1
        await until(pilot, lambda: sitting.session.result is not None)
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))

    on_screen(lambda: PlayScreen(sitting), use)
    assert sitting.session.result is not None and sitting.session.result.reason == "time"


@pytest.mark.soak
def test_a_match_of_two_computers_with_exchanged_seats(
    table: Callable[..., Table], on_screen: OnScreen, until: Until, database: Database
) -> None:
    sitting = table("trench", "random", COMPUTER, format="match")

    async def use(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("enter")  # the next game
        await until(pilot, lambda: len(sitting.match.sessions) == 2)
        assert sitting.person(0).player == COMPUTER
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        while sitting.match.result is None:
            await pilot.press("enter")
            await until(
                pilot, lambda: sitting.session.result is not None and isinstance(pilot.app.screen, ChoiceDialog)
            )

    on_screen(lambda: PlayScreen(sitting), use)
    assert sitting.match.result is not None
    assert database.read(store.find_match, sitting.kept.id or 0).is_finished


def test_two_computers_can_be_paused(table: Callable[..., Table], on_screen: OnScreen, until: Until) -> None:
    sitting = table("breakthrough", "random", "random", pace=3600.0)

    async def use(pilot: Pilot[Any]) -> None:
        screen = screen_of(pilot)
        await until(pilot, lambda: screen._waiting is not None)
        await pilot.press("p")
        assert screen._is_paused and "Paused" in message(pilot)
        assert not sitting.session.moves
        await pilot.press("p")
        assert not screen._is_paused
        await until(pilot, lambda: len(sitting.session.moves) == 1)

    on_screen(lambda: PlayScreen(sitting), use)


def test_ctrl_c_leaves_even_while_a_file_is_named(
    table: Callable[..., Table], on_screen: OnScreen, until: Until
) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SaveDialog))
        await until(pilot, lambda: pilot.app.screen.query_one(Input).selected_text)
        await pilot.press("ctrl+c")
        await until(pilot, lambda: pilot.app._exit)

    on_screen(lambda: PlayScreen(table("breakthrough")), use)


def test_resign_leave_and_save(
    table: Callable[..., Table], on_screen: OnScreen, until: Until, tmp_path: Path, database: Database
) -> None:
    sitting = table("breakthrough")

    async def use(pilot: Pilot[Any]) -> None:
        await type_move(pilot, "a2-a3")
        screen_of(pilot).board.focus()
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SaveDialog))
        pilot.app.screen.query_one(Input).value = str(tmp_path / "no" / "such" / "folder")
        await pilot.press("enter")
        await until(pilot, lambda: "cannot be written: there is no such file or folder." in message(pilot))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SaveDialog))
        pilot.app.screen.query_one(Input).value = "~nobody-of-this-name/game.txt"
        await pilot.press("enter")
        await until(pilot, lambda: "there is no such home folder" in message(pilot))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SaveDialog))
        pilot.app.screen.query_one(Input).value = str(tmp_path / "game.txt")
        await pilot.press("enter")
        await until(pilot, lambda: "game.txt" in message(pilot))
        await pilot.press("R")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("escape")  # not meant
        await until(pilot, lambda: pilot.app.screen is screen_of(pilot))
        assert sitting.session.result is None
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app._exit)

    on_screen(lambda: PlayScreen(sitting), use)
    assert tabuleiro.read_record((tmp_path / "game.txt").read_text(encoding="utf-8")).moves == ("a2-a3",)
    kept = database.read(store.last_unfinished)
    assert kept is not None and kept.id == sitting.kept.id


def test_a_player_who_cannot_be_started(table: Callable[..., Table], on_screen: OnScreen, until: Until) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, MessageDialog))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app._exit)

    on_screen(lambda: PlayScreen(table("breakthrough", HUMAN, "uci:no-such-program")), use)


def test_an_engine_that_plays_nonsense_loses(
    table: Callable[..., Table], on_screen: OnScreen, until: Until, tmp_path: Path
) -> None:
    program = tmp_path / "engine.py"
    program.write_text(
        "for line in iter(input, None):\n"
        "    word = line.split()[0]\n"
        "    print({'uci': 'uciok', 'isready': 'readyok', 'go': 'bestmove a1a1'}.get(word, ''), flush=True)\n",
        encoding="utf-8",
    )
    sitting = table("breakthrough", f"uci:{sys.executable} {program}", HUMAN)

    async def use(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        assert "a1a1" in message(pilot)

    on_screen(lambda: PlayScreen(sitting), use)
    assert sitting.session.result is not None and sitting.session.result.reason == "forfeit"


def test_a_move_that_cannot_be_kept_is_not_played(
    table: Callable[..., Table], on_screen: OnScreen, database: Database
) -> None:
    sitting = table("breakthrough")

    async def use(pilot: Pilot[Any]) -> None:
        await type_move(pilot, "a2-a3")
        other = KeptMatch.resume(database.read(store.find_match, sitting.kept.id or 0), database)
        other.act(lambda session: session.play("a7-a6"))
        await type_move(pilot, "b7-b6")
        assert "another window" in message(pilot)
        assert len(sitting.session.moves) == 1

    on_screen(lambda: PlayScreen(sitting), use)


@pytest.mark.parametrize(
    ("game", "size", "language"),
    [
        *((game, (80, 24), language) for game in tabuleiro.games() for language in ("en", "pt")),
        ("trench", (120, 40), "en"),
        ("monkey-queen", (120, 40), "pt"),
    ],
)
def test_looks(
    game: str,
    size: tuple[int, int],
    language: str,
    table: Callable[..., Table],
    on_screen: OnScreen,
    looks_as_before: Callable[[Pilot[Any], str], None],
) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await pilot.press("tab", "enter", "tab")
        await pilot.pause()
        looks_as_before(pilot, f"play-{game}-{size[0]}-{language}")

    with using_language(language):
        sitting = table(game)
        for place in range(4):
            moves = sitting.position.legal_moves
            sitting.play(moves[place * 7 % len(moves)])
        on_screen(lambda: PlayScreen(sitting), use, size=size)


def test_a_small_screen_keeps_the_board_and_the_keys(table: Callable[..., Table], on_screen: OnScreen) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        screen = screen_of(pilot)
        for size in ((120, 40), (80, 24), (60, 20), (100, 30), (40, 15)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            await pilot.pause()
            area = screen.query_one("#board-area").region
            if size >= (80, 24):
                assert area.contains_region(screen.board.region), size
            assert area.width >= 0.6 * size[0], "the board has more room than what is said beside it"
            assert screen.query_one("#keys").region.bottom == size[1]

    for game in ("monkey-queen", "trench"):
        on_screen(lambda game=game: PlayScreen(table(game)), use)


def test_where_the_board_does_not_fit_it_follows_the_cursor(
    table: Callable[..., Table], on_screen: OnScreen, screen_text: Callable[[Pilot[Any]], str]
) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        area = screen_of(pilot).query_one("#board-area")
        assert area.max_scroll_x > 0
        last = screen_of(pilot).board.position.game.board.files - 1
        letter = chr(ord("a") + last)
        await pilot.press("tab", *["right"] * (last + 1))
        await pilot.pause()
        assert str(screen_of(pilot).board.cursor).startswith(letter)
        assert area.scroll_x > 0
        assert "<" in screen_text(pilot)
        await pilot.press(*["left"] * (last + 1))
        await pilot.pause()
        assert area.scroll_x == 0

    for game in ("monkey-queen", "fields-of-action"):
        on_screen(lambda game=game: PlayScreen(table(game)), use, size=(60, 18))


def test_buttons_have_names_in_both_languages(table: Callable[..., Table], on_screen: OnScreen, until: Until) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await pilot.press("R")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        assert [str(button.label) for button in pilot.app.screen.query(Button)] == ["Sim", "Não"]

    with using_language("pt"):
        on_screen(lambda: PlayScreen(table("breakthrough")), use)
