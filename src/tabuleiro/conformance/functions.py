"""Checks of a game's functions as code: what the other checks rest on, and that compiling changes nothing.

Mistakes that would crash or hang compiled code are found here in plain Python first.
"""

from __future__ import annotations

import dis
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

from tabuleiro.conformance.findings import Failed, expect, told
from tabuleiro.rules.board import FIRST_SLOT
from tabuleiro.rules.game import Game, nearest
from tabuleiro.rules.kernel import ADVICE, CONTRACT, MOST_CAPTURES, SLACK, STEPS
from tabuleiro.rules.position import Position
from tabuleiro.rules.primitives import GOES_ON, OWN_NUMBERS, REASONS, origin_of, reason_of, target_of

PATIENCE = 20.0
"""No call of a function takes as many seconds, not even as plain Python."""

ROOM = 1000
"""So many more numbers than declared are caught, and counted, before they run over the end of a list."""


def check_functions(game: Game) -> None:
    """The functions have names that mean something, and use nothing that cannot be compiled."""
    for name, function in game.functions.items():
        expect(
            name in {*CONTRACT, *STEPS, *ADVICE},
            f"There is no function {name!r} among those that a game may give{nearest(name, [*CONTRACT, *STEPS, *ADVICE]).en}",
        )
        expect("compiled" in function.__dict__, f"`{name}` is not marked with @compiled.")
    waiting, seen = [*game.functions.values()], set()
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        for step in dis.get_instructions(function):
            title, value = f"`{function.__name__}`", function.__globals__.get(step.argval)
            expect(
                step.opname != "STORE_GLOBAL",
                f"{title} changes the global {step.argval}: what changes belongs into the state.",
            )
            if step.opname == "LOAD_GLOBAL":
                expect(
                    not isinstance(value, list | dict | set),
                    f"{title} uses {step.argval}, a {type(value).__name__}: numbers for it belong into `make_rules`.",
                )
                expect(
                    not isinstance(value, FunctionType) or bool({"compiled", "native"} & {*value.__dict__}),
                    f"{title} calls `{step.argval}`, which is not marked with @compiled.",
                )
                if isinstance(value, FunctionType) and "compiled" in value.__dict__:
                    waiting.append(value)


def check_plain(game: Game) -> None:
    """As plain Python, the functions come to an end, return whole numbers, and stay within their arrays.

    Compiled, they would run for ever, or over what lies beside an array, and take this program with them.
    """
    import numpy

    expect(isinstance(game.max_moves, int), "`max_moves` is no whole number: it is a property.")
    expect(
        game.max_plies is None or isinstance(game.max_plies, int), "`max_plies` is no whole number: it is a property."
    )
    wrong = [number for number in game.make_rules() if not isinstance(number, int)]
    expect(not wrong, f"`make_rules` returns {wrong[:3]}: all must be whole numbers.")
    own = range(OWN_NUMBERS, FIRST_SLOT), range(game.board.slots, game.board.slots + game.extra_slots)
    expect(
        all(slot in own[0] or slot in own[1] for slot in game.number_slots),
        f"`number_slots` are {game.number_slots}: a game's own are {own[0][0]} to {own[0][-1]} and `extra_slots` behind the cells.",
    )

    functions = {
        **game.advice.plain,
        **{name: game.functions[name] for name in (*CONTRACT, "evaluate") if name in game.functions},
    }

    def call(name: str, *arguments: Any) -> int:
        found = _called(name, functions[name], (game.rules, *arguments))
        expect(
            name == "settle" or isinstance(found, int | numpy.integer | numpy.bool_),
            f"`{name}` returns {found!r}; it must return a whole number.",
        )
        return int(found or 0)

    moves = numpy.zeros(ROOM + game.max_moves, dtype=numpy.int64)
    gains, taken, terms = moves.copy(), numpy.zeros(ROOM, dtype=numpy.int64), game.new_terms()[: 2 * len(game.terms)]
    advice = {
        "evaluate": (game.weights[: game.own_weights],),
        "foresee": (),
        "consider": (),
        "skip": (),
        "table_key": (),
    }
    for seed in range(1, 5):
        chance = random.Random(seed)
        state = game.lay_out(game.services.read_fen(game, game.start_fen()))
        call("settle", state)
        for _ in range(100):
            verdict = call("outcome", state, 1)
            expect(
                verdict == GOES_ON or (verdict > 0 and reason_of(verdict) < len(REASONS)),
                f"`outcome` returns {verdict}, which is no verdict: it is GOES_ON or verdict(winner, REASON).",
            )
            count = call("legal_moves", state, moves)
            expect(
                0 <= count <= game.max_moves,
                f"`legal_moves` returns {count}; `max_moves` says that there are at most {game.max_moves}.",
            )
            if verdict or not count:
                break
            for move in moves[:count].tolist():
                expect(
                    origin_of(move) in game.board.name and target_of(move) in game.board.name,
                    f"`legal_moves` lists a move from the slot {origin_of(move)} to {target_of(move)}: not both are cells.",
                )
            for name in advice:
                if name in game.functions:
                    lists = {"evaluate": (terms,), "consider": (moves.copy(), gains)}.get(name, ())
                    call(name, *advice[name], state.copy(), *lists)
            taken[:] = 0  # no cell, and what the last move left there could be taken for a capture
            captures = call("play", state, int(moves[chance.randrange(count)]), taken)
            expect(
                0 <= captures <= MOST_CAPTURES,
                f"`play` returns {captures} captures; there may be at most {MOST_CAPTURES}.",
            )
            for slot in taken[:captures].tolist():
                expect(
                    slot in game.board.name,
                    f"`play` returns {captures} for its captures, but `taken` then has the slot {slot}, which is no cell.",
                )


def _called(name: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """What a function returns, called as plain Python in a thread of its own, so that one without an end is found out."""
    found: list[Any] = []
    errors: list[Exception] = []

    def run() -> None:
        import numpy

        try:
            with numpy.errstate(over="ignore"):  # compiled, numbers wrap in silence
                found.append(function(*arguments))
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if thread.is_alive():
        frame = sys._current_frames()[thread.ident or 0]
        line = f"{Path(frame.f_code.co_filename).name}, line {frame.f_lineno}"
        raise Failed(f"`{name}` does not come to an end; after {PATIENCE:.0f} seconds it is at {line}.")
    if errors:
        raise Failed(f"`{name}` fails as plain Python: {told(errors[0])}.")
    return found[0]


def check_compiling(game: Game) -> None:
    """The functions can be compiled."""
    for unit in (game.kernel, game.advice):
        unit.load()


def check_compiled(game: Game) -> None:
    """The functions do the same compiled and as plain Python, along random games."""
    import numpy

    for seed in range(1, 4):
        chance = random.Random(seed)
        state, mirror = game.start().state.copy(), game.start().state.copy()
        for _ in range(60):
            compiled, plain = (numpy.zeros(game.max_moves + SLACK, dtype=numpy.int64) for _ in range(2))
            taken, taken_plain = (numpy.zeros(MOST_CAPTURES, dtype=numpy.int64) for _ in range(2))
            verdict = int(game.kernel.outcome(game.rules, state, 1))
            expect(
                verdict == int(game.functions["outcome"](game.rules, mirror, 1)),
                "`outcome` differs from plain Python.",
                Position(game, state),
            )
            count = int(game.kernel.legal_moves(game.rules, state, compiled))
            expect(
                count == int(game.functions["legal_moves"](game.rules, mirror, plain))
                and compiled[:count].tolist() == plain[:count].tolist(),
                "`legal_moves` differs from plain Python.",
                Position(game, state),
            )
            if verdict or not count:
                break
            move = int(compiled[chance.randrange(count)])
            before = Position(game, state.copy())
            captures = int(game.kernel.play(game.rules, state, move, taken))
            captures_plain = int(game.functions["play"](game.rules, mirror, move, taken_plain))
            same = captures == captures_plain and taken[:captures].tolist() == taken_plain[:captures].tolist()
            expect(
                same and (state == mirror).all(),
                f"`play` of {game.board.name[origin_of(move)]}-{game.board.name[target_of(move)]} differs from plain Python.",
                before,
            )
            scratch = mirror.copy()
            game.functions["settle"](game.rules, scratch)
            expect((scratch == state).all(), "`settle` in plain Python differs.", Position(game, state))
