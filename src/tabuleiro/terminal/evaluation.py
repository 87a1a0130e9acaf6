"""Evaluation in the background: an engine that keeps evaluating the position on the board."""

from __future__ import annotations

import threading
from collections.abc import Callable

from tabuleiro.engine.analysis import Analysis
from tabuleiro.engine.engine import Engine
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import language, using_language

SLICE = 0.5
"""Seconds of one search, which is the longest that a new position waits."""

SLICES = 40
"""The most searches of a position: more are of no use."""


class Evaluator:
    """An engine in a thread of its own, which calls `found` with what it finds about the current position."""

    def __init__(self, game: Game, found: Callable[[Analysis], None]) -> None:
        self._game, self._found = game, found
        self._wanted: Position | None = None
        self._changed = threading.Condition()
        self._is_closed = False
        self._engine: Engine | None = None
        self._thread = threading.Thread(target=self._work, args=(language(),), daemon=True, name="tabuleiro-evaluation")
        self._thread.start()

    def look_at(self, position: Position | None) -> None:
        """Evaluate another position, or none."""
        with self._changed:
            self._wanted = position
            if self._engine is not None:
                self._engine.stop()
            self._changed.notify()

    def close(self) -> None:
        """End; the engine is closed."""
        with self._changed:
            self._is_closed = True
        self.look_at(None)
        self._thread.join()

    def _work(self, code: str) -> None:
        with using_language(code), Engine(self._game, hash_mb=32, stands_back=True) as engine:
            self._engine = engine
            while (position := self._next()) is not None:
                for _ in range(SLICES):
                    for analysis in engine.stream(position, seconds=SLICE):
                        if self._wanted is not position:
                            break
                        if analysis.lines:
                            self._found(analysis)
                    if self._wanted is not position:
                        break
                else:
                    self._wait_for_change(position)

    def _next(self) -> Position | None:
        """Wait for a position to look at; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._wanted is not None)
            return None if self._is_closed else self._wanted

    def _wait_for_change(self, position: Position) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._wanted is not position or self._is_closed)
