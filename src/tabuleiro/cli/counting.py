"""`perft` and `warm`: how fast and how right the compiled rules are, and compiling them ahead."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated

import typer

from tabuleiro.cli.errors import read_number
from tabuleiro.cli.options import Fen, GameId, Json, Switches, find_game, find_position
from tabuleiro.cli.output import console, error_console, print_json
from tabuleiro.engine.deepening import ALPHABETA
from tabuleiro.engine.montecarlo import GROW
from tabuleiro.engine.proofnumbers import PROOFS
from tabuleiro.games import games as names_of_games
from tabuleiro.messages import interface
from tabuleiro.messages.commands import METAVARS
from tabuleiro.messages.numbers import number
from tabuleiro.rules import kernel
from tabuleiro.rules.position import Position
from tabuleiro.rules.walks import PERFT, count_leaves

DEEPEST = 60
"""No count of this depth ends, and counts stay whole numbers of 64 bits up to here for most games."""


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
    PERFT.load()  # so that the seconds below are the walk's alone
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


def warm(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME")] = None,
    searches: Annotated[bool, typer.Option("--searches/--no-searches")] = True,
) -> None:
    """Compile games, the walk that counts and the searches ahead of their first use, on all processors."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    ids = [find_game(name).id for name in names or names_of_games()]
    units = _units(ids)
    if not searches:
        units = {name: unit for name, unit in units.items() if name not in _SEARCHES}
    cold = [name for name, unit in units.items() if not unit.is_warm]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    if cold:
        workers = min(os.cpu_count() or 1, len(cold))
        fresh = multiprocessing.get_context("spawn")
        with (
            Progress(*columns, console=error_console()) as progress,
            ProcessPoolExecutor(workers, mp_context=fresh) as pool,
        ):
            task = progress.add_task(str(interface.COMPILING.fill(names=", ".join(cold))), total=len(cold))
            for done in as_completed([pool.submit(_compile, ids, name) for name in _longest_first(cold)]):
                done.result()
                progress.advance(task)
    print(interface.READY.fill(count=len(units), names=", ".join(units)))


_SEARCHES = {unit.name for unit in (ALPHABETA, GROW, PROOFS)}


def _units(ids: list[str]) -> dict[str, kernel.Unit]:
    """What these games need compiled, by name: their rules, their advice, and what is the same for all games."""
    games = [find_game(id) for id in ids]
    units = [unit for game in games for unit in (game.kernel, game.advice)]
    return {unit.name: unit for unit in (*units, PERFT, ALPHABETA, GROW, PROOFS)}


def _longest_first(names: list[str]) -> list[str]:
    """The searches first: they take longest, and should not be what everybody waits for in the end."""
    return sorted(names, key=lambda name: name not in _SEARCHES)


def _compile(ids: list[str], name: str) -> None:
    """Compile one of the units of these games, in a process of its own."""
    kernel.show_progress(lambda title, done, total: None)
    _units(ids)[name].load()


def _branches(position: Position, divide: bool) -> Iterator[tuple[str, Position]]:
    """The positions to count from by their moves, with a bar that shows how far it is; or this position alone."""
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
    """The result of a long count in compiled code, which Ctrl-C does not reach: this thread waits for it, and can be stopped."""
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
