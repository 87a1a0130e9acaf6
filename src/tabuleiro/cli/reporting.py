"""`report`: what a game is like, from games of the engine against itself."""

from __future__ import annotations

import shlex
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli.errors import check_writable, read_number, write_text
from tabuleiro.cli.long_work import (
    SaveFolder,
    Seed,
    Workers,
    going_on_later,
    in_pairs,
    name_of,
    read_seed,
    read_workers,
    tell_pairs,
    watching,
    work_folder,
)
from tabuleiro.cli.options import GameId, Json, Switches, find_game
from tabuleiro.cli.output import console, print_json, say
from tabuleiro.messages import reporting as texts
from tabuleiro.rules.texts import same

if TYPE_CHECKING:
    from tabuleiro.arena.reporting import Report, ReportRequest

MOST_GAMES, MOST_NODES, MOST_OPENING_PLIES = 100_000, 10_000_000, 100


def report(
    game: GameId,
    report_games: Annotated[str, typer.Option("--games", metavar="NUMBER")] = "200",
    start_games: Annotated[str, typer.Option("--start-games", metavar="NUMBER")] = "200",
    report_level_games: Annotated[str, typer.Option("--level-games", metavar="NUMBER")] = "20",
    move_nodes: Annotated[str, typer.Option("--nodes", metavar="NUMBER")] = "5000",
    look_nodes: Annotated[str, typer.Option("--look-nodes", metavar="NUMBER")] = "5000",
    opening_plies: Annotated[str, typer.Option("--opening-plies", metavar="NUMBER")] = "4",
    page_file: Annotated[str | None, typer.Option("--output", metavar="FILE")] = None,
    save_folder: SaveFolder = None,
    workers: Workers = None,
    seed: Seed = "1",
    switches: Switches = None,
    as_json: Json = False,
) -> None:
    """Play and analyse the rest of a report, write its page, and print a summary."""
    found = find_game(game, switches)
    processes = read_workers(workers)
    from tabuleiro.arena.reporting import Reporting, ReportRequest  # loads the compiler, which the help does without

    paired = {
        "--start-games": read_number(same("--start-games"), start_games, 0, MOST_GAMES),
        "--level-games": read_number(same("--level-games"), report_level_games, 0, MOST_GAMES),
    }
    request = ReportRequest(
        game=found.id,
        games=read_number(same("--games"), report_games, 1, MOST_GAMES),
        start_games=in_pairs(paired["--start-games"]),
        level_games=in_pairs(paired["--level-games"]),
        nodes=read_number(same("--nodes"), move_nodes, 1, MOST_NODES),
        look_nodes=read_number(same("--look-nodes"), look_nodes, 1, MOST_NODES),
        opening_plies=read_number(same("--opening-plies"), opening_plies, 1, MOST_OPENING_PLIES),
        seed=read_seed(seed),
    )
    fewest = replace(request, games=0, start_games=0, level_games=0)  # with more games it is the same report
    asked = {**asdict(fewest), "knowledge": request.knowledge}
    folder = work_folder("report", name_of(request.game, asked), save_folder)
    work = Reporting(folder, request, processes)
    if page_file:
        check_writable(page_file)
    tell_pairs(paired)
    with going_on_later(), watching(texts.STAGES) as watch:
        made = work.run(watch)
    page = Path(page_file) if page_file else folder / "report.html"
    try:
        if as_json:
            print_json(made.to_json())
        else:
            _print_report(made)
            say(texts.KEPT_IN.fill(folder=folder))
    finally:  # even if the reader of the output has closed it
        if page_file or not as_json:
            _write_page(page, made)
    if not as_json:
        say(texts.PAGE_IN.fill(file=page))


def _write_page(path: Path, made: Report) -> None:
    from tabuleiro import __version__
    from tabuleiro.arena.report_page import report_page

    write_text(path, report_page(made, [(texts.FACTS["version"], __version__)], command_of(made.request)))


def _print_report(made: Report) -> None:
    from tabuleiro.arena.report_text import report_parts

    screen = console()
    for part in report_parts(made, width=screen.width):
        screen.print(part)
    screen.print()


def command_of(request: ReportRequest) -> str:
    """The command line that makes the same report again."""
    options = {
        "--games": request.games,
        "--start-games": request.start_games,
        "--level-games": request.level_games,
        "--nodes": request.nodes,
        "--look-nodes": request.look_nodes,
        "--opening-plies": request.opening_plies,
        "--seed": request.seed,
    }
    return shlex.join(
        ["tabuleiro", "report", request.game, *(str(part) for option in options.items() for part in option)]
    )
