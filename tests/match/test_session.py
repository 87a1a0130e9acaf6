"""One game being played: what players may do and when, how it ends, and that its events tell it all."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import tabuleiro
from tabuleiro.match import (
    Event,
    Forfeited,
    MatchError,
    Moved,
    Resigned,
    SeatsExchanged,
    Session,
    TimeUp,
    per_move,
    sudden_death,
    with_increment,
)

SEATS = ("Ana", "Rui")


def no_draws() -> Session:
    return Session("breakthrough", SEATS)


def with_draws(**options: Any) -> Session:
    return Session("trench", SEATS, **options)


def with_pie(**options: Any) -> Session:
    return Session("monkey-queen", SEATS, **options)


def first_move(session: Session) -> str:
    return str(session.position.legal_moves[0])


def check_replay(session: Session) -> None:
    """The events alone give the same session."""
    again = Session.replay(
        session.game.id,
        SEATS,
        session.events,
        start=session.start,
        control=session.control,
        allows_undo=session.allows_undo,
    )
    for name in ("position", "seats", "clock", "moves", "events", "result", "draw_offer", "exchanged", "record"):
        assert getattr(again, name) == getattr(session, name), name


def check_refused(refused: Callable[[], object], english: str, portuguese: str, session: Session) -> None:
    """The act is refused with these words, and nothing has changed."""
    before = (session.position, session.seats, session.clock, session.events, session.result, session.draw_offer)
    with pytest.raises(MatchError) as refusal:
        refused()
    with tabuleiro.using_language("en"):
        assert str(refusal.value) == english
    with tabuleiro.using_language("pt"):
        assert str(refusal.value) == portuguese
    assert before == (
        session.position,
        session.seats,
        session.clock,
        session.events,
        session.result,
        session.draw_offer,
    )


# --- moves ------------------------------------------------------------------------------------------------


def test_a_game_is_played_to_its_end() -> None:
    session, chance = no_draws(), Random(3)
    while session.result is None:
        assert session.turn == len(session.moves) % 2
        session.play(chance.choice(session.position.legal_moves))
    assert session.result == session.position.outcome
    assert len(session.events) == len(session.moves)
    assert session.record.outcome == session.result
    check_replay(session)


def test_a_move_is_a_text_or_a_move_and_is_kept_as_it_is_written() -> None:
    session = no_draws()
    assert session.play("E2 E3") == Moved("e2-e3")
    session.play(session.position.legal_moves[0], seconds=1.5)
    assert [str(move) for move in session.moves] == ["e2-e3", "a7-a6"]
    assert session.events[-1] == Moved("a7-a6", 1.5)


def test_wrong_moves_are_refused_by_the_rules_and_change_nothing() -> None:
    session = no_draws()
    for text, error in (("e2-e5", tabuleiro.IllegalMove), ("hello", tabuleiro.InvalidMove)):
        with pytest.raises(error):
            session.play(text)
    assert session.events == () and session.position == session.game.start()


def test_a_game_may_start_anywhere() -> None:
    game = tabuleiro.game("breakthrough")
    session = Session(game, SEATS, start=game.position("8/4P3/8/8/8/8/1p6/8 w"))
    session.play("e7-e8")
    assert session.result is not None and session.result.winner == 0
    assert session.record.start == "8/4P3/8/8/8/8/1p6/8 w"
    check_replay(session)


def test_a_game_that_starts_finished_is_over() -> None:
    game = tabuleiro.game("breakthrough")
    session = Session(game, SEATS, start=game.position("4P3/8/8/8/8/8/1p6/8 b"))
    assert session.result is not None and session.result.reason == "goal"


def test_the_start_must_be_of_the_same_game() -> None:
    with pytest.raises(MatchError) as refusal:
        Session("breakthrough", SEATS, start=tabuleiro.game("breakthrough:6x6").start())
    assert str(refusal.value) == "The position is one of breakthrough:6x6; this is a game of breakthrough."
    with tabuleiro.using_language("pt"):
        assert str(refusal.value) == "A posição é de breakthrough:6x6; este jogo é de breakthrough."


def test_what_came_before_the_start_does_not_count() -> None:
    shuffle = ["h7-h6", "a2-a3", "h6-h7", "a3-a2"]
    start = tabuleiro.game("fields-of-action").start()
    for move in shuffle:
        start = start.play(move)
    session = Session(start.game, SEATS, start=start)
    for move in shuffle:
        session.play(move)
    assert session.result is None
    for move in shuffle:
        session.play(move)
    assert session.result == session.record.outcome
    check_replay(session)


# --- resignation, forfeit ---------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [0, 1])
def test_either_player_may_resign_at_any_time(player: int) -> None:
    session = no_draws()
    session.play("e2-e3")
    session.resign(player)
    assert session.result is not None
    assert (session.result.winner, session.result.reason) == (1 - player, "resignation")
    assert session.record.outcome == session.result
    check_replay(session)


def test_without_a_name_it_is_the_player_to_move_who_resigns() -> None:
    session = no_draws()
    session.play("e2-e3")
    assert session.resign() == Resigned(1)


def test_a_player_that_fails_forfeits() -> None:
    session = no_draws()
    assert session.forfeit(0) == Forfeited(0)
    assert session.result is not None
    assert (session.result.winner, session.result.reason) == (1, "forfeit")
    assert session.record.reason == "forfeit"
    check_replay(session)


def test_a_game_with_points_ends_with_the_points_as_they_stand() -> None:
    game = tabuleiro.game("trench")
    session = Session(game, SEATS, start=game.position("4SCKG/4PSCK/4PPSC/4PPP1/sppp4/cspp4/kcsp4/gkcs4 b"))
    session.resign(1)
    assert session.result == tabuleiro.Outcome(0, "resignation", (4, 0))
    assert session.record.outcome == session.result


# --- draws ------------------------------------------------------------------------------------------------


def test_a_draw_is_offered_and_accepted() -> None:
    session = with_draws()
    session.offer_draw(0)
    assert session.draw_offer == 0
    session.accept_draw(1)
    assert session.result == tabuleiro.Outcome(None, "agreement", (0, 0))
    assert session.draw_offer is None
    assert session.record.outcome == session.result
    check_replay(session)


def test_a_draw_is_declined_in_words_or_by_moving() -> None:
    session = with_draws()
    session.offer_draw(1)
    session.decline_draw(0)
    assert session.draw_offer is None and session.result is None
    session.offer_draw(1)
    session.play(first_move(session))
    assert session.draw_offer is None
    check_replay(session)


def test_one_s_own_offer_stands_after_one_s_own_move() -> None:
    session = with_draws()
    session.offer_draw(0)
    session.play(first_move(session))
    assert session.draw_offer == 0
    session.accept_draw(1)
    assert session.result is not None and session.result.reason == "agreement"


def test_an_offer_falls_with_the_end_of_the_game() -> None:
    game = tabuleiro.game("trench")
    session = Session(game, SEATS, start=game.position(game.start().fen + " 24 24"))
    session.offer_draw(0)
    session.play("d4-d5")
    assert session.result is not None and session.draw_offer is None


def test_draws_that_cannot_be_are_refused() -> None:
    session = no_draws()
    check_refused(
        lambda: session.offer_draw(0),
        "This game has no draws, so none can be offered.",
        "Este jogo não tem empates; não se pode propor um.",
        session,
    )
    other = with_draws()
    not_offered = ("The other player has not offered a draw.", "O outro jogador não propôs empate.")
    check_refused(lambda: other.accept_draw(0), *not_offered, other)
    check_refused(lambda: other.decline_draw(1), *not_offered, other)
    other.offer_draw(0)
    check_refused(lambda: other.accept_draw(0), *not_offered, other)
    check_refused(
        lambda: other.offer_draw(0),
        "Your offer of a draw stands already.",
        "A sua proposta de empate já está feita.",
        other,
    )
    check_refused(
        lambda: other.offer_draw(1),
        "The other player has offered a draw already: accept it.",
        "O outro jogador já propôs empate: aceite a proposta.",
        other,
    )


# --- the pie rule -----------------------------------------------------------------------------------------


def test_the_second_player_may_take_over_the_first_move() -> None:
    session = with_pie()
    assert not session.may_exchange
    session.play(first_move(session))
    assert session.may_exchange
    session.exchange_seats()
    assert session.seats == ("Rui", "Ana")
    assert session.exchanged and not session.may_exchange
    assert session.turn == 1, "the board has not changed"
    session.play(first_move(session))
    session.resign(0)
    assert [entry.text for entry in session.record.entries][1] == "swap"
    assert session.record.tag(session.game.players[0].capitalize()) == "Ana", "as they sat at the start"
    check_replay(session)


def test_an_offer_falls_when_seats_are_exchanged() -> None:
    session = with_pie()
    if session.game.has_draws:
        session.offer_draw(0)
    session.play(first_move(session))
    session.exchange_seats()
    assert session.draw_offer is None


def test_seats_are_exchanged_only_once_and_in_time() -> None:
    words = (
        "Seats may be exchanged only once, in place of the second player's first move.",
        "Os lugares só se podem trocar uma vez, em vez da primeira jogada do segundo jogador.",
    )
    session = with_pie()
    check_refused(session.exchange_seats, *words, session)
    session.play(first_move(session))
    session.exchange_seats()
    check_refused(session.exchange_seats, *words, session)
    late = with_pie()
    late.play(first_move(late))
    late.play(first_move(late))
    check_refused(late.exchange_seats, *words, late)


@pytest.mark.parametrize("id", ["breakthrough", "monkey-queen;pie=no"])
def test_a_game_without_the_pie_rule_keeps_its_seats(id: str) -> None:
    session = Session(id, SEATS)
    session.play(first_move(session))
    check_refused(
        session.exchange_seats,
        "Seats are not exchanged in this game: it has no pie rule.",
        "Neste jogo não se trocam os lugares: não tem a regra da troca.",
        session,
    )


# --- clocks -----------------------------------------------------------------------------------------------


def test_moves_cost_time() -> None:
    session = Session("breakthrough", SEATS, control=with_increment(60, 2))
    session.play("e2-e3", seconds=10)
    session.play("a7-a6", seconds=1)
    assert session.clock is not None
    assert (session.clock.seconds(0), session.clock.seconds(1), session.clock.running) == (52.0, 61.0, 0)
    check_replay(session)


def test_a_move_that_comes_too_late_loses_on_time() -> None:
    session = Session("breakthrough", SEATS, control=sudden_death(5))
    session.play("e2-e3", seconds=1)
    assert session.play("a7-a6", seconds=5) == TimeUp(5)
    assert len(session.moves) == 1, "it was not played"
    assert session.result == tabuleiro.Outcome(0, "time")
    assert session.clock is not None and session.clock.is_up
    assert session.record.outcome == session.result
    check_replay(session)


def test_time_may_run_out_without_a_move() -> None:
    session = Session("breakthrough", SEATS, control=per_move(5))
    check_refused(
        lambda: session.flag(4.5), "Ana still has 0.5 seconds left.", "A Ana ainda restam 0.5 segundos.", session
    )
    session.flag(5)
    assert session.result == tabuleiro.Outcome(1, "time")
    check_replay(session)


def test_deciding_on_the_exchange_costs_time() -> None:
    session = with_pie(control=sudden_death(10))
    session.play(first_move(session), seconds=1)
    assert session.exchange_seats(seconds=4) == SeatsExchanged(4)
    assert session.clock is not None and session.clock.left == (6000, 9000)
    check_replay(session)
    late = with_pie(control=sudden_death(10))
    late.play(first_move(late))
    assert late.exchange_seats(seconds=11) == TimeUp(11)
    assert late.result is not None and late.result.winner == 0


def test_events_that_cannot_have_happened_are_refused_on_replay() -> None:
    with pytest.raises(MatchError, match=r"The time is up\."):
        Session.replay("breakthrough", SEATS, [Moved("e2-e3", 9)], control=sudden_death(5))


def test_without_a_clock_nobody_loses_on_time() -> None:
    session = no_draws()
    session.play("e2-e3", seconds=1e6)
    check_refused(
        lambda: session.flag(1), "This game is played without a clock.", "Este jogo joga-se sem relógio.", session
    )


# --- taking back ------------------------------------------------------------------------------------------


def test_moves_are_taken_back_where_that_is_allowed() -> None:
    session = with_draws(allows_undo=True)
    session.play("d4-d5")
    after_one = session.position
    session.play(first_move(session))
    session.play(first_move(session))
    session.offer_draw(0)
    session.undo(2)
    assert session.position == after_one and len(session.moves) == 1
    assert session.draw_offer is None
    assert len(session.events) == 5, "what happened is not forgotten"
    session.undo()
    assert not session.moves
    check_replay(session)


def test_an_exchange_is_taken_back_with_the_move_before_it() -> None:
    session = with_pie(allows_undo=True)
    session.play(first_move(session))
    session.exchange_seats()
    session.play(first_move(session))
    session.undo()
    assert session.exchanged
    session.undo()
    assert session.seats == SEATS and not session.exchanged
    check_replay(session)


def test_moves_that_cannot_be_taken_back() -> None:
    strict = with_draws()
    strict.play("d4-d5")
    check_refused(
        strict.undo, "Moves are not taken back in this game.", "Neste jogo não se voltam jogadas atrás.", strict
    )
    timed = with_draws(allows_undo=True, control=sudden_death(60))
    timed.play("d4-d5")
    check_refused(
        timed.undo,
        "Moves are not taken back in a game with a clock.",
        "Num jogo com relógio não se voltam jogadas atrás.",
        timed,
    )
    session = with_draws(allows_undo=True)
    session.play("d4-d5")
    for plies in (2, 0, -1):
        check_refused(
            lambda plies=plies: session.undo(plies),  # type: ignore[misc]
            f"{plies} moves cannot be taken back; 1 were played.",
            f"Não se podem voltar atrás {plies} jogadas; foram feitas 1.",
            session,
        )


def test_a_move_that_ended_the_game_can_be_taken_back() -> None:
    game = tabuleiro.game("breakthrough")
    session = Session(game, SEATS, start=game.position("8/4P3/8/8/8/8/1p6/8 w"), allows_undo=True)
    session.play("e7-e8")
    assert session.result is not None
    session.undo()
    assert session.result is None and session.position == session.start
    session.play("e7-d8")
    assert session.result is not None
    check_replay(session)


@pytest.mark.parametrize("end", ["resign", "forfeit", "agreement"])
def test_a_decision_that_ended_the_game_cannot_be_taken_back(end: str) -> None:
    session = with_draws(allows_undo=True)
    session.play("d4-d5")
    if end == "agreement":
        session.offer_draw(0)
        session.accept_draw(1)
    else:
        ACTS[end](session)
    with pytest.raises(MatchError, match="The game is over"):
        session.undo()


# --- what was played --------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", tabuleiro.games())
def test_positions_and_captures_tell_how_the_game_went(id: str) -> None:
    session, chance = Session(id, SEATS, allows_undo=True), Random(id)
    for _ in range(120):
        if session.result is not None:
            break
        moves = list(session.position.legal_moves)
        session.play(chance.choice([move for move in moves if move.captured] or moves))
    assert session.positions[0] == session.start and session.positions[-1] == session.position
    for before, after, move in zip(session.positions, session.positions[1:], session.moves, strict=False):
        assert before.play(str(move)) == after
    lost = session.captured
    assert sum(map(len, lost)) == sum(len(move.captured) for move in session.moves) > 0
    for player in (0, 1):
        assert all(session.game.pieces[piece].player == player for piece in lost[player])
    last = len(session.moves[-1].captured)
    session.undo()
    assert sum(map(len, session.captured)) == sum(map(len, lost)) - last


# --- after the end ----------------------------------------------------------------------------------------

ACTS: dict[str, Callable[[Session], Event]] = {
    "play": lambda session: session.play("d4-d5"),
    "exchange": lambda session: session.exchange_seats(),
    "offer": lambda session: session.offer_draw(0),
    "accept": lambda session: session.accept_draw(1),
    "decline": lambda session: session.decline_draw(1),
    "resign": lambda session: session.resign(0),
    "flag": lambda session: session.flag(100),
    "forfeit": lambda session: session.forfeit(0),
    "undo": lambda session: session.undo(),
}


@pytest.mark.parametrize("act", ACTS)
def test_nothing_happens_after_the_end(act: str) -> None:
    session = with_draws(allows_undo=True)
    session.play("a4-a5")
    session.resign(1)
    check_refused(
        lambda: ACTS[act](session), "The game is over (resignation).", "O jogo terminou (desistência).", session
    )


@pytest.mark.parametrize("act", ["offer", "accept", "decline", "resign", "forfeit"])
def test_there_are_two_players(act: str) -> None:
    session = with_draws()
    acts: dict[str, Callable[[int], Event]] = {
        "offer": session.offer_draw,
        "accept": session.accept_draw,
        "decline": session.decline_draw,
        "resign": session.resign,
        "forfeit": session.forfeit,
    }
    check_refused(
        lambda: acts[act](2),
        "There is no player 2: the players are 0 (Black) and 1 (White).",
        "Não há jogador 2: os jogadores são 0 (Pretas) e 1 (Brancas).",
        session,
    )
