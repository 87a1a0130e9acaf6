"""Kept matches, opened again, and their games as records."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from tabuleiro.cli.errors import BadInput
from tabuleiro.messages import playing as texts
from tabuleiro.notation.records import Record, write_record

if TYPE_CHECKING:
    from tabuleiro.match.keeping import KeptMatch
    from tabuleiro.match.match import Match
    from tabuleiro.records import store
    from tabuleiro.records.database import Database


@contextmanager
def open_database() -> Iterator[Database]:
    """The user's own games; StoreFailed says why they cannot be opened."""
    from tabuleiro.records.database import Database

    database = Database()
    try:
        yield database
    finally:
        database.close()


def read_id(given: str) -> int:
    """The number of a kept match; BadInput."""
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise BadInput(texts.BAD_NUMBER.fill(given=given[:40]))
    return int(given)


def find_kept(database: Database, id: int) -> store.KeptMatch:
    """The match of that number as it is kept; NotKept."""
    from tabuleiro.records import store

    return database.read(store.find_match, id)


def reopen(kept: store.KeptMatch, database: Database) -> KeptMatch:
    """A kept match, as far as it went; TabuleiroError if it can no longer be played."""
    from tabuleiro.match.keeping import KeptMatch

    return KeptMatch.resume(kept, database)


def records_of(match: Match, begun: datetime | None = None) -> list[Record]:
    """The records of all games of a match, with the day on which it began and their numbers."""
    day = (begun or datetime.now().astimezone()).astimezone().strftime("%Y.%m.%d")
    records = [session.record.with_tags(Date=day) for session in match.sessions]
    if match.format.games == 1:
        return records
    return [record.with_tags(Round=str(number)) for number, record in enumerate(records, start=1)]


def records_text(match: Match, begun: datetime | None = None) -> str:
    """The text of all games of a match."""
    return "\n".join(write_record(record) for record in records_of(match, begun))
