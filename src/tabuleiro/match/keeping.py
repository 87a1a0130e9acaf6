"""A match that is on disk as far as it went: what happens in it has happened only once it is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any, Protocol

from sqlalchemy import Connection

from tabuleiro.match.events import Event, read_event, write_event
from tabuleiro.match.match import Match
from tabuleiro.match.plan import Plan
from tabuleiro.match.session import Session
from tabuleiro.notation.records import UNFINISHED, result_of
from tabuleiro.records import store
from tabuleiro.records.schema import TERMINAL

History = tuple[int, tuple[Event, ...]]


class Keeper(Protocol):
    """What can run a function on a connection so that all it writes is on disk when it returns: a database."""

    def write(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        """What the function returns, once what it has written is kept."""


class KeptMatch:
    """A match and the database that keeps it; a match in which nothing has happened is kept only if that is asked for."""

    def __init__(
        self,
        plan: Plan,
        database: Keeper,
        *,
        opening: Iterable[Event] = (),
        random: Random | None = None,
        source: str = TERMINAL,
    ) -> None:
        """A match that begins, with what has happened already in its first game; UnknownGame, InvalidPosition, MatchError."""
        self.plan = plan
        self.source = source
        self.id: int | None = None
        self._database = database
        self._random = random or Random()
        self._game: int | None = None
        self.match = self._replay([(0, tuple(opening))])

    @classmethod
    def resume(cls, kept: store.KeptMatch, database: Keeper, *, random: Random | None = None) -> KeptMatch:
        """A match that was kept, where it stopped; errors as when it began, if it can no longer be played."""
        found = cls(Plan.from_data(kept.plan), database, random=random, source=kept.source)
        found.id, found._game = kept.id, kept.games[-1].id
        found.match = found._replay(
            [(game.first, tuple(read_event(kind, data) for kind, data in game.events)) for game in kept.games]
        )
        return found

    @property
    def session(self) -> Session:
        """The game that is being played, or the last one."""
        return self.match.session

    def act(self, action: Callable[[Session], Event]) -> Event:
        """Let something happen in the game, and keep it; if either cannot be, nothing has happened."""
        before = self.match.histories
        event = action(self.session)
        self._keep(before)
        return event

    def next_game(self) -> Session:
        """Begin the match's next game; MatchError if it is not time."""
        before = self.match.histories
        session = self.match.next_game()
        self._keep(before)
        return session

    def keep(self) -> int:
        """Keep a match that begins, before anything happens in it; its number."""
        if self.id is None:
            self._keep(())
        assert self.id is not None
        return self.id

    def rename(self, person: int, name: str) -> None:
        """Call somebody who takes part by another name from now on."""
        people = list(self.plan.people)
        people[person] = replace(people[person], name=name)
        plan, histories = replace(self.plan, people=(people[0], people[1])), self.match.histories
        self._database.write(store.change_plan, self.keep(), plan.data())
        self.plan = plan
        self.match = self._replay(histories)

    def _keep(self, before: tuple[History, ...]) -> None:
        """Write what has happened since; if that fails, return to what was before."""
        try:
            self.id, self._game = self._database.write(self._write, before)
        except BaseException:
            self.match = self._replay(before)
            raise

    def _write(self, connection: Connection, before: tuple[History, ...]) -> tuple[int, int]:
        match, game, number = self.id, self._game, len(self.match.histories)
        if match is None:
            match = store.begin_match(connection, self.plan.game, self.plan.data(), source=self.source)
        first, events = self.match.histories[-1]
        begun = game is not None and len(before) == number
        if not begun:
            game = store.begin_game(connection, match, number, first)
        assert game is not None
        kept = len(before[-1][1]) if begun else 0
        happened = [write_event(event) for event in events[kept:]]
        store.append_events(connection, match, game, kept, happened, self._standing())
        return match, game

    def _standing(self) -> store.Standing:
        session, result = self.session, self.session.result
        return store.Standing(
            plies=len(session.moves),
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
            allows_undo=True,  # but not where there is a clock, as the session says
            random=self._random,
        )
