"""What all screens with a board share: it fills its area and can be flipped and seen in other views."""

from __future__ import annotations

from textual.containers import Container

from tabuleiro.terminal.board import BoardView
from tabuleiro.terminal.screens import KeyedScreen


class BoardArea(Container):
    """The area of a board, which is drawn as large as fits into it."""

    def on_resize(self) -> None:
        """Fit the board to the new size."""
        for board in self.query(BoardView):
            board.fit(self.size)


class BoardScreen(KeyedScreen):
    """A screen that shows a board, once it has one, in the area `#board-area`."""

    def __init__(self, *, view: str | None = None, flip: bool = False) -> None:
        super().__init__()
        self._board: BoardView | None = None
        self._view, self._flip = view, flip

    def put_board(self, board: BoardView) -> None:
        """Show this board, in place of any other."""
        area = self.query_one("#board-area")
        area.remove_children()
        area.mount(board)
        self._board = board
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Draw the board as large as its area allows."""
        if self._board is not None:
            self._board.fit(self.query_one("#board-area").size)

    @property
    def has_views(self) -> bool:
        """Can the board be seen in more than one way?"""
        return self._board is not None and len(self._board.position.game.board.views) > 1

    def action_flip(self) -> None:
        """See the board from the other side."""
        if self._board is not None:
            self._board.flip = self._flip = not self._board.flip

    def action_view(self) -> None:
        """See the board in its next view."""
        if self._board is not None:
            self._board.next_view()
            self._view = self._board.view
            self.call_after_refresh(self._fit)

    def action_rules(self) -> None:
        """Read the rules of the game."""
        from tabuleiro.terminal.rules import RulesScreen

        if self._board is not None:
            self.app.push_screen(RulesScreen(self._board.position.game))
