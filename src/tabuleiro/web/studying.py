"""Routes for study: positions, lines, set-ups, imports, rules, and what the engine thinks of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, WebSocket
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect, WebSocketState

from tabuleiro.engine.analysis import Analysis
from tabuleiro.messages import server as server_texts
from tabuleiro.messages import study as texts
from tabuleiro.messages.data import move_data
from tabuleiro.notation.records import Record, write_record
from tabuleiro.rules.description import Setup
from tabuleiro.rules.errors import InvalidPosition, TabuleiroError
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position
from tabuleiro.web.analysis import Reading, Stopped, describe_analysis, describe_review
from tabuleiro.web.descriptions import describe_position, find_game
from tabuleiro.web.errors import TooMany, describe_error
from tabuleiro.web.guard import error_body
from tabuleiro.web.importing import LONGEST, describe_record, read_import
from tabuleiro.web.rules import describe_rules
from tabuleiro.web.server import server_of

log = logging.getLogger("tabuleiro.web")

MOST_MOVES, MOST_LINES, MOST_SECONDS = 2_000, 5, 5.0

PAUSE = 0.15
"""Seconds between two analyses sent to a reader: nobody can read faster."""

TOO_MANY, NO_TEXT = 4429, 1003
"""The codes for closing a socket that asks too often, or sends anything but text."""

router = APIRouter(tags=["study"])

GameId = Annotated[str, StringConstraints(min_length=1, max_length=4_000)]
Fen = Annotated[str, StringConstraints(max_length=4_000)]
MoveText = Annotated[str, StringConstraints(max_length=40)]
CellName = Annotated[str, StringConstraints(max_length=4)]
Token = Annotated[str, StringConstraints(max_length=20)]
Word = Annotated[str, StringConstraints(max_length=40)]


class Body(BaseModel):
    """The values of a request; others are refused."""

    model_config = ConfigDict(extra="forbid")


class LineBody(Body):
    """Moves from a position, or from the set-up."""

    game: GameId
    start: Fen | None = None
    moves: list[MoveText] = Field(default_factory=list, max_length=MOST_MOVES)


class SetupBody(Body):
    """Pieces on cells, and who is to move; counters are those of the position `like` where they fit."""

    game: GameId
    cells: dict[CellName, Token] = Field(max_length=400)
    turn: Word
    like: Fen | None = None


class ImportBody(Body):
    """A text that holds games or a position; `game` says of which game, if the text does not."""

    text: str = Field(max_length=LONGEST)
    game: GameId | None = None


class AnalysisBody(LineBody):
    """The position at the end of a line, and how long and for how many lines to think about it."""

    seconds: float = Field(default=1.0, gt=0, le=MOST_SECONDS)
    lines: int = Field(default=1, ge=1, le=MOST_LINES)


# --- positions --------------------------------------------------------------------------------------------


@router.get("/api/positions")
def get_position(
    game: Annotated[str, Query(min_length=1, max_length=4_000)],
    fen: Annotated[str | None, Query(max_length=4_000)] = None,
) -> dict[str, Any]:
    """A position by its text, or the one that the game starts from."""
    return describe_position(first_position(find_game(game), fen))


@router.post("/api/lines")
def post_line(body: LineBody) -> dict[str, Any]:
    """The position after some moves, and these moves one by one."""
    position, moves = play_line(body)
    return {"position": describe_position(position), "moves": [move_data(move) for move in moves]}


@router.post("/api/setups")
def post_setup(body: SetupBody) -> dict[str, Any]:
    """The position with these pieces on these cells; refused if it is impossible."""
    return describe_position(build_setup(body))


@router.post("/api/imports")
def post_import(body: ImportBody) -> dict[str, Any]:
    """The games in a text: records, moves alone, a FEN, or a board in Prolog."""
    records = read_import(body.text, None if body.game is None else find_game(body.game))
    return {"records": [describe_record(record) for record in records]}


@router.post("/api/records")
def post_record(body: LineBody) -> dict[str, str]:
    """The record of some moves, as text."""
    position, moves = play_line(body)
    return {"record": write_record(Record.from_moves(first_position(position.game, body.start), moves))}


@router.get("/api/rules/{id}")
def get_rules(id: Annotated[str, Path(max_length=4_000)]) -> dict[str, Any]:
    """The rules of a game in words, with positions that show them."""
    return describe_rules(find_game(id))


def first_position(game: Game, fen: str | None) -> Position:
    """The position with this text, or the one that the game starts from; InvalidPosition."""
    return game.start() if fen is None else game.position(fen)


def play_line(body: LineBody) -> tuple[Position, list[Move]]:
    """The position at the end of a line, and its moves; an error says which of them cannot be played."""
    position = first_position(find_game(body.game), body.start)
    moves: list[Move] = []
    for ply, text in enumerate(body.moves, start=1):
        try:
            moves.append(position.find(text))
        except TabuleiroError as error:
            why = texts.MOVE_REFUSED.fill(ply=ply, move=text, why=error.message)
            raise type(error)(why if body.moves[1:] else error.message) from None
        position = position.play(moves[-1])
    return position, moves


def build_setup(body: SetupBody) -> Position:
    """The position of a set-up; InvalidPosition says why it is impossible."""
    game = find_game(body.game)
    setup = Setup()
    for cell, token in body.cells.items():
        if cell not in game.board.named:
            raise InvalidPosition(texts.NO_CELL.fill(cell=cell, last=game.board.name[game.board.cells[-1]]))
        if token not in game.tokens:
            raise InvalidPosition(texts.NO_PIECE.fill(token=token))
        setup.cells[game.board.named[cell]] = game.tokens[token].code
    if body.turn not in game.players:
        raise InvalidPosition(texts.NO_PLAYER.fill(name=body.turn, players=", ".join(game.players)))
    setup.turn = game.players.index(body.turn)
    if body.like is not None:
        setup.numbers = game.setup_of(game.position(body.like)).numbers
        try:
            return game.build(setup)
        except InvalidPosition:
            setup.numbers = {}  # the numbers belonged to other pieces: use the defaults that follow from these
    game.read_fields([], setup)
    return game.build(setup)


# --- what the engine thinks -------------------------------------------------------------------------------


def reading(connection: HTTPConnection) -> Reading:
    """The searches of this server's readers."""
    state = connection.app.state
    if not hasattr(state, "reading"):
        state.reading = Reading(state.room)
    found: Reading = state.reading
    return found


@router.post("/api/analyses")
async def post_analysis(body: AnalysisBody, request: Request) -> dict[str, Any]:
    """What the engine thinks of the position at the end of a line."""
    server = server_of(request)
    server.limit(server.rates.thinking, request)
    position, _ = await run_in_threadpool(play_line, body)
    found = await reading(request).analyse(position, seconds=body.seconds, lines=body.lines)
    return describe_analysis(found)


class Message(BaseModel):
    """A message; its `id` is repeated in all answers to it."""

    id: Word | int = ""


class AnalysisMessage(LineBody, Message):
    """A message: analyse the position at the end of a line until told otherwise."""

    type: Literal["analyse"]
    lines: int = Field(default=1, ge=1, le=MOST_LINES)


class ReviewMessage(LineBody, Message):
    """A message: judge the moves of a game; `result` is how it ended if its last position does not say."""

    type: Literal["review"]
    result: Literal["1-0", "0-1", "1/2-1/2", "*"] | None = None


class StopMessage(Body, Message):
    """A message: stop whatever is being done."""

    type: Literal["stop"]


MESSAGES: TypeAdapter[AnalysisMessage | ReviewMessage | StopMessage] = TypeAdapter(
    Annotated[AnalysisMessage | ReviewMessage | StopMessage, Field(discriminator="type")]
)

Send = Callable[[dict[str, Any]], Awaitable[None]]


@router.websocket("/api/analyses/socket")
async def analyse_on_socket(socket: WebSocket) -> None:
    """Serve analyses and judgements one after the other: each message ends the work for the one before it."""
    await socket.accept()
    server, reader = server_of(socket), ReaderSocket(reading(socket), socket.send_json)
    try:
        # Sending to a reader who has just left ends the connection, too, before anything more is received.
        while socket.application_state is WebSocketState.CONNECTED:
            text = await socket.receive_text()
            server.limit(server.rates.messages, socket)
            await reader.take(text)
    except TooMany:
        await socket.close(TOO_MANY)
    except KeyError:  # a frame that is not text
        await socket.close(NO_TEXT)
    except WebSocketDisconnect:
        pass
    finally:
        await reader.close()


class ReaderSocket:
    """A reader's socket, which serves one message at a time."""

    def __init__(self, reading: Reading, send: Send) -> None:
        self._reading, self._send = reading, send
        self._stop = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        self._is_closed = False

    async def take(self, text: str) -> None:
        """Stop what is being done, and begin what a message asks for."""
        try:
            message = MESSAGES.validate_json(text)
        except ValidationError:
            await self._send({"type": "error", "id": None, "code": "bad-request", "message": str(texts.BAD_MESSAGE)})
            return
        await self.clear()
        if not isinstance(message, StopMessage):
            self._stop = asyncio.Event()
            self._work = asyncio.create_task(self._do(message))

    async def clear(self) -> None:
        """Stop what is being done, and wait until it has stopped."""
        self._stop.set()
        if self._work is not None:
            await asyncio.wait({self._work})
            self._work = None

    async def close(self) -> None:
        """End everything, since the reader has left."""
        self._is_closed = True
        await self.clear()

    async def _tell(self, message: dict[str, Any]) -> None:
        """Send a message; Stopped if nobody is there to read it."""
        if self._is_closed:
            raise Stopped
        try:
            await self._send(message)
        except (OSError, RuntimeError, WebSocketDisconnect):
            raise Stopped from None

    async def _do(self, message: AnalysisMessage | ReviewMessage) -> None:
        try:
            await (self._analyse(message) if isinstance(message, AnalysisMessage) else self._review(message))
        except Stopped:
            pass
        except TabuleiroError as error:
            await self._report_fault(message, describe_error(error))
        except Exception:  # the reader is told, and the connection goes on
            log.exception("Something went wrong.")
            await self._report_fault(message, error_body("internal", str(server_texts.INTERNAL))["error"])

    async def _report_fault(self, message: AnalysisMessage | ReviewMessage, fault: dict[str, str]) -> None:
        with suppress(Stopped):
            await self._tell({"type": "error", "id": message.id, **fault})

    async def _analyse(self, message: AnalysisMessage) -> None:
        position, _ = await run_in_threadpool(play_line, message)
        latest = LatestAnalysis()
        search = asyncio.create_task(self._reading.watch(position, latest.put, self._stop, lines=message.lines))
        search.add_done_callback(lambda _: latest.end())
        try:
            while (found := await latest.get()) is not None:
                await self._tell({"type": "analysis", "id": message.id, "done": False, **describe_analysis(found)})
                await asyncio.sleep(PAUSE)
        finally:
            self._stop.set()
            await asyncio.gather(search, return_exceptions=True)
        search.result()
        last = latest.last or Analysis(position, (), 0, 0, 0.0)
        await self._tell({"type": "analysis", "id": message.id, "done": True, **describe_analysis(last)})

    async def _review(self, message: ReviewMessage) -> None:
        record = await run_in_threadpool(record_of, message)
        progress: asyncio.Queue[tuple[int, int] | None] = asyncio.Queue()
        judging = asyncio.create_task(
            self._reading.judge(record, lambda done, of: progress.put_nowait((done, of)), self._stop)
        )
        judging.add_done_callback(lambda _: progress.put_nowait(None))
        try:
            while (step := await progress.get()) is not None:
                await self._tell({"type": "progress", "id": message.id, "done": step[0], "of": step[1]})
        finally:
            self._stop.set()
            await asyncio.gather(judging, return_exceptions=True)
        await self._tell({"type": "review", "id": message.id, **describe_review(judging.result())})


class LatestAnalysis:
    """A mailbox for the latest analysis of a search; each replaces the one before, read or not."""

    def __init__(self) -> None:
        self.last: Analysis | None = None
        self._fresh = asyncio.Event()
        self._is_ended = False

    def put(self, found: Analysis) -> None:
        """Put in a new analysis."""
        self.last = found
        self._fresh.set()

    def end(self) -> None:
        """Note that nothing more will come."""
        self._is_ended = True
        self._fresh.set()

    async def get(self) -> Analysis | None:
        """Wait for an analysis that was not read yet; None at the end."""
        await self._fresh.wait()
        if self._is_ended:
            return None
        self._fresh.clear()
        return self.last


def record_of(message: ReviewMessage) -> Record:
    """The game whose moves are to be judged."""
    position, moves = play_line(message)
    start = first_position(position.game, message.start)
    result = message.result if position.outcome is None and message.result != "*" else None
    reason = None if result is None else "agreement" if result == "1/2-1/2" else "resignation"
    return Record.from_moves(start, moves, result=result, reason=reason)
