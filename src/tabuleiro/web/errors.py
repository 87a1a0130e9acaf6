"""The errors of requests, with the code and the status that programs are told."""

from __future__ import annotations

from tabuleiro.engine.errors import EngineError
from tabuleiro.match.errors import MatchError
from tabuleiro.records.errors import NotKept, PlayedElsewhere, StoreFailed
from tabuleiro.rules.errors import (
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    TabuleiroError,
    UnknownGame,
)
from tabuleiro.web.engine_room import Busy


class Refused(TabuleiroError):
    """Something is not possible now, for this visitor, or at all."""


class Stale(Refused):
    """The request is about an earlier state of the game."""


class NotYours(Refused):
    """The visitor has no seat, or not this one."""


class NotFound(Refused):
    """There is nothing at this address."""


class BadRequest(Refused):
    """The request cannot be understood."""


class TooMany(Refused):
    """Somebody has asked for more than anybody may."""


KINDS: tuple[tuple[type[TabuleiroError], str, int], ...] = (
    (UnknownGame, "unknown-game", 404),
    (InvalidPosition, "invalid-position", 422),
    (InvalidRecord, "invalid-record", 422),
    (InvalidMove, "invalid-move", 422),
    (IllegalMove, "illegal-move", 422),
    (Busy, "busy", 503),
    (StoreFailed, "store-failed", 503),
    (NotKept, "no-match", 404),
    (PlayedElsewhere, "stale", 409),
    (Stale, "stale", 409),
    (NotYours, "not-yours", 403),
    (NotFound, "not-found", 404),
    (BadRequest, "bad-request", 422),
    (TooMany, "too-many", 429),
    (MatchError, "not-now", 409),
    (EngineError, "no-engine", 422),
    (TabuleiroError, "refused", 422),
)
"""The code and the status of each kind of fault, the more particular first."""


def code_of(error: TabuleiroError) -> tuple[str, int]:
    """The code and the status of a fault."""
    return next((code, status) for kind, code, status in KINDS if isinstance(error, kind))


def describe_error(error: TabuleiroError) -> dict[str, str]:
    """A fault for programs and people, in the language in use."""
    return {"code": code_of(error)[0], "message": str(error.message)}
