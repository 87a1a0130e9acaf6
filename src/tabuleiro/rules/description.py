"""The parts of a game's description: sides, pieces, options, lessons, evaluation terms, match formats, symmetries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tabuleiro.rules.errors import UnknownGame
from tabuleiro.rules.texts import Text, listing, same

LONGEST_VALUE = 2000
"""The longest text for an option's value: a list of all cells of the largest board is shorter."""


class Side(NamedTuple):
    """One of the two players: its name in ids and options, its letter in a position's text, its title, its tone."""

    name: str
    letter: str
    title: Text
    tone: str  # "light" or "dark": how its pieces are drawn


WHITE_SIDE = Side("white", "w", Text("White", "Brancas"), "light")
BLACK_SIDE = Side("black", "b", Text("Black", "Pretas"), "dark")


class Piece(NamedTuple):
    """A kind of piece: its code in states, its token in a position's text, its owner, and how it looks.

    `name` is what sentences call it, with its article ("the soldier", "o soldado"). `sign` stands for it on a board
    of characters. `shape` is `disc`, `diamond`, `king` or `stack`, and `label` what is written on it in a picture.
    """

    code: int
    token: str
    player: int
    name: Text
    sign: str
    shape: str = "disc"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A switch or a size of a game: its allowed values, words or whole numbers, and what it means."""

    default: str | int
    about: Text
    words: tuple[str, ...] = ()
    numbers: range | None = None
    check: Callable[[str], bool] | None = None
    form: Text | None = None

    def read(self, name: str, value: object) -> str | int:
        """The value that a text or a number means; UnknownGame says what there is."""
        text = ("yes" if value else "no") if isinstance(value, bool) else str(value).strip().lower()
        if text in self.words:
            return text
        if (
            self.numbers is not None
            and text.isascii()
            and text.isdigit()
            and len(text) < 10
            and int(text) in self.numbers
        ):
            return int(text)
        if self.check is not None and len(text) <= LONGEST_VALUE and self.check(text):
            return text
        raise UnknownGame(
            Text(
                "{name} cannot be {value!r}; it may be {allowed}.", "{name} não pode ser {value!r}; pode ser {allowed}."
            ).fill(name=name, value=text[:40], allowed=self.allowed)
        )

    @property
    def allowed(self) -> Text:
        """The allowed values, in words."""
        parts = [same(word) for word in self.words]
        if self.numbers is not None:
            sizes = same(f"{self.numbers[0]}…{self.numbers[-1]}")
            even = Text(" (even)", " (par)") if self.numbers.step == 2 else same("")
            parts.append(sizes + even)
        if self.form is not None:
            parts.append(self.form)
        return listing(parts, same(", "))


@dataclass(slots=True)
class Setup:
    """A position not yet checked: pieces by cell number, the turn, and the numbers that the game declares."""

    cells: dict[int, int] = field(default_factory=dict)
    turn: int = 0
    numbers: dict[int, int] = field(default_factory=dict)

    def count(self, *pieces: int) -> int:
        """The number of pieces with these codes."""
        return sum(1 for piece in self.cells.values() if piece in pieces)


class Lesson(NamedTuple):
    """A part of the rules in plain words, with a picture: a position, and the cell of a piece whose moves are shown."""

    title: Text
    body: Text
    fen: str | None = None
    cell: str | None = None


class Term(NamedTuple):
    """Something that a game's evaluation looks at: a short name and what it means."""

    name: str
    title: Text


NETWORK_TERM = Term(
    "network", Text("how the pieces stand together (network)", "como as peças estão em conjunto (rede)")
)


class Format(NamedTuple):
    """A kind of match that suits a game: how many games, with seats exchanged after each, and what decides it.

    With `adds_scores` the games' points are added up; otherwise games won count. A tie is broken by one more game of the
    variant `tie_break`, seats by lot.
    """

    name: str
    title: Text
    games: int = 1
    adds_scores: bool = False
    tie_break: str | None = None


class PrologForm(NamedTuple):
    """How a report writes a board of this game as a Prolog term: `name([[atom, …], …])`.

    `rows` gives the cells (numbers) of the lists in order, `atoms` the code of the piece that each atom stands for,
    `empty` the atom of an empty cell. A list that the report leaves out when all its cells are empty is `optional`.
    """

    name: str
    rows: tuple[tuple[int, ...], ...]
    atoms: Mapping[str, int]
    empty: str = "0"
    optional: int | None = None


class Symmetry(NamedTuple):
    """A map of the board (file, rank, files, ranks -> file, rank) that turns legal moves into legal moves."""

    name: str
    map: Callable[[int, int, int, int], tuple[int, int]]
    swaps_players: bool = False


MIRROR = Symmetry("mirror", lambda file, rank, files, ranks: (files - 1 - file, rank))
TURN_AROUND = Symmetry(
    "half turn with sides exchanged",
    lambda file, rank, files, ranks: (files - 1 - file, ranks - 1 - rank),
    swaps_players=True,
)
