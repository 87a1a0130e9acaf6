"""Ways to move and to look: by finger, with a question before every move, forth and back, from other sides."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import tabuleiro
from tests.browser.boards import cells_of, say
from tests.browser.conftest import Visit
from tests.browser.table import begin, begin_alone, some_moves

GAMES = tabuleiro.games()
LARGEST = max(GAMES, key=lambda name: len(tabuleiro.game(name).board.cells))
PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 320, "height": 640}}


def test_finger_on_a_small_screen(visit: Visit) -> None:
    table = begin_alone(visit(**PHONE), LARGEST)
    first = some_moves(table.sees_truth())[0]
    box = table.spot(cells_of(first)[0]).bounding_box()
    assert box is not None
    assert box["width"] < 44, "the cells of this board are too large to test what small ones need"
    table.by_touch(first)
    table.sees_moves([first])

    # A finger that comes down on the cell beside means the nearest one that can be meant.
    movable = table.state()["position"]["moves"]
    known = set(table.cells())
    meant, beside = next(
        (cell, other)
        for cell in movable
        for other in (f"{cell[0]}{int(cell[1:]) + 1}", f"{cell[0]}{int(cell[1:]) - 1}")
        if other in known - set(movable)
    )
    (x, y), (other_x, other_y) = table.centre(meant), table.centre(beside)
    table.page.touchscreen.tap(x + 0.6 * (other_x - x), y + 0.6 * (other_y - y))
    expect(table.spot(meant)).to_have_attribute("aria-pressed", "true")
    table.page.touchscreen.tap(x, y)
    expect(table.spot(meant)).not_to_have_attribute("aria-pressed", "true")


def test_every_move_is_asked_for_who_wants_it(visit: Visit) -> None:
    table = begin_alone(visit(), GAMES[0])
    page = table.page
    page.locator("details.settings > summary").click()
    page.get_by_role("switch", name=say("setting-confirm")).check()
    page.keyboard.press("Escape")
    move = some_moves(table.state())[0]
    table.by_mouse(move)
    expect(table.bars).to_contain_text(say("confirm-move", move=move))
    table.answer("cancel").click()
    assert table.sees_truth()["moves"] == []
    table.by_keys(move)
    expect(table.answer("play-it")).to_be_focused()
    page.keyboard.press("Escape")
    expect(table.answer("play-it")).to_have_count(0)
    assert table.sees_truth()["moves"] == []
    table.by_keys(move)
    page.keyboard.press("Enter")
    table.sees_moves([move])
    page.reload()
    table.by_mouse(some_moves(table.state())[0])
    expect(table.answer("play-it")).to_be_visible()


def test_keys_of_the_board(visit: Visit) -> None:
    table = begin_alone(visit(), GAMES[0])
    state = table.sees_truth()
    movable = [cell for cell in table.cells() if cell in state["position"]["moves"]]
    table.walk(movable[0])
    table.page.keyboard.press("End")
    assert table.focused() == movable[-1]
    table.page.keyboard.press("Home")
    assert table.focused() == movable[0]
    table.page.keyboard.press(" ")
    expect(table.spot(movable[0])).to_have_attribute("aria-pressed", "true")
    expect(table.board.locator(".layer.targets > *")).to_have_count(len(state["position"]["moves"][movable[0]]))
    table.page.keyboard.press("Escape")
    expect(table.spot(movable[0])).not_to_have_attribute("aria-pressed", "true")
    expect(table.board.locator(".layer.targets > *")).to_have_count(0)


def test_dragging_to_nowhere_puts_the_piece_back(visit: Visit) -> None:
    table = begin_alone(visit(), GAMES[0])
    table.page.emulate_media(reduced_motion="no-preference")
    move = some_moves(table.state())[0]
    table.by_dragging(move, to=(2, 2))
    assert table.sees_truth()["moves"] == []
    table.by_dragging(move)
    table.sees_moves([move])
    table.sees_truth()


def test_hint_undo_and_redo_against_the_computer(visit: Visit) -> None:
    table = begin(visit(), GAMES[0], players=["human", "level:1"], mine=[0])
    table.action("hint").click()
    arrow = table.board.locator(".layer.arrows .arrow")
    expect(arrow).to_have_count(1)
    hint = table.bars.locator(".bar.hint").inner_text()
    move = next(move for move in some_moves(table.state()) if move in re.sub("x", "-", hint))
    table.by_mouse(move)
    table.sees_plies(2)
    expect(arrow).to_have_count(0)
    played = table.sees_truth()["moves"]
    table.action("undo").click()
    table.sees_plies(0)
    assert table.sees_truth()["moves"] == []
    table.action("redo").click()
    table.sees_moves(played)
    table.sees_truth()


def test_stepping_through_the_moves(visit: Visit) -> None:
    game = tabuleiro.game(GAMES[0])
    position, moves = game.start(), []
    for _ in range(4):
        moves.append(str(position.legal_moves[0]))
        position = position.play(moves[-1])
    table = begin_alone(visit(), game.id, moves=moves)
    table.sees_moves(moves)
    now = table.occupied()
    table.step("previous")
    table.sees_last(moves[2])
    expect(table.bars).to_contain_text(say("past-position", ply=3, plies=4))
    expect(table.board.locator(".spot.movable")).to_have_count(0)
    table.step("first")
    expect(table.plies.first).to_have_attribute("aria-current", "true")
    expect(table.bars).to_contain_text(say("past-start"))
    expect(table.board.locator(".layer.last .reached")).to_have_count(0)
    table.plies.nth(2).click()
    table.sees_last(moves[1])
    table.page.keyboard.press("ArrowRight")
    table.sees_last(moves[2])
    table.answer("to-the-present").click()
    table.sees_last(moves[3])
    assert table.occupied() == now
    expect(table.board.locator(".spot.movable")).not_to_have_count(0)


@pytest.mark.parametrize("game", [name for name in GAMES if len(tabuleiro.game(name).board.views) > 1] or GAMES[:1])
def test_flip_and_views(visit: Visit, game: str) -> None:
    table = begin_alone(visit(), game)
    cells = table.cells()
    lowest, highest = table.centre(cells[0]), table.centre(cells[-1])
    table.action("flip").click()
    table.sees_turned(cells[0], lowest)
    assert table.centre(cells[0]) == pytest.approx(highest, abs=2)
    assert table.centre(cells[-1]) == pytest.approx(lowest, abs=2)
    move = some_moves(table.state())[0]
    table.by_keys(move)
    table.sees_moves([move])
    if len(tabuleiro.game(game).board.views) > 1:
        flipped = table.centre(cells[1])
        table.action("view").click()
        table.sees_turned(cells[1], flipped)
        table.by_keys(some_moves(table.state())[0])
        table.sees_plies(2)
        table.sees_truth()


def test_looking_about_gives_no_clock_time_back(visit: Visit) -> None:
    table = begin_alone(visit(), GAMES[0], control="5")
    table.by_mouse(some_moves(table.state())[0])
    clock = table.page.locator(".clock.running")
    expect(clock).to_have_text(re.compile("4:5[0-8]"))
    table.step("previous")
    expect(table.answer("to-the-present")).to_be_visible()
    assert clock.inner_text() <= "4:58"
