"""What Tafl tells the engine: roads, forks and captures of the king, gains, keys; against search by the rules."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

import tabuleiro
from tabuleiro.conformance.samples import loses_within, wins_within
from tabuleiro.games import tafl
from tabuleiro.games._tafl_tables import ATTACKER, DEFENDER, KING
from tabuleiro.rules.description import Setup
from tabuleiro.rules.errors import InvalidPosition
from tabuleiro.rules.game import Game
from tabuleiro.rules.kernel import is_compiling
from tabuleiro.rules.position import Position
from tabuleiro.rules.primitives import UNDER_THREAT
from tests.games.common import TAFL_WITH_SWITCHES

SOAK = bool(os.environ.get("TABULEIRO_SOAK"))
STEP = 1 if SOAK else 2 if is_compiling() else 6
VARIANTS = tuple(f"tafl:{variant}" for variant in tafl.Tafl.variants)[::STEP]
SMALL = tuple(id for id in VARIANTS if tabuleiro.game(id).board.files <= 9)


def strewn(game: Game, chance: random.Random) -> Position | None:
    """Men strewn over the board, the king with them."""
    men = list(getattr(game, "switches").men.values())  # noqa: B009
    cells = list(game.board.cells)
    chance.shuffle(cells)
    attackers = chance.randint(2, men.count("attacker"))
    defenders = chance.randint(0, men.count("defender"))
    placed = [KING] + [ATTACKER] * attackers + [DEFENDER] * defenders
    closed = game.board.named[getattr(game, "switches").throne]  # noqa: B009
    pieces = {cell: piece for cell, piece in zip(cells, placed, strict=False) if cell != closed or piece == KING}
    try:
        position = game.build(Setup(pieces, chance.randint(0, 1)))
    except InvalidPosition:
        return None
    return position if position.outcome is None else None


def positions(id: str, count: int, seed: int = 1) -> Iterator[Position]:
    """Positions of random games and of men strewn over the board, each without a past."""
    game, chance = tabuleiro.game(id), random.Random(seed)
    while count > 0:
        position: Position | None = strewn(game, chance)
        if chance.random() < 0.5:
            position = game.start()
            for _ in range(chance.randint(1, 60)):
                after = position.play(chance.choice(position.legal_moves))
                if after.outcome is not None:
                    break
                position = after
            position = game.build(game.setup_of(position))
        if position is not None and position.outcome is None:
            count -= 1
            yield position


def some(id: str, most: int) -> int:
    """How many positions to look at: fewer but in the soak, where nothing is compiled, or where boards are large."""
    few = most if SOAK else most // 2 if is_compiling() else most // 10
    return max(2, few // (1 if tabuleiro.game(id).board.files <= 9 else 6))


@pytest.mark.compiled
@pytest.mark.parametrize("id", VARIANTS + TAFL_WITH_SWITCHES)
def test_what_is_foreseen_comes_true_and_no_end_in_one_ply_is_missed(id: str, advice: Any) -> None:
    for position in positions(id, some(id, 150)):
        answer = advice.foreseen(position)
        if answer == UNDER_THREAT:
            passed = advice.with_the_other_to_move(position)
            assert passed is None or passed.outcome is not None or wins_within(passed, 1), position.fen
        elif answer > 0:
            assert wins_within(position, 1) if answer == 1 else answer == 3, position.fen
        elif answer < 0:
            assert answer == -2
            assert loses_within(position, 2), position.fen
        else:
            assert not any(
                after.outcome is not None and after.outcome.reason in ("king-captured", "escape")
                for after in map(position.play, position.legal_moves)
            ), position.fen


@pytest.mark.compiled
@pytest.mark.parametrize("id", SMALL + TAFL_WITH_SWITCHES)
def test_a_fork_that_is_foreseen_wins(id: str, advice: Any) -> None:
    forks = 0
    for position in positions(id, some(id, 400), seed=2):
        if advice.foreseen(position) == 3 and forks < 4:
            forks += 1
            assert any(
                all(wins_within(reply, 1) for reply in map(after.play, after.legal_moves))
                for after in map(position.play, position.legal_moves)
                if after.outcome is None
            ), position.fen


@pytest.mark.compiled
@pytest.mark.parametrize("id", VARIANTS + TAFL_WITH_SWITCHES)
def test_captures_of_men_gain_and_moves_left_out_lose_at_once(id: str, advice: Any) -> None:
    for position in positions(id, some(id, 150), seed=3):
        settings, listed = position.game.settings, advice.considered(position)
        takes_singly = settings["shieldwall"] == settings["linnaean"] == "no"
        for move in position.legal_moves:
            gain = listed.get(move._code)
            men = [cell for cell in move.captured if position.state[position.game.board.named[cell]] != KING]
            if gain is None:
                assert wins_within(position.play(move), 1), (position.fen, str(move))
            else:
                assert gain == 0 or (gain > 0 and men), (position.fen, str(move))
                assert gain > 0 or not men or not takes_singly, (position.fen, str(move))


@pytest.mark.parametrize("id", VARIANTS + TAFL_WITH_SWITCHES)
def test_after_passing_the_game_goes_on(id: str, advice: Any) -> None:
    passed = 0
    for position in positions(id, some(id, 100), seed=4):
        if advice.skipped(position) is not None:
            passed += 1
            exchanged = advice.with_the_other_to_move(position)
            assert exchanged is not None
            assert exchanged.outcome is None or exchanged.outcome.reason == "no-moves"
    assert passed or not is_compiling()  # uncompiled, too few positions are looked at


def test_near_a_limit_of_plies_the_distance_to_it_is_part_of_the_key(advice: Any) -> None:
    game = tabuleiro.game("tafl:brandubh;no_capture_limit=50")
    board = game.start().fen

    def key(quiet: int) -> int:
        return int(advice.table_key(game.position(f"{board} {quiet}")))

    assert key(1) == key(2) == game.start().key
    assert len({key(quiet) for quiet in range(10, 50)}) == 40
    plain = tabuleiro.game("tafl:brandubh").start()
    assert advice.table_key(plain) == plain.key


def test_a_king_with_two_roads_has_won_and_one_with_one_road_threatens(advice: Any) -> None:
    game = tabuleiro.game("tafl:tablut")
    assert advice.foreseen(game.position("9/4t4/9/2t6/2K3t2/9/4t4/9/9 a")) == -2
    assert advice.foreseen(game.position("9/4t4/9/2t6/2K3t2/9/4t4/9/9 d")) == 1
    raichi = game.position("9/4t4/9/2t6/2K3t2/9/4t4/2t6/1t7 a")
    assert advice.foreseen(raichi) == UNDER_THREAT
    assert {str(move) for move in raichi.legal_moves if move._code in advice.considered(raichi)} == {"b1-b5"}
