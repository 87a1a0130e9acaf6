"""What visitors may do in a room, and how it is carried out: only the holder of a seat acts for that seat."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tabuleiro.messages import server as texts
from tabuleiro.web.errors import BadRequest, NotYours, Refused

if TYPE_CHECKING:
    from tabuleiro.match.table import Table
    from tabuleiro.web.rooms import Room

KIND_OF = {
    "exchange": "seats-exchanged",
    "offer-draw": "draw-offered",
    "accept-draw": "draw-accepted",
    "decline-draw": "draw-declined",
    "resign": "resigned",
    "undo": "taken-back",
    "redo": "moved",
    "ask-takeback": "takeback-asked",
    "accept-takeback": "taken-back",
    "decline-takeback": "takeback-declined",
    "next-game": "game-begun",
}
"""The kind of event that each action other than a move leads to."""


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """What a visitor with these seats wants to do in a room; `move` is the move if it is one."""

    room: Room
    holder: str | None
    seats: tuple[int, ...]
    move: str | None

    @property
    def table(self) -> Table:
        """The table of the room."""
        return self.room.table

    @property
    def own(self) -> int:
        """The seat that the visitor acts for: the one to move, if it is theirs."""
        turn = self.table.session.turn
        return turn if turn in self.seats else self.seats[0]


# --- carrying out ---
def find_action(room: Room, holder: str | None, action: str, move: str | None) -> Callable[[], object]:
    """The function that carries out an action; Refused if this visitor may not take it now."""
    seats = () if action == "next-game" and is_only_watched(room) else refuse_strangers(room, holder)
    if not room.is_playable:
        raise Refused(texts.NOT_HERE)
    if not room.is_ready:
        raise Refused(texts.NOT_READY)
    if action not in ACTIONS:
        raise BadRequest(texts.NO_ACTION.fill(action=action[:40], known=", ".join(ACTIONS)))
    return partial(ACTIONS[action], ActionRequest(room, holder, seats, move))


def has_happened(room: Room, holder: str | None, action: str, at: int, move: str | None) -> bool:
    """Is this exactly what the same visitor did right after version `at`?"""
    if not 0 <= at < room.version:
        return False
    entry, seats = room.history.entries[at], room.seats_of(holder)
    if action == "move" and entry.kind == "moved" and move is not None:
        return bool(seats) and _cells(entry.data["move"]) == _cells(move)
    if KIND_OF.get(action) != entry.kind:
        return False
    return bool(seats) and entry.data.get("player", seats[0]) in seats


def refuse_strangers(room: Room, holder: str | None) -> tuple[int, ...]:
    """The seats of a visitor who holds any; NotYours."""
    seats = room.seats_of(holder)
    if not seats:
        raise NotYours(texts.NOT_YOUR_SEAT)
    return seats


def is_only_watched(room: Room) -> bool:
    """Do only computers play? Then any watcher may have them play on once a game is over."""
    return not any(person.is_human for person in room.table.plan.people)


def _play(request: ActionRequest) -> None:
    if request.move is None:
        raise BadRequest(texts.NO_MOVE)
    _refuse_others_turn(request)
    request.table.play(request.move)


def _exchange(request: ActionRequest) -> None:
    _refuse_others_turn(request)
    request.table.exchange_seats()


def _answer_draw(accepts: bool, request: ActionRequest) -> None:
    offer = request.table.session.draw_offer
    if offer is not None and 1 - offer not in request.seats:
        raise NotYours(texts.NOT_YOUR_TURN)
    request.table.answer_draw(accepts)


def _answer_takeback(accepts: bool, request: ActionRequest) -> None:
    asked = request.table.session.takeback
    seat = next((seat for seat in request.seats if seat != asked), request.seats[0])
    request.table.answer_takeback(seat, accepts)


def _undo(request: ActionRequest) -> None:
    _refuse_company(request)
    request.table.stop_thinking()
    request.table.undo()


def _redo(request: ActionRequest) -> None:
    _refuse_company(request)
    request.table.redo()


def _refuse_others_turn(request: ActionRequest) -> None:
    session = request.table.session
    if session.result is None and session.turn not in request.seats:
        raise NotYours(texts.NOT_YOUR_TURN)


def _refuse_company(request: ActionRequest) -> None:
    if not request.room.is_alone(request.holder):
        raise NotYours(texts.ASK_FIRST)


ACTIONS: dict[str, Callable[[ActionRequest], object]] = {
    "move": _play,
    "exchange": _exchange,
    "offer-draw": lambda request: request.table.offer_draw(request.own),
    "accept-draw": partial(_answer_draw, True),
    "decline-draw": partial(_answer_draw, False),
    "resign": lambda request: request.table.resign(request.own),
    "undo": _undo,
    "redo": _redo,
    "ask-takeback": lambda request: request.table.ask_takeback(request.own),
    "accept-takeback": partial(_answer_takeback, True),
    "decline-takeback": partial(_answer_takeback, False),
    "next-game": lambda request: request.table.next_game(),
}
"""What each action does."""


def _cells(move: str) -> list[str]:
    """The two cells of a move, whether it is written with or without its captures."""
    return re.findall(r"[a-z][0-9]+", move.lower())[:2]


# --- what there is to do ---
def what_may(room: Room, holder: str | None) -> list[str]:
    """The names of the actions that this holder may take now."""
    seats, session = room.seats_of(holder), room.table.session
    if is_only_watched(room):
        return _after_the_end(room, alone=False) if session.result is not None and room.is_playable else []
    if not seats:
        return ["join"] if room.is_open and room.is_playable else []
    if room.is_open:
        return ["join"] if all(person.is_human for person in room.table.plan.people) and len(seats) == 2 else []
    if not room.is_playable:
        return []
    alone = room.is_alone(holder)
    if session.result is not None:
        return _after_the_end(room, alone)
    return [*_on_turn(room, seats, alone), *_offers(room, seats), "resign", *_undoing(room, seats, alone)]


def _on_turn(room: Room, seats: tuple[int, ...], alone: bool) -> list[str]:
    table, session = room.table, room.table.session
    if session.turn not in seats:
        return ["move-now"] if table.awaits_computer else []
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


def _undoing(room: Room, seats: tuple[int, ...], alone: bool) -> list[str]:
    table, session = room.table, room.table.session
    if session.control is not None:
        return []
    if alone:
        return [*(["undo"] if table.plies_to_undo else []), *(["redo"] if table.may_redo else [])]
    asks = len(table.human_seats) == 2 and session.takeback is None and session.plies_back_to(seats)
    return ["ask-takeback"] if asks else []


def _after_the_end(room: Room, alone: bool) -> list[str]:
    table = room.table
    undo = alone and table.session.control is None and table.position.outcome is not None
    if table.match.result is None:
        return ["next-game"]
    return ["rematch", *(["undo"] if undo and table.match.format.games == 1 and table.plies_to_undo else [])]
