"""Proofs of who wins from a position whatever the other side does, found by proof-number search."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real

from tabuleiro.engine.errors import EngineError, check_player, check_position
from tabuleiro.engine.limits import ENDLESS, MOST_MEGABYTES, is_whole
from tabuleiro.engine.proofnumbers import (
    BOUND,
    CONTROLS,
    COUNT,
    CYCLIC,
    DEEPEST,
    DOUBTS,
    ENTRY,
    FORGOTTEN,
    FRAME,
    FRAME_KEY,
    NODE_LIMIT,
    NODES,
    PROOFS,
    PROVER,
    ROOT,
    SCALE,
    STOP,
    WAYS,
    against_of,
    plies_of,
    question_key,
    toward_of,
)
from tabuleiro.rules.advice import NOTES
from tabuleiro.rules.game import Game
from tabuleiro.rules.kernel import SLACK
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.texts import Text

DEPTH = 512
"""The most plies of a proof."""

FIRST_ROUND = 50_000
"""If either player may win, each is tried in turn with this many positions, then with twice as many, and so on."""

LINE_NODES = 2_000_000
"""The most positions to search again for each move of the line that a proof shows."""

LOOK_SECONDS = 0.01
"""Seconds between two checks of a running search: time, stop, progress."""

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Proof:
    """What a search for a proof found.

    `winner` wins within `plies` whatever the other does, if `proved`; `line` is the game that follows when the winner
    plays the proved moves and the loser holds out long. None means that no win was found; `refuted` says for each player
    whether it is certain that it cannot force a win.
    """

    winner: int | None
    proved: bool
    plies: int | None
    nodes: int
    seconds: float
    line: tuple[Move, ...] = ()
    refuted: tuple[bool, bool] = (False, False)


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a search: whose win it tries to prove, and the least that is missing to prove and to refute it."""

    prover: int
    nodes: int
    to_prove: int
    to_refute: int
    deepest: int
    seconds: float


class Prover:
    """The table and the stacks for proving positions of one game; what was learnt is kept between questions.

    Only the position asked about knows its past: between positions of games with different pasts, `forget`.
    """

    def __init__(self, game: Game, *, hash_mb: int = 64) -> None:
        import numpy

        if not is_whole(hash_mb, 1, MOST_MEGABYTES):
            raise EngineError(
                Text(
                    "The table takes 1 to {most} MB, a whole number, not {given}.",
                    "A tabela aceita 1 a {most} MB, um número inteiro, e não {given}.",
                ).fill(most=MOST_MEGABYTES, given=repr(hash_mb)[:40])
            )
        self.game = game
        plies, moves = min((game.max_plies or DEPTH) + 2, DEPTH), game.machine.max_moves + SLACK
        entries = 1 << (hash_mb * MEGABYTE // (8 * ENTRY * WAYS)).bit_length() - 1
        self._table = numpy.zeros(entries * ENTRY * WAYS, dtype=numpy.int64)
        self._stack = numpy.empty((plies, len(game.start().state)), dtype=numpy.int64)
        self._moves = numpy.empty((plies, moves), dtype=numpy.int64)
        self._known = numpy.empty((plies, moves), dtype=numpy.int64)
        self._frames = numpy.zeros((plies, FRAME), dtype=numpy.int64)
        self._notes, self._terms = numpy.zeros(NOTES, dtype=numpy.int64), game.new_terms()
        self._doubts: dict[tuple[int, bool], int] = {}
        self.control = numpy.zeros(CONTROLS, dtype=numpy.int64)
        self.control[CYCLIC] = game.max_plies is None or game.repeats > 0
        self.control[SCALE] = game.win_scale if game.has_evaluation else 0

    @property
    def nodes(self) -> int:
        """How many positions were searched."""
        return int(self.control[NODES])

    def stop(self) -> None:
        """Make whatever runs return at once; from then on nothing more is found out."""
        self.control[STOP] = 1

    def forget(self) -> None:
        """Empty the table."""
        self._table[:] = 0
        self._doubts.clear()
        self.control[FORGOTTEN] = self.control[NODES]

    def ask(self, position: Position, prover: int, *, bound: int = 0, nodes: int = 0) -> int:
        """What is known about whether a player wins an unfinished game, after searching this many more positions.

        With a bound, the win must come within that many plies.
        """
        import numpy

        control, advice = self.control, self.game.advice
        self._stack[0] = position.state
        control[PROVER], control[BOUND] = prover, bound
        # What counted against a player stays in the table, and with it the doubt.
        control[DOUBTS] = self._doubts.get((prover, bound > 0), 0)
        control[DEEPEST] = 0
        control[NODE_LIMIT] = control[NODES] + nodes if nodes else 0
        own = advice.table_key(self.game.rules, self._stack[0])
        self._frames[0, FRAME_KEY] = own ^ question_key(prover, bound)
        known = int(
            PROOFS.search(
                advice.descend, self.game.kernel.legal_moves, advice.evaluate, self.game.rules, self.game.weights,
                self._stack, self._moves, self._known, self._frames, self._table,
                numpy.array(position.earlier_keys, dtype=numpy.int64), self._notes, self._terms, control,
            )
        )  # fmt: skip
        self._doubts[prover, bound > 0] = int(control[DOUBTS])
        return known

    def wins(self, position: Position, prover: int, *, bound: int = 0, nodes: int = 0) -> bool | None:
        """Does a player win an unfinished game (within `bound` plies)? None: not known for certain by then."""
        known = self.ask(position, prover, bound=bound, nodes=nodes)
        aim, fails = (toward_of(known), against_of(known))
        if position.turn != prover:
            aim, fails = fails, aim
        if aim == 0:
            return True
        return False if fails == 0 and not self.control[DOUBTS] else None

    def replies(self) -> list[tuple[int, int]]:
        """The moves (as the kernel's numbers) of the position asked about last, each with what is known after it."""
        count = int(self._frames[0, COUNT])
        return list(zip(self._moves[0, :count].tolist(), self._known[0, :count].tolist(), strict=True))

    def line(self, position: Position, winner: int, plies: int, prover: int) -> tuple[Move, ...]:
        """The moves to the end of a game that `winner` wins within `plies`, as far as they are still known.

        The winner plays the move that ends it soonest of those known, the loser the one that holds out longest. `prover`
        is whose win was asked about: the other's, where a game without draws was decided by refuting it.
        """
        line: list[Move] = []
        while position.outcome is None and not self.control[STOP]:
            known = self._recall(position, winner, plies, prover)
            decided = (toward_of(known) if position.turn == winner else against_of(known)) == 0
            if not decided:
                break
            if position.turn == winner:
                won = [reply for reply in self.replies() if against_of(reply[1]) == 0]
                code, behind = min(won, key=lambda reply: plies_of(reply[1]))
            else:
                code, behind = max(self.replies(), key=lambda reply: plies_of(reply[1]))
            plies = plies_of(behind)
            line.append(Move(position, code))
            position = position.play(line[-1])
        return tuple(line)

    def _recall(self, position: Position, winner: int, plies: int, prover: int) -> int:
        """What is known about a decided position; if it can be found again, within the promised plies."""
        known = self.ask(position, prover, nodes=LINE_NODES)
        if min(toward_of(known), against_of(known)) == 0 and plies_of(known) <= plies:
            return known
        bounded = self.ask(position, winner, bound=plies, nodes=LINE_NODES)
        won = toward_of(bounded) if position.turn == winner else against_of(bounded)
        return bounded if won == 0 else self.ask(position, prover, nodes=LINE_NODES)


def prove(
    position: Position,
    *,
    winner: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    hash_mb: int = 64,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Proof:
    """Search for a proof that a player (by default either) wins, until found, stopped or at a limit.

    It can be interrupted (KeyboardInterrupt); the search itself runs in a thread of its own. With a limit of nodes the
    answer is the same on any machine.
    """
    check_position(position)
    for name, given in (("seconds", seconds), ("nodes", nodes)):
        if given is not None and not (isinstance(given, Real) and given > 0):
            raise EngineError(
                Text("{name} must be above 0, not {given}.", "{name} tem de ser maior que 0, e não {given}.").fill(
                    name=name, given=repr(given)[:40]
                )
            )
    if winner is not None:
        check_player("winner", winner)
    outcome = position.outcome
    if outcome is not None:
        lost = (outcome.winner != 0, outcome.winner != 1)
        wins = outcome.winner is not None and winner in (None, outcome.winner)
        return Proof(outcome.winner if wins else None, wins, 0 if wins else None, 0, 0.0, (), lost)
    most = None if nodes is None else math.ceil(min(nodes, ENDLESS))
    question = _Question(position, winner, most, Prover(position.game, hash_mb=hash_mb))
    return question.run(seconds, stop, progress)


class _Question:
    """One call of `prove`: a thread that searches, and the calling thread, which watches it."""

    def __init__(self, position: Position, winner: int | None, nodes: int | None, prover: Prover) -> None:
        self.position = position
        self.winner = winner
        self.nodes = nodes
        self.prover = prover
        self.refuted = [False, False]
        self.found: tuple[int, int, int] | None = None  # who wins, within how many plies, and whose win was asked about
        self.nodes_used = 0
        self.seconds_used = 0.0
        self.line: tuple[Move, ...] = ()
        self._began = 0.0
        self._ended = threading.Event()
        self._faults: list[BaseException] = []

    def run(
        self, seconds: float | None, stop: threading.Event | None, progress: Callable[[Progress], None] | None
    ) -> Proof:
        """Search in a thread, and wait for it."""
        # The first call of compiled code in a process takes up to a second, which is not counted as search.
        self.prover.ask(self.position, self.position.turn, nodes=1)
        self.prover.control[NODES] = 0
        self._began = time.monotonic()
        thread = threading.Thread(target=self._work, daemon=True)
        thread.start()
        try:
            while not self._ended.wait(LOOK_SECONDS):
                spent = time.monotonic() - self._began
                if (seconds is not None and spent >= seconds) or (stop is not None and stop.is_set()):
                    self.prover.stop()
                if progress is not None and self.found is None:
                    progress(self._progress(spent))
        finally:
            self.prover.stop()
            thread.join()
        if self._faults:
            raise self._faults[0]
        return self._proof()

    def _work(self) -> None:
        try:
            self._search()
            self.nodes_used, self.seconds_used = self.prover.nodes, time.monotonic() - self._began
            if self.found is not None:
                self.line = self.prover.line(self.position, *self.found)
        except BaseException as error:
            self._faults.append(error)
        finally:
            self._ended.set()

    def _search(self) -> None:
        """Ask until it is decided: about one player's win if that decides the game, else about either's in turn."""
        game, turn = self.position.game, self.position.turn
        decisive = not game.has_draws and not self.prover.control[CYCLIC]
        provers = [self.winner] if self.winner is not None else [turn] if decisive else [turn, 1 - turn]
        if len(provers) == 1:
            self._try(provers[0], self.nodes or 0, decisive)
            return
        budget = FIRST_ROUND
        while provers:
            for prover in tuple(provers):
                left = budget if self.nodes is None else min(budget, self.nodes - self.prover.nodes)
                if self.found is not None or self.prover.control[STOP] or left <= 0:
                    return
                if self._try(prover, left, decisive):
                    provers.remove(prover)
            budget *= 2

    def _try(self, prover: int, nodes: int, decisive: bool) -> bool:
        """Ask whether one player wins, with at most `nodes` positions (0: any number); is there nothing left to ask?"""
        known = self.prover.ask(self.position, prover, nodes=nodes)
        if min(toward_of(known), against_of(known)) > 0:
            return False
        mine = toward_of(known) == 0 if prover == self.position.turn else against_of(known) == 0
        if mine:
            self.found = prover, plies_of(known), prover
        elif not self.prover.control[DOUBTS]:
            self.refuted[prover] = True
            if decisive:
                self.found = 1 - prover, plies_of(known), prover
        return True

    def _progress(self, spent: float) -> Progress:
        control = self.prover.control
        known, prover = int(control[ROOT]), int(control[PROVER])
        numbers = toward_of(known), against_of(known)
        if prover != self.position.turn:
            numbers = numbers[1], numbers[0]
        return Progress(prover, int(control[NODES]), *numbers, int(control[DEEPEST]), spent)

    def _proof(self) -> Proof:
        refuted = self.refuted[0], self.refuted[1]
        if self.found is None or (self.winner is not None and self.found[0] != self.winner):
            return Proof(None, False, None, self.nodes_used, self.seconds_used, (), refuted)
        winner, plies, _ = self.found
        # A line that had to be found again may be longer than the first; then the proof promises only that.
        plies = max(plies, len(self.line))
        return Proof(winner, True, plies, self.nodes_used, self.seconds_used, self.line, refuted)


__all__ = ["Progress", "Proof", "Prover", "prove"]
