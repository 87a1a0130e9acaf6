"""The advice that games give the engine, in a form that is handy for tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tabuleiro.rules.errors import InvalidPosition
from tabuleiro.rules.kernel import SLACK, is_compiling
from tabuleiro.rules.position import Position


@dataclass(frozen=True)
class Advice:
    """The advice of a position's game, compiled or as plain Python."""

    is_plain: bool = False

    def ask(self, position: Position, name: str, *arguments: Any) -> int:
        """Call one of the functions on a copy of the position's state."""
        game = position.game
        function = game.advice.plain[name] if self.is_plain else getattr(game.advice, name)
        return int(function(game.rules, *arguments))

    def value(self, position: Position, weights: Any = None) -> int:
        """The evaluation, with other weights if they are given."""
        return self.terms(position, weights)[0]

    def terms(self, position: Position, weights: Any = None) -> tuple[int, list[int]]:
        """The evaluation, and what each term is worth to either player."""
        given = position.game.weights if weights is None else weights
        terms = position.game.new_terms()
        return self.ask(position, "evaluate", given, position.state.copy(), terms), terms.tolist()

    def foreseen(self, position: Position) -> int:
        """What the game foresees."""
        return self.ask(position, "foresee", position.state.copy())

    def considered(self, position: Position) -> dict[int, int]:
        """The moves considered, as the kernel's numbers, with their gains."""
        moves, gains = (numbers(position.game.max_moves + SLACK) for _ in range(2))
        count = self.ask(position, "consider", position.state.copy(), moves, gains)
        return dict(zip(moves[:count].tolist(), gains[:count].tolist(), strict=True))

    def skipped(self, position: Position) -> list[int] | None:
        """The state after passing the turn; None if the game does not pass."""
        state = position.state.copy()
        return state.tolist() if self.ask(position, "skip", state) else None

    def table_key(self, position: Position) -> int:
        """The key for the table."""
        return self.ask(position, "table_key", position.state.copy())

    @staticmethod
    def with_the_other_to_move(position: Position, plies: int = 0) -> Position | None:
        """The same board with the other side to move and `plies` more on all clocks; None if that is impossible."""
        setup = position.game.setup_of(position)
        setup.turn = 1 - setup.turn
        for clock in position.game.number_slots if plies else ():
            setup.numbers[clock] += plies
        try:
            return position.game.build(setup)
        except InvalidPosition:
            return None

    @staticmethod
    def some(count: int) -> int:
        """How many positions to look at: fewer where nothing is compiled."""
        return count if is_compiling() else max(2, count // 15)


def numbers(count: int) -> Any:
    import numpy

    return numpy.zeros(count, dtype=numpy.int64)


@pytest.fixture(scope="session")
def advice() -> Advice:
    """The games' advice, compiled."""
    return Advice()


@pytest.fixture(scope="session")
def plain_advice() -> Advice:
    """The same advice as plain Python."""
    return Advice(is_plain=True)
