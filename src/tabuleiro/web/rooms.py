"""A match on the server: who holds its seats, who watches, and everything that happens in it, one thing at a time.

Nothing counts as having happened until it is on disk: until then nobody is told. A room's table is changed in the
event loop, and read only while no change is waiting for the disk: `_lock` is held for both.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection

from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.players import read_level
from tabuleiro.match.kept_match import KeptMatch, Numbers, Unkept, turn_began
from tabuleiro.match.plan import Plan
from tabuleiro.match.table import Table
from tabuleiro.messages import server as texts
from tabuleiro.records import seats, store
from tabuleiro.records.errors import PlayedElsewhere
from tabuleiro.records.schema import TERMINAL
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import Text, language
from tabuleiro.web.actions import find_action, has_happened, refuse_strangers
from tabuleiro.web.computers import RETRY_SECONDS, Computers
from tabuleiro.web.errors import Refused, Stale
from tabuleiro.web.history import History

if TYPE_CHECKING:
    from tabuleiro.match.clock import Clock
    from tabuleiro.web.lobby import Lobby

log = logging.getLogger("tabuleiro.web")

Found = TypeVar("Found")


class Watcher(Protocol):
    """A connection through which somebody watches a room."""

    holder: str | None

    def look_again(self) -> None:
        """Show the new state."""

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message."""


class Opened(NamedTuple):
    """An opened match: as stored, as played, and its history."""

    kept: store.StoredMatch
    match: KeptMatch
    history: History


class Room:
    """A match that people and computers play, and others watch."""

    def __init__(self, opened: Opened, lobby: Lobby) -> None:
        kept = opened.kept
        self.code = kept.code
        self.source = kept.source
        self.holders: list[str | None] = list(kept.seats)
        self.ready = kept.ready
        self.rematch: str | None = None
        self.watchers: set[Watcher] = set()
        self.present: Counter[str | None] = Counter()  # how many connections each holder has
        self.used = monotonic()  # when somebody last entered
        self._descriptions: dict[str, str] = {}
        self._lobby = lobby
        self._lock = asyncio.Lock()
        self._computers = Computers(self, lobby)
        self._alarm: asyncio.TimerHandle | None = None
        self._sit_down(opened)

    def _sit_down(self, opened: Opened) -> None:
        """Continue a kept match at a new table."""
        self.table = Table(opened.match, make_player=self._lobby.engines.player)
        self.is_playable = _is_playable(self.table.plan)
        self.history = opened.history
        self._descriptions.clear()
        since = turn_began(opened.kept)
        if since is not None:
            self.table.start_clock(self._lobby.time_since(since))

    # --- state ---
    @property
    def version(self) -> int:
        """How many things have happened. No two states of a match share a version."""
        return len(self.history)

    @property
    def shown_clock(self) -> Clock | None:
        """The time left, as it may be shown: a crash must not give back what somebody has seen pass."""
        if not self.runs_clock:
            return self.table.clock if self.is_ready else self.table.session.clock
        return self.table.clock_at(min(monotonic(), self._lobby.counted_until(self.table.turn_began)))

    @property
    def is_ready(self) -> bool:
        """Is every seat of a person taken?"""
        return all_taken(self.holders, self.table.plan)

    @property
    def is_open(self) -> bool:
        """Is there a free seat for a person?"""
        return not self.is_ready

    def person_at(self, seat: int) -> int:
        """The number of the person who sits on a seat of the game being played."""
        return self.table.match.seated(seat)

    def seats_of(self, holder: str | None) -> tuple[int, ...]:
        """The seats of the game being played that somebody holds."""
        if holder is None:
            return ()
        first = self.person_at(0)
        return tuple(seat for seat in (0, 1) if self.holders[first ^ seat] == holder)

    def is_alone(self, holder: str | None) -> bool:
        """Does somebody hold all seats of people: against the computer, or for both sides at one screen?"""
        seats = self.table.human_seats
        return bool(seats) and seats == self.seats_of(holder)

    @property
    def is_idle(self) -> bool:
        """Could the room be closed without anybody noticing?"""
        return not self.watchers and self._computers.is_idle and self._alarm is None and not self._lock.locked()

    @property
    def is_thinking(self) -> bool:
        """Is a computer thinking?"""
        return self._computers.is_thinking

    @property
    def runs_clock(self) -> bool:
        """Is a clock running?"""
        return self.is_ready and self.table.session.control is not None and self.table.session.result is None

    # --- what visitors do ---
    async def look(self, build: Callable[[Room], Found]) -> Found:
        """Call a function on the room while nothing can change."""
        async with self._lock:
            return build(self)

    def remembered(self, describe: Callable[[Room], str]) -> str:
        """What `describe` writes about the current state in the language in use; called only once for all viewers."""
        found = self._descriptions.get(language())
        if found is None:
            found = self._descriptions[language()] = describe(self)
        return found

    async def act(self, holder: str | None, action: str, at: int, move: str | None = None) -> None:
        """Perform an action for somebody who has seen version `at`.

        Stale if that is not the current one, unless exactly this was done next: what is sent twice is done once.
        """
        if action == "move-now":
            refuse_strangers(self, holder)
            self.table.stop_thinking()
            return
        async with self._lock:
            if at != self.version:
                if has_happened(self, holder, action, at, move):
                    return
                raise Stale(texts.STALE)
            await self._change(find_action(self, holder, action, move))
        self.after_change()

    async def join(self, holder: str, name: str | None) -> None:
        """Take a free seat; in a match played at one screen, all free ones."""
        async with self._lock:
            if self.seats_of(holder) and self.source != TERMINAL:
                return
            free = [
                person
                for person, taken in enumerate(self.holders)
                if taken is None and self.table.plan.people[person].is_human
            ]
            if not free:
                if self.seats_of(holder):
                    return
                raise Refused(texts.NO_FREE_SEAT)
            await self._seat(free if self.source == TERMINAL else free[:1], holder, name)
        self.after_change()

    async def _seat(self, people: list[int], holder: str, name: str | None) -> None:
        """Give free seats to somebody; Refused if somebody else was quicker."""
        holders = [holder if person in people else taken for person, taken in enumerate(self.holders)]
        begins = self.ready is None and all_taken(holders, self.table.plan)
        with self.table.held() as kept:
            if name and self.source != TERMINAL:
                await self._lobby.in_thread(kept.rename, people[0], name)
            assert kept.id is not None
            numbers = await self._lobby.write(_take_seats, kept.id, people, holder, kept.unkept, begins)
            if numbers is not None:
                kept.settle(numbers)
        for person in people:
            self.holders[person] = holder
        self._descriptions.clear()
        if begins:
            self.ready = datetime.now(UTC)
            self.table.start_clock()

    # --- changes ---
    async def change(self, do: Callable[[], object]) -> None:
        """Do something that no visitor asked for, such as a computer's move, and keep it."""
        async with self._lock:
            await self._change(do)

    async def _change(self, do: Callable[[], object]) -> None:
        """Do something, after counting the time passed, and add it to the history once it is kept. Needs the lock."""
        try:
            with self.table.held() as kept:
                if not (self.runs_clock and self.table.check_time()):
                    do()
                unkept = kept.unkept
                if unkept is None:
                    return
                kept.settle(await self._lobby.write(unkept.write))
        except PlayedElsewhere:
            await self._read_again()
            raise
        self._descriptions.clear()
        self._lobby.count(self.history.note(self.table.match))

    async def _read_again(self) -> None:
        """Open the match again as it is kept, since another program has played on it, and show it to everybody."""
        self.table.close()
        self._sit_down(await self._lobby.read_match(self.code))
        self.after_change()

    def after_change(self) -> None:
        """Show everybody the state of the match, and let the next player act."""
        self.show()
        self.go_on()

    def show(self) -> None:
        """Show everybody the state of the match."""
        for watcher in tuple(self.watchers):
            watcher.look_again()

    def go_on(self) -> None:
        """Start the clock, and the computer to move, if it is one."""
        self.set_alarm()
        self._computers.wake()

    # --- time ---
    def set_alarm(self) -> None:
        """Arrange for the game to end when the time of the player to move is up."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        clock = self.table.clock if self.runs_clock else None
        if clock is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(clock.seconds(clock.running) + 0.01, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._lobby.start(self._look_at_clock())

    async def _look_at_clock(self) -> None:
        try:
            await self.change(lambda: None)
        except TabuleiroError as error:
            log.warning("%s: %s", self.code, error)
            await asyncio.sleep(RETRY_SECONDS)
        self.after_change()

    # --- who watches ---
    def tell_all(self, message: dict[str, Any]) -> None:
        """Send everybody a message."""
        for watcher in tuple(self.watchers):
            watcher.tell(message)

    def announce(self, message: Text | str) -> None:
        """Send everybody a notice."""
        self.tell_all({"type": "notice", "message": message})

    def enter(self, watcher: Watcher) -> None:
        """Add a watcher."""
        self.watchers.add(watcher)
        self.present[watcher.holder] += 1
        self._show_presence(watcher)
        self.go_on()

    def leave(self, watcher: Watcher) -> None:
        """Remove a watcher."""
        self.watchers.discard(watcher)
        self.present[watcher.holder] -= 1
        if not self.present[watcher.holder]:
            del self.present[watcher.holder]
        self._show_presence(watcher)

    def _show_presence(self, watcher: Watcher) -> None:
        """Show everybody that a player has connected or left."""
        if watcher.holder in self.holders:
            self.show()

    def close(self) -> None:
        """Stop the computers and clocks of this room."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._computers.close()
        self.table.close()


def all_taken(holders: Sequence[str | None], plan: Plan) -> bool:
    """Is every seat of a person taken?"""
    return all(holder is not None or not person.is_human for holder, person in zip(holders, plan.people, strict=True))


def _is_playable(plan: Plan) -> bool:
    """Can every computer that takes part play on this server?"""
    try:
        for person in plan.people:
            if not person.is_human:
                read_level(person.player)
    except EngineError:
        return False
    return True


def _take_seats(
    connection: Connection, match: int, people: Sequence[int], holder: str, unkept: Unkept | None, begins: bool
) -> Numbers | None:
    """Keep who holds these seats, with anything `unkept`, and that the match `begins`, if it does; Refused."""
    for person in people:
        if not seats.take_seat(connection, match, person, holder):
            raise Refused(texts.NO_FREE_SEAT)
    if begins:
        store.set_ready(connection, match)
    return None if unkept is None else unkept.write(connection)
