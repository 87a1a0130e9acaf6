"""Matches on the server, over HTTP: beginning, joining, playing to every end, and every refusal."""

from __future__ import annotations

import time
from typing import Any

import pytest
from fastapi.testclient import TestClient

import tabuleiro
from tabuleiro.match.match import formats_of
from tests.web.conftest import Visit
from tests.web.visiting import act, begin, error_of, some_move, state_of

GAMES = tabuleiro.games()


def join(visitor: TestClient, code: str, name: str | None = None) -> dict[str, Any]:
    answer = visitor.post(f"/api/matches/{code}/seats", json={"name": name})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def wait_for(visitor: TestClient, code: str, version: int) -> dict[str, Any]:
    """The state once this much has happened."""
    given_up = time.monotonic() + 60
    while time.monotonic() < given_up:
        state = state_of(visitor, code)
        if state["version"] >= version:
            return state
        time.sleep(0.02)
    raise AssertionError("nothing happens")


# --- beginning and joining ---
def test_a_friend_joins_by_the_link_and_both_play(ana: TestClient, rui: TestClient) -> None:
    code = begin(ana, "breakthrough", names=["Ana", None])
    state = state_of(ana, code)
    assert (state["version"], state["ready"], state["may"]) == (1, False, [])
    assert state_of(rui, code)["may"] == ["join"]
    assert error_of(act(ana, code, "move", move="a2-a3")) == (422, "refused")  # nobody is there yet
    state = join(rui, code, "Rui")
    assert [(person["name"], person["you"]) for person in state["people"]] == [("Ana", False), ("Rui", True)]
    assert state["ready"]
    answer = act(ana, code, "move", move="a2-a3")
    assert answer.status_code == 200
    assert answer.json()["events"] == [{"number": 2, "kind": "moved", "text": "Played by White (Ana): a2-a3."}]
    state = state_of(rui, code)
    assert state["moves"] == ["a2-a3"] and state["last"]["target"] == "a3" and "move" in state["may"]
    assert act(rui, code, "move", move="a7-a6").json()["moves"] == ["a2-a3", "a7-a6"]


def test_names_that_nobody_chose_are_told_in_the_language_of_whoever_looks(ana: TestClient) -> None:
    code = begin(ana, "breakthrough", players=["human", "level:1"], format="best-of-3")
    for action in ("resign", "next-game"):
        assert act(ana, code, action).status_code == 200
    wait_for(ana, code, 4)  # now the computer begins
    assert act(ana, code, "resign").status_code == 200
    ours, theirs = (state_of(ana, code, lang=language) for language in ("en", "pt"))
    assert ours["result"]["text"] == ("The match is won by Computer, level 1. Guest: 0 and Computer, level 1: 2.")
    assert theirs["result"]["text"] == (
        "Vitória de Computador, nível 1 no encontro. Convidado: 0 e Computador, nível 1: 2."
    )
    assert "Brancas (Convidado): desistência." in [event["text"] for event in theirs["events"]]


def test_a_third_visitor_only_watches(ana: TestClient, rui: TestClient, visit: Visit) -> None:
    code = begin(ana, "breakthrough")
    join(rui, code)
    eva = visit()
    assert state_of(eva, code)["may"] == []
    assert error_of(eva.post(f"/api/matches/{code}/seats", json={})) == (422, "refused")
    assert error_of(act(eva, code, "move", move="a2-a3")) == (403, "not-yours")
    assert error_of(act(eva, code, "resign")) == (403, "not-yours")
    assert error_of(eva.post(f"/api/matches/{code}/hints", json={})) == (403, "not-yours")
    assert error_of(eva.post(f"/api/matches/{code}/rematch", json={})) == (403, "not-yours")


def test_joining_twice_changes_nothing(ana: TestClient, rui: TestClient) -> None:
    code = begin(ana, "breakthrough")
    join(rui, code)
    assert join(rui, code)["people"][0]["you"] is False
    assert join(ana, code)["people"][0]["you"] is True


@pytest.mark.parametrize("game", GAMES)
def test_both_sides_at_one_screen(ana: TestClient, game: str) -> None:
    code = begin(ana, game, mine=[0, 1])
    for _ in range(4):
        state = state_of(ana, code)
        assert "move" in state["may"] and "hint" in state["may"] and len(state["yours"]) == 2
        assert act(ana, code, "move", move=some_move(state)).status_code == 200
    assert act(ana, code, "undo").json()["moves"] == state["moves"]
    assert len(act(ana, code, "redo").json()["moves"]) == 4


@pytest.mark.parametrize("game", GAMES)
def test_against_the_computer(ana: TestClient, game: str) -> None:
    second = tabuleiro.game(game).first == 1
    code = begin(ana, game, players=["level:1", "human"] if second else ["human", "level:1"], mine=[int(second)])
    state = state_of(ana, code)
    assert act(ana, code, "move", move=some_move(state)).status_code == 200
    state = wait_for(ana, code, 3)  # the computer has moved, or taken over the first move
    assert len(state["moves"]) + state["exchanged"] == 2 and "move" in state["may"] and "undo" in state["may"]
    hint = ana.post(f"/api/matches/{code}/hints", json={}).json()
    assert hint["target"] in state["position"]["moves"][hint["origin"]] and hint["text"]
    assert act(ana, code, "undo").json()["moves"] == []


def test_half_levels_play_too(ana: TestClient) -> None:
    code = begin(ana, "breakthrough", players=["human", "2,5"], mine=[0])
    state = state_of(ana, code)
    assert [one["player"] for one in state["people"]] == ["human", "level:2.5"]
    assert act(ana, code, "move", move=some_move(state)).status_code == 200
    assert wait_for(ana, code, 3)


def test_two_computers_play_only_while_somebody_watches(ana: TestClient) -> None:
    code = begin(ana, "breakthrough", players=["level:1", "level:1"], mine=[])
    time.sleep(0.3)
    assert state_of(ana, code)["moves"] == []
    with ana.websocket_connect(f"/api/matches/{code}/socket") as socket:
        while not socket.receive_json().get("moves"):
            pass
    assert state_of(ana, code)["moves"]


def test_who_watches_computers_may_have_them_play_again(ana: TestClient, rui: TestClient) -> None:
    start = "8/4P3/8/8/8/8/1p6/8 w"
    settings = {"players": ["level:1", "level:1"], "mine": [], "start": start, "moves": ["e7-e8"]}
    code = begin(ana, "breakthrough", **settings)
    state = state_of(rui, code)
    assert [person["name"] for person in state["people"]] == ["Computer, level 1 (1)", "Computer, level 1 (2)"]
    assert state["outcome"] and state["may"] == ["rematch"]
    again = rui.post(f"/api/matches/{code}/rematch", json={}).json()["code"]
    assert [person["name"][-3:] for person in state_of(ana, again)["people"]] == ["(2)", "(1)"]
    assert state_of(ana, again)["may"] == []
    assert error_of(act(ana, again, "next-game")) == (409, "not-now")
    assert error_of(act(ana, again, "resign")) == (403, "not-yours")
    several = begin(ana, "breakthrough", format="best-of-3", **settings)
    assert state_of(rui, several)["may"] == ["next-game"]
    assert act(rui, several, "next-game").json()["number"] == 2


@pytest.mark.parametrize(
    ("settings", "status", "code"),
    [
        ({"game": "no-such-game"}, 404, "unknown-game"),
        ({"game": "breakthrough", "players": ["human", "uci:/bin/sh"]}, 422, "bad-request"),
        ({"game": "breakthrough", "players": ["human", "level:11"]}, 422, "bad-request"),
        ({"game": "breakthrough", "players": ["human", "level:4.2"]}, 422, "bad-request"),
        ({"game": "breakthrough", "players": ["human", "level:10,seconds=9000"]}, 422, "bad-request"),
        ({"game": "breakthrough", "players": ["human"]}, 422, "bad-request"),
        ({"game": "breakthrough", "mine": [2]}, 422, "bad-request"),
        ({"game": "breakthrough", "control": "soon"}, 409, "not-now"),
        ({"game": "breakthrough", "format": "best-of-0"}, 409, "not-now"),
        ({"game": "breakthrough", "start": "nonsense"}, 422, "invalid-position"),
        ({"game": "breakthrough", "moves": ["a1-a9"]}, 422, "invalid-move"),
        ({"game": "breakthrough", "moves": ["a2-a5"]}, 422, "illegal-move"),
        ({"game": "breakthrough", "names": ["x" * 41, None]}, 422, "bad-request"),
        ({"game": "breakthrough", "names": ["\u202eevil", None]}, 422, "bad-request"),
        ({"game": "breakthrough", "more": 1}, 422, "bad-request"),
        ({"game": 5}, 422, "bad-request"),
        ({}, 422, "bad-request"),
    ],
)
def test_what_cannot_be_played(ana: TestClient, settings: dict[str, Any], status: int, code: str) -> None:
    assert error_of(ana.post("/api/matches", json=settings)) == (status, code)


def test_a_match_begins_from_a_position_and_moves(ana: TestClient) -> None:
    start = tabuleiro.game("breakthrough").start().play("a2-a3")
    code = begin(ana, "breakthrough", mine=[0, 1], start=start.fen, moves=["a7-a6"])
    state = state_of(ana, code)
    assert state["moves"] == ["a7-a6"] and state["position"]["turn"] == "white"


# --- acting ---
def test_what_is_sent_twice_is_done_once(ana: TestClient, rui: TestClient) -> None:
    code = begin(ana, "breakthrough")
    join(rui, code)
    first = act(ana, code, "move", at=1, move="a2-a3")
    again = act(ana, code, "move", at=1, move="a2-a3")
    assert first.json()["version"] == again.json()["version"] == 2 and again.json()["moves"] == ["a2-a3"]
    assert error_of(act(ana, code, "move", at=1, move="b2-b3")) == (409, "stale")
    assert error_of(act(rui, code, "move", at=1, move="a7-a6")) == (409, "stale")
    assert error_of(act(rui, code, "move", at=7, move="a7-a6")) == (409, "stale")
    assert act(ana, code, "resign", at=2).status_code == act(ana, code, "resign", at=2).status_code == 200
    assert error_of(act(rui, code, "resign", at=2)) == (409, "stale")


@pytest.mark.parametrize(
    ("move", "code"),
    [("a2-a5", "illegal-move"), ("z9-a1", "invalid-move"), ("", "invalid-move"), (None, "bad-request")],
)
def test_a_move_that_cannot_be_played_changes_nothing(ana: TestClient, move: str | None, code: str) -> None:
    match = begin(ana, "breakthrough", mine=[0, 1])
    assert error_of(act(ana, match, "move", move=move)) == (422, code)
    assert state_of(ana, match)["version"] == 1


def test_an_illegal_move_is_refused_in_the_readers_language(ana: TestClient) -> None:
    code = begin(ana, "breakthrough", mine=[0, 1])
    wish = {"at": 1, "action": "move", "move": "a2-a5"}
    english = ana.post(f"/api/matches/{code}/actions", json=wish).json()["error"]["message"]
    header = {"Accept-Language": "pt-PT,pt;q=0.9"}
    portuguese = ana.post(f"/api/matches/{code}/actions", json=wish, headers=header).json()["error"]["message"]
    assert english != portuguese and "casa" in portuguese


def test_not_your_turn(ana: TestClient, rui: TestClient) -> None:
    code = begin(ana, "breakthrough")
    join(rui, code)
    assert error_of(act(rui, code, "move", move="a7-a6")) == (403, "not-yours")
    assert error_of(act(ana, code, "fly")) == (422, "bad-request")
    assert error_of(act(ana, code, "undo")) == (403, "not-yours")
    assert error_of(act(ana, code, "next-game")) == (409, "not-now")
    assert error_of(ana.post(f"/api/matches/{code}/rematch", json={})) == (422, "refused")


def test_a_finished_game_takes_no_moves_but_a_rematch(ana: TestClient, rui: TestClient) -> None:
    code = begin(ana, "breakthrough", names=["Ana", None])
    join(rui, code, "Rui")
    state = act(rui, code, "resign").json()
    assert state["outcome"]["winner"] == "white" and state["result"]["winner"] == 0 and state["may"] == ["rematch"]
    assert error_of(act(ana, code, "move", move="a2-a3")) == (409, "not-now")
    first = rui.post(f"/api/matches/{code}/rematch", json={}).json()
    second = ana.post(f"/api/matches/{code}/rematch", json={}).json()
    assert first == second and state_of(ana, code)["rematch"] == first["url"]
    state = state_of(ana, first["code"])
    assert [person["name"] for person in state["people"]] == ["Rui", "Ana"]
    assert state["yours"] == ["black"] and state["ready"]


def test_a_draw_is_offered_declined_and_accepted(ana: TestClient, rui: TestClient) -> None:
    code = begin(ana, "tafl:brandubh")
    join(rui, code)
    assert act(ana, code, "offer-draw").json()["draw_offer"] == "attackers"
    assert error_of(act(ana, code, "accept-draw")) == (403, "not-yours")
    assert {"accept-draw", "decline-draw"} <= set(state_of(rui, code)["may"])
    assert act(rui, code, "decline-draw").json()["draw_offer"] is None
    act(rui, code, "offer-draw")
    state = act(ana, code, "accept-draw").json()
    assert state["outcome"]["reason"] == "agreement" and state["result"]["winner"] is None


def test_a_game_without_draws_offers_none(ana: TestClient) -> None:
    code = begin(ana, "breakthrough", mine=[0, 1])
    assert "offer-draw" not in state_of(ana, code)["may"]
    assert error_of(act(ana, code, "offer-draw")) == (409, "not-now")


def test_a_move_is_taken_back_if_the_other_agrees(ana: TestClient, rui: TestClient) -> None:
    code = begin(ana, "breakthrough")
    join(rui, code)
    assert "ask-takeback" not in state_of(ana, code)["may"]
    act(ana, code, "move", move="a2-a3")
    assert "ask-takeback" in state_of(ana, code)["may"]
    assert act(ana, code, "ask-takeback").json()["takeback"] == "white"
    assert error_of(act(ana, code, "accept-takeback")) == (409, "not-now")
    assert act(rui, code, "decline-takeback").json()["takeback"] is None
    act(ana, code, "ask-takeback")
    state = act(rui, code, "accept-takeback").json()
    assert state["moves"] == [] and state["takeback"] is None
    assert [event["kind"] for event in state_of(ana, code)["events"]] == [
        "game-begun",
        "moved",
        "takeback-asked",
        "takeback-declined",
        "takeback-asked",
        "taken-back",
    ]


def test_seats_are_exchanged_where_the_game_has_the_pie_rule(ana: TestClient, rui: TestClient) -> None:
    game = next(name for name in GAMES if tabuleiro.game(name).pie_rule)
    code = begin(ana, game)
    state = join(rui, code)
    act(ana, code, "move", move=some_move(state))
    assert "exchange" in state_of(rui, code)["may"]
    state = act(rui, code, "exchange").json()
    players = tabuleiro.game(game).players
    assert state["exchanged"] and state["yours"] == [players[0]] and "move" not in state["may"]
    assert "move" in state_of(ana, code)["may"]


def test_a_match_of_several_games_has_a_running_score(ana: TestClient, rui: TestClient) -> None:
    game = tabuleiro.game("trench")
    code = begin(ana, "trench", format=formats_of(game)[0].name)
    join(rui, code)
    state = act(ana, code, "resign").json()
    assert state["result"] is None and state["may"] == ["next-game"] and state["score"][1] > 0
    state = act(rui, code, "next-game").json()
    assert state["number"] == 2 and state["yours"] == [game.players[0]] and state["events"][-1]["kind"] == "game-begun"
    assert act(rui, code, "next-game", at=state["version"] - 1).json()["number"] == 2  # both may click


def test_nothing_warns_once_a_game_is_given_up(ana: TestClient) -> None:
    moves = ["g1-g10", "f12-f7", "g1-c5", "f7-f3", "g10-h10"]
    code = begin(ana, "monkey-queen", mine=[0, 1], moves=moves)
    assert any(fact["warning"] for fact in state_of(ana, code)["position"]["facts"])
    facts = act(ana, code, "resign").json()["position"]["facts"]
    assert facts and not any(fact["warning"] for fact in facts)


# --- looking ---
def test_the_past_of_a_game(ana: TestClient) -> None:
    code = begin(ana, "breakthrough", mine=[0, 1], moves=["a2-a3", "b7-b6", "a3-a4", "b6-b5", "a4-b5"])
    place = f"/api/matches/{code}/games/1/plies"
    assert ana.get(f"{place}/0").json()["last"] is None
    middle = ana.get(f"{place}/1").json()
    assert middle["last"]["move"] == "a2-a3" and middle["position"]["turn"] == "black"
    assert ana.get(f"{place}/4").json()["captured"] == {"white": [], "black": []}
    captured = ana.get(f"{place}/5").json()["captured"]
    assert captured == state_of(ana, code)["captured"] and len(captured["black"]) == 1
    assert error_of(ana.get(f"{place}/6")) == (404, "not-found")
    assert error_of(ana.get(f"/api/matches/{code}/games/2/plies/0")) == (404, "not-found")
    assert [event["number"] for event in state_of(ana, code, seen=4)["events"]] == [5, 6]
    assert len(state_of(ana, code, seen=999)["events"]) == 6  # a number that never was: everything


def test_records_and_pictures(ana: TestClient) -> None:
    code = begin(ana, "breakthrough", mine=[0, 1], moves=["a2-a3"])
    assert "1. a2-a3" in ana.get(f"/api/matches/{code}/record").text
    picture = ana.get(f"/api/matches/{code}/picture.svg")
    assert picture.headers["content-type"] == "image/svg+xml" and picture.text.startswith("<svg")


def test_lists_of_matches(ana: TestClient, rui: TestClient, visit: Visit) -> None:
    running = begin(ana, "breakthrough")
    assert [match["code"] for match in ana.get("/api/matches?which=mine").json()["matches"]] == [running]
    assert ana.get("/api/matches?which=running").json()["matches"] == []  # a stranger could take the friend's seat
    join(rui, running)
    eva = visit()
    assert [match["code"] for match in eva.get("/api/matches?which=running").json()["matches"]] == [running]
    assert rui.get("/api/matches?which=running").json()["matches"] == []  # it is among his own
    act(ana, running, "resign")
    assert ana.get("/api/matches?which=mine").json()["matches"] == []
    finished = rui.get("/api/matches?which=finished&game=breakthrough").json()["matches"]
    assert [(match["code"], match["yours"]) for match in finished] == [(running, True)]
    assert rui.get("/api/matches?which=finished&game=trench").json()["matches"] == []


def test_whose_turn_it_is_is_known_before_anybody_looks_at_the_board(ana: TestClient, rui: TestClient) -> None:
    code = begin(ana, "breakthrough")
    assert ana.get("/api/matches?which=mine").json()["matches"][0]["your_turn"] is False  # nobody is there to play with
    join(rui, code)

    def turns() -> list[bool]:
        return [visitor.get("/api/matches?which=mine").json()["matches"][0]["your_turn"] for visitor in (ana, rui)]

    assert turns() == [True, False]
    act(ana, code, "move", move="a2-a3")
    assert turns() == [False, True]


@pytest.mark.parametrize("code", ["none", "x" * 16, "..%2f..", "a b"])
def test_no_such_match(ana: TestClient, code: str) -> None:
    for place in ("", "/record", "/picture.svg"):
        answer = ana.get(f"/api/matches/{code}{place}")
        assert answer.status_code in (404, 422) and answer.json()["error"]["message"]
