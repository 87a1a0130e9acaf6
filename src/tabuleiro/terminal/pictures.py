"""Pictures of boards that cannot be played on: in the menu, beside the choices of a new game, in the rules."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text as RichText
from textual.app import RenderResult
from textual.widget import Widget

from tabuleiro.drawing.canvas import Style, sequence_of_all_colours, width_of
from tabuleiro.drawing.layout import Layout
from tabuleiro.drawing.palette import TERMINAL_INKS
from tabuleiro.drawing.text import TextBoard, cell_signs, cell_styles, draw_text
from tabuleiro.rules.position import Position

SMALL_SIGNS = {
    "disc": {"light": "○", "dark": "●"},
    "diamond": {"light": "◇", "dark": "◆"},
    "king": {"light": "♔", "dark": "♚"},
    "stack": {"light": "□", "dark": "■"},
}
"""Replacements for signs of pieces that are wider than one column, by shape and tone."""


def board_picture(position: Position, *, targets: Iterable[str] = ()) -> RichText:
    """The board in colours, with the cells that a piece may go to in brackets."""
    return RichText.from_ansi(draw_text(position, colour=True, targets=targets), no_wrap=True)


def small_picture(position: Position) -> RichText:
    """The board in colours, with signs of one column each."""
    game = position.game
    layout = Layout(game.board, game.board.view())
    signs = cell_signs(layout, position, marks=False, ascii=False)
    for cell, place in zip(layout.board.cells, layout.places, strict=True):
        piece = game.pieces.get(int(position.state[cell]))
        if piece is not None and width_of(signs[place]) > 1:
            signs[place] = SMALL_SIGNS[piece.shape][game.sides[piece.player].tone]
    drawing = TextBoard(layout, signs, apart=2)
    drawing.put_grounds({}, halves=True)
    drawing.put_signs(cell_styles(layout, position))
    drawing.put_brackets({}, Style(TERMINAL_INKS["bracket"]))
    drawing.put_coordinates("")
    return RichText.from_ansi(drawing.canvas.text(sequence_of_all_colours), no_wrap=True)


def size_of(picture: RichText) -> tuple[int, int]:
    """How many columns and lines a picture takes."""
    lines = picture.split("\n")
    return max(line.cell_len for line in lines), len(lines)


class Preview(Widget):
    """The largest picture of a position for which there is room, if any."""

    DEFAULT_CSS = """
    Preview { width: 1fr; height: 1fr; content-align: center top; padding: 1 0 0 0; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._pictures: tuple[RichText, ...] = ()
        self._words = ""

    def show(self, position: Position) -> None:
        """Show a position."""
        self._pictures = (board_picture(position), small_picture(position))
        self.refresh()

    @property
    def has_picture(self) -> bool:
        """Is there a position to show?"""
        return bool(self._pictures)

    def say(self, words: str) -> None:
        """Show a text instead of a position."""
        self._pictures, self._words = (), words
        self.refresh()

    def render(self) -> RenderResult:
        """The picture or text that is shown."""
        if not self._pictures:
            return RichText(self._words)
        for picture in self._pictures:
            columns, lines = size_of(picture)
            if columns <= self.content_size.width and lines <= self.content_size.height:
                return picture
        return ""
