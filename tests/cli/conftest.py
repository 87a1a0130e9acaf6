"""Running the command line: in this process, with exit code and output, or at a pseudo-terminal."""

from __future__ import annotations

import io
import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tabuleiro import game
from tabuleiro.cli import main

PATIENCE = 60
"""The most seconds to wait for output at a pseudo-terminal."""


@dataclass(frozen=True)
class Answer:
    """The exit code and output of a command."""

    code: int
    out: str
    error: str


Tabuleiro = Callable[..., Answer]


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Ignore the user's settings, and keep everything in a temporary folder."""
    for name in ("TABULEIRO_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "TABULEIRO_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TABULEIRO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    yield


@pytest.fixture
def tabuleiro(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tabuleiro:
    """Run a command line, with a text as its input."""

    def run(*arguments: str, typed: str = "") -> Answer:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(arguments)
        printed = capsys.readouterr()
        return Answer(code, printed.out, printed.err)

    return run


@cache
def short_game(id: str) -> tuple[str, ...]:
    """The moves of a short game that ends by its rules: found by chance, but always the same."""
    for seed in range(1000):
        chance, position, moves = random.Random(seed), game(id).start(), list[str]()
        while position.outcome is None and len(moves) < 60:
            moves.append(str(chance.choice(position.legal_moves)))
            position = position.play(moves[-1])
        if position.outcome is not None and len(moves) > 4:
            return tuple(moves)
    raise AssertionError("no short game was found")


@pytest.fixture
def whole_game() -> Callable[[str], list[str]]:
    """The moves of a short game of an id."""
    return lambda game_id: list(short_game(game_id))


class Terminal:
    """A program at a pseudo-terminal: tests wait for its output and press keys."""

    def __init__(self, arguments: tuple[str, ...], data: Path) -> None:
        import pty

        near, far = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "TABULEIRO_DATA": str(data)}
        self._near = near
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tabuleiro", *arguments], stdin=far, stdout=far, stderr=far, env=environment
        )
        os.close(far)
        self.shown = ""
        self._seen = 0

    def wait_for(self, text: str) -> None:
        """Read on until a text appears after what was read before."""
        while text not in self.shown[self._seen :]:
            assert self._read(), f"{text!r} was not shown, but {self.shown[self._seen :]!r}"
        self._seen = self.shown.index(text, self._seen) + len(text)

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._near, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, again if nothing happens: one that comes just before a line is read waits for that line."""
        for _ in range(PATIENCE):
            self._process.send_signal(signal.SIGINT)
            if select.select([self._near], [], [], 1)[0]:
                return

    def end(self) -> int:
        """Read the rest of the output, and return the exit code."""
        while self._read():
            pass
        return self._process.wait(timeout=PATIENCE)

    def kill(self) -> None:
        """Kill the program."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Close the terminal."""
        self.kill()
        os.close(self._near)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._near], [], [], PATIENCE)
        assert ready, f"nothing more is shown after {self.shown!r}"
        try:
            part = os.read(self._near, 65_536)
        except OSError:  # this is how a terminal reports that the other side is gone
            return False
        self.shown += part.decode(errors="replace").replace("\r\n", "\n")
        return bool(part)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Start a command line at a pseudo-terminal."""
    pytest.importorskip("pty")
    started: list[Terminal] = []

    def start(*arguments: str) -> Terminal:
        started.append(Terminal(arguments, tmp_path / "data"))
        return started[-1]

    yield start
    for terminal in started:
        terminal.close()
