"""Killed at random moments under load, again and again, or cut off from its players: the server loses nothing it has said."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from pathlib import Path
from random import Random
from statistics import median

import pytest

from tabuleiro.match.keeping import KeptMatch
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tests.web.cutting import Wire
from tests.web.playing_on import Crowd
from tests.web.running import RunningServer, running_server

IS_SOAK = bool(os.environ.get("TABULEIRO_SOAK"))

SEEDS, KILLS, CUTS = (5, 20, 60) if IS_SOAK else (1, 3, 8)
"""So many servers are killed, and so many times each; and so many times the wires of others are cut."""

READY_SECONDS = 3.0
"""A server answers so soon after it was started again; the soak holds it to that."""

GAMES = [
    ("breakthrough", "10", 0.1),
    ("tafl", None, 0.05),
    ("trench", "5", 0.2),
    ("fields-of-action", "10", 4.0),  # whose clocks run through several crashes without a move
]


async def kill_again_and_again(server: RunningServer, crowd: Crowd, kills: int, chance: Random) -> list[float]:
    """Kill a server at random moments while moves are being played, or while it starts; how long each start took."""
    times = []
    for _ in range(kills):
        await crowd.wait_for_answers(chance.randint(1, 5))
        await asyncio.sleep(chance.random())
        server.kill()
        if chance.random() < 0.2:
            server.begin()
            await asyncio.sleep(2 * chance.random())
        times.append(await asyncio.to_thread(server.restart))
    await crowd.wait_for_answers(3)
    return times


def check_database(path: Path, crowd: Crowd) -> None:
    """Every match can be read without the server, and is what was said."""
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    database = Database(path)
    for ledger in crowd.ledgers:
        match = KeptMatch.resume(database.read(store.find_by_code, ledger.code), database)
        ledger.check_moves([str(move) for move in match.session.moves])
    database.close()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_server_that_is_killed_again_and_again_loses_nothing(
    tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    times: list[float] = []

    async def play(server: RunningServer) -> Crowd:
        async with Crowd(lambda: server.address, seed=seed) as crowd:

            async def disturb() -> None:
                times.extend(await kill_again_and_again(server, crowd, KILLS, Random(seed)))

            await crowd.sit_down(GAMES, disturb)
            await asyncio.to_thread(server.restart)
            await crowd.check_all()
            return crowd

    with running_server(tmp_path) as server:
        crowd = asyncio.run(play(server))
    assert server.faults() == []
    check_database(tmp_path / "games.sqlite", crowd)
    if IS_SOAK:
        report(
            capsys,
            f"{crowd.answers} moves, {KILLS} kills; ready after {median(times):.2f} s, at most {max(times):.2f} s",
        )
        assert median(times) < READY_SECONDS


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_network_that_is_cut_and_healed_loses_nothing(
    tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play(server: RunningServer) -> Crowd:
        async with (
            Wire(server.port, Random(seed)) as wire,
            Crowd(lambda: server.address, lambda: wire.address, seed=seed) as crowd,
        ):

            async def disturb() -> None:
                for _ in range(CUTS):
                    await crowd.wait_for_answers(2)
                    await wire.disturb()
                await crowd.wait_for_answers(3)

            await crowd.sit_down(GAMES, disturb)
            await crowd.check_all()
            return crowd

    with running_server(tmp_path) as server:
        crowd = asyncio.run(play(server))
    assert server.faults() == []
    check_database(tmp_path / "games.sqlite", crowd)
    if IS_SOAK:
        report(capsys, f"{crowd.answers} moves, {CUTS} cuts")


def report(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """Say what was measured, where it is seen even if tests run beside one another."""
    with capsys.disabled():
        sys.stderr.write(f"\n{text}\n")
