"""What two people settle between them: draws, moves taken back, seats exchanged, giving up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import tabuleiro
from tabuleiro.match.match import formats_of
from tabuleiro.messages import matches, playing
from tabuleiro.rules.texts import Text
from tests.browser.boards import ShownBoard, say
from tests.browser.conftest import Visit
from tests.browser.table import Table, begin, begin_alone, join, some_moves

GAMES = tabuleiro.games()
WITH_DRAWS = next(name for name in GAMES if tabuleiro.game(name).has_draws)


def whoever(text: Text) -> re.Pattern[str]:
    """What a sentence looks like, whoever it is about."""
    return re.compile(".+".join(map(re.escape, re.split(r"\{\w+\}", text.en))))


def sit_down(visit: Visit, game: str) -> tuple[Table, Table]:
    """Two people at a game, the first to move first."""
    ana = begin(visit(), game, players=["human", "human"], mine=[0])
    return ana, join(visit(), ana, "Rui")


def test_takebacks_and_draws_are_offered_and_answered(visit: Visit) -> None:
    ana, rui = sit_down(visit, WITH_DRAWS)
    if ana.state()["position"]["turn"] != ana.state()["yours"][0]:
        ana, rui = rui, ana
    move = some_moves(ana.state())[0]
    ana.by_mouse(move)
    rui.sees_moves([move])

    ana.action("ask-takeback").click()
    rui.answer("decline-takeback").click()
    expect(ana.bars).not_to_contain_text(say("takeback-stands", name="").split(".")[0])
    expect(ana.bars).to_contain_text(whoever(playing.DECLINES_TAKEBACK))
    expect(rui.answer("close")).to_be_hidden()
    ana.sees_moves([move])
    ana.action("ask-takeback").click()
    rui.answer("accept-takeback").click()
    for table in (ana, rui):
        table.sees_plies(0)
        assert table.sees_truth()["moves"] == []

    for answer in ("decline-draw", "accept-draw"):
        ana.action("offer-draw").click()
        ana.answer("yes-offer-draw").click()
        rui.answer(answer).click()
        expect(rui.answer(answer)).to_be_hidden()
        if answer == "decline-draw":
            expect(ana.bars).to_contain_text(whoever(playing.DECLINES))
            expect(rui.answer("close")).to_be_hidden()
    for table in (ana, rui):
        outcome = table.sees_truth()["outcome"]
        assert (outcome["winner"], outcome["reason"]) == (None, "agreement")
        expect(table.result).to_contain_text(outcome["text"])


def test_what_was_said_of_a_game_is_gone_once_it_is_over(visit: Visit) -> None:
    ana, rui = sit_down(visit, WITH_DRAWS)
    ana.action("offer-draw").click()
    ana.answer("yes-offer-draw").click()
    rui.answer("decline-draw").click()
    expect(ana.answer("close")).to_be_visible()
    rui.action("resign").click()
    rui.answer("yes-resign").click()
    expect(ana.result).to_contain_text(say("you-won"))
    expect(ana.answer("close")).to_be_hidden()


def test_who_comes_by_the_link_need_not_delete_a_name_first(visit: Visit) -> None:
    ana = begin(visit(), GAMES[0], players=["human", "human"], mine=[0])
    page = visit(ana.page.url)
    field = page.locator(".invitation form").get_by_role("textbox")
    expect(field).to_have_attribute("placeholder", str(matches.GUEST))
    expect(field).to_have_value("")
    field.press("Enter")
    expect(page.locator("#lower .name")).to_have_text(str(matches.GUEST))


@pytest.mark.parametrize("game", [name for name in GAMES if any(one.tie_break for one in tabuleiro.game(name).formats)])
def test_a_tie_break_is_called_one(visit: Visit, game: str) -> None:
    format = next(one.name for one in tabuleiro.game(game).formats if one.tie_break)
    table = begin_alone(visit(), game, format=format)
    score = table.page.locator("#side .score")
    for number in range(1, 4):
        expect(score).to_contain_text("Tie-break · " if number == 3 else f"Game {number} of 2 · ")
        code, state = table.code, table.state()
        if number < 3:
            for action in ("resign", "next-game"):
                wish = {"at": state["version"], "action": action}
                state = table.page.request.post(f"/api/matches/{code}/actions", data=wish).json()


def test_each_game_of_a_match_is_analysed_while_it_is_played(visit: Visit) -> None:
    game = next(name for name in GAMES if any(one.games > 1 for one in formats_of(tabuleiro.game(name))))
    format = next(one.name for one in formats_of(tabuleiro.game(game)) if one.games > 1)
    table = begin_alone(visit(), game, format=format)
    table.action("resign").click()
    table.answer("yes-resign").click()
    table.answer("next-game").click()
    move = some_moves(table.state())[0]
    table.by_mouse(move)
    table.sees_moves([move])
    table.page.locator(".more-card summary").click()
    table.page.locator(".more-card").get_by_role("link", name=say("analyse")).click()
    ShownBoard(table.page).sees_last(move)


def test_resigning_is_asked_first(visit: Visit) -> None:
    ana, rui = sit_down(visit, GAMES[0])
    ana.action("resign").click()
    ana.answer("cancel").click()
    expect(ana.answer("cancel")).to_be_hidden()
    assert ana.state()["outcome"] is None
    ana.action("resign").click()
    ana.answer("yes-resign").click()
    for table, words in ((ana, "you-lost"), (rui, "you-won")):
        expect(table.result).to_contain_text(say(words))
        assert table.sees_truth()["outcome"]["reason"] == "resignation"


@pytest.mark.parametrize("game", [name for name in GAMES if tabuleiro.game(name).pie_rule])
def test_seats_are_exchanged_by_the_pie_rule(visit: Visit, game: str) -> None:
    ana, rui = sit_down(visit, game)
    first, second = tabuleiro.game(game).players
    move = some_moves(ana.state())[0]
    ana.by_mouse(move)
    rui.answer("exchange").click()
    expect(rui.answer("exchange")).to_be_hidden()
    expect(ana.bars).to_contain_text(whoever(playing.EXCHANGED))
    expect(rui.answer("close")).to_be_hidden()
    expect(ana.page.locator("#side .status.yours")).to_be_visible()
    assert (ana.state()["yours"], rui.state()["yours"]) == ([second], [first])
    reply = some_moves(ana.state())[0]
    ana.by_keys(reply)
    for table in (ana, rui):
        table.sees_plies(2)
        assert table.sees_truth()["exchanged"]
