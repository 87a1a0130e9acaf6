"""The file of a run: a line of JSON for the plan, then one for each game as it ends, so that nothing is played twice.

The first line also has a mark of what the engine knew about the game: games by other weights are not mixed with these.

A line that was cut off, by a crash or a full disk, is dropped when the file is opened again, and its game is played again.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import astuple, replace
from pathlib import Path
from typing import IO, Any

from tabuleiro.arena.plan import Plan
from tabuleiro.arena.results import Played
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.levels import level
from tabuleiro.engine.players import read_level
from tabuleiro.games import game as find_game
from tabuleiro.messages import competing as texts
from tabuleiro.rules.game import Game

FORMAT = 1
"""The version of the file's format."""


class KeptRun:
    """The file of one run, open for as long as the run goes on; no other process may go on with it meanwhile."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open or begin the file of a plan; EngineError if it holds another run or is in use, OSError."""
        self.path, self.plan = path, plan
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[bytes] = path.open("a+b")
        try:
            _lock(self._file, path)
            self.played = self._read()
        except BaseException:
            self._file.close()
            raise

    def add(self, game: Played) -> None:
        """Keep a game; once this returns, it outlives a crash of the process."""
        self._write(game.to_json())
        self.played.append(game)

    def close(self) -> None:
        """Have all that was written on the disk, and let others have the file."""
        with suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()

    def __enter__(self) -> KeptRun:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self) -> list[Played]:
        self._file.seek(0)
        content = self._file.read()
        whole, _, rest = content.rpartition(b"\n")
        if rest:
            self._file.truncate(len(content) - len(rest))
        lines = whole.split(b"\n") if whole else []
        if not lines:
            self._write({"format": FORMAT, "plan": self.plan.to_json(), "knowledge": knowledge_of(self.plan)})
            return []
        kept = read_plan(lines[0], self.path)
        if not self.plan.goes_on(kept):
            raise EngineError(texts.OTHER_RUN.fill(file=self.path, players=" ".join(kept.players), game=kept.game))
        if json.loads(lines[0]).get("knowledge") not in (None, knowledge_of(kept)):
            raise EngineError(texts.OTHER_KNOWLEDGE.fill(file=self.path, game=kept.game))
        return [_game_of(line, number, self.path) for number, line in enumerate(lines[1:], start=2)]

    def _write(self, value: dict[str, Any]) -> None:
        self._file.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")
        self._file.flush()


def knowledge_of(plan: Plan) -> str:
    """A mark that changes with what the players know: the weights of the game's evaluation, and how their levels play."""
    game = find_game(plan.game)
    known = json.dumps([game.weights.tolist(), [_settings_of(name, game) for name in plan.players]])
    return hashlib.sha256(known.encode()).hexdigest()[:16]


def _settings_of(player: str, game: Game) -> tuple[Any, ...]:
    """How a player plays who is named by a level; what it is rated makes no difference to that."""
    with suppress(EngineError):
        found = level(read_level(player.partition(",")[0]), game)
        return astuple(replace(found, rating=None, low=None, high=None))
    return ()


def read_run(path: Path) -> tuple[Plan, list[Played]]:
    """The plan and the games that a file holds, without the right to go on with it; EngineError, OSError."""
    lines = path.read_bytes().split(b"\n")[:-1]
    if not lines:
        raise EngineError(texts.NO_RUN.fill(file=path))
    plan = read_plan(lines[0], path)
    return plan, [_game_of(line, number, path) for number, line in enumerate(lines[1:], start=2)]


def read_plan(line: bytes, path: Path) -> Plan:
    """The plan in the first line of a file; EngineError."""
    try:
        found = json.loads(line)
        if found["format"] != FORMAT:
            raise ValueError(found["format"])
        return Plan.from_json(found["plan"])
    except (ValueError, LookupError, TypeError):
        raise EngineError(texts.NO_RUN.fill(file=path)) from None


def _game_of(line: bytes, number: int, path: Path) -> Played:
    try:
        return Played.from_json(json.loads(line))
    except (ValueError, LookupError, TypeError, AttributeError):
        raise EngineError(texts.BAD_LINE.fill(file=path, number=number)) from None


def _lock(file: IO[bytes], path: Path) -> None:
    """Have the file for this process alone, where the system can see to that; EngineError if another has it."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise EngineError(texts.IN_USE.fill(file=path)) from None
