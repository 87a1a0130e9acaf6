"""What may come over a wire from programs that are no browser: too long, of the wrong kind, too fast, or never finished."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tabuleiro.web.guard import LONGEST_BODY
from tabuleiro.web.sockets import LONGEST_FRAME
from tests.web.playing_on import cookie
from tests.web.running import PATIENCE, RunningServer, running_server

TOKEN = secrets.token_urlsafe(32)

UNFINISHED = [
    b"",
    b"G",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    b"POST /api/me HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{",
]
"""Requests that nobody finishes."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder: Path = tmp_path_factory.mktemp("raw")
    with running_server(folder) as server:
        yield server
    assert server.faults() == []


@pytest.fixture
def client(server: RunningServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=PATIENCE, headers=cookie(TOKEN), verify=False) as client:
        yield client


@pytest.fixture
def code(client: httpx.Client) -> str:
    """A match for both sides of which the visitor plays."""
    return str(client.post("/api/matches", json={"game": "breakthrough", "mine": [0, 1]}).json()["code"])


def connected(server: RunningServer, code: str) -> websockets.connect:
    place = f"{server.address.replace('http', 'ws', 1)}/api/matches/{code}/socket"
    return websockets.connect(
        place, additional_headers=cookie(TOKEN), open_timeout=PATIENCE, ping_interval=None, proxy=None
    )


async def until_closed(connection: ClientConnection) -> tuple[list[dict[str, Any]], int]:
    """All that still comes over a connection that the server closes, and the code it closes it with."""
    messages = []
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                messages.append(json.loads(await connection.recv()))
    except ConnectionClosed as closed:
        return messages, closed.rcvd.code if closed.rcvd is not None else 1006


@pytest.mark.parametrize(
    ("frame", "expected"),
    [("x" * (2 * LONGEST_FRAME + 1), 1009), ("x" * 1_000_000, 1009), (b"\x00\xff\x00", 1003), (b"{}", 1003)],
    ids=["too long", "far too long", "binary", "binary JSON"],
)
def test_a_frame_that_is_no_message_ends_the_connection(
    server: RunningServer, client: httpx.Client, code: str, frame: str | bytes, expected: int
) -> None:
    async def send() -> int:
        async with connected(server, code) as connection:
            await connection.send(frame)
            return (await until_closed(connection))[1]

    assert asyncio.run(send()) == expected
    assert client.get(f"/api/matches/{code}").json()["version"] == 1


def test_a_text_that_is_none_ends_the_connection(server: RunningServer, code: str) -> None:
    async def send() -> int:
        async with connected(server, code) as connection:
            await connection.send(b"\xff\xfe", text=True)
            return (await until_closed(connection))[1]

    assert asyncio.run(send()) == 1007


def test_a_frame_that_is_a_little_too_long_is_refused(server: RunningServer, code: str) -> None:
    async def send() -> dict[str, Any]:
        async with connected(server, code) as connection:
            await connection.send("x" * (LONGEST_FRAME + 1))
            while (message := json.loads(await connection.recv()))["type"] != "refused":
                pass
            return dict(message)

    assert asyncio.run(send())["code"] == "bad-request"


def test_a_thousand_moves_at_once_are_not_played(server: RunningServer, client: httpx.Client, code: str) -> None:
    """All of them are about the first state: one is played, and nobody else waits for the others."""

    async def send() -> tuple[list[dict[str, Any]], int]:
        async with connected(server, code) as connection:
            sending = asyncio.create_task(flood(connection))
            found = await until_closed(connection)
            await sending
            return found

    async def flood(connection: ClientConnection) -> None:
        try:
            for number in range(1000):
                move = f"{'abcdefgh'[number % 8]}2-{'abcdefgh'[number % 8]}3"
                wish = {"type": "act", "id": str(number), "at": 1, "action": "move", "move": move}
                await connection.send(json.dumps(wish))
        except ConnectionClosed:
            pass

    messages, closed = asyncio.run(send())
    assert closed in (4429, 4408)
    done = [message["id"] for message in messages if message["type"] == "done"]
    assert all(int(id) % 8 == 0 for id in done)  # the first, and what repeats it word by word
    assert {message["code"] for message in messages if message["type"] == "refused"} <= {"stale"}
    assert client.get(f"/api/matches/{code}").json()["moves"] == ["a2-a3"]


@pytest.mark.parametrize("says_how_long", [True, False])
def test_a_body_that_is_too_long_is_not_read(server: RunningServer, client: httpx.Client, says_how_long: bool) -> None:
    def body() -> Iterator[bytes]:
        yield b'{"text": "'
        for _ in range(3 * LONGEST_BODY // 1000):
            yield b"x" * 1000
        yield b'"}'

    content = b"".join(body()) if says_how_long else body()
    try:
        answer = client.post("/api/imports", content=content, headers={"Content-Type": "application/json"})
    except httpx.TransportError:
        pass  # the server has closed the connection while we were still sending
    else:
        assert answer.status_code in ((413,) if says_how_long else (400, 413))
        assert answer.json()["error"]["message"]
    assert client.get("/health").status_code == 200


def test_requests_that_are_never_finished_hold_up_nobody(
    server: RunningServer, client: httpx.Client, code: str
) -> None:
    with ExitStack() as stack:
        for beginning in UNFINISHED * 40:
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
            slow.sendall(beginning)
        assert client.get("/health").status_code == 200
        wish = {"at": 1, "action": "move", "move": "a2-a3"}
        assert client.post(f"/api/matches/{code}/actions", json=wish).json()["moves"] == ["a2-a3"]

        async def look() -> Any:
            async with connected(server, code) as connection:
                return json.loads(await connection.recv())["version"]

        assert asyncio.run(look()) == 2


def test_headers_without_end_are_refused(server: RunningServer, client: httpx.Client) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
        try:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            for _ in range(2000):
                connection.sendall(b"X-Long: " + b"x" * 1000 + b"\r\n")
            answer = connection.recv(1000)
        except ConnectionError:
            answer = b""
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert client.get("/health").status_code == 200
