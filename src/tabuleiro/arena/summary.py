"""The results of a run: standings, who beat whom, the balance of the seats, how games ended, their lengths."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from statistics import quantiles
from typing import Any

from tabuleiro.arena.rating import Estimate, Ratings, rate, share
from tabuleiro.arena.results import Played, plain
from tabuleiro.arena.runner import pair_scores
from tabuleiro.arena.sequential import Answer, Sprt, SprtState
from tabuleiro.rules.game import Game

MOST_BINS = 16

Round = tuple[tuple[str, ...], int]
"""An opening, and how often it had been played before."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A draw is half a point."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float | None:
        """The share of the points, from 0 to 1; None without games."""
        return self.points / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player: its rating (None if it has played nobody), its results in all and on each seat, its failures.

    Ratings compare players of the same `group` only. `seconds` is how long it thought about a move, on average.
    """

    player: int
    name: str
    rating: Estimate | None
    group: int
    tally: Tally
    seats: tuple[Tally, Tally]
    failures: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Gap:
    """How far a player is above the next in the standings, and the probability that it is stronger."""

    upper: int
    lower: int
    difference: Estimate
    superiority: float


@dataclass(frozen=True, slots=True)
class Ending:
    """How many games ended for this reason with a win of this seat (None: a draw)."""

    reason: str
    winner: int | None
    games: int


@dataclass(frozen=True, slots=True)
class Lengths:
    """How many plies games lasted; `bins` are the first ply, the last and the games of each part of the range."""

    shortest: int
    quartiles: tuple[float, float, float]
    longest: int
    mean: float
    bins: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Tested:
    """A sequential test, its state after the last pair that counts for it, and its answer, if any.

    `course` is the logarithm of the likelihoods' ratio after each pair.
    """

    sprt: Sprt
    state: SprtState
    answer: Answer | None
    course: tuple[float, ...]

    @property
    def pairs(self) -> int:
        """How many pairs count for it."""
        return len(self.course)


@dataclass(frozen=True, slots=True)
class Variety:
    """How many different games and openings there are, and how many games are copies of others.

    A copy has the players, the seats and the moves of an earlier game. A game without moves is neither: its loser hung
    or died, and then not even the moves of the opening are known.
    """

    games: int
    openings: int
    copies: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of a run of games.

    `standings` has the strongest first; `cross` has, in the same order, the results of each against each.
    `balance` is the share of the points that the first seat got, `first` its games.
    """

    game: Game
    games: int
    standings: tuple[Standing, ...]
    cross: tuple[tuple[Tally | None, ...], ...]
    gaps: tuple[Gap, ...]
    balance: Estimate | None
    first: Tally
    endings: tuple[Ending, ...]
    lengths: Lengths | None
    variety: Variety
    tested: Tested | None
    failures: tuple[tuple[str, int], ...]

    @property
    def groups(self) -> int:
        """How many groups of players there are without games between them."""
        return len({standing.group for standing in self.standings})

    def to_json(self) -> dict[str, Any]:
        """The summary as plain values."""
        names = {standing.player: standing.name for standing in self.standings}
        seats = self.game.players
        return {
            "game": self.game.id,
            "games": self.games,
            "standings": [
                {
                    "name": standing.name,
                    "rating": plain(standing.rating),
                    "group": standing.group,
                    **_tally_values(standing.tally),
                    "seats": {seat: _tally_values(at) for seat, at in zip(seats, standing.seats, strict=True)},
                    "failures": standing.failures,
                    "seconds": plain(standing.seconds),
                }
                for standing in self.standings
            ],
            "cross": [[None if tally is None else _tally_values(tally) for tally in row] for row in self.cross],
            "gaps": [{**plain(gap), "upper": names[gap.upper], "lower": names[gap.lower]} for gap in self.gaps],
            "balance": plain(self.balance),
            "first": _tally_values(self.first),
            "endings": [
                {**plain(ending), "winner": None if ending.winner is None else seats[ending.winner]}
                for ending in self.endings
            ],
            "lengths": plain(self.lengths),
            "variety": plain(self.variety),
            "sprt": None if self.tested is None else {**plain(self.tested), "pairs": self.tested.pairs},
            "failures": [{"failure": failure, "games": games} for failure, games in self.failures],
        }


def summarise(
    game: Game,
    players: Sequence[str],
    played: Sequence[Played],
    *,
    sprt: Sprt | None = None,
    anchor: tuple[int, float] | None = None,
    seed: int = 1,
) -> Summary:
    """The summary of these games; the same games in any order give the same summary.

    `anchor` is a player's number and its rating. A sequential test is of the first of two players.
    """
    ratings = rate(played, len(players), anchor=anchor, seed=seed)
    standings = _standings(game, players, played, ratings)
    order = [standing.player for standing in standings]
    return Summary(
        game,
        len(played),
        standings,
        _cross(order, played),
        _gaps(order, ratings),
        _balance(played, seed),
        tally_of(game.points for game in played),
        _endings(played),
        _lengths(played),
        _variety(players, played),
        None if sprt is None or len(players) != 2 else _tested(sprt, played),
        tuple(_by_number(Counter(game.failure for game in played if game.failure))),
    )


def _standings(game: Game, players: Sequence[str], played: Sequence[Played], ratings: Ratings) -> tuple[Standing, ...]:
    """All players: the largest group first, in each the strongest."""
    points: list[tuple[list[float], list[float]]] = [([], []) for _ in players]
    seconds, moves, failures = [[0.0] * len(players) for _ in range(3)]
    first = game.first if played else 0
    for one in played:
        for seat, player in enumerate(one.seats):
            points[player][seat].append(one.points if seat == 0 else 1 - one.points)
            seconds[player] += one.seconds[seat]
            own = len(one.opening) + (len(one.opening) + first + seat) % 2  # the first ply at which it had to think
            moves[player] += len(range(own, one.plies, 2))
            failures[player] += bool(one.failure) and one.winner == 1 - seat
    found = [
        Standing(
            player,
            name,
            ratings.rating(player),
            ratings.groups[player],
            tally_of(points[player][0] + points[player][1]),
            (tally_of(points[player][0]), tally_of(points[player][1])),
            int(failures[player]),
            seconds[player] / moves[player] if moves[player] else None,
        )
        for player, name in enumerate(players)
    ]
    sizes = Counter(ratings.groups)
    return tuple(sorted(found, key=lambda at: (-sizes[at.group], at.group, -at.rating.value if at.rating else 0.0)))


def _cross(order: list[int], played: Sequence[Played]) -> tuple[tuple[Tally | None, ...], ...]:
    """The results of each player against each, in this order."""
    points: dict[tuple[int, int], list[float]] = {}
    for game in played:
        one, other = game.seats
        points.setdefault((one, other), []).append(game.points)
        points.setdefault((other, one), []).append(1 - game.points)
    return tuple(
        tuple(None if one == other else tally_of(points.get((one, other), [])) for other in order) for one in order
    )


def _gaps(order: list[int], ratings: Ratings) -> tuple[Gap, ...]:
    """The differences between neighbours that can be compared."""
    found = []
    for upper, lower in pairwise(order):
        difference, superiority = ratings.difference(upper, lower), ratings.superiority(upper, lower)
        if difference is not None and superiority is not None:
            found.append(Gap(upper, lower, difference, superiority))
    return tuple(found)


def _balance(played: Sequence[Played], seed: int) -> Estimate | None:
    """The share of the points that the first seat gets.

    Games of a pair have much in common, and so have all games of a round, whose opening may favour a seat whoever plays:
    of the two intervals that this leads to, the wider one counts on each side. An opening that comes again does so by lot
    and speaks anew.
    """
    if not played:
        return None
    round_of = _rounds(played)
    pairs, rounds = defaultdict[int, list[float]](list), defaultdict[Round, list[float]](list)
    for game in played:
        pairs[game.pair].append(game.points)
        rounds[round_of[game.pair]].append(game.points)
    parts = (pairs.values(), rounds.values())
    estimates = [share(((sum(points), len(points)) for points in found), seed) for found in parts]
    return Estimate(
        estimates[0].value, min(estimate.low for estimate in estimates), max(estimate.high for estimate in estimates)
    )


def _rounds(played: Sequence[Played]) -> dict[int, Round]:
    """The round of each pair: its opening, and how often its two players had met from there before."""
    rounds, met = dict[int, Round](), Counter[tuple[tuple[str, ...], frozenset[int]]]()
    for game in sorted(played, key=lambda game: (game.pair, not game.opening)):  # a game without moves has its pair's
        if game.pair not in rounds:
            meeting = game.opening, frozenset(game.seats)
            rounds[game.pair] = game.opening, met[meeting]
            met[meeting] += 1
    return rounds


def _endings(played: Sequence[Played]) -> tuple[Ending, ...]:
    """The kinds of endings, the most common first."""
    found = Counter((game.reason, game.winner) for game in played)
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0][0], str(item[0][1])))
    return tuple(Ending(reason, winner, games) for (reason, winner), games in ordered)


def _lengths(played: Sequence[Played]) -> Lengths | None:
    """The lengths of all games whose length is known; None if there are none."""
    plies = sorted(game.plies for game in played if game.plies)
    if not plies:
        return None
    lower, middle, upper = quantiles(plies, method="inclusive") if len(plies) > 1 else [float(plies[0])] * 3
    shortest, longest = plies[0], plies[-1]
    step = next(step for step in _round_numbers() if longest // step - shortest // step < MOST_BINS)
    counted = Counter(length // step for length in plies)
    bins = ((place * step, place * step + step - 1) for place in range(shortest // step, longest // step + 1))
    return Lengths(
        shortest,
        (lower, middle, upper),
        longest,
        sum(plies) / len(plies),
        tuple((first, last, counted[first // step]) for first, last in bins),
    )


def _round_numbers() -> Iterable[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def _variety(players: Sequence[str], played: Sequence[Played]) -> Variety:
    """How many games are different."""
    known = [game for game in played if game.plies]
    of_their_own = {
        (*(players[player] for player in game.seats), game.opening + game.moves)  # by name: a player may meet itself
        for game in known
    }
    return Variety(len(of_their_own), len({game.opening for game in known}), len(known) - len(of_their_own))


def _tested(sprt: Sprt, played: Sequence[Played]) -> Tested:
    """The state of a sequential test; pairs played after its answer do not count."""
    scores = pair_scores(played)
    answer = sprt.first_verdict(scores)
    counted = scores if answer is None else scores[: answer.pairs]
    return Tested(sprt, sprt.state(counted), answer, sprt.course(counted))


def tally_of(points: Iterable[float]) -> Tally:
    """A tally of games by the points of each: 1, 0.5 or 0."""
    found = Counter(points)
    return Tally(found[1.0], found[0.5], found[0.0])


def _tally_values(tally: Tally) -> dict[str, Any]:
    return {"games": tally.games, **asdict(tally), "score": plain(tally.score)}


def _by_number(found: Counter[str]) -> list[tuple[str, int]]:
    """The counted things, the most frequent first."""
    return sorted(found.items(), key=lambda item: (-item[1], item[0]))
