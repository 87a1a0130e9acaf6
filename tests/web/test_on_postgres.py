"""The server on PostgreSQL: what is essential is there just as it is on a file, whatever becomes of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from fastapi.testclient import TestClient

from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.web.application import make_application
from tests.postgres import Postgres, running_postgres
from tests.web import test_clocks, test_matches, test_sockets, test_visitors
from tests.web.killing import kill_again_and_again
from tests.web.playing_on import Crowd
from tests.web.running import RunningServer, running_server
from tests.web.visiting import act, begin, state_of


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A database server that is there for all tests."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def place(postgres: Postgres) -> str:
    """Where there is a database in which nothing is kept."""
    return postgres.url(postgres.new(postgres.empty))


@pytest.fixture
def database(place: str) -> Iterator[Database]:
    """The database of the server that all other fixtures are about."""
    database = Database(place)
    yield database
    database.close()


test_a_friend_joins_by_the_link_and_both_play = test_matches.test_a_friend_joins_by_the_link_and_both_play
test_a_third_visitor_only_watches = test_matches.test_a_third_visitor_only_watches
test_joining_twice_changes_nothing = test_matches.test_joining_twice_changes_nothing
test_what_is_sent_twice_is_done_once = test_matches.test_what_is_sent_twice_is_done_once
test_a_rematch = test_matches.test_a_finished_game_takes_no_moves_but_a_rematch
test_a_match_of_several_games = test_matches.test_a_match_of_several_games_has_a_running_score
test_a_move_is_taken_back = test_matches.test_a_move_is_taken_back_if_the_other_agrees
test_lists_of_matches = test_matches.test_lists_of_matches
test_records_and_pictures = test_matches.test_records_and_pictures
test_both_see_every_move = test_sockets.test_both_see_every_move_and_the_mover_is_answered
test_a_client_that_was_away = test_sockets.test_a_client_that_was_away_gets_what_it_missed
test_no_such_match = test_sockets.test_no_such_match
test_an_account_keeps_seats_across_devices = test_visitors.test_an_account_keeps_seats_across_devices
test_a_name_is_taken_once = test_visitors.test_a_name_is_taken_once
test_a_game_is_lost_on_time = test_clocks.test_a_game_is_lost_on_time_without_anybody_asking
test_a_server_notes_that_it_is_alive = test_clocks.test_a_server_notes_that_it_is_alive_while_a_clock_runs
test_a_match_that_goes_on_elsewhere = test_clocks.test_a_match_that_goes_on_elsewhere_is_read_again


def test_games_seats_and_clocks_survive_a_restart(database: Database) -> None:
    with TestClient(make_application(database, threads=1, prepares=False)) as client:
        code = begin(client, "breakthrough", mine=[0, 1], control="10", moves=["a2-a3", "a7-a6"])
        before = state_of(client, code)
        cookies = client.cookies
    with TestClient(make_application(database, threads=1, prepares=False), cookies=cookies) as client:
        after = state_of(client, code)
        assert after["moves"] == before["moves"] and after["yours"] == before["yours"]
        left = before["clock"]["left"]["white"]
        assert left - 20_000 < after["clock"]["left"]["white"] <= left
        assert act(client, code, "move", move="b2-b3").status_code == 200


@pytest.mark.soak
def test_a_server_that_is_killed_loses_nothing(tmp_path: Path, place: str) -> None:
    async def play(server: RunningServer) -> Crowd:
        async with Crowd(lambda: server.address) as crowd:

            async def disturb() -> None:
                await kill_again_and_again(server, crowd, 1, Random(1))

            await crowd.sit_down([("breakthrough", "10", 0.05), ("tafl", None, 0.05)], disturb)
            await crowd.check_all()
            return crowd

    with running_server(tmp_path, "--database", place) as server:
        crowd = asyncio.run(play(server))
    assert server.faults() == []
    database = Database(place)
    for ledger in crowd.ledgers:
        match = KeptMatch.resume(database.read(store.find_by_code, ledger.code), database)
        ledger.check_moves([str(move) for move in match.session.moves])
    database.close()
