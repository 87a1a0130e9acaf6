"""Asking the other player to let a move be taken back."""

from __future__ import annotations

import pytest

from tabuleiro.match import MatchError, Session, sudden_death


def begin(*moves: str, **settings: object) -> Session:
    session = Session("breakthrough", ("Ana", "Rui"), allows_undo=True, **settings)  # type: ignore[arg-type]
    for move in moves:
        session.play(move)
    return session


def test_a_request_is_agreed_to() -> None:
    session = begin("a2-a3", "a7-a6")
    session.ask_takeback(0)
    assert session.takeback == 0
    session.accept_takeback(1)
    assert session.takeback is None and session.moves == () and session.turn == 0


def test_one_ply_goes_back_to_who_has_just_moved() -> None:
    session = begin("a2-a3", "a7-a6")
    session.ask_takeback(1)
    session.accept_takeback(0)
    assert [str(move) for move in session.moves] == ["a2-a3"] == session.move_texts


def test_a_request_is_declined_or_lapses_with_a_move() -> None:
    session = begin("a2-a3")
    session.ask_takeback(0)
    session.decline_takeback(1)
    assert session.takeback is None
    session.ask_takeback(0)
    session.play("a7-a6")
    assert session.takeback is None and len(session.moves) == 2


def test_what_cannot_be_asked_or_answered() -> None:
    session = begin("a2-a3")
    for attempt in (session.ask_takeback, session.accept_takeback, session.decline_takeback):
        with pytest.raises(MatchError):
            attempt(1)  # who has not moved, and whom nobody has asked
    session.ask_takeback(0)
    for player in (0, 2):
        with pytest.raises(MatchError):
            session.ask_takeback(player)
    with pytest.raises(MatchError):
        session.accept_takeback(0)
    assert session.takeback == 0


def test_not_with_a_clock_nor_where_it_is_not_allowed() -> None:
    with pytest.raises(MatchError, match="clock"):
        begin("a2-a3", control=sudden_death(60)).ask_takeback(0)
    session = Session("breakthrough", ("Ana", "Rui"))
    session.play("a2-a3")
    with pytest.raises(MatchError, match="not taken back"):
        session.ask_takeback(0)


def test_a_session_with_requests_is_replayed() -> None:
    session = begin("a2-a3", "a7-a6")
    session.ask_takeback(0)
    session.decline_takeback(1)
    session.ask_takeback(0)
    session.accept_takeback(1)
    again = Session.replay("breakthrough", ("Ana", "Rui"), session.events, allows_undo=True)
    assert again.moves == session.moves and again.events == session.events
