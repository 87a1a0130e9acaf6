"""Positions, moves and outcomes: immutable values that know their game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from tabuleiro.rules.errors import IllegalMove, InvalidPosition
from tabuleiro.rules.primitives import (
    KEY,
    NO_MOVES,
    NOBODY,
    REASONS,
    TURN,
    origin_of,
    reason_of,
    target_of,
    verdict,
    winner_of,
)
from tabuleiro.rules.primitives import move as move_code
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from tabuleiro.rules.game import Game
    from tabuleiro.rules.primitives import Numbers

_new = object.__new__

Past = tuple[int, "Past"] | None
"""The keys of earlier positions, the latest first, as a chain that positions share."""


class Outcome(NamedTuple):
    """How a game ended: the winner (None: a draw), the reason, and the points of both in games that count them."""

    winner: int | None
    reason: str
    scores: tuple[int, int] | None = None


class Fact(NamedTuple):
    """Something to show beside the board; `player` is whom it belongs to, None if nobody."""

    key: str
    label: Text
    value: Text
    player: int | None = None
    warning: bool = False


class Mark(NamedTuple):
    """Something to show on a cell: a short text, and the directions (files, ranks) that a piece may take.

    A text that is already `on_piece` is not written a second time.
    """

    cell: str
    key: str
    text: str = ""
    directions: tuple[tuple[int, int], ...] = ()
    on_piece: bool = False


class Move:
    """A move of one piece from a cell to another, with the cells that it captures."""

    __slots__ = ("_code", "_position")

    def __init__(self, position: Position, code: int) -> None:
        self._position = position
        self._code = code

    @property
    def origin(self) -> str:
        """The name of the cell that the piece leaves."""
        return self._position.game.board.name[origin_of(self._code)]

    @property
    def target(self) -> str:
        """The name of the cell that the piece goes to."""
        return self._position.game.board.name[target_of(self._code)]

    @property
    def captured(self) -> tuple[str, ...]:
        """The names of the cells whose pieces are captured, sorted by file, then rank."""
        name = self._position.game.board.name
        cells = [name[cell] for cell in self._position._machine.captures(self._position._numbers, self._code)]
        return tuple(sorted(cells, key=lambda cell: (cell[0], int(cell[1:]))))

    def __str__(self) -> str:
        return self._position.game.write_move(self)

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        if self._position is other._position:
            return self._code == other._code
        return (self.origin, self.target, self.captured) == (other.origin, other.target, other.captured)

    def __hash__(self) -> int:
        return hash((self.origin, self.target))

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (self._position, self._code)


class MoveList(Sequence[Move]):
    """The legal moves of a position, in a fixed order. A `Move` is made only when it is looked at."""

    __slots__ = ("_position",)

    def __init__(self, position: Position) -> None:
        self._position = position

    def __len__(self) -> int:
        return self._position._count

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        position = self._position
        count = position._count
        if isinstance(index, slice):
            return tuple(Move(position, code) for code in self.codes()[index])
        if 0 <= index < count:
            return Move(position, position._numbers.item(position._machine.size + index))
        if -count <= index < 0:
            return self[index + count]
        raise IndexError(f"there are {count} legal moves")

    def __iter__(self) -> Iterator[Move]:
        return (Move(self._position, code) for code in self.codes())

    def codes(self) -> list[int]:
        """The moves as the numbers that the kernel knows them by."""
        position = self._position
        size = position._machine.size
        return position._numbers[size : size + position._count].tolist()

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and any(move == mine for mine in self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and not isinstance(other, str) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} moves: {', '.join(map(str, self))}>"


class Position:
    """A position of a game: an immutable value, equal to another when game and text (FEN) are equal."""

    __slots__ = ("_count", "_machine", "_numbers", "_past", "_verdict", "game")

    def __init__(self, game: Game, state: Numbers, past: Past = None) -> None:
        """For use by `Game`. `past` chains the keys of earlier positions that may still recur."""
        self.game = game
        self._past = past
        self._machine = game.machine
        self._numbers, self._count, self._verdict = self._machine.begin(state)
        self._settle()

    def _settle(self) -> None:
        """Apply the rules that depend on more than the state: repetition, and a side that cannot move."""
        game = self.game
        if self._past is not None and self.occurrences > 1:
            self._verdict = self._machine.judge(self._numbers, self.occurrences)
            if self._verdict:
                self._count = 0
        if game.forbids_repetition and self._count:
            earlier = Counter((self.key, *self.earlier_keys))
            allowed = [move._code for move in self.legal_moves if self._occurrences_after(move, earlier) < game.repeats]
            self._count = len(allowed)
            self._numbers[self._machine.size : self._machine.size + self._count] = allowed
        if not self._count and not self._verdict:
            self._verdict = verdict(NOBODY if game.no_moves_draw else 1 - self.turn, NO_MOVES)

    def _occurrences_after(self, move: Move, earlier: Counter[int]) -> int:
        """How often the position after a move will have occurred, given how often each key has occurred so far."""
        numbers, _, found = self._machine.play(self._numbers, move._code)
        return 1 if found & 255 else earlier[int(numbers[KEY])] + 1

    @property
    def state(self) -> Numbers:
        """The position as the kernel's numbers (see `kernel`). Do not change them."""
        return self._numbers[: self._machine.size]

    @property
    def key(self) -> int:
        """A number that is equal for equal boards with the same side to move, and hardly ever for different ones."""
        return self._numbers.item(KEY)

    @property
    def turn(self) -> int:
        """The player to move, as an index into `game.players`; after the end, the one who would be."""
        return self._numbers.item(TURN)

    @property
    def legal_moves(self) -> MoveList:
        """The moves of the side to move, in a fixed order; none once the game is over."""
        return MoveList(self)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        code = self._verdict
        if not code:
            return None
        winner = winner_of(code)
        return Outcome(None if winner == NOBODY else winner, REASONS[reason_of(code)], self.game.scores(self))

    def play(self, move: Move | str) -> Position:
        """The position after a move, given as a `Move` or as text."""
        if not (isinstance(move, Move) and move._position is self):
            move = self.find(move)
        after = _new(Position)
        after.game = self.game
        after._machine = machine = self._machine
        after._numbers, after._count, found = machine.play(self._numbers, move._code)
        after._verdict = found >> 8
        # A captured man never comes back, so no position before a capture can.
        after._past = (self.key, self._past) if machine.repeats and not found & 255 else None
        if after._past is not None or not after._count:
            after._settle()
        return after

    def find(self, move: Move | str) -> Move:
        """The legal move that a text, or a move of an equal position, stands for; InvalidMove or IllegalMove."""
        if isinstance(move, Move):
            move = str(move)
        origin, target, captured = self.game.read_move(move)
        code = move_code(origin, target)
        if code not in self.legal_moves.codes():
            raise IllegalMove(self._refusal(origin, target))
        found = Move(self, code)
        if captured and set(captured) != set(found.captured):
            raise IllegalMove(
                Text("{move} captures {right}, not {given}.", "{move} captura {right}, não {given}.").fill(
                    move=f"{found.origin}-{found.target}",
                    right=", ".join(found.captured) or Text("nothing", "nada"),
                    given=", ".join(captured),
                )
            )
        return found

    @property
    def fen(self) -> str:
        """The position as text."""
        return self.game.write_fen(self)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What to show beside the board; after the end, without warnings."""
        facts = tuple(self.game.facts(self))
        return facts if self.outcome is None else tuple(fact._replace(warning=False) for fact in facts)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What to show on the cells."""
        return tuple(self.game.marks(self))

    @property
    def attacked(self) -> tuple[str, ...]:
        """The cells of the pieces that the side to move could lose if the other side were to move."""
        if self.outcome is not None:
            return ()
        setup = self.game.setup_of(self)
        setup.turn = 1 - setup.turn
        try:
            other = self.game.build(setup)
        except InvalidPosition:  # if the position is impossible with the other side to move, nothing is attacked
            return ()
        captures, numbers = other._machine.captures, other._numbers
        cells = {cell for code in other.legal_moves.codes() for cell in captures(numbers, code)}
        return tuple(name for name, cell in self.game.board.named.items() if cell in cells)

    @property
    def occurrences(self) -> int:
        """How often this position has occurred since the last capture, including now."""
        key, count, past = self.key, 1, self._past
        while past is not None and past[1] is not None:
            past = past[1]  # one ply ago the other side was to move, so that was another position
            count += past[0] == key
            past = past[1]
        return count

    @property
    def earlier_keys(self) -> tuple[int, ...]:
        """The keys of earlier positions that may still recur, the latest first."""
        keys, past = [], self._past
        while past is not None:
            keys.append(past[0])
            past = past[1]
        return tuple(keys)

    def piece(self, cell: str) -> int:
        """The code of the piece on a cell, 0 if it is empty."""
        return self._numbers.item(self.game.board.named[cell])

    def _refusal(self, origin: int, target: int) -> Text:
        outcome = self.outcome
        if outcome is not None:
            return Text("The game is over ({reason}).", "O jogo terminou ({reason}).").fill(
                reason=self.game.reason_text(outcome.reason)
            )
        return self.game.refuse(self, origin, target)

    def __str__(self) -> str:
        return self.game.draw_text(self)

    def __repr__(self) -> str:
        return f"tabuleiro.game({self.game.id!r}).position({self.fen!r})"

    def _repr_svg_(self) -> str:
        return self.game.draw_svg(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and bool((self.state == other.state).all())

    def __hash__(self) -> int:
        return hash((self.game.id, self.key))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, self.state.tobytes(), self.earlier_keys)


def _restore(game: Game, state: bytes, earlier_keys: tuple[int, ...]) -> Position:
    import numpy

    past: Past = None
    for key in reversed(earlier_keys):
        past = (key, past)
    return Position(game, numpy.frombuffer(state, dtype=numpy.int64).copy(), past)
