"""`serve`: what is told to whoever starts a server, and what stands in its way."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tabuleiro.web import serving
from tests.cli.conftest import Tabuleiro


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--port", "70000"], "--port must be a whole number from 0 to 65535"),
        (["--port", "some"], "--port must be a whole number"),
        (["--threads", "0"], "--threads must be a whole number from 1 to 256"),
        (["--origin", "games.example.org"], "'games.example.org' is no origin"),
        (["--host", "999.1.1.1", "--port", "0"], "cannot be used"),
        (["--database", "mysql://x/y"], "A database is given by the path of a file"),
        (["--database", "postgresql://nobody:secret@127.0.0.1:1/none"], "Games cannot be kept in"),
    ],
)
def test_what_cannot_be_served_is_answered_with_one_sentence(
    tabuleiro: Tabuleiro, arguments: list[str], complaint: str
) -> None:
    answer = tabuleiro("serve", *arguments)
    assert answer.code == 2 and complaint in answer.error and answer.error.count("\n") == 1
    assert "secret" not in answer.error


def test_a_port_that_is_taken(tabuleiro: Tabuleiro) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"Port {port} of 127.0.0.1 cannot be used" in tabuleiro("serve", "--port", str(port)).error


def test_without_a_browser_one_plays_in_the_terminal(tabuleiro: Tabuleiro, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    answer = tabuleiro("serve", "--open")
    assert answer.code == 0 and "playing in the terminal" in answer.out


@pytest.mark.parametrize("language", ["pt", pytest.param("en", marks=pytest.mark.soak)])
def test_a_server_says_where_it_is_and_ends_by_an_interruption(tmp_path: Path, language: str) -> None:
    command = [sys.executable, "-m", "tabuleiro", "serve", "--host", "0.0.0.0", "--port", "0", "--lang", language]
    environment = {**os.environ, "TABULEIRO_DATA": str(tmp_path), "BROWSER": "/bin/true", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen([*command, "--open"], stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        lines = [server.stdout.readline()]
        while "Ctrl-C" not in lines[-1]:
            lines.append(server.stdout.readline())
        address = lines[0].split()[-1]
        with urllib.request.urlopen(f"{address}health") as answer:
            assert answer.status == 200
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0
    assert ("Others on this network" in lines[1]) == (language == "en")


def test_a_qr_code_is_drawn_in_characters() -> None:
    assert len(serving.qr_code("http://192.168.1.7:8765/").splitlines()) > 10


def test_addresses() -> None:
    with serving.listen("127.0.0.1", 0) as here:
        port = here.getsockname()[1]
        assert serving.address_of(here) == f"http://localhost:{port}/"
        assert serving.address_of(here, "fe80::1") == f"http://[fe80::1]:{port}/"
        assert serving.network_host(here) is None
