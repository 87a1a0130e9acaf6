"""Judging records: losses and their labels, the first losing move, and each side's summary."""

from __future__ import annotations

from typing import Any, cast

import pytest

import tabuleiro
from tabuleiro.engine.analysis import Analysis, Line
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.review import Review, review
from tabuleiro.notation.records import Record
from tabuleiro.rules.position import Position

MOVES = ("a2-a3", "a7-a6", "b2-b3", "b7-b6", "c2-c3", "c7-c6")


class Oracle:
    """An engine that was told, for each position of a game, how likely the first player wins; its favourite is a move."""

    def __init__(self, record: Record, wins: list[float], favourite: str = "") -> None:
        self._wins = {position.fen: win for position, win in zip(record.positions(), wins, strict=False)}
        self._favourite = favourite
        self.asked: list[dict[str, Any]] = []

    def analyse(self, position: Position, **limits: Any) -> Analysis:
        self.asked.append(limits)
        win = self._wins[position.fen]
        names = [str(move) for move in position.legal_moves]
        best = position.legal_moves[names.index(self._favourite) if self._favourite in names else -1]
        line = Line((best,), 0, win if position.turn == 0 else 1 - win)
        return Analysis(position, (line,), 1, 1, 0.0)


def judged(wins: list[float], result: str = "0-1", favourite: str = "") -> Review:
    record = Record.from_moves(
        tabuleiro.game("breakthrough").start(), MOVES[: len(wins) - 1], result=result, reason="resignation"
    )
    return review(record, cast(Engine, Oracle(record, wins, favourite)))


@pytest.mark.parametrize(
    "after, label",
    [(0.56, None), (0.51, None), (0.50, "inaccuracy"), (0.40, "mistake"), (0.30, "blunder"), (0.0, "blunder")],
)
def test_a_move_is_called_by_what_it_loses(after: float, label: str | None) -> None:
    judgement = judged([0.6, after]).judgements[0]
    assert judgement.label == label
    assert judgement.loss == pytest.approx(0.6 - after)
    assert (judgement.before, judgement.after) == pytest.approx((0.6, after))
    assert judgement.player == 0


def test_losses_are_the_movers_own() -> None:
    first, second = judged([0.5, 0.5, 0.9]).judgements
    assert (first.loss, second.loss) == pytest.approx((0.0, 0.4))
    assert (second.before, second.after) == pytest.approx((0.5, 0.1))
    assert judged([0.5, 0.8]).judgements[0].loss == 0.0, "what looks better afterwards was no loss"


def test_the_engines_own_move_loses_nothing() -> None:
    judgement = judged([0.7, 0.2], favourite="a2-a3").judgements[0]
    assert judgement.is_best
    assert (judgement.loss, judgement.label) == (0.0, None)


@pytest.mark.parametrize(
    "wins, result, number",
    [
        ([0.5, 0.5, 0.5, 0.2, 0.2, 0.1], "0-1", 2),  # from even to lost
        ([0.5, 0.2, 0.6, 0.6, 0.6, 0.3], "0-1", 4),  # the first slip was let off
        ([0.5, 0.45, 0.45, 0.45, 0.45, 0.3], "0-1", 4),  # not yet behind, but never even again
        ([0.5, 0.5, 0.5, 0.5, 0.9, 0.9], "1-0", 3),  # the second player's move
        ([0.45, 0.45, 0.45, 0.3, 0.3, 0.3], "0-1", 2),  # never quite even
        ([0.2, 0.2, 0.1, 0.1, 0.1, 0.0], "0-1", None),  # behind from the start
        ([0.5, 0.5, 0.5, 0.6, 0.6, 0.6], "0-1", None),  # gave up in a good position
    ],
)
def test_the_first_losing_move(wins: list[float], result: str, number: int | None) -> None:
    assert judged(wins, result).losing_move == number


@pytest.mark.parametrize("end", [[], ["draw agreed"]])
def test_nobody_lost_a_game_that_nobody_won(end: list[str]) -> None:
    start = tabuleiro.game("trench").start()
    record = Record.from_moves(start, [str(start.legal_moves[0]), *end])
    assert review(record, cast(Engine, Oracle(record, [0.5, 0.1]))).losing_move is None


def test_a_summary_counts_and_averages() -> None:
    found = judged([0.6, 0.5, 0.5, 0.1, 0.2, 0.0])
    white, black = found.summary(0), found.summary(1)
    assert white.moves == 3
    assert white.counts == {"blunder": 1, "mistake": 1, "inaccuracy": 1}
    assert white.average_loss == pytest.approx((0.1 + 0.4 + 0.2) / 3)
    assert black.counts == {"blunder": 0, "mistake": 0, "inaccuracy": 1}


def test_positions_are_searched_once_and_reported() -> None:
    record = Record.from_moves(tabuleiro.game("breakthrough").start(), MOVES)
    oracle, seen = Oracle(record, [0.5] * 7), []
    review(record, cast(Engine, oracle), nodes=7, report=lambda done, total: seen.append((done, total)))
    assert oracle.asked == [{"seconds": None, "nodes": 7, "depth": None}] * 7
    assert seen == [(done, 7) for done in range(8)]


def test_an_empty_record_has_nothing_to_judge() -> None:
    record = Record.from_moves(tabuleiro.game("breakthrough").start())
    found = review(record, cast(Engine, Oracle(record, [0.5])))
    assert (found.judgements, found.losing_move, found.summary(0).average_loss) == ((), None, 0.0)


@pytest.mark.compiled
def test_a_real_blunder_is_found() -> None:
    start = tabuleiro.game("breakthrough").position("8/1pppp3/8/8/8/PP6/6p1/5P2 w")
    record = Record.from_moves(start, ["a3-a4", "g2xf1"])
    with Engine("breakthrough") as engine:
        found = review(record, engine, nodes=2000)
    assert str(found.judgements[0].best.moves[0]) == "f1xg2"
    assert found.wins[1:] == (0.0, 0.0)
    assert found.judgements[1].proved_after
    assert found.judgements[1].loss == 0.0
