"""The worked cases of every game: data under `tests/data/<game>/`, each with the rule it shows.

`cases.json` is a list of cases: `id`, `rule`, `game`, `fen` (without it, the set-up) and what is expected there:
`count` and `moves` (all legal moves), `from` (the cells that the piece on a cell may go to), `refused` (moves with the
sentence that refuses them, in English and Portuguese). `play` is a list of moves as they must be written; `captured`
(by the last of them), `after` and `outcome` (null: the game goes on) are expected when they have been played.

`perft.json` is a list of `game`, `fen` (without it, the set-up), `counts` by depth from 1, and `divide`: leaves at the
depth `divide_depth` below single first moves.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tabuleiro

DATA = Path(__file__).parent / "data"


def load(name: str) -> list[Any]:
    return [
        pytest.param(case, id=f"{path.parent.name}-{case.get('id', number)}")
        for path in sorted(DATA.glob(f"*/{name}.json"))
        for number, case in enumerate(json.loads(path.read_text(encoding="utf-8")))
    ]


def position_of(case: dict[str, Any]) -> tabuleiro.Position:
    game = tabuleiro.game(case["game"])
    return game.position(case["fen"]) if "fen" in case else game.start()


@pytest.mark.parametrize("case", load("cases"))
def test_case(case: dict[str, Any]) -> None:
    known = {"id", "rule", "game", "fen", "count", "moves", "from", "refused", "play", "captured", "after", "outcome"}
    assert case.keys() <= known, "a misspelt key would check nothing"
    position = position_of(case)
    if "count" in case:
        assert len(position.legal_moves) == case["count"]
    if "moves" in case:
        assert sorted(map(str, position.legal_moves)) == sorted(case["moves"])
    for cell, targets in case.get("from", {}).items():
        assert sorted(move.target for move in position.legal_moves if move.origin == cell) == sorted(targets), cell
    for text, (english, portuguese) in case.get("refused", {}).items():
        with pytest.raises(tabuleiro.IllegalMove) as refusal:
            position.play(text)
        with tabuleiro.using_language("en"):
            assert str(refusal.value) == english
        with tabuleiro.using_language("pt"):
            assert str(refusal.value) == portuguese
    move = None
    for text in case.get("play", []):
        move = position.find(text)
        assert str(move) == text
        position = position.play(move)
    if "captured" in case:
        assert move is not None
        assert list(move.captured) == case["captured"]
    if "after" in case:
        assert position.fen == case["after"]
    if "outcome" in case:
        outcome = position.outcome
        found = outcome and {
            "winner": outcome.winner,
            "reason": outcome.reason,
            "scores": outcome.scores and list(outcome.scores),
        }
        expected = case["outcome"] and {"scores": None, **case["outcome"]}
        assert found == expected
        assert bool(position.legal_moves) == (expected is None)


@pytest.mark.compiled
@pytest.mark.parametrize("case", load("perft"))
def test_perft(case: dict[str, Any]) -> None:
    position = position_of(case)
    for depth, leaves in enumerate(case["counts"], start=1):
        assert tabuleiro.perft(position, depth) == leaves, depth
    for text, leaves in case.get("divide", {}).items():
        assert tabuleiro.perft(position.play(text), case["divide_depth"] - 1) == leaves, text
