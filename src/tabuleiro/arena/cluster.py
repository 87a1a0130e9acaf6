"""Games on a Ray cluster: one actor for each processor, which watches a worker of its own.

Ray finds its cluster as always (`RAY_ADDRESS`, or a local one that ends with the run); `tabuleiro` has to be installed on
every computer of it. A game that is lost because its computer fails is played again on another.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

from tabuleiro.arena.plan import Plan
from tabuleiro.arena.results import Played
from tabuleiro.arena.workers import LocalCrew
from tabuleiro.engine.errors import EngineError
from tabuleiro.messages import competing as texts
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import Text, language, using_language


class Seat:
    """An actor: one watched worker, somewhere in the cluster."""

    def __init__(self, plan: Plan, code: str) -> None:
        """Messages about failures are in this language."""
        self._code = code
        with using_language(code):
            self._crew = LocalCrew(plan, 1)

    def play(self, number: int) -> Played | Text:
        """Play the game with this number; a text says what is wrong with a player."""
        try:
            with using_language(self._code):
                return next(game for _, game in self._crew.play([number]))
        except TabuleiroError as error:
            return error.message if isinstance(error.message, Text) else Text(str(error), str(error))


class RayCrew:
    """Workers on a Ray cluster."""

    def __init__(self, plan: Plan) -> None:
        """Join the cluster, or begin one on this computer; EngineError if Ray is not installed or has no processor."""
        try:
            import ray as found
        except ImportError:
            raise EngineError(texts.NO_RAY) from None
        ray: Any = found
        self._ray = ray
        self._was_there = ray.is_initialized()
        if not self._was_there:
            ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        processors = int(ray.cluster_resources().get("CPU", 0))
        if processors < 1:
            self.close()
            raise EngineError(texts.NO_PROCESSORS)
        actor = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(Seat)
        self._seats = [actor.remote(plan, language()) for _ in range(processors)]

    def play(self, numbers: Iterable[int]) -> Iterator[tuple[int, Played]]:
        waiting = iter(numbers)
        playing: dict[Any, tuple[Any, int]] = {}

        def give(seat: Any) -> None:
            number = next(waiting, None)
            if number is not None:
                playing[seat.play.remote(number)] = seat, number

        for seat in self._seats:
            give(seat)
        while playing:
            for done in self._ray.wait(list(playing))[0]:
                seat, number = playing.pop(done)
                answer = self._ray.get(done)
                if not isinstance(answer, Played):
                    raise EngineError(answer)
                give(seat)
                yield number, answer

    def close(self) -> None:
        """Dismiss the actors; a cluster that was started for this run ends."""
        if self._was_there:
            for seat in self._seats:
                self._ray.kill(seat)
        else:
            self._ray.shutdown()
