"""The computers of a server: a few threads that think, with engines that all matches and readers share.

Thinking is never done in the event loop. How many think at once, how many wait, how many engines are kept and how much
memory each has are all limited: a server without room says so.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from typing import TypeVar, Unpack

from tabuleiro.engine.engine import Engine
from tabuleiro.engine.levels import STRONGEST
from tabuleiro.engine.levels import level as find_level
from tabuleiro.engine.players import EnginePlayer, Player, Thinking, read_level
from tabuleiro.messages import server as texts
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position

Found = TypeVar("Found")

HASH_MEGABYTES = 16
"""The size of each engine's transposition table."""

MOST_IDLE = 8
"""How many engines are kept while nobody uses them."""


class Busy(TabuleiroError):
    """The server's computers have too much to do."""


class EngineRoom:
    """A number of threads that think, and a limit on how many jobs may wait for one."""

    def __init__(self, threads: int | None = None, waiting: int = 200) -> None:
        self.threads = threads or os.cpu_count() or 1
        self._most = self.threads + waiting
        self._pool = ThreadPoolExecutor(self.threads, "tabuleiro-engines")
        self._jobs = 0
        self._idle: OrderedDict[Engine, str] = OrderedDict()  # with the game of each; the longest idle is first
        self._lock = threading.Lock()

    @property
    def jobs(self) -> int:
        """How many jobs are running or waiting."""
        return self._jobs

    async def run(self, job: Callable[[], Found], *, waits: bool = True) -> Found:
        """Run a job in a thread of this room; Busy if too many wait, or if it would have to wait and may not."""
        if self._jobs >= (self._most if waits else self.threads):
            raise Busy(texts.BUSY)
        self._jobs += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, copy_context().run, job)
        finally:
            self._jobs -= 1

    @contextmanager
    def engine(self, game: Game, *, level: float = STRONGEST) -> Iterator[Engine]:
        """An engine for a game, to be used in a job and given back; it remembers nothing of earlier jobs."""
        engine = self._take(game)
        engine.level = find_level(level, game)
        engine.new_game()
        try:
            yield engine
        finally:
            self._give_back(engine)

    def player(self, name: str, game: Game) -> Player:
        """A player that thinks in this room: one of the engine's levels, by name; EngineError."""
        level = read_level(name)
        return EnginePlayer(name, _Borrower(self, game, level), {})

    def close(self) -> None:
        """Stop all thinking and close the engines."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            idle = list(self._idle)
            self._idle.clear()
        for engine in idle:
            engine.close()

    def _take(self, game: Game) -> Engine:
        with self._lock:
            found = next((engine for engine, id in self._idle.items() if id == game.id), None)
            if found is not None:
                del self._idle[found]
                return found
        return Engine(game, hash_mb=HASH_MEGABYTES, seed=int.from_bytes(os.urandom(4)), stands_back=True)

    def _give_back(self, engine: Engine) -> None:
        with self._lock:
            self._idle[engine] = engine.game.id
            extra = self._idle.popitem(last=False)[0] if len(self._idle) > MOST_IDLE else None
        if extra is not None:
            extra.close()


class _Borrower:
    """Chooses moves for a player with an engine of the room, borrowed anew for each."""

    def __init__(self, room: EngineRoom, game: Game, level: float) -> None:
        self._room, self._game, self._level = room, game, level
        self._thinking: Engine | None = None

    def choose(self, position: Position, **thinking: Unpack[Thinking]) -> Move:
        """The engine's move."""
        with self._borrowed() as engine:
            return engine.choose(position, **thinking)

    def exchanges_seats(self, position: Position) -> bool:
        """Would the engine rather sit on the other side?"""
        with self._borrowed() as engine:
            return engine.exchanges_seats(position)

    def accepts_draw(self, position: Position, player: int) -> bool:
        """Would the engine rather have half a win?"""
        with self._borrowed() as engine:
            return engine.accepts_draw(position, player)

    def stop(self) -> None:
        """Make the engine decide now, if it is thinking."""
        engine = self._thinking
        if engine is not None:
            engine.stop()

    def new_game(self, seed: int | None = None) -> None:
        """Nothing to do: a borrowed engine remembers no earlier game."""

    def close(self) -> None:
        """Stop the engine that is thinking for this player, if there is one."""
        self.stop()

    @contextmanager
    def _borrowed(self) -> Iterator[Engine]:
        with self._room.engine(self._game, level=self._level) as engine:
            self._thinking = engine
            try:
                yield engine
            finally:
                self._thinking = None
