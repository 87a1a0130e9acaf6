"""A match: one or more games between the same two people, who change seats after each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from tabuleiro.games import game as find_game
from tabuleiro.match.clock import TimeControl
from tabuleiro.match.errors import MatchError
from tabuleiro.match.events import Event
from tabuleiro.match.session import SURRENDERS, Session
from tabuleiro.rules.description import Format
from tabuleiro.rules.game import Game, nearest
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import Text

MOST_GAMES = 99
"""The most games of a match."""

SINGLE_GAME = Format("single", Text("a single game", "um só jogo"))


def best_of(games: int) -> Format:
    """A match decided by games won, draws counting half. It ends as soon as its winner is certain."""
    title = Text("best of {games} games", "à melhor de {games} jogos").fill(games=_number(games))
    return Format(f"best-of-{games}", title, games)


def sum_of(games: int) -> Format:
    """A match decided by the points of all its games together."""
    title = Text("{games} games, points added", "{games} jogos, somando os pontos").fill(games=_number(games))
    return Format(f"sum-of-{games}", title, games, adds_scores=True)


def formats_of(game: Game) -> tuple[Format, ...]:
    """The formats to offer for a game: its own first, then those that suit any game."""
    generic = (SINGLE_GAME, best_of(3), best_of(5), *((sum_of(2),) if counts_points(game) else ()))
    return (*game.formats, *generic)


def find_format(game: Game, name: str) -> Format:
    """The format of that name: one of the game's own, `single`, `best-of-N` or `sum-of-N`; MatchError."""
    for format in formats_of(game):
        if format.name == name:
            return format
    number = re.fullmatch(r"(best|sum)-of-(\d{1,3})", name, re.ASCII)
    if number is not None:
        return (best_of if number[1] == "best" else sum_of)(int(number[2]))
    raise MatchError(
        Text("There is no match format {name!r}{nearest}", "Não há nenhum formato de encontro {name!r}{nearest}").fill(
            name=name[:40], nearest=nearest(name, [format.name for format in formats_of(game)])
        )
    )


def counts_points(game: Game) -> bool:
    """Does a game count points?"""
    return game.scores(game.start()) is not None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended: `winner` is an index into `match.people`, None for a draw."""

    winner: int | None
    score: tuple[float, float]
    by_tie_break: bool = False


class Match:
    """One or more games between two people, who are numbered 0 and 1 whatever their seats."""

    def __init__(
        self,
        game: Game | str,
        people: tuple[str, str],
        format: Format | str = SINGLE_GAME,
        *,
        control: TimeControl | None = None,
        allows_undo: bool = False,
        start: Position | None = None,
        random: Random | None = None,
    ) -> None:
        """A match in this format, or in the format of this name. In its first game the first person has the first seat.

        If `start` is given, all games except a tie-break begin from it. `random` draws the seats of the tie-break.
        """
        self.game = game if isinstance(game, Game) else find_game(game)
        self.people = people
        self.format = find_format(self.game, format) if isinstance(format, str) else format
        if self.format.adds_scores and not counts_points(self.game):
            raise MatchError(
                Text(
                    "{game} counts no points, so there are none to add up.",
                    "{game} não conta pontos; não há nada para somar.",
                ).fill(game=self.game.title)
            )
        self.control = control
        self.allows_undo = allows_undo
        self.start = start
        self._random = random or Random()
        self._sessions: list[Session] = []
        self._first: list[int] = []
        self._begin(self.game, 0)

    @classmethod
    def replay(
        cls,
        game: Game | str,
        people: tuple[str, str],
        format: Format | str,
        histories: Iterable[tuple[int, Iterable[Event]]],
        *,
        control: TimeControl | None = None,
        allows_undo: bool = False,
        start: Position | None = None,
        random: Random | None = None,
    ) -> Match:
        """The match with these `histories`; seats that were drawn by lot stay as they were drawn."""
        match = cls(game, people, format, control=control, allows_undo=allows_undo, start=start, random=random)
        for number, (first, events) in enumerate(histories):
            session = match._next_game(first) if number else match.session
            for event in events:
                session.apply(event)
        return match

    @property
    def histories(self) -> tuple[tuple[int, tuple[Event, ...]], ...]:
        """For each game begun: who sat on the first seat at its start, and what happened in it."""
        return tuple((first, session.events) for first, session in zip(self._first, self._sessions, strict=True))

    # --- state ---
    @property
    def sessions(self) -> tuple[Session, ...]:
        """The games begun so far."""
        return tuple(self._sessions)

    @property
    def session(self) -> Session:
        """The game that is being played, or the last one."""
        return self._sessions[-1]

    @property
    def in_tie_break(self) -> bool:
        """Is the last game that was begun the tie-break?"""
        return len(self._sessions) > self.format.games

    def person(self, number: int, player: int) -> int:
        """Who has a player's seat in a game; player and game are counted from 0."""
        return self._first[number] ^ player ^ int(self._sessions[number].exchanged)

    def first(self, number: int) -> int:
        """Who had the first seat at the start of a game, counted from 0."""
        return self._first[number]

    def seated(self, player: int) -> int:
        """Who has a player's seat in the game that is being played."""
        return self.person(len(self._sessions) - 1, player)

    def points(self, number: int) -> tuple[float, float] | None:
        """What each person got from a game, in points or in games won; None while it goes on."""
        session = self._sessions[number]
        result = session.result
        if result is None:
            return None
        if self.format.adds_scores:
            by_seat: tuple[float, float] | None = result.scores
            if result.winner is not None and result.reason in SURRENDERS:
                by_seat = self.game.scores_of_surrender(session.position, result.winner)
            assert by_seat is not None, "a game that counts points counts them at every end"
        else:
            by_seat = (0.5, 0.5) if result.winner is None else (float(result.winner == 0), float(result.winner == 1))
        return by_seat if self.person(number, 0) == 0 else (by_seat[1], by_seat[0])

    @property
    def score(self) -> tuple[float, float]:
        """The running score of both people, without the tie-break."""
        finished = [points for number in range(self._regular) if (points := self.points(number)) is not None]
        return sum(points[0] for points in finished), sum(points[1] for points in finished)

    @property
    def result(self) -> MatchResult | None:
        """How the match ended; None while it goes on."""
        score = self.score
        if self.in_tie_break:
            last = self.session.result
            if last is None:
                return None
            winner = None if last.winner is None else self.seated(last.winner)
            return MatchResult(winner, score, by_tie_break=True)
        left = self.format.games - sum(self.points(number) is not None for number in range(self._regular))
        lead = abs(score[0] - score[1])
        if left > 0 and (self.format.adds_scores or lead <= left):
            return None
        if lead == 0:
            return None if self.format.tie_break else MatchResult(None, score)
        return MatchResult(int(score[1] > score[0]), score)

    def next_game(self) -> Session:
        """Begin the next game with seats exchanged, or the tie-break with seats at random; MatchError if it is not time."""
        return self._next_game(None)

    def _next_game(self, first: int | None) -> Session:
        """Begin the next game; `first` is who has the first seat, if that is already known."""
        if self.session.result is None:
            raise MatchError(
                Text("Game {number} is still being played.", "O jogo {number} ainda não acabou.").fill(
                    number=len(self._sessions)
                )
            )
        if self.result is not None:
            raise MatchError(
                Text("The match is over: {score}.", "O encontro terminou: {score}.").fill(score=self._written_score())
            )
        if len(self._sessions) < self.format.games:
            return self._begin(self.game, len(self._sessions) % 2)
        assert self.format.tie_break is not None, "a match without a tie-break is over after its last game"
        return self._begin(find_game(self.format.tie_break), self._random.randrange(2) if first is None else first)

    # --- running ---
    @property
    def _regular(self) -> int:
        """How many games have begun, not counting the tie-break."""
        return min(len(self._sessions), self.format.games)

    def _begin(self, game: Game, first: int) -> Session:
        seats = self.people if first == 0 else (self.people[1], self.people[0])
        start = self.start if game == self.game else None
        session = Session(game, seats, start=start, control=self.control, allows_undo=self.allows_undo)
        self._sessions.append(session)
        self._first.append(first)
        return session

    def _written_score(self) -> str:
        return " - ".join(f"{name} {points:g}" for name, points in zip(self.people, self.score, strict=True))


def _number(games: int) -> int:
    """The number of games of a format; MatchError if it is not a valid one."""
    if not 1 <= games <= MOST_GAMES:
        raise MatchError(
            Text(
                "A match has 1 to {most} games, not {games}.", "Um encontro tem de 1 a {most} jogos, não {games}."
            ).fill(most=MOST_GAMES, games=games)
        )
    return games
