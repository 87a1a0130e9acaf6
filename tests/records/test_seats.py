"""Matches that are played in the browser: names for links, seats, rematches, and lists of them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier, Thread

import pytest
from sqlalchemy import Connection

import tabuleiro
from tabuleiro.records import store
from tabuleiro.records.codes import LENGTH, LETTERS, make_code
from tabuleiro.records.database import Database
from tabuleiro.records.errors import NotKept, PlayedElsewhere
from tabuleiro.records.runs import begin_run, read_runs, see_run
from tabuleiro.records.schema import FINISHED, PAGE, PLAYING, TERMINAL
from tabuleiro.records.seats import move_seats, take_seat
from tabuleiro.records.store import Standing, StoredMatch

ENDED = Standing(plies=0, result="1-0", reason="resignation", is_finished=True)


def begin(database: Database, source: str = PAGE, game: str = "any") -> int:
    return database.write(store.begin_match, game, {}, source=source)


def finish(database: Database, match: int) -> None:
    def write(connection: Connection) -> None:
        game = store.begin_game(connection, match, 1, 0)
        store.append_events(connection, match, game, 0, [], ENDED)

    database.write(write)


def find(database: Database, match: int) -> StoredMatch:
    return database.read(store.find_match, match)


def ids(found: list[StoredMatch]) -> list[int]:
    return [match.id for match in found]


def test_a_name_for_links_cannot_be_guessed_or_misread() -> None:
    codes = {make_code() for _ in range(1000)}
    assert len(codes) == 1000 and {len(code) for code in codes} == {LENGTH}
    assert set("".join(codes)) == set(LETTERS) and len(LETTERS) == 56
    assert not set("0O1Il") & set(LETTERS)


def test_a_match_is_found_by_its_name(database: Database) -> None:
    match, other = begin(database), begin(database, TERMINAL)
    found = find(database, match)
    assert found.source == PAGE and find(database, other).source == TERMINAL
    assert database.read(store.find_by_code, found.code) == found
    for wrong in ("", found.code.swapcase(), found.code + "2", "%"):
        with pytest.raises(NotKept) as refusal:
            database.read(store.find_by_code, wrong)
    assert str(refusal.value) == "There is no match at this link."
    with tabuleiro.using_language("pt"):
        assert str(refusal.value) == "Não há nenhum encontro nesta ligação."


def test_a_seat_is_taken_once(database: Database) -> None:
    match, other = begin(database), begin(database)
    assert database.write(take_seat, match, 1, "ana")
    assert database.write(take_seat, match, 1, "ana"), "it is hers still"
    assert not database.write(take_seat, match, 1, "rui")
    assert database.write(take_seat, match, 0, "rui")
    assert find(database, match).seats == ("rui", "ana") and find(database, other).seats == (None, None)
    with pytest.raises(PlayedElsewhere):
        database.write(take_seat, 99, 0, "ana")


def test_of_many_who_take_a_seat_at_once_one_gets_it(database: Database) -> None:
    match, got, together = begin(database), list[str](), Barrier(8)

    def take(holder: str) -> None:
        together.wait()
        if database.write(take_seat, match, 0, holder):
            got.append(holder)

    takers = [Thread(target=take, args=(f"holder {number}",)) for number in range(8)]
    for taker in takers:
        taker.start()
    for taker in takers:
        taker.join()
    assert got == [find(database, match).seats[0]]


def test_seats_go_from_a_guest_to_an_account(database: Database) -> None:
    first, second, third = (begin(database) for _ in range(3))
    for match, person, holder in ((first, 0, "guest"), (second, 1, "guest"), (third, 0, "other")):
        database.write(take_seat, match, person, holder)
    assert database.write(move_seats, "guest", "ana") == 2
    assert [find(database, match).seats for match in (first, second, third)] == [
        ("ana", None),
        (None, "ana"),
        ("other", None),
    ]
    assert database.write(move_seats, "guest", "ana") == 0


def test_a_plan_may_be_changed(database: Database) -> None:
    match, other = begin(database), begin(database)
    database.write(store.change_plan, match, {"names": ["Ana", None]})
    assert find(database, match).plan == {"names": ["Ana", None]} and find(database, other).plan == {}


def test_a_match_is_ready_once(database: Database) -> None:
    match, before = begin(database), datetime.now(UTC)
    assert find(database, match).ready is None
    database.write(store.set_ready, match)
    ready = find(database, match).ready
    assert ready is not None and before <= ready <= datetime.now(UTC)
    database.write(store.set_ready, match)
    assert find(database, match).ready == ready


def test_a_match_is_followed_by_one_rematch(database: Database) -> None:
    match, again, other = (begin(database) for _ in range(3))
    assert database.write(store.set_rematch, match, again)
    assert not database.write(store.set_rematch, match, other)
    assert find(database, match).rematch == again
    database.write(store.forget_match, again)
    assert find(database, match).rematch is None, "a match that is forgotten takes none with it"


def test_lists_are_of_a_holder_a_state_and_a_place(database: Database) -> None:
    first, second, third = begin(database), begin(database, TERMINAL), begin(database, game="other")
    for match in (first, third):
        database.write(take_seat, match, 0, "ana")
    database.write(take_seat, first, 1, "ana")
    database.write(take_seat, second, 1, "rui")
    finish(database, third)
    assert ids(database.read(store.matches_of, "ana", 9)) == [third, first]
    assert ids(database.read(store.matches_of, "ana", 1)) == [third]
    assert ids(database.read(store.matches_of, "ana", 9, state=PLAYING)) == [first]
    assert database.read(store.matches_of, "nobody", 9) == []
    assert database.read(store.matches_of, "ana", 9)[1].seats == ("ana", "ana")
    assert ids(database.read(store.list_matches, limit=9, source=PAGE)) == [third, first]
    assert ids(database.read(store.list_matches, limit=9, state=FINISHED)) == [third]
    assert ids(database.read(store.list_matches, limit=9, state=PLAYING, source=TERMINAL)) == [second]
    assert ids(database.read(store.list_matches, limit=9, state=PLAYING, source=PAGE, game="other")) == []
    last = database.read(store.last_unfinished, source=PAGE)
    assert last is not None and last.id == first and not any(game.times for game in last.games)


def test_it_is_kept_when_servers_ran(database: Database, place: Path | str) -> None:
    assert database.read(read_runs) == []
    moment = datetime.now(UTC)
    run = database.write(begin_run, moment)
    ((began, seen),) = database.read(read_runs)
    assert began == seen == moment and seen.tzinfo is UTC
    database.write(see_run, run)
    again = Database(place)
    again.write(begin_run, datetime.now(UTC))
    first, second = again.read(read_runs)
    again.close()
    assert first[0] == began and first[1] > began and second[0] >= first[1]
