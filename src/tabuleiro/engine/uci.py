"""The dialect of UCI and UGI: how positions, moves, scores, options and limits are written between programs."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, replace

from tabuleiro.engine.analysis import Line
from tabuleiro.rules.errors import InvalidPosition
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position

COUNTERS = "- - 0 1"
"""What chess programs expect after the side to move: castling, en passant, plies without progress, move number."""

_COUNTERS = re.compile(r"(?: -)*(?: \d{1,5}){1,2}|(?: -)+", re.ASCII)


# --- positions and moves ----------------------------------------------------------------------------------


def variant_name(game: Game) -> str:
    """The name by which UCI programs know a game: the one it declares for its usual form, or else its id."""
    return game.uci_name if game.uci_name and game.id == game.name else game.id


def write_position(position: Position) -> str:
    """The text (FEN) of a position as UCI programs know it: with counters, where they know the game."""
    return f"{position.fen} {COUNTERS}" if position.game.uci_name else position.fen


def read_position(game: Game, text: str) -> Position:
    """The position of another program's text (FEN), ignoring counters at its end; InvalidPosition."""
    words = text.split()
    try:
        return game.position(" ".join(words))
    except InvalidPosition:
        rest = "".join(f" {word}" for word in words[2:])
        if not _COUNTERS.fullmatch(rest):
            raise
    return game.position(" ".join(words[:2]))


def write_move(move: Move) -> str:
    """A move as UCI programs write it: its two cells, which are enough in every game."""
    return move.origin + move.target


def read_move(position: Position, text: str) -> Move:
    """The move in another program's text, or in our own notation; InvalidMove, IllegalMove."""
    return position.find(text)


def write_score(line: Line, in_plies: bool = False) -> str:
    """A line's score: `cp` in hundredths of a man, or `mate` in moves of the side to move (in plies for UGI)."""
    plies = line.plies_to_end
    if plies is None:
        return f"cp {line.score}"
    distance = abs(plies) if in_plies else (abs(plies) + 1) // 2
    return f"mate {distance if line.score > 0 else -distance}"


# --- options ----------------------------------------------------------------------------------------------

# These expect single spaces between words: each further space would be tried as the end of a name.
_OPTION = re.compile(r"option name (?P<name>.+?) type (?P<type>\w+)(?P<rest>.*)")
_OPTION_PART = re.compile(r" (default|min|max|var)(?= |$)")
_SET_OPTION = re.compile(r"name (?P<name>.+?)(?: value(?: (?P<value>.*))?)?")

EMPTY = "<empty>"
"""How an empty default of an option is written."""


@dataclass(frozen=True, slots=True)
class OptionOffer:
    """An option that an engine offers: `check`, `spin` (a number), `combo` (one of the words), `button` or `string`."""

    name: str
    type: str
    default: str = ""
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"option name {self.name} type {self.type}"]
        if self.type != "button":
            parts.append(f"default {self.default or EMPTY}")
        if self.least is not None:
            parts.append(f"min {self.least}")
        if self.most is not None:
            parts.append(f"max {self.most}")
        return " ".join([*parts, *(f"var {word}" for word in self.words)])

    @property
    def allowed(self) -> str:
        """The allowed values, in words that need no translation."""
        if self.type == "check":
            return "true, false"
        if self.type == "spin":
            return f"{'' if self.least is None else self.least}…{'' if self.most is None else self.most}"
        return ", ".join(self.words)

    def admits(self, value: str) -> bool:
        """Is this an allowed value?"""
        if self.type == "check":
            return value in {"true", "false"}
        if self.type == "combo":
            return value in self.words
        if self.type != "spin":
            return True
        number = whole_number(value)
        return (
            number is not None
            and (self.least is None or number >= self.least)
            and (self.most is None or number <= self.most)
        )


def read_option(line: str) -> OptionOffer | None:
    """The option in a line `option name … type …`; None if it is not such a line."""
    match = _OPTION.fullmatch(" ".join(line.split()))
    if match is None:
        return None
    _, *parts = _OPTION_PART.split(match["rest"])
    values: dict[str, list[str]] = {"default": [""], "min": [""], "max": [""], "var": []}
    for key, value in zip(parts[::2], parts[1::2], strict=True):
        values[key].append(value.strip())
    default = values["default"][-1]
    return OptionOffer(
        match["name"],
        match["type"],
        "" if default == EMPTY else default,
        whole_number(values["min"][-1]),
        whole_number(values["max"][-1]),
        tuple(values["var"]),
    )


def read_setting(text: str) -> tuple[str, str] | None:
    """The name and value in `name … value …` (for a button the value is empty); None if it is not of that form."""
    match = _SET_OPTION.fullmatch(" ".join(text.split()))
    return None if match is None else (match["name"], match["value"] or "")


def write_setting(name: str, value: str) -> str:
    """The command that sets an option, or presses a button."""
    return f"setoption name {name} value {value}" if value else f"setoption name {name}"


def whole_number(text: str) -> int | None:
    """The whole number in a text; None if it is not one."""
    return int(text) if re.fullmatch(r"-?\d{1,30}", text, re.ASCII) else None


# --- limits -----------------------------------------------------------------------------------------------

_CLOCKS = {"wtime": 0, "p1time": 0, "btime": 1, "p2time": 1}
_INCREMENTS = {"winc": 0, "p1inc": 0, "binc": 1, "p2inc": 1}
_NUMBERS = {"movetime", "movestogo", "nodes", "depth", "mate", "perft", *_CLOCKS, *_INCREMENTS}
_FLAGS = {"infinite", "ponder"}
_KNOWN = {*_NUMBERS, *_FLAGS, "searchmoves"}


@dataclass(frozen=True, slots=True)
class GoLimits:
    """How long to search. Times are in seconds; clocks and increments are the first player's, then the second's.

    `unread` are limits that were named without a number that can be read. With `perft` nothing is searched, but counted.
    """

    seconds: float | None = None
    clocks: tuple[float, float] | None = None
    increments: tuple[float, float] = (0.0, 0.0)
    moves_to_go: int | None = None
    nodes: int | None = None
    depth: int | None = None
    mate: int | None = None
    infinite: bool = False
    ponder: bool = False
    moves: tuple[str, ...] = ()
    perft: int | None = None
    unread: tuple[tuple[str, str], ...] = ()

    @property
    def is_endless(self) -> bool:
        """Does the search have no limit?"""
        return all(limit is None for limit in (self.seconds, self.clocks, self.nodes, self.depth, self.mate))


def read_go(text: str) -> GoLimits:
    """The limits after `go`; unknown words are ignored, as the protocol asks."""
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    moves: list[str] = []
    unread: list[tuple[str, str]] = []
    reads_moves = False
    words = deque(text.split())
    while words:
        word = words.popleft()
        if reads_moves and word not in _KNOWN:
            moves.append(word)
            continue
        reads_moves = word == "searchmoves"
        if word in _FLAGS:
            flags.add(word)
        elif word in _NUMBERS:
            value = words.popleft() if words and words[0] not in _KNOWN else ""
            number = whole_number(value)
            if number is None:
                unread.append((word, value))
            else:
                numbers[word] = max(number, 0)
    return replace(_limits(numbers, flags), moves=tuple(moves), unread=tuple(unread))


def _limits(numbers: dict[str, int], flags: set[str]) -> GoLimits:
    clocks = {_CLOCKS[word]: number / 1000 for word, number in numbers.items() if word in _CLOCKS}
    increments = {_INCREMENTS[word]: number / 1000 for word, number in numbers.items() if word in _INCREMENTS}
    known = next(iter(clocks.values()), 0.0)
    return GoLimits(
        seconds=numbers["movetime"] / 1000 if "movetime" in numbers else None,
        clocks=(clocks.get(0, known), clocks.get(1, known)) if clocks else None,
        increments=(increments.get(0, 0.0), increments.get(1, 0.0)),
        moves_to_go=numbers.get("movestogo") or None,
        nodes=numbers.get("nodes"),
        depth=numbers.get("depth"),
        mate=numbers.get("mate"),
        infinite="infinite" in flags,
        ponder="ponder" in flags,
        perft=numbers.get("perft"),
    )


def write_go(limits: GoLimits, ugi: bool = False) -> str:
    """The command that starts a search within limits."""
    clock, increment = (("p1time", "p2time"), ("p1inc", "p2inc")) if ugi else (("wtime", "btime"), ("winc", "binc"))
    parts = ["go"]
    if limits.clocks is not None:
        for names, times in ((clock, limits.clocks), (increment, limits.increments)):
            parts += [f"{name} {milliseconds(time)}" for name, time in zip(names, times, strict=True)]
    if limits.moves_to_go is not None:
        parts.append(f"movestogo {limits.moves_to_go}")
    if limits.seconds is not None:
        parts.append(f"movetime {max(1, milliseconds(limits.seconds))}")
    if limits.nodes is not None:
        parts.append(f"nodes {limits.nodes}")
    if limits.depth is not None:
        parts.append(f"depth {limits.depth}")
    return " ".join(parts)


def milliseconds(seconds: float) -> int:
    """Seconds in whole milliseconds, never below 0."""
    return max(0, round(1000 * seconds))
