"""Load a server with many games: on loopback, with this load generator on the same processors.

    python benchmarks/load.py                                  500 games for a minute, a move every 2 s in each
    python benchmarks/load.py --games 50 --idle 2000           with 2,000 more connections that only watch
    python benchmarks/load.py --seconds 1200 --games 200       is its memory flat?
    python benchmarks/load.py --database postgresql://...      on PostgreSQL

Every move is played by one of two connections of a game and answered once it is durably kept. Printed, from when all
games have begun: how long that took as the player saw it, how many moves a second, the server's memory, and how late
this program itself was.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection

import tabuleiro

SHARES = (0.5, 0.95, 0.99)

MOST_MOVES = 80
"""Both players leave after this many moves: random moves do not end every game."""

SETTLING = 3.0
"""Seconds between the beginning of all games and the beginning of the measurement."""

VERSION = re.compile(r'"version": ?([0-9]+)')


@dataclass
class Figures:
    """Measurements: seconds until each move was answered, moves refused, games begun and ended.

    `delays` are the seconds by which this program itself was late when it only had to look at the time.
    """

    answers: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    begun: int = 0
    ended: int = 0
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def clear(self) -> None:
        """Forget what was measured while games were still beginning."""
        self.answers.clear()
        self.delays.clear()

    async def pause(self, seconds: float) -> None:
        """Wait, unless the measurement ends before."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.over.wait()


def share_of(seconds: list[float], share: float) -> float:
    """The milliseconds within which this share of the values lie."""
    ordered = sorted(seconds)
    return 1e3 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


@contextmanager
def running_server(database: str | None) -> Iterator[tuple[str, int]]:
    """A new server, with a new database unless one is given: its address and its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tabuleiro", "serve", "--port", "0"]
        command += ["--database", database or str(Path(folder) / "games.sqlite")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            line = process.stdout.readline()
            try:
                yield line.split()[-1].rstrip("/"), process.pid
            finally:
                process.send_signal(signal.SIGINT)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(10)
                process.kill()


def memory(process: int) -> float:
    """The memory of a process, in MB; NaN if the system does not say."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return float("nan")
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_seconds(process: int) -> float:
    """The processor time of a process so far; NaN if the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def play_games(
    client: httpx.AsyncClient, address: str, game: str, pace: float, figures: Figures, seed: int
) -> None:
    """Play games with random legal moves between two connections, until the measurement is over."""
    chance = random.Random(seed)
    first_game = True
    while not figures.over.is_set():
        tokens = (secrets.token_urlsafe(32), secrets.token_urlsafe(32))
        made = await client.post("/api/matches", json={"game": game}, headers=cookie(tokens[0]))
        made.raise_for_status()
        code = made.json()["code"]
        joined = await client.post(f"/api/matches/{code}/seats", json={}, headers=cookie(tokens[1]))
        joined.raise_for_status()
        async with connected(address, code, tokens[0]) as first, connected(address, code, tokens[1]) as second:
            figures.begun += first_game
            await play_game((first, second), game, pace, figures, chance)
        figures.ended += not figures.over.is_set()
        first_game = False


async def play_game(
    seats: tuple[ClientConnection, ClientConnection], game: str, pace: float, figures: Figures, chance: random.Random
) -> None:
    players = tabuleiro.game(game).players
    movers = {players[0]: seats[0], players[1]: seats[1]}
    state = json.loads(await seats[0].recv())
    await figures.pause(chance.random() * pace)
    number = 0
    while number < MOST_MOVES and not figures.over.is_set():
        moves = state["position"]["moves"]
        if not moves or state["outcome"] is not None:
            return
        origin = chance.choice(sorted(moves))
        number += 1
        wish = {"type": "act", "id": str(number), "at": state["version"], "action": "move"}
        wish["move"] = f"{origin}-{chance.choice(moves[origin])}"
        mover = movers[state["position"]["turn"]]
        began = time.perf_counter()
        await mover.send(json.dumps(wish))
        answer, newest = await answered(mover, str(number))
        figures.answers.append(time.perf_counter() - began)
        if answer["type"] != "done" or newest is None:
            figures.refusals.append(str(answer.get("message")))
            return
        state = newest
        other = seats[0] if mover is seats[1] else seats[1]
        while version_of(await other.recv()) < state["version"]:
            pass
        await figures.pause(chance.expovariate(1 / pace))


def version_of(message: str | bytes) -> int:
    """The version that a message is about, without reading all of it: the server needs the processors more."""
    found = VERSION.search(str(message))
    return int(found[1]) if found else 0


async def answered(socket: ClientConnection, id: str) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The answer to a message, and the last state that came before it."""
    newest = None
    while True:
        message = json.loads(await socket.recv())
        if message["type"] == "state":
            newest = message
        elif message.get("id") == id:
            return message, newest


def cookie(token: str) -> dict[str, str]:
    return {"Cookie": f"tabuleiro_visitor={token}"}


def connected(address: str, code: str, token: str) -> websockets.connect:
    """A connection to a match."""
    place = f"{address.replace('http', 'ws', 1)}/api/matches/{code}/socket"
    return websockets.connect(
        place, additional_headers=cookie(token), compression=None, open_timeout=60, ping_interval=None
    )


async def watch(address: str, code: str, figures: Figures) -> None:
    """A connection that only watches."""
    async with connected(address, code, secrets.token_urlsafe(32)) as socket:
        receiving = asyncio.create_task(receive_all(socket))
        await figures.over.wait()
        receiving.cancel()


async def receive_all(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


async def look_at_time(figures: Figures) -> None:
    """Measure how late this program itself is: it sees the server's answers late by as much."""
    while not figures.over.is_set():
        began = time.perf_counter()
        await asyncio.sleep(0.01)
        figures.delays.append(time.perf_counter() - began - 0.01)


async def measure(address: str, process: int, arguments: argparse.Namespace) -> Figures:
    """Load a server and measure it."""
    figures = Figures()
    names = tabuleiro.games()
    for name in names:
        tabuleiro.game(name).start()
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        made = await client.post("/api/matches", json={"game": names[0]})
        code = made.json()["code"]
        tasks = [asyncio.create_task(look_at_time(figures))]
        tasks += [asyncio.create_task(watch(address, code, figures)) for _ in range(arguments.idle)]
        for number in range(arguments.games):
            game = names[number % len(names)]
            tasks.append(asyncio.create_task(play_games(client, address, game, arguments.pace, figures, number)))
            await asyncio.sleep(1 / 50)
        while figures.begun < arguments.games and not all(task.done() for task in tasks[-arguments.games :]):
            await asyncio.sleep(0.1)
        await asyncio.sleep(SETTLING)
        await report(process, arguments.seconds, figures)
        figures.over.set()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    faults = [repr(result) for result in results if isinstance(result, BaseException)]
    if faults:
        print(f"{len(faults)} connections failed, the first: {faults[0]}")
    return figures


async def report(process: int, seconds: float, figures: Figures) -> None:
    """Measure for this long from now on, and print the progress."""
    figures.clear()
    gc.freeze()  # a pause of this program must not be taken for one of the server
    before, used, began = memory(process), processor_seconds(process), time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        await asyncio.sleep(min(15.0, seconds - passed))
        passed, moves = time.perf_counter() - began, len(figures.answers)
        print(
            f"{passed:6.0f} s  {moves:8} moves  {moves / passed:6.0f}/s  "
            f"p50 {share_of(figures.answers, 0.5):.1f} ms  p99 {share_of(figures.answers, 0.99):.1f} ms  "
            f"server {memory(process):.0f} MB (at first {before:.0f}), "
            f"{1e3 * (processor_seconds(process) - used) / max(1, moves):.1f} ms of a processor a move",
            flush=True,
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Many games at once on one server.")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between two moves of a game")
    parser.add_argument("--database")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the server is ended as well
    with (
        running_server(arguments.database) as (address, process),
        asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner,
    ):
        figures = runner.run(measure(address, process, arguments))
    for what, seconds in (("answered", figures.answers), ("this program itself late", figures.delays)):
        times = ", ".join(f"{100 * share:g} % within {share_of(seconds, share):.1f} ms" for share in SHARES)
        print(f"{what}: {times}, worst {1e3 * max(seconds, default=float('nan')):.1f} ms")
    print(
        f"{arguments.games} games at once, {len(figures.answers)} moves kept, {figures.ended} games ended, "
        f"{len(figures.refusals)} moves refused {sorted(set(figures.refusals))[:3]}"
    )
    if hasattr(os, "getloadavg"):
        print(f"{os.cpu_count()} processors, wanted by {os.getloadavg()[0]:.1f} programs in the last minute")


if __name__ == "__main__":
    main()
