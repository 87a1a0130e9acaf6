"""Tafl escapes and captures of one, two and three plies are never missed; nor are rows of threats in other games.

What there is to find in Tafl is found by looking at everything through `Position.play`, which shares nothing with the search but
the rules. Positions come from games of an engine against a player by lot, so that kings escape and are captured.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tabuleiro.engine.analysis import DECIDED
from tabuleiro.engine.engine import Engine
from tabuleiro.rules.position import Position

pytestmark = pytest.mark.compiled

LARGER = ("tafl:magpie", "tafl:tawlbwrdd", "tafl:copenhagen")
VARIANTS = ["tafl", "tafl:brandubh", *(pytest.param(id, marks=pytest.mark.soak) for id in LARGER)]
GAMES = 100 if os.environ.get("TABULEIRO_SOAK") else 4
"""How many games of each variant are checked."""

MOST_PLIES = 150
LAST = 7
"""How many positions at the end of each game are checked."""


def has_won(position: Position, player: int) -> bool:
    """Has a player won on the board? What a repetition is worth, the search does not call decided: there the prover does."""
    outcome = position.outcome
    return outcome is not None and outcome.winner == player and outcome.reason != "repetition"


def wins_in_one(position: Position) -> bool:
    return any(has_won(position.play(move), position.turn) for move in position.legal_moves)


def loses_in_two(position: Position) -> bool:
    """Does the other side win with its next move at the latest, whatever is played?"""
    return position.outcome is None and all(
        has_won(after := position.play(move), 1 - position.turn) or wins_in_one(after) for move in position.legal_moves
    )


def wins_in_three(position: Position) -> bool:
    return any(loses_in_two(position.play(move)) for move in position.legal_moves)


def what_is_there(position: Position) -> int:
    """In how many plies the game is won (above 0) or lost (below 0), as far as three plies show; otherwise 0."""
    if wins_in_one(position):
        return 1
    if loses_in_two(position):
        return -2
    return 3 if wins_in_three(position) else 0


def last_positions(engine: Engine, seed: int) -> Iterator[Position]:
    """The last positions of a game in which one side plays by lot."""
    chance, position = random.Random(seed), engine.game.start()
    played: list[Position] = []
    while position.outcome is None and len(played) < MOST_PLIES:
        played.append(position)
        if position.turn == seed % 2 and len(played) > 4:
            position = position.play(engine.choose(position, nodes=400))
        else:
            position = position.play(chance.choice(position.legal_moves))
    yield from played[-LAST:]


@pytest.mark.parametrize("id", VARIANTS)
def test_nothing_within_three_plies_is_missed(id: str) -> None:
    seen: Counter[int] = Counter()
    with Engine(id, hash_mb=4) as engine:
        for seed in range(10 * GAMES):
            if seed >= GAMES and seen[1] and (seen[-2] or seen[3]):
                break
            for position in last_positions(engine, seed):
                plies = what_is_there(position)
                seen[plies] += 1
                if plies:
                    # A ply deeper than what is there: the search looks at moves that seem worse a ply less deep.
                    best = engine.analyse(position, depth=abs(plies) + 1).best
                    assert abs(best.score) >= DECIDED, (plies, position.fen)
                    assert (best.score > 0) == (plies > 0), (plies, position.fen)
    assert seen[1] and (seen[-2] or seen[3]), seen


@pytest.mark.parametrize("id", VARIANTS)
def test_an_escape_or_capture_of_the_king_is_found_at_depth_one(id: str) -> None:
    """That the other side could not move is only seen a ply deeper."""
    with Engine(id, hash_mb=4) as engine:
        for seed in range(GAMES):
            for position in last_positions(engine, seed):
                ends = [position.play(move).outcome for move in position.legal_moves]
                if any(end and end.winner == position.turn and end.reason != "no-moves" for end in ends):
                    assert engine.analyse(position, depth=1).best.plies_to_end == 1, position.fen


def test_a_row_of_threats_is_seen_coming() -> None:
    """After g6-g1 White threatens twice in a row, by quiet moves, to complete a run; the second threat cannot be met."""
    with Engine("fields-of-action", hash_mb=16) as engine:
        position = engine.game.position("4B(7)3/3B(1)B(9)3/6B(4)1/8/8/5W(11)W(12)1/6W(7)W(4)/8 b")
        lost = engine.analyse(position.play("g6-g1"), nodes=30_000).best
        assert lost.plies_to_end == 5
        assert str(engine.choose(position, nodes=60_000)) != "g6-g1"


@pytest.mark.parametrize(
    "fen, move",
    [
        ("11B/1bb9/5B3B1Q(2)/2q(3)9/11B/12/12/4B7/12/9bb1/12/12 b", "c11-h6"),
        ("5b1q(10)1b1b/5b6/8B3/5b6/10Q(12)1/7b4/5b5b/2BB8/6B1B3/11b/3B8/4B7 w", "d2-a5"),
        ("12/2B8B/5bb5/3b1bq(10)1bB2/3b8/3b8/7B4/12/3b2b1b3/12/7B3B/1BQ(11)1B2B4 w", "c11-i11"),
    ],
)
def test_a_row_of_quiet_attacks_on_the_queen_is_not_left_out(fen: str, move: str) -> None:
    """Each attack stands late among a hundred quiet moves; one that leaves no reply wins, seven plies on."""
    with Engine("monkey-queen", hash_mb=16) as engine:
        best = engine.analyse(engine.game.position(fen), nodes=20_000).best
        assert (str(best.moves[0]), best.plies_to_end) == (move, 7)
