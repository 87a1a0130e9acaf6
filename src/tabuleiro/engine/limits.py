"""How long the engine may think: given limits, and those that follow from a clock."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from numbers import Real
from typing import Any

from tabuleiro.engine.errors import EngineError
from tabuleiro.rules.texts import Text

DEFAULT_SECONDS = 1.0
"""How long to think by default."""

OVERHEAD = 0.012
"""Seconds that a move may take besides thinking: starting threads, a busy machine, delays to the clock."""

MOVES_AHEAD = 28
"""How many more moves a game is expected to have, unless told."""

LONGEST = 150
"""The most further moves of a player, for which the clock must suffice."""

LEAST = 0.001
"""The least seconds for a move, even if there are none to spare."""

DEEPEST = 120
"""The most plies that a search looks ahead."""

MOST_THREADS = 64
MOST_MEGABYTES = 65_536
"""The most threads, and the most memory for the table."""

ENDLESS = 1 << 60
"""More nodes than any search reaches."""


def check_least(name: str, value: Any, least: int) -> None:
    """EngineError if this value is not a number, or less than allowed."""
    is_number = isinstance(value, Real)
    if not (is_number and value >= least):
        raise EngineError(
            Text(
                "{name} must be at least {least}; {value} is not.",
                "{name} tem de ser pelo menos {least}; {value} não é.",
            ).fill(name=name, least=least, value=repr(value)[:40])
        )


def check_number(name: str, value: Any) -> None:
    """EngineError if this value is not a finite number."""
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
    """EngineError if this value is not a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise EngineError(
            Text(
                "{name} must be a whole number; {value} is not.",
                "{name} tem de ser um número inteiro; {value} não é.",
            ).fill(name=name, value=repr(value)[:40])
        )


def check_clocks(clocks: Any, increment: Any, moves_to_go: Any) -> None:
    """EngineError if these are not the seconds of both players, or the other values are not valid."""
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
    """When a search ends: at whichever limit comes first. None is no limit."""

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
    """Is this a whole number from `least` to `most`?"""
    return isinstance(number, int) and not isinstance(number, bool) and least <= number <= most


def seconds_for_move(left: float, increment: float = 0.0, moves_to_go: int | None = None) -> float:
    """How long to think with this many seconds on the clock, so that the clock never runs out.

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
