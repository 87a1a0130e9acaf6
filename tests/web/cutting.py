"""A faulty wire between players and a server: connections end, bytes are lost, nothing passes for a while."""

from __future__ import annotations

import asyncio
from random import Random
from types import TracebackType
from typing import Self

UP, DOWN = "up", "down"


class Line:
    """One connection through the wire."""

    def __init__(self, writers: tuple[asyncio.StreamWriter, asyncio.StreamWriter]) -> None:
        self._writers = writers
        self.is_open = {UP: False, DOWN: False}  # has the greeting passed in this direction?
        self.to_lose = {UP: 0, DOWN: 0}

    def lose(self, direction: str, data: bytes, place: int) -> bytes:
        """What is left of some data after losing the bytes that are due to be lost, from a place on."""
        count = self.to_lose[direction]
        if not self.is_open[direction]:
            # The opening request stays whole: half a cookie would be somebody else's.
            self.is_open[direction] = b"\r\n\r\n" in data
            return data
        self.to_lose[direction] = 0
        place = place % len(data) if count else 0
        return data[:place] + data[place + count :]

    def cut(self) -> None:
        """End it without closing it properly."""
        for writer in self._writers:
            writer.transport.abort()


class Wire:
    """A wire to a port of this computer."""

    def __init__(self, port: int, chance: Random) -> None:
        self._port, self._chance = port, chance
        self._lines: set[Line] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._passes = asyncio.Event()
        self._passes.set()
        self._is_down = False

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        self._passes.set()
        self._cut_all()
        while self._tasks:
            await asyncio.wait(set(self._tasks))
        await self._server.wait_closed()

    async def disturb(self) -> None:
        """Cause a fault, and heal it."""
        await asyncio.sleep(self._chance.random() / 4)
        way = self._chance.choice((self._lose_bytes, self._fall_silent, self._break))
        await way()

    async def _lose_bytes(self) -> None:
        """Lose some of the next bytes on some lines; these lines end a little later, or live on."""
        hit = [line for line in self._lines if self._chance.random() < 0.5]
        for line in hit:
            line.to_lose[self._chance.choice((UP, DOWN))] = self._chance.choice((1, 7, 100, 5000))
        await asyncio.sleep(self._chance.random() / 2)
        for line in hit:
            if self._chance.random() < 0.5:
                line.cut()

    async def _fall_silent(self) -> None:
        """Let nothing pass for a while; what is sent meanwhile is lost with its line, or arrives late."""
        self._passes.clear()
        await asyncio.sleep(self._chance.random())
        if self._chance.random() < 0.7:
            self._cut_all()
        self._passes.set()

    async def _break(self) -> None:
        """End all lines, and refuse new ones for a while."""
        self._is_down = True
        self._cut_all()
        await asyncio.sleep(self._chance.random())
        self._is_down = False

    def _cut_all(self) -> None:
        for line in self._lines:
            line.cut()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            if self._is_down:
                writer.transport.abort()
                return
            await self._connect(reader, writer)
        except OSError:
            writer.transport.abort()
        finally:
            self._tasks.discard(task)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        line = Line((writer, far_writer))
        self._lines.add(line)
        try:
            await asyncio.gather(
                self._pass_on(line, UP, reader, far_writer), self._pass_on(line, DOWN, far_reader, writer)
            )
        finally:
            self._lines.discard(line)
            line.cut()

    async def _pass_on(
        self, line: Line, direction: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            while data := await reader.read(4096):
                await self._passes.wait()
                writer.write(line.lose(direction, data, self._chance.randrange(4096)))
                await writer.drain()
        except OSError:
            pass
        finally:
            line.cut()
