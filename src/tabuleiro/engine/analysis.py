"""What the engine says about a position: lines of play with their scores."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.rules.position import Move, Position

WON = 1_000_000
"""The score of a game that is won now; one that is won in n plies scores n less."""

DECIDED = WON - 1000
"""A score at least this far from 0 says in how many plies the game is won or lost."""

LIMIT = 100_000
"""No evaluation is further from 0 than this."""


@dataclass(frozen=True, slots=True)
class Line:
    """A way the game may go on, and its value for the side to move.

    `score` is in hundredths of a man, or WON less the plies to the end (negative: lost); `win` is the probability of
    winning, a draw counting half; `proved` says that the end is certain, whatever the other side does.
    """

    moves: tuple[Move, ...]
    score: int
    win: float
    proved: bool = False

    @property
    def plies_to_end(self) -> int | None:
        """In how many plies the game is won (above 0) or lost (below 0), where that was found."""
        if abs(self.score) < DECIDED:
            return None
        return WON - self.score if self.score > 0 else -WON - self.score


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search of a position found: the best lines, best first, and what it took.

    Monte Carlo tree search puts first the line that it tried most, which is what it plays, though one that it tried less may
    look better so far. A position in which the game is over has no lines.
    """

    position: Position
    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    deepest: int = 0

    @property
    def best(self) -> Line:
        """The best line; IndexError if the game is over."""
        return self.lines[0]
