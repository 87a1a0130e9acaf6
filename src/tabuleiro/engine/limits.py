"""How long the engine may think: limits that are given, and those that follow from a clock."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from numbers import Real
from typing import Any

from tabuleiro.engine.errors import EngineError
from tabuleiro.rules.texts import Text

DEFAULT_SECONDS = 1.0
"""How long to think where nobody says."""

OVERHEAD = 0.012
"""Seconds that a move may take besides thinking: starting threads, a busy machine, the way to the clock."""

MOVES_AHEAD = 28
"""So many more moves a game is expected to have, where nobody says."""

LONGEST = 150
"""So many more moves of one player a game may have: for these the clock must suffice."""

LEAST = 0.001
"""Seconds that a move gets even if there are none to spare."""

DEEPEST = 120
"""No search looks further ahead than so many plies."""

MOST_THREADS = 64
MOST_MEGABYTES = 65_536
"""So many threads, and so much memory for a table, may a search be given."""

ENDLESS = 1 << 60
"""A number of nodes that no search comes to."""


def check_least(name: str, value: Any, least: int) -> None:
    """EngineError if what was given for something is no number, or less than it must be."""
    is_number = isinstance(value, Real)
    if not (is_number and value >= least):
        raise EngineError(
            Text(
                "{name} must be at least {least}; {value} is not.",
                "{name} tem de ser pelo menos {least}; {value} não é.",
            ).fill(name=name, least=least, value=repr(value)[:40])
        )


def check_number(name: str, value: Any) -> None:
    """EngineError if what was given for something is no number, or none that can be reckoned with."""
    try:
        is_number = isinstance(value, Real) and not isnan(float(value))
    except OverflowError:
        is_number = False
    if not is_number:
        raise EngineError(
            Text(
                "{name} must be a number, and not too large; {value} is not.",
                "{name} tem de ser um número, e não grande de mais; {value} não é.",
            ).fill(name=name, value=repr(value)[:40])
        )


def check_whole(name: str, value: Any) -> None:
    """EngineError if what was given for something is no whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise EngineError(
            Text(
                "{name} must be a whole number; {value} is not.",
                "{name} tem de ser um número inteiro; {value} não é.",
            ).fill(name=name, value=repr(value)[:40])
        )


def check_clocks(clocks: Any, increment: Any, moves_to_go: Any) -> None:
    """EngineError if what was given for clocks is not the seconds of both players, or no number goes with it."""
    try:
        first, second = clocks
    except (TypeError, ValueError):
        raise EngineError(
            Text(
                "clocks must be the seconds that both players have left, such as (60, 60), not {given}.",
                "clocks têm de ser os segundos que restam a ambos os jogadores, como (60, 60), e não {given}.",
            ).fill(given=repr(clocks)[:40])
        ) from None
    for name, value in (("clocks[0]", first), ("clocks[1]", second), ("increment", increment)):
        check_number(name, value)
    if moves_to_go is not None:
        check_number("moves_to_go", moves_to_go)


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: whatever comes first. None means that this sets no limit."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name, value, least in (("seconds", self.seconds, 0), ("nodes", self.nodes, 1), ("depth", self.depth, 1)):
            if value is not None:
                check_least(name, value, least)
        if self.seconds is not None:
            check_number("seconds", self.seconds)

    @property
    def is_repeatable(self) -> bool:
        """Does a search with these limits do the same every time, on any machine?"""
        return self.seconds is None and (self.nodes is not None or self.depth is not None)


def is_whole(number: object, least: int, most: int) -> bool:
    """Is this a whole number within these bounds?"""
    return isinstance(number, int) and not isinstance(number, bool) and least <= number <= most


def seconds_for_move(left: float, increment: float = 0.0, moves_to_go: int | None = None) -> float:
    """How long to think with so many seconds on the clock, so that the clock never runs out.

    A share of the time left for each move still expected, most of the increment on top; never more than a part of what
    is left. Kept back is what the longest game takes besides thinking, as far as no increment pays for it.
    """
    moves = MOVES_AHEAD if moves_to_go is None else max(1, moves_to_go)
    later = (LONGEST if moves_to_go is None else moves) - 1
    kept = 2 * OVERHEAD + later * max(0.0, LEAST + OVERHEAD - increment)
    usable = max(0.0, left - kept)
    share = usable / moves + 0.75 * increment
    most = usable * (0.9 if moves == 1 else 0.35)
    return max(LEAST, min(share, most))
