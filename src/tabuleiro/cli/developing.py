"""`check-game` and `bench`: for people who write games and want them right and fast."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro import bench as benchmark
from tabuleiro import conformance
from tabuleiro.cli.errors import read_text, write_text
from tabuleiro.cli.options import Json, find_game
from tabuleiro.cli.output import console, error_console, print_json
from tabuleiro.conformance import playthroughs
from tabuleiro.games import games as names_of_games
from tabuleiro.messages import developing
from tabuleiro.messages.numbers import counted, number
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from rich.table import Table


def check_game(
    spec: Annotated[str, typer.Argument(metavar="MODULE:GAME")],
    playthrough: Annotated[str | None, typer.Option("--playthrough", metavar="FILE")] = None,
    write_playthrough: Annotated[str | None, typer.Option("--write-playthrough", metavar="FILE")] = None,
    as_json: Json = False,
) -> None:
    """Check a game with the conformance kit; exit code 1 if it fails."""
    kind = conformance.find_class(spec)
    if playthrough is not None:
        read_text(playthrough)
    results = []
    with error_console().status("") as progress:
        for result in conformance.check_game(kind, Path(playthrough) if playthrough is not None else None):
            progress.update(str(developing.CHECKED.fill(game=result.game, check=result.check)))
            results.append(result)
            if result.problem and not as_json:  # at once: a game may end this program
                print(f"{result.game} · {result.check}: {result.problem}", flush=True)
    failures = sum(1 for result in results if result.problem)
    if write_playthrough is not None and not failures:
        write_text(write_playthrough, playthroughs.playthrough(kind()))
    if as_json:
        print_json([asdict(result) for result in results])
    else:
        sentence = developing.FAILURES if failures else developing.ALL_WELL
        variants = counted(len({result.game for result in results}), *developing.COUNT_OF_VARIANTS)
        print(sentence.fill(failures=failures, count=len(results), variants=variants))
    if failures:
        raise typer.Exit(1)


def bench(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME")] = None,
    starts: Annotated[bool, typer.Option("--starts/--no-starts")] = True,
    engine: Annotated[bool, typer.Option("--engine/--no-engine")] = True,
    as_json: Json = False,
) -> None:
    """Measure how fast games and the engine are on this computer."""
    games = [find_game(name) for name in names or names_of_games()]
    figures = []
    with error_console().status("") as progress:
        for game in games:
            progress.update(str(developing.MEASURING.fill(game=game.id)))
            figures.append(benchmark.measure(game, starts, engine))
    if as_json:
        print_json([asdict(figure) for figure in figures])
        return
    console().print(rules_table(figures, starts))
    if engine:
        console().print()
        console().print(engine_table(figures))


def empty_table(title: Text, columns: Iterable[Text]) -> Table:
    """A table for figures, with the names of games in its first column."""
    from rich.table import Table

    table = Table(title=str(title), title_justify="left", box=None, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(str(column), justify="left" if place == 0 else "right", no_wrap=place == 0)
    return table


def rules_table(figures: list[benchmark.Figures], starts: bool) -> Table:
    """How fast the rules are."""
    table = empty_table(developing.BENCH_TITLE, developing.BENCH_COLUMNS[: None if starts else -2])
    for figure in figures:
        rates = (figure.random_games, figure.random_plies, figure.perft_nodes, figure.python_plies)
        seconds = (figure.cold_start, figure.warm_start)
        table.add_row(
            figure.game,
            str(figure.cells),
            *map(number, rates),
            *(number(second, 2) for second in seconds if second is not None),
        )
    return table


def engine_table(figures: list[benchmark.Figures]) -> Table:
    """How fast the engine is, and its signature."""
    title = developing.ENGINE_TITLE.fill(positions=len(benchmark.SIGNATURE_PLIES), depth=benchmark.SIGNATURE_DEPTH)
    columns = [column.fill(timed=benchmark.TIMED_DEPTH) for column in developing.ENGINE_COLUMNS]
    table = empty_table(title, columns)
    for figure in figures:
        if figure.engine is not None:
            table.add_row(
                figure.game,
                number(figure.engine.nodes),
                str(developing.TIMES.fill(ratio=number(figure.engine.two_threads, 2))),
                number(figure.engine.seconds_to_depth, 3),
                number(figure.engine.signature),
            )
    return table
