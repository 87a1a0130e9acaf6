"""Whole games of every kind: against the computer and between two people, by mouse and by keys."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import expect

import tabuleiro
from tabuleiro import IllegalMove
from tabuleiro.rules.position import Position
from tests.browser.boards import say
from tests.browser.conftest import Visit
from tests.browser.endings import ended, good_move
from tests.browser.table import Table, begin, join

GAMES = tabuleiro.games()

PLIES, TOGETHER = (10_000, 4) if os.environ.get("TABULEIRO_SOAK") else (3, 2)
"""How many plies of each game are played in the browser, against the computer or between people: the last ones."""


def position_of(table: Table) -> tuple[Position, int]:
    """The position of the match with all that led to it, and how many moves that was."""
    state = table.state()
    position = tabuleiro.game(state["game"]).start()
    for move in state["moves"]:
        position = position.play(move)
    return position, len(state["moves"])


def try_what_cannot_be(table: Table, position: Position) -> None:
    """Choose a piece and a cell where it may not go: the page says why, in the words of the game."""
    movable = table.state()["position"]["moves"]
    origin, allowed = next(iter(movable.items()))
    target = next(cell for cell in table.cells() if cell not in {*movable, *allowed})
    with pytest.raises(IllegalMove) as refusal:
        position.play(f"{origin}-{target}")
    table.click(origin)
    table.click(target)
    expect(table.bubble).to_have_text(str(refusal.value))
    table.page.keyboard.press("Escape")
    expect(table.bubble).to_be_hidden()
    table.sees_truth()


def play_to_the_end(table: Table, place: int, *, by_keys: bool) -> None:
    """Play good moves until the game is over."""
    position, plies = position_of(table)
    while position.outcome is None:
        assert position.turn == place
        move = good_move(position)
        is_last = position.play(move).outcome is not None
        if by_keys:
            table.by_keys(move)
        elif is_last:
            table.by_dragging(move)
        else:
            table.by_mouse(move)
        table.sees_plies(plies + (1 if is_last else 2))
        position, plies = position_of(table)


@pytest.mark.parametrize(
    ("game", "by_keys"),
    [
        pytest.param(
            game, by_keys, id=f"{game}-{'keys' if by_keys else 'mouse'}", marks=[] if quick else pytest.mark.soak
        )
        for place, game in enumerate(GAMES)
        for by_keys, quick in ((False, place % 2 == 0), (True, place % 2 == 1))
    ],
)
def test_game_against_the_computer(visit: Visit, game: str, by_keys: bool) -> None:
    place = int(by_keys)
    record = ended(game, winner=place)
    players = ["level:1", "level:1"]
    players[place] = "human"
    # After the first moves, since a computer might exchange seats after the very first one.
    plies = next(ply for ply in range(max(2, len(record.moves) - PLIES), 1000) if record.after(ply).turn == place)
    table = begin(visit(), game, players=players, mine=[place], moves=list(record.moves[:plies]))
    if not by_keys:
        try_what_cannot_be(table, position_of(table)[0])
    play_to_the_end(table, place, by_keys=by_keys)
    outcome = table.sees_truth()["outcome"]
    assert outcome["winner"] == tabuleiro.game(game).players[place]
    expect(table.result).to_contain_text(outcome["text"])
    expect(table.result).to_contain_text(say("you-won"))


@pytest.mark.parametrize("game", GAMES)
def test_game_between_two_browsers(visit: Visit, game: str) -> None:
    record = ended(game)
    shown = max(0, len(record.moves) - TOGETHER)
    ana = begin(visit(), game, players=["human", "human"], mine=[0], moves=list(record.moves[:shown]))
    expect(ana.page.locator(".invitation .link")).to_have_value(ana.page.url)
    rui = join(visit(), ana, "Rui")
    expect(ana.page.locator(".invitation")).to_be_hidden()
    names = tabuleiro.game(game).players
    position = record.after(shown)
    for ply, move in enumerate(record.moves[shown:], start=shown + 1):
        if position.turn == 0:
            ana.by_mouse(move)
        else:
            rui.by_keys(move)
        ana.sees_moves(record.moves[:ply])
        rui.sees_moves(record.moves[:ply])
        position = position.play(move)
    for table, words in ((ana, "you-won"), (rui, "you-lost")):
        outcome = table.sees_truth()["outcome"]
        assert (outcome["winner"], outcome["reason"]) == (names[record.winner], record.reason)
        expect(table.result).to_contain_text(outcome["text"])
        expect(table.result).to_contain_text(say(words))
    if game != GAMES[0]:
        expect(ana.answer("rematch")).to_be_visible()
        return
    # The same for all games, and for one it is tried.
    ana.answer("rematch").click()
    ana.page.wait_for_url(lambda url: rui.code not in url)
    rui.answer("go-to-rematch").click()
    rui.page.wait_for_url(re.compile(f"/play/{ana.code}$"))
    assert Table(ana.page).state()["yours"] == [names[1]]
    assert Table(rui.page).state()["yours"] == [names[0]]
