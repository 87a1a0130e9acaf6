"""A match at one table: what people may do and when, what computers decide, the time, and what is taken back."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Unpack

import pytest

import tabuleiro
from tabuleiro.engine.analysis import Analysis
from tabuleiro.engine.errors import EngineError, EngineFailed
from tabuleiro.engine.players import Player, Thinking
from tabuleiro.match import (
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Forfeited,
    MatchError,
    Moved,
    Resigned,
    SeatsExchanged,
    TakenBack,
    TimeUp,
    per_move,
    sudden_death,
    with_increment,
)
from tabuleiro.match import table as tables
from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.match.plan import HUMAN, Plan, make_people
from tabuleiro.match.table import Decision, Table
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.texts import same

NO_DRAWS, WITH_DRAWS, WITH_PIE = "breakthrough", "trench", "monkey-queen"


class Watch:
    """A time of day that passes only when it is told to."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


class Scripted:
    """A player that does what it is told, and remembers what it was asked."""

    def __init__(self, name: str, game: Game, seed: int) -> None:
        self.name, self.game, self.seed = name, game, seed
        self.exchanges = self.accepts = False
        self.fails: EngineError | None = None
        self.asked: list[Thinking] = []
        self.done: list[str] = []

    def choose(self, position: Position, **thinking: Unpack[Thinking]) -> Move:
        self.asked.append(thinking)
        if self.fails is not None:
            raise self.fails
        return position.legal_moves[0]

    def exchanges_seats(self, position: Position) -> bool:
        return self.exchanges

    def accepts_draw(self, position: Position, player: int) -> bool:
        self.done.append(f"asked about a draw as {player}")
        return self.accepts

    def stop(self) -> None:
        self.done.append("stop")

    def new_game(self, seed: int | None = None) -> None:
        self.done.append("new game")

    def close(self) -> None:
        self.done.append("close")


class Tables:
    """Makes tables, and keeps the scripted players that sit at them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.watch = Watch()
        self.players: list[Scripted] = []

    def make(self, first: str, second: str, game: str = NO_DRAWS, **plan: Any) -> Table:
        kept = KeptMatch(Plan(game, make_people((first, second)), **plan), self.database, random=Random(1))
        return Table(kept, seed=5, now=self.watch)

    def make_player(self, text: str, game: Game, *, seed: int = 0, stands_back: bool = False) -> Player:
        self.players.append(Scripted(text, game, seed))
        return self.players[-1]


@pytest.fixture
def some(database: Database) -> Tables:
    return Tables(database)


@pytest.fixture
def scripted(some: Tables, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Tables at which every computer is a scripted player."""
    monkeypatch.setattr(tables, "make_player", some.make_player)
    return some


def check_refused(refused: Callable[[], object], english: str, portuguese: str, table: Table) -> None:
    """The act is refused with these words, and nothing has changed, here or on disk."""
    before = table.match.histories
    with pytest.raises(MatchError) as refusal:
        refused()
    with tabuleiro.using_language("en"):
        assert str(refusal.value) == english
    with tabuleiro.using_language("pt"):
        assert str(refusal.value) == portuguese
    assert table.match.histories == before


def check_kept(table: Table, database: Database) -> None:
    """What is on disk is what is on the table."""
    assert table.kept.id is not None
    again = KeptMatch.resume(database.read(store.find_match, table.kept.id), database)
    assert again.match.histories == table.match.histories
    assert again.match.result == table.match.result


def first_move(table: Table) -> str:
    return str(table.position.legal_moves[0])


def play_first(table: Table) -> None:
    table.play(first_move(table))


def answer(table: Table) -> object:
    """Let the computer whose turn it is do what it wants."""
    assert table.awaits_computer
    return table.carry_out(table.think())


# --- whose turn it is -------------------------------------------------------------------------------------


def test_people_and_computers_take_turns(some: Tables) -> None:
    table = some.make(HUMAN, "random")
    assert (table.human_seats, table.to_move.name, table.person(1).player) == ((0,), "You", "random")
    assert table.awaits_person and not table.awaits_computer
    assert table.place == (1, 0)
    table.play("a2-a3")
    assert table.awaits_computer and not table.awaits_person and table.acting_seat == 1
    assert table.place == (1, 1)
    check_refused(lambda: table.play("b2-b3"), "It is random's turn.", "É a vez de random.", table)
    check_refused(table.exchange_seats, "It is random's turn.", "É a vez de random.", table)
    assert isinstance(answer(table), Moved)
    assert table.awaits_person
    check_kept(table, some.database)


def test_two_people_play_a_whole_game(some: Tables) -> None:
    table, chance = some.make(HUMAN, HUMAN), Random(2)
    while table.session.result is None:
        assert table.awaits_person
        table.play(chance.choice(table.position.legal_moves))
    assert not table.awaits_person and not table.awaits_computer
    with pytest.raises(MatchError, match="The game is over"):
        table.play("a2-a3")
    check_kept(table, some.database)


@pytest.mark.parametrize("name", tabuleiro.games())
def test_two_computers_play_any_game_and_the_same_with_the_same_seed(some: Tables, name: str) -> None:
    played = []
    for _ in range(2):
        table = some.make("random", "random", name)
        table.prepare()
        for _ in range(12):
            if table.awaits_computer:
                answer(table)
        played.append(table.match.histories)
        check_kept(table, some.database)
        table.close()
    assert played[0] == played[1] and len(played[0][0][1]) == 12


def test_what_is_no_move_is_refused_by_the_rules(some: Tables) -> None:
    table = some.make(HUMAN, HUMAN)
    for text, error in (("a2-a5", tabuleiro.IllegalMove), ("?", tabuleiro.InvalidMove)):
        with pytest.raises(error):
            table.play(text)
    assert table.place == (1, 0) and table.kept.id is None


def test_people_change_seats_from_game_to_game(some: Tables) -> None:
    table = some.make(HUMAN, "random", format="best-of-3")
    assert [table.person(seat).player for seat in (0, 1)] == [HUMAN, "random"]
    check_refused(table.next_game, "Game 1 is still being played.", "O jogo 1 ainda não acabou.", table)
    assert table.resign() == Resigned(0)
    table.next_game()
    assert [table.person(seat).player for seat in (0, 1)] == ["random", HUMAN]
    assert table.place == (2, 0) and table.awaits_computer
    assert table.resign() == Resigned(1), "the only person resigns, whoever is to move"
    check_kept(table, some.database)
    assert table.match.result is not None


def test_only_people_resign_and_offer(some: Tables) -> None:
    table = some.make("random", "random", WITH_DRAWS)
    words = ("Only people can do that; here computers play.", "Só pessoas o podem fazer; aqui jogam computadores.")
    check_refused(table.resign, *words, table)
    check_refused(table.offer_draw, *words, table)


def test_of_two_people_the_one_to_move_resigns(some: Tables) -> None:
    table = some.make(HUMAN, HUMAN)
    play_first(table)
    assert table.resign() == Resigned(1)


# --- draws ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("accepts", [False, True])
def test_a_computer_answers_an_offer_of_a_draw(scripted: Tables, accepts: bool) -> None:
    table = scripted.make(HUMAN, "x", WITH_DRAWS)
    table.prepare()
    scripted.players[0].accepts = accepts
    assert table.offer_draw() == DrawOffered(0)
    assert table.awaits_computer and table.acting_seat == 1, "though the person is to move"
    check_refused(lambda: table.answer_draw(True), "It is x's turn.", "É a vez de x.", table)
    assert answer(table) == (DrawAccepted(1) if accepts else DrawDeclined(1))
    assert scripted.players[0].done == ["asked about a draw as 1"]
    assert (table.session.result is not None) == accepts
    assert table.awaits_person == (not accepts)
    check_kept(table, scripted.database)


def test_a_draw_is_offered_while_the_computer_thinks(scripted: Tables) -> None:
    table = scripted.make(HUMAN, "x", WITH_DRAWS)
    play_first(table)
    late = table.think()
    assert table.offer_draw() == DrawOffered(0)
    assert table.carry_out(late) is None, "it thought about a game without the offer"
    assert answer(table) == DrawDeclined(1)
    assert isinstance(answer(table), Moved)


def test_people_answer_each_other(some: Tables) -> None:
    table = some.make(HUMAN, HUMAN, WITH_DRAWS)
    check_refused(
        lambda: table.answer_draw(True),
        "The other player has not offered a draw.",
        "O outro jogador não propôs empate.",
        table,
    )
    table.offer_draw()
    assert table.acting_seat == 1
    table.answer_draw(False)
    table.offer_draw()
    assert table.answer_draw(True) == DrawAccepted(1)
    assert table.session.result is not None and table.session.result.reason == "agreement"


# --- the pie rule -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("exchanges", [False, True])
def test_a_computer_decides_on_the_exchange(scripted: Tables, exchanges: bool) -> None:
    table = scripted.make(HUMAN, "x", WITH_PIE)
    table.prepare()
    scripted.players[0].exchanges = exchanges
    play_first(table)
    event = answer(table)
    assert isinstance(event, SeatsExchanged if exchanges else Moved)
    assert table.human_seats == ((1,) if exchanges else (0,))
    assert table.awaits_person, "who sits now where the next move is made, or has been answered"
    check_kept(table, scripted.database)


def test_a_person_takes_over_the_first_move(scripted: Tables) -> None:
    table = scripted.make("x", HUMAN, WITH_PIE)
    answer(table)
    assert isinstance(table.exchange_seats(), SeatsExchanged)
    assert [table.person(seat).is_human for seat in (0, 1)] == [True, False]
    assert table.awaits_computer
    assert len(scripted.players) == 1, "the same computer plays on"
    answer(table)
    assert table.awaits_person and len(scripted.players) == 1


# --- taking back ------------------------------------------------------------------------------------------


def test_between_people_one_move_is_taken_back_and_played_again(some: Tables) -> None:
    table = some.make(HUMAN, HUMAN)
    check_refused(table.undo, "There is no move to take back.", "Não há nenhuma jogada para anular.", table)
    check_refused(table.redo, "No move was taken back.", "Nenhuma jogada foi anulada.", table)
    for move in ("a2-a3", "a7-a6", "b2-b3"):
        table.play(move)
    after = table.position
    assert table.undo() == TakenBack(1)
    assert table.undo() == TakenBack(1)
    assert [str(move) for move in table.session.moves] == ["a2-a3"] and table.may_redo
    table.redo()
    assert len(table.session.moves) == 2 and table.may_redo
    table.redo()
    assert table.position == after and not table.may_redo
    check_kept(table, some.database)


def test_against_a_computer_both_plies_are_taken_back_and_played_again(some: Tables) -> None:
    table = some.make("random", HUMAN)
    answer(table)
    assert table.plies_to_undo == 0, "the computer's first move is no person's"
    check_refused(table.undo, "There is no move to take back.", "Não há nenhuma jogada para anular.", table)
    first = table.position
    play_first(table)
    answer(table)
    second = table.position
    play_first(table)
    answer(table)
    third = table.position
    assert table.undo() == TakenBack(2)
    assert table.position == second and table.awaits_person
    table.undo()
    assert table.position == first and table.plies_to_undo == 0
    table.redo()
    assert table.position == second
    table.redo()
    assert table.position == third and not table.may_redo
    check_kept(table, some.database)


def test_a_move_is_taken_back_before_the_computer_has_answered_it(some: Tables) -> None:
    table = some.make(HUMAN, "random")
    play_first(table)
    late = table.think()
    assert table.undo() == TakenBack(1)
    assert table.carry_out(late) is None and table.awaits_person
    table.redo()
    assert table.awaits_computer, "what was played again awaits its answer"
    assert table.carry_out(late) is None, "the position is the same, but the game has gone on since"
    assert isinstance(answer(table), Moved)


def test_another_move_ends_what_can_be_played_again(some: Tables) -> None:
    table = some.make(HUMAN, HUMAN)
    table.play("a2-a3")
    table.undo()
    table.play("b2-b3")
    assert not table.may_redo
    check_refused(table.redo, "No move was taken back.", "Nenhuma jogada foi anulada.", table)


def test_a_move_that_ended_the_game_is_taken_back(some: Tables) -> None:
    table = some.make(HUMAN, "random", start="8/4P3/8/8/8/8/1p6/8 w")
    table.play("e7-e8")
    assert table.session.result is not None and not table.awaits_computer
    table.undo()
    assert table.session.result is None and table.awaits_person and table.may_redo
    table.redo()
    assert table.session.result is not None and not table.may_redo
    check_kept(table, some.database)


def test_two_computers_take_nothing_back(some: Tables) -> None:
    table = some.make("random", "random")
    answer(table)
    assert table.plies_to_undo == 0


def test_nothing_is_taken_back_where_there_is_a_clock(some: Tables) -> None:
    table = some.make(HUMAN, HUMAN, control=sudden_death(60))
    play_first(table)
    with pytest.raises(MatchError, match="with a clock"):
        table.undo()
    assert not table.may_redo


def test_the_exchange_is_taken_back_with_the_move_it_took_over(scripted: Tables) -> None:
    table = scripted.make(HUMAN, "x", WITH_PIE)
    table.prepare()
    scripted.players[0].exchanges = True
    play_first(table)
    answer(table)
    play_first(table)
    answer(table)
    assert table.undo() == TakenBack(2)
    assert table.session.exchanged and table.awaits_person
    assert table.undo() == TakenBack(1), "it was the person's move before the computer took it over"
    assert not table.session.exchanged and table.human_seats == (0,) and table.awaits_person
    assert not table.may_redo, "the exchange is decided anew"
    check_kept(table, scripted.database)


def test_a_person_takes_back_the_exchange(scripted: Tables) -> None:
    table = scripted.make("x", HUMAN, WITH_PIE)
    answer(table)
    table.exchange_seats()
    answer(table)
    assert table.undo() == TakenBack(2)
    assert not table.session.exchanged and table.awaits_computer and not table.may_redo


# --- time -------------------------------------------------------------------------------------------------


def test_the_clock_runs_for_the_one_to_move(some: Tables) -> None:
    table = some.make(HUMAN, HUMAN, control=with_increment(60, 2))
    assert table.clock is not None and table.clock.left == (60_000, 60_000)
    some.watch.time += 10
    assert table.clock.left == (50_000, 60_000)
    table.play("a2-a3")
    assert table.session.events == (Moved("a2-a3", 10.0),)
    some.watch.time += 4
    assert table.clock.left == (52_000, 56_000)
    assert not table.check_time()
    table.start_clock()
    assert table.clock.left == (52_000, 60_000), "nothing before counts"
    check_kept(table, some.database)


def test_offers_do_not_stop_the_clock(some: Tables) -> None:
    table = some.make(HUMAN, HUMAN, WITH_DRAWS, control=sudden_death(60))
    some.watch.time += 10
    table.offer_draw()
    some.watch.time += 10
    table.answer_draw(False)
    assert table.clock is not None and table.clock.left == (40_000, 60_000)


def test_who_has_no_time_left_loses(some: Tables) -> None:
    table = some.make(HUMAN, "random", control=sudden_death(5), format="best-of-3")
    some.watch.time += 4.999
    assert not table.check_time()
    some.watch.time += 0.001
    assert table.check_time() and not table.check_time()
    assert isinstance(table.session.events[-1], TimeUp)
    assert table.session.result is not None
    assert (table.session.result.winner, table.session.result.reason) == (1, "time")
    some.watch.time += 100
    assert table.clock is not None and table.clock.left == (0, 5000), "it stands still"
    check_kept(table, some.database)
    table.next_game()
    assert table.clock is not None and table.clock.left == (5000, 5000)


def test_a_move_after_the_time_loses_instead(some: Tables) -> None:
    table = some.make(HUMAN, HUMAN, control=per_move(5))
    some.watch.time += 5
    assert isinstance(table.play("a2-a3"), TimeUp)
    assert table.session.moves == () and table.session.result is not None


def test_a_computer_may_lose_on_time_too(some: Tables) -> None:
    table = some.make("random", HUMAN, control=sudden_death(5))
    decision = table.think()
    some.watch.time += 6
    assert isinstance(table.carry_out(decision), TimeUp)
    assert table.carry_out(decision) is None
    assert not some.make(HUMAN, HUMAN).check_time(), "without a clock nobody does"


def test_a_computer_is_told_how_long_it_may_think(scripted: Tables) -> None:
    def told(**plan: Any) -> Thinking:
        table = scripted.make("x", "y", **plan)
        table.think()
        return scripted.players[-1].asked[-1]

    assert told() == {"seconds": None, "watch": None}
    assert told(seconds=2.0) == {"seconds": 2.0, "watch": None}
    assert told(control=with_increment(60, 2)) == {
        "seconds": None,
        "clocks": (60.0, 60.0),
        "increment": 2.0,
        "watch": None,
    }
    assert told(control=per_move(10)) == {"seconds": 6.0, "watch": None}
    assert told(control=per_move(10), seconds=1.0) == {"seconds": 1.0, "watch": None}


# --- computers --------------------------------------------------------------------------------------------


def test_players_are_made_once_and_told_of_each_new_game(scripted: Tables) -> None:
    table = scripted.make("x", "y", format="best-of-3")
    table.prepare()
    first, second = scripted.players
    assert [(one.name, one.seed) for one in scripted.players] == [("x", 5), ("y", 6)]
    answer(table)
    assert first.done == []
    table.kept.act(lambda session: session.resign(0))
    table.next_game()
    answer(table)
    answer(table)
    assert (first.done, second.done) == (["new game"], ["new game"])
    assert len(scripted.players) == 2
    table.stop_thinking()
    table.close()
    assert first.done == second.done == ["new game", "stop", "close"]


def test_what_a_computer_thinks_is_shown(scripted: Tables) -> None:
    def watch(analysis: Analysis) -> None: ...

    table = scripted.make("x", HUMAN)
    place = table.place
    assert table.think(watch) == Decision(place, move=first_move(table))
    assert scripted.players[0].asked[0]["watch"] is watch
    assert table.place == place and table.kept.id is None, "thinking changes nothing"


def test_a_decision_counts_only_where_it_was_made(scripted: Tables) -> None:
    table = scripted.make("x", "y")
    decision = table.think()
    assert isinstance(table.carry_out(decision), Moved)
    assert table.carry_out(decision) is None
    late = table.think()
    table.kept.act(lambda session: session.resign(0))
    assert table.carry_out(late) is None and len(table.session.moves) == 1


@pytest.mark.parametrize("message", ["it went away", same("it went away")])
def test_a_player_that_fails_loses_the_game_and_plays_the_next(scripted: Tables, message: Any) -> None:
    table = scripted.make("x", HUMAN, format="best-of-3")
    table.prepare()
    scripted.players[0].fails = EngineFailed(message)
    decision = table.think()
    assert str(decision.failure) == "it went away"
    assert table.carry_out(decision) == Forfeited(0)
    assert table.session.result is not None and table.session.result.reason == "forfeit"
    table.next_game()
    scripted.players[0].fails = None
    play_first(table)
    assert isinstance(answer(table), Moved)
    assert scripted.players[0].done == ["new game"]
    check_kept(table, scripted.database)


SCRIPT = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name Fails", "uciok", sep="\\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove a1a1" if {answers} else "", flush=True)
        break
"""


@pytest.mark.parametrize("answers", [True, False], ids=["nonsense", "end"])
def test_an_engine_from_outside_that_fails_forfeits(some: Tables, tmp_path: Path, answers: bool) -> None:
    program = tmp_path / "engine.py"
    program.write_text(SCRIPT.format(answers=answers), encoding="utf-8")
    table = some.make(HUMAN, f"uci:{shlex.join([sys.executable, str(program)])}")
    table.prepare()
    play_first(table)
    decision = table.think()
    assert decision.failure is not None and decision.move is None
    assert table.carry_out(decision) == Forfeited(1)
    check_kept(table, some.database)
    table.close()


def test_a_player_that_cannot_be_had_is_known_before_the_game(some: Tables) -> None:
    table = some.make(HUMAN, "nobody")
    with pytest.raises(EngineError):
        table.prepare()


def test_what_was_decided_at_a_table_that_was_left_does_not_happen(some: Tables) -> None:
    table = some.make("random", "random")
    decision = table.think()
    table.close()
    assert table.carry_out(decision) is None
    assert not table.session.events


class Analyst:
    """Stands in for the engine that gives hints."""

    made: list[Analyst] = []

    def __init__(self, game: Game, *, hash_mb: int, stands_back: bool) -> None:
        self.game, self.closed = game, False
        self.asked: list[tuple[Position, float]] = []
        Analyst.made.append(self)

    def analyse(self, position: Position, *, seconds: float) -> None:
        self.asked.append((position, seconds))

    def close(self) -> None:
        self.closed = True


def test_one_analyst_serves_until_another_game_is_played(some: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    from tabuleiro.engine import engine

    monkeypatch.setattr(engine, "Engine", Analyst)
    monkeypatch.setattr(Analyst, "made", [])
    name = next(name for name in tabuleiro.games() if any(one.tie_break for one in tabuleiro.game(name).formats))
    format = next(one for one in tabuleiro.game(name).formats if one.tie_break)
    table = some.make(HUMAN, HUMAN, name, format=format.name)
    table.hint()
    for number in range(format.games):
        if number:
            table.next_game()
        table.hint(0.5)
        table.offer_draw()
        table.answer_draw(True)
    (first,) = Analyst.made
    assert first.asked == [(table.position, tables.HINT_SECONDS), *[(table.position, 0.5)] * format.games]
    table.next_game()
    assert table.game.id == format.tie_break
    table.hint()
    assert first.closed and len(Analyst.made) == 2 and Analyst.made[1].game == table.game
    table.close()
    assert Analyst.made[1].closed


@pytest.mark.compiled
def test_a_hint_is_a_move_of_the_position(some: Tables) -> None:
    table = some.make(HUMAN, "1", start="8/4P3/8/8/8/8/1p6/8 w")
    hint = table.hint(0.05)
    assert hint.best.moves[0] in table.position.legal_moves
    table.close()
