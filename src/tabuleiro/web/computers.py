"""The computers that play in a room: when it is the turn of one, it thinks in the background and then acts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tabuleiro.messages import server as texts
from tabuleiro.records.errors import PlayedElsewhere, StoreFailed
from tabuleiro.web.engine_room import Busy

if TYPE_CHECKING:
    from tabuleiro.engine.analysis import Analysis
    from tabuleiro.web.lobby import Lobby
    from tabuleiro.web.rooms import Room

log = logging.getLogger("tabuleiro.web")

RETRY_SECONDS = 1.0
"""Seconds before a room asks again for a computer, or for the database."""


class Computers:
    """The computers of a room. Where both players are computers, they play only while somebody watches."""

    def __init__(self, room: Room, lobby: Lobby) -> None:
        self.is_thinking = False
        self._room, self._lobby = room, lobby
        self._task: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """Have they nothing to do?"""
        return self._task is None

    def wake(self) -> None:
        """Start the computer whose turn it is, if it is a computer's turn."""
        room = self._room
        if self._task is None and room.is_ready and room.is_playable and self._are_awaited:
            self._task = self._lobby.start(self._play())

    def close(self) -> None:
        """Stop all of them for good."""
        if self._task is not None:
            self._task.cancel()

    @property
    def _are_awaited(self) -> bool:
        table = self._room.table
        return table.awaits_computer and bool(table.human_seats or self._room.watchers)

    async def _play(self) -> None:
        try:
            while self._are_awaited:
                await self._move()
        finally:
            self._task = None
            self.is_thinking = False
        self._room.after_change()

    async def _move(self) -> None:
        """Let the computer decide and act, waiting for whatever is in the way."""
        room, table, loop = self._room, self._room.table, asyncio.get_running_loop()
        began = loop.time()
        self.is_thinking = True
        try:
            decision = await self._lobby.engines.run(partial(table.think, self._thought_reporter()))
            self.is_thinking = False
            if not table.human_seats:
                await asyncio.sleep(max(0.0, table.plan.pace - (loop.time() - began)))
            await room.change(lambda: room.table.carry_out(decision))
        except Busy as error:
            room.announce(error.message)
            await asyncio.sleep(RETRY_SECONDS)
        except (StoreFailed, PlayedElsewhere) as error:
            log.warning("%s: %s", room.code, error)
            room.announce(texts.NOT_KEPT_NOW)
            await asyncio.sleep(RETRY_SECONDS)
        room.show()
        room.set_alarm()

    def _thought_reporter(self) -> Callable[[Analysis], None]:
        """A function that passes on what a computer thinks to watchers; it is called in the thinking thread."""
        room, loop, position = self._room, asyncio.get_running_loop(), self._room.table.position

        def pass_on(found: Analysis) -> None:
            if found.lines and found.position is position:
                message = {
                    "type": "thinking",
                    "depth": found.depth,
                    "win": round(found.best.win, 3),
                    "line": [str(move) for move in found.best.moves[:6]],
                }
                loop.call_soon_threadsafe(room.tell_all, message)

        return pass_on
