"""A board laid out in the plane, seen from one side: the basis of both kinds of drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tabuleiro.rules.board import FOUR, Board, Point, View, Zone
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.position import Move
from tabuleiro.rules.texts import Text

STYLES = ("first", "second", "camp", "line", "goal", "centre")
"""The styles of zones; where zones overlap, the later style shows."""

TERRITORIES = STYLES[:2]
"""The styles of large areas, which drawings show by colour alone."""

Place = tuple[int, int]
"""A file and a rank, both counted from 0."""


@dataclass(frozen=True)
class Layout:
    """The cells of a board in a view; with `flip`, turned around for the player on the other side."""

    board: Board
    view: View
    flip: bool = False

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The files and ranks of all cells, in the order of `board.cells`."""
        return tuple(self.board.place(cell) for cell in self.board.cells)

    @cached_property
    def zones(self) -> dict[Place, Zone]:
        """The zone that shows on each cell, for cells that are in one."""
        ordered = sorted(self.board.zones, key=lambda zone: STYLES.index(zone.style))
        return {self.place(name): zone for zone in ordered for name in zone.cells}

    def place(self, name: str) -> Place:
        """The file and rank of the cell with this name; TabuleiroError if there is none."""
        number = self.board.named.get(name.strip().lower())
        if number is None:
            last = self.board.name[self.board.cells[-1]]
            raise TabuleiroError(
                Text(
                    "There is no cell {name!r} on this board; its cells are a1 to {last}.",
                    "Não há nenhuma casa {name!r} neste tabuleiro; as casas vão de a1 a {last}.",
                ).fill(name=name[:40], last=last)
            )
        return self.board.place(number)

    def all_places(self, names: Iterable[str]) -> tuple[Place, ...]:
        """The files and ranks of several cells, each once, in the order given."""
        return tuple(dict.fromkeys(self.place(name) for name in names))

    def kinds(self, last: Move | None, targets: Iterable[str], cursor: str | None) -> dict[Place, str]:
        """The cells to highlight, with the kind of each: `last`, `target` or `cursor`; the later of these wins."""
        kinds = dict.fromkeys(self.all_places((last.origin, last.target)) if last else (), "last")
        kinds.update((place, "target") for place in self.all_places(targets))
        if cursor:
            kinds[self.place(cursor)] = "cursor"
        return kinds

    def centre(self, file: float, rank: float) -> Point:
        """The middle of a cell (x to the right, y down)."""
        x, y = self.view.centre(file, rank)
        return (-x, -y) if self.flip else (x, y)

    def outline(self, place: Place) -> tuple[Point, ...]:
        """The corners of a cell, in order around it."""
        corners = self.view.outline(*place)
        return tuple((-x, -y) for x, y in corners) if self.flip else corners

    def frame(self, margin: float) -> tuple[Point, ...]:
        """The corners of the whole board with a margin, in cells, around it."""
        low, right, top = -0.5 - margin, self.board.files - 0.5 + margin, self.board.ranks - 0.5 + margin
        return tuple(self.centre(*corner) for corner in ((low, low), (right, low), (right, top), (low, top)))

    def file_labels(self, distance: float) -> Iterator[tuple[str, Point]]:
        """The letters of the files, at this distance in cells from the lowest rank."""
        below, above = -distance, self.board.ranks - 1 + distance
        rank = max(below, above, key=lambda rank: self.centre(0, rank)[1])
        for file in range(self.board.files):
            yield self.board.name[self.board.number(file, 0)][0], self.centre(file, rank)

    def rank_labels(self, distance: float) -> Iterator[tuple[str, Point]]:
        """The numbers of the ranks, at this distance in cells from the lowest (or, if there is none, leftmost) file."""
        left, right = -distance, self.board.files - 1 + distance

        def lowest_then_leftmost(file: float) -> Point:
            x, y = self.centre(file, 0)
            return round(y, 6), -x

        file = max(left, right, key=lowest_then_leftmost)
        for rank in range(self.board.ranks):
            yield str(rank + 1), self.centre(file, rank)

    def border(self, zone: Zone) -> Iterator[tuple[Point, Point]]:
        """The edges between the cells of a zone and the rest."""
        inside = set(self.all_places(zone.cells))
        for file, rank in sorted(inside):
            for across, up in FOUR:
                if (file + across, rank + up) not in inside:
                    middle_file, middle_rank = file + across / 2, rank + up / 2
                    yield (
                        self.centre(middle_file - up / 2, middle_rank + across / 2),
                        self.centre(middle_file + up / 2, middle_rank - across / 2),
                    )

    def direction(self, direction: tuple[int, int]) -> Point:
        """Where a direction (files, ranks) of the board points in the plane, as a vector of length 1."""
        x, y = self.centre(*direction)
        length = (x * x + y * y) ** 0.5
        return x / length, y / length
