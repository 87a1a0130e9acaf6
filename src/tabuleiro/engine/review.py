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
"""What a move is called that loses at least so much of the probability of winning, the worst first."""

EVEN = 0.5
BEHIND = 0.4
"""A player whose probability of winning is lower is behind: far enough from even for it to be no whim of the search."""

CLOSE_TO_NOTHING = 1e-9
"""Two probabilities no further apart than this are the same."""

Report = Callable[[int, int], None]
"""Is told how many positions were judged, and of how many."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a move was worth: the mover's probability of winning before it, with the best play, and after it.

    `best` is the line that the engine would have played. How the game ends may have been proved, before the move or after.
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
        """How much of the probability of winning the move lost; nothing if the engine knows no better one."""
        return 0.0 if self.is_best else max(0.0, self.before - self.after)

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
        """The probability that a player wins in the position after so many moves."""
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
        (EVEN or above). None if the record has no loser, or one who was behind from the first position to the last.
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
    """Judge every move of a record, with so much thought about each position.

    Positions are searched from the last to the first, so that what was found about a position is still known when the one
    before it is searched.
    """
    positions = list(record.positions())
    lines: list[Line | None] = [None] * len(positions)
    for done, number in enumerate(reversed(range(len(positions)))):
        if report is not None:
            report(done, len(positions))
        if positions[number].outcome is None:
            lines[number] = engine.analyse(positions[number], seconds=seconds, nodes=nodes, depth=depth).best
    if report is not None:
        report(len(positions), len(positions))
    wins = [_first_player_wins(position, line) for position, line in zip(positions, lines, strict=True)]
    return Review(record, tuple(_judge(record, positions, lines, wins)), tuple(wins))


def _first_player_wins(position: Position, line: Line | None) -> float:
    """The probability that the first of `game.players` wins, by the best line or by how the game ended."""
    if line is not None:
        return line.win if position.turn == 0 else 1 - line.win
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return EVEN
    return float(outcome.winner == 0)


def _judge(
    record: Record, positions: Sequence[Position], lines: Sequence[Line | None], wins: Sequence[float]
) -> Iterator[Judgement]:
    for number, text in enumerate(record.moves):
        position, best, after = positions[number], lines[number], lines[number + 1]
        assert best is not None  # a move was played, so the game was not over
        before, behind = wins[number : number + 2]
        if position.turn == 1:
            before, behind = 1 - before, 1 - behind
        yield Judgement(
            position,
            position.find(text),
            before,
            behind,
            best,
            best.proved,
            after.proved if after is not None else True,
        )
