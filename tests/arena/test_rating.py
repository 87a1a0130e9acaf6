"""Ratings: players of known strength come out as strong as they are, with intervals that are as wide as they must be."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tabuleiro.arena.rating import GAMES, Floats, Ratings, rate, rate_counts, share
from tabuleiro.arena.results import Played
from tests.arena.simulated import PLAIN, WORLDS, World, gauntlet, ladder, play, round_robin

MEETINGS = [round_robin, ladder, gauntlet]


def game(pair: int, first: int, second: int, winner: int | None) -> Played:
    return Played(pair, (first, second), winner, "goal", (), ())


def pairs(one: int, other: int, results: list[float], start: int = 0) -> list[Played]:
    """Pairs of games in which one player gets this many points (0, 1 or 2)."""
    found = []
    for pair, points in enumerate(results, start=start):
        found.append(game(pair, one, other, 0 if points >= 1 else 1))
        found.append(game(pair, other, one, 1 if points == 2 else 0))
    return found


def value(ratings: Ratings, player: int) -> float:
    found = ratings.rating(player)
    assert found is not None
    return found.value


# --- ratings ----------------------------------------------------------------------------------------------


def test_three_points_of_four_are_worth_191_elo() -> None:
    ratings = rate(pairs(0, 1, [2, 1] * 500), 2)
    assert value(ratings, 0) == pytest.approx(190.85 / 2, abs=0.5)
    assert value(ratings, 0) + value(ratings, 1) == pytest.approx(0, abs=1e-6)
    difference = ratings.difference(0, 1)
    assert difference is not None
    assert difference.low < 190.85 < difference.high


def test_draws_are_half_a_win_for_each() -> None:
    drawn = [game(pair, pair % 2, 1 - pair % 2, None) for pair in range(40)]
    shared = pairs(0, 1, [1] * 20)
    assert value(rate(drawn, 2), 0) == pytest.approx(0, abs=1e-6)
    assert value(rate(shared, 2), 0) == pytest.approx(0, abs=1e-6)


def test_the_fit_is_the_most_likely_one() -> None:
    """Every player has as many points as its rating expects, its virtual games with them."""
    counts = np.zeros((3, len(GAMES)))
    counts[:, :5] = [[1, 2, 30, 40, 50], [0, 0, 1, 2, 300], [10, 20, 300, 20, 1]]
    ones, others = [0, 0, 1], [1, 2, 2]
    strict = rate_counts(3, ones, others, 1e9 * counts, resamples=2)  # so many games that no prior is to be seen
    means = counts[:, :5] @ np.arange(5) / 4 / counts.sum(axis=1)
    for player in range(3):
        excess = 0.0
        for one, other, mean, played in zip(ones, others, means, counts.sum(axis=1), strict=True):
            expected = 1 / (1 + 10 ** ((strict.values[other] - strict.values[one]) / 400))
            excess += played * (mean - expected) * ((one == player) - (other == player))
        assert abs(excess) < 1e-5


def test_the_anchor_has_its_rating_and_the_others_follow() -> None:
    games = play(PLAIN, [0, 100, 200], round_robin(3), 20, np.random.default_rng(1))
    free, anchored = rate(games, 3), rate(games, 3, anchor=(1, 1500.0))
    fixed = anchored.rating(1)
    assert fixed is not None
    assert (fixed.value, fixed.low, fixed.high) == pytest.approx((1500, 1500, 1500))
    assert value(anchored, 2) - 1500 == pytest.approx(value(free, 2) - value(free, 1))
    assert anchored.difference(0, 2) == free.difference(0, 2) or np.allclose(
        np.array(anchored.samples[:, 0] - anchored.samples[:, 2]), free.samples[:, 0] - free.samples[:, 2]
    )


def test_perfect_scores_stay_finite_and_more_of_them_say_more() -> None:
    few, many = (rate(pairs(0, 1, [2] * count), 2).difference(0, 1) for count in (5, 50))
    assert few is not None
    assert many is not None
    assert 200 < few.value < many.value < 2000
    assert 0 < few.low < many.low, "a longer row of wins makes a higher bound sure"
    assert few.low < few.value - 100, "five pairs won are not certainty"
    assert np.isfinite([few.high, many.high]).all()


def test_players_that_no_games_connect_are_not_compared() -> None:
    ratings = rate(pairs(0, 1, [2, 1]) + pairs(2, 3, [0, 0], start=2), 5, anchor=(0, 1000.0))
    assert ratings.groups == (0, 0, 2, 2, 4)
    assert ratings.difference(0, 3) is None
    assert ratings.superiority(1, 2) is None
    assert ratings.rating(4) is None, "it has played nobody"
    assert value(ratings, 0) == pytest.approx(1000), "the anchor moves its own group only"
    assert value(ratings, 2) + value(ratings, 3) == pytest.approx(0, abs=1e-6)


def test_nothing_played_is_nothing_known() -> None:
    ratings = rate([], 2)
    assert ratings.rating(0) is ratings.difference(0, 1) is None


def test_incomplete_pairs_count_as_what_they_are() -> None:
    whole = pairs(0, 1, [2, 1, 1, 2, 0])
    ratings = rate([*whole, game(5, 0, 1, 1), game(6, 1, 0, None)], 2)
    assert value(ratings, 0) < value(rate(whole, 2), 0)


def test_games_of_a_player_against_itself_tell_nothing() -> None:
    games = pairs(0, 1, [2, 1, 1])
    assert value(rate([*games, game(9, 0, 0, 1)], 2), 0) == value(rate(games, 2), 0)


def test_the_same_games_give_the_same_intervals_in_any_order() -> None:
    games = play(WORLDS[1], [0, 50, 80], round_robin(3), 10, np.random.default_rng(3))
    one, two = rate(games, 3), rate(games[::-1], 3)
    assert np.array_equal(one.samples, two.samples)
    assert not np.array_equal(one.samples, rate(games, 3, seed=2).samples)


# --- are they true? ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_players_come_out_in_order(world: World) -> None:
    strengths = [0.0, 120.0, 240.0, 360.0, 480.0]
    ratings = rate(play(world, strengths, round_robin(5), 60, np.random.default_rng(2)), 5)
    assert list(ratings.values) == sorted(ratings.values)


def coverage(world: World, met: list[tuple[int, int]], gap: float, pairs: int, runs: int) -> tuple[float, float]:
    """How often the intervals of ratings, and of differences between neighbours, hold the true value.

    What is true is what endlessly many games would show; where openings favour a side, that is less than the strengths.
    """
    players = 1 + max(other for _, other in met)
    ones, others = [one for one, _ in met], [other for _, other in met]
    shares = np.array([world.pair_shares(gap * (one - other)) for one, other in met])
    nothing = np.zeros((len(met), 3))
    truth = rate_counts(players, ones, others, np.hstack([1e7 * shares, nothing]), resamples=1).values
    chance = np.random.default_rng(1)
    ratings, differences = 0, 0
    for seed in range(runs):
        counts: Floats = np.hstack([chance.multinomial(pairs, shares), nothing])
        found = rate_counts(players, ones, others, counts, seed=seed, resamples=500)
        for player in range(players):
            interval = found.rating(player)
            assert interval is not None
            ratings += interval.low <= truth[player] <= interval.high
            if player:
                difference = found.difference(player, player - 1)
                assert difference is not None
                differences += difference.low <= truth[player] - truth[player - 1] <= difference.high
    return ratings / runs / players, differences / runs / (players - 1)


@pytest.mark.parametrize("world", WORLDS[1:2], ids=str)
def test_intervals_hold_the_truth_as_often_as_they_say(world: World) -> None:
    for rate_of_truth in coverage(world, round_robin(4), gap=60, pairs=15, runs=200):
        assert 0.91 < rate_of_truth < 0.98


@pytest.mark.soak
@pytest.mark.parametrize("world", WORLDS, ids=str)
@pytest.mark.parametrize("meetings", MEETINGS)
@pytest.mark.parametrize("pairs", [10, 40, 160])
def test_intervals_hold_the_truth_in_every_kind_of_run(
    world: World, meetings: Callable[[int], list[tuple[int, int]]], pairs: int
) -> None:
    """Ten pairs that are nearly all drawn leave intervals wider than they need be, up to 99 %; more of them do not."""
    for rate_of_truth in coverage(world, meetings(6), gap=50, pairs=pairs, runs=1500):
        assert 0.91 < rate_of_truth < (0.98 if pairs > 10 else 0.995)


def superiorities(world: World, difference: float, pairs: int, runs: int) -> Floats:
    """The probabilities, in many matches, that the first of two players is stronger, who is so by this much."""
    chance, shares = np.random.default_rng(4), world.pair_shares(difference)
    found = []
    for seed in range(runs):
        counts: Floats = np.concatenate([chance.multinomial(pairs, shares), np.zeros(3)])[None]
        found.append(rate_counts(2, [0], [1], counts, seed=seed, resamples=400).superiority(0, 1))
    return np.array(found)


@pytest.mark.parametrize("world", WORLDS[1:2], ids=str)
def test_equal_players_seem_unequal_as_seldom_as_they_should(world: World) -> None:
    found = superiorities(world, 0, pairs=40, runs=300)
    assert np.mean(found > 0.95) < 0.09
    assert np.mean(found < 0.05) < 0.09
    assert 0.4 < np.mean(found > 0.5) < 0.6


def test_the_better_player_is_surely_better_after_many_games() -> None:
    assert np.mean(superiorities(WORLDS[2], 150, pairs=400, runs=50)) > 0.99


def test_shares_count_points_of_games() -> None:
    found = share([(1.5, 2)] * 30 + [(0.5, 2)] * 10 + [(1.0, 1)] * 10)
    assert found.value == pytest.approx((45 + 5 + 10) / 90)
    assert found.low < found.value < found.high
    assert share([(1.0, 1)]).high > 0.9 > 0.8 > share([(1.0, 1)]).low


@pytest.mark.parametrize("pairs", [10, 60])
def test_intervals_of_shares_hold_the_truth(pairs: int) -> None:
    chance, shares, runs = np.random.default_rng(2), World(unevenness=200, draws=1).pair_shares(80), 500
    truth, held = float(shares @ np.arange(5)) / 4, 0
    for seed in range(runs):
        results = [(kind / 2, 2) for kind in chance.choice(5, size=pairs, p=shares)]
        found = share(results, seed=seed, resamples=400)
        held += found.low <= truth <= found.high
    assert 0.92 < held / runs < 0.98
