"""The board on the screen: drawn as large as there is room, and used by mouse or by keys.

It knows positions and legal moves but no rules: it reports a chosen move, or a sentence that says why one is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tabuleiro.drawing.canvas import Style
from tabuleiro.drawing.layout import Layout, Place
from tabuleiro.drawing.palette import TERMINAL_INKS
from tabuleiro.drawing.text import TextBoard, cell_signs, cell_styles
from tabuleiro.messages.status import why_not_movable
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.texts import Text

SIZES = ((3, 6), (3, 4), (2, 4), (2, 2), (1, 2))
"""The sizes to try, the best first: the height of a cell in lines, and the columns between two signs."""

SMALLEST = (1, 1)

LABELS = 5
"""The most columns that the rank numbers take beside an upright board."""


class BoardView(Widget, can_focus=True):
    """A position on the screen. With `is_active`, the pieces of the side to move can be picked up and put down."""

    DEFAULT_CSS = """
    BoardView { width: auto; height: auto; }
    BoardView:focus { text-style: none; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
        Binding("left", "step(-1, 0)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("enter,space", "use", show=False),
        Binding("tab", "hop(1)", show=False),
        Binding("shift+tab", "hop(-1)", show=False),
        Binding("escape", "let_go", show=False),
    ]

    class MoveChosen(Message):
        """A person has chosen a legal move."""

        def __init__(self, move: Move) -> None:
            super().__init__()
            self.move = move

    class Refused(Message):
        """A person has tried something that is not possible."""

        def __init__(self, text: Text) -> None:
            super().__init__()
            self.text = text

    class Touched(Message):
        """A person has picked up a piece or let it go: earlier messages no longer matter."""

    def __init__(
        self, position: Position, *, view: str | None = None, flip: bool = False, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.position = position
        self.is_active = True
        self.shows_marks = True
        self.shows_attacked = False
        self.room = Size(80, 24)
        self._view, self._flip = view, flip
        self._last: Move | None = None
        self._hint: Move | None = None
        self._selected: str | None = None
        self._cursor: str | None = None
        self._strips: list[Strip] = []
        self._pressed: str | None = None
        self._attacked: tuple[str, ...] | None = None
        self._compose_board()

    # --- what is shown ---
    def show(self, position: Position, *, last: Move | None = None) -> None:
        """Show a position, and the move that led to it, with no piece picked up."""
        self.position, self._last = position, last
        self._selected = self._hint = self._attacked = None
        self._draw()

    def show_hint(self, move: Move | None) -> None:
        """Show a move as a hint."""
        self._hint = move
        self._draw()

    @property
    def flip(self) -> bool:
        """Is the board seen from the other side?"""
        return self._flip

    @flip.setter
    def flip(self, flip: bool) -> None:
        self._flip = flip
        self._draw()

    @property
    def view(self) -> str | None:
        """The name of the view that is shown, None for the board's first."""
        return self._view

    @view.setter
    def view(self, view: str | None) -> None:
        self._view = view
        self._draw()

    def next_view(self) -> None:
        """Show the next of the board's views."""
        names = [view.name for view in self.position.game.board.views]
        self.view = names[(names.index(self._view or names[0]) + 1) % len(names)]

    @property
    def last(self) -> Move | None:
        """The move that is shown as the last one."""
        return self._last

    @property
    def cursor(self) -> str | None:
        """The cell that keys act on; None before any key was pressed."""
        return self._cursor

    @property
    def selected(self) -> str | None:
        """The cell of the piece that was picked up."""
        return self._selected

    def fit(self, room: Size) -> None:
        """Draw the board as large as this room allows."""
        if room != self.room:
            self.room = room
            self._draw()

    def redraw(self) -> None:
        """Draw the board again after a change."""
        self._draw()

    def select(self, cell: str | None) -> None:
        """Pick up the piece on a cell, or let go of it."""
        self._selected = cell
        self._draw()
        self.post_message(self.Touched())

    # --- drawing ---
    def _draw(self) -> None:
        self._compose_board()
        self.refresh(layout=True)

    @property
    def _layout(self) -> Layout:
        board = self.position.game.board
        return Layout(board, board.view(self._view), self._flip)

    def _compose_board(self) -> None:
        layout, position = self._layout, self.position
        signs = cell_signs(layout, position, marks=self.shows_marks, ascii=False)
        kinds = self._kinds(layout)
        drawing = next(filter(self._fits, (self._sized(signs, *size) for size in SIZES)), None)
        drawing = drawing or self._sized(signs, *SMALLEST)
        drawing.put_grounds(kinds, halves=True)
        drawing.put_signs(cell_styles(layout, position))
        if self._cursor is not None and self.has_focus:
            kinds[layout.place(self._cursor)] = "cursor"
        drawing.put_brackets(kinds, Style(TERMINAL_INKS["bracket"], bold=True))
        drawing.put_coordinates("")
        canvas = drawing.canvas
        lines, columns = canvas.extent
        self._strips = [
            Strip([Segment(text, _rich(style)) for text, style in canvas.runs(line, columns)], len(columns))
            for line in lines
        ]
        self._drawing, self._corner = drawing, (lines.start, columns.start)

    def _sized(self, signs: dict[Place, str], height: int, apart: int) -> TextBoard:
        return TextBoard(self._layout, signs, apart, height)

    def _fits(self, drawing: TextBoard) -> bool:
        """Is there room for the board at this size, with its coordinates?"""
        board = drawing.layout.board
        if drawing.upright:
            lines, columns = board.ranks * drawing.height + 1, board.files * drawing.unit + LABELS
        else:
            rows = board.files + board.ranks - 1
            lines, columns = rows * drawing.height + 2, (rows + 3) * drawing.unit
        return lines <= self.room.height and columns <= self.room.width

    def _kinds(self, layout: Layout) -> dict[Place, str]:
        """How to set off cells; where several kinds meet on a cell, the later one wins."""
        kinds: dict[Place, str] = {}

        def mark(cells: Iterable[str], kind: str) -> None:
            kinds.update((layout.place(cell), kind) for cell in cells)

        if self.shows_attacked:
            if self._attacked is None:
                self._attacked = self.position.attacked
            mark(self._attacked, "attacked")
        if self._last is not None:
            mark((self._last.origin, self._last.target), "last")
        if self._hint is not None:
            mark((self._hint.origin, self._hint.target), "hint")
        if self._selected is not None:
            mark((move.target for move in self._moves_from(self._selected)), "target")
            mark((self._selected,), "selected")
        return kinds

    def render_line(self, y: int) -> Strip:
        """One line of the board."""
        return self._strips[y].apply_style(self.rich_style) if y < len(self._strips) else Strip.blank(self.size.width)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the board is drawn."""
        return self._strips[0].cell_length

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the board is drawn."""
        return len(self._strips)

    def on_focus(self) -> None:
        """Show the cursor."""
        self._draw()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self._draw()

    # --- choosing a move ---
    def _moves_from(self, cell: str) -> list[Move]:
        return [move for move in self.position.legal_moves if move.origin == cell]

    def use(self, cell: str) -> None:
        """Pick up the piece on a cell, or put the picked-up one down there; if that is not possible, say why."""
        if not self.is_active:
            return
        selected = self._selected
        if selected is None:
            refusal = why_not_movable(self.position, cell)
            if refusal is None:
                self.select(cell)
            else:
                self.post_message(self.Refused(refusal))
        elif cell == selected:
            self.select(None)
        elif any(move.origin == cell for move in self.position.legal_moves):
            self.select(cell)
        else:
            self._put(selected, cell)

    def _put(self, origin: str, target: str) -> None:
        try:
            move = self.position.find(f"{origin}-{target}")
        except TabuleiroError as error:
            message = error.message
            self.post_message(self.Refused(message if isinstance(message, Text) else Text(message, message)))
            return
        self._selected = None
        self.post_message(self.MoveChosen(move))

    def action_use(self) -> None:
        """Pick up or put down where the cursor is."""
        if self._cursor is None:
            self._place_cursor()
        else:
            self.use(self._cursor)

    def action_let_go(self) -> None:
        """Let go of the picked-up piece; if there is none, leave the key to the screen."""
        if self._selected is None:
            raise SkipAction
        self.select(None)

    def action_step(self, across: int, down: int) -> None:
        """Move the cursor to the next cell in this direction on the screen."""
        if self._cursor is None:
            self._place_cursor()
            return
        layout = self._layout
        x, y = layout.centre(*layout.place(self._cursor))
        best: tuple[float, float, float, str] | None = None
        middle = sum(layout.centre(*place)[0] for place in layout.places) / len(layout.places)
        for number, place in zip(layout.board.cells, layout.places, strict=True):
            at_x, at_y = layout.centre(*place)
            ahead = (at_x - x) * across + (at_y - y) * down
            beside = abs((at_x - x) * down) + abs((at_y - y) * across)
            if ahead < 0.1 or (across and beside > 0.1):
                continue
            found = (round(ahead, 3), round(beside, 3), round(abs(at_x - middle), 3), layout.board.name[number])
            best = found if best is None or found < best else best
        if best is not None:
            self._move_cursor(best[3])

    def action_hop(self, direction: int) -> None:
        """Move the cursor to the next useful cell: a piece that can move or, with one picked up, where it may go."""
        if not self.is_active:
            return
        cells = self._sensible_cells()
        if cells:
            at = cells.index(self._cursor) + direction if self._cursor in cells else min(direction - 1, 0)
            self._move_cursor(cells[at % len(cells)])

    def _sensible_cells(self) -> list[str]:
        """The cells that can be used now, in reading order on the screen."""
        moves = self.position.legal_moves
        if self._selected is None:
            wanted = {move.origin for move in moves}
        else:
            wanted = {move.target for move in self._moves_from(self._selected)}
        layout = self._layout

        def reading(cell: str) -> tuple[float, float]:
            x, y = layout.centre(*layout.place(cell))
            return round(y, 3), x

        return sorted(wanted, key=reading)

    def _place_cursor(self) -> None:
        cells = self._sensible_cells()
        self._move_cursor(cells[len(cells) // 2] if cells else next(iter(self.position.game.board.named)))

    def _move_cursor(self, cell: str) -> None:
        """Put the cursor on a cell, and scroll there if the board does not fit."""
        self._cursor = cell
        self._draw()
        place = self.parent
        if isinstance(place, Widget):
            column, line = self.region_of(cell)
            across, down = max(self._drawing.unit, LABELS), self._drawing.height
            field = Region(column - across, line - down, 2 * across + self._drawing.width, 2 * down + 1)
            place.scroll_to_region(field.translate(self.virtual_region.offset), animate=False, force=True)

    # --- the mouse: click and click, or drag ---
    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Pick up the piece under the mouse, or put the picked-up one down there."""
        cell = self._cell_at(event.x, event.y)
        if cell is not None:
            self._cursor, self._pressed = cell, cell
            self.use(cell)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Put down the piece that was dragged."""
        cell, pressed, self._pressed = self._cell_at(event.x, event.y), self._pressed, None
        if self.is_active and cell is not None and pressed == self._selected and pressed not in (None, cell):
            self._put(str(pressed), cell)

    def _cell_at(self, x: int, y: int) -> str | None:
        place = self._drawing.cells_at().get((y + self._corner[0], x + self._corner[1]))
        board = self.position.game.board
        return None if place is None else board.name[board.number(*place)]

    def region_of(self, cell: str) -> tuple[int, int]:
        """A column and a line of this widget inside a cell."""
        line, column = self._drawing.spot(self._layout.centre(*self._layout.place(cell)))
        return column - self._corner[1], line - self._corner[0]


@cache
def _rich(style: Style) -> RichStyle:
    return RichStyle(color=style.ink or None, bgcolor=style.ground or None, bold=style.bold)


__all__ = ["BoardView"]
