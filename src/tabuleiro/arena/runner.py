"""Runs of the arena: plays the missing games of a plan, and keeps each as it ends."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing

from tabuleiro.arena.plan import SEQUENTIAL, Plan
from tabuleiro.arena.results import Played
from tabuleiro.arena.run_file import KeptRun
from tabuleiro.arena.sequential import Sprt
from tabuleiro.arena.workers import Crew, LocalCrew
from tabuleiro.engine.players import make_player
from tabuleiro.games import game as find_game

RAY = "ray"
"""The word for a cluster where a number of workers is asked for."""

Watch = Callable[[str, int, int], None]
"""Called during long work with the stage, how much of it is done, and out of how much."""


def run(kept: KeptRun, workers: int | str, sprt: Sprt | None = None, *, once: bool = False) -> Generator[Played]:
    """Play what is left of a plan, in a number of processes, and yield the games as they end; EngineError.

    A sequential test ends the run as soon as it has an answer. With `once`, only the first game of each pair is played.
    """
    plan = kept.plan
    left = numbers_left(plan, kept.played)
    if once:
        left = [number for number in left if number % 2 == 0]
    test = None if sprt is None else _Test(sprt, kept.played)
    if not left or (test is not None and test.is_answered):
        return
    # This reports a fault of a player at once, and compiles whatever must be compiled.
    for name in dict.fromkeys(plan.players):
        make_player(name, find_game(plan.game)).close()
    with closing(make_crew(plan, workers, len(left))) as crew:
        for _, game in crew.play(left):
            kept.add(game)
            yield game
            if test is not None and test.is_answered_by(game):
                return


def make_crew(plan: Plan, workers: int | str, games: int) -> Crew:
    """The workers that play: processes of this computer, or of a Ray cluster."""
    if workers == RAY:
        from tabuleiro.arena.cluster import RayCrew

        return RayCrew(plan)
    return LocalCrew(plan, max(1, min(int(workers), games)))


def default_workers() -> int:
    """As many processes as this computer can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def numbers_left(plan: Plan, played: Iterable[Played]) -> list[int]:
    """The numbers of the games that are still to be played, in the order of the schedule."""
    done = {(game.pair, game.seats) for game in played}
    meetings = ((number, plan.meeting(number)) for number in range(plan.meetings))
    return [number for number, meeting in meetings if (meeting.pair, meeting.seats) not in done]


def in_order(plan: Plan, played: Iterable[Played]) -> list[Played]:
    """The games of a plan in the order of its schedule, whatever the order in which they ended; others are left out."""
    places = {
        (meeting.pair, meeting.seats): number for number, meeting in enumerate(map(plan.meeting, range(plan.meetings)))
    }
    found = {places[key]: game for game in played if (key := (game.pair, game.seats)) in places}
    return [found[number] for number in sorted(found)]


def pair_scores(played: Iterable[Played]) -> list[float]:
    """The scores of the first player of a test in each pair, up to the first pair that is not complete."""
    pairs: dict[int, list[float]] = {}
    for game in played:
        pairs.setdefault(game.pair, []).append(game.points_of(0))
    scores: list[float] = []
    while len(points := pairs.get(len(scores), [])) == 2:
        scores.append(sum(points) / 2)
    return scores


class _Test:
    """A sequential test that follows a run: each pair counts once, in order, as soon as it is complete."""

    def __init__(self, sprt: Sprt, played: Sequence[Played]) -> None:
        self._sprt = sprt
        self._points: dict[int, list[float]] = {}
        for game in played:
            self._points.setdefault(game.pair, []).append(game.points_of(0))
        self._scores = pair_scores(played)
        self.is_answered = sprt.first_verdict(self._scores) is not None

    def is_answered_by(self, game: Played) -> bool:
        """Count a game; does the test have its answer now?"""
        self._points.setdefault(game.pair, []).append(game.points_of(0))
        while not self.is_answered and len(points := self._points.get(len(self._scores), [])) == 2:
            self._scores.append(sum(points) / 2)
            self.is_answered = self._sprt.state(self._scores).verdict is not None
        return self.is_answered


def counted(sprt: Sprt | None, plan: Plan, played: Sequence[Played]) -> list[Played]:
    """The games to report on: in a sequential test, no pair after the one that gave the answer.

    So the report is the same whatever the number of workers, some of which were a little ahead.
    """
    games = in_order(plan, played)
    answer = sprt.first_verdict(pair_scores(played)) if sprt is not None and plan.format == SEQUENTIAL else None
    return games if answer is None else [game for game in games if game.pair < answer.pairs]
