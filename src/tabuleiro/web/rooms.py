"""A match on the server: who holds its seats, who watches, and everything that happens in it, one thing at a time.

What happens in a room has happened only once it is kept: until then nobody is told. A room's table is changed by one
thread at a time, and looked at only while nobody changes it: `_lock` is held for both.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.players import read_level
from tabuleiro.match.events import Event, write_event
from tabuleiro.match.keeping import KeptMatch
from tabuleiro.match.session import Session
from tabuleiro.match.table import Table
from tabuleiro.match.telling import event_text
from tabuleiro.messages import server as texts
from tabuleiro.records import store
from tabuleiro.records.errors import PlayedElsewhere, StoreFailed
from tabuleiro.records.schema import TERMINAL
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import Text, language
from tabuleiro.web.errors import BadRequest, NotYours, Refused, Stale
from tabuleiro.web.thinking import Busy

if TYPE_CHECKING:
    from tabuleiro.engine.analysis import Analysis
    from tabuleiro.web.hall import Hall

log = logging.getLogger("tabuleiro.web")

RETRY_SECONDS = 1.0
"""So long a room waits before it asks again for a computer, or for the database."""


class Watcher(Protocol):
    """Somebody who looks at a room through a connection."""

    holder: str | None

    def look_again(self) -> None:
        """Something has changed: have it shown."""

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that has happened in a match: the word of its kind, its values, and what is said about it."""

    kind: str
    data: dict[str, Any]
    text: Text


class Room:
    """A match that people and computers play, and others watch."""

    def __init__(self, kept: store.KeptMatch, match: KeptMatch, hall: Hall) -> None:
        self.code = kept.code
        self.source = kept.source
        self.holders: list[str | None] = list(kept.seats)
        self.ready = kept.ready
        self.rematch: str | None = None
        self.watchers: set[Watcher] = set()
        self.is_thinking = False
        self.used = monotonic()  # when somebody last came
        self._descriptions: dict[tuple[int, str], dict[str, Any]] = {}
        self._hall = hall
        self._lock = asyncio.Lock()
        self._thinker: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._seat_at(match, kept)

    def _seat_at(self, match: KeptMatch, kept: store.KeptMatch) -> None:
        """Play on at a table for a match as it is kept."""
        self.table = Table(match, make_player=self._hall.engines.player)
        self._descriptions.clear()
        self.log: list[Entry] = []
        for number, session in enumerate(match.match.sessions, start=1):
            self.log += _entries(session, number)
        since = kept.last_event_at or self.ready
        if since is not None:
            self.table.start_clock(self._hall.time_since(since))

    # --- how it stands ---
    @property
    def version(self) -> int:
        """How many things have happened: no two states of a match have the same number."""
        return len(self.log)

    @property
    def is_ready(self) -> bool:
        """Is every seat of a person taken?"""
        return all(
            holder is not None or not person.is_human
            for holder, person in zip(self.holders, self.table.plan.people, strict=True)
        )

    @property
    def is_playable(self) -> bool:
        """Can all computers that take part play here?"""
        try:
            for person in self.table.plan.people:
                if not person.is_human:
                    read_level(person.player)
        except EngineError:
            return False
        return True

    @property
    def is_open(self) -> bool:
        """Is there a free seat for a person?"""
        return not self.is_ready

    def person_at(self, seat: int) -> int:
        """Who sits on a seat of the game being played, as a number of those who take part."""
        return self.table.match.person(len(self.table.match.sessions) - 1, seat)

    def seats_of(self, holder: str | None) -> tuple[int, ...]:
        """The seats of the game being played that somebody holds."""
        if holder is None:
            return ()
        return tuple(seat for seat in (0, 1) if self.holders[self.person_at(seat)] == holder)

    def is_alone(self, holder: str | None) -> bool:
        """Does somebody hold all seats of people: against the computer, or for both sides at one screen?"""
        seats = self.table.human_seats
        return bool(seats) and set(seats) == set(self.seats_of(holder))

    @property
    def is_idle(self) -> bool:
        """Can the room be closed without anybody noticing?"""
        return not self.watchers and self._thinker is None and self._alarm is None and not self._lock.locked()

    @property
    def runs_clock(self) -> bool:
        """Is somebody's time running?"""
        return self.is_ready and self.table.session.control is not None and self.table.session.result is None

    # --- what visitors do ---
    async def look(self, build: Callable[[Room], Any]) -> Any:
        """What a function makes of the room, while nothing happens in it."""
        async with self._lock:
            return build(self)

    def remembered(self, describe: Callable[[Room], dict[str, Any]]) -> dict[str, Any]:
        """What a function says of the present state in the language in use; it is asked once for all who look."""
        key = (self.version, language())
        if key not in self._descriptions:
            if any(version != self.version for version, _ in self._descriptions):
                self._descriptions.clear()
            self._descriptions[key] = describe(self)
        return self._descriptions[key]

    async def act(self, holder: str | None, action: str, at: int, move: str | None = None) -> None:
        """Do something for somebody who has seen the state of that number.

        Stale if it is not the present one, unless just this was done then: what is sent twice is done once.
        """
        if action == "move-now":
            self._refuse_strangers(holder)
            self.table.stop_thinking()
            return
        async with self._lock:
            if at != self.version:
                if self._has_happened(holder, action, at, move):
                    return
                raise Stale(texts.STALE)
            do = self._deed(holder, action, move)
            await self._change(do)
        self._after_change()

    async def join(self, holder: str, name: str | None) -> None:
        """Take a free seat; at a match that was played at one screen, all free ones."""
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
            for person in free if self.source == TERMINAL else free[:1]:
                await self._hall.seat(self, person, holder)
                self.holders[person] = holder
                if name and self.source != TERMINAL:
                    await self._hall.in_thread(self.table.kept.rename, person, name)
            if self.is_ready and self.ready is None:
                self.ready = await self._hall.begin(self)
                self.table.start_clock()
        self._after_change()

    def _deed(self, holder: str | None, action: str, move: str | None) -> Callable[[], object]:
        """What an action does, once it is found that this visitor may do it now; Refused."""
        seats = self._refuse_strangers(holder)
        table, session = self.table, self.table.session
        if not self.is_playable:
            raise Refused(texts.NOT_HERE)
        if not self.is_ready:
            raise Refused(texts.NOT_READY)
        own = session.turn if session.turn in seats else seats[0]
        deeds: dict[str, Callable[[], object]] = {
            "move": partial(self._play, seats, move),
            "exchange": partial(self._exchange, seats),
            "offer-draw": partial(table.offer_draw, own),
            "accept-draw": partial(self._answer_draw, seats, True),
            "decline-draw": partial(self._answer_draw, seats, False),
            "resign": partial(table.resign, own),
            "undo": partial(self._undo, holder),
            "redo": partial(self._redo, holder),
            "ask-takeback": partial(table.ask_takeback, own),
            "accept-takeback": partial(self._answer_takeback, seats, True),
            "decline-takeback": partial(self._answer_takeback, seats, False),
            "next-game": table.next_game,
        }
        if action not in deeds:
            raise BadRequest(texts.NO_ACTION.fill(action=action[:40], known=", ".join(deeds)))
        return deeds[action]

    def _play(self, seats: tuple[int, ...], move: str | None) -> None:
        if move is None:
            raise BadRequest(texts.NO_MOVE)
        self._refuse_others_turn(seats)
        self.table.play(move)

    def _exchange(self, seats: tuple[int, ...]) -> None:
        self._refuse_others_turn(seats)
        self.table.exchange_seats()

    def _answer_draw(self, seats: tuple[int, ...], accepts: bool) -> None:
        offer = self.table.session.draw_offer
        if offer is not None and 1 - offer not in seats:
            raise NotYours(texts.NOT_YOUR_TURN)
        self.table.answer_draw(accepts)

    def _answer_takeback(self, seats: tuple[int, ...], accepts: bool) -> None:
        asked = self.table.session.takeback
        seat = next((seat for seat in seats if seat != asked), seats[0])
        self.table.answer_takeback(seat, accepts)

    def _undo(self, holder: str | None) -> None:
        self._refuse_company(holder)
        self.table.stop_thinking()
        self.table.undo()

    def _redo(self, holder: str | None) -> None:
        self._refuse_company(holder)
        self.table.redo()

    def _refuse_strangers(self, holder: str | None) -> tuple[int, ...]:
        seats = self.seats_of(holder)
        if not seats:
            raise NotYours(texts.NOT_YOUR_SEAT)
        return seats

    def _refuse_others_turn(self, seats: tuple[int, ...]) -> None:
        if self.table.session.result is None and self.table.session.turn not in seats:
            raise NotYours(texts.NOT_YOUR_TURN)

    def _refuse_company(self, holder: str | None) -> None:
        if not self.is_alone(holder):
            raise NotYours(texts.ASK_FIRST)

    def _has_happened(self, holder: str | None, action: str, at: int, move: str | None) -> bool:
        """Is what is asked for just what happened next, by the same visitor's hand?"""
        if not 0 <= at < self.version:
            return False
        entry, seats = self.log[at], self.seats_of(holder)
        if action == "move" and entry.kind == "moved" and move is not None:
            return bool(seats) and _cells(entry.data["move"]) == _cells(move)
        if KIND_OF.get(action) != entry.kind:
            return False
        return bool(seats) and entry.data.get("player", seats[0]) in seats

    # --- how things happen ---
    async def _change(self, do: Callable[[], object]) -> None:
        """Do something in a thread, time first; what has come of it is noted. The lock must be held."""
        table = self.table
        try:
            await self._hall.in_thread(lambda: None if self.runs_clock and table.check_time() else do())
        except PlayedElsewhere:
            await self._read_again()
            raise
        finally:
            self._note()

    def _note(self) -> None:
        """Note what has happened in the match since the last note."""
        sessions = self.table.match.sessions
        noted = sum(entry.kind == "game-begun" for entry in self.log)
        for number in range(noted, len(sessions)):
            self.log += _entries(sessions[number], number + 1)
        begun = max(place for place, entry in enumerate(self.log) if entry.kind == "game-begun")
        session = self.table.session
        for event in session.events[self.version - begun - 1 :]:
            self.log.append(_entry(session, event))
            self._hall.count_event(event)

    async def _read_again(self) -> None:
        """Take up the match as it is kept: another program has played it."""
        self.table.close()
        kept, match = await self._hall.read_match(self.code)
        self._seat_at(match, kept)

    def _after_change(self) -> None:
        """Show everybody how it stands, and have whoever is next go on."""
        for watcher in tuple(self.watchers):
            watcher.look_again()
        self.go_on()

    def go_on(self) -> None:
        """Let clocks run, and computers think whose turn it is."""
        self._set_alarm()
        self._wake()

    # --- time ---
    def _set_alarm(self) -> None:
        """Be there when the time of the player to move is up."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        clock = self.table.clock if self.runs_clock else None
        if clock is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(clock.seconds(clock.running) + 0.01, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._hall.start(self._look_at_clock())

    async def _look_at_clock(self) -> None:
        try:
            async with self._lock:
                await self._change(lambda: None)
        except TabuleiroError as error:
            log.warning("%s: %s", self.code, error)
            await asyncio.sleep(RETRY_SECONDS)
        self._after_change()

    # --- computers ---
    def _wake(self) -> None:
        """Have the computer whose turn it is think, if it is one's; two computers play only while somebody watches."""
        wanted = self.table.human_seats or self.watchers
        if self._thinker is None and wanted and self.is_ready and self.is_playable and self.table.awaits_computer:
            self._thinker = self._hall.start(self._let_think())

    async def _let_think(self) -> None:
        try:
            while self.table.awaits_computer and (self.table.human_seats or self.watchers):
                await self._let_move()
        finally:
            self._thinker = None
            self.is_thinking = False
        self._after_change()

    async def _let_move(self) -> None:
        """Let a computer decide and do what it has decided; what stands in the way is waited for."""
        began = asyncio.get_running_loop().time()
        self.is_thinking = True
        try:
            decision = await self._hall.engines.run(partial(self.table.think, self._overhear()))
            self.is_thinking = False
            if not self.table.human_seats:
                passed = asyncio.get_running_loop().time() - began
                await asyncio.sleep(max(0.0, self.table.plan.pace - passed))
            async with self._lock:
                await self._change(partial(self.table.carry_out, decision))
        except Busy as error:
            self._announce(error.message)
            await asyncio.sleep(RETRY_SECONDS)
        except (StoreFailed, PlayedElsewhere) as error:
            log.warning("%s: %s", self.code, error)
            self._announce(texts.NOT_KEPT_NOW)
            await asyncio.sleep(RETRY_SECONDS)
        for watcher in tuple(self.watchers):
            watcher.look_again()
        self._set_alarm()

    def _overhear(self) -> Callable[[Analysis], None]:
        """What passes on to watchers what a computer thinks; it is called in the thread that thinks."""
        loop, position = asyncio.get_running_loop(), self.table.position

        def pass_on(found: Analysis) -> None:
            if found.lines and found.position is position:
                message = {
                    "type": "thinking",
                    "depth": found.depth,
                    "win": round(found.best.win, 3),
                    "line": [str(move) for move in found.best.moves[:6]],
                }
                loop.call_soon_threadsafe(self._tell_all, message)

        return pass_on

    def _tell_all(self, message: dict[str, Any]) -> None:
        for watcher in tuple(self.watchers):
            watcher.tell(message)

    def _announce(self, message: Text | str) -> None:
        self._tell_all({"type": "notice", "message": message})

    # --- who watches ---
    def enter(self, watcher: Watcher) -> None:
        """Let somebody watch."""
        self.watchers.add(watcher)
        self._after_change()

    def leave(self, watcher: Watcher) -> None:
        """Let somebody go."""
        self.watchers.discard(watcher)
        for other in tuple(self.watchers):
            other.look_again()

    def close(self) -> None:
        """Let computers and clocks of this room go."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._thinker is not None:
            self._thinker.cancel()
        self.table.close()


KIND_OF = {
    "exchange": "seats-exchanged",
    "offer-draw": "draw-offered",
    "accept-draw": "draw-accepted",
    "decline-draw": "draw-declined",
    "resign": "resigned",
    "undo": "taken-back",
    "redo": "moved",
    "ask-takeback": "takeback-asked",
    "accept-takeback": "taken-back",
    "decline-takeback": "takeback-declined",
    "next-game": "game-begun",
}
"""What each action but a move brings about."""


def _cells(move: str) -> list[str]:
    """The two cells of a move, which may be written with or without what it captures."""
    return re.findall(r"[a-z][0-9]+", move.lower())[:2]


def _entry(session: Session, event: Event) -> Entry:
    kind, data = write_event(event)
    return Entry(kind, data, event_text(session, event))


def _entries(session: Session, number: int) -> list[Entry]:
    """All that has happened in a game, from its beginning."""
    begun = Entry("game-begun", {"number": number}, texts.GAME_BEGUN.fill(number=number))
    replayed = Session(
        session.game,
        session.first_seats,
        start=session.start,
        control=session.control,
        allows_undo=session.allows_undo,
    )
    entries = [begun]
    for event in session.events:
        replayed.apply(event)
        entries.append(_entry(replayed, event))
    return entries
