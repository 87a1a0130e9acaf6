"""A match at a table: the people and computers who sit there, the time that passes, and what each may do.

What people do happens at once, and is kept before it is shown. Computers need time: `think` finds a decision, in any
thread, and changes nothing; `carry_out` then performs it, unless the game has changed meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.players import Player, Thinking, make_player
from tabuleiro.match.clock import Clock
from tabuleiro.match.errors import MatchError
from tabuleiro.match.events import TAKE_TURNS, Event
from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.match.match import Match
from tabuleiro.match.plan import Person, Plan
from tabuleiro.match.session import Session
from tabuleiro.messages import matches
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from tabuleiro.engine.analysis import Analysis
    from tabuleiro.engine.engine import Engine

HINT_SECONDS = 0.7
"""How long the engine thinks about a hint."""

SHARE_OF_MOVE_TIME = 0.6
"""The share of the time for one move that a computer uses."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a computer wants to do in a position: a move, to exchange seats, or to accept or decline a draw.

    `failure` says why it cannot decide anything: then it loses the game.
    """

    place: tuple[int, int]
    move: str | None = None
    exchanges: bool = False
    accepts: bool | None = None
    failure: Text | None = None


class Table:
    """A match with its players. Everything that people may do is a method; refusals are `TabuleiroError`s."""

    def __init__(
        self,
        kept: KeptMatch,
        *,
        seed: int | None = None,
        now: Callable[[], float] = time.monotonic,
        make_player: Callable[[str, Game], Player] | None = None,
    ) -> None:
        """A table for a match. With a seed, computers always play the same; `make_player` replaces the usual ones."""
        self.kept = kept
        self._make_player = make_player
        self._seed = time.time_ns() % 2**31 if seed is None else seed
        self._now = now
        self._players: dict[tuple[int, str], Player] = {}
        self._playing: dict[tuple[int, str], int] = {}  # the number of the last game that each of them has begun
        self._analyst: Engine | None = None
        self._undone: list[str] = []
        self._is_closed = False
        self.turn_began = now()  # when the time of the player to move began to run

    # --- state ---
    @property
    def plan(self) -> Plan:
        """The plan: what is played, and by whom."""
        return self.kept.plan

    @property
    def match(self) -> Match:
        """The match."""
        return self.kept.match

    @property
    def session(self) -> Session:
        """The game that is being played, or the last one."""
        return self.kept.session

    @property
    def game(self) -> Game:
        """The game that is being played; a tie-break may be another variant than the match."""
        return self.session.game

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.session.position

    @property
    def place(self) -> tuple[int, int]:
        """How far the match has gone: the number of the game and of its last event. No two states share a place."""
        return self.kept.place

    def person(self, seat: int) -> Person:
        """The person (or computer) on a seat now."""
        return self.plan.people[self.match.seated(seat)]

    @property
    def to_move(self) -> Person:
        """The person (or computer) to move."""
        return self.person(self.session.turn)

    @property
    def human_seats(self) -> tuple[int, ...]:
        """The seats that people have now."""
        return tuple(seat for seat in (0, 1) if self.person(seat).is_human)

    @property
    def awaits_person(self) -> bool:
        """Is it a person's turn to do something?"""
        return self.session.result is None and self._acting.is_human

    @property
    def awaits_computer(self) -> bool:
        """Is it a computer's turn to do something: to move, or to answer an offer of a draw?"""
        return self.session.result is None and not self._acting.is_human

    @property
    def _acting(self) -> Person:
        """Who must act: the one to move, or the one who has been offered a draw."""
        return self.person(self.acting_seat)

    @property
    def acting_seat(self) -> int:
        """The seat of the one who must act."""
        offer = self.session.draw_offer
        return self.session.turn if offer is None else 1 - offer

    # --- what people do ---
    def play(self, move: Move | str) -> Event:
        """Play a move for the person to move; if their time is up, they lose instead."""
        self._refuse_computers_turn()
        event = self._act(lambda session: session.play(move, self._spent()))
        self._undone.clear()
        return event

    def exchange_seats(self) -> Event:
        """Take over the first move instead of answering it (the pie rule)."""
        self._refuse_computers_turn()
        return self._act(lambda session: session.exchange_seats(self._spent()))

    def offer_draw(self, seat: int | None = None) -> Event:
        """Offer a draw, which the other player answers next; without a seat, for the person to move or the only one."""
        seat = self._own_seat() if seat is None else seat
        return self._act(lambda session: session.offer_draw(seat))

    def answer_draw(self, accepts: bool) -> Event:
        """Accept or decline the draw that the other player has offered."""
        if self.session.draw_offer is not None and self.awaits_computer:
            raise MatchError(matches.NOT_YOUR_TURN.fill(name=self._acting.name))
        return self._answer(accepts)

    def resign(self, seat: int | None = None) -> Event:
        """Resign; without a seat, for the person to move or the only one."""
        seat = self._own_seat() if seat is None else seat
        return self._act(lambda session: session.resign(seat))

    @property
    def plies_to_undo(self) -> int:
        """How many plies ago a person was last to move; 0 if there is no such position."""
        session, seats = self.session, self.human_seats
        # Before the exchange of seats it was the same person who moved, or who decided on the exchange.
        return session.plies_back_to(seats) or (session.plies if session.exchanged and seats else 0)

    def undo(self) -> Event:
        """Take back a person's last move, and the computer's answer to it.

        If that takes back an exchange of seats as well, the exchange is decided anew, so there is nothing to redo.
        """
        plies = self.plies_to_undo
        if not plies:
            raise MatchError(matches.NOTHING_TO_UNDO)
        taken, exchanged = [str(move) for move in self.session.moves[-plies:]], self.session.exchanged
        event = self._act(lambda session: session.undo(plies))
        self._undone += reversed(taken)
        if exchanged and not self.session.exchanged:
            self._undone.clear()
        return event

    def ask_takeback(self, seat: int) -> Event:
        """Ask the other person for permission to take back one's last move."""
        return self._act(lambda session: session.ask_takeback(seat))

    def answer_takeback(self, seat: int, accepts: bool) -> Event:
        """Agree or decline to let the other person take a move back."""
        return self._act(lambda session: session.accept_takeback(seat) if accepts else session.decline_takeback(seat))

    def redo(self) -> None:
        """Play again what was taken back, up to the next position in which a person is to move."""
        if not self._undone:
            raise MatchError(matches.NOTHING_TO_REDO)
        while self._undone:
            move = self._undone[-1]
            self._act(lambda session, move=move: session.play(move))  # type: ignore[misc]
            self._undone.pop()
            if self.awaits_person:
                return

    @property
    def may_redo(self) -> bool:
        """Was anything taken back that can be played again?"""
        return bool(self._undone) and self.session.result is None

    def next_game(self) -> None:
        """Begin the next game of the match; MatchError if it is not time."""
        self.kept.next_game()
        self._undone.clear()
        self.turn_began = self._now()

    def hint(self, seconds: float = HINT_SECONDS) -> Analysis:
        """The engine's analysis for the side to move, after this many seconds of thought."""
        return self.analyst().analyse(self.position, seconds=seconds)

    # --- time ---
    @property
    def clock(self) -> Clock | None:
        """The time left now; None if there is no clock. After the game it stands still."""
        return self.clock_at(self._now())

    def clock_at(self, moment: float) -> Clock | None:
        """The time left at another moment, if nothing happens until then."""
        clock = self.session.clock
        if clock is None or self.session.result is not None:
            return clock
        return clock.spend(max(0.0, moment - self.turn_began))

    def check_time(self) -> bool:
        """End the game if the time of the player to move is up; returns whether it was."""
        clock = self.clock
        if clock is None or self.session.result is not None or not clock.is_up:
            return False
        self._act(lambda session: session.flag(self._spent()))
        return True

    def start_clock(self, ago: float = 0.0) -> None:
        """Start the time of the player to move, now or `ago` seconds ago; time before that does not count."""
        self.turn_began = self._now() - ago

    def _spent(self) -> float:
        return max(0.0, self._now() - self.turn_began)

    # --- computers ---
    def prepare(self) -> None:
        """Get all computers of this game ready before a clock runs; EngineError says why one cannot play."""
        for seat in (0, 1):
            if not self.person(seat).is_human:
                self._player(seat)

    def think(self, watch: Callable[[Analysis], None] | None = None) -> Decision:
        """What the computer that must act decides; changes nothing. `watch` is called meanwhile with what it thinks."""
        place, session, seat = self.place, self.session, self.acting_seat
        position = session.position
        try:
            player = self._player(seat)
            if session.draw_offer is not None:
                return Decision(place, accepts=player.accepts_draw(position, seat))
            if session.may_exchange and player.exchanges_seats(position):
                return Decision(place, exchanges=True)
            return Decision(place, str(player.choose(position, **self._thinking(watch))))
        except EngineError as error:
            return Decision(
                place, failure=error.message if isinstance(error.message, Text) else Text(str(error), str(error))
            )

    def carry_out(self, decision: Decision) -> Event | None:
        """Carry out a computer's decision; None if it is void because the game has moved on or was closed meanwhile."""
        if decision.place != self.place or self.session.result is not None or self._is_closed:
            return None
        self._undone.clear()
        if decision.failure is not None:
            return self._act(lambda session: session.forfeit(self.acting_seat))
        if decision.accepts is not None:
            return self._answer(decision.accepts)
        if decision.exchanges:
            return self._act(lambda session: session.exchange_seats(self._spent()))
        move = decision.move
        assert move is not None
        return self._act(lambda session: session.play(move, self._spent()))

    def stop_thinking(self) -> None:
        """Make the thinking computer decide now. May be called from any thread."""
        for player in tuple(self._players.values()):
            player.stop()

    def analyst(self) -> Engine:
        """The engine for hints and evaluation: always the strongest, whoever plays."""
        from tabuleiro.engine.engine import Engine

        if self._analyst is None or self._analyst.game != self.game:
            if self._analyst is not None:
                self._analyst.close()
            self._analyst = Engine(self.game, hash_mb=32, stands_back=True)
        return self._analyst

    def close(self) -> None:
        """Close all computers; nobody plays at this table any more."""
        self._is_closed = True
        for player in self._players.values():
            player.close()
        self._players.clear()
        if self._analyst is not None:
            self._analyst.close()
            self._analyst = None

    def _thinking(self, watch: Callable[[Analysis], None] | None) -> Thinking:
        """How long the computer to move may think, and what to call with its thoughts."""
        clock, seconds = self.clock, self.plan.seconds
        if clock is None:
            return {"seconds": seconds, "watch": watch}
        left = (clock.seconds(0), clock.seconds(1))
        if clock.control.renews:
            share = left[clock.running] * SHARE_OF_MOVE_TIME
            return {"seconds": share if seconds is None else min(share, seconds), "watch": watch}
        return {"seconds": seconds, "clocks": left, "increment": clock.control.increment / 1000, "watch": watch}

    def _player(self, seat: int) -> Player:
        game, number = self.game, len(self.match.sessions)
        person = self.match.person(number - 1, seat)
        key = person, game.id
        if key not in self._players:
            name = self.plan.people[person].player
            self._players[key] = (
                make_player(name, game, seed=self._seed + person, stands_back=True)
                if self._make_player is None
                else self._make_player(name, game)
            )
        elif self._playing.get(key) != number:
            self._players[key].new_game()
        self._playing[key] = number
        return self._players[key]

    # --- carrying out ---
    @contextmanager
    def held(self) -> Iterator[KeptMatch]:
        """While this is held, the caller has what happens kept, as described in `KeptMatch.held`.

        The time of the player to move begins when this ends. What has not been kept by then is undone.
        """
        place, since, undone = self.place, self.turn_began, self._undone.copy()
        try:
            with self.kept.held():
                yield self.kept
        finally:
            if self.place == place:
                self.turn_began, self._undone = since, undone
            elif self.turn_began != since:
                self.turn_began = self._now()

    def _answer(self, accepts: bool) -> Event:
        seat = self.acting_seat
        return self._act(lambda session: session.accept_draw(seat) if accepts else session.decline_draw(seat))

    def _act(self, action: Callable[[Session], Event]) -> Event:
        event = self.kept.act(action)
        if isinstance(event, TAKE_TURNS):
            self.turn_began = self._now()
        return event

    def _refuse_computers_turn(self) -> None:
        if self.session.result is None and not self.to_move.is_human:
            raise MatchError(matches.NOT_YOUR_TURN.fill(name=self.to_move.name))

    def _own_seat(self) -> int:
        """The seat of the person who acts: the one to move, or the only one; MatchError if only computers play."""
        seats = self.human_seats
        if not seats:
            raise MatchError(matches.NOBODY_TO_ASK)
        return self.session.turn if self.session.turn in seats else seats[0]
