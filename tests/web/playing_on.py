"""Players who play on through every fault, as the page does, and a ledger of what they were told.

What was told must stay true: a move that was answered is in every later reading, exactly once and in its place; no two
readings differ at a ply; no clock gains.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from types import TracebackType
from typing import Any, Self

import httpx
import websockets
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

import tabuleiro
from tests.web.running import PATIENCE

QUIET = 2.0
"""Seconds without a message before a player pings the server; after as many again it reconnects."""

BROKEN = (OSError, TimeoutError, WebSocketException, httpx.TransportError)
"""The errors of a broken connection."""


def cookie(token: str) -> dict[str, str]:
    """The header that a browser sends with every request."""
    return {"Cookie": f"tabuleiro_visitor={token}"}


@dataclass
class Floor:
    """What a reading must not fall behind: the moves known, and the times left, before it was asked for."""

    plies: int
    left: dict[str, int]


@dataclass
class Ledger:
    """Everything that anybody was told about a match."""

    code: str
    game: str
    control: str | None
    sent: dict[int, str] = field(default_factory=dict)
    shown: list[str] = field(default_factory=list)
    answered: dict[int, str] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    is_over: bool = False

    def floor(self) -> Floor:
        """What a reading that is asked for from now on must not fall behind."""
        return Floor(max(self.answered, default=-1) + 1, dict(self.left))

    def answer(self, ply: int, move: str) -> None:
        """Note that a player was told that a move is kept."""
        assert self.answered.setdefault(ply, move) == move
        assert ply >= len(self.shown) or plain(self.shown[ply]) == move

    def read(self, state: dict[str, Any], floor: Floor) -> None:
        """Check a state that somebody was shown; later states from the same source must not fall behind it."""
        moves: list[str] = state["moves"]
        assert len(moves) >= floor.plies, "moves were lost"
        assert state["version"] == len(moves) + 1, "something happened that nobody did"
        self.shown += moves[len(self.shown) :]
        assert moves == self.shown[: len(moves)], "two readings differ"
        for ply in range(floor.plies, len(moves)):
            assert plain(moves[ply]) == self.sent.get(ply), "nobody played this"
        for ply, move in self.answered.items():
            assert ply >= len(moves) or plain(moves[ply]) == move, "another move was answered"
        floor.plies = len(moves)
        for side, left in (state["clock"] or {"left": {}})["left"].items():
            before = floor.left.get(side, left)
            assert left <= before, f"the clock of {side} has gained {left - before} ms"
            floor.left[side] = left
            self.left[side] = min(left, self.left.get(side, left))
        self.is_over = self.is_over or state["outcome"] is not None

    def check_moves(self, moves: list[str]) -> None:
        """Check the moves kept in the end: everything shown or answered is there, and all of it is legal."""
        assert moves[: len(self.shown)] == self.shown
        assert [plain(move) for move in moves] == [self.sent[ply] for ply in range(len(moves))]
        assert all(plain(moves[ply]) == move for ply, move in self.answered.items())
        position = tabuleiro.game(self.game).start()
        for move in moves:
            position = position.play(move)


def plain(move: str) -> str:
    """A move by its two cells alone."""
    return "-".join(re.findall(r"[a-z][0-9]+", move)[:2])


def read_message(text: str | bytes) -> dict[str, Any]:
    """A message; ConnectionError if it cannot be read, since bytes were lost on the way."""
    try:
        return dict(json.loads(text))
    except (ValueError, TypeError):
        raise ConnectionError("this is no message") from None


class Seat:
    """A player of a match who makes random moves over a connection that may break at any moment.

    What was not answered is sent again, unchanged, over the next connection.
    """

    def __init__(self, ledger: Ledger, token: str, address: Callable[[], str], pace: float, chance: Random) -> None:
        self._ledger, self._token, self._address = ledger, token, address
        self._pace, self._chance = pace, chance
        self._seen = 0
        self._unanswered: dict[str, Any] | None = None
        self.stopping = asyncio.Event()

    async def play(self) -> None:
        """Play until the game is over or it is time to stop, and everything was answered."""
        while not self._is_done:
            try:
                await self._connect()
            except BROKEN:
                await asyncio.sleep(0.05)

    @property
    def _is_done(self) -> bool:
        return self._unanswered is None and (self.stopping.is_set() or self._ledger.is_over)

    async def _connect(self) -> None:
        """Play for as long as one connection lasts."""
        place = f"{self._address().replace('http', 'ws', 1)}/api/matches/{self._ledger.code}/socket?seen={self._seen}"
        floor = self._ledger.floor()
        async with websockets.connect(
            place,
            additional_headers=cookie(self._token),
            compression=None,
            open_timeout=2 * QUIET,
            close_timeout=0.1,
            ping_interval=None,
            proxy=None,
        ) as socket:
            if self._unanswered is not None:
                await socket.send(json.dumps(self._unanswered))
            while not self._is_done:
                message = await self._receive(socket)
                if message["type"] == "state":
                    await self._look(message, floor, socket)
                elif message["type"] in ("done", "refused"):
                    self._take_answer(message, floor)

    async def _receive(self, socket: ClientConnection) -> dict[str, Any]:
        try:
            async with asyncio.timeout(QUIET):
                return read_message(await socket.recv())
        except TimeoutError:
            await socket.send('{"type": "ping"}')
            async with asyncio.timeout(QUIET):
                return read_message(await socket.recv())

    async def _look(self, state: dict[str, Any], floor: Floor, socket: ClientConnection) -> None:
        """Look at a state, and move if it is time."""
        self._ledger.read(state, floor)
        numbers = [event["number"] for event in state["events"]]
        assert numbers == list(range(self._seen + 1, state["version"] + 1)), "events are missing"
        self._seen = state["version"]
        if self._unanswered is None and "move" in state["may"]:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._chance.expovariate(1 / self._pace)):
                    await self.stopping.wait()
                    return
            moves = state["position"]["moves"]
            origin = self._chance.choice(sorted(moves))
            move = f"{origin}-{self._chance.choice(moves[origin])}"
            self._ledger.sent[len(state["moves"])] = move
            wish = {"type": "act", "id": secrets.token_hex(4), "at": state["version"], "action": "move", "move": move}
            self._unanswered = wish
            await socket.send(json.dumps(wish))

    def _take_answer(self, message: dict[str, Any], floor: Floor) -> None:
        if message["type"] == "refused" and message["id"] is None:
            raise ConnectionError("what was sent did not arrive whole")
        wish = self._unanswered
        if wish is None or message["id"] != wish["id"]:
            assert message["type"] == "done", message
            return
        assert message["type"] == "done" and message["version"] > wish["at"], message
        self._ledger.answer(wish["at"] - 1, wish["move"])
        floor.plies = max(floor.plies, wish["at"])
        self._unanswered = None


class Crowd:
    """Several tables with one game after the other, each watched by somebody who reads it over HTTP.

    `address` is where requests go, `socket_address` where connections do.
    """

    def __init__(
        self, address: Callable[[], str], socket_address: Callable[[], str] | None = None, *, seed: int = 0
    ) -> None:
        self._address, self._socket_address = address, socket_address or address
        self._chance = Random(seed)
        self._seats: set[Seat] = set()
        self.ledgers: list[Ledger] = []
        self.stopping = False
        self._client = httpx.AsyncClient(timeout=5, verify=False)  # loading certificates would take long, for nothing

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.aclose()

    @property
    def answers(self) -> int:
        """How many moves have been answered."""
        return sum(len(ledger.answered) for ledger in self.ledgers)

    async def sit_down(
        self, games: list[tuple[str, str | None, float]], disturb: Callable[[], Awaitable[None]]
    ) -> None:
        """Play games (each with a clock and the seconds between two moves) until all disturbance is over and answered."""
        async with asyncio.TaskGroup() as group:
            for game, control, pace in games:
                group.create_task(self._play_games(game, control, pace, Random(self._chance.random())))
            await disturb()
            self.stop()

    def stop(self) -> None:
        """Let everybody finish, once everything they did is answered."""
        self.stopping = True
        for seat in self._seats:
            seat.stopping.set()

    async def wait_for_answers(self, count: int) -> None:
        """Wait until this many more moves have been answered."""
        count += self.answers
        async with asyncio.timeout(PATIENCE):
            while self.answers < count:
                await asyncio.sleep(0.01)

    async def _play_games(self, game: str, control: str | None, pace: float, chance: Random) -> None:
        tokens = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        while not self.stopping:
            made = await self._request("POST", "/api/matches", tokens[0], {"game": game, "control": control})
            await self._request("POST", f"/api/matches/{made['code']}/seats", tokens[1], {})
            ledger = Ledger(made["code"], game, control)
            self.ledgers.append(ledger)
            seats = [Seat(ledger, token, self._socket_address, pace, chance) for token in tokens]
            self._seats.update(seats)
            if self.stopping:
                self.stop()
            async with asyncio.TaskGroup() as group:
                watching = group.create_task(self._watch(ledger))
                await asyncio.wait([group.create_task(seat.play()) for seat in seats])
                watching.cancel()
            self._seats.difference_update(seats)

    async def _watch(self, ledger: Ledger) -> None:
        while True:
            floor = ledger.floor()
            ledger.read(await self._request("GET", f"/api/matches/{ledger.code}"), floor)
            await asyncio.sleep(0.1)

    async def check_all(self) -> None:
        """Read every match once more, and check that nothing is missing, doubled or changed."""
        for ledger in self.ledgers:
            state = await self._request("GET", f"/api/matches/{ledger.code}")
            ledger.read(state, ledger.floor())
            ledger.check_moves(state["moves"])

    async def _request(self, method: str, place: str, token: str = "", body: Any = None) -> dict[str, Any]:
        """The answer to a request, which is sent again until there is one."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    answer = await self._client.request(
                        method, f"{self._address()}{place}", json=body, headers=cookie(token)
                    )
                except BROKEN:
                    await asyncio.sleep(0.05)
                    continue
                assert answer.status_code < 300, answer.text
                return dict(answer.json())
