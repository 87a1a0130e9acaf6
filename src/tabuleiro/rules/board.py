"""The geometry of a board: its cells, their names, their numbers, and where they lie in the plane.

A cell's number is its place in a state's array (see `kernel`). Boards with walls have a ring of slots
around the cells, so that a step off the board lands on a wall and never on another rank.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import Text

FIRST_SLOT = 16
"""The slot of a state where the cells (or their walls) begin; the slots before it hold the game's numbers."""

WALL = -1
"""The value of the slots around a board that has walls."""

LARGEST = 19
"""The most files, and the most ranks, of a board."""

Point = tuple[float, float]

EIGHT = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight directions as (files, ranks), clockwise from straight up the board; every other one is orthogonal."""

FOUR = EIGHT[::2]
"""The four orthogonal directions."""


class View(NamedTuple):
    """One way to lay out the cells: the steps to the next file and to the next rank (x to the right, y down)."""

    name: str
    title: Text
    across: Point
    up: Point

    def centre(self, file: float, rank: float) -> Point:
        """The middle of a cell in the plane."""
        return (
            file * self.across[0] + rank * self.up[0],
            file * self.across[1] + rank * self.up[1],
        )

    def outline(self, file: int, rank: int) -> tuple[Point, ...]:
        """The corners of a cell, in order around it."""
        return tuple(
            self.centre(file + side, rank + height)
            for side, height in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        )


SQUARE = View("square", Text("square", "quadrado"), across=(1.0, 0.0), up=(0.0, -1.0))
_HALF = 0.5**0.5
DIAMOND = View("diamond", Text("diamond", "losango"), across=(_HALF, -_HALF), up=(-_HALF, -_HALF))


class Zone(NamedTuple):
    """Cells that the rules treat specially, and how to mark them.

    `style` is one of `centre`, `goal`, `line`, `camp`, `first`, `second`: how a drawing sets them off (`first`
    and `second` are the territories of the two players). `sign` marks an empty cell in a board of characters.
    """

    name: Text
    style: str
    cells: tuple[str, ...]
    sign: str = ""


@dataclass(frozen=True)
class Board:
    """A board of files and ranks. The first view is the one to use unless another is asked for."""

    files: int
    ranks: int
    walls: bool = True
    views: tuple[View, ...] = (SQUARE,)
    zones: tuple[Zone, ...] = field(default=())

    @cached_property
    def stride(self) -> int:
        """The difference between the numbers of a cell and of the cell above it."""
        return self.files + 1 if self.walls else self.files

    @cached_property
    def origin(self) -> int:
        """The number of a1."""
        return FIRST_SLOT + (self.stride + 1 if self.walls else 0)

    @cached_property
    def slots(self) -> int:
        """How many slots of a state the game's numbers, the cells and the walls take."""
        last = self.origin + (self.ranks - 1) * self.stride + self.files - 1
        return last + (self.stride + 2 if self.walls else 1)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The numbers of all cells, from a1 file by file, rank by rank."""
        return tuple(self.number(file, rank) for rank in range(self.ranks) for file in range(self.files))

    @cached_property
    def name(self) -> dict[int, str]:
        """The name of each cell by its number."""
        return {
            self.number(file, rank): f"{'abcdefghijklmnopqrs'[file]}{rank + 1}"
            for rank in range(self.ranks)
            for file in range(self.files)
        }

    @cached_property
    def named(self) -> dict[str, int]:
        """The number of each cell by its name."""
        return {name: number for number, name in self.name.items()}

    def number(self, file: int, rank: int) -> int:
        """The number of the cell on this file and rank, both counted from 0."""
        return self.origin + rank * self.stride + file

    def image(self, cell: int, map: Callable[[int, int, int, int], tuple[int, int]]) -> int:
        """The cell that a map of the board (file, rank, files, ranks -> file, rank) takes a cell to."""
        return self.number(*map(*self.place(cell), self.files, self.ranks))

    def place(self, cell: int) -> tuple[int, int]:
        """The file and the rank of a cell, both counted from 0."""
        rank, file = divmod(cell - self.origin, self.stride)
        return file, rank

    def holds(self, file: int, rank: int) -> bool:
        """Is there a cell on this file and rank?"""
        return 0 <= file < self.files and 0 <= rank < self.ranks

    def step(self, direction: tuple[int, int]) -> int:
        """How a cell's number changes by one step in a direction of (files, ranks)."""
        return direction[0] + direction[1] * self.stride

    def reach(self, cell: int, direction: tuple[int, int]) -> int:
        """How many steps it is from a cell to the edge of the board in this direction."""
        file, rank = self.place(cell)
        steps = 0
        while self.holds(file + direction[0], rank + direction[1]):
            file, rank, steps = file + direction[0], rank + direction[1], steps + 1
        return steps

    def line(self, origin: int, target: int) -> tuple[tuple[int, int], int] | None:
        """The direction (files, ranks) and number of steps from one cell to another, or None if they are not in line."""
        (file, rank), (to_file, to_rank) = self.place(origin), self.place(target)
        across, up = to_file - file, to_rank - rank
        steps = max(abs(across), abs(up))
        if steps == 0 or (across and up and abs(across) != abs(up)):
            return None
        return (across // steps, up // steps), steps

    def between(self, origin: int, target: int) -> tuple[int, ...]:
        """The cells strictly between two cells in line."""
        line = self.line(origin, target)
        if line is None:
            return ()
        direction, steps = line
        return tuple(origin + self.step(direction) * n for n in range(1, steps))

    def view(self, name: str | None = None) -> View:
        """The view with this name; without a name, the first."""
        if name is None:
            return self.views[0]
        for view in self.views:
            if view.name == name:
                return view
        raise TabuleiroError(
            Text(
                "This board has no view {name!r}; it has {views}.",
                "Este tabuleiro não tem a vista {name!r}; tem {views}.",
            ).fill(name=name[:40], views=", ".join(view.name for view in self.views))
        )
