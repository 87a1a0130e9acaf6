"""What is attacked: the pieces that some move of the other side would capture if it were to move instead."""

from __future__ import annotations

from random import Random

import pytest

import tabuleiro
from tabuleiro.rules.position import Position

NAMES = tabuleiro.games()
GAMES = [*NAMES, *(f"{name}:{variant}" for name in NAMES for variant in tabuleiro.game(name).variants)]
PLIES = 30


def with_the_other_to_move(position: Position) -> Position:
    """The same position, read from its text with the other side's letter."""
    game = position.game
    board, _, *fields = position.fen.split()
    return game.position(" ".join([board, game.sides[1 - position.turn].letter, *fields]))


@pytest.mark.compiled
@pytest.mark.parametrize("id", GAMES)
def test_attacked_is_what_the_other_side_could_capture(id: str) -> None:
    game, chance = tabuleiro.game(id), Random(id)
    position, found = game.start(), 0
    for _ in range(PLIES):
        if position.outcome is not None:
            break
        other = with_the_other_to_move(position)
        cells = {cell for move in other.legal_moves for cell in move.captured}
        assert set(position.attacked) == cells and len(position.attacked) == len(cells)
        assert all(game.pieces[position.piece(cell)].player == position.turn for cell in cells)
        found += len(cells)
        position = position.play(chance.choice(position.legal_moves))
    assert found > 0, "some positions of a random game have something attacked"


def test_the_attacked_cells_are_named_in_the_board_s_order() -> None:
    position = tabuleiro.game("breakthrough").position("8/8/8/2p1p3/1P1P4/8/8/8 w")
    assert position.attacked == ("b4", "d4")
    assert with_the_other_to_move(position).attacked == ("c5", "e5")


def test_nothing_is_attacked_once_the_game_is_over() -> None:
    position = tabuleiro.game("breakthrough").position("4P3/8/8/2p5/1P6/8/8/8 b")
    assert position.outcome is not None and position.attacked == ()
