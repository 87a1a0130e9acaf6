"""The engine as programs use it: analysing positions and choosing moves, at a level, within limits, in threads."""

from __future__ import annotations

import os
import random
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import suppress
from typing import Any

from tabuleiro.engine.analysis import Analysis, Line
from tabuleiro.engine.crew import Crew
from tabuleiro.engine.errors import EngineError, check_player, check_position
from tabuleiro.engine.levels import STRONGEST, Level, at_this_move, choose_line, noticed
from tabuleiro.engine.levels import level as find_level
from tabuleiro.engine.limits import (
    DEFAULT_SECONDS,
    MOST_MEGABYTES,
    MOST_THREADS,
    Limits,
    check_clocks,
    check_least,
    check_whole,
    is_whole,
    seconds_for_move,
)
from tabuleiro.engine.proof import Proof, Prover, prove
from tabuleiro.engine.searchers import FoundLine, make_searcher
from tabuleiro.engine.winning import score_for
from tabuleiro.engine.workshop import MOST_LINES
from tabuleiro.games import game as find_game
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.texts import Text

POLL = 0.01
"""Seconds between two checks of a running search."""

FEW_NODES = 50_000
"""A search of no more nodes than this is run at once, without a thread of its own."""

FEW_LINES = 12
"""More lines than this are found sooner by searching each move by itself."""

CHECK_NODES = 20_000
"""The most nodes for proving decided scores, the best line first, in games in which positions can recur."""

NICENESS = 10
"""The niceness of the threads of an engine that `stands_back`; a program that is nicer already stays so."""

DRAW_IN_PLAY = 0.4
"""The value of a draw in play, where a win is 1: to avoid a draw, the engine gives up a little."""

SEARCHES = ("alphabeta", "mcts")


class Engine:
    """Plays and analyses one game. One search runs at a time; `stop` ends it from any thread."""

    def __init__(
        self,
        game: Game | str,
        *,
        level: float | Level = STRONGEST,
        threads: int = 1,
        hash_mb: int = 64,
        seed: int = 0,
        search: str | None = None,
        stands_back: bool = False,
    ) -> None:
        """An engine for a game, at a level, with a table of `hash_mb` megabytes.

        `search` is "alphabeta" or "mcts", by default the second only for games without an evaluation. An engine that
        `stands_back` leaves the processor to whatever else has work to do, such as a screen.
        """
        self.game = find_game(game) if isinstance(game, str) else game
        if not isinstance(self.game, Game):
            raise EngineError(
                Text(
                    "An engine plays a game, given by its name or as tabuleiro.game(NAME), not {given}.",
                    "Um motor joga um jogo, dado pelo nome ou como tabuleiro.game(NOME), e não {given}.",
                ).fill(given=repr(game)[:40])
            )
        self.level = level if isinstance(level, Level) else find_level(level, self.game)
        if not is_whole(threads, 1, MOST_THREADS) or not is_whole(hash_mb, 1, MOST_MEGABYTES):
            raise EngineError(
                Text(
                    "The engine takes 1 to {threads} threads and 1 to {memory} MB.",
                    "O motor aceita 1 a {threads} fios de execução e 1 a {memory} MB.",
                ).fill(threads=MOST_THREADS, memory=MOST_MEGABYTES)
            )
        kind = SEARCHES[0 if self.game.has_evaluation else 1] if search is None else search
        if kind not in SEARCHES:
            raise EngineError(
                Text("There is no search {kind!r}; there are {names}.", "Não há pesquisa {kind!r}; há {names}.").fill(
                    kind=str(kind)[:40], names=", ".join(SEARCHES)
                )
            )
        check_whole("seed", seed)
        self._chance = random.Random(seed)
        self._searcher = make_searcher(self.game, kind, threads, hash_mb, seed)
        # Threads and code are ready from now on, so that no clock pays for them.
        self._searcher.load()
        self._crew = Crew(self._searcher.threads, self._searcher.stop, _stand_back if stands_back else None)
        self._let_go = weakref.finalize(self, self._crew.close)  # at the program's end, even if nobody closes it
        self._busy = threading.Lock()
        # Held while the owner changes; a stream may be closed as garbage in any thread, at any time.
        self._handover = threading.RLock()
        # The thread whose search runs: not its number, which may become another's once it has ended.
        self._owner: threading.Thread | None = None
        self._pondering: tuple[threading.Thread, threading.Event] | None = None
        self._checker: Prover | None = None  # of what the last search found
        self._player: int | None = None  # the last that it chose a move for
        self._proved_moves: dict[Position, int] = {}
        self._proofs: set[threading.Event] = set()  # which of them stops which proof that `prove` looks for

    # --- analysis ---
    def analyse(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
    ) -> Analysis:
        """The best lines from a position, after a search within these limits; by default a second."""
        if seconds is None and nodes is None and depth is None:
            seconds = DEFAULT_SECONDS
        *_, found = self.stream(position, seconds=seconds, nodes=nodes, depth=depth, lines=lines)
        return found

    def stream(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
        is_sure: bool = True,
    ) -> Iterator[Analysis]:
        """What is known about a position, repeatedly while the search goes on; without limits, until stopped.

        Closing the iterator stops the search. Without `is_sure` no time is taken to check in the end what is decided.
        """
        self._check(position)
        check_least("lines", lines, 1)
        return self._run(position, Limits(seconds, nodes, depth), int(min(lines, MOST_LINES)), is_sure=is_sure)

    def _run(
        self, position: Position, limits: Limits, lines: int, *, is_sure: bool, draw: int = 0
    ) -> Iterator[Analysis]:
        """Search as soon as no other search runs; with `is_sure`, a decided score is checked in the end."""
        self._make_way()
        yield from self._in_turn(position, limits, lines, is_sure=is_sure, draw=draw)

    def _in_turn(
        self,
        position: Position,
        limits: Limits,
        lines: int,
        *,
        is_sure: bool,
        draw: int,
        given_up: threading.Event | None = None,
    ) -> Iterator[Analysis]:
        """Search as soon as no other search runs, if that is not given up before."""
        if not self._wait_for_turn(given_up):
            return
        try:
            with self._handover:
                self._owner = threading.current_thread()
            self._crew.check_open()  # it may have been closed while another thread's search ran
            yield from self._search(position, limits, lines, is_sure=is_sure, draw=draw)
        finally:
            with self._handover:
                self._owner = None
            self._busy.release()

    def _wait_for_turn(self, given_up: threading.Event | None = None) -> bool:
        """Wait until no search runs and hold back all others, until `_busy` is released; False if that was given up."""
        while not self._busy.acquire(timeout=POLL):
            if given_up is None:
                self._end_pondering()  # another thread may have begun to ponder since way was made
            elif given_up.is_set():
                return False
        return True

    def _make_way(self) -> None:
        """Stop pondering; EngineError for a thread that would wait for its own search."""
        self._end_pondering()
        if self._owner is threading.current_thread():
            raise EngineError(
                Text(
                    "This engine is still searching: use up or close the earlier stream first.",
                    "Este motor ainda está a pesquisar: esgote ou feche primeiro a sequência anterior.",
                )
            )

    def _check(self, position: Position) -> None:
        self._crew.check_open()
        check_position(position)
        if position.game != self.game:
            raise EngineError(
                Text(
                    "This engine plays {game}; the position is one of {other}.",
                    "Este motor joga {game}; a posição é de {other}.",
                ).fill(game=self.game.id, other=position.game.id)
            )

    def _search(
        self, position: Position, limits: Limits, lines: int, *, is_sure: bool, draw: int
    ) -> Iterator[Analysis]:
        began = time.perf_counter()
        if not position.legal_moves:
            yield Analysis(position, (), 0, 0, 0.0)
            return
        # Each search has its own checker, since a stopped one stays stopped; without one, nothing is called proved.
        self._checker = Prover(self.game, hash_mb=1) if is_sure and self.game.repeats else None
        jobs = self._searcher.begin(position, limits, lines, draw)
        if len(jobs) == 1 and limits.seconds is None and limits.nodes and limits.nodes <= FEW_NODES:
            jobs[0]()
        else:
            futures = self._crew.start(jobs)
            shown = 0
            try:
                while not futures[0].done():
                    left = POLL if limits.seconds is None else began + limits.seconds - time.perf_counter()
                    if left <= 0:
                        break
                    wait(futures[:1], timeout=min(left, POLL))
                    rounds = self._searcher.rounds
                    if rounds > shown and not futures[0].done():
                        shown = rounds
                        yield self._analysis(position, began)
            finally:
                self._searcher.stop()
                wait(futures)
            for future in futures:
                future.result()
        yield self._analysis(position, began, self._checker)

    def _analysis(self, position: Position, began: float, checker: Prover | None = None) -> Analysis:
        found = self._searcher.found()
        lines = tuple(self._line(position, line, checker) for line in found.lines if line.codes)
        if not lines:  # stopped before the first move was searched; any move is better than none
            lines = (Line((position.legal_moves[0],), 0, 0.5),)
        return Analysis(position, lines, found.depth, found.nodes, time.perf_counter() - began, found.deepest)

    def _line(self, position: Position, line: FoundLine, checker: Prover | None) -> Line:
        moves: list[Move] = []
        at = position
        for code in line.codes:
            if code not in at.legal_moves.codes():
                break  # a line from the table may go on with a move of another position
            moves.append(Move(at, code))
            at = at.play(moves[-1])
        proved = line.proved
        if proved and self.game.repeats and line.score:
            # The search does not know how positions came about: if they can recur, the prover has the last word.
            proved = checker is not None and _is_certain(checker, position, moves[0], line.score)
        return Line(tuple(moves), line.score, line.win, proved)

    def prove(self, position: Position, *, seconds: float | None = None, nodes: int | None = None) -> Proof:
        """Who wins from a position whatever the other does, if that can be proved within these limits."""
        self._check(position)
        stop = threading.Event()
        self._proofs.add(stop)
        try:
            return prove(position, seconds=seconds, nodes=nodes, stop=stop)
        finally:
            self._proofs.discard(stop)

    # --- play ---
    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        clocks: tuple[float, float] | None = None,
        increment: float = 0.0,
        moves_to_go: int | None = None,
        watch: Callable[[Analysis], None] | None = None,
    ) -> Move:
        """The move that this level plays; with `clocks` (seconds left, the first player's first) in good time.

        `watch` is told, while the engine thinks, what it has found so far.
        """
        self._check(position)
        Limits(seconds, nodes, depth)  # refuses invalid limits even if there is nothing to think about
        if clocks is not None:
            check_clocks(clocks, increment, moves_to_go)
        if watch is not None and not callable(watch):
            raise EngineError(
                Text(
                    "watch must be a function that is told what was found, not {given}.",
                    "watch tem de ser uma função a que se diz o que se encontrou, e não {given}.",
                ).fill(given=repr(watch)[:40])
            )
        if not position.legal_moves:
            raise EngineError(
                Text("The game is over: there is no move to choose.", "O jogo acabou: não há jogada a escolher.")
            )
        if clocks is not None:
            share = seconds_for_move(clocks[position.turn], increment, moves_to_go)
            seconds = share if seconds is None else min(seconds, share)
        if len(position.legal_moves) == 1:
            return position.legal_moves[0]
        self._player = position.turn
        if not self.level.nodes:
            self._end_pondering()
            if self._proved_moves.get(position) in position.legal_moves.codes():
                return Move(position, self._proved_moves[position])
            return self._think(position, Limits(seconds, nodes, depth), watch=watch).best.moves[0]
        level = at_this_move(self.level, self._chance)
        limits = Limits(
            seconds,
            level.nodes if nodes is None else min(nodes, level.nodes),
            int(level.depth) if depth is None else min(depth, int(level.depth)),
        )
        moves = noticed(level, position.legal_moves, self._chance)
        if len(moves) == 1:
            return moves[0]
        few = 0 < level.lines <= FEW_LINES
        found = self._think(position, limits, level.lines if few else MOST_LINES, watch)
        compared = found.lines[: level.lines or None]
        lines = [line for line in compared if not level.overlooks or line.moves[0] in moves]
        return choose_line(level, lines, self._chance).moves[0] if lines else self._chance.choice(moves)

    def _think(
        self, position: Position, limits: Limits, lines: int = 1, watch: Callable[[Analysis], None] | None = None
    ) -> Analysis:
        """The lines to choose from, without proofs, since those would cost time on the clock."""
        if limits == Limits():
            limits = Limits(DEFAULT_SECONDS)
        for found in self._run(position, limits, lines, is_sure=False, draw=self._draw_for(position.turn)):
            if watch is not None:
                watch(found)
        return found

    def _draw_for(self, player: int) -> int:
        """The score of a draw, for the first player, while this player plays for a win."""
        score = score_for(self.game, DRAW_IN_PLAY) if self.game.has_draws else 0
        return score if player == 0 else -score

    def exchanges_seats(self, position: Position, *, seconds: float | None = None, nodes: int | None = None) -> bool:
        """Would the side to move rather sit on the other side? (the pie rule)"""
        self._check(position)
        return self._opinion(position, position.turn, seconds, nodes) < 0.5

    def accepts_draw(
        self, position: Position, player: int, *, seconds: float | None = None, nodes: int | None = None
    ) -> bool:
        """Would this player rather have half a win than play on?"""
        check_player("player", player)
        return self._opinion(position, player, seconds, nodes) < 0.5

    def _opinion(self, position: Position, player: int, seconds: float | None, nodes: int | None) -> float:
        """A player's chance of winning."""
        if self.level.nodes and seconds is None and nodes is None:
            nodes = self.level.nodes
        found = self.analyse(position, seconds=seconds, nodes=nodes)
        if not found.lines:
            outcome = position.outcome
            assert outcome is not None
            return 0.5 if outcome.winner is None else float(outcome.winner == player)
        return found.best.win if position.turn == player else 1 - found.best.win

    # --- control ---
    def ponder(self, position: Position) -> None:
        """Think about a position in the background, until another search begins or `stop` is called.

        It is for programs in which the engine plays: while the other side thinks, a proof is looked for as well, and if one is
        found, `choose` plays by it.
        """
        self._check(position)
        self._make_way()
        started, ended = threading.Event(), threading.Event()

        def think() -> None:
            draw = self._draw_for(position.turn if self._player is None else self._player)
            with suppress(EngineError):  # the engine may be closed before its turn comes
                for _ in self._in_turn(position, Limits(), 1, is_sure=False, draw=draw, given_up=ended):
                    started.set()
                    if ended.is_set():
                        return

        def look_for_proof() -> None:
            proof = prove(position, stop=ended)
            if proof.proved and proof.winner is not None:
                at = position
                for move in proof.line:
                    if at.turn == proof.winner:
                        self._proved_moves[at] = move._code
                    at = at.play(move)

        def work() -> None:
            prover = threading.Thread(target=look_for_proof, daemon=True, name="tabuleiro-prove")
            prover.start()
            try:
                think()
            finally:
                started.set()
                prover.join()

        thread = threading.Thread(target=work, daemon=True, name="tabuleiro-ponder")
        with self._handover:  # of two threads that begin to ponder at once, the later ends what the earlier began
            before, self._pondering = self._pondering, (thread, ended)
        if before is not None:
            self._end(*before)
        thread.start()
        started.wait()

    def _end_pondering(self) -> None:
        if self._pondering is not None:
            self._end(*self._pondering)

    def _end(self, thread: threading.Thread, ended: threading.Event) -> None:
        ended.set()
        while thread.is_alive():
            with self._handover:  # so that nothing but its own search is stopped
                if self._owner is thread:  # else another thread's search runs, and it waits for its turn
                    self._searcher.stop()
            thread.join(0.001)

    def stop(self) -> None:
        """Make the running search, or search for a proof, return at once with what it has."""
        checker = self._checker  # another thread's search may begin meanwhile, which has none
        if self._pondering is not None:
            self._pondering[1].set()
        self._searcher.stop()
        if checker is not None:
            checker.stop()
        for proof in tuple(self._proofs):
            proof.set()

    def new_game(self, seed: int | None = None) -> None:
        """Forget earlier searches; with a seed, random choices follow from it from now on."""
        if seed is not None:
            check_whole("seed", seed)
        self._make_way()
        self._wait_for_turn()  # what another thread's search uses is not to be taken from under it
        try:
            self._player = None
            self._proved_moves.clear()
            self._searcher.forget(seed)
            if seed is not None:
                self._chance.seed(seed)
        finally:
            self._busy.release()

    def close(self) -> None:
        """Stop, and end the threads."""
        self._end_pondering()
        self.stop()
        self._let_go()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"tabuleiro.Engine({self.game.id!r}, level={self.level.number}, threads={self._searcher.threads})"


def _is_certain(checker: Prover, position: Position, move: Move, score: int) -> bool:
    """Does a move surely win, or lose, as its score says? The checker's nodes are for all lines together."""
    after = position.play(move)
    winner = position.turn if score > 0 else 1 - position.turn
    if after.outcome is not None:
        return after.outcome.winner == winner
    left = CHECK_NODES - checker.nodes
    # The best line may take all; a later one that cannot be proved leaves something to those behind it.
    most = left // 2 if checker.nodes else left
    checker.forget()  # after each move the past is another one
    return most > 0 and checker.wins(after, winner, nodes=most) is True


def _stand_back() -> None:
    """Lower the priority of this thread, on systems where threads have their own."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):  # if the system does not allow it, the engine plays all the same
            os.setpriority(os.PRIO_PROCESS, thread, max(NICENESS, os.getpriority(os.PRIO_PROCESS, thread)))


__all__ = ["SEARCHES", "Engine"]
