"""The line for typed moves, which completes legal ones."""

from __future__ import annotations

from textual.suggester import Suggester
from textual.widgets import Input

from tabuleiro.messages import terminal as texts
from tabuleiro.rules.position import Position


class TypedMove(Input):
    """A line to type a move in; the right arrow accepts the suggestion."""

    DEFAULT_CSS = """
    TypedMove, TypedMove:focus { height: 1; border: none; padding: 0 1; background: $surface; }
    """

    def __init__(self, *, id: str) -> None:
        self._legal = LegalMoves()
        super().__init__(id=id, suggester=self._legal, select_on_focus=False)

    def show(self, position: Position) -> None:
        """Suggest the legal moves of a position."""
        self._legal.moves = [str(move) for move in position.legal_moves]
        example = self._legal.moves[0] if self._legal.moves else ""
        self.placeholder = str(texts.PLACEHOLDER.fill(example=example)) if example else ""


class LegalMoves(Suggester):
    """Completes what was typed to the first legal move that begins with it."""

    def __init__(self) -> None:
        super().__init__(use_cache=False)
        self.moves: list[str] = []

    async def get_suggestion(self, value: str) -> str | None:
        """The first legal move that begins with this text."""
        return next((move for move in self.moves if value and move.startswith(value)), None)
