"""Judging a game that was played: what every move was worth, which were mistakes, and which one lost the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tabuleiro.engine.analysis import Line
from tabuleiro.rules.position import Move, Position

if TYPE_CHECKING:
    from tabuleiro.engine.engine import Engine
    from tabuleiro.notation.records import Record

SIZES = (("blunder", 0.30), ("mistake", 0.20), ("inaccuracy", 0.10))
"""The labels of moves, each with the least loss of winning probability it is for; the worst first."""

EVEN = 0.5
BEHIND = 0.4
"""A player with a lower probability of winning is behind: too low to be chance in the search."""

CLOSE_TO_NOTHING = 1e-9
"""Two probabilities no further apart than this are the same."""

Report = Callable[[int, int], None]
"""Called with the number of positions judged, and the number of all positions."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The worth of a move: the mover's probability of winning before it, with best play, and after it.

    `best` is the line that the engine would have played, as the search of this position alone saw it; `before` also takes into
    account what was found about the position after the move, and is never below `after`. `proved_before` and `proved_after`
    say whether the end of the game was proved.
    """

    position: Position
    move: Move
    before: float
    after: float
    best: Line
    proved_before: bool = False
    proved_after: bool = False

    @property
    def player(self) -> int:
        """Who moved."""
        return self.position.turn

    @property
    def is_best(self) -> bool:
        """Was it the move that the engine would have played?"""
        return self.best.moves[0] == self.move

    @property
    def loss(self) -> float:
        """How much winning probability the move lost; 0 if the engine knows no better move."""
        return self.before - self.after

    @property
    def label(self) -> str | None:
        """`inaccuracy`, `mistake` or `blunder`, by the size of the loss; None for a move that lost less."""
        return next((name for name, least in SIZES if self.loss >= least - CLOSE_TO_NOTHING), None)


@dataclass(frozen=True, slots=True)
class Summary:
    """How a player played: moves, those of each label, and the average loss of a move."""

    moves: int
    counts: dict[str, int]
    average_loss: float


@dataclass(frozen=True, slots=True)
class Review:
    """A record with its moves judged; `wins` are the probabilities that the first of `game.players` wins, by position."""

    record: Record
    judgements: tuple[Judgement, ...]
    wins: tuple[float, ...]

    def win_of(self, player: int, number: int) -> float:
        """The probability that a player wins, in the position after a number of moves."""
        return self.wins[number] if player == 0 else 1 - self.wins[number]

    def summary(self, player: int) -> Summary:
        """How a player played."""
        own = [judgement for judgement in self.judgements if judgement.player == player]
        counts = {name: sum(judgement.label == name for judgement in own) for name, _ in SIZES}
        return Summary(len(own), counts, sum(judgement.loss for judgement in own) / len(own) if own else 0.0)

    @property
    def losing_move(self) -> int | None:
        """The number (from 0) of the first losing move: the move with which the loser fell behind for good.

        That is the loser's first move after which the loser was behind (below BEHIND) and in no later position even again
        (EVEN or above). None if the record has no loser, or one who was behind from the first position to the last. It is
        never the move that the engine would have played, for such a move leaves the probability as it was.
        """
        outcome = self.record.outcome
        if outcome is None or outcome.winner is None:
            return None
        loser = 1 - outcome.winner
        wins = [self.win_of(loser, number) for number in range(len(self.wins))]
        even = [number for number, win in enumerate(wins) if win >= EVEN]
        if not even and wins[0] < BEHIND:
            return None
        since = even[-1] if even else 0
        for number in range(since, len(self.judgements)):
            if self.judgements[number].player == loser and wins[number + 1] < BEHIND:
                return number
        return None


def review(
    record: Record,
    engine: Engine,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    report: Report | None = None,
) -> Review:
    """Judge every move of a record, within these limits for each position.

    Positions are searched from the last to the first, so that what was found about a position is still known when the one
    before it is searched.
    """
    positions = list(record.positions())
    moves = [position.find(text) for position, text in zip(positions, record.moves, strict=False)]
    lines: list[Line | None] = [None] * len(positions)
    for done, number in enumerate(reversed(range(len(positions)))):
        if report is not None:
            report(done, len(positions))
        if positions[number].outcome is None:
            lines[number] = engine.analyse(positions[number], seconds=seconds, nodes=nodes, depth=depth).best
    if report is not None:
        report(len(positions), len(positions))
    views = [_seen_alone(position, line) for position, line in zip(positions, lines, strict=True)]
    # Where a move was played the game was not over, so there is a line.
    best = [line for line in lines[: len(moves)] if line is not None]
    _carry_proofs(views, positions, moves, best)
    _reconcile(views, positions, moves, best)
    wins = tuple(view.win for view in views)
    return Review(record, tuple(_judge(views, positions, moves, best)), wins)


@dataclass(frozen=True, slots=True)
class _View:
    """How a position is judged: the probability that the first of `game.players` wins, and whether it is certain."""

    win: float
    proved: bool

    def win_of(self, player: int) -> float:
        return self.win if player == 0 else 1 - self.win


def _seen_alone(position: Position, line: Line | None) -> _View:
    """A position by its own best line, or by how the game ended."""
    if line is not None:
        return _View(line.win if position.turn == 0 else 1 - line.win, line.proved)
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return _View(EVEN, True)
    return _View(float(outcome.winner == 0), True)


def _carry_proofs(
    views: list[_View], positions: Sequence[Position], moves: Sequence[Move], best: Sequence[Line]
) -> None:
    """Carry a proof about a position over to the one after the move, where the move cannot have changed it.

    A shorter search of the later position may not have seen it.
    """
    for number, (move, line) in enumerate(zip(moves, best, strict=True)):
        view = views[number]
        is_lost = view.win_of(positions[number].turn) == 0.0
        if view.proved and not views[number + 1].proved and (is_lost or (line.proved and line.moves[0] == move)):
            views[number + 1] = view


def _reconcile(views: list[_View], positions: Sequence[Position], moves: Sequence[Move], best: Sequence[Line]) -> None:
    """Correct every position by what was found about the one after it, from the last to the first.

    The later search saw further. So the engine's own move is worth what came of it, and no position is worth less to the side
    to move than the move played: probabilities fall only at moves in whose place the engine would play another.
    """
    for number in reversed(range(len(moves))):
        player, now, after = positions[number].turn, views[number], views[number + 1]
        is_best = best[number].moves[0] == moves[number]
        if not is_best and now.win_of(player) >= after.win_of(player):
            continue
        is_won = after.proved and after.win_of(player) == 1.0
        views[number] = _View(after.win, is_won or (now.proved and now.win == after.win))


def _judge(
    views: Sequence[_View], positions: Sequence[Position], moves: Sequence[Move], best: Sequence[Line]
) -> Iterator[Judgement]:
    for number, (position, move, line) in enumerate(zip(positions, moves, best, strict=False)):
        before, after = views[number : number + 2]
        yield Judgement(
            position,
            move,
            before.win_of(position.turn),
            after.win_of(position.turn),
            line,
            before.proved,
            after.proved,
        )
