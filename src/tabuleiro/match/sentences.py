"""Sentences about games being played: moves, offers, clocks, scores and hints."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from tabuleiro.match import events
from tabuleiro.match.events import Event
from tabuleiro.match.plan import name_text
from tabuleiro.messages import playing as texts
from tabuleiro.messages.numbers import number, percentage
from tabuleiro.rules.texts import Text, listing, same

if TYPE_CHECKING:
    from tabuleiro.engine.analysis import Line
    from tabuleiro.match.clock import Clock
    from tabuleiro.match.match import Match
    from tabuleiro.match.session import Session
    from tabuleiro.rules.game import Game
    from tabuleiro.rules.position import Move, Position

TENTHS_BELOW = 20
"""With fewer seconds left than this, a clock shows tenths of a second."""


def seated_text(session: Session, seat: int) -> Text:
    """Who has a seat: the side, and the person's name."""
    return texts.SEATED.fill(side=session.game.sides[seat].title, name=name_text(session.seats[seat]))


def event_text(session: Session, event: Event, later: int = 0) -> Text:
    """What has just happened in a game. For a move, `later` is how many moves have been played since."""
    match event:
        case events.Moved():
            before, move = session.played(later)
            return move_text(before, move, seated_text(session, before.turn))
        case events.SeatsExchanged():
            return texts.EXCHANGED.fill(first=seated_text(session, 0), second=seated_text(session, 1))
        case events.TimeUp():
            return texts.TIME_IS_UP.fill(who=seated_text(session, session.turn))
        case events.TakenBack(plies):
            return texts.ONE_TAKEN_BACK if plies == 1 else texts.SEVERAL_TAKEN_BACK.fill(count=plies)
        case _:
            return EVENT_TEXTS[type(event)].fill(who=seated_text(session, event.player))


EVENT_TEXTS: dict[type[Event], Text] = {
    events.DrawOffered: texts.OFFERS,
    events.DrawAccepted: texts.ACCEPTS,
    events.DrawDeclined: texts.DECLINES,
    events.Resigned: texts.RESIGNS,
    events.Forfeited: texts.FORFEITS,
    events.TakebackAsked: texts.ASKS_TAKEBACK,
    events.TakebackDeclined: texts.DECLINES_TAKEBACK,
}
"""The sentences for events other than moves that a player causes."""


def move_text(before: Position, move: Move, who: Text) -> Text:
    """Who played which move, and what it captured."""
    pieces, written = before.game.pieces, str(move)
    captured = [texts.CAPTURED_ON.fill(piece=pieces[before.piece(cell)].name, cell=cell) for cell in move.captured]
    if not captured:
        return texts.HAS_PLAYED.fill(who=who, move=written)
    return texts.HAS_CAPTURED.fill(who=who, move=written, captured=listing(captured))


def clock_text(game: Game, clock: Clock) -> Text:
    """The time that each side has left."""
    times = [
        texts.TIME_OF.fill(side=side.title, time=time_text(clock.seconds(seat))) for seat, side in enumerate(game.sides)
    ]
    return times[0] + same(", ") + times[1]


def time_text(seconds: float) -> str:
    """A time as clocks show it: 1:02:03, 4:05, 0:07.5."""
    if seconds < TENTHS_BELOW:
        return f"0:{'0' if seconds < 10 else ''}{number(int(seconds * 10) / 10, 1)}"
    minutes, rest = divmod(ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def score_text(match: Match) -> str:
    """The running score of a match, by name."""
    return "; ".join(f"{name}: {points_text(points)}" for name, points in zip(match.people, match.score, strict=True))


def points_text(points: float) -> str:
    """Points, with a decimal only if there are halves."""
    return number(points, 0 if points == int(points) else 1)


def hint_text(position: Position, line: Line) -> Text:
    """What the engine would play, and how it rates that."""
    side = position.game.sides[position.turn].title
    plies = line.plies_to_end
    if plies is None:
        words = next(words for least, words in texts.PROSPECTS if line.win >= least)
        outlook = texts.OUTLOOK.fill(side=side, win=percentage(line.win), words=words)
    elif plies == 1:
        outlook = texts.WINS_AT_ONCE
    elif plies < 0:
        outlook = texts.CERTAIN_LOSS.fill(plies=-plies)
    else:
        outlook = (texts.CERTAIN_WIN if line.proved else texts.LIKELY_WIN).fill(plies=plies)
    return texts.HINT.fill(side=side, move=line.moves[0], outlook=outlook)
