"""Searches for readers: an analysis that goes on while it is looked at, and the judgement of a whole game.

Both use the server's engine room and make way for others there: a search that goes on is broken off as soon as somebody
waits, and goes on again when it is its turn; a judgement asks for one position at a time.
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
"""A search that is looked at goes on for so long."""

SLICE, LOOK = 0.5, 0.05
"""Seconds that a search may have before it makes way for others, and between two looks at whether it is to end."""

SECONDS_A_POSITION, SECONDS_A_GAME = 0.1, 60.0
"""How long the positions of a game are thought about that is judged: each, and all of them together at most."""

READERS_A_THREAD = 4
"""So many readers share a thread; more are told that the server is busy."""

Tell = Callable[[Analysis], None]
Report = Callable[[int, int], None]


class Stopped(Exception):
    """Nobody wants to know any more."""


class Reading:
    """All that readers have searched on this server; `readers` counts them, and only so many may be at a time."""

    def __init__(self, room: EngineRoom) -> None:
        self.room = room
        self.readers = 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place among the readers; Busy if there is none."""
        if self.readers >= READERS_A_THREAD * self.room.threads:
            raise Busy(server_texts.BUSY)
        self.readers += 1
        try:
            yield
        finally:
            self.readers -= 1

    async def analyse(self, position: Position, *, seconds: float, lines: int) -> Analysis:
        """What is found about a position in so much time; Busy."""

        def search() -> Analysis:
            with self.room.engine(position.game) as engine:
                return engine.analyse(position, seconds=seconds, lines=lines)

        with self.place():
            return await self.room.run(search)

    async def watch(
        self, position: Position, tell: Tell, stop: asyncio.Event, *, lines: int, seconds: float = MOST_SECONDS
    ) -> None:
        """Tell (in the event loop) what is found about a position, until it is proved, time is up or `stop` is set; Busy."""
        with self.place(), ExitStack() as borrowed:
            engine = await self.room.run(lambda: borrowed.enter_context(self.room.engine(position.game)))
            end, deepest = time.monotonic() + seconds, 0

            def tell_more(found: Analysis) -> None:
                """A search that goes on again begins anew: only what is at least as deep is news."""
                nonlocal deepest
                if found.depth >= deepest:
                    deepest = found.depth
                    tell(found)

            while not stop.is_set() and (left := end - time.monotonic()) > 0:
                found = await self._stretch(_Search(engine, position, lines, left, tell_more), stop)
                if not found.lines or found.best.proved:
                    return

    async def _stretch(self, search: _Search, stop: asyncio.Event) -> Analysis:
        """Run a search until it is to stop, or others wait for its thread."""
        running = asyncio.create_task(self.room.run(search.run))
        try:
            while not running.done():
                if stop.is_set() or (search.seconds >= SLICE and self.room.jobs > self.room.threads):
                    search.end()
                await asyncio.wait({running}, timeout=LOOK)
            return running.result()
        finally:
            search.end()
            await asyncio.wait({running})  # its engine is another's from now on

    async def judge(self, record: Record, report: Report, stop: asyncio.Event) -> Review:
        """The judgement of a game's moves; `report` is told (in the event loop) how far it is. Busy, Stopped."""
        loop = asyncio.get_running_loop()
        seconds = min(SECONDS_A_POSITION, SECONDS_A_GAME / (len(record.moves) + 1))

        def tell(done: int, total: int) -> None:
            loop.call_soon_threadsafe(report, done, total)

        with self.place(), ExitStack() as borrowed:
            engine = await self.room.run(lambda: borrowed.enter_context(self.room.engine(record.game)))
            shared = cast("Engine", _Shared(engine, self.room, loop, stop))
            return await run_in_threadpool(review, record, shared, seconds=seconds, report=tell)


class _Search:
    """One stretch of a search that goes on."""

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
        """Search, in a thread of the room, until the time is up or it is ended; returns what was found last."""
        self._began = time.monotonic()
        stream = self._engine.stream(self._position, seconds=self._limit, lines=self._lines)
        with closing(cast("Generator[Analysis]", stream)) as search:
            for found in search:
                self._loop.call_soon_threadsafe(self._tell, found)
                if self._is_ended.is_set():
                    break
        return found

    def end(self) -> None:
        """Have it come to an end soon; it may still tell once more."""
        self._is_ended.set()
        if self._began is not None:
            self._engine.stop()


class _Shared:
    """An engine as the judgement of a game uses it, each of whose searches waits for its turn in the room."""

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
    """The best line in a sentence, for those who hear the page."""
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
