"""Puzzles on the screen: chosen, solved by keys, failed, helped with, and kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from tabuleiro.engine.puzzles import Puzzle, puzzles
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.rules.errors import UnknownGame
from tabuleiro.rules.texts import using_language
from tabuleiro.terminal import puzzling, solving
from tabuleiro.terminal.board import BoardView
from tabuleiro.terminal.puzzling import PuzzleChoiceScreen, puzzle_screen
from tabuleiro.terminal.solving import PuzzleScreen

pytestmark = pytest.mark.compiled  # the prover answers every move

OnScreen = Callable[..., None]
Until = Callable[[Pilot[Any], Callable[[], Any]], Awaitable[None]]

WHITE_WINS = Puzzle(
    "breakthrough", "p4p2/2p5/5P2/8/5P2/2p5/4P3/P1P4P w", "f6-f7", 3, ("f6-f7", "c3-b2", "f7-e8"), "refuted"
)
BLACK_WINS = Puzzle(
    "breakthrough", "8/6p1/p2Pp1P1/5P2/8/1P2p3/1P2P1P1/2P2P2 b", "e3-f2", 3, ("e3-f2", "c1-c2", "f2-e1"), "refuted"
)
TWO = (WHITE_WINS, BLACK_WINS)


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two short puzzles, in place of those that are kept with the games."""
    for module in (puzzling, solving):
        monkeypatch.setattr(module, "puzzles", lambda name: TWO if name == "breakthrough" else ())


def words(pilot: Pilot[Any]) -> str:
    return str(pilot.app.screen.query_one("#words", Static).render())


def task(pilot: Pilot[Any]) -> str:
    return str(pilot.app.screen.query_one("#task", Static).render())


def title(pilot: Pilot[Any]) -> str:
    return str(pilot.app.screen.query_one("#screen-title", Static).render())


def board(pilot: Pilot[Any]) -> BoardView:
    found = pilot.app.screen._board  # type: ignore[attr-defined]
    assert isinstance(found, BoardView)
    return found


async def is_set_up(pilot: Pilot[Any], until: Until, puzzle: Puzzle) -> None:
    await until(pilot, lambda: pilot.app.screen._board is not None and board(pilot).position.fen == puzzle.fen)  # type: ignore[attr-defined]


async def play(pilot: Pilot[Any], until: Until, move: str) -> None:
    """Play a move by keys, and wait for what is said about it."""
    before = board(pilot).position
    found = before.find(move)
    for cell in (found.origin, found.target):
        while board(pilot).cursor != cell:
            await pilot.press("tab")
        await pilot.press("enter")
    await until(pilot, lambda: not pilot.app.screen._is_busy and found.origin in words(pilot))  # type: ignore[attr-defined]
    await until(pilot, lambda: "…" not in words(pilot))


@pytest.mark.parametrize(("language", "size"), [("en", (80, 24)), ("pt", (120, 40))])
def test_a_puzzle_looks_as_before(
    language: str,
    size: tuple[int, int],
    two: None,
    on_screen: OnScreen,
    until: Until,
    looks_as_before: Callable[..., None],
) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await is_set_up(pilot, until, WHITE_WINS)
        await pilot.press("h")
        await until(pilot, lambda: "f6" in words(pilot))
        looks_as_before(pilot, f"puzzle-{size[0]}-{language}")

    with using_language(language):
        on_screen(lambda: PuzzleScreen("breakthrough"), use, size)


def test_a_wrong_move_is_refuted_and_the_right_ones_solve_the_puzzle(
    two: None, database: Database, on_screen: OnScreen, until: Until
) -> None:
    puzzle = (WHITE_WINS.game, WHITE_WINS.fen)

    async def use(pilot: Pilot[Any]) -> None:
        await is_set_up(pilot, until, WHITE_WINS)
        assert task(pilot) == "White to move and win in 2 moves: find the first."
        await play(pilot, until, "h1-h2")
        assert words(pilot).startswith("h1-h2 does not win in time: the answer is ")
        assert board(pilot).position.fen == WHITE_WINS.fen
        assert database.read(store.tries) == {puzzle: False}
        await play(pilot, until, "f6-f7")
        assert words(pilot).startswith("Right: f6-f7.") and words(pilot).endswith("Now win at once.")
        assert board(pilot).position.turn == 0
        await play(pilot, until, "f7-e8")
        assert words(pilot).startswith("f7-e8 wins. Well done!")
        assert database.read(store.tries) == {puzzle: True}
        assert "(1 solved)" in title(pilot)
        await pilot.press("enter", "tab", "h", "s")  # nothing is left to be done
        await pilot.press("n")
        await is_set_up(pilot, until, BLACK_WINS)
        assert board(pilot).flip

    on_screen(lambda: PuzzleScreen("breakthrough"), use)


def test_a_puzzle_whose_solution_was_shown_does_not_count(
    two: None, database: Database, on_screen: OnScreen, until: Until
) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await is_set_up(pilot, until, WHITE_WINS)
        await pilot.press("h")
        await until(pilot, lambda: words(pilot) == "Look at the piece on f6.")
        await pilot.press("h")
        await until(pilot, lambda: words(pilot) == "Play f6-f7.")
        await pilot.press("s")
        await until(pilot, lambda: words(pilot).startswith("The solution: f6-f7 "))
        await play(pilot, until, "f6-f7")
        await play(pilot, until, "f7-e8")
        assert "does not count" in words(pilot)
        assert database.read(store.tries) == {(WHITE_WINS.game, WHITE_WINS.fen): False}
        await pilot.press("a")
        await is_set_up(pilot, until, WHITE_WINS)

    on_screen(lambda: PuzzleScreen("breakthrough"), use)


def test_puzzles_not_yet_solved_come_first(two: None, database: Database, on_screen: OnScreen, until: Until) -> None:
    database.write(store.keep_try, WHITE_WINS.game, WHITE_WINS.fen, solved=True)

    async def use(pilot: Pilot[Any]) -> None:
        await is_set_up(pilot, until, BLACK_WINS)
        assert task(pilot).startswith("Black to move")
        await pilot.press("p")
        await is_set_up(pilot, until, WHITE_WINS)
        assert words(pilot) == "You have solved this one before."
        await pilot.press("f", "escape")
        await until(pilot, lambda: not pilot.app.is_running)

    on_screen(lambda: PuzzleScreen("breakthrough"), use)


def test_what_cannot_be_moved_is_said_so(two: None, on_screen: OnScreen, until: Until) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await is_set_up(pilot, until, WHITE_WINS)
        board(pilot).use("a8")
        await until(pilot, lambda: "a8" in words(pilot))
        board(pilot).use("f6")
        await until(pilot, lambda: not words(pilot))
        await pilot.press("escape")  # lets go of the piece, and no more
        await pilot.pause()
        assert board(pilot).selected is None
        assert isinstance(pilot.app.screen, PuzzleScreen)

    on_screen(lambda: PuzzleScreen("breakthrough"), use)


def test_a_game_is_chosen_with_what_is_solved_of_it(
    two: None, database: Database, on_screen: OnScreen, until: Until, screen_text: Callable[..., str]
) -> None:
    database.write(store.keep_try, WHITE_WINS.game, WHITE_WINS.fen, solved=True)

    async def use(pilot: Pilot[Any]) -> None:
        assert pilot.app.screen.query_one(OptionList).option_count == 1
        assert "1 de 2 resolvidos" in screen_text(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))
        await is_set_up(pilot, until, BLACK_WINS)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleChoiceScreen))

    with using_language("pt"):
        on_screen(lambda: puzzle_screen(database), use)


def test_a_game_without_puzzles_says_so(two: None, on_screen: OnScreen) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        assert words(pilot) == "Trench has no puzzles."
        await pilot.press("n", "p", "h", "s", "a", "f", "v")
        assert words(pilot) == "Trench has no puzzles."

    on_screen(lambda: PuzzleScreen("trench"), use)


def test_no_game_of_that_name(database: Database) -> None:
    with pytest.raises(UnknownGame):
        puzzle_screen(database, "nowhere")


@pytest.mark.parametrize("name", ["fields-of-action", "tafl", "trench"])
def test_a_game_opens_with_its_first_puzzle(name: str, database: Database, on_screen: OnScreen, until: Until) -> None:
    async def use(pilot: Pilot[Any]) -> None:
        await is_set_up(pilot, until, puzzles(name)[0])
        assert board(pilot).has_focus and board(pilot).is_active

    on_screen(lambda: puzzle_screen(database, name), use)
