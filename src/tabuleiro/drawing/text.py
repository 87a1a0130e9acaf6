"""Boards in characters: aligned columns, for any game, in any of its views; plain, in colours, or in ASCII alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil

from tabuleiro.drawing.canvas import Canvas, Style, sequence_of_256_colours, sequence_of_all_colours, width_of
from tabuleiro.drawing.layout import Layout, Place
from tabuleiro.drawing.palette import TERMINAL, TERMINAL_INKS
from tabuleiro.rules.board import Point, Zone
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position

BRACKETS = {"attacked": "!!", "last": "[]", "hint": "**", "target": "()", "selected": "{}", "cursor": "<>"}
"""The brackets around a cell of each kind; where two kinds meet, the later one counts."""

SHARED = "|"
"""The bracket between two cells of one kind that are only one column apart."""

ASCII_SIGNS = {"centre": "x", "goal": "+", "line": "+", "camp": ":"}
"""The signs of empty cells in zones whose own sign is not ASCII."""

FRAME, ASCII_FRAME = "╭─╮│╰╯", "+-+|++"

LEFT_HALF, RIGHT_HALF = "▌", "▐"

RAISED = dict(zip("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ", strict=True))


def draw_text(
    position: Position,
    *,
    view: str | None = None,
    colour: bool | str = False,
    flip: bool = False,
    last: Move | None = None,
    targets: Iterable[str] = (),
    marks: bool = False,
    cursor: str | None = None,
    ascii: bool = False,
) -> str:
    """The position as lines of characters, with the coordinates beside and below it.

    `view` names one of the board's views; `flip` turns it for the other player. The cells of a move just played
    (`last`) stand in `[]`, those that a piece may go to (`targets`) in `()`, that of the `cursor` in `<>`. `marks`
    writes what the game says about single cells behind their signs. `colour` adds the escape sequences of terminals, in
    all colours (`True`) or in the 256 that every terminal has (`"256"`). With `ascii`, there are no other characters,
    and pieces are the letters of the position's text.
    """
    board = position.game.board
    layout = Layout(board, board.view(view), flip)
    kinds = layout.kinds(last, targets, cursor)
    drawing = TextBoard(layout, cell_signs(layout, position, marks=marks, ascii=ascii), apart=2 if colour else 1)
    if colour:
        drawing.put_grounds(kinds, halves=not ascii)
    drawing.put_signs(cell_styles(layout, position) if colour else {})
    drawing.put_brackets(kinds, Style(TERMINAL_INKS["bracket"], bold=True) if colour else Style())
    drawing.put_coordinates("" if colour else ASCII_FRAME if ascii else FRAME)
    if not colour:
        return drawing.canvas.text()
    return drawing.canvas.text(sequence_of_256_colours if colour == "256" else sequence_of_all_colours)


def cell_signs(layout: Layout, position: Position, *, marks: bool, ascii: bool) -> dict[Place, str]:
    """The text on each cell."""
    piece_sign = piece_signs(position.game, ascii=ascii)
    signs: dict[Place, str] = {}
    for cell, place in zip(layout.board.cells, layout.places, strict=True):
        code, zone = int(position.state[cell]), layout.zones.get(place)
        if code in piece_sign:
            signs[place] = piece_sign[code]
        elif zone and zone.sign:
            signs[place] = zone_sign(zone, ascii=ascii)
        else:
            signs[place] = "." if ascii else "·"
    for mark in position.marks if marks else ():
        if mark.text and not mark.on_piece:
            raised = not ascii and RAISED.keys() >= set(mark.text)
            signs[layout.place(mark.cell)] += "".join(map(RAISED.__getitem__, mark.text)) if raised else f":{mark.text}"
    return signs


def piece_signs(game: Game, *, ascii: bool) -> dict[int, str]:
    """The sign of each kind of piece, by its code."""
    letters = ascii and not all(piece.sign.isascii() for piece in game.pieces.values())
    return {
        code: piece.token.replace("(", "").replace(")", "") if letters else piece.sign
        for code, piece in game.pieces.items()
    }


def zone_sign(zone: Zone, *, ascii: bool) -> str:
    """The sign on the empty cells of a zone that has one."""
    return ASCII_SIGNS.get(zone.style, ".") if ascii and not zone.sign.isascii() else zone.sign


def cell_styles(layout: Layout, position: Position) -> dict[Place, Style]:
    """The colours of the text on each cell: those of the piece's side, or those of empty cells."""
    game = position.game
    styles = {}
    for cell, place in zip(layout.board.cells, layout.places, strict=True):
        piece = game.pieces.get(int(position.state[cell]))
        ink = game.sides[piece.player].tone if piece else "empty"
        styles[place] = Style(TERMINAL_INKS[ink], bold=piece is not None)
    return styles


class TextBoard:
    """The cells of a layout in lines and columns of characters.

    Every cell has a field as wide as the widest sign, with at least `apart` columns between two fields of a line. A
    line is about twice as high as a column is wide, so boards keep their proportions as long as signs are narrow. On a
    large board a cell is several lines high (`height`), and `apart` should grow with it.
    """

    def __init__(self, layout: Layout, signs: Mapping[Place, str], apart: int, height: int = 1) -> None:
        self.layout, self.signs, self.canvas = layout, signs, Canvas()
        self.height, self.left, self.right = height, apart // 2, apart - apart // 2
        across, up = layout.view.across, layout.view.up
        self.width = max(map(width_of, signs.values()))
        # The cells lie on a lattice: as far apart as the smallest step that leads anywhere at all.
        self.step = min(abs(x) for x in (across[0], up[0]) if round(x, 6))
        self.rise = min(abs(y) for y in (across[1], up[1]) if round(y, 6))
        self.upright = not round(across[1], 6) and not round(up[0], 6)
        in_line = self.step if self.upright else 2 * self.step
        self.unit = max(2, ceil((self.width + apart) * self.step / in_line))

    def spot(self, point: Point) -> tuple[int, int]:
        """The line and the first column of the field around a point."""
        return round(point[1] / self.rise) * self.height, round(point[0] / self.step) * self.unit

    def lines(self, line: int) -> range:
        """The lines of a cell whose sign is on this line."""
        above = (self.height - 1) // 2
        return range(line - above, line - above + self.height)

    def cells_at(self) -> dict[tuple[int, int], Place]:
        """The cell that lies at each line and column."""
        found = {}
        for place in self.layout.places:
            line, column = self.spot(self.layout.centre(*place))
            for at in self.lines(line):
                for across in range(column - self.left, column + self.width + self.right):
                    found[at, across] = place
        return found

    def centred(self, sign: str) -> str:
        """A sign in the middle of a field."""
        free = self.width - width_of(sign)
        return " " * (free // 2) + sign + " " * (free - free // 2)

    def put_grounds(self, kinds: Mapping[Place, str], *, halves: bool) -> None:
        """Colour the cells; the columns between two fields are shared between their cells.

        In a view of slanting lines a column may be left over between two cells; with `halves` each gets a half of it.
        """
        left_of: dict[tuple[int, int], str] = {}
        right_of: dict[tuple[int, int], str] = {}
        columns = self.left + self.width + self.right
        for place in self.layout.places:
            line, column = self.spot(self.layout.centre(*place))
            zone = self.layout.zones.get(place)
            # Of two cells side by side in a line, one is darker.
            parity = (sum(place) if self.upright else place[0]) % 2
            ground = TERMINAL.cell(zone.style if zone else "", parity, kinds.get(place, ""))
            for at in self.lines(line):
                self.canvas.colour(at, range(column - self.left, column - self.left + columns), ground)
                right_of[at, column - self.left - 1] = left_of[at, column - self.left + columns] = ground
        if halves and 2 * self.unit - columns == 1 and not self.upright:
            for at, column in {**left_of, **right_of}:
                left, right = left_of.get((at, column)), right_of.get((at, column))
                if left:
                    self.canvas.put(at, column, LEFT_HALF, Style(left, right or ""))
                else:
                    self.canvas.put(at, column, RIGHT_HALF, Style(right or ""))

    def put_signs(self, styles: Mapping[Place, Style]) -> None:
        """Write the pieces and signs on the cells."""
        for place, sign in self.signs.items():
            line, column = self.spot(self.layout.centre(*place))
            self.canvas.put(line, column, self.centred(sign), styles.get(place, Style()))

    def put_brackets(self, kinds: Mapping[Place, str], style: Style) -> None:
        """Write brackets around the cells that have a kind; two cells of one kind may have to share a column."""
        for place, kind in sorted(kinds.items(), key=lambda item: list(BRACKETS).index(item[1])):
            line, column = self.spot(self.layout.centre(*place))
            for beside, bracket in zip((column - 1, column + self.width), BRACKETS[kind], strict=True):
                shared = self.canvas.at(line, beside) in BRACKETS[kind]
                self.canvas.put(line, beside, SHARED if shared else bracket, style)

    def put_coordinates(self, frame: str) -> None:
        """Write the names of files and ranks: beside an upright board and its frame, along the edges of any other."""
        if self.upright:
            self.put_sides(frame)
            return
        for name, point in (*self.layout.file_labels(1), *self.layout.rank_labels(1)):
            line, column = self.spot(point)
            self.canvas.put(line, column, f"{name:^{self.width}}")

    def put_sides(self, frame: str) -> None:
        """Put a frame around an upright board, the ranks to its left and the files below it."""
        spots = [self.spot(self.layout.centre(*place)) for place in self.layout.places]
        top, bottom = min(line for line, _ in spots), max(line for line, _ in spots)
        left, right = min(column for _, column in spots) - 2, max(column for _, column in spots) + self.width + 1
        if frame:
            upper_left, level, upper_right, upright, lower_left, lower_right = tuple(frame)
            across = level * (right - left - 1)
            self.canvas.put(top - 1, left, upper_left + across + upper_right)
            self.canvas.put(bottom + 1, left, lower_left + across + lower_right)
            for line in range(top, bottom + 1):
                self.canvas.put(line, left, upright)
                self.canvas.put(line, right, upright)
        for name, point in self.layout.rank_labels(1):
            self.canvas.put(self.spot(point)[0], left - 3, f"{name:>2}")
        below = self.lines(bottom).stop + (1 if frame else 0)
        for name, point in self.layout.file_labels(1):
            self.canvas.put(below, self.spot(point)[1], self.centred(name))
