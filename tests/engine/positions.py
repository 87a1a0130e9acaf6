"""Games and positions to search, and what any analysis of them must be."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tabuleiro
from tabuleiro.engine.analysis import DECIDED, Analysis
from tabuleiro.engine.errors import EngineError
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import using_language

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "four-field-kono"
KONO = "four-field-kono"
OWN = ("breakthrough", "fields-of-action", "monkey-queen", "tafl", "trench")
GAMES = (*OWN, KONO)
NODES = 2000


@cache
def find(id: str) -> Game:
    if id != KONO:
        return tabuleiro.game(id)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(EXAMPLE)
        import four_field_kono

        return four_field_kono.GAME()


def by_lot(id: str, plies: int, seed: int = 1) -> Position:
    """A position after so many moves by lot; a shorter game's last but one."""
    chance, position = random.Random(f"{id} {seed}"), find(id).start()
    for _ in range(plies):
        after = position.play(chance.choice(position.legal_moves))
        if after.outcome is not None:
            break
        position = after
    return position


def finished(id: str) -> Position:
    chance, position = random.Random(id), find(id).start()
    while position.outcome is None:
        position = position.play(chance.choice(position.legal_moves))
    return position


def is_winning_at_once(position: Position) -> bool:
    ends = (position.play(move).outcome for move in position.legal_moves)
    return any(end is not None and end.winner == position.turn for end in ends)


@cache
def won_in_one(id: str) -> Position:
    """A position in which the side to move wins at once, though not with any move."""
    for seed in range(1000):
        chance, position = random.Random(f"{id} {seed}"), find(id).start()
        while position.outcome is None:
            if is_winning_at_once(position):
                return position
            position = position.play(chance.choice(position.legal_moves))
    raise AssertionError("no game by lot came near its end")


def lost_in_two(id: str) -> Position:
    """A position in which the other side wins at once after every move."""
    for seed in range(3000):
        chance, position = random.Random(f"{id} {seed}"), find(id).start()
        before = position
        while position.outcome is None and not is_winning_at_once(position):
            before, position = position, position.play(chance.choice(position.legal_moves))
        if position.outcome is None and all(is_winning_at_once(before.play(move)) for move in before.legal_moves):
            return before
    raise AssertionError("no game by lot had such a position")


def check(analysis: Analysis, position: Position, lines: int) -> None:
    """An analysis makes sense: legal lines, from different moves, with scores and probabilities that agree."""
    assert analysis.position == position
    assert 1 <= len(analysis.lines) <= lines
    assert len({str(line.moves[0]) for line in analysis.lines}) == len(analysis.lines)
    assert analysis.seconds >= 0
    assert analysis.nodes > 0
    assert analysis.best is analysis.lines[0]
    for line in analysis.lines:
        assert 0 <= line.win <= 1
        assert not line.proved or abs(line.score) >= DECIDED or line.win == 0.5
        if abs(line.score) >= DECIDED:
            assert line.win == float(line.score > 0)
        else:
            assert (line.score > 0) == (line.win > 0.5) or abs(line.win - 0.5) < 0.01
        at = position
        for move in line.moves:
            assert move in at.legal_moves
            at = at.play(move)


def told(analysis: Analysis) -> tuple[Any, ...]:
    """All that is the same whenever the same search is made."""
    lines = [([str(move) for move in line.moves], line.score, line.win, line.proved) for line in analysis.lines]
    return lines, analysis.depth, analysis.nodes, analysis.deepest


def in_a_thread(work: Callable[[], object]) -> None:
    """Have it done in a thread of its own, that has ended afterwards."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def in_both_languages(error: EngineError) -> tuple[str, str]:
    with using_language("pt"):
        portuguese = str(error)
    return str(error), portuguese
