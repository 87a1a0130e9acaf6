"""How long a server waits: for a request not for ever, for a WebSocket as long as it likes."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

SCRIPT = """
from tabuleiro.cli import main
from tabuleiro.web import serving
serving.REQUEST_SECONDS = 0.5
main(["serve", "--port", "0", "--lang", "en"])
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that waits half a second for requests."""
    environment = {"TABULEIRO_DATA": str(tmp_path_factory.mktemp("kept")), "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-u", "-c", SCRIPT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=Path.cwd()) as server:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1].rstrip("/")
        server.kill()


def test_a_socket_stays_open_for_longer_than_a_request_may_take(address: str) -> None:
    made = httpx.post(f"{address}/api/matches", json={"game": "breakthrough"}, timeout=60)
    place = f"{address.replace('http', 'ws', 1)}/api/matches/{made.json()['code']}/socket"
    with connect(place, open_timeout=60) as watcher:
        watcher.recv()
        time.sleep(1.5)
        watcher.send('{"type": "ping"}')
        assert "pong" in str(watcher.recv(timeout=60))


def test_a_request_that_never_arrives_is_given_up(address: str) -> None:
    host, port = address.removeprefix("http://").split(":")
    for beginning in (b"", b"GET / HTTP/1.1\r\nHost: loc", b"POST /api/matches HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"):
        with socket.create_connection((host, int(port)), timeout=60) as connection:
            connection.sendall(beginning)
            while connection.recv(1000):
                pass


def test_a_connection_may_ask_again(address: str) -> None:
    with httpx.Client(base_url=address, timeout=60) as client:
        for _ in range(3):
            assert client.get("/health").status_code == 200
            time.sleep(0.3)
