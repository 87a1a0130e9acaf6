"""The two searches behind one interface, which the engine runs in threads, watches, stops and asks for results."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from tabuleiro.engine import layout, montecarlo
from tabuleiro.engine.analysis import DECIDED
from tabuleiro.engine.deepening import ALPHABETA
from tabuleiro.engine.limits import DEEPEST, ENDLESS, Limits
from tabuleiro.engine.winning import win_probability
from tabuleiro.engine.workshop import Table, Worker
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position


class FoundLine(NamedTuple):
    """A line of play as a search found it; the moves are numbers that the kernel knows."""

    codes: tuple[int, ...]
    score: int
    win: float
    proved: bool


class Found(NamedTuple):
    """What a search has found so far, the best line first."""

    lines: tuple[FoundLine, ...]
    depth: int
    nodes: int
    deepest: int


class Searcher(Protocol):
    """A search of one game that can be run again and again."""

    threads: int

    def load(self) -> None:
        """Compile everything now."""

    def begin(self, position: Position, limits: Limits, lines: int, draw: int) -> list[Callable[[], object]]:
        """Get ready to search a position; returns the jobs to be run, each in a thread, the first being the chief.

        A stop that comes before they run takes effect as soon as they do. `draw` is the score of a draw for the first player;
        for the second it is the opposite.
        """

    def stop(self) -> None:
        """Make all running jobs return at once."""

    @property
    def rounds(self) -> int:
        """A number that grows whenever something new has been found."""

    def found(self) -> Found:
        """What is known now; may be asked while the search runs."""

    def forget(self, seed: int | None = None) -> None:
        """Forget what earlier searches learned; if a seed is given, random choices follow from it from now on."""


class AlphaBeta:
    """The playing search, in several threads that share one table."""

    def __init__(self, game: Game, threads: int, megabytes: int) -> None:
        import numpy

        self.game, self.threads = game, threads
        self._table = Table(megabytes)
        self._workers = [Worker(game, thread) for thread in range(threads)]
        self._control = numpy.zeros(1, dtype=numpy.int64)

    def load(self) -> None:
        self.game.advice.load()
        ALPHABETA.load()

    def begin(self, position: Position, limits: Limits, lines: int, draw: int) -> list[Callable[[], object]]:
        self._control[layout.STOP] = 0  # first of all: from here on, a stop is meant for this search
        mask = self._table.mask_for(limits.nodes, is_empty=limits.is_repeatable)
        self._table.age = (self._table.age + 1) % 64
        for number, worker in enumerate(self._workers):
            settings = worker.settings
            settings[layout.MASK], settings[layout.LINES] = mask, lines
            settings[layout.DRAW] = draw
            settings[layout.MAX_DEPTH] = min(DEEPEST, limits.depth or DEEPEST)
            # Threads share the limit; the remainder goes to the first of them.
            settings[layout.MAX_NODES] = min(ENDLESS, -((number - (limits.nodes or ENDLESS)) // self.threads))
            worker.progress[:] = 0
            if limits.is_repeatable:
                worker.history[:] = 0
        codes = position.legal_moves.codes()

        def job(worker: Worker) -> Callable[[], object]:
            return lambda: worker.think(position, codes, self._table, self._control)

        return [job(worker) for worker in self._workers]

    def stop(self) -> None:
        self._control[layout.STOP] = 1

    @property
    def rounds(self) -> int:
        return int(self._workers[0].progress[layout.ROUNDS])

    def found(self) -> Found:
        chief = self._workers[0]
        _, lines = chief.found()
        if not lines:  # stopped before any result: what looks best at first sight
            lines = [(0, chief.roots[1:2].tolist())]
        found = tuple(
            FoundLine(tuple(codes), score, win_probability(self.game, score), abs(score) >= DECIDED)
            for score, codes in lines
        )
        nodes = sum(int(worker.progress[layout.NODES]) for worker in self._workers)
        depth, deepest = (int(chief.progress[place]) for place in (layout.DEPTH_DONE, layout.DEEPEST))
        return Found(found, depth, nodes, deepest)

    def forget(self, seed: int | None = None) -> None:
        self._table.clear()
        for worker in self._workers:
            worker.history[:] = 0


class Tree:
    """Monte Carlo tree search, in one thread; a limit of nodes is one of playouts. A draw is always half a win to it.

    The tree grows unevenly, so that its depth says little: a limit of depth counts only where there is no other.
    """

    FIRST_SLICE = 500
    threads = 1

    def __init__(self, game: Game, megabytes: int, seed: int) -> None:
        self.game = game
        self._search = montecarlo.MonteCarlo(game, megabytes)
        self._control = montecarlo.new_control()
        self._seed = seed
        self._found: tuple[int, tuple[FoundLine, ...]] = (0, ())

    def load(self) -> None:
        self.game.advice.load()
        self.game.kernel.load()
        montecarlo.GROW.load()

    def begin(self, position: Position, limits: Limits, lines: int, draw: int) -> list[Callable[[], object]]:
        self._control[:] = 0  # first of all: from here on, a stop is meant for this search
        self._found = (0, ())
        self._search.begin(position, seed=self._seed, lines=lines)
        depth = limits.depth if limits.is_repeatable and limits.nodes is None else None
        return [lambda: self._grow(limits.nodes, depth, lines)]

    def _grow(self, playouts: int | None, depth: int | None, lines: int) -> None:
        """Grow the tree in slices, and note what it says after each: nobody may read it while it grows."""
        done = 0
        while not self._search.is_solved and (playouts is None or done < playouts):
            slice = max(self.FIRST_SLICE, done // 4)
            grown = self._search.grow(slice if playouts is None else min(slice, playouts - done), self._control)
            done += grown
            best = self._search.best_lines(lines)
            self._found = (
                done,
                tuple(FoundLine(line.codes, line.score, line.win, line.proved) for line in best),
            )
            if grown == 0 or self._control[montecarlo.STOP] != 0:
                return
            if depth is not None and self._control[montecarlo.DEEPEST] >= depth:
                return

    def stop(self) -> None:
        self._control[montecarlo.STOP] = 1

    @property
    def rounds(self) -> int:
        return self._found[0]

    def found(self) -> Found:
        done, lines = self._found
        deepest = int(self._control[montecarlo.DEEPEST])
        return Found(lines, deepest, done, deepest)

    def forget(self, seed: int | None = None) -> None:
        """A tree is grown anew for every search."""
        if seed is not None:
            self._seed = seed


def make_searcher(game: Game, kind: str, threads: int, megabytes: int, seed: int) -> Searcher:
    """The search of this kind."""
    return Tree(game, megabytes, seed) if kind == "mcts" else AlphaBeta(game, threads, megabytes)
