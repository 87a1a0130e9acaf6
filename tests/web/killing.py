"""Killing a server at random moments, and starting it again."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from random import Random

from tests.web.playing_on import Crowd
from tests.web.running import RunningServer


@dataclass(frozen=True)
class Start:
    """How many seconds a server took to answer, and how many programs wanted each processor at that time."""

    seconds: float
    load: float

    @property
    def own_seconds(self) -> float:
        """The seconds that it would have taken alone."""
        return self.seconds / max(1.0, self.load)


async def kill_again_and_again(server: RunningServer, crowd: Crowd, kills: int, chance: Random) -> list[Start]:
    """Kill a server at random moments while moves are being played, or while it starts; how long each start took."""
    starts = []
    for _ in range(kills):
        await crowd.wait_for_answers(chance.randint(1, 5))
        await asyncio.sleep(chance.random())
        server.kill()
        if chance.random() < 0.2:
            server.begin()
            await asyncio.sleep(2 * chance.random())
        seconds = await asyncio.to_thread(server.restart)
        starts.append(Start(seconds, os.getloadavg()[0] / (os.cpu_count() or 1)))
    await crowd.wait_for_answers(3)
    return starts
