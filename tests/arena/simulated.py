"""Simulated players of known strength, with random results from which statistics must recover it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tabuleiro.arena.results import Played

Floats = NDArray[np.float64]

SCORES = np.array([0, 0.25, 0.5, 0.75, 1])


@dataclass(frozen=True)
class World:
    """A model of games between players whose strengths, in Elo, are known.

    `advantage` is what sitting first is worth, on average of the openings; `unevenness` how much that varies between them,
    which is what makes the two games of a pair depend on each other. `draws` is how common draws are: with 2, half of the
    games of equal players are drawn.
    """

    advantage: float = 0.0
    unevenness: float = 0.0
    draws: float = 0.0

    def pair_shares(self, difference: float) -> Floats:
        """The probabilities of the five scores of a pair for a player who is this much stronger."""
        nodes, weights = np.polynomial.hermite_e.hermegauss(41)
        openings = self.advantage + self.unevenness * nodes
        first, second = self.game_shares(difference + openings), self.game_shares(difference - openings)
        both = np.einsum("o,oi,oj->ij", weights / weights.sum(), first, second)
        return np.array([both[::-1].trace(offset) for offset in range(-2, 3)])[::-1]

    def game_shares(self, difference: Floats) -> Floats:
        """The probabilities of a win, a draw and a loss (Davidson's model)."""
        root = 10 ** (np.asarray(difference) / 800)
        parts = np.stack([root, np.full_like(root, self.draws), 1 / root], axis=-1)
        return parts / parts.sum(axis=-1, keepdims=True)

    def shares_at(self, score: float) -> Floats:
        """The probabilities of the scores of a pair for a player strong enough for this mean."""
        low, high = -3000.0, 3000.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if self.pair_shares(middle) @ SCORES < score else (low, middle)
        return self.pair_shares(low)


PLAIN = World()
WORLDS = (PLAIN, World(advantage=150, unevenness=250), World(unevenness=100, draws=2), World(draws=20))


def round_robin(players: int) -> list[tuple[int, int]]:
    """Everybody meets everybody."""
    return list(combinations(range(players), 2))


def ladder(players: int) -> list[tuple[int, int]]:
    """Everybody meets the next two in strength."""
    return [(one, other) for one, other in combinations(range(players), 2) if other - one <= 2]


def gauntlet(players: int) -> list[tuple[int, int]]:
    """One meets all others."""
    return [(0, other) for other in range(1, players)]


def play(
    world: World,
    strengths: list[float],
    met: list[tuple[int, int]],
    rounds: int,
    chance: np.random.Generator,
    favours: Floats | None = None,
) -> list[Played]:
    """Games in a world: in each round all pairings play a pair of games from the same opening.

    Openings are new in each round or, with `favours`, drawn from those that favour the first seat by these amounts.
    """
    games: list[Played] = []
    for round in range(rounds):
        opening = round if favours is None else int(chance.integers(len(favours)))
        favour = world.advantage + world.unevenness * chance.standard_normal() if favours is None else favours[opening]
        for place, (one, other) in enumerate(met):
            for seats in ((one, other), (other, one)):
                shares = world.game_shares(np.array(strengths[seats[0]] - strengths[seats[1]] + favour))
                winner = (0, None, 1)[chance.choice(3, p=shares)]
                moves = tuple(str(number) for number in chance.integers(10, 100, size=6))
                reason = "repetition" if winner is None else "goal"
                games.append(Played(round * len(met) + place, seats, winner, reason, (f"opening{opening}",), moves))
    return games
