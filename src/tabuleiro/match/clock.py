"""Thinking time: how much there is, and a clock that is told how much has passed.

Nothing here looks at the time of day: whoever runs a game measures the time and reports what was spent. Times are whole
milliseconds, so that the same events always leave the same time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tabuleiro.match.errors import MatchError
from tabuleiro.rules.texts import Text

LONGEST = 365 * 86_400
"""The longest thinking time, in seconds: a year."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time both players have, in milliseconds: at the start, and what each move adds.

    With `renews` the time is for one move alone, and every move begins with all of it.
    """

    time: int
    increment: int = 0
    renews: bool = False


def sudden_death(seconds: float) -> TimeControl:
    """A fixed time for the whole game."""
    return TimeControl(_milliseconds(seconds, least=1))


def with_increment(seconds: float, increment: float) -> TimeControl:
    """A time for the whole game, with an increment after each move."""
    return TimeControl(_milliseconds(seconds, least=1), _milliseconds(increment))


def per_move(seconds: float) -> TimeControl:
    """A time for each move; what is left of it is not carried over."""
    return TimeControl(_milliseconds(seconds, least=1), renews=True)


def read_control(text: str) -> TimeControl:
    """The time that a text gives: `10` or `10+5` (minutes for the game, seconds more after each move), `30/move`; MatchError.

    Decimals stand after a point or a comma.
    """
    written = _CONTROL.fullmatch(text.strip().lower())
    if written is None:
        raise MatchError(
            Text(
                "{text!r} is no thinking time: write 10 (minutes for the game), 10+5 (and 5 seconds more after each move), "
                "or 30/move (seconds for each move).",
                "{text!r} não é tempo para pensar: escreva 10 (minutos para o jogo), 10+5 (e mais 5 segundos depois de cada "
                "jogada) ou 30/move (segundos para cada jogada).",
            ).fill(text=text[:40])
        )
    time, increment = (float((written[part] or "0").replace(",", ".")) for part in ("time", "increment"))
    seconds = time if written["each"] else 60 * time
    if not 0.001 <= seconds <= LONGEST or increment > LONGEST:
        raise MatchError(
            Text(
                "{text!r} is no thinking time: there must be some, and no more than a year.",
                "{text!r} não é tempo para pensar: tem de haver algum, e não mais de um ano.",
            ).fill(text=text[:40])
        )
    return per_move(seconds) if written["each"] else with_increment(seconds, increment)


def write_control(control: TimeControl) -> str:
    """The text of a time, as `read_control` reads it."""
    if control.renews:
        return f"{_plain(control.time / 1000)}/move"
    minutes = _plain(control.time / 60_000)
    return f"{minutes}+{_plain(control.increment / 1000)}" if control.increment else minutes


def _plain(number: float) -> str:
    """A number as people write it, exact to the millisecond whether it counts seconds or minutes."""
    return f"{number:.10f}".rstrip("0").rstrip(".")


_NUMBER = r"\d{1,8}(?:[.,]\d{1,10})?"
_CONTROL = re.compile(rf"(?P<time>{_NUMBER})(?:\+(?P<increment>{_NUMBER})|(?P<each>/(?:move|jogada)))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that both players have left, in milliseconds, and whose is running: an immutable value."""

    control: TimeControl
    left: tuple[int, int]
    running: int

    @classmethod
    def start(cls, control: TimeControl, player: int) -> Clock:
        """A clock that begins to run for a player."""
        return cls(control, (control.time, control.time), player)

    def seconds(self, player: int) -> float:
        """How many seconds a player has left."""
        return self.left[player] / 1000

    @property
    def is_up(self) -> bool:
        """Has the player whose time is running none left?"""
        return self.left[self.running] == 0

    def spend(self, seconds: float) -> Clock:
        """The clock after the running player has spent this much time, but never more than is left."""
        return self._with(self.running, max(0, self.left[self.running] - _milliseconds(seconds)))

    def press(self) -> Clock:
        """The clock after a move: the other player's time runs."""
        return replace(self._credit(), running=1 - self.running)

    def exchange(self) -> Clock:
        """The clock after the players exchanged seats instead of moving: each keeps the time they had left."""
        clock = self._credit()
        return replace(clock, left=(clock.left[1], clock.left[0]))

    def _credit(self) -> Clock:
        """The clock after adding what a move earns the player who made it."""
        if self.is_up:
            raise MatchError(Text("The time is up.", "O tempo esgotou-se."))
        control = self.control
        return self._with(self.running, control.time if control.renews else self.left[self.running] + control.increment)

    def _with(self, player: int, left: int) -> Clock:
        return replace(self, left=(left, self.left[1]) if player == 0 else (self.left[0], left))


def _milliseconds(seconds: float, least: int = 0) -> int:
    """Seconds as whole milliseconds; MatchError if they are not a valid time."""
    if not 0 <= seconds <= LONGEST or round(seconds * 1000) < least:
        raise MatchError(
            Text(
                "{seconds} seconds is no thinking time: it may be from {least} to {most} seconds.",
                "{seconds} segundos não é tempo para pensar: pode ir de {least} a {most} segundos.",
            ).fill(seconds=seconds, least=least / 1000 if least else 0, most=LONGEST)
        )
    return round(seconds * 1000)
