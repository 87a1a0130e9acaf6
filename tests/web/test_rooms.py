"""Rooms: what happens in one is kept before anybody is told, at one go, and told to each in their own words."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from tabuleiro.match.plan import Plan, make_people
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.web.application import make_application
from tabuleiro.web.lobby import Lobby
from tabuleiro.web.rooms import Room
from tests.web.visiting import act, begin, error_of, state_of


class Onlooker:
    """Somebody who counts how often there is something to look at."""

    def __init__(self, holder: str | None) -> None:
        self.holder, self.looks = holder, 0

    def look_again(self) -> None:
        self.looks += 1

    def tell(self, message: dict[str, Any]) -> None: ...


class BusyDisk:
    """A write that keeps all others waiting until it is let go."""

    def __init__(self, database: Database) -> None:
        self._begun, self.let_go = Event(), Event()
        database.write_soon(self._hold)
        self._begun.wait()

    def _hold(self, _: Connection) -> None:
        self._begun.set()
        self.let_go.wait()


def in_a_room(database: Database, do: Callable[[Room], Awaitable[None]]) -> None:
    """Do something in a new room, in which Ana and Rui play."""

    async def run() -> None:
        lobby: Lobby = make_application(database, threads=1, prepares=False).state.server.lobby
        plan = Plan("breakthrough", make_people(("human", "human"), ("Ana", "Rui")))
        await do(await lobby.room(await lobby.create(plan, ["ana", "rui"])))
        await lobby.close()

    asyncio.run(run())


def writes(database: Database, do: Callable[[], object]) -> int:
    """How many transactions that write something takes: SQLite begins them by words of their own."""
    begun: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        begun.append(statement)

    event.listen(database._engine, "before_cursor_execute", note)
    do()
    event.remove(database._engine, "before_cursor_execute", note)
    return begun.count("BEGIN IMMEDIATE")


def test_nobody_is_told_before_it_is_kept(database: Database) -> None:
    async def play(room: Room) -> None:
        rui = Onlooker("rui")
        room.enter(rui)
        looks, disk = rui.looks, BusyDisk(database)
        moving = asyncio.create_task(room.act("ana", "move", 1, "a2-a3"))
        while not room._lock.locked():
            await asyncio.sleep(0)
        looking = asyncio.create_task(room.look(lambda room: (room.version, room.table.session.move_texts)))
        again = asyncio.create_task(room.act("ana", "move", 1, "a2-a3"))
        for _ in range(10):
            await asyncio.sleep(0)
        assert room.version == 1 and rui.looks == looks
        assert not moving.done() and not looking.done() and not again.done()
        disk.let_go.set()
        await asyncio.gather(moving, again)
        assert await looking == (2, ["a2-a3"])
        assert room.version == 2 and rui.looks > looks, "what was sent twice was done once"

    in_a_room(database, play)


def test_who_gives_up_waiting_has_not_moved_for_the_others(database: Database) -> None:
    async def play(room: Room) -> None:
        disk = BusyDisk(database)
        moving = asyncio.create_task(room.act("ana", "move", 1, "a2-a3"))
        while not room._lock.locked():
            await asyncio.sleep(0)
        moving.cancel()
        await asyncio.gather(moving, return_exceptions=True)
        assert (room.version, room.table.session.move_texts) == (1, [])
        disk.let_go.set()
        await room.act("ana", "move", 1, "b2-b3")
        assert room.table.session.move_texts == ["b2-b3"]

    in_a_room(database, play)


def test_a_move_that_cannot_be_kept_has_not_been_played(
    database: Database, ana: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("INSERT", None, OSError("the disk is full"))

    code = begin(ana, "breakthrough", mine=[0, 1], control="10")
    before = act(ana, code, "move", move="a2-a3").json()
    with monkeypatch.context() as broken:
        broken.setattr(store, "append_events", fail)
        for action, move in (("move", "a7-a6"), ("resign", None)):
            assert error_of(act(ana, code, action, move=move)) == (503, "store-failed")
    after = state_of(ana, code, seen=1)
    assert after["clock"]["running"] == "black"
    del after["clock"], before["clock"]
    assert after == before
    assert act(ana, code, "move", move="a7-a6").json()["moves"] == ["a2-a3", "a7-a6"]


def test_strangers_come_and_go_without_anybody_being_told(database: Database) -> None:
    async def watch(room: Room) -> None:
        ana, rui, stranger, nobody = (Onlooker(name) for name in ("ana", "rui", "eva", None))
        for watcher in (ana, stranger, nobody):
            room.enter(watcher)
        looks = ana.looks
        room.leave(stranger)
        room.leave(nobody)
        assert ana.looks == looks and room.present == {"ana": 1}
        room.enter(rui)
        room.leave(rui)
        assert ana.looks == looks + 2
        await room.act("ana", "move", 1, "a2-a3")
        assert ana.looks == looks + 3

    in_a_room(database, watch)


def test_a_match_is_begun_and_joined_in_one_transaction_each(
    database: Database, ana: TestClient, rui: TestClient
) -> None:
    codes: list[str] = []
    assert writes(database, lambda: codes.append(begin(ana, "breakthrough", names=["Ana", None]))) == 1
    place = f"/api/matches/{codes[0]}/seats"
    assert writes(database, lambda: rui.post(place, json={"name": "Rui"}).raise_for_status()) == 1
    found = database.read(store.find_by_code, codes[0])
    assert found.ready is not None and None not in found.seats
    assert [person["name"] for person in found.plan["people"]] == ["Ana", "Rui"]


def test_each_reads_in_their_own_language(ana: TestClient) -> None:
    code = begin(ana, "breakthrough", mine=[0, 1])
    for move in ("a2-a3", "a7-a6"):
        english = state_of(ana, code, lang="en")
        portuguese = state_of(ana, code, lang="pt")
        assert english["position"]["status"] != portuguese["position"]["status"]
        assert english["events"][0]["text"] != portuguese["events"][0]["text"]
        assert english["position"]["moves"] == portuguese["position"]["moves"]
        assert state_of(ana, code, lang="en") == english, "the same whoever has read in between"
        act(ana, code, "move", move=move)


def test_of_several_moves_that_are_played_again_each_is_told(ana: TestClient) -> None:
    code = begin(ana, "breakthrough", players=["human", "level:1"], moves=["a2-a3", "a7-a6"])
    act(ana, code, "undo")
    state = act(ana, code, "redo").json()
    told = [event["text"] for event in state["events"]]
    assert [event["kind"] for event in state["events"]] == ["moved", "moved"]
    assert told[0].endswith("a2-a3.") and told[1].endswith("a7-a6.")
