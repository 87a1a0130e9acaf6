"""What a run of the arena plays: who meets whom, from which openings, with how much time to think.

The schedule follows from the plan alone. Pairs of games are numbered; a pair is two players and an opening, played once
with each of them on the first seat. A round has one pair of each pairing, all from the same opening, so a run that is
stopped early is fair to all.
"""

from __future__ import annotations

import shlex
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from tabuleiro.arena.results import real, string, whole
from tabuleiro.engine.errors import EngineError
from tabuleiro.messages import competing as texts

ROUND_ROBIN, GAUNTLET, NEIGHBOURS, SEQUENTIAL = FORMATS = ("round-robin", "gauntlet", "neighbours", "sprt")
"""All meet all; the first meets all others; each meets the next; two meet until it is clear which is better."""

LAST_NODES = 250_000
"""How many positions the last level searches while levels are measured: a tenth to a quarter of a second's work."""

OPENING_PLIES = 6
MOST_PLIES = 2000
"""The most plies of a game whose rules do not limit it: a longer one counts as a draw."""


class Meeting(NamedTuple):
    """One game of the schedule: its pair, the round whose opening it has, and who sits first and second."""

    pair: int
    round: int
    seats: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Plan:
    """A run: the game, the names of the players, how they meet, and how long they think unless their names say so.

    `clock` is seconds for the whole game and seconds added by each move. `adjudicate` ends a game once a short search gives
    one side at least this probability of winning, after each of several moves; 0 plays every game to its end. With no
    `opening_plies` all games begin from the usual start. `games` is how many games each pairing plays; `games_of`, if
    given, is that number for each pairing.
    """

    game: str
    players: tuple[str, ...]
    format: str = ROUND_ROBIN
    games: int = 100
    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: tuple[float, float] | None = None
    opening_plies: int = OPENING_PLIES
    balance: float = 0.1
    adjudicate: float = 0.0
    most_plies: int = MOST_PLIES
    seed: int = 1
    games_of: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise EngineError(texts.NO_FORMAT.fill(format=self.format[:40], formats=", ".join(FORMATS)))
        if len(self.players) < 2 or (self.format == SEQUENTIAL and len(self.players) != 2):
            raise EngineError(texts.PLAYERS_NEEDED[self.format == SEQUENTIAL])

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Who meets whom."""
        everybody = range(len(self.players))
        if self.format == GAUNTLET:
            return [(0, other) for other in everybody[1:]]
        if self.format == NEIGHBOURS:
            return [(player, player + 1) for player in everybody[:-1]]
        return list(combinations(everybody, 2))

    @property
    def meetings(self) -> int:
        """How many games there are in all."""
        return 2 * len(_schedule(self))

    def meeting(self, number: int) -> Meeting:
        """The game of this number, counted from 0."""
        place, is_return = divmod(number, 2)
        pair, round, (first, second) = _schedule(self)[place]
        return Meeting(pair, round, (second, first) if is_return else (first, second))

    def to_json(self) -> dict[str, Any]:
        """The plan as a value for JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Plan:
        """The plan that a value of `to_json` stands for; KeyError, TypeError, ValueError if it is not one."""
        seconds, nodes, depth, clock = (found[name] for name in ("seconds", "nodes", "depth", "clock"))
        return cls(
            string(found["game"]),
            tuple(map(string, found["players"])),
            string(found["format"]),
            whole(found["games"]),
            None if seconds is None else real(seconds),
            None if nodes is None else whole(nodes),
            None if depth is None else whole(depth),
            None if clock is None else _read_clock(clock),
            whole(found["opening_plies"]),
            real(found["balance"]),
            real(found["adjudicate"]),
            whole(found["most_plies"]),
            whole(found["seed"]),
            tuple(map(whole, found["games_of"])),
        )

    def asked(self) -> dict[str, str | None]:
        """What distinguishes this run from others, by the command line's options; None for those not given."""
        clock = None if self.clock is None else f"{self.clock[0] / 60:.9g}+{self.clock[1]:.9g}"
        return {
            "game": self.game,
            "players": shlex.join(self.players),
            "format": self.format,
            "seconds": None if self.seconds is None else f"{self.seconds:.9g}",
            "nodes": None if self.nodes is None else str(self.nodes),
            "depth": None if self.depth is None else str(self.depth),
            "clock": clock,
            "opening_plies": str(self.opening_plies),
            "balance": f"{100 * self.balance:.9g}",
            "adjudicate": f"{100 * self.adjudicate:.9g}" if self.adjudicate else None,
            "most_plies": str(self.most_plies),
            "seed": str(self.seed),
        }

    def goes_on(self, other: Plan) -> bool:
        """Is this the same run as another, apart from the number of games?"""
        of_both = {"games": 0, "games_of": ()}
        return {**self.to_json(), **of_both} == {**other.to_json(), **of_both}


def _read_clock(found: Any) -> tuple[float, float]:
    """Seconds for the game and seconds added by each move; TypeError, ValueError if they are something else."""
    base, increment = map(real, found)
    return base, increment


@lru_cache(maxsize=16)
def _schedule(plan: Plan) -> list[tuple[int, int, tuple[int, int]]]:
    """The number, round and players of each pair. A round has a pair of each pairing that still has games to play.

    A pair has the same number however many games there are: one that is not played leaves a gap.
    """
    pairings = plan.pairings
    pairs = [-(-games // 2) for games in plan.games_of or [plan.games] * len(pairings)]
    return [
        (round * len(pairings) + place, round, pairing)
        for round in range(max(pairs))
        for place, (pairing, many) in enumerate(zip(pairings, pairs, strict=True))
        if round < many
    ]
