"""What Breakthrough tells the engine: goals, threats and races foreseen, the moves under threat, the weights of any board."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import tabuleiro
from tabuleiro.conformance.samples import loses_within, wins_within
from tabuleiro.games import _breakthrough_advice as rules
from tabuleiro.games._breakthrough_tables import AROUND
from tabuleiro.games._weights import read_weights
from tabuleiro.rules.description import Setup
from tabuleiro.rules.errors import InvalidPosition
from tabuleiro.rules.kernel import is_compiling
from tabuleiro.rules.primitives import UNDER_THREAT

GAME = tabuleiro.game("breakthrough")
SIZES = ("5x6", "8x8", "9x8")

FEW_LINES = 3000
"""A foresight is tried out where there are about as many lines of play, or fewer."""


def strewn(size: str, count: int, most_men: int) -> Iterator[tabuleiro.Position]:
    """Positions with a few men strewn over the board, in which the game goes on."""
    game, chance = tabuleiro.game(f"breakthrough:{size}"), random.Random(f"strewn {size} {most_men}")
    while count > 0:
        men = [1] * chance.randint(1, most_men) + [2] * chance.randint(1, most_men)
        cells = chance.sample(game.board.cells, len(men))
        try:
            position = game.build(Setup(dict(zip(cells, men, strict=True)), chance.randrange(2)))
        except InvalidPosition:
            continue
        if position.outcome is None:
            count -= 1
            yield position


def reaches_goal(position: tabuleiro.Position) -> bool:
    """Can the side to move step onto its goal?"""
    ends = (position.play(move).outcome for move in position.legal_moves)
    return any(outcome is not None and outcome.reason == "goal" for outcome in ends)


# fmt: off
FORESEEN = [
    # One step from the goal, whoever else is there.
    ("2p5/1P6/8/8/8/8/6p1/8 w", 1),
    ("8/1P6/8/8/8/8/6p1/7P b", 1),
    # A man about to arrive can be taken, or cannot, or there are two of them.
    ("8/8/8/8/8/P7/6p1/5P2 w", UNDER_THREAT),
    ("8/8/8/8/8/P7/6p1/6P1 w", -2),
    ("8/8/8/8/8/P7/4p1p1/5P2 w", -2),
    # Two steps away: next to the goal nobody takes this man, or a guard does on all three cells.
    ("4p2p/8/P7/8/7p/8/8/8 w", 3),
    ("1p1p4/8/2P5/8/7p/8/8/8 w", 3),
    ("1pp5/8/1P6/8/7p/8/8/8 w", 0),
    # Both have a free way to run: the side that is nearer arrives first, and of two as near the side to move.
    ("8/8/8/7p/P7/8/8/8 w", 7),
    ("8/8/8/7p/P7/8/8/8 b", 7),
    ("8/8/7p/8/P7/8/8/8 b", -8),
    ("8/8/8/7p/8/P7/8/8 w", -8),
    # Someone stands in the widening way of either, so it is no race.
    ("1p6/8/8/7p/P7/8/8/7P w", 0),
]
# fmt: on


@pytest.mark.parametrize(("fen", "foreseen"), FORESEEN)
def test_goals_threats_and_races(fen: str, foreseen: int, advice: Any) -> None:
    position = GAME.position(fen)
    assert advice.foreseen(position) == foreseen
    if foreseen not in (0, UNDER_THREAT):
        assert wins_within(position, foreseen) if foreseen > 0 else loses_within(position, -foreseen)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_foreseen_in_endings_comes_true(size: str, advice: Any) -> None:
    seen: Counter[int] = Counter()
    for position in strewn(size, advice.some(300), most_men=2):
        foreseen = advice.foreseen(position)
        assert (foreseen == 1) == reaches_goal(position), position.fen
        if foreseen == UNDER_THREAT:
            assert reaches_goal(advice.with_the_other_to_move(position)), position.fen
        elif foreseen and len(position.legal_moves) ** abs(foreseen) < FEW_LINES:
            true = wins_within(position, foreseen) if foreseen > 0 else loses_within(position, -foreseen)
            assert true, (position.fen, foreseen)
            seen[foreseen] += 1
    assert {1, 3, -2} <= set(seen) or not is_compiling()  # uncompiled, too few positions are looked at


@pytest.mark.parametrize("size", SIZES)
def test_moves_that_reach_the_goal_are_never_left_out(size: str, advice: Any) -> None:
    for position in strewn(size, advice.some(300), most_men=6):
        listed = advice.considered(position)
        for move in position.legal_moves:
            if position.play(move).outcome is not None:
                assert move._code in listed, (position.fen, str(move))


def test_under_threat_only_captures_of_the_man_who_threatens_are_considered(advice: Any) -> None:
    position = GAME.position("8/8/2p5/1P6/8/P7/6p1/5P1P w")
    assert names(position, advice) == {"f1xg2", "h1xg2"}
    # Two men threaten: one can be taken, which is no worse than anything else.
    assert names(GAME.position("8/8/8/8/8/P7/3p2p1/5P2 w"), advice) == {"f1xg2"}
    # Nobody can be taken: all moves are left, since all lose.
    lost = GAME.position("8/8/8/8/8/P7/6p1/6P1 w")
    assert names(lost, advice) == {str(move) for move in lost.legal_moves}
    # Whoever can win first need not answer a threat.
    assert "b7-b8" in names(GAME.position("8/1P6/8/8/8/P7/6p1/5P2 w"), advice)


def names(position: tabuleiro.Position, advice: Any) -> set[str]:
    """The moves worth a search, as texts."""
    listed = advice.considered(position)
    return {str(move) for move in position.legal_moves if move._code in listed}


def test_gains_know_who_takes_back(advice: Any) -> None:
    def gain(fen: str, move: str) -> Any:
        position = GAME.position(fen)
        return next(advice.considered(position)[legal._code] for legal in position.legal_moves if str(legal) == move)

    board = "8/{guards}/3p4/4P3/8/8/7P/8 w"
    free, guarded = (gain(board.format(guards=guards), "e5xd6") for guards in ("8", "2p5"))
    assert free > guarded > 0
    # A step where it is taken for nothing gives a man away; beside a friend it does not.
    assert gain("8/8/2p5/8/3P4/8/8/7P w", "d4-d5") == -100
    assert gain("8/8/2p5/8/2PP4/8/8/7P w", "d4-d5") == 0


@pytest.mark.parametrize("size", [*SIZES, "2x4", "19x19"])
def test_the_fitted_weights_are_used_on_boards_of_any_size(size: str, advice: Any) -> None:
    game, parts = tabuleiro.game(f"breakthrough:{size}"), read_weights("breakthrough")
    files, ranks = game.board.files, game.board.ranks
    assert game.weights[rules.MAN_WEIGHT] == parts["man"] > 0
    assert game.weights[rules.TURN_WEIGHT] == parts["turn"]
    assert game.own_weights == game.rules[AROUND] + (rules.FARTHEST + 1) * rules.SURROUNDINGS
    places = game.weights[rules.CELL_WEIGHTS : rules.CELL_WEIGHTS + files * ranks].reshape(ranks, files)
    assert places.tolist() == places[:, ::-1].tolist(), "left and right are worth the same"
    assert places[0, 0] == parts["places"][0][0]
    assert places[-1, 0] == parts["places"][-1][0]
    value, terms = advice.terms(game.start())
    assert value == parts["turn"] + terms[-2]
    assert terms[0] == terms[1] == parts["man"] * files * 2


def test_a_man_nobody_can_stop_is_worth_more_the_nearer_it_is(advice: Any) -> None:
    worths = [
        advice.terms(GAME.position(f"p7/{'8/' * (steps - 1)}7P/{'8/' * (6 - steps)}8 b"))[1][6] for steps in range(2, 7)
    ]
    assert worths == sorted(worths, reverse=True)
    assert worths[-1] > 0
