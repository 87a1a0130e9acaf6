"""`perft`: how many lines of play there are, and how fast the compiled rules count them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated

import typer

from tabuleiro.cli.errors import read_number
from tabuleiro.cli.options import Fen, GameId, Json, Switches, find_position
from tabuleiro.cli.output import console, error_console, print_json
from tabuleiro.messages import interface
from tabuleiro.messages.commands import METAVARS
from tabuleiro.messages.numbers import number
from tabuleiro.rules.position import Position
from tabuleiro.rules.walks import PERFT, count_leaves

DEEPEST = 60
"""The greatest depth: such a count never ends, and in most games counts up to here fit into 64 bits."""


def perft(
    game: GameId,
    depth: Annotated[str, typer.Argument(metavar="DEPTH")],
    fen: Fen = None,
    divide: Annotated[bool, typer.Option("--divide")] = False,
    switches: Switches = None,
    as_json: Json = False,
) -> None:
    """Count the sequences of legal moves, in all or below each first move."""
    plies = read_number(METAVARS["DEPTH"], depth, 1 if divide else 0, DEEPEST)
    position = find_position(game, switches, fen)
    PERFT.load()  # so that the time below is that of the walk alone
    parts: dict[str, int] = {}
    seconds = 0.0
    for name, after in _branches(position, divide):
        begin = time.perf_counter()
        parts[name] = _in_background(partial(count_leaves, after, plies - divide))
        seconds += time.perf_counter() - begin
    leaves = sum(parts.values())
    if as_json:
        counts = {"divide": parts} if divide else {}
        print_json(
            {
                "game": position.game.id,
                "fen": position.fen,
                "depth": plies,
                "leaves": leaves,
                "seconds": seconds,
                **counts,
            }
        )
        return
    if divide:
        _print_parts(parts)
    rate = leaves / seconds / 1e6 if seconds else 0.0
    print(interface.SPEED.fill(leaves=number(leaves), seconds=number(seconds, 3), rate=number(rate, 1)))


def _branches(position: Position, divide: bool) -> Iterator[tuple[str, Position]]:
    """The positions after each move, with a bar that shows progress; or this position alone, if not divided."""
    if not divide:
        yield "", position
        return
    from rich.progress import track

    console, title = error_console(), str(interface.COUNTING)
    for move in track(position.legal_moves, title, console=console, transient=True, disable=not console.is_terminal):
        yield str(move), position.play(move)


def _print_parts(parts: dict[str, int]) -> None:
    from rich.table import Table

    table = Table(str(interface.MOVE), box=None, pad_edge=False)
    table.add_column(str(interface.LEAVES), justify="right")
    for move, leaves in parts.items():
        table.add_row(move, number(leaves))
    console().print(table)


def _in_background(count: Callable[[], int]) -> int:
    """The result of a long count. Ctrl-C does not reach compiled code, but it does reach this thread, which waits."""
    results: list[int] = []
    faults: list[Exception] = []

    def work() -> None:
        try:
            results.append(count())
        except Exception as error:
            faults.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    if faults:
        raise faults[0]
    return results[0]
