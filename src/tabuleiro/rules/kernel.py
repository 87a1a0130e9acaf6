"""The kernel: how a file of plain Python functions becomes machine code.

A game gives four functions with fixed signatures (`CONTRACT`). The kernel compiles them with Numba at first use,
each with every marked function that it calls, and keeps the machine code in a cache folder named by a digest of all that
the code depends on: the sources, the versions of Python and Numba, the flags. Numba's own cache looks only at a
function's own file, so without that digest a changed helper would silently leave its old code in its callers.

With `NUMBA_DISABLE_JIT=1` nothing is compiled and the same functions run as ordinary Python; with
`NUMBA_BOUNDSCHECK=1` the compiled code checks every index.
"""

from __future__ import annotations

import inspect
import os
import sys
import threading
import types
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabuleiro.rules import primitives
from tabuleiro.rules.cache import cache_folder, can_write, discard_old, locked, numba_at_rest, numba_cache, touch
from tabuleiro.rules.primitives import REPETITION, STATE_SIZE, chance, compiled
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.rules.primitives import Numbers

CONTRACT = {
    "settle": "void(numbers, numbers)",
    "legal_moves": "int64(numbers, numbers, numbers)",
    "play": "int64(numbers, numbers, int64, numbers)",
    "outcome": "int64(numbers, numbers, int64)",
}
"""The functions that every game gives, by name, with their signatures.

`settle(rules, state)` works out from the turn, the cells and the declared numbers all else that a state keeps.
`legal_moves(rules, state, moves)` writes the moves of the side to move, in a fixed order, and returns how many.
`play(rules, state, move, taken)` plays a legal move in place, writes the captured cells and returns how many.
`outcome(rules, state, occurrences)` is the verdict on a position at this occurrence; it need not consider
that the side to move may have no moves.
"""

STEPS = {
    "random_move": "int64(numbers, numbers, numbers, numbers)",
    "survey": "int64(numbers, numbers)",
    "advance": "int64(numbers, numbers, int64, numbers)",
}
"""The functions that the kernel makes from those, by name, with their signatures.

`random_move(rules, state, moves, random)` is a legal move at random, or -1 if there is none; a game may give its own, if it
can do without listing them all. `survey` and `advance` are what `Position` calls, to pay for one call instead of three.
"""

ADVICE = {
    "evaluate": "int64(numbers, numbers, numbers, numbers)",
    "foresee": "int64(numbers, numbers)",
    "consider": "int64(numbers, numbers, numbers, numbers)",
    "skip": "int64(numbers, numbers)",
    "table_key": "int64(numbers, numbers)",
    "descend": "int64(numbers, stack, int64, int64, numbers)",
}
"""The functions that a game may give to be played well, with their signatures: see `rules.advice`."""

COMPILING = Text(
    "Compiling {name} for this computer (only this once)",
    "A compilar {name} para este computador (só desta vez)",
)

Progress = Callable[[Text, int, int], None]
"""Called with what is being compiled, how many functions are done, and how many there are."""

_progress: Progress | None = None


def show_progress(progress: Progress | None) -> None:
    """Report compilation to this function; with None, by a bar on the terminal, if there is one."""
    global _progress
    _progress = progress


def is_compiling() -> bool:
    """Are functions compiled, or do they run as plain Python?"""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def is_checking() -> bool:
    """Does the compiled code check every index?"""
    return os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


_compiling = threading.RLock()
"""Held while functions are compiled or fetched: Numba does neither in two threads at once."""


class Unit:
    """Functions that are compiled together: those of one game, or one of the walks over any game.

    `plain` gives the functions by name, `signatures` the signature of each in the words of `CONTRACT`, where the name of
    a function of `CONTRACT`, `STEPS` or `ADVICE` stands for an argument that is such a function. Compiled functions are attributes,
    made at first use.
    """

    def __init__(self, name: str, plain: Mapping[str, Callable[..., Any]], signatures: Mapping[str, str]) -> None:
        self.name = name
        self.plain = plain
        self._signatures = signatures
        self._made: Mapping[str, Any] | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.load()[name]
        except KeyError:
            raise AttributeError(name) from None

    def load(self) -> Mapping[str, Any]:
        """The functions by name, compiled or fetched from the cache at the first call."""
        if self._made is None:
            with _compiling:
                if self._made is None:
                    self._made = self._compile() if is_compiling() else self.plain
        return self._made

    @property
    def folder(self) -> Path:
        """The cache folder of this unit's machine code."""
        return cache_folder() / f"{self.name}-{self._digest()}"

    @property
    def is_warm(self) -> bool:
        """Is the machine code in the cache already?"""
        return not is_compiling() or (self.folder / "complete").exists()

    def _digest(self) -> str:
        import hashlib
        from importlib.metadata import version

        digest = hashlib.sha256()
        facts = (
            sys.version,
            version("numba"),
            version("llvmlite"),
            str(is_checking()),
            *(f"{name} {signature}" for name, signature in sorted(self._signatures.items())),
        )
        digest.update("\n".join(facts).encode())
        reached = _reached(self.plain.values())
        for function in sorted(f"{function.__module__}.{function.__qualname__}" for function in reached):
            digest.update(function.encode())
        for constant in sorted({constant for function in reached for constant in _constants_of(function)}):
            digest.update(constant.encode())
        for path in sorted({Path(inspect.getfile(function)) for function in reached} | _SHAPING):
            digest.update(path.read_bytes())
        return digest.hexdigest()[:16]

    def _compile(self) -> dict[str, Any]:
        folder = self.folder
        keeps = can_write(folder)
        workshop = _Workshop(folder.name, keeps=keeps)
        with numba_cache(folder):
            if (made := self._fetch(workshop)) is None:
                with locked(folder) if keeps else nullcontext(False) as has_waited:
                    # If another process did the same work while this one waited, take what it has made.
                    made = self._fetch(workshop) if has_waited else None
                    made = made or self._make(workshop, _progress or _bar)
                discard_old()
        return made

    def _fetch(self, workshop: _Workshop) -> dict[str, Any] | None:
        """The functions from the cache; None if they are not there, or do not fit this processor."""
        if not (self.folder / "complete").exists():
            return None
        with suppress(Exception), numba_at_rest():
            return self._make(workshop, _say_nothing)
        return None

    def _make(self, workshop: _Workshop, report: Progress) -> dict[str, Any]:
        title = COMPILING.fill(name=self.name)
        made: dict[str, Any] = {}
        for name, function in self.plain.items():
            report(title, len(made), len(self.plain))
            made[name] = workshop.compile(function, self._signatures[name])
        report(title, len(made), len(self.plain))
        touch(self.folder / "complete")
        return made


SLACK = 4
"""The spare places in a list of moves, for functions that write first and check afterwards."""

MOST_CAPTURES = 64
"""More men than any move captures."""

SMALL = 512
"""A state's array, with room for its moves, is kept whole up to this length; a longer one is cut to what is used."""


@compiled
def of_the_game(*_: Any) -> int:
    """A placeholder: `bind` makes the steps below anew for each game, with its own functions under these names."""
    raise AssertionError("a step was called that was not made for a game")


legal_moves = play = outcome = of_the_game


@compiled
def random_move(rules: Numbers, state: Numbers, moves: Numbers, random: Numbers) -> int:
    """A legal move at random, or -1 if there is none."""
    count = legal_moves(rules, state, moves)
    return moves[chance(random, count)] if count > 0 else -1


@compiled
def survey(rules: Numbers, state: Numbers) -> int:
    """Write the legal moves behind the state; returns their number << 8 | the verdict, as for a first occurrence."""
    verdict = outcome(rules, state, 1)
    if verdict != 0:
        return verdict
    return legal_moves(rules, state, state[rules[STATE_SIZE] :]) << 8


@compiled
def advance(rules: Numbers, before: Numbers, move: int, after: Numbers) -> int:
    """Play a legal move into another state and survey that; returns the survey << 8 | the number of captures."""
    size = rules[STATE_SIZE]
    for slot in range(size):
        after[slot] = before[slot]
    captures = play(rules, after, move, after[size:])
    return survey(rules, after) << 8 | captures


class Machine:
    """A game's functions bound to its table of rules, to be called from Python on one state at a time.

    This is the path that `Position` takes at every move: one call, one array, and nothing looked up twice. The array
    holds the state and, behind it, the list of its legal moves.
    """

    __slots__ = (
        "_empty",
        "_number",
        "_outcome",
        "_play",
        "_room",
        "_rules",
        "_survey",
        "max_moves",
        "play",
        "repeats",
        "size",
    )

    def __init__(self, unit: Unit, rules: Numbers, max_moves: int) -> None:
        import numpy

        functions = unit.load()
        advance, self._survey, self._play, self._outcome = (
            _direct(functions[name]) for name in ("advance", "survey", "play", "outcome")
        )
        self._rules = rules
        self.size, self.repeats = int(rules[STATE_SIZE]), int(rules[REPETITION])
        self.max_moves = max_moves
        self._room = self.size + max(max_moves + SLACK, MOST_CAPTURES)
        self._empty, self._number = numpy.empty, numpy.dtype(numpy.int64)
        empty, room, number, size, cuts = numpy.empty, self._room, self._number, self.size, self._room > SMALL

        # A nested function rather than a method: it finds what it needs without looking up attributes.
        def play(numbers: Numbers, code: int) -> tuple[Numbers, int, int]:
            """The state after a legal move with its legal moves, their number, and the verdict << 8 | the captures."""
            after = empty(room, number)
            found = advance(rules, numbers, code, after)
            count = found >> 16
            return (after[: size + count].copy() if cuts else after), count, found & 65535

        self.play = play

    def begin(self, state: Numbers) -> tuple[Numbers, int, int]:
        """A state with its legal moves behind it, their number, and the verdict on it."""
        numbers = self._empty(self._room, self._number)
        numbers[: self.size] = state[: self.size]
        found = self._survey(self._rules, numbers)
        return numbers, found >> 8, found & 255

    def captures(self, numbers: Numbers, code: int) -> list[int]:
        """The cells that a legal move captures."""
        taken = self._empty(MOST_CAPTURES, self._number)
        return taken[: self._play(self._rules, numbers[: self.size].copy(), code, taken)].tolist()

    def judge(self, numbers: Numbers, occurrences: int) -> int:
        """The verdict on a state at this occurrence."""
        return self._outcome(self._rules, numbers, occurrences)


def _direct(function: Any) -> Any:
    """A compiled function without Numba's choice among signatures, which halves the cost of a call."""
    return next(iter(function.overloads.values())).entry_point if hasattr(function, "overloads") else function


def game_unit(name: str, functions: Mapping[str, Callable[..., Any]]) -> Unit:
    """The unit of a game's functions and of the steps made of them."""
    steps = {step: functions.get(step, globals()[step]) for step in STEPS}
    own = {name: functions[name] for name in CONTRACT}
    return Unit(name, {**own, **bind(steps, own)}, {**CONTRACT, **STEPS})


def bind(templates: Mapping[str, Callable[..., Any]], functions: Mapping[str, Callable[..., Any]]) -> dict[str, Any]:
    """These functions made anew, so that they call this game's functions, and those bound before them, by name."""
    made: dict[str, Any] = {}
    for name, template in templates.items():
        made[name] = _with_scope(template, {**template.__globals__, **functions, **made})
    return made


def _with_scope(function: Callable[..., Any], scope: dict[str, Any]) -> Callable[..., Any]:
    """The same function with other globals."""
    copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    copy.__dict__.update(function.__dict__)
    return copy


class _Workshop:
    """Compiles functions together with the marked functions that they call."""

    def __init__(self, unit: str, keeps: bool) -> None:
        import numba

        self._numba = numba
        self._unit = unit
        self._keeps = keeps
        self._vocabulary: dict[str, Any] = {
            "numbers": numba.int64[::1],
            "stack": numba.int64[:, ::1],
            "int64": numba.int64,
            "void": numba.void,
            "function": numba.types.FunctionType,
        }
        for name, text in {**CONTRACT, **STEPS, **ADVICE}.items():
            self._vocabulary[name] = numba.types.FunctionType(eval(text, {}, self._vocabulary))
        self._helpers: dict[Callable[..., Any], Any] = {}

    def compile(self, function: Callable[..., Any], signature: str) -> Any:
        """A function compiled with this signature; the cache keeps its machine code."""
        typed = eval(signature, {"__builtins__": {}}, self._vocabulary)
        return self._numba.njit(typed, cache=self._keeps, nogil=True, _nrt=False)(self._rebound(function))

    def _helper(self, function: Callable[..., Any]) -> Any:
        if function not in self._helpers:
            if "native" in function.__dict__ and not (is_checking() and function is primitives.put):
                self._helpers[function] = function.__dict__["native"]()
            else:
                self._helpers[function] = self._numba.njit(forceinline=True, _nrt=False)(self._rebound(function))
        return self._helpers[function]

    def _rebound(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function with its marked helpers in compiled form."""
        scope = dict(function.__globals__)
        for name, value in _helpers_of(function).items():
            scope[name] = self._helper(value)
        copy = _with_scope(function, scope)
        # Machine code is found by its function's name and a number that every process counts anew: without the unit's name,
        # functions of two games that were compiled by two processes could be taken for one another.
        copy.__qualname__ = f"{self._unit}.{function.__qualname__}"
        return copy


def _helpers_of(function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """The marked functions that a function calls, by name."""
    found: dict[str, Callable[..., Any]] = {}
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, types.FunctionType) and ("compiled" in value.__dict__ or "native" in value.__dict__):
            found[name] = value
    return found


def _constants_of(function: Callable[..., Any]) -> Iterator[str]:
    """The numbers among a function's globals: they are frozen into the machine code, wherever they come from."""
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, int | tuple):
            yield f"{name}={value}"


def _reached(functions: Iterable[Callable[..., Any]]) -> set[Callable[..., Any]]:
    """These functions and all marked functions that they call, directly or not."""
    waiting, seen = list(functions), set()
    while waiting:
        function = waiting.pop()
        if function not in seen:
            seen.add(function)
            waiting.extend(_helpers_of(function).values())
    return seen


_SHAPING = {Path(__file__), Path(primitives.__file__), Path(__file__).with_name("board.py")}
"""Files that all compiled code depends on, whatever it calls."""


def _say_nothing(title: Text, done: int, total: int) -> None:
    """Report nothing."""


def _bar(title: Text, done: int, total: int) -> None:
    if not sys.stderr.isatty():
        return
    width = 24
    filled = width * done // total
    line = f"\r{title} [{'#' * filled}{'.' * (width - filled)}] {done}/{total}"
    sys.stderr.write(f"\r{' ' * len(line)}\r" if done == total else line)
    sys.stderr.flush()
