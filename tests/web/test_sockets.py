"""Matches over a WebSocket: the truth at every change, answers after it is kept, and nothing done twice."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from tabuleiro.records.database import Database
from tabuleiro.web.application import make_application
from tests.web.conftest import Visit
from tests.web.visiting import act, begin, some_move, state_of, strict_rates


def send(socket: WebSocketTestSession, at: int, action: str, move: str | None = None, id: str = "1") -> None:
    socket.send_json({"type": "act", "id": id, "at": at, "action": action, "move": move})


def until(socket: WebSocketTestSession, *kinds: str) -> dict[str, Any]:
    """The next message of one of these kinds."""
    while True:
        message = socket.receive_json()
        if message["type"] in kinds:
            return dict(message)


def test_both_see_every_move_and_the_mover_is_answered(ana: TestClient, rui: TestClient) -> None:
    code = begin(ana, "breakthrough")
    rui.post(f"/api/matches/{code}/seats", json={})
    place = f"/api/matches/{code}/socket"
    with ana.websocket_connect(place) as first, rui.websocket_connect(place) as second:
        state = until(first, "state")
        assert state["version"] == 1 and state["yours"] == ["white"]
        assert until(second, "state")["yours"] == ["black"]
        send(first, 1, "move", "a2-a3")
        assert until(first, "done") == {"type": "done", "id": "1", "version": 2}
        while (state := until(second, "state"))["version"] < 2:
            pass
        assert state["moves"] == ["a2-a3"] and [event["number"] for event in state["events"]] == [2]
        assert state["people"][0]["present"] and state["people"][1]["present"]
        send(first, 1, "move", "a2-a3", "2")
        assert until(first, "done", "refused")["type"] == "done"
        send(first, 1, "move", "b2-b3", "3")
        assert until(first, "state")["version"] == 2  # the truth, and then why
        assert until(first, "refused")["code"] == "stale"
    assert state_of(ana, code)["moves"] == ["a2-a3"]


def test_a_client_that_was_away_gets_what_it_missed(ana: TestClient) -> None:
    code = begin(ana, "breakthrough", mine=[0, 1], moves=["a2-a3"])
    with ana.websocket_connect(f"/api/matches/{code}/socket?seen=2") as socket:
        assert until(socket, "state")["events"] == []
    act(ana, code, "move", move="a7-a6")
    with ana.websocket_connect(f"/api/matches/{code}/socket?seen=2") as socket:
        assert [event["number"] for event in until(socket, "state")["events"]] == [3]


@pytest.mark.parametrize(
    "frame",
    [
        "nonsense",
        "[]",
        "5",
        "{}",
        '{"type": "act"}',
        '{"type": "act", "id": 5, "at": 1, "action": "move"}',
        '{"type": "act", "id": "1", "at": "1", "action": "move"}',
        '{"type": "act", "id": "1", "at": -1, "action": "move"}',
        '{"type": "act", "id": "1", "at": 1, "action": "fly"}',
        json.dumps({"type": "act", "id": "1", "at": 1, "action": "move", "move": "x" * 9000}),
        "[" * 8000,
    ],
)
def test_nonsense_is_refused_with_a_sentence(ana: TestClient, frame: str) -> None:
    code = begin(ana, "breakthrough", mine=[0, 1])
    with ana.websocket_connect(f"/api/matches/{code}/socket") as socket:
        socket.send_text(frame)
        refusal = until(socket, "refused")
        assert refusal["code"] == "bad-request" and refusal["message"].endswith(".")
        socket.send_json({"type": "ping"})
        assert until(socket, "pong")
    assert state_of(ana, code)["version"] == 1


def test_a_watcher_may_not_act(ana: TestClient, visit: Visit) -> None:
    code = begin(ana, "breakthrough", mine=[0, 1])
    with visit().websocket_connect(f"/api/matches/{code}/socket") as socket:
        send(socket, 1, "move", "a2-a3")
        assert until(socket, "refused")["code"] == "not-yours"
        send(socket, 1, "move-now")
        assert until(socket, "refused")["code"] == "not-yours"


@pytest.mark.parametrize("code", ["nowhere", "x" * 17, "ç" * 1000])
def test_no_such_match(ana: TestClient, code: str) -> None:
    with ana.websocket_connect(f"/api/matches/{code}/socket") as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_json()
    assert closed.value.code == 4404


def test_another_page_may_not_connect(ana: TestClient) -> None:
    code = begin(ana, "breakthrough")
    place, header = f"/api/matches/{code}/socket", {"origin": "http://elsewhere.example"}
    with pytest.raises(WebSocketDisconnect), ana.websocket_connect(place, headers=header):
        pass


def test_who_sends_too_much_is_cut_off(database: Database) -> None:
    app: FastAPI = make_application(database, threads=1, prepares=False, rates=strict_rates())
    with TestClient(app) as client:
        code = begin(client, "breakthrough", mine=[0, 1])
        with (
            client.websocket_connect(f"/api/matches/{code}/socket") as socket,
            pytest.raises(WebSocketDisconnect) as end,
        ):
            for _ in range(150):
                socket.send_json({"type": "ping"})
            while True:
                socket.receive_json()
        assert end.value.code == 4429


def test_a_computer_can_be_told_to_move_now(ana: TestClient) -> None:
    code = begin(ana, "breakthrough", players=["human", "level:10"])
    with ana.websocket_connect(f"/api/matches/{code}/socket") as socket:
        state = until(socket, "state")
        send(socket, 1, "move", some_move(state))
        until(socket, "done")
        send(socket, 2, "move-now", id="now")
        assert until(socket, "done")["id"] == "now"
        while state["version"] < 3:
            state = until(socket, "state")
        assert len(state["moves"]) == 2 and not state["thinking"]
