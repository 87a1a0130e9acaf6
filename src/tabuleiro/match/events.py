"""What can happen in a game between two people, and how each event is kept: as a word for its kind and a few plain values.

A player is an index into `game.players`: the seat, not the person who sits on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tabuleiro.match.errors import MatchError
from tabuleiro.rules.texts import Text


@dataclass(frozen=True, slots=True)
class Moved:
    """The player to move has played a move, after thinking for this long."""

    move: str
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class SeatsExchanged:
    """The second player takes over the first move (the pie rule): the two people change seats."""

    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A player offers a draw; the offer stands until the other accepts, declines or moves."""

    player: int


@dataclass(frozen=True, slots=True)
class DrawAccepted:
    """A player accepts the other's offer of a draw."""

    player: int


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """A player declines the other's offer of a draw."""

    player: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player gives up."""

    player: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The player to move has used up the time."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A player loses by not playing on: an engine that failed, a person who went away."""

    player: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last moves are taken back."""

    plies: int


@dataclass(frozen=True, slots=True)
class TakebackAsked:
    """A player asks to take the last move back; the request stands until the other agrees, declines or moves."""

    player: int


@dataclass(frozen=True, slots=True)
class TakebackDeclined:
    """A player declines the other's request to take a move back."""

    player: int


Event = (
    Moved
    | SeatsExchanged
    | DrawOffered
    | DrawAccepted
    | DrawDeclined
    | Resigned
    | TimeUp
    | Forfeited
    | TakenBack
    | TakebackAsked
    | TakebackDeclined
)

TAKE_TURNS = (Moved, SeatsExchanged, TakenBack)
"""The events with which the time of the player who is then to move begins."""

KINDS: dict[str, type[Event]] = {
    "moved": Moved,
    "seats-exchanged": SeatsExchanged,
    "draw-offered": DrawOffered,
    "draw-accepted": DrawAccepted,
    "draw-declined": DrawDeclined,
    "resigned": Resigned,
    "time-up": TimeUp,
    "forfeited": Forfeited,
    "taken-back": TakenBack,
    "takeback-asked": TakebackAsked,
    "takeback-declined": TakebackDeclined,
}
"""The words under which events are kept; a word once given is never changed."""

_WORD = {kind: word for word, kind in KINDS.items()}


def write_event(event: Event) -> tuple[str, dict[str, Any]]:
    """The word for the kind of an event, and its values by name."""
    return _WORD[type(event)], {name: getattr(event, name) for name in event.__slots__}


def read_event(kind: str, values: Mapping[str, Any]) -> Event:
    """The event kept under this word with these values; MatchError if there is no such event."""
    try:
        return KINDS[kind](**values)
    except (KeyError, TypeError):
        raise MatchError(
            Text(
                "{kind!r} is no event of a game that is known here.",
                "{kind!r} não é acontecimento de jogo que aqui se conheça.",
            ).fill(kind=kind[:40])
        ) from None
