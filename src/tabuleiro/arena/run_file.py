"""The file of a run: a line of JSON for the plan, then one for each game as it ends, so that nothing is played twice.

The first line also has a mark of how the engine played the game: games by other weights or by another search are not
mixed with these.

A line that was cut off, by a crash or a full disk, is dropped when the file is opened again, and its game is played again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import astuple, replace
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

from tabuleiro.arena.openings import ANY_OPENING
from tabuleiro.arena.plan import Plan
from tabuleiro.arena.results import Played
from tabuleiro.bench import signature_positions
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.levels import Level
from tabuleiro.engine.players import WEIGHTS, level_of, read_weights, settings_of
from tabuleiro.games import game as find_game
from tabuleiro.messages import competing as texts
from tabuleiro.messages.faults import fault_text
from tabuleiro.rules.game import Game
from tabuleiro.rules.texts import Text, listing, same
from tabuleiro.rules.weights import NETWORK, Parts

FORMAT = 1
"""The version of the file's format."""

MARK_NODES = 3_000
"""Nodes for each of the positions by which a search is recognised."""

MOST_DIFFERENCES, LONGEST_VALUE = 6, 120
"""How many differences between two runs are named, and how many characters of each value."""


class KeptRun:
    """The file of a run, open while the run goes on; no other process may use it meanwhile."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open or begin the file of a plan; EngineError if it cannot be one, holds another run or is in use, OSError."""
        self.path, self.plan = path, plan
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and not (path.is_file() or path.is_dir()):  # reading a device might never end
                raise EngineError(texts.NO_RUN.fill(file=path))
            self._file: IO[bytes] = path.open("a+b")
        except OSError as error:
            where = error.filename or path  # a parent folder may be what is wrong
            raise EngineError(texts.CANNOT_KEEP.fill(file=where, why=fault_text(error))) from None
        try:
            lock(self._file, texts.IN_USE.fill(file=path))
            self.played = self._read()
        except BaseException:
            self._file.close()
            raise

    def add(self, game: Played) -> None:
        """Keep a game; once this returns, the game survives a crash of the process."""
        self._write(_line_of(game.to_json()))
        self.played.append(game)

    def close(self) -> None:
        """Make sure that everything is on disk, and let others have the file."""
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
        lines = whole.split(b"\n") if whole else []
        if not lines:
            head = _line_of({"format": FORMAT, "plan": self.plan.to_json(), "knowledge": knowledge_of(self.plan)})
            if not head.startswith(rest):  # not the beginning of our first line: the file is the user's
                raise EngineError(texts.NO_RUN.fill(file=self.path))
            self._file.truncate(0)
            self._write(head)
            return []
        kept = read_plan(lines[0], self.path)
        if not self.plan.goes_on(kept):
            raise EngineError(texts.OTHER_RUN.fill(file=self.path, differences=differences_text(kept, self.plan)))
        if json.loads(lines[0]).get("knowledge") not in (None, knowledge_of(kept)):
            raise EngineError(texts.OTHER_KNOWLEDGE.fill(file=self.path, game=kept.game))
        played = [_game_of(line, number, self.path) for number, line in enumerate(lines[1:], start=2)]
        if rest:
            self._file.truncate(len(content) - len(rest))
        return played

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()


def differences_text(kept: Plan, plan: Plan) -> Text:
    """How a kept run differs from one that is to be played, in the words of the command line."""
    there, here = kept.asked(), plan.asked()
    values = [(texts.ASKED[name], there[name], here[name]) for name in here]
    if len(kept.players) == len(plan.players):  # values that are equal need not be named
        values = [value for value in values if value[0] != texts.ASKED["players"]]
        for number, names in enumerate(zip(kept.players, plan.players, strict=True), start=1):
            values.append((texts.ASKED_PLAYER.fill(number=number), *names))
    found = [value for value in values if value[1] != value[2]]
    told = [_difference(*difference) for difference in found[:MOST_DIFFERENCES]]
    return listing([*told, same("…")], same(", ")) if len(found) > len(told) else listing(told)


def _difference(name: Text, there: str | None, here: str | None) -> Text:
    if there is None:
        return texts.NOTHING_INSTEAD.fill(name=name, here=_short(str(here)))
    return texts.INSTEAD.fill(name=name, there=_short(there), here=texts.NONE if here is None else _short(here))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def _line_of(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def knowledge_of(plan: Plan) -> str:
    """A mark that changes with how a run is played: with its players, and with the search where that plays or judges games.

    EngineError if a file of weights cannot be read.
    """
    game = find_game(plan.game)
    judges = (plan.opening_plies > 0 and plan.balance < ANY_OPENING) or plan.adjudicate > 0
    plays = any(name.partition(":")[0].strip().lower() not in {"random", "uci", "ugi"} for name in plan.players)
    files = [_weights_of(name, game) for name in plan.players]
    return mark_of(game, [_level_of(name, game) for name in plan.players], files, judges or plays)


def mark_of(
    game: Game, levels: Sequence[Level | None], files: Sequence[Parts | None] = (), searches: bool = True
) -> str:
    """A mark that changes with how levels play: their settings, the weights of the game's evaluation, and the search.

    `files` are the weights that players have from files of their own.
    """
    # What a level is rated makes no difference to how it plays.
    settings = [() if level is None else astuple(replace(level, rating=None, low=None, high=None)) for level in levels]
    parts = game.weight_parts()  # not the table made of them, which may be laid out otherwise and say the same
    weights = [game.weights_of(parts), parts.get(NETWORK)]
    known: list[Any] = [weights, settings, _searched(game.id) if searches else []]
    if any(file is not None for file in files):  # without any, the mark is what it was before such files existed
        known.append(files)
    return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:16]


@lru_cache(maxsize=8)
def _searched(id: str) -> list[tuple[str, int, int]]:
    """The engine's results for a few positions after a short search: another search differs in one of them."""
    with Engine(id, hash_mb=1) as engine:
        found = [engine.analyse(position, nodes=MARK_NODES) for position in signature_positions(engine.game)]
    return [(" ".join(map(str, line.moves)), line.score, seen.depth) for seen in found for line in seen.lines]


def _level_of(player: str, game: Game) -> Level | None:
    """The level that a player is named by."""
    with suppress(EngineError):
        return level_of(player, game)[0]
    return None


def _weights_of(player: str, game: Game) -> Parts | None:
    """The weights that a player has from a file; EngineError if that cannot be read."""
    try:
        file = settings_of(player, game).get(WEIGHTS)
    except EngineError:  # an unknown player is reported when it is to play
        return None
    return None if file is None else read_weights(game, file)


def read_run(path: Path) -> tuple[Plan, list[Played]]:
    """The plan and the games in a file, for reading only; EngineError, OSError."""
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


def lock(file: IO[bytes], in_use: Text) -> None:
    """Lock the file for this process, where the system can do so; EngineError with this sentence if another has it."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise EngineError(in_use) from None
