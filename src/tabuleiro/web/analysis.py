"""Searches for readers: an analysis that runs for as long as it is watched, and the judgement of a whole game.

Both use the server's engine room and make way for others there: a running analysis is interrupted as soon as somebody
else waits, and continues when its turn comes again; a judgement asks for one position at a time.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any, cast

from starlette.concurrency import run_in_threadpool

from tabuleiro.engine.analysis import Analysis, Line
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.review import Review, review
from tabuleiro.engine.sentences import MOVES_SHOWN, label_words, line_text, score_text, verdict_text
from tabuleiro.messages import server as server_texts
from tabuleiro.messages import study as texts
from tabuleiro.messages.numbers import percentage
from tabuleiro.notation.records import Record
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import Text
from tabuleiro.web.engine_room import Busy, EngineRoom

MOST_SECONDS = 120.0
"""The longest that an analysis runs."""

SLICE, LOOK = 0.5, 0.05
"""Seconds for which a search runs before it makes way for others, and seconds between checks of whether it must end."""

SECONDS_A_POSITION, SECONDS_A_GAME = 0.1, 60.0
"""When a game is judged: seconds for each position, and the most for all of them together."""

READERS_A_THREAD = 4
"""How many readers may share a thread; any more get the answer that the server is busy."""

Tell = Callable[[Analysis], None]
Report = Callable[[int, int], None]


class Stopped(Exception):
    """Raised when nobody waits for the answer any more."""


class Reading:
    """All searches for readers on this server; `readers` counts those being served, and their number is limited."""

    def __init__(self, room: EngineRoom) -> None:
        self.room = room
        self.readers = 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """Take a place among the readers; Busy if there is none."""
        if self.readers >= READERS_A_THREAD * self.room.threads:
            raise Busy(server_texts.BUSY)
        self.readers += 1
        try:
            yield
        finally:
            self.readers -= 1

    async def analyse(self, position: Position, *, seconds: float, lines: int) -> Analysis:
        """What a search of this many seconds finds about a position; Busy."""

        def search() -> Analysis:
            with self.room.engine(position.game) as engine:
                return engine.analyse(position, seconds=seconds, lines=lines)

        with self.place():
            return await self.room.run(search)

    async def watch(
        self, position: Position, tell: Tell, stop: asyncio.Event, *, lines: int, seconds: float = MOST_SECONDS
    ) -> None:
        """Call `tell`, in the event loop, with what is found until a proof, the end of the time or `stop`; Busy."""
        with self.place(), ExitStack() as borrowed:
            engine = await self.room.run(lambda: borrowed.enter_context(self.room.engine(position.game)))
            end, deepest = time.monotonic() + seconds, 0

            def tell_more(found: Analysis) -> None:
                """Tell only what is at least as deep as before: after an interruption the search starts over."""
                nonlocal deepest
                if found.depth >= deepest:
                    deepest = found.depth
                    tell(found)

            while not stop.is_set() and (left := end - time.monotonic()) > 0:
                found = await self._stretch(_Search(engine, position, lines, left, tell_more), stop)
                if not found.lines or found.best.proved:
                    return

    async def _stretch(self, search: _Search, stop: asyncio.Event) -> Analysis:
        """Run a search until it is told to stop, or until others are waiting for its thread."""
        running = asyncio.create_task(self.room.run(search.run))
        try:
            while not running.done():
                if stop.is_set() or (search.seconds >= SLICE and self.room.jobs > self.room.threads):
                    search.end()
                await asyncio.wait({running}, timeout=LOOK)
            return running.result()
        finally:
            search.end()
            await asyncio.wait({running})  # from here on somebody else may use its engine

    async def judge(self, record: Record, report: Report, stop: asyncio.Event) -> Review:
        """Judge a game's moves; `report` is called, in the event loop, with the progress. Busy, Stopped."""
        loop = asyncio.get_running_loop()
        seconds = min(SECONDS_A_POSITION, SECONDS_A_GAME / (len(record.moves) + 1))

        def tell(done: int, total: int) -> None:
            loop.call_soon_threadsafe(report, done, total)

        with self.place(), ExitStack() as borrowed:
            engine = await self.room.run(lambda: borrowed.enter_context(self.room.engine(record.game)))
            shared = cast("Engine", _Shared(engine, self.room, loop, stop))
            return await run_in_threadpool(review, record, shared, seconds=seconds, report=tell)


class _Search:
    """One uninterrupted stretch of an analysis."""

    def __init__(self, engine: Engine, position: Position, lines: int, seconds: float, tell: Tell) -> None:
        self._engine, self._position, self._lines, self._limit = engine, position, lines, seconds
        self._tell, self._loop = tell, asyncio.get_running_loop()
        self._began: float | None = None
        self._is_ended = threading.Event()

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    def run(self) -> Analysis:
        """Search, in a thread of the room, until time is up or `end` is called; returns what was found last."""
        self._began = time.monotonic()
        stream = self._engine.stream(self._position, seconds=self._limit, lines=self._lines)
        with closing(cast("Generator[Analysis]", stream)) as search:
            for found in search:
                self._loop.call_soon_threadsafe(self._tell, found)
                if self._is_ended.is_set():
                    break
        return found

    def end(self) -> None:
        """Make it end soon; it may still report one more finding."""
        self._is_ended.set()
        if self._began is not None:
            self._engine.stop()


class _Shared:
    """An engine for judging a game: each of its searches waits for its turn in the engine room."""

    def __init__(self, engine: Engine, room: EngineRoom, loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
        self._engine, self._room, self._loop, self._stop = engine, room, loop, stop

    def analyse(self, position: Position, **limits: Any) -> Analysis:
        """What the engine finds; Stopped."""
        if self._stop.is_set():
            raise Stopped
        search = self._room.run(lambda: self._engine.analyse(position, **limits))
        return asyncio.run_coroutine_threadsafe(search, self._loop).result()


# --- in words ---------------------------------------------------------------------------------------------


def describe_analysis(found: Analysis) -> dict[str, Any]:
    """What a search found, for a reader."""
    return {
        "lines": [_describe_line(line) for line in found.lines],
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 2),
        "turn": found.position.game.players[found.position.turn],
        "text": str(_what_is_said(found)),
    }


def _describe_line(line: Line) -> dict[str, Any]:
    return {
        "moves": [str(move) for move in line.moves],
        "arrow": [line.moves[0].origin, line.moves[0].target],
        "win": round(line.win, 4),
        "score": str(score_text(line)),
        "proved": line.proved,
        "text": f"{score_text(line)}, {texts.WIN.fill(win=percentage(line.win))}",
    }


def _what_is_said(found: Analysis) -> Text:
    """The best line as a sentence, for screen readers."""
    if not found.lines:
        return texts.NO_LINES
    side = found.position.game.sides[found.position.turn].title
    best = found.best
    return texts.BEST_LINE.fill(
        side=side, move=best.moves[0], score=score_text(best), win=percentage(best.win), depth=found.depth
    )


def describe_review(judged: Review) -> dict[str, Any]:
    """The judgement of a game, for a reader."""
    told = verdict_text(judged)
    return {
        "wins": [round(win, 4) for win in judged.wins],
        "judgements": [_describe_judgement(judged, place) for place in range(len(judged.judgements))],
        "losing": judged.losing_move,
        "text": str(told) if told is not None else str(texts.NOBODY_LOST),
        "players": [_describe_player(judged, player) for player in range(2)],
    }


def _describe_judgement(judged: Review, place: int) -> dict[str, Any]:
    judgement = judged.judgements[place]
    words = ", ".join(str(word) for word in label_words(judged, place))
    better = texts.BETTER.fill(line=line_text(judgement.best, MOVES_SHOWN // 2))
    return {
        "move": str(judgement.move),
        "label": judgement.label,
        "loss": round(judgement.loss, 4),
        "best": [str(move) for move in judgement.best.moves],
        "text": f"{words}. {better}" if words and not judgement.is_best else words,
    }


def _describe_player(judged: Review, player: int) -> dict[str, Any]:
    summary = judged.summary(player)
    side = judged.record.game.sides[player]
    return {
        "name": side.name,
        "title": str(side.title),
        "moves": summary.moves,
        **summary.counts,
        "average_loss": round(summary.average_loss, 4),
        "average_text": percentage(summary.average_loss, 1),
    }
