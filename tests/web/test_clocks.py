"""Clocks on the server: they run once both are there, end games, survive restarts, and never gain by a crash."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.records.runs import read_runs
from tabuleiro.web import lobby as lobbies
from tabuleiro.web.application import make_application
from tests.web.visiting import act, begin, error_of, state_of


def test_time_runs_once_both_are_there(ana: TestClient, rui: TestClient) -> None:
    code = begin(ana, "breakthrough", control="10")
    time.sleep(0.05)
    clock = state_of(ana, code)["clock"]
    assert clock == {"left": {"white": 600_000, "black": 600_000}, "running": None}
    rui.post(f"/api/matches/{code}/seats", json={})
    time.sleep(0.05)
    clock = state_of(ana, code)["clock"]
    assert clock["running"] == "white" and 590_000 < clock["left"]["white"] < 600_000
    state = act(ana, code, "move", move="a2-a3").json()
    assert state["clock"]["running"] == "black" and "undo" not in state["may"] and "ask-takeback" not in state["may"]
    assert error_of(act(ana, code, "ask-takeback")) == (409, "not-now")


def test_a_game_is_lost_on_time_without_anybody_asking(ana: TestClient) -> None:
    code = begin(ana, "breakthrough", mine=[0, 1], control="0.3/move")
    state_of(ana, code)
    with ana.websocket_connect(f"/api/matches/{code}/socket") as socket:
        while (state := socket.receive_json())["type"] != "state" or state["outcome"] is None:
            pass
    assert state["outcome"]["reason"] == "time" and state["outcome"]["winner"] == "black"
    assert state["clock"]["left"]["white"] == 0 and state["clock"]["running"] is None


def test_clocks_survive_a_restart(tmp_path: Path) -> None:
    def left() -> int:
        return int(state_of(client, code)["clock"]["left"]["white"])

    database = Database(tmp_path / "games.sqlite")
    with TestClient(make_application(database, threads=1, prepares=False)) as client:
        code = begin(client, "breakthrough", mine=[0, 1], control="10", moves=["a2-a3", "a7-a6"])
        before = left()
        cookies = client.cookies
    with TestClient(make_application(database, threads=1, prepares=False), cookies=cookies) as client:
        assert left() <= before
        assert before - left() < 20_000
    database.close()


@pytest.mark.parametrize(
    ("earlier", "began", "expected"),
    [
        ([], -100, 100),
        ([(-300, -300)], -100, 3 + 100),  # not seen after the event: the longest it can have gone unseen
        ([(-300, -150)], -100, 53 + 100),  # seen 50 s after the event
        ([(-300, -101)], -100, 100 + 100),  # seen just before it began again: no more than all of it
        ([(-900, -800)], -100, 3 + 100),
        ([(-300, -190), (-150, -120)], -100, 13 + 33 + 100),  # away twice: neither counts
        ([(-300, -150), (-180, -140)], -100, 63 + 100),  # two at the same time: once
        ([(-900, -500)], -300, 200),  # the server has been there all the time
    ],
)
def test_time_in_which_no_server_was_there_does_not_count(
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    earlier: list[tuple[int, int]],
    began: int,
    expected: float,
) -> None:
    now = datetime.now(UTC)
    lobby = make_application(database, threads=1, prepares=False).state.server.lobby
    runs = [(now + timedelta(seconds=first), now + timedelta(seconds=last)) for first, last in earlier]
    monkeypatch.setattr(lobby, "_began", now + timedelta(seconds=began))
    monkeypatch.setattr(lobby, "_earlier", runs)
    spent = lobby.time_since(now - timedelta(seconds=200))
    assert spent == pytest.approx(expected, abs=5.0)
    assert spent >= expected - 0.01


def test_a_server_notes_that_it_is_alive_while_a_clock_runs(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def last_seen() -> timedelta:
        began, seen = database.read(read_runs)[-1]
        return seen - began

    monkeypatch.setattr(lobbies, "BEAT_SECONDS", 0.02)
    with TestClient(make_application(database, threads=1, prepares=False)) as client:
        state_of(client, begin(client, "breakthrough", mine=[0, 1]))
        time.sleep(0.1)
        assert last_seen() == timedelta()
        state_of(client, begin(client, "breakthrough", mine=[0, 1], control="10"))
        given_up = time.monotonic() + 20
        while last_seen() < timedelta(seconds=0.1) and time.monotonic() < given_up:
            time.sleep(0.02)
    assert last_seen() >= timedelta(seconds=0.1)


def test_no_time_is_shown_as_spent_that_a_crash_would_give_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that is too busy to note that it is alive shows clocks as they would be after a crash."""
    monkeypatch.setattr(lobbies, "UNSEEN", timedelta())
    monkeypatch.setattr(lobbies, "BEAT_SECONDS", 1000.0)
    with TestClient(make_application(database, threads=1, prepares=False)) as client:
        code = begin(client, "breakthrough", mine=[0, 1], control="10", moves=["a2-a3"])
        time.sleep(0.05)
        clock = state_of(client, code)["clock"]
        assert (clock["running"], clock["left"]["black"]) == ("black", 600_000)
        assert act(client, code, "move", move="a7-a6").json()["clock"]["left"]["black"] < 600_000


def test_a_clock_that_is_shown_again_and_again_never_goes_up(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_application(database, threads=1, prepares=False)
    with TestClient(app) as client:
        code = begin(client, "breakthrough", mine=[0, 1], control="10", moves=["a2-a3"])
        time.sleep(0.05)
        monkeypatch.setattr(lobbies, "UNSEEN", timedelta())  # as if nothing had been noted since this moment
        monkeypatch.setattr(app.state.server.lobby, "_seen", time.monotonic())
        shown = [state_of(client, code)["clock"]["left"]["black"] for _ in range(50)]
        assert len(set(shown)) == 1 and shown[0] < 600_000


def test_offers_give_no_time_back_when_a_server_begins_again(database: Database) -> None:
    with TestClient(make_application(database, threads=1, prepares=False)) as client:
        code = begin(client, "trench", mine=[0, 1], control="10")
        time.sleep(0.2)
        for action in ("offer-draw", "decline-draw"):
            assert act(client, code, action).status_code == 200
        state = state_of(client, code)
        left = state["clock"]["left"][state["clock"]["running"]]
        assert left <= 600_000 - 200
    with TestClient(make_application(database, threads=1, prepares=False)) as client:
        clock = state_of(client, code)["clock"]
        assert clock["left"][clock["running"]] <= left


def test_a_server_that_begins_slowly_gives_no_time_back(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it shows as spent before it could note anything else, the next one counts."""
    monkeypatch.setattr(lobbies, "UNSEEN", timedelta())
    moment, write = datetime.now(UTC), database.write

    def slowly(*arguments: Any) -> Any:
        time.sleep(0.2)
        found = write(*arguments)
        time.sleep(0.2)
        return found

    monkeypatch.setattr(database, "write", slowly)
    app = make_application(database, threads=1, prepares=False)
    with TestClient(app):
        lobby = app.state.server.lobby
        spent = lobby.time_since(moment)  # before the clock starts, as in a room
        since = time.monotonic() - spent
        shown = min(time.monotonic(), lobby.counted_until(since)) - since
    app = make_application(database, threads=1, prepares=False)
    with TestClient(app):
        lobby = app.state.server.lobby
        own = (datetime.now(UTC) - lobby._began).total_seconds()
        assert lobby.time_since(moment) - own >= shown


def test_a_game_that_nobody_looks_at_ends_after_a_restart(database: Database) -> None:
    with TestClient(make_application(database, threads=1, prepares=False)) as client:
        code = begin(client, "breakthrough", mine=[0, 1], control="0.5/move")
    with TestClient(make_application(database, threads=1, prepares=False)) as client:
        given_up = time.monotonic() + 20
        while not database.read(store.find_by_code, code).is_finished and time.monotonic() < given_up:
            time.sleep(0.05)
        assert state_of(client, code)["outcome"]["reason"] == "time"


def test_rooms_that_nobody_uses_are_closed(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobbies, "SWEEP_SECONDS", 0.1)
    app = make_application(database, threads=1, prepares=False)
    with TestClient(app) as client:
        code = begin(client, "breakthrough", mine=[0, 1])
        with client.websocket_connect(f"/api/matches/{code}/socket") as socket:
            socket.receive_json()
            time.sleep(0.2)
            assert code in app.state.server.lobby.rooms
        given_up = time.monotonic() + 20
        while app.state.server.lobby.rooms and time.monotonic() < given_up:
            time.sleep(0.02)
        assert not app.state.server.lobby.rooms
        assert act(client, code, "move", move="a2-a3").json()["moves"] == ["a2-a3"]


def test_a_match_that_goes_on_elsewhere_is_read_again(database: Database) -> None:
    from tabuleiro.match.kept_match import KeptMatch

    with TestClient(make_application(database, threads=1, prepares=False)) as client:
        code = begin(client, "breakthrough", mine=[0, 1])
        state_of(client, code)
        elsewhere = KeptMatch.resume(database.read(store.find_by_code, code), database)
        elsewhere.act(lambda session: session.play("b2-b3"))
        assert error_of(act(client, code, "move", move="a2-a3")) == (409, "stale")
        assert state_of(client, code)["moves"] == ["b2-b3"]
        assert act(client, code, "move", move="a7-a6").json()["moves"] == ["b2-b3", "a7-a6"]
