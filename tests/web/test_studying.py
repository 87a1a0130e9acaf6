"""What readers ask the server for: positions, lines, set-ups, imports, rules, and what the engine thinks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.testclient import TestClient

import tabuleiro
from tabuleiro.engine.analysis import Analysis
from tabuleiro.messages.study import STUDY
from tabuleiro.notation.prolog import write_prolog
from tabuleiro.notation.records import Record
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import using_language
from tabuleiro.web import analysis, study_sockets, studying
from tabuleiro.web.analysis import Reading, Stopped
from tabuleiro.web.engine_room import Busy, EngineRoom
from tabuleiro.web.errors import TooMany, code_of, describe_error
from tabuleiro.web.importing import read_import

GAMES = tabuleiro.games()
RECORD = '[Game "breakthrough"]\n[White "Ana"]\n[Black "Rui"]\n\n1. a2-a3 b7-b6 resigns 0-1\n'
SOCKET = "/api/analyses/socket"


@pytest.fixture(scope="module")
def room() -> Iterator[EngineRoom]:
    room = EngineRoom(threads=1)
    yield room
    room.close()


class Limits:
    """Counts what is asked for; refuses when told to."""

    thinking = messages = None
    refuses = False

    def limit(self, rate: object, connection: object) -> None:
        if self.refuses:
            raise TooMany("enough")


@pytest.fixture
def client(room: EngineRoom) -> Iterator[TestClient]:
    app = FastAPI()
    limits = Limits()
    app.state.server = SimpleNamespace(rates=limits, limit=limits.limit)
    app.state.reading, app.state.limits = Reading(room), limits
    app.include_router(studying.router)
    app.include_router(study_sockets.router)

    @app.exception_handler(TabuleiroError)
    async def refuse(request: Request, error: TabuleiroError) -> JSONResponse:
        return JSONResponse({"error": describe_error(error)}, code_of(error)[1])

    with TestClient(app) as client:
        yield client


def refused(response: Any, status: int, code: str) -> str:
    """The sentence of a refusal, once its status and code are what they should be."""
    assert response.status_code == status, response.text
    error = response.json()["error"]
    assert error["code"] == code
    assert error["message"]
    return str(error["message"])


# --- positions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_the_start_or_that_of_a_text(client: TestClient, name: str) -> None:
    start = client.get("/api/positions", params={"game": name}).json()
    game = tabuleiro.game(name)
    assert start["fen"] == game.start().fen
    move = game.start().legal_moves[0]
    assert move.target in start["moves"][move.origin]
    after = game.start().play(move)
    found = client.get("/api/positions", params={"game": name, "fen": after.fen}).json()
    assert (found["fen"], found["turn"]) == (after.fen, game.players[after.turn])


def test_a_position_that_is_none_is_refused(client: TestClient) -> None:
    refused(client.get("/api/positions", params={"game": "chess"}), 404, "unknown-game")
    refused(client.get("/api/positions", params={"game": "breakthrough", "fen": "8/8 w"}), 422, "invalid-position")
    assert client.get("/api/positions").status_code == 422
    assert client.get("/api/positions", params={"game": "x" * 4001}).status_code == 422
    assert client.get("/api/positions", params={"game": "breakthrough", "fen": "8" * 4001}).status_code == 422


def test_a_line_is_played_move_by_move(client: TestClient) -> None:
    body = {"game": "breakthrough", "start": None, "moves": ["a2-a3", "b7b6"]}
    found = client.post("/api/lines", json=body).json()
    assert [move["move"] for move in found["moves"]] == ["a2-a3", "b7-b6"]
    assert found["moves"][0] == {"move": "a2-a3", "origin": "a2", "target": "a3", "captured": []}
    assert found["position"]["pieces"]["b6"] == "p"
    from_there = client.post("/api/lines", json={"game": "breakthrough", "start": found["position"]["fen"]}).json()
    assert from_there == {"position": found["position"], "moves": []}


def test_a_line_that_cannot_be_names_the_move(client: TestClient) -> None:
    def ask(*moves: str, **other: Any) -> Any:
        return client.post("/api/lines", json={"game": "breakthrough", "moves": moves, **other})

    assert "2" in refused(ask("a2-a3", "a3-a4"), 422, "illegal-move")
    assert "Move" not in refused(ask("a2-a5"), 422, "illegal-move")
    assert "zz" in refused(ask("a2-a3", "zz"), 422, "invalid-move")
    refused(ask("a2-a3", start="nothing"), 422, "invalid-position")
    refused(ask("a2-a3", game="chess"), 404, "unknown-game")
    assert ask("a" * 41).status_code == 422
    assert ask(*["a2-a3"] * 2001).status_code == 422
    assert ask("a2-a3", more=1).status_code == 422
    assert client.post("/api/lines", content="{", headers={"content-type": "application/json"}).status_code == 422


@pytest.mark.parametrize("name", GAMES)
def test_a_setup_gives_the_position_back(client: TestClient, name: str) -> None:
    position = tabuleiro.game(name).start()
    for _ in range(5):
        position = position.play(position.legal_moves[-1])
    given = client.get("/api/positions", params={"game": name, "fen": position.fen}).json()
    body = {"game": name, "cells": given["pieces"], "turn": given["turn"], "like": given["fen"]}
    assert client.post("/api/setups", json=body).json() == given


def test_a_setup_takes_other_counters_where_those_of_the_model_do_not_fit(client: TestClient) -> None:
    game = tabuleiro.game("fields-of-action")
    start = client.get("/api/positions", params={"game": game.id}).json()
    cells = {cell: token for cell, token in start["pieces"].items() if token != "W(8)"}
    without = client.post("/api/setups", json={"game": game.id, "cells": cells, "turn": "black"}).json()
    body = {"game": game.id, "cells": start["pieces"], "turn": "black", "like": without["fen"]}
    assert client.post("/api/setups", json=body).json()["fen"] == start["fen"]


def test_a_setup_that_cannot_be_is_refused_with_a_reason(client: TestClient) -> None:
    def ask(cells: dict[str, str], turn: str = "white", **other: Any) -> Any:
        return client.post("/api/setups", json={"game": "breakthrough", "cells": cells, "turn": turn, **other})

    assert "h8" in refused(ask({"z9": "P"}), 422, "invalid-position")
    assert "'X'" in refused(ask({"a1": "X"}), 422, "invalid-position")
    assert "white" in refused(ask({"a1": "P"}, "green"), 422, "invalid-position")
    refused(ask({}), 422, "invalid-position")
    refused(ask({"a1": "P"}, like="nonsense"), 422, "invalid-position")
    refused(ask({"a1": "P"}, game="chess"), 404, "unknown-game")
    assert ask({f"a{number}": "P" for number in range(401)}).status_code == 422
    assert ask({"a1": "P" * 21}).status_code == 422


# --- imports ----------------------------------------------------------------------------------------------


def test_records_are_imported(client: TestClient) -> None:
    found = client.post("/api/imports", json={"text": RECORD + "\n" + RECORD}).json()["records"]
    assert len(found) == 2
    assert found[0]["moves"] == ["a2-a3", "b7-b6"]
    assert (found[0]["game"], found[0]["start"], found[0]["result"]) == ("breakthrough", None, "0-1")
    assert found[0]["tags"] == {"White": "Ana", "Black": "Rui"}


def test_moves_alone_are_imported_for_a_game(client: TestClient) -> None:
    for text in ("1. a2-a3 b7-b6 2. h2-h3", "a2a3 b7b6 h2h3", "1. a2-a3 b7-b6 2. h2-h3 *"):
        (found,) = client.post("/api/imports", json={"text": text, "game": "breakthrough"}).json()["records"]
        assert found["moves"] == ["a2-a3", "b7-b6", "h2-h3"]


@pytest.mark.parametrize("name", GAMES)
def test_a_fen_and_a_board_in_prolog_are_imported(name: str) -> None:
    game = tabuleiro.game(name)
    position = game.start().play(game.start().legal_moves[3])
    (record,) = read_import(f"  {position.fen}\n", game)
    assert record.first_position == position
    (record,) = read_import(write_prolog(game.start()), game)
    assert (record.start, record.moves) == (None, ())


def test_what_cannot_be_imported_is_refused_with_a_reason(client: TestClient) -> None:
    def ask(text: str, game: str | None = "breakthrough") -> Any:
        return client.post("/api/imports", json={"text": text, "game": game})

    refused(ask(" \n"), 422, "invalid-record")
    assert "[Game" in refused(ask("8/8/8/8/8/8/8/8 w", None), 422, "invalid-record")
    assert "a3-a5" in refused(ask(RECORD.replace("b7-b6", "b7-b6 2. a3-a5")), 422, "invalid-record")
    assert "Game" in refused(ask('[White "Ana"]\n\n1. a2-a3 *'), 422, "invalid-record")
    refused(ask("8/8/8 w"), 422, "invalid-position")
    refused(ask("8/8/8"), 422, "invalid-position")
    assert "Prolog" in refused(ask("good morning"), 422, "invalid-position")
    refused(ask(RECORD, "chess"), 404, "unknown-game")
    assert ask("x" * 200_001).status_code == 422


def test_too_many_moves_are_refused_before_they_are_read(client: TestClient) -> None:
    def ask(text: str) -> Any:
        return client.post("/api/imports", json={"text": text})

    long = '[Game "tafl"]\n\n' + "a4-a3 e3-d3 " * 1000 + "*\n"
    assert "1500" in refused(ask(long), 422, "invalid-record")
    assert "200" in refused(ask('[Game "tafl"]\n\n*\n' * 202), 422, "invalid-record")
    many = '[Game "tafl"]\n\n' + "a4-a3 e3-d3 " * 700 + "*\n"
    assert "6000" in refused(ask(many * 5), 422, "invalid-record")


def test_moves_become_a_record(client: TestClient) -> None:
    found = client.post("/api/records", json={"game": "breakthrough", "moves": ["a2-a3", "b7-b6"]}).json()["record"]
    assert Record.from_moves(tabuleiro.game("breakthrough").start(), ["a2-a3", "b7-b6"]) == read_import(found)[0]
    refused(client.post("/api/records", json={"game": "breakthrough", "moves": ["a2-a9"]}), 422, "invalid-move")


# --- rules ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_rules_show_what_pieces_may_do(client: TestClient, name: str) -> None:
    rules = client.get(f"/api/rules/{name}").json()
    game = tabuleiro.game(name)
    assert [lesson["title"] for lesson in rules["lessons"]] == [str(lesson.title) for lesson in game.lessons()]
    assert all(picture.startswith("<") and words for picture, words in rules["signs"])
    assert {option["name"] for option in rules["options"]} == set(game.options)
    shown = [lesson for lesson in rules["lessons"] if lesson["plays"]]
    assert shown
    for lesson in shown:
        assert len(lesson["plays"]) == min(6, len(lesson["targets"]))
        for play in lesson["plays"]:
            assert play["origin"] == lesson["cell"]
            assert play["target"] in lesson["targets"]
            assert play["after"]["pieces"] != lesson["position"]["pieces"]


def test_rules_of_an_unknown_game_are_refused(client: TestClient) -> None:
    refused(client.get("/api/rules/chess"), 404, "unknown-game")


def test_sentences_of_the_pages_are_complete_in_both_languages() -> None:
    for key, text in STUDY.items():
        assert text.en.strip(), key
        assert text.pt.strip(), key
        holes = [{part.partition("}")[0] for part in words.split("{")[1:]} for words in (text.en, text.pt)]
        assert holes[0] == holes[1], key


# --- what the engine thinks -------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_an_analysis_has_lines_that_can_be_played(client: TestClient, name: str) -> None:
    found = client.post("/api/analyses", json={"game": name, "seconds": 1, "lines": 2}).json()
    assert found["turn"] == tabuleiro.game(name).players[tabuleiro.game(name).first]
    assert len(found["lines"]) == 2
    for line in found["lines"]:
        assert 0 <= line["win"] <= 1
        played = client.post("/api/lines", json={"game": name, "moves": line["moves"]}).json()
        assert [played["moves"][0]["origin"], played["moves"][0]["target"]] == line["arrow"]


def test_an_analysis_of_a_game_that_is_over_has_no_lines(client: TestClient) -> None:
    body = {"game": "breakthrough", "start": "4P3/8/8/8/8/8/1p6/8 b"}
    assert client.post("/api/analyses", json=body).json()["lines"] == []


def test_an_analysis_that_cannot_be_is_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(**body: Any) -> Any:
        return client.post("/api/analyses", json={"game": "breakthrough", **body})

    refused(ask(game="chess"), 404, "unknown-game")
    refused(ask(moves=["a2-a9"]), 422, "invalid-move")
    assert ask(seconds=5.1).status_code == 422
    assert ask(seconds=0).status_code == 422
    assert ask(lines=6).status_code == 422
    monkeypatch.setattr(analysis, "READERS_A_THREAD", 0)
    refused(ask(), 503, "busy")
    app: Any = client.app
    app.state.limits.refuses = True
    refused(ask(), 429, "too-many")


def until(socket: Any, kind: str) -> list[dict[str, Any]]:
    """The messages of a socket up to one of a kind; of analyses, up to the last."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["type"] != kind or found[-1].get("done") is False:
        found.append(socket.receive_json())
    return found


@pytest.mark.compiled
def test_a_socket_tells_what_is_found_until_it_is_stopped(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as socket:
        socket.send_json({"type": "analyse", "id": 7, "game": "breakthrough", "moves": ["a2-a3"], "lines": 2})
        first = socket.receive_json()
        assert (first["type"], first["id"], first["turn"], first["done"]) == ("analysis", 7, "black", False)
        socket.send_json({"type": "stop"})
        *_, last = until(socket, "analysis")
        assert last["done"]
        assert last["depth"] >= first["depth"]


@pytest.mark.compiled
def test_a_new_wish_ends_the_one_before_it(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as socket:
        for number in range(3):
            socket.send_json({"type": "analyse", "id": number, "game": GAMES[number]})
            assert next(message for message in iter(socket.receive_json, None) if message["id"] == number)
        socket.send_json({"type": "analyse", "id": "won", "game": "breakthrough", "start": "8/4P3/8/8/8/8/1p6/8 w"})
        messages = until(socket, "analysis")
        while messages[-1]["id"] != "won":
            messages = until(socket, "analysis")
        assert messages[-1]["lines"][0]["proved"]


@pytest.mark.compiled
def test_a_search_makes_way_for_others_and_goes_on(room: EngineRoom) -> None:
    told: list[Analysis] = []
    position = tabuleiro.game("breakthrough").start()

    async def watch() -> None:
        stop = asyncio.Event()
        reading = Reading(room)
        watching = asyncio.create_task(reading.watch(position, told.append, stop, lines=1))
        while not told:
            await asyncio.sleep(0.01)
        # The only thread is taken by the search: another job is done all the same.
        assert await asyncio.wait_for(room.run(lambda: 42), 10) == 42
        before = len(told)
        while len(told) == before:
            await asyncio.sleep(0.01)
        stop.set()
        await watching

    asyncio.run(watch())
    depths = [found.depth for found in told]
    assert depths == sorted(depths)


@pytest.mark.compiled
def test_a_search_that_is_given_up_is_over_before_its_engine_is_used_again(room: EngineRoom) -> None:
    async def watch() -> None:
        watching = asyncio.create_task(
            Reading(room).watch(tabuleiro.game("tafl").start(), lambda found: None, asyncio.Event(), lines=1)
        )
        await asyncio.sleep(0.3)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        assert room.jobs == 0

    asyncio.run(watch())


@pytest.mark.compiled
def test_a_game_is_judged(client: TestClient) -> None:
    start = "8/8/3p4/8/4P3/8/1p6/8 w"
    moves = ["e4-e5", "d6-d5", "e5-e6", "b2-b1"]
    with client.websocket_connect(SOCKET + "?lang=en") as socket:
        socket.send_json({"type": "review", "id": 1, "game": "breakthrough", "start": start, "moves": moves})
        messages = until(socket, "review")
    assert {message["type"] for message in messages} == {"progress", "review"}
    assert messages[-2]["done"] == messages[-2]["of"] == 5
    judged = messages[-1]
    assert len(judged["wins"]) == 5
    assert judged["wins"][-1] == 0
    assert [judgement["move"] for judgement in judged["judgements"]] == moves
    assert [player["name"] for player in judged["players"]] == ["white", "black"]


@pytest.mark.compiled
def test_a_game_is_judged_by_the_result_that_people_gave_it(client: TestClient) -> None:
    wish = {"type": "review", "game": "breakthrough", "moves": ["a2-a3", "b7-b6"]}
    with client.websocket_connect(SOCKET) as socket:
        texts = []
        for result in (None, "*", "1-0", "0-1"):
            socket.send_json({**wish, "id": str(result), "result": result})
            texts.append(until(socket, "review")[-1]["text"])
        assert texts[0] == texts[1]
        assert texts[1] != texts[2]
        socket.send_json({**wish, "id": "draw", "result": "1/2-1/2"})
        assert socket.receive_json()["code"] == "invalid-record"  # this game has no draws


def test_a_socket_says_what_is_wrong(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    with client.websocket_connect(SOCKET) as socket:

        def ask(**wish: Any) -> dict[str, Any]:
            socket.send_json({"type": "analyse", "id": 1, "game": "breakthrough", **wish})
            found: dict[str, Any] = socket.receive_json()
            assert found["type"] == "error"
            assert found["message"]
            return found

        assert ask(game="chess")["code"] == "unknown-game"
        assert ask(start="?")["code"] == "invalid-position"
        assert ask(moves=["a2-a5"], type="review")["code"] == "illegal-move"
        for bad in ({"lines": 6}, {"type": "dance"}, {"id": "x" * 41}, {"moves": ["a" * 41]}, {"game": ""}):
            found = ask(**bad)
            assert (found["code"], found["id"]) == ("bad-request", None)
        for text in ("", "{", "[]", "null", '"stop"'):
            socket.send_text(text)
            assert socket.receive_json()["code"] == "bad-request"
        monkeypatch.setattr(analysis, "READERS_A_THREAD", 0)
        assert ask()["code"] == "busy"
        assert ask(type="review")["code"] == "busy"


def test_a_fault_of_ours_is_told_and_the_socket_goes_on(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(body: object) -> None:
        raise RuntimeError("a fault")

    with client.websocket_connect(SOCKET) as socket:
        monkeypatch.setattr(study_sockets, "play_line", fail)
        for _ in range(2):
            socket.send_json({"type": "analyse", "id": 1, "game": "breakthrough"})
            found = socket.receive_json()
            assert (found["type"], found["code"]) == ("error", "internal")


@pytest.mark.compiled
def test_a_reader_who_goes_away_leaves_nothing_behind(client: TestClient, room: EngineRoom) -> None:
    app: Any = client.app
    for kind in ("analyse", "review"):
        with client.websocket_connect(SOCKET) as socket:
            socket.send_json(
                {"type": kind, "id": 1, "game": "breakthrough", "moves": ["a2-a3", "b7-b6"] * (kind == "review")}
            )
            socket.receive_json()
        for _ in range(1000):  # what was being searched for comes to its end while others ask
            client.get("/api/positions", params={"game": "breakthrough"})
            if not app.state.reading.readers:
                break
        assert app.state.reading.readers == room.jobs == 0


def test_a_frame_that_is_no_text_ends_the_conversation(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as socket:
        socket.send_bytes(b"stop")
        assert socket.receive()["type"] == "websocket.close"


def test_a_socket_that_asks_too_often_is_closed(client: TestClient) -> None:
    app: Any = client.app
    with client.websocket_connect(SOCKET) as socket:
        app.state.limits.refuses = True
        socket.send_json({"type": "stop"})
        assert socket.receive() == {"type": "websocket.close", "code": 4429, "reason": ""}


@pytest.mark.compiled
def test_a_judgement_that_nobody_waits_for_is_given_up(room: EngineRoom) -> None:
    game = tabuleiro.game("breakthrough")
    record = Record.from_moves(game.start(), ["a2-a3", "b7-b6", "h2-h3"])
    searched = threading.Event()

    async def judge() -> None:
        stop = asyncio.Event()

        def report(done: int, of: int) -> None:
            searched.set()
            stop.set()

        with pytest.raises(Stopped):
            await Reading(room).judge(record, report, stop)

    asyncio.run(judge())
    assert searched.is_set()


def test_places_for_readers_are_given_back(room: EngineRoom) -> None:
    reading = Reading(room)
    for _ in range(3):
        with ExitStack() as places:
            for _ in range(analysis.READERS_A_THREAD):
                places.enter_context(reading.place())
            with pytest.raises(Busy):
                places.enter_context(reading.place())


def test_refusals_are_in_the_readers_language(client: TestClient) -> None:
    with using_language("pt"):
        with pytest.raises(TabuleiroError) as error:
            read_import("", None)
        assert "colar" in str(error.value) or "cole" in str(error.value)
