"""The state of a match as it is sent to each viewer: what all see, and what each of them may do.

Most of it is the same for all and is written once; each viewer gets this text with a few values added.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.match.clock import write_control
from tabuleiro.match.match import Match
from tabuleiro.match.plan import name_text
from tabuleiro.match.sentences import points_text
from tabuleiro.match.session import Session
from tabuleiro.messages import playing
from tabuleiro.rules.texts import listing, same
from tabuleiro.web.actions import what_may
from tabuleiro.web.descriptions import as_json, describe_captured, describe_move, describe_outcome, describe_position
from tabuleiro.web.rooms import Room


def write_state(room: Room, holder: str | None, seen: int = 0) -> str:
    """The state of a match, in JSON, for somebody who has already seen its first `seen` events."""
    own = as_json(_own_values(room, holder, seen))
    return f"{own[:-1]},{room.remembered(_write_common)[1:]}"


def _write_common(room: Room) -> str:
    return as_json(_common_values(room))


def _common_values(room: Room) -> dict[str, Any]:
    """What was played, what is on the board and how it got there: the same for all until something happens."""
    table = room.table
    session, match, game = table.session, table.match, table.game
    names, control = game.players, table.plan.control
    return {
        "code": room.code,
        "link": f"/play/{room.code}",
        "version": room.version,
        "game": game.id,
        "title": str(game.title),
        "variant": game.variant,
        "format": {"name": match.format.name, "title": str(match.format.title)},
        "control": None if control is None else write_control(control),
        "number": len(match.sessions),
        "games": match.format.games,
        "score": list(match.score) if match.format.games > 1 else None,
        "result": _match_result(match),
        "position": _describe_present(session),
        "last": describe_move(session.last_move),
        "moves": session.move_texts,
        "captured": describe_captured(game, session.captured),
        "outcome": describe_outcome(game, session.result),
        "draw_offer": None if session.draw_offer is None else names[session.draw_offer],
        "takeback": None if session.takeback is None else names[session.takeback],
        "exchanged": session.exchanged,
    }


def _describe_present(session: Session) -> dict[str, Any]:
    """The position on the board; after the end of the game, however it ended, without warnings."""
    described = describe_position(session.position)
    if session.result is not None:
        described["facts"] = [{**fact, "warning": False} for fact in described["facts"]]
    return described


def _own_values(room: Room, holder: str | None, seen: int) -> dict[str, Any]:
    """What differs between viewers, or changes without anything happening in the match."""
    names = room.table.game.players
    clock = room.shown_clock
    first = seen if 0 <= seen <= room.version else 0
    return {
        "type": "state",
        "people": _people(room, holder),
        "yours": [names[seat] for seat in room.seats_of(holder)],
        "clock": None
        if clock is None
        else {
            "left": dict(zip(names, clock.left, strict=True)),
            "running": names[clock.running] if room.runs_clock else None,
        },
        "ready": room.is_ready,
        "may": what_may(room, holder),
        "thinking": room.is_thinking,
        "rematch": None if room.rematch is None else f"/play/{room.rematch}",
        "events": [
            {"number": number, "kind": entry.kind, "text": str(entry.text)}
            for number, entry in enumerate(room.history.entries[first:], start=first + 1)
        ],
    }


def _people(room: Room, holder: str | None) -> list[dict[str, Any]]:
    """Who takes part, and which of them are connected."""
    names = room.table.game.players
    seat_of = {room.person_at(seat): seat for seat in (0, 1)}
    return [
        {
            "name": str(name_text(person.name)),
            "player": person.player,
            "seat": names[seat_of[number]],
            "taken": not person.is_human or room.holders[number] is not None,
            "present": not person.is_human or room.present[room.holders[number]] > 0,
            "you": person.is_human and holder is not None and room.holders[number] == holder,
        }
        for number, person in enumerate(room.table.plan.people)
    ]


def _match_result(match: Match) -> dict[str, Any] | None:
    """How a match of several games ended; None while it goes on."""
    result = match.result
    if result is None:
        return None
    names = [name_text(name) for name in match.people]
    words = playing.MATCH_DRAWN if result.winner is None else playing.MATCH_WON.fill(name=names[result.winner])
    score = listing([name + same(f": {points_text(points)}") for name, points in zip(names, result.score, strict=True)])
    return {"winner": result.winner, "score": list(result.score), "text": f"{words} {score}."}
