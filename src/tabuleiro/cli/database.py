"""Opening the database of kept matches for a command, and finding matches in it by number."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tabuleiro.cli.errors import BadInput
from tabuleiro.messages import playing as texts

if TYPE_CHECKING:
    from tabuleiro.match.kept_match import KeptMatch
    from tabuleiro.records import store
    from tabuleiro.records.database import Database


@contextmanager
def open_database(where: str | None = None) -> Iterator[Database]:
    """The database at a place, or in `TABULEIRO_DATABASE`, or else the user's own; StoreFailed."""
    from tabuleiro.records.database import Database

    database = Database(where or os.environ.get("TABULEIRO_DATABASE") or None)
    try:
        yield database
    finally:
        database.close()


def read_id(given: str) -> int:
    """The number of a kept match; BadInput."""
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise BadInput(texts.BAD_NUMBER.fill(given=given[:40]))
    return int(given)


def find_kept(database: Database, id: int) -> store.StoredMatch:
    """The kept match with this number; NotKept."""
    from tabuleiro.records import store

    return database.read(store.find_match, id)


def reopen(kept: store.StoredMatch, database: Database) -> KeptMatch:
    """A kept match as far as it went, with names as they are shown; TabuleiroError if it can no longer be played."""
    from tabuleiro.match.kept_match import KeptMatch

    return KeptMatch.resume(kept, database, is_shown=True)
