"""Everything that has happened in a match, in sentences for those who watch it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tabuleiro.match.events import Event, Moved, write_event
from tabuleiro.match.match import Match
from tabuleiro.match.sentences import event_text
from tabuleiro.match.session import Session
from tabuleiro.messages import server as texts
from tabuleiro.rules.texts import Text


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that has happened in a match: its kind, its values, and the sentence about it."""

    kind: str
    data: dict[str, Any]
    text: Text


class History:
    """Everything that has happened in a match. Its length is the match's version: no two states share one."""

    def __init__(self, match: Match) -> None:
        self.entries: list[Entry] = []
        self._games = self._events = 0
        self.note(match)

    def __len__(self) -> int:
        return len(self.entries)

    def note(self, match: Match) -> Sequence[Event]:
        """Add what has happened in the match since the last call; returns its events, except beginnings of games."""
        sessions = match.sessions
        found: list[Event] = []
        for number in range(max(self._games - 1, 0), len(sessions)):
            session = sessions[number]
            if number == self._games:
                self.entries.append(
                    Entry("game-begun", {"number": number + 1}, texts.GAME_BEGUN.fill(number=number + 1))
                )
                self._games, self._events = number + 1, 0
            events = session.events[self._events :]
            self.entries += _entries(session, events)
            self._events += len(events)
            found += events
        return found


def _entries(session: Session, last: Sequence[Event]) -> list[Entry]:
    """The entries for the last events of a game."""
    if len(last) == 1 or all(isinstance(event, Moved) for event in last):
        return [_entry(session, event, later) for later, event in zip(reversed(range(len(last))), last, strict=True)]
    return _replayed(session)[-len(last) :]


def _entry(session: Session, event: Event, later: int = 0) -> Entry:
    kind, data = write_event(event)
    return Entry(kind, data, event_text(session, event, later))


def _replayed(session: Session) -> list[Entry]:
    """All entries of a game after its beginning, in sentences as they were at the time."""
    replayed = Session(
        session.game,
        session.first_seats,
        start=session.start,
        control=session.control,
        allows_undo=session.allows_undo,
    )
    entries = []
    for event in session.events:
        replayed.apply(event)
        entries.append(_entry(replayed, event))
    return entries
