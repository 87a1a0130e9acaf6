"""One game of a run: who played it, how it went and how it ended; and values from JSON, checked."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

DIGITS = 4
"""To how many decimals numbers for programs are rounded."""

LARGEST = 10**15
"""The largest number in a run."""


def plain(value: Any) -> Any:
    """A result as a value for JSON; dataclasses become dictionaries."""
    if hasattr(value, "__dataclass_fields__"):
        value = asdict(value)
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return round(value, DIGITS) if isinstance(value, float) else value


def whole(value: Any) -> int:
    """A whole number from JSON; ValueError if it is something else."""
    if type(value) is not int or abs(value) > LARGEST:
        raise ValueError(value)
    return value


def real(value: Any) -> float:
    """A number from JSON; ValueError if it is something else, or one that cannot be used in calculations."""
    if type(value) not in {int, float} or not abs(value) <= LARGEST:  # nothing compares with NaN
        raise ValueError(value)
    return float(value)


def string(value: Any) -> str:
    """A text from JSON; ValueError if it is something else."""
    if type(value) is not str:
        raise ValueError(value)
    return value


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played.

    Games with the same `pair` have the same opening and the same two players, once on each seat: chance is counted by pairs.
    `seats` are the numbers, in the run's list of players, of who sat first and who sat second; `winner` is the seat that
    won, None for a draw. A player that failed has lost, and `failure` says how. `seconds` are what each seat thought.
    """

    pair: int
    seats: tuple[int, int]
    winner: int | None
    reason: str
    opening: tuple[str, ...]
    moves: tuple[str, ...]
    seconds: tuple[float, float] = (0.0, 0.0)
    failure: str = ""

    @property
    def plies(self) -> int:
        """How many plies the game lasted, those of its opening with them."""
        return len(self.opening) + len(self.moves)

    @property
    def points(self) -> float:
        """What the first seat gets: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner == 0)

    def points_of(self, player: int) -> float:
        """What one of the two players gets."""
        return self.points if self.seats[0] == player else 1 - self.points

    def to_json(self) -> dict[str, Any]:
        """The game as a value for JSON."""
        found: dict[str, Any] = {
            "pair": self.pair,
            "seats": list(self.seats),
            "winner": self.winner,
            "reason": self.reason,
            "opening": " ".join(self.opening),
            "moves": " ".join(self.moves),
            "seconds": [round(seconds, 4) for seconds in self.seconds],
        }
        if self.failure:
            found["failure"] = self.failure
        return found

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Played:
        """The game that a value of `to_json` stands for; KeyError, ValueError, TypeError if it is not one."""
        first, second = map(whole, found["seats"])
        winner = None if found["winner"] is None else whole(found["winner"])
        if winner not in {0, 1, None}:
            raise ValueError(winner)
        one, other = map(real, found["seconds"])
        return cls(
            whole(found["pair"]),
            (first, second),
            winner,
            string(found["reason"]),
            tuple(string(found["opening"]).split()),
            tuple(string(found["moves"]).split()),
            (one, other),
            string(found.get("failure", "")),
        )
