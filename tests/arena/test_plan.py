"""Who meets whom: every format, every game of the schedule."""

from __future__ import annotations

from collections import Counter

import pytest

from tabuleiro.arena.plan import Plan
from tabuleiro.engine.errors import EngineError

PLAYERS = ("random", "level:1", "level:2", "level:3")


def plan(format: str = "round-robin", games: int = 6, players: tuple[str, ...] = PLAYERS) -> Plan:
    return Plan("breakthrough", players, format, games)


@pytest.mark.parametrize(
    "format, pairings",
    [
        ("round-robin", [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
        ("gauntlet", [(0, 1), (0, 2), (0, 3)]),
        ("neighbours", [(0, 1), (1, 2), (2, 3)]),
    ],
)
def test_who_meets_whom(format: str, pairings: list[tuple[int, int]]) -> None:
    given = plan(format)
    assert given.pairings == pairings
    meetings = [given.meeting(number) for number in range(given.meetings)]
    seats = Counter(meeting.seats for meeting in meetings)
    assert seats == {seats: 3 for first, second in pairings for seats in ((first, second), (second, first))}


def test_a_pair_is_two_players_on_both_seats_from_one_opening() -> None:
    given = plan()
    for number in range(0, given.meetings, 2):
        first, second = given.meeting(number), given.meeting(number + 1)
        assert first.pair == second.pair == number // 2
        assert first.round == second.round
        assert first.seats == second.seats[::-1]


def test_a_round_has_every_pairing_once() -> None:
    given = plan()
    rounds = [given.meeting(number).round for number in range(given.meetings)]
    assert rounds == sorted(rounds)
    assert set(Counter(rounds).values()) == {2 * len(given.pairings)}


def test_an_odd_number_of_games_is_made_even() -> None:
    assert plan("gauntlet", 3).meetings == plan("gauntlet", 4).meetings == 12


def test_some_pairings_may_play_more_games_than_others() -> None:
    given = Plan("breakthrough", PLAYERS, "neighbours", games_of=(6, 2, 3))
    seats = Counter(tuple(sorted(given.meeting(number).seats)) for number in range(given.meetings))
    assert seats == {(0, 1): 6, (1, 2): 2, (2, 3): 4}
    assert [given.meeting(number).round for number in range(given.meetings)] == [0] * 6 + [1] * 4 + [2] * 2
    assert [given.meeting(number).pair for number in range(0, given.meetings, 2)] == [0, 1, 2, 3, 5, 6]
    more = Plan("breakthrough", PLAYERS, "neighbours", games_of=(9, 9, 9))
    assert {given.meeting(n) for n in range(given.meetings)} <= {more.meeting(n) for n in range(more.meetings)}


def test_a_plan_is_the_same_when_read_again() -> None:
    given = Plan("trench", ("random", "mcts"), "sprt", 8, seconds=0.5, clock=(60.0, 1.0), adjudicate=0.99, seed=7)
    assert Plan.from_json(given.to_json()) == given
    assert given.goes_on(Plan.from_json({**given.to_json(), "games": 900}))
    assert not given.goes_on(Plan.from_json({**given.to_json(), "seed": 8}))


def test_what_cannot_be_planned_is_refused() -> None:
    with pytest.raises(EngineError, match="no format 'swiss'"):
        plan("swiss")
    with pytest.raises(EngineError, match="At least two"):
        plan(players=("random",))
    with pytest.raises(EngineError, match="between two players"):
        plan("sprt")
