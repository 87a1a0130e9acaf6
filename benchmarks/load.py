"""How a server bears many games at once: on loopback, with this load generator beside it on the same processors.

    python benchmarks/load.py                                  500 games for a minute, a move every 2 s in each
    python benchmarks/load.py --games 50 --idle 2000           with 2,000 more connections that only watch
    python benchmarks/load.py --seconds 1200 --games 100       is its memory flat?
    python benchmarks/load.py --database postgresql://...      on PostgreSQL

Every move is played by one of two connections of a game and answered once it is durably kept. Printed: how long that
took as the player saw it, how many moves a second, and the server's memory at the beginning and at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
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
import websockets
from websockets.asyncio.client import ClientConnection

import tabuleiro

SHARES = (0.5, 0.95, 0.99)


@dataclass
class Figures:
    """What was measured: seconds until each move was answered, moves refused, games ended."""

    answers: list[float] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    games: int = 0

    def share(self, share: float) -> float:
        """The seconds within which this share of the moves was answered."""
        ordered = sorted(self.answers)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


@contextmanager
def running_server(database: str | None) -> Iterator[tuple[str, int]]:
    """A server of its own, with a new database unless one is given: its address and its process."""
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
    """The memory that a process holds, in MB; nan where the system does not say."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return float("nan")
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_seconds(process: int) -> float:
    """How long a process has used a processor so far; nan where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def play_games(
    client: httpx.AsyncClient, address: str, game: str, pace: float, until: float, figures: Figures, seed: int
) -> None:
    """Play one game after the other between two connections, with random legal moves, until a time."""
    chance = random.Random(seed)
    while time.perf_counter() < until:
        tokens = (secrets.token_urlsafe(32), secrets.token_urlsafe(32))
        made = await client.post("/api/matches", json={"game": game}, headers=cookie(tokens[0]))
        made.raise_for_status()
        code = made.json()["code"]
        joined = await client.post(f"/api/matches/{code}/seats", json={}, headers=cookie(tokens[1]))
        joined.raise_for_status()
        async with connected(address, code, tokens[0]) as first, connected(address, code, tokens[1]) as second:
            await play_game((first, second), game, pace, until, figures, chance)
        figures.games += 1


async def play_game(
    seats: tuple[ClientConnection, ClientConnection],
    game: str,
    pace: float,
    until: float,
    figures: Figures,
    chance: random.Random,
) -> None:
    players = tabuleiro.game(game).players
    watching = asyncio.create_task(drain(seats[1]))
    movers = {players[0]: seats[0], players[1]: seats[1]}
    states = [json.loads(await seats[0].recv())]
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching
    await asyncio.sleep(chance.random() * pace)
    number = 0
    while time.perf_counter() < until:
        state = states[-1]
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
        states.append(newest)
        other = seats[0] if mover is seats[1] else seats[1]
        while json.loads(await other.recv()).get("version", 0) < newest["version"]:
            pass
        await asyncio.sleep(chance.expovariate(1 / pace))


async def answered(socket: ClientConnection, id: str) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The answer to a message, and the last state that came before it."""
    newest = None
    while True:
        message = json.loads(await socket.recv())
        if message["type"] == "state":
            newest = message
        elif message.get("id") == id:
            return message, newest


async def drain(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


def cookie(token: str) -> dict[str, str]:
    return {"Cookie": f"tabuleiro_visitor={token}"}


def connected(address: str, code: str, token: str) -> websockets.connect:
    """A connection to a match."""
    place = f"{address.replace('http', 'ws', 1)}/api/matches/{code}/socket"
    return websockets.connect(place, additional_headers=cookie(token), compression=None, open_timeout=60)


async def watch(address: str, code: str, until: float) -> None:
    """A connection that only watches."""
    async with connected(address, code, secrets.token_urlsafe(32)) as socket:
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, until - time.perf_counter())):
                await drain(socket)


async def measure(address: str, process: int, arguments: argparse.Namespace) -> Figures:
    """Load a server, and what was measured."""
    figures = Figures()
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        made = await client.post("/api/matches", json={"game": tabuleiro.games()[0]})
        await load(client, address, made.json()["code"], process, arguments, figures)
    return figures


async def load(
    client: httpx.AsyncClient,
    address: str,
    code: str,
    process: int,
    arguments: argparse.Namespace,
    figures: Figures,
) -> None:
    """Play and watch for as long as is asked for, and print how it goes."""
    names = tabuleiro.games()
    for name in names:
        tabuleiro.game(name).start()
    warm = time.perf_counter() + 5 + arguments.games / 50
    until = warm + arguments.seconds
    tasks = [asyncio.create_task(watch(address, code, until)) for _ in range(arguments.idle)]
    for number in range(arguments.games):
        game = names[number % len(names)]
        tasks.append(asyncio.create_task(play_games(client, address, game, arguments.pace, until, figures, number)))
        await asyncio.sleep(1 / 50)
    await asyncio.sleep(max(0.0, warm - time.perf_counter()))
    figures.answers.clear()  # what was played while games were still being begun
    before, used, began = memory(process), processor_seconds(process), time.perf_counter()
    while time.perf_counter() < until:
        await asyncio.sleep(min(15.0, max(0.0, until - time.perf_counter())))
        now = time.perf_counter()
        print(
            f"{now - began:6.0f} s  {len(figures.answers):8} moves  {len(figures.answers) / (now - began):6.0f}/s  "
            f"p50 {1e3 * figures.share(0.5):.1f} ms  p99 {1e3 * figures.share(0.99):.1f} ms  "
            f"server {memory(process):.0f} MB (at first {before:.0f}), "
            f"{1e3 * (processor_seconds(process) - used) / max(1, len(figures.answers)):.1f} ms of a processor a move",
            flush=True,
        )
    results = await asyncio.gather(*tasks, return_exceptions=True)
    faults = [repr(result) for result in results if isinstance(result, BaseException)]
    if faults:
        print(f"{len(faults)} connections failed, the first: {faults[0]}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Many games at once on one server.")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between two moves of a game")
    parser.add_argument("--database")
    arguments = parser.parse_args()
    with running_server(arguments.database) as (address, process):
        figures = asyncio.run(measure(address, process, arguments))
    times = ", ".join(f"{100 * share:g} % within {1e3 * figures.share(share):.1f} ms" for share in SHARES)
    worst = 1e3 * max(figures.answers, default=float("nan"))
    print(f"{arguments.games} games at once, {len(figures.answers)} moves kept: {times}, worst {worst:.1f} ms")
    print(f"{len(figures.refusals)} refused {sorted(set(figures.refusals))[:3]}, {figures.games} games ended")


if __name__ == "__main__":
    main()
