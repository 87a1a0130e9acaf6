"""Judging records: losses and their labels, the first losing move, and each side's summary."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any, cast

import pytest

import tabuleiro
from tabuleiro.engine.analysis import Analysis, Line
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.review import Review, review
from tabuleiro.engine.sentences import line_text, verdict_text
from tabuleiro.notation.records import Record
from tabuleiro.rules.position import Position

MOVES = ("a2-a3", "a7-a6", "b2-b3", "b7-b6", "c2-c3", "c7-c6")


class Oracle:
    """An engine that was told, for each position of a game, how likely the first player wins; its favourites are moves.

    It takes the positions whose numbers are given as proved.
    """

    def __init__(
        self, record: Record, wins: list[float], favourites: Collection[str] = (), proved: Collection[int] = ()
    ) -> None:
        self._wins = {position.fen: win for position, win in zip(record.positions(), wins, strict=False)}
        self._proved = {position.fen for number, position in enumerate(record.positions()) if number in proved}
        self._favourites = favourites
        self.asked: list[dict[str, Any]] = []

    def analyse(self, position: Position, **limits: Any) -> Analysis:
        self.asked.append(limits)
        win = self._wins[position.fen]
        best = next((move for move in position.legal_moves if str(move) in self._favourites), position.legal_moves[-1])
        line = Line((best,), 0, win if position.turn == 0 else 1 - win, position.fen in self._proved)
        return Analysis(position, (line,), 1, 1, 0.0)


def judged(
    wins: list[float], result: str = "0-1", favourites: Collection[str] = (), proved: Collection[int] = ()
) -> Review:
    record = Record.from_moves(
        tabuleiro.game("breakthrough").start(), MOVES[: len(wins) - 1], result=result, reason="resignation"
    )
    return review(record, cast(Engine, Oracle(record, wins, favourites, proved)))


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
    found = judged([0.7, 0.2], favourites=["a2-a3"])
    judgement = found.judgements[0]
    assert judgement.is_best
    assert (judgement.loss, judgement.label) == (0.0, None)
    assert (judgement.before, judgement.after) == pytest.approx((0.2, 0.2)), "what came of it was seen further ahead"
    assert found.wins == pytest.approx((0.2, 0.2))


def test_a_move_that_turned_out_better_was_there_to_be_played() -> None:
    found = judged([0.5, 0.8])
    assert found.wins == pytest.approx((0.8, 0.8))
    assert found.judgements[0].label is None


def test_a_loss_that_is_seen_late_belongs_where_the_engine_prefers_another_move() -> None:
    wins, own = [0.5, 0.5, 0.5, 0.4, 0.4, 0.0], MOVES[3:]
    assert judged(wins).losing_move == 4
    found = judged(wins, favourites=own)
    assert found.losing_move == 2
    assert found.wins == pytest.approx((0.5, 0.5, 0.5, 0.0, 0.0, 0.0))
    with tabuleiro.using_language("pt"):
        told = str(verdict_text(found))
    assert told == (
        "A primeira jogada que perde: 2. b2-b3 (Brancas), de 50\N{NO-BREAK SPACE}% para 0\N{NO-BREAK SPACE}%. Melhor: "
        + line_text(found.judgements[2].best)
    )
    assert judged(wins, favourites=MOVES).losing_move is None, "the engine would have played the same"


@pytest.mark.parametrize("seed", range(20))
def test_whatever_was_found_judgements_agree_with_each_other(seed: int) -> None:
    chance = Random(seed)
    for _ in range(20):
        wins = [chance.choice([0.0, chance.random(), 1.0]) for _ in range(len(MOVES) + 1)]
        favourites = [move for move in MOVES if chance.random() < 0.5]
        proved = [number for number, win in enumerate(wins) if win in (0.0, 1.0) and chance.random() < 0.5]
        for result in ("1-0", "0-1"):
            found = judged(wins, result, favourites, proved)
            assert all(judgement.before >= judgement.after for judgement in found.judgements)
            assert all(judgement.loss == 0.0 for judgement in found.judgements if judgement.is_best)
            for number, judgement in enumerate(found.judgements):
                assert judgement.before == found.win_of(judgement.player, number)
                assert judgement.after == found.win_of(judgement.player, number + 1)
            losing = found.losing_move
            if losing is not None:
                assert not found.judgements[losing].is_best
                assert found.judgements[losing].loss > 0
                assert line_text(found.judgements[losing].best) != MOVES[losing]


def test_what_was_proved_holds_after_the_move_that_keeps_it() -> None:
    found = judged([1.0, 0.9, 0.9], favourites=["a2-a3"], proved=[0])
    assert found.wins == (1.0, 1.0, 1.0)
    assert [judgement.loss for judgement in found.judgements] == [0.0, 0.0], "nothing is lost where all is lost"
    assert all(judgement.proved_before and judgement.proved_after for judgement in found.judgements)
    other = judged([1.0, 0.9, 0.9], proved=[0])
    assert other.wins == pytest.approx((1.0, 0.9, 0.9))
    assert not other.judgements[0].proved_after
    won = judged([0.7, 1.0], proved=[1])
    assert won.judgements[0].proved_before, "a move after which the game is won wins"


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
