"""Players by name: `random`, `level:4`, `alphabeta:nodes=20000`, `mcts:seconds=0.5`, `uci:COMMAND`.

These names are used wherever a player is named. Limits on thinking in a name take precedence over those that the player is
given when it is to move.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypedDict, Unpack

from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.levels import NUMBERS, RUNGS, STRONGEST, Level, level, on_the_ladder
from tabuleiro.engine.limits import DEEPEST, MOST_MEGABYTES, MOST_THREADS
from tabuleiro.messages import protocol, reason_text
from tabuleiro.messages.faults import fault_text
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.weights import Parts

if TYPE_CHECKING:
    from tabuleiro.engine.analysis import Analysis


class Thinking(TypedDict, total=False):
    """How long a player may think about a move, and what is called meanwhile with its thoughts."""

    seconds: float | None
    nodes: int | None
    depth: int | None
    clocks: tuple[float, float] | None
    increment: float
    watch: Callable[[Analysis], None] | None


class Chooser(Protocol):
    """What can choose moves: our own engine, a program from outside."""

    def choose(self, position: Position, **thinking: Unpack[Thinking]) -> Move:
        """The move to play, within the limits given; EngineFailed from a program that does not play one."""

    def stop(self) -> None:
        """Make the player move now; may be called from any thread."""

    def new_game(self, seed: int | None = None) -> None:
        """Forget the last game; if a seed is given, random choices follow from it from now on.

        A program that has failed is started anew.
        """

    def close(self) -> None:
        """Free what is held: tables, threads, processes."""


class Player(Chooser, Protocol):
    """Somebody who plays, and has a name."""

    name: str

    def exchanges_seats(self, position: Position) -> bool:
        """Would the side to move rather sit on the other side? (the pie rule)"""

    def accepts_draw(self, position: Position, player: int) -> bool:
        """Would this player rather have half a win than play on?"""


class Bound(NamedTuple):
    """What a setting may be: whole numbers or any numbers, from the least to the most."""

    least: float
    most: float
    is_whole: bool = True


LIMITS = {"seconds": Bound(0.001, 86_400, is_whole=False), "nodes": Bound(1, 10**12), "depth": Bound(1, DEEPEST)}
OUTSIDE_LIMITS = {**LIMITS, "depth": Bound(1, 9999)}
"""The limits of outside programs, which may look further ahead than our own engine."""

SETTINGS = {**LIMITS, "threads": Bound(1, MOST_THREADS), "hash": Bound(1, MOST_MEGABYTES)}
WEIGHTS = "weights"
"""The setting that names a file of weights for the evaluation."""

Number = int | float
Settings = dict[str, Any]


_LEVEL = re.compile(r"\s*(?:level\s*:)?\s*(\d{1,3}(?:[.,]\d)?)\s*(?:,(.*))?", re.ASCII | re.IGNORECASE | re.DOTALL)
"""The form of a level's name; halves may have a comma, as in Portuguese, and settings may follow."""


def make_player(text: str, game: Game, *, seed: int = 0, threads: int = 1, stands_back: bool = False) -> Player:
    """The player of this name for a game; EngineError says which there are.

    Our own engine can stand back, so that it does not slow down whatever else the computer does.
    """
    name = text.strip()
    kind, _, rest = name.partition(":")
    kind = kind.strip().lower()
    if kind in {"uci", "ugi"}:
        return _external_player(rest, game, is_ugi=kind == "ugi")
    if kind == "random" and not rest:
        return RandomPlayer(seed)
    if kind in {"alphabeta", "mcts"}:
        return _own_player(name, game, _settings(name, rest), seed, threads, search=kind, stands_back=stands_back)
    level, rest = level_of(name, game)
    return _own_player(name, game, _settings(name, rest), seed, threads, level=level, stands_back=stands_back)


def level_of(name: str, game: Game) -> tuple[Level, str]:
    """The level that a player's name stands for, as in `4`, `level:4.5,nodes=9` or `ladder:3.2`, and the settings behind it.

    EngineError says which players there are.
    """
    kind, _, rest = name.partition(":")
    if kind.strip().lower() == "ladder":
        height, _, settings = rest.partition(",")
        return on_the_ladder(_height(name, height)), settings
    number, settings = _level_number(name)
    return level(number, game), settings


def is_from_outside(name: str) -> bool:
    """Is the player with this name an outside program?"""
    return name.partition(":")[0].strip().lower() in {"uci", "ugi"}


def settings_of(text: str, game: Game) -> Settings:
    """The settings in a player's name, such as `nodes` or `weights`; EngineError."""
    name = text.strip()
    kind, _, rest = name.partition(":")
    kind = kind.strip().lower()
    if is_from_outside(name):
        return _external_settings(rest)[0]
    if kind == "random" and not rest:
        return {}
    return _settings(name, rest if kind in {"alphabeta", "mcts"} else level_of(name, game)[1])


def read_level(name: str) -> float:
    """The level in a player's name without settings, as in `4` or `level:4.5`; EngineError."""
    number, settings = _level_number(name)
    if settings:
        raise _no_player(name)
    return number


def _level_number(name: str) -> tuple[float, str]:
    """The number of a level, and the settings after it; EngineError."""
    named = _LEVEL.fullmatch(name)
    number = float(named[1].replace(",", ".")) if named else 0.0
    if named is None or number not in NUMBERS:
        raise _no_player(name)
    return NUMBERS[NUMBERS.index(number)], named[2] or ""


def _no_player(name: str) -> EngineError:
    return EngineError(protocol.NO_PLAYER.fill(text=name.strip()[:80], players=protocol.PLAYERS.fill(levels=STRONGEST)))


class RandomPlayer:
    """Plays any legal move, all equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self.name = "random"
        self._chance = Random(seed)

    def choose(self, position: Position, **thinking: Unpack[Thinking]) -> Move:
        """A random move; EngineError once the game is over."""
        moves, outcome = position.legal_moves, position.outcome
        if outcome is not None:
            raise EngineError(protocol.GAME_OVER.fill(reason=reason_text(outcome.reason)))
        return moves[self._chance.randrange(len(moves))]

    def exchanges_seats(self, position: Position) -> bool:
        """By lot."""
        return self._chance.random() < 0.5

    def accepts_draw(self, position: Position, player: int) -> bool:
        """By lot."""
        return self._chance.random() < 0.5

    def stop(self) -> None:
        """It never takes long."""

    def new_game(self, seed: int | None = None) -> None:
        """It remembers nothing but the state of its random numbers."""
        if seed is not None:
            self._chance.seed(seed)

    def close(self) -> None:
        """It holds nothing."""


class EnginePlayer:
    """An engine, ours or another, with the limits that its name sets."""

    def __init__(self, name: str, engine: Chooser, limits: Mapping[str, Number]) -> None:
        self.name = name
        self.engine = engine
        self._limits: Thinking = {key: limit for key, limit in limits.items() if key in LIMITS}  # type: ignore[assignment]

    def choose(self, position: Position, **thinking: Unpack[Thinking]) -> Move:
        """The engine's move; EngineError once the game is over, EngineFailed if it fails."""
        if self._limits:
            thinking = {**self._limits, "watch": thinking.get("watch")}
        return self.engine.choose(position, **thinking)

    def exchanges_seats(self, position: Position) -> bool:
        """Would the engine rather sit on the other side? A program from outside cannot be asked: it stays."""
        return hasattr(self.engine, "exchanges_seats") and self.engine.exchanges_seats(position)

    def accepts_draw(self, position: Position, player: int) -> bool:
        """Would the engine rather have half a win? A program from outside cannot be asked: it plays on."""
        return hasattr(self.engine, "accepts_draw") and self.engine.accepts_draw(position, player)

    def stop(self) -> None:
        """Make the engine move now."""
        self.engine.stop()

    def new_game(self, seed: int | None = None) -> None:
        """Forget the last game."""
        self.engine.new_game(seed)

    def close(self) -> None:
        """Free what the engine holds."""
        self.engine.close()


def _own_player(name: str, game: Game, settings: Settings, seed: int, threads: int, **kind: Any) -> Player:
    """Our own engine at a level, or with one of its searches."""
    from tabuleiro.engine.engine import Engine  # loads the compiler, which other players do not need

    if WEIGHTS in settings:
        game = game.with_weights(read_weights(game, settings[WEIGHTS]))
    threads = settings.get("threads", threads)
    engine = Engine(game, seed=seed, threads=threads, hash_mb=settings.get("hash", 64), **kind)
    return EnginePlayer(name, engine, settings)


def _external_player(text: str, game: Game, is_ugi: bool) -> Player:
    """The player of `[NAME=VALUE …] COMMAND`."""
    from tabuleiro.engine.external import ExternalEngine

    limits, options, command = _external_settings(text)
    engine = ExternalEngine(command, game, options=options, ugi=is_ugi)
    return EnginePlayer(engine.name, engine, limits)


def _external_settings(text: str) -> tuple[Settings, dict[str, str], str]:
    """The limits and the program's options that words with `=` before its command set, and the command; EngineError."""
    from tabuleiro.engine.external import words_of

    words = words_of(text)
    limits: Settings = {}
    options: dict[str, str] = {}
    while len(words) > 1 and (match := re.fullmatch(r"([A-Za-z][\w ]*)=(.*)", words[0])):
        words.pop(0)
        name, value = match[1], match[2]
        if name in LIMITS:
            limits[name] = _number(text, name, value, OUTSIDE_LIMITS[name])
        else:
            options[name] = value
    return limits, options, shlex.join(words)


def read_weights(game: Game, file: str) -> Parts:
    """The weights for a game's evaluation in a file; EngineError."""
    try:
        parts: Parts = json.loads(Path(file).read_text(encoding="utf-8"))
        game.with_weights(parts)
    except OSError as error:
        raise EngineError(protocol.CANNOT_READ_WEIGHTS.fill(file=file[:200], why=fault_text(error))) from None
    except (ValueError, LookupError, TypeError, AttributeError):
        raise EngineError(protocol.NO_WEIGHTS.fill(file=file[:200], game=game.id)) from None
    return parts


def _settings(player: str, text: str) -> Settings:
    """The settings of `name=value,name=value`; EngineError."""
    found: Settings = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = (side.strip() for side in part.partition("="))
        if name == WEIGHTS:
            found[name] = value
        elif name in SETTINGS:
            found[name] = _number(player, name, value, SETTINGS[name])
        else:
            settings = ", ".join(f"{known}=" for known in (*SETTINGS, WEIGHTS))
            raise EngineError(protocol.NO_SETTING.fill(text=player[:80], name=name[:40], settings=settings))
    return found


def _height(player: str, text: str) -> float:
    """A height on the ladder of levels, from 0 to its last rung; EngineError."""
    if re.fullmatch(r"\d{1,2}(\.\d{1,4})?", text, re.ASCII) and float(text) <= len(RUNGS) - 1:
        return float(text)
    raise EngineError(protocol.NO_HEIGHT.fill(text=player[:80], most=len(RUNGS) - 1))


def _number(player: str, name: str, text: str, bound: Bound) -> Number:
    pattern = r"\d{1,13}" if bound.is_whole else r"\d{1,6}(\.\d{1,6})?|\.\d{1,6}"
    if re.fullmatch(pattern, text, re.ASCII):
        number = int(text) if bound.is_whole else float(text)
        if bound.least <= number <= bound.most:
            return number
    raise EngineError(
        protocol.BAD_SETTING.fill(
            name=name, text=player[:80], value=text[:40], least=f"{bound.least:.15g}", most=f"{bound.most:.15g}"
        )
    )
