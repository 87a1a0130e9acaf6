"""Matches: seats exchanged, scores added or games counted, ties broken."""

from __future__ import annotations

from random import Random

import pytest

import tabuleiro
from tabuleiro.match import (
    SINGLE_GAME,
    Match,
    MatchError,
    MatchResult,
    Session,
    best_of,
    find_format,
    formats_of,
    sum_of,
)
from tabuleiro.rules.description import Format
from tabuleiro.rules.texts import same

PEOPLE = ("Ana", "Rui")
LONG = "trench:official-long"


def win(match: Match, person: int) -> None:
    """Let a person win the game that is being played."""
    number = len(match.sessions) - 1
    match.session.resign(0 if match.person(number, 0) != person else 1)


def draw(session: Session) -> None:
    session.offer_draw(0)
    session.accept_draw(1)


def play_to(session: Session, goal: tuple[int, int]) -> None:
    """Let both sides play until they have captured exactly these points."""
    lines = (wander(session.position, goal, Random(seed)) for seed in range(20))
    for move in next(line for line in lines if line):
        session.play(move)


def wander(position: tabuleiro.Position, goal: tuple[int, int], chance: Random) -> list[str]:
    """Moves that lead to these points, or none if the battle ends before: a capture that fits, or any quiet move."""
    moves = []
    while (points := points_of(position)) != goal:
        fitting, quiet = [], []
        for move in position.legal_moves:
            after = points_of(position.play(move))
            if after == points:
                quiet.append(move)
            elif after[0] <= goal[0] and after[1] <= goal[1]:
                fitting.append(move)
        if not fitting and not quiet:
            return []
        move = chance.choice(fitting or quiet)
        moves.append(str(move))
        position = position.play(move)
    return moves


def points_of(position: tabuleiro.Position) -> tuple[int, int]:
    points = position.game.scores(position)
    assert points is not None
    return points


def finish(match: Match, points: tuple[int, int]) -> None:
    """Let the people, in their order, end a battle with these points."""
    ana_first = match.person(len(match.sessions) - 1, 0) == 0
    play_to(match.session, points if ana_first else (points[1], points[0]))
    if match.session.result is None:
        draw(match.session)


# --- the match of two battles -----------------------------------------------------------------------------


def test_equal_points_over_two_battles_lead_to_a_third() -> None:
    match = Match(LONG, PEOPLE, "match", random=Random(5))
    assert match.session.seats == ("Ana", "Rui")
    finish(match, (10, 8))
    assert match.score == (10, 8) and match.result is None
    assert match.next_game().seats == ("Rui", "Ana")
    finish(match, (14, 16))
    assert match.score == (24, 24)
    assert match.result is None
    third = match.next_game()
    assert match.in_tie_break and third.game.id == "trench:first-to-40"
    assert match.result is None


def test_more_points_over_two_battles_win() -> None:
    match = Match(LONG, PEOPLE, "match")
    finish(match, (72, 20))
    result = match.session.result
    assert result is not None and result.reason == "no-pieces", "all men of one side were captured"
    match.next_game()
    finish(match, (12, 60))
    assert match.result == MatchResult(0, (84, 80))


def to_the_tie_break(seed: int) -> Match:
    match = Match("trench", PEOPLE, "match", random=Random(seed))
    draw(match.session)
    draw(match.next_game())
    assert match.score == (0, 0) and match.result is None
    match.next_game()
    return match


def test_the_seats_of_the_tie_break_are_drawn_by_lot_the_same_for_the_same_seed() -> None:
    seats = [to_the_tie_break(seed).session.seats for seed in range(20)]
    assert set(seats) == {("Ana", "Rui"), ("Rui", "Ana")}
    assert seats == [to_the_tie_break(seed).session.seats for seed in range(20)]


def test_the_winner_of_the_tie_break_wins_the_match() -> None:
    for seed in range(4):
        match = to_the_tie_break(seed)
        match.session.resign(0)
        assert match.result == MatchResult(match.person(2, 1), (0, 0), by_tie_break=True)


def test_a_tie_break_that_is_agreed_drawn_leaves_the_match_drawn() -> None:
    match = to_the_tie_break(1)
    play_to(match.session, (4, 10))
    draw(match.session)
    assert match.result == MatchResult(None, (0, 0), by_tie_break=True)


def test_nobody_saves_points_by_giving_up() -> None:
    match = Match("trench", PEOPLE, "match")
    match.session.resign(0)
    assert match.points(0) == (0, 72)
    match.next_game().forfeit(0)
    assert match.points(1) == (72, 0), "Rui sat first in the second battle"
    assert match.score == (72, 72) and match.result is None


# --- any game ---------------------------------------------------------------------------------------------


def test_a_single_game_is_a_match_too() -> None:
    match = Match("breakthrough", PEOPLE)
    assert match.format == SINGLE_GAME and match.result is None and match.score == (0, 0)
    win(match, 1)
    assert match.result == MatchResult(1, (0, 1))


def test_best_of_three_ends_when_it_is_decided() -> None:
    match = Match("breakthrough", PEOPLE, "best-of-3")
    win(match, 0)
    assert match.result is None
    match.next_game()
    win(match, 0)
    assert match.result == MatchResult(0, (2, 0))
    assert len(match.sessions) == 2


def test_best_of_three_may_need_all_its_games() -> None:
    match = Match("breakthrough", PEOPLE, best_of(3))
    win(match, 0)
    assert match.next_game().seats == ("Rui", "Ana")
    win(match, 1)
    assert match.next_game().seats == ("Ana", "Rui")
    assert match.result is None
    win(match, 1)
    assert match.result == MatchResult(1, (1, 2))


def test_draws_count_half_and_a_tie_without_a_tie_break_is_a_draw() -> None:
    match = Match("trench", PEOPLE, "best-of-2")
    draw(match.session)
    assert match.score == (0.5, 0.5)
    draw(match.next_game())
    assert match.result == MatchResult(None, (1, 1))


def test_a_lead_that_can_still_be_caught_up_decides_nothing() -> None:
    match = Match("trench", PEOPLE, "best-of-2")
    win(match, 0)
    assert match.result is None
    match.next_game()
    win(match, 1)
    assert match.result == MatchResult(None, (1, 1))


def test_points_of_n_games_are_added() -> None:
    match = Match(LONG, PEOPLE, "sum-of-3")
    for points in ((4, 2), (0, 6), (10, 2)):
        if match.session.result is not None:
            match.next_game()
        finish(match, points)
    assert match.result == MatchResult(0, (14, 10))


def test_a_tie_of_games_won_may_be_broken_by_another_game() -> None:
    match = Match("breakthrough", PEOPLE, Format("two", same("two"), 2, tie_break="breakthrough:6x6"), random=Random(0))
    win(match, 0)
    match.next_game()
    win(match, 1)
    assert match.next_game().game.id == "breakthrough:6x6"
    win(match, 1)
    assert match.result == MatchResult(1, (1, 1), by_tie_break=True)


def test_an_exchange_of_seats_is_followed_by_the_score() -> None:
    match = Match("monkey-queen", PEOPLE, "best-of-3")
    match.session.play(match.session.position.legal_moves[0])
    match.session.exchange_seats()
    assert (match.person(0, 0), match.person(0, 1)) == (1, 0)
    match.session.resign(0)
    assert match.score == (1, 0), "Rui resigned on the first seat"
    assert match.next_game().seats == ("Rui", "Ana"), "seats alternate whatever was exchanged inside a game"


# --- what is refused --------------------------------------------------------------------------------------


def check_words(error: MatchError, english: str, portuguese: str) -> None:
    with tabuleiro.using_language("en"):
        assert str(error) == english
    with tabuleiro.using_language("pt"):
        assert str(error) == portuguese


def test_the_next_game_waits_for_the_last_to_end() -> None:
    match = Match("breakthrough", PEOPLE, "best-of-3")
    with pytest.raises(MatchError) as refusal:
        match.next_game()
    check_words(refusal.value, "Game 1 is still being played.", "O jogo 1 ainda não acabou.")


def test_there_is_no_game_after_the_match() -> None:
    match = Match("trench", PEOPLE, "best-of-3")
    draw(match.session)
    for _ in range(2):
        match.next_game()
        win(match, 0)
    with pytest.raises(MatchError) as refusal:
        match.next_game()
    check_words(refusal.value, "The match is over: Ana 2.5 - Rui 0.5.", "O encontro terminou: Ana 2.5 - Rui 0.5.")


def test_points_are_added_only_where_they_count() -> None:
    with pytest.raises(MatchError) as refusal:
        Match("breakthrough", PEOPLE, sum_of(2))
    check_words(
        refusal.value,
        "Breakthrough counts no points, so there are none to add up.",
        "Breakthrough não conta pontos; não há nada para somar.",
    )


@pytest.mark.parametrize("games", [0, 100])
def test_a_match_has_a_sensible_number_of_games(games: int) -> None:
    for make in (best_of, sum_of):
        with pytest.raises(MatchError) as refusal:
            make(games)
        check_words(
            refusal.value,
            f"A match has 1 to 99 games, not {games}.",
            f"Um encontro tem de 1 a 99 jogos, não {games}.",
        )


def test_an_unknown_format_is_told_the_nearest() -> None:
    with pytest.raises(MatchError) as refusal:
        find_format(tabuleiro.game("trench"), "batle")
    check_words(
        refusal.value,
        "There is no match format 'batle'; there is battle.",
        "Não há nenhum formato de encontro 'batle'; existe battle.",
    )


def test_formats_on_offer_are_found_by_their_names() -> None:
    for id in ("trench", "breakthrough"):
        game = tabuleiro.game(id)
        assert all(find_format(game, format.name) == format for format in formats_of(game))
    assert [format.name for format in formats_of(tabuleiro.game("trench"))][:3] == ["match", "battle", "single"]
    assert all(not format.adds_scores for format in formats_of(tabuleiro.game("breakthrough")))
    assert find_format(tabuleiro.game("breakthrough"), "best-of-7").games == 7


# --- events tell it all -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_match_is_what_its_events_make_it(seed: int) -> None:
    match = Match(LONG, PEOPLE, "match", random=Random(seed))
    finish(match, (10, 8))
    match.next_game()
    finish(match, (8, 10))
    match.next_game()
    match.session.play("d4-d5")
    again = Match.replay(LONG, PEOPLE, "match", match.histories)
    assert again.histories == match.histories
    assert again.score == match.score and again.result == match.result
    assert [session.position for session in again.sessions] == [session.position for session in match.sessions]
    assert [session.seats for session in again.sessions] == [session.seats for session in match.sessions]
