"""A match that is always on disk: nothing counts as having happened until it is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any, Protocol

from sqlalchemy import Connection

from tabuleiro.match.events import KINDS, TAKE_TURNS, Event, read_event, write_event
from tabuleiro.match.match import Match
from tabuleiro.match.plan import Plan
from tabuleiro.match.session import Session
from tabuleiro.notation.records import UNFINISHED, result_of
from tabuleiro.records import store
from tabuleiro.records.schema import TERMINAL

History = tuple[int, tuple[Event, ...]]

Numbers = tuple[int, int]
"""The database's numbers of a match and of its last game."""


class Keeper(Protocol):
    """What can run a function on a connection and return once everything it wrote is on disk: a database."""

    def write(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        """Run the function; returns its result once what it wrote is on disk."""


@dataclass(frozen=True, slots=True)
class UnkeptGame:
    """What is not yet kept of a game: all of it if it is new, otherwise its events from number `kept` on."""

    number: int
    first: int
    is_new: bool
    kept: int
    happened: list[tuple[str, dict[str, Any]]]
    standing: store.Standing


@dataclass(frozen=True, slots=True)
class Unkept:
    """What is not yet kept of a match: the plan if it is new or has changed, and what has happened in its last games.

    `numbers` are the database's numbers of the match and its last game, if they have any yet.
    """

    numbers: tuple[int | None, int | None]
    source: str
    plan: Plan | None
    games: list[UnkeptGame]

    def write(self, connection: Connection) -> Numbers:
        """Write it to the database; returns the numbers of the match and its last game."""
        match, game = self.numbers
        if match is None:
            assert self.plan is not None
            match = store.begin_match(connection, self.plan.game, self.plan.data(), source=self.source)
        elif self.plan is not None:
            store.change_plan(connection, match, self.plan.data())
        for one in self.games:
            if one.is_new:
                game = store.begin_game(connection, match, one.number, one.first)
            assert game is not None
            store.append_events(connection, match, game, one.kept, one.happened, one.standing)
        assert game is not None
        return match, game


def turn_began(kept: store.StoredMatch) -> datetime | None:
    """When the time of the player to move began to run, or would have; None while not all seats are taken."""
    if kept.ready is None:
        return None
    game = kept.games[-1]
    turns = [at for (kind, _), at in zip(game.events, game.times, strict=True) if KINDS[kind] in TAKE_TURNS]
    if turns:
        return max(kept.ready, turns[-1])
    if len(kept.games) == 1:
        return kept.ready
    return game.times[0] if game.times else kept.changed  # by beginning its next game a match is changed, too


class KeptMatch:
    """A match and the database that keeps it; a match in which nothing has happened yet is kept only on request."""

    def __init__(
        self,
        plan: Plan,
        database: Keeper,
        *,
        opening: Iterable[Event] = (),
        random: Random | None = None,
        source: str = TERMINAL,
    ) -> None:
        """A new match; `opening` has already happened in its first game. UnknownGame, InvalidPosition, MatchError."""
        self.plan = plan
        self.source = source
        self.id: int | None = None
        self._database = database
        self._random = random or Random()
        self._game: int | None = None
        self._is_held = False
        self.match = self._replay([(0, tuple(opening))])
        self._settled = self.plan, self.place

    @classmethod
    def resume(
        cls, kept: store.StoredMatch, database: Keeper, *, random: Random | None = None, is_shown: bool = False
    ) -> KeptMatch:
        """A kept match, continued where it stopped. Raises the errors of a new one if it can no longer be played.

        With `is_shown`, people are named in the language in use; the database keeps the names it has.
        """
        plan = Plan.from_data(kept.plan)
        found = cls(plan.shown if is_shown else plan, database, random=random, source=kept.source)
        found.id, found._game = kept.id, kept.games[-1].id
        found.match = found._replay(
            [(game.first, tuple(read_event(kind, data) for kind, data in game.events)) for game in kept.games]
        )
        found._settled = found.plan, found.place
        return found

    @property
    def session(self) -> Session:
        """The game that is being played, or the last one."""
        return self.match.session

    @property
    def place(self) -> tuple[int, int]:
        """How far the match has gone: the number of the game and of its last event. No two states share a place."""
        return len(self.match.sessions), self.session.number_of_events

    def act(self, action: Callable[[Session], Event]) -> Event:
        """Perform an action on the game and keep what happened; if either fails, nothing has happened."""
        event = action(self.session)
        self._keep()
        return event

    def next_game(self) -> Session:
        """Begin the match's next game; MatchError if it is not time."""
        session = self.match.next_game()
        self._keep()
        return session

    def keep(self) -> int:
        """Keep a new match before anything has happened in it; returns its number."""
        if self.id is None:
            self._keep()
        assert self.id is not None
        return self.id

    @contextmanager
    def held(self) -> Iterator[None]:
        """While this is held, nothing is written: the caller writes `unkept` and confirms it with `settle`.

        What has not been settled by the end is undone.
        """
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            if self._has_changed:
                self._return()

    @property
    def unkept(self) -> Unkept | None:
        """What has happened since the match was last kept; None if nothing has."""
        if self.id is not None and not self._has_changed:
            return None
        plan, (last, _) = self._settled
        games = [self._unkept_game(number) for number in range(last, len(self.match.sessions) + 1)]
        return Unkept(
            numbers=(self.id, self._game),
            source=self.source,
            plan=self.plan if self.id is None or self.plan != plan else None,
            games=[game for game in games if game.is_new or game.happened],
        )

    def _unkept_game(self, number: int) -> UnkeptGame:
        is_new = self._game is None or number > self._settled[1][0]
        kept = 0 if is_new else self._settled[1][1]
        session = self.match.sessions[number - 1]
        return UnkeptGame(
            number=number,
            first=self.match.first(number - 1),
            is_new=is_new,
            kept=kept,
            happened=[write_event(event) for event in session.events[kept:]],
            standing=self._standing(session),
        )

    def settle(self, numbers: Numbers) -> None:
        """Note that everything `unkept` has been written, under these numbers."""
        self.id, self._game = numbers
        self._settled = self.plan, self.place

    def rename(self, person: int, name: str) -> None:
        """Change the name of one of the two people."""
        people = list(self.plan.people)
        people[person] = replace(people[person], name=name)
        self.plan = replace(self.plan, people=(people[0], people[1]))
        self.match = self._replay(self.match.histories)
        self._keep()

    def _keep(self) -> None:
        """Write what has happened since the last time; if that fails, undo it."""
        unkept = None if self._is_held else self.unkept
        if unkept is not None:
            with self.held():
                self.settle(self._database.write(unkept.write))

    @property
    def _has_changed(self) -> bool:
        return self._settled != (self.plan, self.place)

    def _return(self) -> None:
        """Go back to the state that was settled last."""
        self.plan, (number, kept) = self._settled
        *earlier, (first, events) = self.match.histories[:number]
        self.match = self._replay([*earlier, (first, events[:kept])])

    def _standing(self, session: Session) -> store.Standing:
        result = session.result
        return store.Standing(
            plies=session.plies,
            result=UNFINISHED if result is None else result_of(session.start.turn, result.winner),
            reason=None if result is None else result.reason,
            is_finished=self.match.result is not None,
        )

    def _replay(self, histories: Iterable[History]) -> Match:
        plan = self.plan
        start = plan.first_position
        first, second = plan.people
        return Match.replay(
            start.game,
            (first.name, second.name),
            plan.format,
            histories,
            start=start,
            control=plan.control,
            allows_undo=True,  # the session itself refuses it where there is a clock
            random=self._random,
        )
