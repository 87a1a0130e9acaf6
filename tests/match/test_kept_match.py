"""Matches that are on disk as far as they went: what happens is kept or has not happened, and is found again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import tabuleiro
from tabuleiro.match import Event, Match, MatchError, Moved, Session, formats_of, sudden_death
from tabuleiro.match.kept_match import KeptMatch, turn_began
from tabuleiro.match.plan import Person, Plan
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.records.errors import PlayedElsewhere, StoreFailed
from tabuleiro.rules.texts import same

PEOPLE = (Person("Ana"), Person("Rui"))
GAMES = tabuleiro.games()
VARIANTS = [f"{name}:{variant}" for name in GAMES for variant in tabuleiro.game(name).variants]
ACTS_IN_A_GAME = 14


def begin(database: Database, game: str = "breakthrough", format: str = "single", **options: object) -> KeptMatch:
    return KeptMatch(Plan(game, PEOPLE, format, **options), database)  # type: ignore[arg-type]


def resume(kept: KeptMatch, database: Database) -> KeptMatch:
    assert kept.id is not None
    return KeptMatch.resume(database.read(store.find_match, kept.id), database)


def play_first(kept: KeptMatch) -> None:
    kept.act(lambda session: session.play(session.position.legal_moves[0]))


def sum_up(match: Match) -> tuple[object, ...]:
    """All that can be seen of a match."""
    sessions = [
        (one.game.id, one.position, one.seats, one.clock, one.moves, one.result, one.draw_offer, one.record)
        for one in match.sessions
    ]
    return match.histories, match.score, match.result, match.in_tie_break, sessions


def check_resumed(kept: KeptMatch, database: Database) -> KeptMatch:
    """What was kept is the match."""
    again = resume(kept, database)
    assert sum_up(again.match) == sum_up(kept.match)
    assert again.plan == kept.plan and again.id == kept.id
    found = database.read(store.find_match, again.id or 0)
    assert found.is_finished == (kept.match.result is not None)
    for game, session in zip(found.games, kept.match.sessions, strict=True):
        reason = None if session.result is None else session.result.reason
        assert (game.plies, game.reason) == (len(session.moves), reason)
        assert game.result == session.record.result
    return again


# --- random matches ---------------------------------------------------------------------------------------


def act_by_lot(session: Session, chance: Random) -> Event:
    """Something that may happen now: most often a move."""
    number, offer = chance.random(), session.draw_offer
    if offer is not None and number < 0.7:
        return session.accept_draw(1 - offer) if number < 0.2 else session.decline_draw(1 - offer)
    if session.may_exchange and number < 0.6:
        return session.exchange_seats(1.5)
    if session.game.has_draws and offer is None and number < 0.15:
        return session.offer_draw(chance.randrange(2))
    if session.moves and session.clock is None and number < 0.3:
        return session.undo(chance.randint(1, len(session.moves)))
    return session.play(chance.choice(session.position.legal_moves), chance.random())


def end_by_lot(session: Session, chance: Random) -> Event:
    """What brings the end about, or nearer; a tie-break needs draws."""
    number, offer = chance.random(), session.draw_offer
    if offer is not None and number < 0.8:
        return session.accept_draw(1 - offer)
    if session.game.has_draws and offer is None:
        return session.offer_draw(chance.randrange(2))
    if session.clock is not None and number < 0.5:
        return session.flag(3600)
    return session.forfeit(chance.randrange(2)) if number < 0.6 else session.resign(chance.randrange(2))


def play_by_lot(kept: KeptMatch, chance: Random) -> None:
    """Play a match to its end, each game for a while."""
    while kept.match.result is None:
        if kept.session.result is not None:
            kept.next_game()
        for _ in range(chance.randint(1, ACTS_IN_A_GAME)):
            if kept.session.result is None:
                kept.act(lambda session: act_by_lot(session, chance))
        while kept.session.result is None:
            kept.act(lambda session: end_by_lot(session, chance))


@pytest.mark.compiled
@pytest.mark.parametrize("has_clock", [False, True], ids=["no-clock", "clock"])
@pytest.mark.parametrize("name", GAMES)
def test_random_matches_in_every_format_are_found_as_they_were(database: Database, name: str, has_clock: bool) -> None:
    for seed, format in enumerate(formats_of(tabuleiro.game(name))):
        kept = begin(database, name, format.name, control=sudden_death(600) if has_clock else None)
        play_by_lot(kept, Random(seed))
        check_resumed(kept, database)


@pytest.mark.compiled
@pytest.mark.parametrize("id", VARIANTS)
def test_a_match_of_any_variant_goes_on_where_it_stopped(database: Database, id: str) -> None:
    kept, chance = begin(database, id, "best-of-2"), Random(id)
    for _ in range(5):
        if kept.session.result is None:
            kept.act(lambda session: act_by_lot(session, chance))
    again = check_resumed(kept, database)
    play_by_lot(again, chance)
    check_resumed(again, database)


def test_the_seats_of_a_tie_break_are_not_drawn_again(database: Database) -> None:
    name = next(name for name in GAMES if any(format.tie_break for format in tabuleiro.game(name).formats))
    format = next(format for format in tabuleiro.game(name).formats if format.tie_break)
    firsts = set()
    for seed in range(8):
        kept = KeptMatch(Plan(name, PEOPLE, format.name), database, random=Random(seed))
        for number in range(format.games):
            if number:
                kept.next_game()
            kept.act(lambda session: session.offer_draw(0))
            kept.act(lambda session: session.accept_draw(1))
        kept.next_game()
        assert kept.match.in_tie_break
        again = check_resumed(kept, database)
        firsts.add(again.match.person(format.games, 0))
    assert firsts == {0, 1}


# --- when it is kept --------------------------------------------------------------------------------------


def test_nothing_is_kept_before_something_has_happened(database: Database) -> None:
    kept = begin(database)
    assert kept.id is None
    assert database.read(store.list_matches, limit=9) == []
    with pytest.raises(tabuleiro.IllegalMove):
        kept.act(lambda session: session.play("a1-a8"))
    assert kept.id is None and database.read(store.list_matches, limit=9) == []
    play_first(kept)
    assert [match.id for match in database.read(store.list_matches, limit=9)] == [kept.id]


def test_every_event_is_on_disk_when_it_has_happened(database: Database) -> None:
    kept = begin(database)
    for number in range(1, 6):
        play_first(kept)
        found = database.read(store.last_unfinished)
        assert found is not None and len(found.games[0].events) == number
        assert found.games[0].plies == number


def test_what_happened_before_the_match_is_kept_with_its_first_event(database: Database) -> None:
    plan = Plan("breakthrough", PEOPLE)
    kept = KeptMatch(plan, database, opening=[Moved("a2-a3"), Moved("a7-a6")])
    assert len(kept.session.moves) == 2 and kept.id is None
    kept.act(lambda session: session.play("h2-h3"))
    assert [str(move) for move in check_resumed(kept, database).session.moves] == ["a2-a3", "a7-a6", "h2-h3"]
    with pytest.raises(tabuleiro.IllegalMove):
        KeptMatch(plan, database, opening=[Moved("a2-a5")])


def test_a_match_begins_where_its_plan_says(database: Database) -> None:
    kept = begin(database, start="8/4P3/8/8/8/8/1p6/8 w")
    kept.act(lambda session: session.play("e7-e8"))
    assert check_resumed(kept, database).match.result is not None
    kept.act(lambda session: session.undo())
    again = check_resumed(kept, database)
    assert again.match.result is None, "the move that ended it was taken back"
    assert database.read(store.last_unfinished) is not None


# --- when it cannot be kept -------------------------------------------------------------------------------


def test_what_cannot_be_kept_has_not_happened(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = begin(database, "trench", "match")

    def fail(*_: object) -> None:
        raise StoreFailed(same("the disk is full"))

    with monkeypatch.context() as broken:
        broken.setattr(database, "write", fail)
        with pytest.raises(StoreFailed):
            play_first(kept)
        assert kept.match.histories == ((0, ()),) and kept.id is None
    play_first(kept)
    kept.act(lambda session: session.offer_draw(1))
    before = sum_up(kept.match)
    with monkeypatch.context() as broken:
        broken.setattr(database, "write", fail)
        for act in (lambda session: session.accept_draw(0), lambda session: session.undo(), Session.resign):
            with pytest.raises(StoreFailed):
                kept.act(act)
            assert sum_up(kept.match) == before
    kept.act(lambda session: session.accept_draw(0))
    before = sum_up(kept.match)
    with monkeypatch.context() as broken:
        broken.setattr(database, "write", fail)
        with pytest.raises(StoreFailed):
            kept.next_game()
        assert sum_up(kept.match) == before
    kept.next_game()
    check_resumed(kept, database)


def test_an_interruption_while_it_is_written_leaves_the_match_as_it_was(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = begin(database)
    play_first(kept)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(store, "append_events", interrupt)
        with pytest.raises(KeyboardInterrupt):
            play_first(kept)
    assert len(kept.session.moves) == 1
    play_first(kept)
    check_resumed(kept, database)


def test_a_match_played_in_two_places_is_played_in_one(database: Database, tmp_path: Path) -> None:
    kept = begin(database)
    play_first(kept)
    elsewhere = Database(tmp_path / "games.sqlite")
    other = resume(kept, elsewhere)
    play_first(other)
    with pytest.raises(PlayedElsewhere):
        kept.act(lambda session: session.resign())
    assert kept.session.result is None and len(kept.session.moves) == 1, "as it was known here"
    assert check_resumed(other, database).match.histories == other.match.histories
    elsewhere.close()


def test_the_next_game_waits_until_it_is_time(database: Database) -> None:
    kept = begin(database, "breakthrough", "best-of-3")
    play_first(kept)
    with pytest.raises(MatchError):
        kept.next_game()
    assert len(resume(kept, database).match.sessions) == 1


def test_an_event_that_is_not_known_is_refused_with_a_sentence(database: Database) -> None:
    kept = begin(database)
    play_first(kept)
    assert kept.id is not None
    game = database.read(store.find_match, kept.id).games[0].id
    standing = store.Standing(1, "*", None, is_finished=False)
    database.write(store.append_events, kept.id, game, 1, [("teleported", {})], standing)
    with pytest.raises(MatchError, match="'teleported' is no event"):
        resume(kept, database)


def test_it_is_known_since_when_the_player_to_move_has_been_thinking(database: Database) -> None:
    """Since the last turn was taken, everybody is there, or the game began, whichever was last; offers change nothing."""
    kept = begin(database, "trench", "match")
    id = kept.keep()

    def stored() -> store.StoredMatch:
        return database.read(store.find_match, id)

    assert turn_began(stored()) is None, "not everybody is there"
    play_first(kept)
    database.write(store.set_ready, id)
    assert turn_began(stored()) == stored().ready, "the move was kept before everybody was there"
    play_first(kept)
    assert turn_began(stored()) == stored().games[0].times[1]
    kept.act(lambda session: session.offer_draw(0))
    kept.act(lambda session: session.decline_draw(1))
    assert turn_began(stored()) == stored().games[0].times[1]
    kept.act(lambda session: session.undo(1))
    assert turn_began(stored()) == stored().games[0].times[4]
    kept.act(lambda session: session.resign())
    kept.next_game()
    began = turn_began(stored())
    assert began == stored().changed and began > stored().games[0].times[-1]
    kept.act(lambda session: session.offer_draw(0))
    assert turn_began(stored()) == stored().games[1].times[0]
