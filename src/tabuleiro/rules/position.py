"""Positions, moves and outcomes: immutable values that know their game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from tabuleiro.rules.errors import IllegalMove
from tabuleiro.rules.primitives import (
    KEY,
    NOBODY,
    NO_MOVES,
    REASONS,
    TURN,
    reason_of,
    verdict,
    winner_of,
)
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from tabuleiro.rules.game import Game
    from tabuleiro.rules.primitives import Numbers


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won (None: a draw), why, and the points of both where points count."""

    winner: int | None
    reason: str
    scores: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a player wants to see beside the board; `player` is whose it is, None if it is nobody's."""

    key: str
    label: Text
    value: Text
    player: int | None = None
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Something a player wants to see on a cell: a short text, and the directions (files, ranks) a piece may take."""

    cell: str
    key: str
    text: str = ""
    directions: tuple[tuple[int, int], ...] = ()


class Move:
    """A move of one piece from a cell to another, with the cells that it captures."""

    __slots__ = ("_captured", "_code", "_position")

    def __init__(self, position: Position, code: int) -> None:
        self._position = position
        self._code = code
        self._captured: tuple[str, ...] | None = None

    @property
    def origin(self) -> str:
        """The name of the cell that the piece leaves."""
        return self._position.game.board.name[self._code >> 9]

    @property
    def target(self) -> str:
        """The name of the cell that the piece goes to."""
        return self._position.game.board.name[self._code & 511]

    @property
    def captured(self) -> tuple[str, ...]:
        """The names of the cells whose pieces are captured, sorted by file, then rank."""
        if self._captured is None:
            game = self._position.game
            names = [game.board.name[cell] for cell in game.try_move(self._position.state, self._code)[1]]
            self._captured = tuple(sorted(names, key=lambda name: (name[0], int(name[1:]))))
        return self._captured

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
    """The legal moves of a position, in a fixed order; a move is made when it is looked at."""

    __slots__ = ("_codes", "_position")

    def __init__(self, position: Position, codes: list[int]) -> None:
        self._position = position
        self._codes = codes

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(Move(self._position, code) for code in self._codes[index])
        return Move(self._position, self._codes[index])

    def __iter__(self) -> Iterator[Move]:
        return (Move(self._position, code) for code in self._codes)

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

    __slots__ = ("_codes", "_past", "_verdict", "game", "state")

    def __init__(self, game: Game, state: Numbers, past: tuple[int, Any] | None = None) -> None:
        """For `Game`'s use: `past` chains the keys of earlier positions that may come back."""
        self.game = game
        self.state = state
        self._past = past
        self._verdict: int | None = None
        self._codes: list[int] | None = None

    @property
    def turn(self) -> int:
        """Who is to move, as an index into `game.players`; once the game is over, who would be."""
        return int(self.state[TURN])

    @property
    def legal_moves(self) -> MoveList:
        """The moves of the side to move, in a fixed order; none once the game is over."""
        return MoveList(self, self._survey())

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        self._survey()
        code = self._verdict
        if not code:
            return None
        winner = winner_of(code)
        scores = self.game.scores(self)
        return Outcome(None if winner == NOBODY else winner, REASONS[reason_of(code)], scores)

    def play(self, move: Move | str) -> Position:
        """The position after a move, given as a `Move` or as text."""
        if isinstance(move, Move) and move._position is self:
            code = move._code
        else:
            code = self.find(move)._code
        state, taken = self.game.try_move(self.state, code)
        if not self.game.repeats:
            return Position(self.game, state)
        # A captured man never comes back, so no position before a capture can.
        return Position(self.game, state, None if taken else (int(self.state[KEY]), self._past))

    def find(self, move: Move | str) -> Move:
        """The legal move that a text (or a move of an equal position) means; InvalidMove or IllegalMove."""
        if isinstance(move, Move):
            move = str(move)
        origin, target, captured = self.game.read_move(move)
        code = origin << 9 | target
        if code not in self._survey():
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
        """What to show beside the board."""
        return tuple(self.game.facts(self))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What to show on the cells."""
        return tuple(self.game.marks(self))

    @property
    def occurrences(self) -> int:
        """How many times this position has occurred since the last capture, now included."""
        key, count, past = int(self.state[KEY]), 1, self._past
        while past is not None:
            count += past[0] == key
            past = past[1]
        return count

    @property
    def earlier_keys(self) -> tuple[int, ...]:
        """The keys of the earlier positions that may come back, the latest first."""
        keys, past = [], self._past
        while past is not None:
            keys.append(past[0])
            past = past[1]
        return tuple(keys)

    def piece(self, cell: str) -> int:
        """The code of the piece on a cell, 0 if it is empty."""
        return int(self.state[self.game.board.named[cell]])

    def _survey(self) -> list[int]:
        """The codes of the legal moves; also settles whether the game is over."""
        if self._codes is None:
            game = self.game
            self._verdict = game.judge(self.state, self.occurrences if self._past else 1)
            codes = [] if self._verdict else game.list_moves(self.state)
            if codes and game.forbids_repetition:
                codes = [code for code in codes if not self._would_repeat(code)]
            if not codes and not self._verdict:
                winner = NOBODY if game.no_moves_draw else 1 - self.turn
                self._verdict = verdict(winner, NO_MOVES)
            self._codes = codes
        return self._codes

    def _would_repeat(self, code: int) -> bool:
        state, taken = self.game.try_move(self.state, code)
        after = Position(self.game, state, None if taken else (int(self.state[KEY]), self._past))
        return after.occurrences >= self.game.repeats

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
        return hash((self.game.id, int(self.state[KEY])))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, self.state.tobytes(), self.earlier_keys)


def _restore(game: Game, state: bytes, earlier_keys: tuple[int, ...]) -> Position:
    import numpy

    past: tuple[int, Any] | None = None
    for key in reversed(earlier_keys):
        past = (key, past)
    return Position(game, numpy.frombuffer(state, dtype=numpy.int64).copy(), past)
