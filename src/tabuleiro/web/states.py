"""How a match stands, as each of those who look at it is told: one and the same truth, and what each of them may do."""

from __future__ import annotations

from typing import Any

from tabuleiro.match.match import Match
from tabuleiro.match.plan import shown_name
from tabuleiro.match.telling import points_text
from tabuleiro.messages import playing
from tabuleiro.rules.texts import listing, same
from tabuleiro.web.describing import describe_move, describe_outcome, describe_position
from tabuleiro.web.rooms import Room


def describe_room(room: Room, holder: str | None, seen: int = 0) -> dict[str, Any]:
    """How a match stands, for somebody who has seen its first events up to a number."""
    table = room.table
    session, match, game = table.session, table.match, table.game
    names = game.players
    seats = room.seats_of(holder)
    seat_of = {room.person_at(seat): seat for seat in (0, 1)}
    present = {watcher.holder for watcher in room.watchers}
    clock = table.clock if room.is_ready else session.clock
    first = seen if 0 <= seen <= room.version else 0
    return {
        "type": "state",
        "code": room.code,
        "link": f"/play/{room.code}",
        "version": room.version,
        "game": game.id,
        "title": str(game.title),
        "variant": game.id.partition(":")[2],
        "format": {"name": match.format.name, "title": str(match.format.title)},
        "control": table.plan.data()["control"],
        "number": len(match.sessions),
        "games": match.format.games,
        "score": list(match.score) if match.format.games > 1 else None,
        "result": _match_result(match),
        "people": [
            {
                "name": shown_name(person.name, person.player),
                "player": person.player,
                "seat": names[seat_of[number]],
                "taken": not person.is_human or room.holders[number] is not None,
                "present": not person.is_human or room.holders[number] in present,
                "you": person.is_human and holder is not None and room.holders[number] == holder,
            }
            for number, person in enumerate(table.plan.people)
        ],
        "yours": [names[seat] for seat in seats],
        **room.remembered(describe_board_state),
        "clock": None
        if clock is None
        else {
            "left": dict(zip(names, clock.left, strict=True)),
            "running": names[clock.running] if room.runs_clock else None,
        },
        "outcome": describe_outcome(game, session.result),
        "draw_offer": None if session.draw_offer is None else names[session.draw_offer],
        "takeback": None if session.takeback is None else names[session.takeback],
        "exchanged": session.exchanged,
        "ready": room.is_ready,
        "may": what_may(room, holder),
        "thinking": room.is_thinking,
        "rematch": None if room.rematch is None else f"/play/{room.rematch}",
        "events": [
            {"number": number, "kind": entry.kind, "text": str(entry.text)}
            for number, entry in enumerate(room.log[first:], start=first + 1)
        ],
    }


def describe_board_state(room: Room) -> dict[str, Any]:
    """What is on the board and how it came there: the same for all who look."""
    session = room.table.session
    game, moves = session.game, session.moves[-1:]
    return {
        "position": describe_position(session.position),
        "last": describe_move(moves[0] if moves else None),
        "moves": session.move_texts,
        "captured": {
            name: [game.pieces[piece].token for piece in lost]
            for name, lost in zip(game.players, session.captured, strict=True)
        },
    }


def what_may(room: Room, holder: str | None) -> list[str]:
    """What somebody may do now, by the words of the actions."""
    seats, session = room.seats_of(holder), room.table.session
    if not seats:
        return ["join"] if room.is_open and room.is_playable else []
    if room.is_open:
        return ["join"] if all(person.is_human for person in room.table.plan.people) and len(seats) == 2 else []
    if not room.is_playable:
        return []
    if session.result is not None:
        return _after_the_end(room, holder)
    return [*_on_turn(room, seats), *_offers(room, seats), "resign", *_undoing(room, holder, seats)]


def _on_turn(room: Room, seats: tuple[int, ...]) -> list[str]:
    table, session = room.table, room.table.session
    if session.turn not in seats:
        return ["move-now"] if table.awaits_computer else []
    alone = room.is_alone(room.holders[room.person_at(session.turn)])
    return ["move", *(["exchange"] if session.may_exchange else []), *(["hint"] if alone else [])]


def _offers(room: Room, seats: tuple[int, ...]) -> list[str]:
    session = room.table.session
    found: list[str] = []
    if session.draw_offer is not None:
        found += ["accept-draw", "decline-draw"] if 1 - session.draw_offer in seats else []
    elif room.table.game.has_draws:
        found.append("offer-draw")
    if session.takeback is not None and 1 - session.takeback in seats:
        found += ["accept-takeback", "decline-takeback"]
    return found


def _undoing(room: Room, holder: str | None, seats: tuple[int, ...]) -> list[str]:
    table, session = room.table, room.table.session
    if session.control is not None:
        return []
    if room.is_alone(holder):
        return [*(["undo"] if table.plies_to_undo else []), *(["redo"] if table.may_redo else [])]
    asks = len(table.human_seats) == 2 and session.takeback is None and session.plies_back_to(seats)
    return ["ask-takeback"] if asks else []


def _after_the_end(room: Room, holder: str | None) -> list[str]:
    table = room.table
    undo = room.is_alone(holder) and table.session.control is None and table.position.outcome is not None
    if table.match.result is None:
        return ["next-game"]
    return ["rematch", *(["undo"] if undo and table.match.format.games == 1 and table.plies_to_undo else [])]


def _match_result(match: Match) -> dict[str, Any] | None:
    """How a match of several games ended; None while it goes on."""
    result = match.result
    if result is None:
        return None
    words = playing.MATCH_DRAWN if result.winner is None else playing.MATCH_WON.fill(name=match.people[result.winner])
    score = listing(
        [same(f"{name}: {points_text(points)}") for name, points in zip(match.people, result.score, strict=True)]
    )
    return {"winner": result.winner, "score": list(result.score), "text": f"{words} {score}."}
