"""Games between people: one game being played (a session), its clocks, and matches of several games."""

from __future__ import annotations

from tabuleiro.match.clock import Clock, TimeControl, per_move, sudden_death, with_increment
from tabuleiro.match.errors import MatchError
from tabuleiro.match.events import (
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Event,
    Forfeited,
    Moved,
    Resigned,
    SeatsExchanged,
    TakebackAsked,
    TakebackDeclined,
    TakenBack,
    TimeUp,
)
from tabuleiro.match.match import SINGLE_GAME, Match, MatchResult, best_of, find_format, formats_of, sum_of
from tabuleiro.match.session import Session

__all__ = [
    "SINGLE_GAME",
    "Clock",
    "DrawAccepted",
    "DrawDeclined",
    "DrawOffered",
    "Event",
    "Forfeited",
    "Match",
    "MatchError",
    "MatchResult",
    "Moved",
    "Resigned",
    "SeatsExchanged",
    "Session",
    "TakebackAsked",
    "TakebackDeclined",
    "TakenBack",
    "TimeControl",
    "TimeUp",
    "best_of",
    "find_format",
    "formats_of",
    "per_move",
    "sudden_death",
    "sum_of",
    "with_increment",
]
