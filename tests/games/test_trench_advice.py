"""What Trench tells the engine: points near the end, ends in one ply, exact gains, clocks in keys and passes."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import tabuleiro
from tabuleiro.games import trench
from tabuleiro.rules.game import Game
from tabuleiro.rules.kernel import is_compiling
from tabuleiro.rules.primitives import UNDER_THREAT
from tests.games.common import greedy_game

VARIANTS = [
    "trench",
    "trench:official-short",
    "trench:official-long",
    "trench:points-25",
    "trench:first-to-40",
    "trench:seed;general_capture_wins=yes",
    "trench:seed;ply_limit=31;no_capture_limit=12",
    "trench:points-25;target=12;equal_turns=no;repetition=3",
    "trench:points-25;target=12;repetition=3;general_capture_wins=yes",
][:: 1 if is_compiling() else 3]


@cache
def positions(id: str) -> tuple[tabuleiro.Position, ...]:
    """Positions of games that go on, some random and some in which captures are preferred."""
    start, found = tabuleiro.game(id).start(), []
    for seed, greed in enumerate((0.0, 0.3, 0.6, 0.9, 0.9)):
        found += greedy_game(start, random.Random(f"{id} {seed}"), greed, 160)
    return tuple(found)


def winners(position: tabuleiro.Position) -> set[int | None]:
    """Who has won after each legal move; None stands for nobody, or not yet."""
    ends = [position.play(move).outcome for move in position.legal_moves]
    return {None if outcome is None else outcome.winner for outcome in ends}


def test_points_count_for_more_near_the_end(advice: Any) -> None:
    game = tabuleiro.game("trench")
    # Black has captured a sergeant, White a soldier; all else is as good for both.
    board = "5CKG/4PSCK/4PPSC/4PPPS/spp5/cspp4/kcsp4/gkcs4 b"
    _, early = advice.terms(game.position(f"{board} 0 10"))
    _, late = advice.terms(game.position(f"{board} 0 48"))
    assert late[0] - late[1] > early[0] - early[1] > 0
    assert sum(map(abs, late[2:])) < sum(map(abs, early[2:]))


@pytest.mark.parametrize("id", VARIANTS)
def test_no_end_in_one_ply_is_missed_and_threats_are_real(id: str, advice: Any) -> None:
    seen = set()
    for position in positions(id)[:: 1 if is_compiling() else 20]:
        foreseen, found = advice.foreseen(position), winners(position)
        seen.add(foreseen)
        assert (position.turn in found) == (foreseen == 1), position.fen
        assert (found == {1 - position.turn}) == (foreseen == -1), position.fen
        if foreseen == UNDER_THREAT:
            turned = advice.with_the_other_to_move(position)
            assert turned is None or turned.turn in winners(turned), position.fen
    assert seen <= {0, 1, -1, UNDER_THREAT}
    assert len(seen) > 1 or not is_compiling()


# fmt: off
ENDINGS = [
    # A colonel in the trench takes all that is left of the enemy in one move.
    ("trench", "8/8/8/3k1PSP/8/8/8/8 b 0 10", 1),
    # The same from outside: only the first is taken.
    ("trench", "8/8/8/5PSP/3k4/8/8/8 b 0 10", 0),
    # One man left, and it can be taken.
    ("trench", "8/8/8/3k1P2/8/8/8/8 w 0 10", UNDER_THREAT),
    # The last move of the battle: White has captured more and can only win; Black can only lose.
    ("trench", "4SCKG/4PSCK/4PPSC/4PPPS/spp5/cspp4/kcsp4/gkcs4 w 1 49", 1),
    ("trench", "4SCKG/4PSCK/4PPSC/4PPPS/spp5/cspp4/kcsp4/gkcs4 b 1 49", -1),
    # The last quiet move: the side that is ahead makes it.
    ("trench", "4SCKG/4PSCK/4PPSC/4PPPS/spp5/cspp4/kcsp4/gkcs4 w 24 30", 1),
    ("trench", "4SCKG/4PSCK/4PPSC/4PPPS/spp5/cspp4/kcsp4/gkcs4 b 24 30", -1),
    # Without such limits nothing is known.
    ("trench:points-25", "4SCKG/4PSCK/4PPSC/4PPPS/spp5/cspp4/kcsp4/gkcs4 w 24 49", 0),
]
# fmt: on


@pytest.mark.parametrize(("id", "fen", "foreseen"), ENDINGS)
def test_endings(id: str, fen: str, foreseen: int, advice: Any) -> None:
    assert advice.foreseen(tabuleiro.game(id).position(fen)) == foreseen


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("id", VARIANTS)
def test_all_moves_are_considered_and_captures_gain(id: str, advice: Any) -> None:
    for position in positions(id)[::3]:
        listed = advice.considered(position)
        assert list(listed) == list(position.legal_moves.codes())
        for move in position.legal_moves:
            stars = sum(trench.rank_of(position.piece(cell)) for cell in move.captured)
            own = trench.rank_of(position.piece(move.origin))
            gains = (100 * stars, 100 * stars - (80 if stars else 100) * own)
            assert listed[move._code] in gains, (position.fen, str(move))


@pytest.mark.parametrize("id", VARIANTS)
def test_passing_takes_a_ply_and_gives_the_other_side_the_move(id: str, advice: Any) -> None:
    passed = 0
    for position in positions(id):
        state = advice.skipped(position)
        if state is not None:
            passed += 1
            turned = advice.with_the_other_to_move(position, plies=1)
            assert advice.foreseen(position) == 0
            assert turned is not None and turned.outcome is None and state == turned.state.tolist(), position.fen
    assert passed > 0


def test_the_key_for_the_table_knows_the_clocks_that_have_a_limit(advice: Any) -> None:
    board = tabuleiro.game("trench").start_fen()

    def keys(game: Game) -> set[int]:
        clocks = [(quiet, plies) for quiet in range(3) for plies in range(2, 6)]
        return {advice.table_key(game.position(f"{board} {quiet} {plies}")) for quiet, plies in clocks}

    assert len(keys(tabuleiro.game("trench:seed"))) == 12
    assert len(keys(tabuleiro.game("trench:official-short"))) == 4
    assert len(keys(tabuleiro.game("trench:official-long"))) == 3
    longest = tabuleiro.game("trench:seed", ply_limit=1000, no_capture_limit=1000)
    assert advice.table_key(longest.position(f"{board} 999 999"))
