"""Breakthrough against independent programs, move list by move list: OpenSpiel and pyffish (Fairy-Stockfish)."""

from __future__ import annotations

import os
import random

import pytest

import tabuleiro

pyspiel = pytest.importorskip("pyspiel")
pyffish = pytest.importorskip("pyffish")

SOAK = bool(os.environ.get("TABULEIRO_SOAK"))
OPEN_SPIEL_GAMES = 5_000 if SOAK else 60  # on each board
PYFFISH_GAMES = 2_000 if SOAK else 8  # a call takes it a millisecond


def open_spiel_board(position: tabuleiro.Position) -> str:
    """A board as OpenSpiel draws it: it numbers ranks from its own top, and its Black moves first."""
    board = position.game.board
    rows = []
    for rank in range(board.ranks):
        row = "".join(".bw"[position.piece(board.name[board.number(file, rank)])] for file in range(board.files))
        rows.append(row)
    return "\n".join(rows)


@pytest.mark.parametrize("size", [(8, 8), (6, 6), (7, 7), (5, 6), (6, 8), (5, 5)])
def test_open_spiel_has_the_same_moves(size: tuple[int, int]) -> None:
    files, ranks = size
    # On boards of fewer than six ranks OpenSpiel gives each side one row of men.
    ours = tabuleiro.game(f"breakthrough:{files}x{ranks}", home_rows=2 if ranks >= 6 else 1)
    theirs = pyspiel.load_game(f"breakthrough(rows={ranks},columns={files})")
    chance = random.Random(f"open_spiel {size}")
    for _ in range(OPEN_SPIEL_GAMES):
        position, state = ours.start(), theirs.new_initial_state()
        while not state.is_terminal():
            assert open_spiel_board(position) == "\n".join(line[1:] for line in str(state).splitlines()[:ranks]), (
                position.fen
            )
            moves = {}
            for action in state.legal_actions():
                text = state.action_to_string(state.current_player(), action)
                moves[turned(text[:2], ranks) + turned(text[2:4], ranks)] = action
            legal = {move.origin + move.target: move for move in position.legal_moves}
            assert legal.keys() == moves.keys(), position.fen
            chosen = chance.choice(sorted(legal))
            assert ("*" in state.action_to_string(state.current_player(), moves[chosen])) == bool(
                legal[chosen].captured
            )
            position = position.play(legal[chosen])
            state.apply_action(moves[chosen])
        assert position.outcome is not None
        assert state.returns()[position.outcome.winner or 0] == 1.0


def turned(cell: str, ranks: int) -> str:
    """A cell of OpenSpiel's Black, who starts at its top, as a cell of our White, who starts at the bottom."""
    return f"{cell[0]}{ranks + 1 - int(cell[1:])}"


def test_pyffish_has_the_same_moves() -> None:
    game, chance = tabuleiro.game("breakthrough"), random.Random("pyffish")
    start = pyffish.start_fen("breakthrough")
    assert start.split(" ")[:2] == game.start_fen().split(" ")
    for _ in range(PYFFISH_GAMES):
        position = game.start()
        while position.outcome is None:
            legal = {move.origin + move.target: move for move in position.legal_moves}
            assert legal.keys() == set(pyffish.legal_moves("breakthrough", f"{position.fen} 0 1", [])), position.fen
            position = position.play(legal[chance.choice(sorted(legal))])
        assert pyffish.legal_moves("breakthrough", f"{position.fen} 0 1", []) == []
