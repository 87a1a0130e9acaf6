"""Kept matches, described for lists."""

from __future__ import annotations

from typing import Any

from tabuleiro.match.listing import result_text, title_of
from tabuleiro.match.plan import HUMAN, shown_names
from tabuleiro.notation.records import UNFINISHED
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.web.rooms import Room


def describe_listed(
    kept: store.StoredMatch, holder: str | None, room: Room | None, database: Database
) -> dict[str, Any]:
    """A kept match, for a list; `room` is its room, if it is open."""
    people = kept.plan["people"]
    yours = holder is not None and holder in kept.seats
    return {
        "code": kept.code,
        "url": f"/play/{kept.code}",
        "game": kept.game,
        "title": title_of(kept),
        "people": shown_names(people),
        "plies": sum(game.plies for game in kept.games),
        "result": kept.games[-1].result if kept.games else UNFINISHED,
        "text": str(result_text(kept, database)),
        "changed": kept.changed.isoformat(),
        "picture": f"/api/matches/{kept.code}/picture.svg",
        "yours": yours,
        "your_turn": room is not None and room.is_ready and room.table.session.result is None and _acts(room, holder),
        "open": any(
            seat is None and person["player"] == HUMAN for seat, person in zip(kept.seats, people, strict=True)
        ),
        "source": kept.source,
    }


def _acts(room: Room, holder: str | None) -> bool:
    return room.table.acting_seat in room.seats_of(holder)
