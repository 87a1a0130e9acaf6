"""A server in its own process, as people run it, which can be killed at any moment and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx

PATIENCE = 120.0
"""The most seconds that a server may take for anything."""

PORTS = range(20_000, 32_000)
"""Ports below those that systems give to connections, so that nobody takes the port of a killed server."""

HARMLESS = re.compile(
    r"^ERROR: +Invalid UTF-8 sequence received.*?^UnicodeDecodeError[^\n]*\n", re.DOTALL | re.MULTILINE
)
"""What uvicorn logs about a client that sends invalid text, whose connection it then closes."""


class RunningServer:
    """A server with its data in a folder.

    A database of its own is in the folder unless the arguments name another one.
    """

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder, self.log = folder, folder / "server.log"
        given = () if "--database" in arguments else ("--database", str(folder / "games.sqlite"))
        self._arguments = (*given, *arguments)
        self._begin_at_free_port()

    @property
    def address(self) -> str:
        """The address of the page, without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()

    def begin(self) -> None:
        """Start the process at the same address, without waiting for it."""
        names = ("TABULEIRO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
        environment = {name: value for name, value in os.environ.items() if name not in names}
        environment |= {"TABULEIRO_DATA": str(self.folder), "PYTHONUTF8": "1"}
        command = [sys.executable, "-m", "tabuleiro", "serve", "--port", str(self.port), *self._arguments]
        with self.log.open("ab") as log:
            self._logged = log.tell()
            self.process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def restart(self) -> float:
        """Kill it if it runs, and start it again at the same address; the seconds until it answers."""
        self.kill()
        began = time.monotonic()
        self.begin()
        assert self._answers(), self.log.read_text(encoding="utf-8")
        return time.monotonic() - began

    def stop(self) -> None:
        """End it by Ctrl-C, as users do."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            finally:
                self.kill()

    def faults(self) -> list[str]:
        """The lines of the log that report a fault."""
        lines = HARMLESS.sub("", self.log.read_text(encoding="utf-8")).splitlines()
        return [line for line in lines if "Traceback" in line or "Error" in line or "went wrong" in line]

    def _begin_at_free_port(self) -> None:
        chance = Random(f"{os.getpid()} {self.folder}")
        for _ in range(20):
            self.port = chance.choice(PORTS)
            self.begin()
            try:
                if self._answers():
                    return
            except BaseException:
                self.kill()
                raise
        self.kill()
        raise RuntimeError(f"The server does not start:\n{self.log.read_text(encoding='utf-8')}")

    def _answers(self) -> bool:
        """Wait until it answers; False if it has ended instead."""
        given_up = time.monotonic() + PATIENCE
        with httpx.Client(base_url=self.address, timeout=PATIENCE, verify=False) as client:
            while self.process.poll() is None and time.monotonic() < given_up:
                try:
                    answer = client.get("/health")
                except httpx.TransportError:
                    time.sleep(0.02)
                    continue
                if answer.status_code == 200 and self._has_begun():
                    return True
        return False

    def _has_begun(self) -> bool:
        """Has it logged its start? Another server may answer at a port that this one finds taken."""
        return f":{self.port}/".encode() in self.log.read_bytes()[self._logged :]


@contextmanager
def running_server(folder: Path, *arguments: str) -> Iterator[RunningServer]:
    """A server with a new database in a folder, or with the one that the arguments name; it is ended afterwards."""
    server = RunningServer(folder, *arguments)
    try:
        yield server
    finally:
        try:
            server.stop()
        finally:
            server.kill()
