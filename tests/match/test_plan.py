"""What is to be played: kept as plain values, checked before it begins, and names for those who have none."""

from __future__ import annotations

import json

import pytest

import tabuleiro
from tabuleiro.match import MatchError, per_move, sudden_death, with_increment
from tabuleiro.match.plan import HUMAN, Person, Plan, make_people, name_of, name_text

PEOPLE = (Person("Ana"), Person("Rui ☃", "level:4"))

PLANS = [
    Plan("breakthrough", PEOPLE),
    Plan("trench", PEOPLE, "match", sudden_death(0.001), seconds=0.5, pace=1.5),
    Plan("tafl", PEOPLE, "best-of-5", with_increment(12_345.678, 0.25)),
    Plan("breakthrough:6x6", PEOPLE, control=per_move(1_234_567), start="6/6/1p4/4P1/6/6 w"),
]


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_is_read_as_it_was_written(plan: Plan) -> None:
    assert Plan.from_data(json.loads(json.dumps(plan.data()))) == plan


def test_a_plan_knows_its_game_and_where_it_begins() -> None:
    plan = PLANS[3]
    plan.check()
    assert plan.found_game == tabuleiro.game("breakthrough:6x6")
    assert plan.first_position.fen == plan.start
    assert Plan("trench", PEOPLE).first_position == tabuleiro.game("trench").start()


@pytest.mark.parametrize(
    ("plan", "error"),
    [
        (Plan("ludo", PEOPLE), tabuleiro.UnknownGame),
        (Plan("breakthrough", PEOPLE, start="nonsense"), tabuleiro.InvalidPosition),
        (Plan("breakthrough", PEOPLE, "best-of-0"), MatchError),
        (Plan("breakthrough", PEOPLE, "battle"), MatchError),
        (Plan("breakthrough", PEOPLE, "sum-of-2"), MatchError),
    ],
)
def test_what_cannot_be_played_is_refused(plan: Plan, error: type[Exception]) -> None:
    with pytest.raises(error):
        plan.check()


def test_people_have_names_whatever_they_said() -> None:
    assert make_people((HUMAN, HUMAN)) == (Person("Player 1"), Person("Player 2"))
    assert make_people((HUMAN, "4"), ("Ana", None)) == (Person("Ana"), Person("Computer, level 4", "4"))
    assert [person.name for person in make_people(("random", "uci:engine"))] == ["random", "uci:engine"]
    assert [person.is_human for person in make_people((HUMAN, "random"))] == [True, False]
    assert make_people((HUMAN, "level:10"))[0].name == "You"
    assert make_people((HUMAN, "Level: 4,5"))[1].name == "Computer, level 4.5"
    assert make_people((HUMAN, "4,nodes=9"))[1].name == "4,nodes=9"
    with tabuleiro.using_language("pt"):
        assert str(name_of("level:7", 0, alone=True)) == "Computador, nível 7"
        assert str(name_of("level:7.5", 0, alone=True)) == "Computador, nível 7,5"
        assert str(name_text("Computer, level 7.5")) == "Computador, nível 7,5"
        assert str(name_of(HUMAN, 1, alone=False)) == "Jogador 2"
        assert str(name_text("Computer, level 7")) == "Computador, nível 7"
        assert str(name_text("Computer, level 7 (2)")) == "Computador, nível 7 (2)"
        assert str(name_text("Guest")) == "Convidado"
        assert str(name_text("Computer, level 77")) == "Computer, level 77"
        assert str(name_text("Ana")) == "Ana"
