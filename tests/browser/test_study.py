"""The pages to study with: the editor, the analysis board, the rules, and the description of the interface."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import tabuleiro
from tests.browser.boards import ShownBoard, cells_of, say
from tests.browser.conftest import Visit
from tests.browser.endings import ended
from tests.browser.table import Table, begin_alone
from tests.web.running import RunningServer

GAMES = tabuleiro.games()


def button(page: Page, key: str) -> None:
    """Press a button by its words."""
    page.get_by_role("button", name=say(key), exact=True).click()


def test_editor_says_what_can_be_and_starts_a_game_from_it(visit: Visit) -> None:
    page = visit(f"/editor?game={GAMES[0]}")
    board, verdict = ShownBoard(page), page.locator(".verdict")
    start = tabuleiro.game(GAMES[0]).start()
    expect(page.locator("#fen")).to_have_value(start.fen)
    occupied = board.occupied()

    button(page, "editor-clear")
    expect(verdict).to_contain_text(say("editor-refused"))
    expect(verdict).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name=say("editor-play"))).to_be_disabled()
    assert board.occupied() == set()
    button(page, "editor-start")
    expect(verdict).to_contain_text(say("editor-good", status="")[:-1])
    assert board.occupied() == occupied

    # Pieces are pulled to other cells, as in a game, but only while that is what they are for.
    from_, to = sorted(occupied)[0], next(cell for cell in board.cells() if cell not in occupied)
    board.by_dragging(f"{from_}-{to}")
    expect(board.spot(from_)).to_have_attribute("aria-label", re.compile(say("cell-empty")))
    assert board.occupied() == occupied - {from_} | {to}
    button(page, "editor-undo")
    expect(board.spot(to)).to_have_attribute("aria-label", re.compile(say("cell-empty")))
    page.locator('.palette input[value="*erase"]').check()
    board.by_dragging(f"{from_}-{to}")
    assert board.occupied() == occupied

    # A piece is taken off by mouse, and one is put on by keys.
    gone, free = sorted(occupied)[0], next(cell for cell in board.cells() if cell not in occupied)
    page.locator('.palette input[value="*erase"]').check()
    board.click(gone)
    expect(board.spot(gone)).to_have_attribute("aria-label", re.compile(say("cell-empty")))
    page.locator(".palette-row:not(.tools) input").first.check()
    board.walk(free)
    page.keyboard.press("Enter")
    expect(board.spot(free)).not_to_have_attribute("aria-label", re.compile(say("cell-empty")))
    expect(verdict).not_to_have_class(re.compile("refused"))
    expect(page.locator("#fen")).not_to_have_value(start.fen)
    assert board.occupied() == occupied - {gone} | {free}

    button(page, "editor-play")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=say("against-here")).check()
    dialog.get_by_role("button", name=say("play"), exact=True).click()
    page.wait_for_url(re.compile("/play/"))
    assert set(Table(page).sees_truth()["position"]["pieces"]) == occupied - {gone} | {free}


def test_editor_does_not_call_a_position_impossible_that_nobody_has_looked_at(visit: Visit) -> None:
    page = visit(f"/editor?game={GAMES[0]}")
    verdict = page.locator(".verdict")
    expect(verdict).not_to_be_empty()
    page.context.set_offline(True)
    button(page, "editor-clear")
    expect(verdict).to_have_text(say("no-connection"))
    expect(page.get_by_role("button", name=say("editor-play"))).to_be_disabled()
    page.context.set_offline(False)
    button(page, "editor-start")
    expect(verdict).to_contain_text(say("editor-good", status="")[:-1])


def test_analysis_of_a_position_with_variations(visit: Visit) -> None:
    page = visit(f"/analysis?game={GAMES[0]}")
    board = ShownBoard(page)
    lines = page.locator(".engine-lines li")
    expect(lines).to_have_count(3)
    expect(page.locator(".win-bar .figure").first).to_have_text(re.compile(r"\d"))
    expect(board.board.locator(".layer.arrows .arrow")).not_to_have_count(0)
    first, second = (str(move) for move in tabuleiro.game(GAMES[0]).start().legal_moves[:2])
    board.by_mouse(first)
    board.sees_last(first)
    page.locator("h2").first.click()
    page.keyboard.press("ArrowLeft")
    expect(board.board.locator(".layer.last .reached")).to_have_count(0)
    board.by_keys(second)
    board.sees_last(second)
    expect(page.locator(".variation .move")).to_contain_text(second)
    lines.first.locator(".move").first.click()
    expect(page.locator(".variation .move")).to_have_count(2)
    button(page, "analysis-main")
    expect(page.locator(".variations .move.start")).to_have_attribute("aria-current", "true")


def test_analysis_of_a_record(visit: Visit) -> None:
    page = visit(spoils=True)
    moves = ended(GAMES[0]).moves[:6]
    answer = page.request.post("/api/records", data={"game": GAMES[0], "start": None, "moves": list(moves)})
    page.goto("/analysis")
    page.locator("#import-text").fill("neither a record nor a position")
    button(page, "import-read")
    expect(page.locator(".importer .wrong")).to_have_text(re.compile(r"\w+.*\.$"))
    page.locator("#import-text").fill(answer.json()["record"])
    button(page, "import-read")
    board = ShownBoard(page)
    expect(page.locator(".variations .move")).to_have_count(len(moves) + 1)
    page.get_by_role("button", name=say("analysis-last"), exact=True).click()
    board.sees_last(moves[-1])
    button(page, "analysis-judge")
    graph = page.get_by_role("slider")
    expect(graph).to_have_attribute("aria-valuemax", str(len(moves)))
    graph.press("Home")
    expect(page.locator(".variations .move.start")).to_have_attribute("aria-current", "true")
    summary = page.locator(".table-place:has(.summary)")
    expect(summary).to_contain_text(say("analysis-average"))
    page.set_viewport_size({"width": 320, "height": 640})
    assert summary.evaluate("one => one.scrollWidth <= one.clientWidth"), "all of it is in sight on the narrowest phone"


def test_judging_outlasts_the_server_and_ends_with_the_line_it_is_about(visit: Visit, server: RunningServer) -> None:
    moves = ended(GAMES[0]).moves
    page = visit(f"/analysis?game={GAMES[0]}&moves={'+'.join(moves)}")
    facts, judging = page.locator(".engine-facts"), re.compile(say("analysis-judging", done="[1-9].*", of=".*"))
    button(page, "analysis-judge")
    expect(facts).to_have_text(judging)
    server.kill()
    try:
        expect(facts).to_have_text(say("analysis-lost-connection"))
        expect(page.get_by_role("button", name=say("analysis-stop"), exact=True)).to_be_visible()
    finally:
        server.restart()
    expect(facts).to_have_text(judging)
    button(page, "analysis-remove")
    expect(page.get_by_role("button", name=say("analysis-judge"), exact=True)).to_be_visible()
    expect(page.get_by_role("progressbar")).to_be_hidden()
    expect(page.locator(".engine-lines li")).not_to_have_count(0)
    expect(page.locator(".judgement")).to_be_hidden()


def test_analysis_of_a_match_opens_at_its_end(visit: Visit) -> None:
    page = visit()
    moves = ended(GAMES[0]).moves
    begin_alone(page, GAMES[0], moves=list(moves)).answer("analyse").click()
    ShownBoard(page).sees_last(moves[-1])
    words = page.evaluate(
        "import('/page/dom.js').then(({ unbroken }) => [...unbroken('Better: c3-c4 d5-d4 …').children].map(one => one.textContent))"
    )
    assert words == ["c3-c4", "d5-d4"]


@pytest.mark.parametrize("game", GAMES)
def test_rules_with_moving_pictures(visit: Visit, game: str) -> None:
    page = visit(f"/rules/{game}?lang=pt")
    known = page.request.get(f"/api/rules/{game}?lang=pt").json()
    expect(page.locator(".lesson")).to_have_count(len(known["lessons"]))
    expect(page.locator(".lead.goal")).to_contain_text(known["goal"])
    sizes = page.locator(".signs svg").evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert len(sizes) == len(known["signs"])
    assert len(set(sizes)) == 1
    moving = [lesson for lesson in known["lessons"] if lesson["plays"]]
    assert moving
    shown = page.locator(".demonstration", has=page.locator(".buttons:visible")).first
    shown.get_by_role("button", name=say("rules-next", "pt"), exact=True).click()
    play = moving[0]["plays"][0]
    expect(shown.locator(".caption")).to_contain_text(play["move"])
    expect(shown.locator(f'.spot[data-cell="{cells_of(play["move"])[1]}"]')).to_have_attribute(
        "aria-label", re.compile(say("cell-reached", "pt"))
    )


def test_description_of_the_interface(visit: Visit) -> None:
    page = visit("/docs")
    paths = page.request.get("/openapi.json").json()["paths"]
    count = sum(len(methods) for methods in paths.values())
    expect(page.locator("details.endpoint:not(:has(.socket))")).to_have_count(count)
    ending = page.locator("details.endpoint", has_text="/api/positions").first
    ending.locator("summary").click()
    expect(ending.locator("table").first).to_contain_text("fen")
