"""Fast games in all variants: the engine never crashes, and every line it finds is legal from the first move to the last."""

from __future__ import annotations

import os
import random

import pytest

import tabuleiro
from tabuleiro.engine.limits import Limits
from tabuleiro.engine.searchers import Searcher, make_searcher
from tabuleiro.games import kind
from tabuleiro.rules.position import Move, Position

OURS = [name for name in tabuleiro.games() if kind(name).__module__.startswith("tabuleiro.")]
VARIANTS = sorted(
    {tabuleiro.game(f"{name}:{variant}").id for name in OURS for variant in dict.fromkeys(["", *kind(name).variants])}
)
GAMES, PLIES = (50, 400) if os.environ.get("TABULEIRO_SOAK") else (1, 20)
NODES = 80


def next_position(searcher: Searcher, position: Position) -> Position:
    """The position after the move that a short search finds, once all its line was checked."""
    for job in searcher.begin(position, Limits(nodes=NODES), 1, 0):
        job()
    lines = searcher.found().lines
    if not lines:
        return position.play(position.legal_moves[0])
    at = position
    for code in lines[0].codes:
        assert code in at.legal_moves.codes(), f"{position!r}: {code}"
        at = at.play(Move(at, code))
    return position.play(Move(position, lines[0].codes[0]))


@pytest.mark.compiled
@pytest.mark.parametrize("search", ["alphabeta", "mcts"])
@pytest.mark.parametrize("id", VARIANTS)
def test_fast_games(id: str, search: str) -> None:
    game, chance = tabuleiro.game(id), random.Random(id)
    searcher = make_searcher(game, search, 1, 1, 0)
    searcher.load()
    for _ in range(GAMES):
        position = game.start()
        for _ in range(chance.randrange(12)):
            if position.legal_moves:
                position = position.play(chance.choice(position.legal_moves))
        for _ in range(PLIES):
            if position.outcome is not None:
                break
            position = next_position(searcher, position)
