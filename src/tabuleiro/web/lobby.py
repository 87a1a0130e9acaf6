"""All matches of a server: rooms that are opened when somebody comes and closed when nobody is left."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import UTC, datetime, timedelta
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import Connection

from tabuleiro.match.events import Event, Moved
from tabuleiro.match.kept_match import KeptMatch, Unkept
from tabuleiro.match.plan import Plan
from tabuleiro.records import runs, seats, store
from tabuleiro.records.database import Database
from tabuleiro.records.schema import FINISHED, PAGE, PLAYING, TERMINAL
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.web.engine_room import EngineRoom
from tabuleiro.web.history import History
from tabuleiro.web.metrics import Measures
from tabuleiro.web.rooms import Opened, Room, all_taken

log = logging.getLogger("tabuleiro.web")

Found = TypeVar("Found")

BEAT_SECONDS = 2.0
"""Seconds between two notes that the server is alive; while any clock runs, so that none gains by a crash."""

UNSEEN = timedelta(seconds=1.5 * BEAT_SECONDS)
"""The longest that a server may have run after its last note, in seconds."""

SWEEP_SECONDS = 30.0
"""Seconds between two rounds of closing rooms that nobody uses."""

MOST_REOPENED = 2000
"""The unfinished matches, latest first, that are searched for running clocks when a server starts."""

THREADS = 8
"""How many threads read from the database and prepare matches."""


class Lobby:
    """The rooms of a server, its database and its computers."""

    def __init__(self, database: Database, engines: EngineRoom, measures: Measures) -> None:
        self.database, self.engines, self.measures = database, engines, measures
        self.rooms: dict[str, Room] = {}
        self._threads = ThreadPoolExecutor(THREADS, "tabuleiro-keeping")
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._seen = monotonic()  # when this server last noted that it is alive
        self._began = datetime.now(UTC)
        self._earlier = database.read(runs.read_runs)
        self._run = database.write(runs.begin_run, self._began)

    # --- running ---
    def open(self) -> None:
        """Start the server's background work."""
        self.start(self._beat())
        self.start(self._sweep())
        self.start(self._reopen_running_games())

    async def close(self) -> None:
        """End all work; everything that was acknowledged is already on disk."""
        for room in self.rooms.values():
            room.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=True)
        self.engines.close()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background; its errors are logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("Something went wrong.", exc_info=task.exception())

    async def in_thread(self, function: Callable[..., Found], *arguments: Any) -> Found:
        """Call a function that may take long, or wait for the disk, in a thread, and return its result."""
        job = partial(copy_context().run, function, *arguments)
        return await asyncio.get_running_loop().run_in_executor(self._threads, job)

    async def read(self, function: Callable[..., Found], *arguments: Any, **named: Any) -> Found:
        """Call a function that reads from the database, and return its result."""
        return await self.in_thread(partial(self.database.read, function, *arguments, **named))

    async def write(self, function: Callable[..., Found], *arguments: Any) -> Found:
        """Call a function that writes to the database, and return its result once all that it wrote is on disk."""
        began = monotonic()
        found = await asyncio.wrap_future(self.database.write_soon(function, *arguments))
        self.measures.commit_seconds.observe(monotonic() - began)
        return found

    # --- rooms ---
    async def room(self, code: str) -> Room:
        """The room of a match by its name in links; NotKept."""
        room = self.rooms.get(code)
        if room is None:
            if code not in self._opening:
                self._opening[code] = asyncio.get_running_loop().create_task(self._open_room(code))
            room = await asyncio.shield(self._opening[code])
        room.used = monotonic()
        return room

    async def _open_room(self, code: str) -> Room:
        try:
            opened = await self.read_match(code)
            room = self.rooms[code] = Room(opened, self)
            if opened.kept.rematch is not None:
                room.rematch = (await self.read(store.find_match, opened.kept.rematch)).code
            if room.runs_clock:
                # A crash before the next note must not give back what is shown from now on.
                await self.write(runs.see_run, self._run)
            room.go_on()
            return room
        finally:
            del self._opening[code]

    async def read_match(self, code: str) -> Opened:
        """A kept match, ready to be continued; NotKept."""
        return await self.in_thread(self._read_match, code)

    def _read_match(self, code: str) -> Opened:
        kept = self.database.read(store.find_by_code, code)
        match = KeptMatch.resume(kept, self.database)
        return Opened(kept, match, History(match.match))

    async def create(
        self, plan: Plan, holders: Sequence[str | None], opening: Sequence[Event] = (), after: Room | None = None
    ) -> str:
        """Keep a new match whose seats these visitors hold; returns its name in links.

        `after` is the match of which this is a rematch; if it already has one, the name of that one is returned.
        """
        if after is not None and after.rematch is not None:
            return after.rematch
        match = await self.in_thread(partial(KeptMatch, plan, self.database, opening=opening, source=PAGE))
        code = await self.write(_begin, match.unkept, plan, holders, None if after is None else after.table.kept.id)
        if after is not None:
            after.rematch = code
            after.show()
        return code

    async def matches(
        self, which: str, holder: str | None, *, is_local: bool, game: str | None, limit: int
    ) -> list[store.StoredMatch]:
        """The matches to list for somebody: `mine` (unfinished ones), `running` ones of others to watch, `finished`.

        Matches that were played in the terminal are for those who sit at this computer.
        """
        if which == "mine":
            found = [] if holder is None else await self.read(store.matches_of, holder, limit, state=PLAYING)
            if is_local:
                found += await self.read(store.list_matches, limit=limit, state=PLAYING, source=TERMINAL)
        elif which == "running":
            listed = await self.read(store.list_matches, limit=2 * limit, state=PLAYING, source=PAGE, game=game)
            found = [kept for kept in listed if kept.ready is not None and (holder is None or holder not in kept.seats)]
        else:
            source = None if is_local else PAGE
            found = await self.read(store.list_matches, limit=limit, state=FINISHED, source=source, game=game)
        return sorted(found, key=lambda kept: kept.changed, reverse=True)[:limit]

    def count(self, events: Iterable[Event]) -> None:
        """Count the moves among these events."""
        self.measures.moves.inc(sum(isinstance(event, Moved) for event in events))

    # --- time ---
    def time_since(self, moment: datetime) -> float:
        """How many seconds a server has been running since a moment; after a crash rather too many than too few."""
        now = datetime.now(UTC)
        counted, end = timedelta(), moment
        for began, seen in self._earlier:
            last = min(max(seen, moment if moment >= began else seen) + UNSEEN, self._began)
            if last > max(end, began):
                counted += last - max(end, began)
                end = last
        return (counted + now - max(moment, self._began)).total_seconds()

    def counted_until(self, since: float) -> float:
        """The moment up to which the time since another would still be counted after a crash.

        What passes after it is shown to nobody before the next note that this server is alive is kept.
        """
        return max(self._seen, since) + UNSEEN.total_seconds()

    async def _beat(self) -> None:
        while True:
            if any(room.runs_clock for room in self.rooms.values()):
                try:
                    now = monotonic()
                    await self.write(runs.see_run, self._run)
                    self._seen = now
                except TabuleiroError as error:
                    log.warning("%s", error)
            await asyncio.sleep(BEAT_SECONDS)

    async def _reopen_running_games(self) -> None:
        """Open the rooms in which clocks ran when the last server ended, so that games end whose time is up."""
        listed = await self.read(store.list_matches, limit=MOST_REOPENED, state=PLAYING, source=PAGE)
        for kept in listed:
            if kept.ready is not None and kept.plan["control"] is not None:
                try:
                    await self.room(kept.code)
                except TabuleiroError as error:
                    log.warning("%s: %s", kept.code, error)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for code, room in tuple(self.rooms.items()):
                if room.is_idle and monotonic() - room.used > SWEEP_SECONDS:
                    room.close()
                    del self.rooms[code]


def _begin(connection: Connection, unkept: Unkept, plan: Plan, holders: Sequence[str | None], after: int | None) -> str:
    """Keep a new match with these holders, a rematch if it comes `after` one; the name in links of the one kept."""
    following = _rematch_of(connection, after)
    if following is None:
        match, _ = unkept.write(connection)
        for person, holder in enumerate(holders):
            if holder is not None:
                seats.take_seat(connection, match, person, holder)
        if all_taken(holders, plan):
            store.set_ready(connection, match)
        if after is None or store.set_rematch(connection, after, match):
            following = match
        else:
            following = _rematch_of(connection, after)
            assert following is not None
    return store.find_match(connection, following).code


def _rematch_of(connection: Connection, match: int | None) -> int | None:
    return None if match is None else store.find_match(connection, match).rematch
