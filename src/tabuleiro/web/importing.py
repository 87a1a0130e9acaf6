"""Importing games and positions: records, a FEN, a board in Prolog, or moves alone."""

from __future__ import annotations

import re
from typing import Any

from tabuleiro.messages import study as texts
from tabuleiro.notation.prolog import read_prolog
from tabuleiro.notation.record_reader import read_records
from tabuleiro.notation.records import UNFINISHED, Record
from tabuleiro.rules.errors import InvalidPosition, InvalidRecord, TabuleiroError
from tabuleiro.rules.game import Game

LONGEST = 200_000
"""The most characters of a text."""

MOST_MOVES, MOST_MOVES_IN_ALL, MOST_RECORDS = 1_500, 6_000, 200
"""The most moves of one record, moves in all, and records in a text.

A longer record would take seconds to read, since each position is compared with all that came before it.
"""

_TAG = re.compile(r'\s*\ufeff?\s*\[\s*\w+\s+"')
_NEXT_RECORD = re.compile(r'(?=\[\s*Game\s+")')
_MOVE = re.compile(r"[a-z][0-9]{1,2}\s*[-x]?\s*[a-z][0-9]{1,2}", re.IGNORECASE)
_MOVES_ALONE = re.compile(rf"\s*(?:[0-9]+\s*\.+\s*)?{_MOVE.pattern}(?:x[a-z][0-9]+)*(?:\s|\Z)", re.IGNORECASE)
_FEN = re.compile(r"\s*[^\s\[]+/\S+(?: +\S+)*\s*\Z")
_RESULT = re.compile(r"(?:1-0|0-1|1/2-1/2|\*)\s*\Z")


def read_import(text: str, game: Game | None = None) -> list[Record]:
    """The games in a text; a position is a game without moves. `game` is used if the text does not name one.

    InvalidRecord and InvalidPosition say what is wrong with it.
    """
    if not text.strip():
        raise InvalidRecord(texts.NOTHING_TO_IMPORT)
    if _TAG.match(text):
        return _read_records(text)
    if game is None:
        raise InvalidRecord(texts.IMPORT_NEEDS_GAME)
    if _FEN.match(text):
        return [Record.from_moves(game.position(text.strip()))]
    if _MOVES_ALONE.match(text):
        result = "" if _RESULT.search(text) else f" {UNFINISHED}"
        return _read_records(f'[Game "{game.id}"]\n\n{text}{result}')
    return [_read_board(game, text)]


def describe_record(record: Record) -> dict[str, Any]:
    """A record, for a page that plays it through."""
    return {
        "game": record.game_id,
        "title": str(record.game.title),
        "start": record.start,
        "moves": list(record.moves),
        "tags": dict(record.tags),
        "result": record.result,
        "reason": record.reason,
    }


def _read_records(text: str) -> list[Record]:
    counts = [len(_MOVE.findall(part)) for part in _NEXT_RECORD.split(text)]
    if max(counts) > MOST_MOVES:
        raise InvalidRecord(texts.TOO_MANY_MOVES.fill(most=MOST_MOVES))
    if sum(counts) > MOST_MOVES_IN_ALL or len(counts) > MOST_RECORDS + 1:
        raise InvalidRecord(texts.TOO_MANY_RECORDS.fill(records=MOST_RECORDS, moves=MOST_MOVES_IN_ALL))
    return list(read_records(text))


def _read_board(game: Game, text: str) -> Record:
    """A board as the game's report writes it; if it is none, the error says what would have been understood."""
    try:
        return Record.from_moves(read_prolog(game, text))
    except TabuleiroError as error:
        raise InvalidPosition(texts.NOT_UNDERSTOOD.fill(why=error.message)) from None
