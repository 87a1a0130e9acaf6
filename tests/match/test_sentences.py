"""What happens in matches, in sentences; kept matches in lists; their records."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro.engine.analysis import WON, Line
from tabuleiro.match import Session, sudden_death
from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.match.listing import people_text, played_text, result_text, short_result, title_of, when_text
from tabuleiro.match.plan import Plan, make_people
from tabuleiro.match.records import records_of, records_text
from tabuleiro.match.sentences import clock_text, event_text, hint_text, points_text, score_text, time_text
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.rules.texts import using_language

PIE = next(name for name in tabuleiro.games() if tabuleiro.game(name).pie_rule)
DRAWS = next(name for name in tabuleiro.games() if tabuleiro.game(name).has_draws)


def plan(game: str = "breakthrough", **settings: object) -> Plan:
    return Plan(game=game, people=make_people(("human", "human"), ("Ana", "Rui")), **settings)  # type: ignore[arg-type]


def kept(match: KeptMatch, database: Database) -> store.StoredMatch:
    return database.read(store.find_match, match.keep())


def test_moves_and_takebacks_are_told() -> None:
    session = Session("breakthrough", ("Ana", "Rui"), allows_undo=True)
    assert str(event_text(session, session.play("a2-a3"))) == "Played by White (Ana): a2-a3."
    assert "asks to take" in str(event_text(session, session.ask_takeback(0)))
    assert "does not let" in str(event_text(session, session.decline_takeback(1)))
    assert str(event_text(session, session.undo(1))) == "A move was taken back."
    session.play("a2-a3")
    session.play("a7-a6")
    with using_language("pt"):
        assert str(event_text(session, session.undo(2))) == "Foram anuladas 2 jogadas."


def test_captures_are_told() -> None:
    start = tabuleiro.game("breakthrough:4x4").position("4/1p2/P3/4 w")
    session = Session(start.game, ("Ana", "Rui"), start=start)
    assert "capturing" in str(event_text(session, session.play("a2xb3")))


def test_offers_and_ends_are_told() -> None:
    session = Session(DRAWS, ("Ana", "Rui"))
    assert "offered by" in str(event_text(session, session.offer_draw(0)))
    assert "declined by" in str(event_text(session, session.decline_draw(1)))
    session.offer_draw(0)
    assert "accepted by" in str(event_text(session, session.accept_draw(1)))
    for end in ("resign", "forfeit"):
        session = Session(DRAWS, ("Ana", "Rui"))
        assert "(Ana)" in str(event_text(session, getattr(session, end)(0)))
    session = Session(DRAWS, ("Ana", "Rui"), control=sudden_death(1))
    assert "(Ana)" in str(event_text(session, session.flag(2.0)))


def test_an_exchange_of_seats_is_told() -> None:
    session = Session(PIE, ("Ana", "Rui"))
    session.play(session.position.legal_moves[0])
    assert "(Rui)" in str(event_text(session, session.exchange_seats()))
    assert session.first_seats == ("Ana", "Rui")


def test_times_and_points() -> None:
    game = tabuleiro.game("breakthrough")
    clock = Session(game, ("Ana", "Rui"), control=sudden_death(3723)).clock
    assert clock is not None and str(clock_text(game, clock)) == "White 1:02:03, Black 1:02:03"
    assert (time_text(7.55), points_text(1.5), points_text(2.0)) == ("0:07.5", "1.5", "2")


def test_a_match_that_begins_is_kept_if_that_is_asked_for(database: Database) -> None:
    match = KeptMatch(plan(), database)
    assert match.id is None
    number = match.keep()
    assert match.keep() == number == match.id
    match.rename(1, "Eva")
    match.act(lambda session: session.play("a2-a3"))
    again = KeptMatch.resume(kept(match, database), database)
    assert again.session.seats == ("Ana", "Eva") and len(again.session.moves) == 1


def test_an_unfinished_match_in_a_list(database: Database) -> None:
    match = KeptMatch(plan(), database)
    found = kept(match, database)
    assert (title_of(found), str(people_text(found))) == ("Breakthrough", "Ana – Rui")
    assert str(played_text(found)) == "no move played yet" and when_text(found)
    match.act(lambda session: session.play("a2-a3"))
    assert str(played_text(kept(match, database))) == "one move played"
    match.act(lambda session: session.play("a7-a6"))
    found = kept(match, database)
    assert "2" in str(result_text(found, database)) and "2" in str(short_result(found, database))


@pytest.mark.parametrize("exchanges", [False, True])
def test_a_finished_match_in_a_list(database: Database, exchanges: bool) -> None:
    match = KeptMatch(plan(PIE), database)
    match.act(lambda session: session.play(session.position.legal_moves[0]))
    if exchanges:
        match.act(lambda session: session.exchange_seats())
    match.act(lambda session: session.resign(0))
    found = kept(match, database)
    winner = "Ana" if exchanges else "Rui"
    assert str(result_text(found, database)).startswith(winner) and winner in str(short_result(found, database))


def test_drawn_and_longer_matches_in_a_list(database: Database) -> None:
    match = KeptMatch(plan(DRAWS), database)
    match.act(lambda session: session.offer_draw(0))
    match.act(lambda session: session.accept_draw(1))
    assert "rawn" in str(result_text(kept(match, database), database))
    assert "rawn" in str(short_result(kept(match, database), database))
    match = KeptMatch(plan(format="best-of-3"), database)
    match.act(lambda session: session.resign(0))
    match.next_game()
    match.act(lambda session: session.resign(1))
    assert str(score_text(match.match)) == "Ana: 0; Rui: 2"
    assert "Rui" in str(result_text(kept(match, database), database))
    assert len(records_of(match.match)) == 2 and records_text(match.match).count('[Round "') == 2


def test_a_match_with_a_tie_break_in_a_list(database: Database) -> None:
    game, format = next(
        (game, format)
        for game in map(tabuleiro.game, tabuleiro.games())
        for format in game.formats
        if format.tie_break is not None
    )
    match = KeptMatch(plan(game.id, format=format.name), database)
    for _ in range(format.games):
        match.act(lambda session: session.offer_draw(0))
        match.act(lambda session: session.accept_draw(1))
        match.next_game()
    match.act(lambda session: session.resign(0))
    assert str(result_text(kept(match, database), database))


def test_a_match_of_a_game_that_is_not_known_here(database: Database) -> None:
    number = database.write(store.begin_match, "lost-game", plan().data())
    found = database.read(store.find_match, number)
    assert "lost-game" in title_of(found)


@pytest.mark.parametrize(
    ("score", "win", "proved", "words"),
    [
        (30, 0.55, False, "55%"),
        (WON - 1, 1.0, True, "at once"),
        (WON - 5, 1.0, True, "by force"),
        (WON - 5, 1.0, False, "seems to win"),
        (-WON + 4, 0.0, True, "4"),
    ],
)
def test_hints_are_told(score: int, win: float, proved: bool, words: str) -> None:
    position = tabuleiro.game("breakthrough").start()
    line = Line((position.legal_moves[0],), score, win, proved)
    assert words in str(hint_text(position, line))
