"""Analysis over a WebSocket: a reader asks for analyses and judgements, and is sent what is found as it is found."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocketDisconnect, WebSocketState

from tabuleiro.engine.analysis import Analysis
from tabuleiro.messages import server as server_texts
from tabuleiro.messages import study as texts
from tabuleiro.notation.records import Record
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.web.analysis import Reading, Stopped, describe_analysis, describe_review
from tabuleiro.web.errors import TooMany, describe_error
from tabuleiro.web.guard import error_body
from tabuleiro.web.server import server_of
from tabuleiro.web.studying import MOST_LINES, Body, LineBody, Word, first_position, play_line, reading_of

log = logging.getLogger("tabuleiro.web")

PAUSE = 0.15
"""Seconds between two analyses sent to a reader: nobody can read faster."""

TOO_MANY, NO_TEXT = 4429, 1003
"""The codes for closing a socket that asks too often, or sends anything but text."""

router = APIRouter()


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
    server, reader = server_of(socket), ReaderSocket(reading_of(socket), socket.send_json)
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
