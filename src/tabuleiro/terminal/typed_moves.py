"""The line in which moves are typed, completed as far as they are legal."""

from __future__ import annotations

from textual.suggester import Suggester
from textual.widgets import Input

from tabuleiro.messages import terminal as texts
from tabuleiro.rules.position import Position


class TypedMove(Input):
    """A line for a move; the right arrow takes over what is suggested."""

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
    """Completes what was typed to the first legal move that begins so."""

    def __init__(self) -> None:
        super().__init__(use_cache=False)
        self.moves: list[str] = []

    async def get_suggestion(self, value: str) -> str | None:
        """The first legal move that begins like this."""
        return next((move for move in self.moves if value and move.startswith(value)), None)
