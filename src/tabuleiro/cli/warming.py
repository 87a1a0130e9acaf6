"""`warm`: compile games and searches ahead of their first use."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from tabuleiro.cli.options import find_game
from tabuleiro.cli.output import error_console, say
from tabuleiro.engine.deepening import ALPHABETA
from tabuleiro.engine.montecarlo import GROW
from tabuleiro.engine.proofnumbers import PROOFS
from tabuleiro.games import games as names_of_games
from tabuleiro.messages import interface
from tabuleiro.rules import kernel
from tabuleiro.rules.walks import PERFT


def warm(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME")] = None,
    searches: Annotated[bool, typer.Option("--searches/--no-searches")] = True,
) -> None:
    """Compile games, the perft walk and the searches, using all processors."""
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
    say(interface.READY.fill(count=len(units), names=", ".join(units)))


_SEARCHES = {unit.name for unit in (ALPHABETA, GROW, PROOFS)}


def _units(ids: list[str]) -> dict[str, kernel.Unit]:
    """The units to compile for these games, by name: rules, advice, and what all games share."""
    games = [find_game(id) for id in ids]
    units = [unit for game in games for unit in (game.kernel, game.advice)]
    return {unit.name: unit for unit in (*units, PERFT, ALPHABETA, GROW, PROOFS)}


def _longest_first(names: list[str]) -> list[str]:
    """These names with the searches first: they take longest, so nothing should be left waiting for them."""
    return sorted(names, key=lambda name: name not in _SEARCHES)


def _compile(ids: list[str], name: str) -> None:
    """Compile one of the units of these games; run in a process of its own."""
    kernel.show_progress(lambda title, done, total: None)
    _units(ids)[name].load()
