"""Things that happen at a table and are kept by whoever lets them happen: all of them, or none."""

from __future__ import annotations

from typing import Any

import pytest

from tabuleiro.match import MatchError, sudden_death
from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.match.plan import Plan, make_people
from tabuleiro.match.table import Table
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.records.errors import PlayedElsewhere


def make_table(database: Database, *moves: str, players: tuple[str, str] = ("human", "human"), **plan: Any) -> Table:
    """A table at which these moves were played, at a time of day that only `pass_time` moves on."""
    kept = KeptMatch(Plan("breakthrough", make_people(players), **plan), database)
    table = Table(kept, now=lambda: time[0])
    for move in moves:
        table.play(move)
    return table


time = [1000.0]


def pass_time(seconds: float) -> None:
    time[0] += seconds


def settle(kept: KeptMatch, database: Database) -> None:
    """Keep what is not kept yet."""
    assert kept.unkept is not None
    kept.settle(database.write(kept.unkept.write))


def moves_on_disk(kept: KeptMatch, database: Database) -> list[str]:
    return KeptMatch.resume(database.read(store.find_match, kept.id or 0), database).session.move_texts


def test_what_is_settled_has_happened(database: Database) -> None:
    table = make_table(database, "a2-a3")
    with table.held() as kept:
        table.play("a7-a6")
        table.play("b2-b3")
        assert moves_on_disk(kept, database) == ["a2-a3"]
        settle(kept, database)
    assert moves_on_disk(kept, database) == table.session.move_texts == ["a2-a3", "a7-a6", "b2-b3"]
    assert kept.unkept is None
    table.play("b7-b6")
    assert moves_on_disk(kept, database) == table.session.move_texts


def test_what_is_not_settled_has_not_happened(database: Database) -> None:
    table = make_table(database, "a2-a3", format="best-of-3")
    with table.held():
        table.play("a7-a6")
    assert table.session.move_texts == ["a2-a3"]
    with pytest.raises(MatchError), table.held():
        table.resign(0)
        table.resign(1)
    assert table.session.result is None
    with pytest.raises(KeyboardInterrupt), table.held() as kept:
        table.resign(0)
        table.next_game()
        kept.rename(1, "Eva")
        raise KeyboardInterrupt
    assert table.place == (1, 1) and "Eva" not in table.match.people
    table.play("a7-a6")
    assert moves_on_disk(table.kept, database) == ["a2-a3", "a7-a6"]


def test_a_match_that_begins_is_kept_with_all_that_belongs_to_it(database: Database) -> None:
    table = make_table(database)
    with table.held() as kept:
        kept.rename(0, "Ana")
        table.play("a2-a3")
        settle(kept, database)
    found = database.read(store.find_match, kept.id or 0)
    assert found.plan["people"][0]["name"] == "Ana" and found.games[0].plies == 1


def test_names_and_the_next_game_are_kept_like_moves(database: Database) -> None:
    table = make_table(database, "a2-a3", format="best-of-3")
    with table.held() as kept:
        kept.rename(1, "Eva")
        settle(kept, database)
    with table.held() as kept:
        table.resign(0)
        table.next_game()
        settle(kept, database)
    again = KeptMatch.resume(database.read(store.find_match, kept.id or 0), database)
    assert again.match.people[1] == "Eva" and len(again.match.sessions) == 2
    assert again.match.histories == table.match.histories


def test_what_was_kept_elsewhere_meanwhile_is_not_kept_twice(database: Database) -> None:
    table = make_table(database, "a2-a3")
    KeptMatch.resume(database.read(store.find_match, table.kept.id or 0), database).act(lambda one: one.play("h7-h6"))
    with pytest.raises(PlayedElsewhere), table.held() as kept:
        table.play("a7-a6")
        settle(kept, database)
    assert table.session.move_texts == ["a2-a3"]


def test_the_next_player_s_time_begins_once_it_is_kept(database: Database) -> None:
    table = make_table(database, control=sudden_death(60))
    pass_time(10)
    with table.held() as kept:
        table.play("a2-a3")
        pass_time(5)  # until it is on disk
        settle(kept, database)
    assert table.clock is not None and table.clock.left == (50_000, 60_000)
    pass_time(1)
    with table.held():
        table.play("a7-a6")
    pass_time(1)
    assert table.clock.left == (50_000, 58_000), "a move that did not happen has not stopped the clock"


def test_what_was_taken_back_can_still_be_played_again_if_nothing_came_of_it(database: Database) -> None:
    table = make_table(database, "a2-a3", "a7-a6")
    table.undo()
    table.undo()
    with table.held():
        table.redo()
    with table.held():
        table.play("h2-h3")
    assert table.session.move_texts == []
    table.redo()
    table.redo()
    assert moves_on_disk(table.kept, database) == ["a2-a3", "a7-a6"]
