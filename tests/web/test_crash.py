"""Killed at random moments under load, again and again, or cut off from its players: the server loses nothing it has said."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import time
from pathlib import Path
from random import Random
from statistics import median

import pytest
from fastapi.testclient import TestClient

from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.web import lobby as lobbies
from tabuleiro.web.application import make_application
from tests.web.cutting import Wire
from tests.web.killing import Start, kill_again_and_again
from tests.web.playing_on import Crowd
from tests.web.running import RunningServer, running_server
from tests.web.visiting import begin, state_of

IS_SOAK = bool(os.environ.get("TABULEIRO_SOAK"))

SEEDS, KILLS, CUTS = (5, 20, 60) if IS_SOAK else (1, 2, 3)
"""How many servers are killed, how often each of them, and how often the wires of others are cut."""

READY_SECONDS = 3.0
"""The most seconds until a restarted server answers, on idle processors; only the soak checks it."""

GAMES = [
    ("breakthrough", "10", 0.1),
    ("tafl", None, 0.05),
    ("trench", "5", 0.2),
    ("fields-of-action", "10", 4.0),  # whose clocks run through several crashes without a move
]


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
    starts: list[Start] = []

    async def play(server: RunningServer) -> Crowd:
        async with Crowd(lambda: server.address, seed=seed) as crowd:

            async def disturb() -> None:
                starts.extend(await kill_again_and_again(server, crowd, KILLS, Random(seed)))

            await crowd.sit_down(GAMES, disturb)
            await asyncio.to_thread(server.restart)
            await crowd.check_all()
            return crowd

    with running_server(tmp_path) as server:
        crowd = asyncio.run(play(server))
    assert server.faults() == []
    check_database(tmp_path / "games.sqlite", crowd)
    if IS_SOAK:
        seconds = [start.seconds for start in starts]
        times = (
            f"ready after {median(seconds):.2f} s, at most {max(seconds):.2f} s, under a load of {starts[-1].load:.1f}"
        )
        report(capsys, f"{crowd.answers} moves, {KILLS} kills; {times}")
        assert median(start.own_seconds for start in starts) < READY_SECONDS


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


def test_no_clock_gains_by_two_crashes_one_soon_after_the_other(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobbies, "BEAT_SECONDS", 0.3)
    cookies, code, left = None, "", 600_000
    for run in range(3):
        with TestClient(make_application(database, threads=1, prepares=False), cookies=cookies) as client:
            code = code or begin(client, "breakthrough", mine=[0, 1], control="10")
            for _ in range(3):
                now = state_of(client, code)["clock"]["left"]["white"]
                assert now <= left, f"a clock has gained in run {run}"
                left = now
                time.sleep(0.08)
            cookies = client.cookies
        time.sleep(0.4)


def report(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """Say what was measured, where it is seen even if tests run beside one another."""
    with capsys.disabled():
        sys.stderr.write(f"\n{text}\n")
