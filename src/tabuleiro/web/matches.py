"""Routes for matches: beginning one, taking a seat, acting, looking at what was played."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from tabuleiro.drawing.svg import draw_svg
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.levels import STRONGEST
from tabuleiro.engine.players import read_level
from tabuleiro.games import game as find_game
from tabuleiro.match.clock import read_control
from tabuleiro.match.events import Moved
from tabuleiro.match.plan import HUMAN, Plan, make_people, told_apart
from tabuleiro.match.records import records_text
from tabuleiro.match.sentences import hint_text
from tabuleiro.match.table import HINT_SECONDS
from tabuleiro.messages import server as texts
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.position import Position
from tabuleiro.web.actions import is_only_watched, refuse_strangers, what_may
from tabuleiro.web.descriptions import describe_captured, describe_move, describe_position
from tabuleiro.web.errors import BadRequest, NotFound, NotYours, Refused
from tabuleiro.web.listing import describe_listed
from tabuleiro.web.match_state import write_state
from tabuleiro.web.rooms import Room
from tabuleiro.web.server import Anybody, Asked, Welcomed
from tabuleiro.web.visitors import Visitor, read_name

router = APIRouter(prefix="/api/matches", tags=["matches"])

WATCHED_PACE = 1.0
"""The least seconds between two moves when computers play each other."""

MOST_LISTED = 40

GameId = Annotated[str, StringConstraints(max_length=4000)]
Fen = Annotated[str, StringConstraints(max_length=4000)]
MoveText = Annotated[str, StringConstraints(max_length=40)]
Name = Annotated[str, StringConstraints(max_length=200)]
Code = Annotated[str, Path(max_length=16, pattern=r"^[0-9A-Za-z]+$")]


State = dict[str, Any]
"""The state of a match, as `match_state` writes it."""


class Body(BaseModel):
    """The values of a request; others are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewMatch(Body):
    """A match to begin. Pairs are in the order of the game's players; `mine` are the seats that its maker takes."""

    game: GameId
    players: list[Annotated[str, StringConstraints(max_length=40)]] = Field(
        default=[HUMAN, HUMAN], min_length=2, max_length=2
    )
    mine: list[Annotated[int, Field(ge=0, le=1)]] = Field(default=[0], max_length=2)
    names: list[Name | None] = Field(default=[None, None], min_length=2, max_length=2)
    control: Annotated[str, StringConstraints(max_length=40)] | None = None
    format: Annotated[str, StringConstraints(max_length=40)] = "single"
    start: Fen | None = None
    moves: list[MoveText] | None = Field(default=None, max_length=2000)


class Action(Body):
    """An action in a match by somebody who has seen its version `at`."""

    at: int = Field(ge=0, le=2**31)
    action: Annotated[str, StringConstraints(max_length=40)]
    move: MoveText | None = None


class Joining(Body):
    """Taking a free seat, under a name."""

    name: Name | None = None


class Nothing(Body):
    """A request without values."""


@router.post("", status_code=201)
async def begin_match(body: NewMatch, request: Request, server: Asked, visitor: Welcomed) -> dict[str, str]:
    """Begin a match; others join it by its link."""
    server.limit(server.rates.matches, request)
    plan = await server.lobby.in_thread(plan_of, body, visitor)  # a game may have to be compiled for it
    holders = [visitor.holder if place in body.mine and plan.people[place].is_human else None for place in (0, 1)]
    code = await server.lobby.create(plan, holders, [Moved(move) for move in body.moves or ()])
    return {"code": code, "url": f"/play/{code}"}


def plan_of(body: NewMatch, visitor: Visitor) -> Plan:
    """The plan of the match asked for; an error if it cannot be played."""
    game = find_game(body.game)
    first, second = (read_player(player) for player in body.players)
    names = [None if name is None else read_name(name) for name in body.names]
    if len(body.mine) == 1 and body.players[body.mine[0]] == HUMAN:
        names[body.mine[0]] = names[body.mine[0]] or visitor.name
    return Plan(
        game=game.id,
        people=told_apart(make_people((first, second), (names[0], names[1]))),
        format=body.format,
        control=None if body.control is None else read_control(body.control),
        start=None if body.start is None else game.position(body.start).fen,
        pace=WATCHED_PACE,
    )


def read_player(player: str) -> str:
    """A player who may play here: a person, or one of the engine's levels; BadRequest."""
    if player == HUMAN:
        return player
    try:
        return f"level:{read_level(player)}"
    except EngineError:
        raise BadRequest(texts.ONLY_LEVELS.fill(most=STRONGEST)) from None


@router.get("")
async def list_matches(
    server: Asked,
    visitor: Anybody,
    which: Literal["mine", "running", "finished"] = "running",
    game: Annotated[str | None, Query(max_length=80)] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 12,
) -> dict[str, Any]:
    """The visitor's unfinished matches, others' that can be watched, or finished ones; the last changed is first."""
    found = await server.lobby.matches(which, visitor.holder, is_local=visitor.is_local, game=game, limit=limit)
    lobby, rooms = server.lobby, server.lobby.rooms
    if which == "mine":
        for kept in found:
            with suppress(TabuleiroError):  # a match that cannot be opened is listed, too
                await lobby.room(kept.code)  # only an open room knows whose turn it is

    def describe() -> list[dict[str, Any]]:
        return [describe_listed(kept, visitor.holder, rooms.get(kept.code), lobby.database) for kept in found]

    return {"matches": await lobby.in_thread(describe)}


@router.get("/{code}", response_model=State)
async def look_at_match(
    code: Code, server: Asked, visitor: Anybody, seen: Annotated[int, Query(ge=0, le=2**31)] = 0
) -> Response:
    """The state of a match, with the events after those already seen."""
    return await _state(await server.room(code, visitor), visitor, seen)


@router.post("/{code}/seats", response_model=State)
async def take_seat(code: Code, body: Joining, response: Response, server: Asked, visitor: Welcomed) -> Response:
    """Take a free seat."""
    room = await server.room(code, visitor)
    assert visitor.holder is not None
    await room.join(visitor.holder, read_name(body.name) if body.name else visitor.name)
    answer = await _state(room, visitor)
    answer.headers.raw.extend(response.headers.raw)  # with a token, on a first visit
    return answer


@router.post("/{code}/actions", response_model=State)
async def act(code: Code, body: Action, request: Request, server: Asked, visitor: Anybody) -> Response:
    """Perform an action: it is done and kept when this answers. What is sent twice is done once."""
    server.limit(server.rates.messages, request)
    room = await server.room(code, visitor)
    await room.act(visitor.holder, body.action, body.at, body.move)
    return await _state(room, visitor, body.at)


@router.post("/{code}/hints")
async def give_hint(code: Code, body: Nothing, request: Request, server: Asked, visitor: Anybody) -> dict[str, Any]:
    """What the engine would play; only if no other person plays in the match."""
    server.limit(server.rates.thinking, request)
    room = await server.room(code, visitor)
    engines = server.lobby.engines

    def find(room: Room) -> Position:
        if not room.is_alone(visitor.holder):
            raise NotYours(texts.NO_HINT)
        if "hint" not in what_may(room, visitor.holder):
            raise Refused(texts.NOT_YOUR_TURN)
        return room.table.position

    position = await room.look(find)

    def think() -> dict[str, Any]:
        with engines.engine(position.game) as engine:
            best = engine.analyse(position, seconds=HINT_SECONDS).best
        move = best.moves[0]
        return {**(describe_move(move) or {}), "win": round(best.win, 3), "text": str(hint_text(position, best))}

    return await engines.run(think)


@router.post("/{code}/rematch")
async def begin_rematch(code: Code, body: Nothing, request: Request, server: Asked, visitor: Anybody) -> dict[str, str]:
    """Begin a new match of the same kind, with seats exchanged; both players get the same one."""
    server.limit(server.rates.matches, request)
    room = await server.room(code, visitor)

    def find(room: Room) -> Plan:
        if not is_only_watched(room):
            refuse_strangers(room, visitor.holder)
        if room.table.match.result is None:
            raise Refused(texts.NOT_OVER)
        return room.table.plan

    plan = await room.look(find)
    exchanged = replace(plan, people=(plan.people[1], plan.people[0]))
    code = await server.lobby.create(exchanged, [room.holders[1], room.holders[0]], after=room)
    return {"code": code, "url": f"/play/{code}"}


@router.get("/{code}/games/{number}/plies/{ply}")
async def look_back(
    code: Code,
    number: Annotated[int, Path(ge=1, le=999)],
    ply: Annotated[int, Path(ge=0, le=100_000)],
    server: Asked,
    visitor: Anybody,
) -> dict[str, Any]:
    """The state of a game of a match after `ply` moves."""
    room = await server.room(code, visitor)

    def build(room: Room) -> dict[str, Any]:
        sessions = room.table.match.sessions
        if number > len(sessions) or ply > len(sessions[number - 1].moves):
            raise NotFound(texts.NO_SUCH_PLY.fill(ply=ply))
        session = sessions[number - 1]
        last = session.moves[ply - 1] if ply else None
        return {
            "position": describe_position(session.positions[ply]),
            "last": describe_move(last),
            "captured": describe_captured(session.game, session.captured_after(ply)),
        }

    return await room.look(build)


@router.get("/{code}/record", response_class=PlainTextResponse)
async def read_record(code: Code, server: Asked, visitor: Anybody) -> str:
    """The records of all games of a match."""
    room = await server.room(code, visitor)
    return await room.look(lambda room: records_text(room.table.match))


@router.get("/{code}/picture.svg", response_class=Response)
async def draw_match(
    code: Code,
    server: Asked,
    visitor: Anybody,
    view: Annotated[str | None, Query(max_length=40)] = None,
    theme: Annotated[str, Query(max_length=40)] = "auto",
    flip: bool = False,
    small: bool = False,
) -> Response:
    """A picture of the current board; a small one leaves out what would not be readable."""
    room = await server.room(code, visitor)

    def build(room: Room) -> str:
        session = room.table.session
        last = session.moves[-1] if session.moves else None
        return draw_svg(
            session.position,
            last=last,
            view=view,
            theme=theme,
            flip=flip,
            marks=not small,
            coordinates=not small,
        )

    return Response(await room.look(build), media_type="image/svg+xml")


async def _state(room: Room, visitor: Visitor, seen: int = 0) -> Response:
    text = await room.look(lambda room: write_state(room, visitor.holder, seen))
    return Response(text, media_type="application/json")
