"""A sheet of lines and columns to write characters on, and the escape sequences that colour them in a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tabuleiro.drawing.palette import channels, nearest_of_256

RESET = "\x1b[0m"


class Style(NamedTuple):
    """The colours of a character and its background, each `#rrggbb` (`""`: the terminal's own)."""

    ink: str = ""
    ground: str = ""
    bold: bool = False


PLAIN = Style()


def width_of(text: str) -> int:
    """How many columns a text takes in a terminal."""
    return sum(_columns(character) for character in text)


@cache
def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("F", "W") else 1


def sequence_of_all_colours(style: Style) -> str:
    """The escape sequence of a style for terminals that show every colour."""
    return _sequence(style, lambda colour: "2;{};{};{}".format(*channels(colour)))


def sequence_of_256_colours(style: Style) -> str:
    """The escape sequence of a style for terminals that show 256 colours."""
    return _sequence(style, lambda colour: f"5;{nearest_of_256(colour)}")


def _sequence(style: Style, code: Callable[[str], str]) -> str:
    parts = ["0"]
    if style.bold:
        parts.append("1")
    if style.ink:
        parts.append(f"38;{code(style.ink)}")
    if style.ground:
        parts.append(f"48;{code(style.ground)}")
    return f"\x1b[{';'.join(parts)}m"


class Canvas:
    """Lines and columns, numbered from anywhere, that keep what was last written on them."""

    def __init__(self) -> None:
        self._written: dict[tuple[int, int], tuple[str, Style]] = {}

    def put(self, line: int, column: int, text: str, style: Style = PLAIN) -> None:
        """Write a text from a place on, over what is there; if it has no background of its own, the old one stays."""
        for character in text:
            columns = _columns(character)
            if columns == 0:
                before, below = self._written[line, column - 1]
                self._written[line, column - 1] = before + character, below
                continue
            below = self._written.get((line, column), (" ", PLAIN))[1]
            laid = style if style.ground else style._replace(ground=below.ground)
            self._written[line, column] = character, laid
            for extra in range(1, columns):
                self._written[line, column + extra] = "", laid
            column += columns

    def colour(self, line: int, columns: range, ground: str) -> None:
        """Give some columns of a line a background without writing on them."""
        self._written.update(dict.fromkeys(((line, column) for column in columns), (" ", Style(ground=ground))))

    def at(self, line: int, column: int) -> str:
        """What is written in a place."""
        return self._written.get((line, column), (" ", PLAIN))[0]

    @property
    def extent(self) -> tuple[range, range]:
        """The lines and the columns in which something is written."""
        lines, columns = zip(*self._written, strict=True)
        return range(min(lines), max(lines) + 1), range(min(columns), max(columns) + 1)

    def runs(self, line: int, columns: range) -> list[tuple[str, Style]]:
        """What is written in these columns of a line, in pieces of one style each."""
        found: list[tuple[str, Style]] = []
        for column in columns:
            character, style = self._written.get((line, column), (" ", PLAIN))
            if found and found[-1][1] == style:
                found[-1] = found[-1][0] + character, style
            else:
                found.append((character, style))
        return found

    def text(self, sequence: Callable[[Style], str] | None = None) -> str:
        """All lines, without spaces at their ends; without a `sequence` to write styles, they are left out."""
        lines, columns = self.extent
        return "\n".join(self._line(line, columns, sequence) for line in lines)

    def _line(self, line: int, columns: range, sequence: Callable[[Style], str] | None) -> str:
        written = [self._written.get((line, column), (" ", PLAIN)) for column in columns]
        while written and written[-1] == (" ", PLAIN):
            written.pop()
        if sequence is None:
            return "".join(character for character, _ in written).rstrip()
        parts, now = [], PLAIN
        for character, style in written:
            if style != now:
                parts.append(RESET if style == PLAIN else sequence(style))
                now = style
            parts.append(character)
        return "".join(parts) + (RESET if now != PLAIN else "")
