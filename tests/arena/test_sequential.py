"""The sequential test: it ends, in the same place whoever plays, and is wrong no oftener than it may be."""

from __future__ import annotations

import numpy as np
import pytest

from tabuleiro.arena.sequential import FEWEST_PAIRS, Answer, Sprt
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import using_language
from tests.arena.simulated import PLAIN, WORLDS, Floats, World

MOST_PAIRS = 30_000


def some_scores(score: float, pairs: int, seed: int = 1, world: World = PLAIN) -> list[float]:
    """Scores of pairs whose mean is about this."""
    chance = np.random.default_rng(seed)
    return list(chance.choice(5, size=pairs, p=world.shares_at(score)) / 4)


def test_the_bounds_follow_from_the_errors() -> None:
    assert Sprt(0, 10).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(0, 10, alpha=0.01, beta=0.1).bounds == pytest.approx((np.log(0.1 / 0.99), np.log(0.9 / 0.01)))


def test_nothing_played_decides_nothing() -> None:
    state = Sprt(0, 10).state([])
    assert (state.llr, state.verdict) == (0, None)
    assert Sprt(0, 10).first_verdict([]) is None


def test_many_good_pairs_make_better_and_many_bad_ones_not_better() -> None:
    test = Sprt(0, 50)
    assert test.state(some_scores(0.6, 500)).verdict == "better"
    assert test.state(some_scores(0.5, 500)).verdict == "not better"
    assert test.state(some_scores(0.54, 20)).verdict is None


def test_the_ratio_is_that_of_the_likelihoods_where_only_two_scores_come() -> None:
    """Of won and lost pairs alone, the distribution is known from its mean: the ratio is the binomial one."""
    test, won, lost = Sprt(0, 20), 700, 650
    better = 1 / (1 + 10 ** (-20 / 400))
    expected = won * np.log(better / 0.5) + lost * np.log((1 - better) / 0.5)
    assert test.state([1] * won + [0] * lost).llr == pytest.approx(expected, rel=0.01)


def test_the_ratio_is_near_the_normal_approximation_for_many_pairs() -> None:
    scores = np.array(some_scores(0.51, 4000, world=WORLDS[2]))
    low, high = 0.5, 1 / (1 + 10 ** (-5 / 400))
    normal = len(scores) * (high - low) * (2 * scores.mean() - low - high) / (2 * scores.var())
    assert Sprt(0, 5).state(list(scores)).llr == pytest.approx(normal, rel=0.02)


def test_seats_exchanged_the_test_is_its_own_mirror() -> None:
    scores = some_scores(0.55, 200)
    here, there = Sprt(-10, 30).state(scores), Sprt(-30, 10).state([1 - score for score in scores])
    assert here.llr == pytest.approx(-there.llr)


@pytest.mark.parametrize("score", [0, 0.25, 0.5, 0.75, 1])
@pytest.mark.parametrize("bounds", [(0, 5), (0, 400), (-10, 10), (-400, -300), (0, 1000), (-1000, 1000), (990, 1000)])
def test_pairs_that_are_all_alike_break_nothing(score: float, bounds: tuple[float, float]) -> None:
    test = Sprt(*bounds)
    assert all(np.isfinite(test.state([score] * pairs).llr) for pairs in (1, 2, 100, 5000))
    answer = test.first_verdict([score] * 5000)
    assert answer is None or answer.pairs >= FEWEST_PAIRS


def test_a_few_wins_do_not_show_a_small_difference() -> None:
    answer = Sprt(0, 10).first_verdict([1] * 1000)
    assert answer is not None
    assert answer.pairs > 50


def test_the_answer_is_the_first_and_what_comes_after_changes_nothing() -> None:
    test, scores = Sprt(0, 50), some_scores(0.6, 400)
    answer = test.first_verdict(scores)
    assert answer is not None
    assert test.first_verdict(scores[: answer.pairs]) == answer
    assert test.first_verdict(scores[: answer.pairs - 1]) is None
    assert test.state(scores[: answer.pairs]).verdict == answer.verdict == "better"
    assert test.first_verdict(scores[: answer.pairs] + [0.0] * 2000) == Answer(answer.pairs, "better")


@pytest.mark.parametrize("given", [(10, 0, 0.05, 0.05), (5, 5, 0.05, 0.05), (0, 10, 0, 0.05), (0, 10, 0.05, 0.5)])
def test_tests_that_make_no_sense_are_refused(given: tuple[float, float, float, float]) -> None:
    with pytest.raises(TabuleiroError, match=r"sequential test needs|probability of an error"):
        Sprt(*given)
    with using_language("pt"), pytest.raises(TabuleiroError, match=r"teste sequencial|probabilidade de um erro"):
        Sprt(*given)


@pytest.mark.parametrize("bounds", [(0, 9999), (-1001, 0), (9000, 9999), (0, float("inf"))])
def test_differences_that_no_games_could_tell_apart_are_refused(bounds: tuple[float, float]) -> None:
    with pytest.raises(TabuleiroError, match="from -1000 to 1000, not"):
        Sprt(*bounds)


# --- how often is it wrong? -------------------------------------------------------------------------------


def answers(test: Sprt, shares: Floats, runs: int, block: int) -> tuple[Floats, Floats]:
    """The answers of many runs of a test, and after how many pairs they came."""
    chance = np.random.default_rng(7)
    counts, found, lengths = np.zeros((runs, 5)), np.zeros(runs), np.full(runs, float(MOST_PAIRS))
    going, played = np.arange(runs), 0
    while len(going) and played < MOST_PAIRS:
        drawn = np.eye(5)[chance.choice(5, p=shares, size=(len(going), block))]
        after = counts[going, None] + np.cumsum(drawn, axis=1)
        verdicts = test.verdicts(test.ratios(after), np.arange(played + 1, played + block + 1))
        ended = (verdicts != 0).any(axis=1)
        first = np.argmax(verdicts != 0, axis=1)[ended]
        found[going[ended]], lengths[going[ended]] = verdicts[ended, first], played + first + 1
        counts[going] = after[:, -1]
        going, played = going[~ended], played + block
    return found, lengths


def wrong_answers(bounds: tuple[float, float], world: World, runs: int, block: int) -> tuple[float, float, float]:
    """How often a test says "better" at its lower bound, "not better" at its upper one, and how many pairs it takes."""
    test = Sprt(*bounds)
    low, high = (answers(test, world.shares_at(1 / (1 + 10 ** (-elo / 400))), runs, block) for elo in bounds)
    return float(np.mean(low[0] == 1)), float(np.mean(high[0] == -1)), float(np.mean([low[1], high[1]]))


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_errors_are_no_oftener_than_allowed(world: World) -> None:
    """The pairs that a test of 0 against 100 takes on average, in the four worlds: 37, 27, 22, 15."""
    false_better, false_worse, pairs = wrong_answers((0, 100), world, runs=600, block=25)
    assert false_better < 0.07
    assert false_worse < 0.07
    assert pairs < 45


@pytest.mark.soak
@pytest.mark.parametrize("world", WORLDS, ids=str)
@pytest.mark.parametrize("bounds", [(0, 200), (0, 50), (-25, 25), (100, 150), (0, 20)])
def test_errors_are_no_oftener_than_allowed_in_any_test(world: World, bounds: tuple[float, float]) -> None:
    """Pairs on average in the plain world: 12, 140, 135, 150, 830; fewer where draws are common or openings uneven."""
    false_better, false_worse, pairs = wrong_answers(bounds, world, runs=2000, block=100)
    assert false_better < 0.066
    assert false_worse < 0.066
    assert pairs < 0.4e6 / (bounds[1] - bounds[0]) ** 2 + 10
