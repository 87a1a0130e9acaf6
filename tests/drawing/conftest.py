"""A game made up for drawings: every shape, every style of zone, two views, marks, and signs of one to four columns."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tabuleiro.rules.board import DIAMOND, EIGHT, SQUARE, Board, Zone
from tabuleiro.rules.game import Game, Lesson, Piece, Side
from tabuleiro.rules.kernel import compiled
from tabuleiro.rules.position import Mark, Position
from tabuleiro.rules.primitives import GOES_ON, Numbers, move, origin_of, pass_turn, place, put, remove, target_of
from tabuleiro.rules.texts import Text, same


@compiled
def settle(rules: Numbers, state: Numbers) -> None:
    """Nothing is kept."""
