"""Solving a puzzle: the prover knows which moves still win in time, and defends as stubbornly as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.proof import Prover
from tabuleiro.engine.proofnumbers import against_of
from tabuleiro.engine.puzzles import Puzzle
from tabuleiro.games import game as find_game
from tabuleiro.messages import protocol, reason_text
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.texts import Text

NODES = 400_000
"""The most positions to search for one answer: about a tenth of a second."""

TABLE_MB = 4

PUNISHED_WITHIN = 3
"""A wrong move that lets the other side win within this many plies is answered with that whole line."""

WRONG, GOES_ON, SOLVED = "wrong", "goes-on", "solved"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a move tried in a puzzle led to.

    WRONG: after it there is no win in time any more, so the move was not played; `line` is how the other side would have
    answered it, as far as that is known. GOES_ON: the move was right, and `reply` was played in answer. SOLVED: the game is
    won; `reply` is set only where it was a forced answer that lost it.
    """

    kind: str
    reply: Move | None = None
    line: tuple[Move, ...] = ()


class Attempt:
    """A puzzle as it is being solved: it is always the solver's move, until it is solved."""

    def __init__(self, puzzle: Puzzle) -> None:
        """The puzzle from its beginning; UnknownGame, InvalidPosition if its game or position does not exist."""
        self.puzzle = puzzle
        game = find_game(puzzle.game)
        self._position = game.position(puzzle.fen)
        self._moves: list[Move] = []
        self._judge = _Judge(game)
        self.solver = self._position.turn

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._position

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that both sides have played."""
        return tuple(self._moves)

    @property
    def is_solved(self) -> bool:
        """Is the game won?"""
        return _is_won_by(self.solver, self._position)

    @property
    def plies_left(self) -> int:
        """Within how many plies the game is still to be won; 0 once it is."""
        return 0 if self.is_solved else max(0, self.puzzle.plies - len(self._moves))

    def play(self, move: Move | str) -> Answer:
        """Try a move; one that keeps the win within reach is played and answered. InvalidMove, IllegalMove."""
        found = self._position.find(move)
        after = self._position.play(found)
        self._judge.forget()
        if not self._judge.wins(after, self.solver, self.plies_left - 1):
            return Answer(WRONG, line=self._refutation(after))
        self._put(found)
        if self.is_solved:
            return Answer(SOLVED)
        reply = self._judge.most_stubborn(after, self.solver, self.plies_left)
        self._put(reply)
        return Answer(SOLVED if self.is_solved else GOES_ON, reply)

    def hint(self) -> Move:
        """A move that wins as soon as possible; EngineError once the game is won."""
        outcome = self._position.outcome
        if outcome is not None:
            raise EngineError(protocol.GAME_OVER.fill(reason=reason_text(outcome.reason)))
        return self._judge.quickest(self._position, self.solver, self.plies_left)

    def solution(self) -> tuple[Move, ...]:
        """The moves of both sides from here to the won end: the quickest win against the most stubborn defence."""
        return self._judge.line(self._position, self.solver, self.plies_left)

    def _put(self, move: Move) -> None:
        self._position = self._position.play(move)
        self._moves.append(move)

    def _refutation(self, after: Position) -> tuple[Move, ...]:
        """The other side's answer to a wrong move: a quick win of its own, or holding out long enough."""
        was_asked = after.outcome is None and self.plies_left > 1
        saving = self._judge.found_moves(after) if was_asked else []
        defender = 1 - self.solver
        if self._judge.wins(after, defender, PUNISHED_WITHIN):
            return self._judge.line(after, defender, PUNISHED_WITHIN)
        return tuple(saving[:1])


class _Judge:
    """Answers questions about positions of one attempt, exactly within the plies asked about."""

    def __init__(self, game: Game) -> None:
        self._prover = Prover(game, hash_mb=TABLE_MB)
        self._past: tuple[int, ...] = ()

    def forget(self) -> None:
        """Start afresh, so that answers do not depend on what was asked before."""
        self._prover.forget()

    def wins(self, position: Position, player: int, plies: int) -> bool:
        """Is it proved that a player wins within this many plies?"""
        if position.outcome is not None:
            return _is_won_by(player, position)
        if plies < 1:
            return False
        if position.earlier_keys != self._past:  # proofs with another past may use moves that this one forbids
            self._prover.forget()
            self._past = position.earlier_keys
        return bool(self._prover.wins(position, player, bound=plies, nodes=NODES))

    def found_moves(self, position: Position) -> list[Move]:
        """The moves that, by the last answer, reach the aim of the side to move: to win, or to prevent the win."""
        legal = position.legal_moves.codes()
        return [
            Move(position, code) for code, known in self._prover.replies() if against_of(known) == 0 and code in legal
        ]

    def quickest(self, position: Position, winner: int, most: int) -> Move:
        """The move with which the winner, who is to move, wins soonest within a number of plies; EngineError."""
        self.forget()
        for plies in range(1, most + 1):
            if self.wins(position, winner, plies):
                return self.found_moves(position)[0]
        raise EngineError(
            Text("No win can be found within {plies} plies.", "Não se encontra vitória em {plies} lances.").fill(
                plies=most
            )
        )

    def most_stubborn(self, position: Position, winner: int, most: int) -> Move:
        """The first of the moves with which the loser, who is to move, holds out longest."""
        self.forget()
        left: Sequence[tuple[Move, Position]] = [(move, position.play(move)) for move in position.legal_moves]
        for plies in range(most):
            holding = [(move, after) for move, after in left if not self.wins(after, winner, plies)]
            if not holding:
                break
            left = holding
        return left[0][0]

    def line(self, position: Position, winner: int, plies: int) -> tuple[Move, ...]:
        """The moves to the end of a game that is won within a number of plies."""
        moves: list[Move] = []
        while position.outcome is None:
            choose = self.quickest if position.turn == winner else self.most_stubborn
            moves.append(choose(position, winner, plies - len(moves)))
            position = position.play(moves[-1])
        return tuple(moves)


def _is_won_by(player: int, position: Position) -> bool:
    outcome = position.outcome
    return outcome is not None and outcome.winner == player


__all__ = ["GOES_ON", "SOLVED", "WRONG", "Answer", "Attempt"]
