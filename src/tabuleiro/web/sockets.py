"""Matches over a WebSocket: it sends every new state, and answers actions once they are kept."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket
from pydantic import Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from tabuleiro.messages import server as texts
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import same
from tabuleiro.web.descriptions import as_json
from tabuleiro.web.errors import BadRequest, describe_error
from tabuleiro.web.guard import Rate
from tabuleiro.web.match_state import write_state
from tabuleiro.web.matches import Action
from tabuleiro.web.rooms import Room
from tabuleiro.web.server import Server, server_of

router = APIRouter(prefix="/api/matches", tags=["matches"])

LONGEST_FRAME = 8192
"""The most bytes of a message."""

MOST_WAITING = 100
"""A connection with more messages than this waiting to be sent is too slow, and is closed."""

NO_MATCH, TOO_MANY, TOO_SLOW, NO_TEXT = 4404, 4429, 4408, 1003

Id = Annotated[str, Field(max_length=40)]


class Act(Action):
    """An action as a message: `id` comes back in the answer."""

    type: str
    id: Id


ACT = TypeAdapter(Act)


class Viewer:
    """A connection that watches a room. It queues messages, but of states only the newest is sent."""

    def __init__(self, socket: WebSocket, holder: str | None, seen: int) -> None:
        self.holder = holder
        self._socket = socket
        self._seen = seen
        self._messages: deque[dict[str, Any]] = deque()
        self._thought: dict[str, Any] | None = None
        self._has_changed = True
        self._wake = asyncio.Event()
        self._wake.set()

    def look_again(self) -> None:
        """Send the new state of the room."""
        self._has_changed = True
        self._wake.set()

    def tell(self, message: dict[str, Any]) -> None:
        """Queue a message; of what computers think, only the latest is sent."""
        if message["type"] == "thinking":
            self._thought = message
        else:
            self._messages.append(message)
        self._wake.set()

    async def send_all(self, room: Room) -> None:
        """Send whatever is waiting, for as long as the connection is open."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if len(self._messages) > MOST_WAITING:
                await self._socket.close(TOO_SLOW)
                return
            if self._has_changed:
                self._has_changed = False
                await self._socket.send_text(await room.look(self._write_state))
            while self._messages:
                await self._socket.send_text(as_json(self._messages.popleft()))
            if self._thought is not None:
                thought, self._thought = self._thought, None
                await self._socket.send_text(as_json(thought))

    def _write_state(self, room: Room) -> str:
        """The state of the room for this viewer, who is then taken to have seen it."""
        seen, self._seen = self._seen, room.version
        return write_state(room, self.holder, seen)


@router.websocket("/{code}/socket")
async def play(
    socket: WebSocket,
    code: str,
    seen: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> None:
    """Watch a match and act in it."""
    server = server_of(socket)
    await socket.accept()
    visitor = await server.visitors.find(socket)
    try:
        room = await server.room(code, visitor)
    except TabuleiroError as error:
        await socket.close(NO_MATCH, str(error.message)[:120])
        return
    viewer = Viewer(socket, visitor.holder, seen)
    server.measures.sockets.inc()
    room.enter(viewer)
    sending = asyncio.get_running_loop().create_task(viewer.send_all(room))
    try:
        await _receive_all(socket, room, viewer, server)
    except WebSocketDisconnect:
        pass
    finally:
        room.leave(viewer)
        server.measures.sockets.dec()
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def _receive_all(socket: WebSocket, room: Room, viewer: Viewer, server: Server) -> None:
    """Receive messages until there are no more, each after the previous one is answered."""
    rate = Rate(server.rates.messages.burst, server.rates.messages.a_second)
    while socket.application_state is WebSocketState.CONNECTED:
        try:
            text = await socket.receive_text()
        except KeyError:  # binary frames have no such key
            await socket.close(NO_TEXT)
            return
        if not rate.allows(""):
            await socket.close(TOO_MANY, str(texts.TOO_MANY))
            return
        await _answer(text, room, viewer)


async def _answer(text: str, room: Room, viewer: Viewer) -> None:
    """Carry out a message, and return the answer to it."""
    id: Any = None
    try:
        message = _read(text)
        if message.get("type") == "ping":
            viewer.tell({"type": "pong"})
            return
        id = message.get("id")
        act = ACT.validate_python(message)
        await room.act(viewer.holder, act.action, act.at, act.move)
        viewer.tell({"type": "done", "id": id, "version": room.version})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "type"
        refusal = BadRequest(texts.BAD_REQUEST.fill(where=where[:80], what=same(first["msg"])))
        viewer.tell({"type": "refused", "id": _id(id), **describe_error(refusal), "version": room.version})
    except TabuleiroError as error:
        viewer.tell({"type": "refused", "id": _id(id), **describe_error(error), "version": room.version})
        viewer.look_again()


def _read(text: str) -> dict[str, Any]:
    """The message of a frame; BadRequest."""
    if len(text.encode()) > LONGEST_FRAME:
        raise BadRequest(texts.TOO_LARGE.fill(most=LONGEST_FRAME))
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise BadRequest(texts.BAD_REQUEST.fill(where="message", what="JSON"))
    return message


def _id(id: Any) -> str | None:
    return id if isinstance(id, str) and len(id) <= 40 else None
