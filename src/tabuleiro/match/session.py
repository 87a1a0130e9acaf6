"""One game being played by two people: its moves, offers, clock and end.

Everything that happens is an `Event`, and a session follows from its events alone: `Session.replay` makes the
same session from the same events. An event that is refused changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from tabuleiro.games import game as find_game
from tabuleiro.match.clock import Clock, TimeControl
from tabuleiro.match.errors import MatchError
from tabuleiro.match.events import (
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Event,
    Forfeited,
    Moved,
    Resigned,
    SeatsExchanged,
    TakebackAsked,
    TakebackDeclined,
    TakenBack,
    TimeUp,
)
from tabuleiro.messages import reason_text
from tabuleiro.notation.records import Record, player_tags, result_of
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Outcome, Position
from tabuleiro.rules.texts import Text

RESIGNATION, TIME, AGREEMENT, FORFEIT = "resignation", "time", "agreement", "forfeit"

SURRENDERS = (RESIGNATION, TIME, FORFEIT)
"""The reasons for which a player loses, whatever the position."""

WORDS = {RESIGNATION: "resigns", TIME: "time", AGREEMENT: "draw agreed"}
"""How a record writes the events that end a game."""


@dataclass(frozen=True, slots=True)
class _Stage:
    """The state of a session after a move and the events that followed it."""

    position: Position
    seats: tuple[str, str]
    clock: Clock | None
    result: Outcome | None
    move: Move | None = None
    text: str = ""
    captured: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    offer: int | None = None
    takeback: int | None = None
    exchanged: bool = False


class Session:
    """A game being played by two people, from a position to its result."""

    def __init__(
        self,
        game: Game | str,
        seats: tuple[str, str],
        *,
        start: Position | None = None,
        control: TimeControl | None = None,
        allows_undo: bool = False,
    ) -> None:
        """A game between these people, in the order of `game.players`.

        It starts from the set-up unless `start` is given. Where there is a clock, moves cannot be taken back.
        """
        self.game = game if isinstance(game, Game) else find_game(game)
        if start is not None and start.game != self.game:
            raise MatchError(
                Text(
                    "The position is one of {other}; this is a game of {game}.",
                    "A posição é de {other}; este jogo é de {game}.",
                ).fill(other=start.game.id, game=self.game.id)
            )
        # Neither a session nor its record knows what came before its start.
        self.start = self.game.start() if start is None else self.game.position(start.fen)
        self.control = control
        self.allows_undo = allows_undo
        clock = None if control is None else Clock.start(control, self.start.turn)
        self._stages = [_Stage(self.start, seats, clock, self.start.outcome)]
        self._events: list[Event] = []

    @classmethod
    def replay(
        cls,
        game: Game | str,
        seats: tuple[str, str],
        events: Iterable[Event],
        *,
        start: Position | None = None,
        control: TimeControl | None = None,
        allows_undo: bool = False,
    ) -> Session:
        """The session in which these events happened; MatchError or IllegalMove if they are not possible."""
        session = cls(game, seats, start=start, control=control, allows_undo=allows_undo)
        for event in events:
            session.apply(event)
        return session

    # --- state ---
    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._stage.position

    @property
    def seats(self) -> tuple[str, str]:
        """The names of the people on the seats now, in the order of `game.players`."""
        return self._stage.seats

    @property
    def first_seats(self) -> tuple[str, str]:
        """The names of the people on the seats at the start."""
        return self._stages[0].seats

    @property
    def turn(self) -> int:
        """The player to move, as an index into `game.players`."""
        return self.position.turn

    @property
    def clock(self) -> Clock | None:
        """The time left after the last move; None if there is no clock."""
        return self._stage.clock

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, except those taken back."""
        return tuple(stage.move for stage in self._stages if stage.move is not None)

    @property
    def plies(self) -> int:
        """How many moves have been played, except those taken back."""
        return len(self._stages) - 1

    @property
    def last_move(self) -> Move | None:
        """The move that led to the position on the board; None at the start."""
        return self._stage.move

    @property
    def move_texts(self) -> list[str]:
        """The texts of the moves played."""
        return [stage.text for stage in self._stages[1:]]

    @property
    def captured(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The codes of the pieces that each player has lost, in the order of their capture."""
        return self._stage.captured

    def captured_after(self, ply: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The codes of the pieces that each player had lost after `ply` moves."""
        return self._stages[ply].captured

    def played(self, later: int = 0) -> tuple[Position, Move]:
        """The last move, or the one with `later` more moves after it, and the position before it."""
        move = self._stages[-1 - later].move
        assert move is not None, "so many moves were not played"
        return self._stages[-2 - later].position, move

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the first to the one on the board."""
        return tuple(stage.position for stage in self._stages)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened, in order."""
        return tuple(self._events)

    @property
    def number_of_events(self) -> int:
        """How many events there have been."""
        return len(self._events)

    @property
    def result(self) -> Outcome | None:
        """How the game ended, by its rules or by a decision of the players; None while it goes on."""
        return self._stage.result

    @property
    def draw_offer(self) -> int | None:
        """The player whose draw offer is open, or None."""
        return self._stage.offer

    @property
    def takeback(self) -> int | None:
        """The player whose request to take a move back is open, or None."""
        return self._stage.takeback

    def plies_back_to(self, seats: Collection[int]) -> int:
        """How many plies ago one of these players was last to move; 0 if there is no such position."""
        stages = self._stages
        return next((plies for plies in range(1, self.plies + 1) if stages[-1 - plies].position.turn in seats), 0)

    @property
    def exchanged(self) -> bool:
        """Have the two people changed seats?"""
        return self._stage.exchanged

    @property
    def may_exchange(self) -> bool:
        """May the player to move take over the first move instead of answering it?"""
        return self.result is None and self._no_exchange() is None

    @property
    def record(self) -> Record:
        """The record of the game so far, with the names on the seats as they were at the start."""
        entries: list[Move | str] = list(self.moves)
        if self.exchanged:
            entries.insert(1, "swap")
        result = self.result
        tags = dict(zip(player_tags(self.game), self.first_seats, strict=True))
        if result is None or self.position.outcome is not None:
            return Record.from_moves(self.start, entries, tags=tags)
        if result.reason in WORDS:
            entries.append(WORDS[result.reason])
        score = result_of(self.start.turn, result.winner)
        return Record.from_moves(self.start, entries, tags=tags, result=score, reason=result.reason)

    # --- what players do ---
    def play(self, move: Move | str, seconds: float = 0.0) -> Event:
        """Play a move after `seconds` of thought; if the clock had less, the game is lost on time instead."""
        self._refuse_after_the_end()
        if self._is_too_late(seconds):
            return self._happen(TimeUp(seconds))
        self._move(self.position.find(move), seconds)
        self._events.append(Moved(self._stage.text, seconds))
        return self._events[-1]

    def exchange_seats(self, seconds: float = 0.0) -> Event:
        """Take over the first move instead of answering it (the pie rule)."""
        self._refuse_after_the_end()
        return self._happen(TimeUp(seconds) if self._is_too_late(seconds) else SeatsExchanged(seconds))

    def offer_draw(self, player: int) -> Event:
        """Offer the other player a draw."""
        return self._happen(DrawOffered(player))

    def accept_draw(self, player: int) -> Event:
        """Accept the draw that the other player has offered."""
        return self._happen(DrawAccepted(player))

    def decline_draw(self, player: int) -> Event:
        """Decline the draw that the other player has offered."""
        return self._happen(DrawDeclined(player))

    def resign(self, player: int | None = None) -> Event:
        """Resign for a player; without one, for the player to move."""
        return self._happen(Resigned(self.turn if player is None else player))

    def flag(self, seconds: float) -> Event:
        """End the game: the player to move has thought for `seconds` and has no time left."""
        return self._happen(TimeUp(seconds))

    def forfeit(self, player: int) -> Event:
        """Let a player lose for not playing on."""
        return self._happen(Forfeited(player))

    def undo(self, plies: int = 1) -> Event:
        """Take the last moves back, where that is allowed."""
        return self._happen(TakenBack(plies))

    def ask_takeback(self, player: int) -> Event:
        """Ask the other player to let one's last move, and what followed it, be taken back."""
        return self._happen(TakebackAsked(player))

    def accept_takeback(self, player: int) -> Event:
        """Agree to the takeback that the other player asked for."""
        self._check_takeback_request(player)
        return self._happen(TakenBack(self.plies_back_to((1 - player,))))

    def decline_takeback(self, player: int) -> Event:
        """Decline the other player's request to take a move back."""
        return self._happen(TakebackDeclined(player))

    # --- what events do ---
    def apply(self, event: Event) -> None:
        """Apply an event; MatchError, IllegalMove or InvalidMove says why it is not possible."""
        if not (isinstance(event, TakenBack) and self.position.outcome is not None):
            self._refuse_after_the_end()  # a move that ended the game can be taken back, a decision cannot
        match event:
            case Moved(move, seconds):
                self._move(self.position.find(move), seconds)
            case SeatsExchanged(seconds):
                self._exchange(seconds)
            case DrawOffered(player):
                self._offer(player)
            case DrawAccepted(player):
                self._check_draw_offer(player)
                self._end(None, AGREEMENT)
            case DrawDeclined(player):
                self._check_draw_offer(player)
                self._change(offer=None)
            case Resigned(player):
                self._end(1 - self._seat(player), RESIGNATION)
            case TimeUp(seconds):
                self._run_out(seconds)
            case Forfeited(player):
                self._end(1 - self._seat(player), FORFEIT)
            case TakenBack(plies):
                self._take_back(plies)
            case TakebackAsked(player):
                self._ask_takeback(player)
            case TakebackDeclined(player):
                self._check_takeback_request(player)
                self._change(takeback=None)
        self._events.append(event)

    def _happen(self, event: Event) -> Event:
        self.apply(event)
        return event

    @property
    def _stage(self) -> _Stage:
        return self._stages[-1]

    def _is_too_late(self, seconds: float) -> bool:
        """Does the player to move run out of time within this many more seconds?"""
        return self.clock is not None and self.clock.spend(seconds).is_up

    def _change(self, **changes: object) -> None:
        self._stages[-1] = replace(self._stage, **changes)  # type: ignore[arg-type]

    def _end(self, winner: int | None, reason: str) -> None:
        self._change(offer=None, takeback=None, result=Outcome(winner, reason, self.game.scores(self.position)))

    def _move(self, move: Move, seconds: float) -> None:
        stage = self._stage
        position = stage.position.play(move)
        clock = None if stage.clock is None else stage.clock.spend(seconds).press()
        # To move is to decline the other's offer; one's own offer stands until the other answers it.
        offer = stage.offer if stage.offer == stage.position.turn and position.outcome is None else None
        self._stages.append(
            replace(
                stage,
                position=position,
                clock=clock,
                result=position.outcome,
                move=move,
                text=str(move),
                captured=self._captured_after(move),
                offer=offer,
                takeback=None,
            )
        )

    def _captured_after(self, move: Move) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The codes of the pieces that each player has lost once a move is played."""
        first, second = self._stage.captured
        for piece in map(self.position.piece, move.captured):
            if self.game.pieces[piece].player == 0:
                first = (*first, piece)
            else:
                second = (*second, piece)
        return first, second

    def _exchange(self, seconds: float) -> None:
        refusal = self._no_exchange()
        if refusal is not None:
            raise MatchError(refusal)
        stage = self._stage
        clock = None if stage.clock is None else stage.clock.spend(seconds).exchange()
        self._change(seats=(stage.seats[1], stage.seats[0]), clock=clock, offer=None, takeback=None, exchanged=True)

    def _no_exchange(self) -> Text | None:
        """Why seats may not be exchanged now; None if they may."""
        if not self.game.pie_rule:
            return Text(
                "Seats are not exchanged in this game: it has no pie rule.",
                "Neste jogo não se trocam os lugares: não tem a regra da troca.",
            )
        if len(self._stages) != 2 or self.exchanged:
            return Text(
                "Seats may be exchanged only once, in place of the second player's first move.",
                "Os lugares só se podem trocar uma vez, em vez da primeira jogada do segundo jogador.",
            )
        return None

    def _offer(self, player: int) -> None:
        offer = self.draw_offer
        if not self.game.has_draws:
            raise MatchError(
                Text(
                    "This game has no draws, so none can be offered.",
                    "Este jogo não tem empates; não se pode propor um.",
                )
            )
        if offer == self._seat(player):
            raise MatchError(Text("Your offer of a draw stands already.", "A sua proposta de empate já está feita."))
        if offer is not None:
            raise MatchError(
                Text(
                    "The other player has offered a draw already: accept it.",
                    "O outro jogador já propôs empate: aceite a proposta.",
                )
            )
        self._change(offer=player)

    def _check_draw_offer(self, player: int) -> None:
        """MatchError if the other player has not offered a draw."""
        if self.draw_offer != 1 - self._seat(player):
            raise MatchError(Text("The other player has not offered a draw.", "O outro jogador não propôs empate."))

    def _run_out(self, seconds: float) -> None:
        clock = self.clock
        if clock is None:
            raise MatchError(Text("This game is played without a clock.", "Este jogo joga-se sem relógio."))
        after = clock.spend(seconds)
        if not after.is_up:
            raise MatchError(
                Text("{player} still has {left} seconds left.", "A {player} ainda restam {left} segundos.").fill(
                    player=self.seats[clock.running], left=after.seconds(clock.running)
                )
            )
        self._change(clock=after)
        self._end(1 - clock.running, TIME)

    def _ask_takeback(self, player: int) -> None:
        self._check_undo_allowed()
        if not self.plies_back_to((self._seat(player),)):
            raise MatchError(Text("You have not moved yet.", "Ainda não jogou."))
        if self.takeback == player:
            raise MatchError(Text("You have asked already.", "Já o pediu."))
        self._change(takeback=player)

    def _check_takeback_request(self, player: int) -> None:
        """MatchError if the other player has not asked to take a move back."""
        if self.takeback != 1 - self._seat(player):
            raise MatchError(
                Text(
                    "The other player has not asked to take a move back.",
                    "O outro jogador não pediu para voltar atrás.",
                )
            )

    def _check_undo_allowed(self) -> None:
        """MatchError if moves may not be taken back."""
        if not self.allows_undo:
            raise MatchError(Text("Moves are not taken back in this game.", "Neste jogo não se voltam jogadas atrás."))
        if self.clock is not None:
            raise MatchError(
                Text(
                    "Moves are not taken back in a game with a clock.",
                    "Num jogo com relógio não se voltam jogadas atrás.",
                )
            )

    def _take_back(self, plies: int) -> None:
        self._check_undo_allowed()
        played = len(self._stages) - 1
        if not 1 <= plies <= played:
            raise MatchError(
                Text(
                    "{plies} moves cannot be taken back; {played} were played.",
                    "Não se podem voltar atrás {plies} jogadas; foram feitas {played}.",
                ).fill(plies=plies, played=played)
            )
        del self._stages[-plies:]
        self._change(offer=None, takeback=None)

    def _seat(self, player: int) -> int:
        """This player, checked to be 0 or 1."""
        if player not in (0, 1):
            raise MatchError(
                Text(
                    "There is no player {player}: the players are 0 ({first}) and 1 ({second}).",
                    "Não há jogador {player}: os jogadores são 0 ({first}) e 1 ({second}).",
                ).fill(player=player, first=self.game.sides[0].title, second=self.game.sides[1].title)
            )
        return player

    def _refuse_after_the_end(self) -> None:
        if self.result is not None:
            raise MatchError(
                Text("The game is over ({reason}).", "O jogo terminou ({reason}).").fill(
                    reason=reason_text(self.result.reason)
                )
            )
