"""The playing search: equal to minimax without its short cuts, sound with them, and the same every time."""

from __future__ import annotations

import random

import numpy
import pytest

import tabuleiro
from tabuleiro.engine import layout as names
from tabuleiro.engine.analysis import DECIDED, LIMIT, WON
from tabuleiro.engine.workshop import Table, Worker
from tabuleiro.rules.kernel import SLACK, is_compiling
from tabuleiro.rules.position import Move, Position

GAMES = [
    "breakthrough",
    "breakthrough:5x5",
    "breakthrough:9x8",
    "fields-of-action",
    "monkey-queen:6x6-6",
    "tafl:brandubh",
    "tafl",
    "tafl:copenhagen",
    "trench",
    "trench:first-to-40",
]
RARELY_SHORT = ("fields-of-action", "tafl:copenhagen")  # random games of these hardly ever come near an end


def some_positions(id: str, count: int, seed: int = 1) -> list[Position]:
    """Positions of random games in which the game goes on, early and late ones."""
    chance = random.Random(f"{id} {seed}")
    game = tabuleiro.game(id)
    found: list[Position] = []
    while len(found) < count:
        position = game.start()
        line = [position]
        while position.legal_moves and len(line) < 200:
            position = position.play(chance.choice(position.legal_moves))
            line.append(position)
        line = [position for position in line if position.outcome is None]
        found += chance.sample(line, min(3, len(line)))
    return found[:count]


def static_value(position: Position) -> int:
    game = position.game
    value = int(game.advice.evaluate(game.rules, game.weights, position.state.copy(), game.new_terms()))
    return max(-LIMIT, min(LIMIT, value))


def minimax(position: Position, depth: int, ply: int = 0) -> int:
    """The value of a position by looking at everything, with the moves that the game considers."""
    outcome = position.outcome
    if outcome is not None:
        if outcome.winner is None:
            return 0
        return WON - ply if outcome.winner == position.turn else ply - WON
    if depth == 0:
        return static_value(position)
    game = position.game
    moves = numpy.zeros(game.machine.max_moves + SLACK, dtype=numpy.int64)
    gains = moves.copy()
    count = game.advice.consider(game.rules, position.state.copy(), moves, gains)
    return max(-minimax(position.play(Move(position, int(code))), depth - 1, ply + 1) for code in moves[:count])


def search(position: Position, depth: int, table_mb: int = 0, lines: int = 1, **settings: int) -> tuple[int, Worker]:
    worker, table = Worker(position.game), Table(max(1, table_mb))
    worker.settings[names.MAX_DEPTH], worker.settings[names.LINES] = depth, lines
    worker.settings[names.MASK] = table.mask_for(None) if table_mb else -1
    for name, value in settings.items():
        worker.settings[getattr(names, name)] = value
    worker.think(position, position.legal_moves.codes(), table, numpy.zeros(1, dtype=numpy.int64))
    return worker.found()[1][0][0], worker


PLAIN = {"PRUNES": 0, "QUIESCES": 0, "FORESEES": 0, "CUTS_CYCLES": 0}


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.compiled
def test_without_short_cuts_the_search_is_minimax(id: str) -> None:
    for position in some_positions(id, 4):
        depth = 3 if len(position.legal_moves) < 14 else 2 if len(position.legal_moves) < 50 else 1
        codes = sorted(position.legal_moves.codes())
        moves = numpy.zeros(position.game.machine.max_moves + SLACK, dtype=numpy.int64)
        count = position.game.advice.consider(position.game.rules, position.state.copy(), moves, moves.copy())
        if sorted(moves[:count].tolist()) == codes:  # the root is searched with all its moves
            assert search(position, depth, **PLAIN)[0] == minimax(position, depth), position.fen


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.compiled
def test_the_table_changes_no_value(id: str) -> None:
    for position in some_positions(id, 6, seed=2):
        depth = 4 if len(position.legal_moves) < 25 else 3 if len(position.legal_moves) < 60 else 2
        assert search(position, depth, **PLAIN)[0] == search(position, depth, table_mb=8, **PLAIN)[0], position.fen


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.compiled
def test_a_decided_score_is_a_proof(id: str) -> None:
    """With all its short cuts the search claims a win only where plain minimax of that length finds one."""
    checked = 0
    for position in some_positions(id, 24, seed=3):
        # Without a past, so that minimax and search see the same repetitions.
        position = position.game.position(position.fen)
        value, _ = search(position, 4, table_mb=8, MAX_NODES=20_000)
        plies = WON - abs(value)
        if abs(value) >= DECIDED and len(position.legal_moves) ** plies < 4000:
            plain = minimax(position, plies)
            assert abs(plain) >= DECIDED and (plain > 0) == (value > 0), position.fen
            checked += 1
    assert checked > 0 or id in RARELY_SHORT


@pytest.mark.parametrize("id", GAMES)
def test_the_same_nodes_give_the_same_result(id: str) -> None:
    budget = 3000 if is_compiling() else 1000
    position = some_positions(id, 1, seed=4)[0]
    results = []
    for _ in range(2):
        _, worker = search(position, 30, table_mb=1, MAX_NODES=budget)
        results.append((worker.found(), worker.progress.tolist()))
    assert results[0] == results[1]


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.compiled
def test_lines_are_legal_and_best_first(id: str) -> None:
    for position in some_positions(id, 4, seed=5):
        _, worker = search(position, 5, table_mb=8, lines=4, MAX_NODES=20_000)
        _, lines = worker.found()
        assert 1 <= len(lines) <= 4
        firsts = [moves[0] for _, moves in lines if moves]
        assert len(set(firsts)) == len(firsts)
        for _, moves in lines:
            at = position
            for code in moves:
                assert code in at.legal_moves.codes(), position.fen
                at = at.play(Move(at, code))


def test_lines_that_are_written_again_while_they_are_read_are_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(tabuleiro.game(GAMES[0]))
    worker.progress[names.ROUNDS], worker.roots[0] = 1, 1
    worker.report[:2, names.LINE_SCORE] = 10, 20
    read = worker._lines_of

    def read_late(rounds: int) -> list[tuple[int, list[int]]]:
        if rounds == 1:  # meanwhile the second round is told, and the third has begun
            worker.progress[names.ROUNDS] = 2
            worker.report[0, names.LINE_SCORE] = 30
        return read(rounds)

    monkeypatch.setattr(worker, "_lines_of", read_late)
    assert worker.found() == (2, [(20, [])])


def test_a_search_that_is_told_to_stop_returns_at_once() -> None:
    position = tabuleiro.game(GAMES[0]).start()
    worker, table = Worker(position.game), Table(1)
    worker.settings[names.MASK] = table.mask_for(None)
    control = numpy.zeros(1, dtype=numpy.int64)
    control[names.STOP] = 1
    assert worker.think(position, position.legal_moves.codes(), table, control) == 0
    assert int(worker.progress[names.NODES]) == 1
    assert worker.found() == (0, [])
