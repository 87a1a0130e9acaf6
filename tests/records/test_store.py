"""Keeping matches, games, events and tries at puzzles, and finding them again as they were."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import Connection

import tabuleiro
from tabuleiro.records import schema, store
from tabuleiro.records.database import Database
from tabuleiro.records.errors import NotKept, PlayedElsewhere
from tabuleiro.records.store import Standing

PLAN = {"game": "any:8x8", "people": ["Ana", "Rui ☃"], "seconds": None, "pace": 0.1, "deep": {"list": [1, 2.5, True]}}
GOES_ON = Standing(plies=1, result="*", reason=None, is_finished=False)
ENDED = Standing(plies=2, result="1-0", reason="resignation", is_finished=True)
HAPPENED: list[tuple[str, dict[str, Any]]] = [("moved", {"move": "a2-a3", "seconds": 0.1}), ("resigned", {"player": 1})]


def keep(database: Database, game: str = "any", standing: Standing = GOES_ON) -> int:
    """Keep a match with one game and one event; its number."""

    def write(connection: Connection) -> int:
        match = store.begin_match(connection, game, PLAN)
        number = store.begin_game(connection, match, 1, 0)
        store.append_events(connection, match, number, 0, HAPPENED[:1], standing)
        return match

    return database.write(write)


def test_a_match_is_found_as_it_was_kept(database: Database) -> None:
    before = datetime.now(UTC)
    match = database.write(store.begin_match, "any:8x8", PLAN)
    first = database.write(store.begin_game, match, 1, 0)
    database.write(store.append_events, match, first, 0, HAPPENED[:1], GOES_ON)
    database.write(store.append_events, match, first, 1, HAPPENED[1:], ENDED)
    second = database.write(store.begin_game, match, 2, 1)
    found = database.read(store.find_match, match)
    assert (found.id, found.game, found.plan, found.state) == (match, "any:8x8", PLAN, "playing")
    assert not found.is_finished, "a game that begins opens the match again"
    times = found.games[0].times
    assert found.games == (
        store.StoredGame(first, 1, 0, 2, "1-0", "resignation", tuple(HAPPENED), times),
        store.StoredGame(second, 2, 1, 0, "*", None, (), ()),
    )
    assert len(times) == len(HAPPENED)
    assert before <= found.begun <= times[0] <= times[-1] <= found.changed <= datetime.now(UTC)
    assert found.begun.tzinfo is UTC


def test_what_has_happened_is_written_once_and_in_its_place(database: Database) -> None:
    match = keep(database)
    game = database.read(store.find_match, match).games[0].id
    with pytest.raises(PlayedElsewhere) as refusal:
        database.write(store.append_events, match, game, 0, HAPPENED, ENDED)
    assert str(refusal.value) == (
        "This game has gone on in another window or program: open it again to see how it stands."
    )
    with tabuleiro.using_language("pt"):
        assert str(refusal.value).startswith("Este jogo continuou noutra janela ou noutro programa")
    found = database.read(store.find_match, match)
    assert found.games[0].events == tuple(HAPPENED[:1]) and not found.is_finished, "nothing of it was written"
    database.write(store.append_events, match, game, 1, HAPPENED[1:], ENDED)
    assert database.read(store.find_match, match).is_finished


def test_the_same_game_of_a_match_begins_only_once(database: Database) -> None:
    match = keep(database)
    with pytest.raises(PlayedElsewhere):
        database.write(store.begin_game, match, 1, 1)


def test_a_standing_may_change_without_an_event(database: Database) -> None:
    match = keep(database)
    game = database.read(store.find_match, match).games[0].id
    database.write(store.append_events, match, game, 1, (), ENDED)
    assert database.read(store.find_match, match).games[0].result == "1-0"


def test_the_list_begins_with_what_was_changed_last(database: Database) -> None:
    first, second, third = (keep(database, game) for game in ("any", "any:6x6", "other"))
    game = database.read(store.find_match, first).games[0].id
    database.write(store.append_events, first, game, 1, HAPPENED[1:], ENDED)
    listed = database.read(store.list_matches, limit=9)
    assert [kept.id for kept in listed] == [first, third, second]
    assert listed[0].is_finished and [game.events for game in listed[0].games] == [()]
    assert [kept.id for kept in database.read(store.list_matches, limit=2)] == [first, third]
    assert database.read(store.list_matches, limit=0) == []


def test_the_list_of_a_game_has_its_variants_and_no_namesakes(database: Database) -> None:
    names = ("any", "any:6x6", "any;pie=no", "anyone", "a%y", "other:any")
    kept = {name: keep(database, name) for name in names}
    listed = database.read(store.list_matches, limit=9, game="any")
    assert {match.id for match in listed} == {kept["any"], kept["any:6x6"], kept["any;pie=no"]}
    assert [match.id for match in database.read(store.list_matches, limit=9, game="a%y")] == [kept["a%y"]]
    assert database.read(store.list_matches, limit=9, game="none") == []


def test_a_list_may_be_longer_than_a_question_to_the_database(database: Database) -> None:
    kept = [keep(database) for _ in range(12)]

    def listed(connection: Connection) -> list[int]:
        driver = connection.connection.driver_connection
        if isinstance(driver, sqlite3.Connection):
            driver.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 10)
        return [match.id for match in store.list_matches(connection, limit=99)]

    assert database.read(listed) == kept[::-1]


def test_the_last_unfinished_match_is_found_with_its_events(database: Database) -> None:
    assert database.read(store.last_unfinished) is None
    keep(database, standing=ENDED)
    assert database.read(store.last_unfinished) is None
    keep(database)
    last = keep(database)
    keep(database, standing=ENDED)
    found = database.read(store.last_unfinished)
    assert found is not None and found.id == last
    assert found.games[0].events == tuple(HAPPENED[:1])


def test_a_match_is_forgotten_with_all_that_happened_in_it(database: Database) -> None:
    match, other = keep(database), keep(database)
    database.write(store.forget_match, match)
    assert [kept.id for kept in database.read(store.list_matches, limit=9)] == [other]

    def count(connection: Connection) -> list[object]:
        return [connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar() for name in ("games", "events")]

    assert database.read(count) == [1, 1]


@pytest.mark.parametrize("find", [store.find_match, store.forget_match])
def test_a_match_that_is_not_kept_is_said_not_to_be(database: Database, find: Any) -> None:
    with pytest.raises(NotKept) as refusal:
        database.write(find, 12)
    assert str(refusal.value) == "No match of the number 12 is kept."
    with tabuleiro.using_language("pt"):
        assert str(refusal.value) == "Não está guardado nenhum encontro com o número 12."


def test_nothing_more_happens_in_a_match_that_was_forgotten(database: Database) -> None:
    match = keep(database)
    game = database.read(store.find_match, match).games[0].id
    database.write(store.forget_match, match)
    with pytest.raises(PlayedElsewhere):
        database.write(store.append_events, match, game, 1, HAPPENED[1:], ENDED)


def test_times_are_kept_in_utc_whatever_they_are_given_in(database: Database) -> None:
    noon = datetime(2026, 7, 1, 12, 0, 0, 123456, tzinfo=timezone(timedelta(hours=5, minutes=30)))

    def write(connection: Connection) -> None:
        row = {"begun": noon, "changed": noon, "state": "playing", "game": "any", "plan": {}, "code": "x"}
        connection.execute(schema.matches.insert().values(row))

    database.write(write)
    found = database.read(store.find_match, 1)
    assert found.begun == noon and found.begun.tzinfo is UTC and found.begun.hour == 6
    raw = database.read(lambda connection: connection.exec_driver_sql("SELECT begun FROM matches").scalar())
    assert str(raw) == "2026-07-01 06:30:00.123456"
    moment = schema.Moment()
    assert moment.process_bind_param(None, None) is None  # type: ignore[arg-type]
    assert moment.process_result_value(None, None) is None  # type: ignore[arg-type]


def test_a_puzzle_once_solved_stays_solved(database: Database) -> None:
    assert database.read(store.tries) == {}
    for fen, solved in (("x", False), ("x", True), ("x", False), ("y", False)):
        database.write(store.keep_try, "any", fen, solved=solved)
    database.write(store.keep_try, "other", "y", solved=True)
    assert database.read(store.tries) == {("any", "x"): True, ("any", "y"): False, ("other", "y"): True}
