"""`calibrate`: the levels of a game, measured and set equally far apart."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli.errors import check_writable, read_number, write_text
from tabuleiro.cli.long_work import (
    SaveFolder,
    Seed,
    Workers,
    going_on_later,
    in_pairs,
    read_seed,
    read_workers,
    tell_pairs,
    watching,
    work_folder,
)
from tabuleiro.cli.options import GameId, Json, Switches, find_game
from tabuleiro.cli.output import console, heading, print_json, say
from tabuleiro.messages import calibrating as texts
from tabuleiro.messages.numbers import number
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from tabuleiro.arena.calibrating import Rung
    from tabuleiro.arena.rating import Estimate, Ratings
    from tabuleiro.rules.game import Game

MOST_GAMES = 100_000
MOST_NODES = 10**9 - 1
LEAST_WITHIN, MOST_WITHIN = 5, 1000
MOST_MINUTES = 100_000


def calibrate(
    game: GameId,
    ladder_games: Annotated[str, typer.Option("--ladder-games", metavar="NUMBER")] = "60",
    level_games: Annotated[str, typer.Option("--games", metavar="NUMBER")] = "300",
    last_nodes: Annotated[str | None, typer.Option("--nodes", metavar="NUMBER")] = None,
    within: Annotated[str | None, typer.Option("--within", metavar="ELO")] = None,
    minutes: Annotated[str | None, typer.Option("--minutes", metavar="NUMBER")] = None,
    again: Annotated[bool, typer.Option("--again")] = False,
    evenly: Annotated[bool, typer.Option("--even")] = False,
    calibrated: Annotated[str | None, typer.Option("--output", metavar="FILE")] = None,
    save_folder: SaveFolder = None,
    workers: Workers = None,
    seed: Seed = "1",
    switches: Switches = None,
    as_json: Json = False,
) -> None:
    """Measure the ladder of settings, set the levels on it, and measure those. Games played before are not repeated.

    With `again` the levels are only measured, and new games are added to the earlier ones. With `evenly`, levels whose
    distances are uneven are first set anew.
    """
    found = find_game(game, switches)
    again = again or evenly
    processes = read_workers(workers)
    from tabuleiro.arena.calibrating import (  # loads the compiler, which the help does without
        Calibrating,
        CalibrationRequest,
    )

    of_ladder = read_number(same("--ladder-games"), ladder_games, 2, MOST_GAMES)
    of_levels = read_number(same("--games"), level_games, 2, MOST_GAMES)
    request = CalibrationRequest(
        game=found.id,
        ladder_games=in_pairs(of_ladder),
        level_games=in_pairs(of_levels),
        nodes=_read_nodes(last_nodes, found, again),
        seed=read_seed(seed),
        within=None if within is None else read_number(same("--within"), within, LEAST_WITHIN, MOST_WITHIN),
        seconds=None if minutes is None else 60.0 * read_number(same("--minutes"), minutes, 0, MOST_MINUTES),
    )
    folder = work_folder("calibrate", found.id, save_folder)
    work = Calibrating(folder, request, processes)
    if calibrated is not None:
        check_writable(calibrated)
    tell_pairs({"--games": of_levels} if again else {"--ladder-games": of_ladder, "--games": of_levels})
    with going_on_later(), watching(texts.STAGES) as watch:
        for stage, rungs, ratings in work.run_again(watch, evenly) if again else work.run(watch):
            if work.counts_anew:
                print(texts.COUNTED_ANEW, file=sys.stderr)
            if not as_json:
                names = [rung.player for rung in rungs] if stage == "ladder" else _names_of_levels(rungs)
                _print_ratings(texts.STAGES[stage], names, ratings)
    table = work.table(ratings)
    if work.games_missing:
        print(texts.TIME_WAS_UP.fill(games=number(work.games_missing)), file=sys.stderr)
    try:
        if as_json:
            print_json(table)
        else:
            say(texts.KEPT_IN.fill(folder=folder))
    finally:  # even if whoever reads the output has closed it
        if calibrated is not None:
            write_text(calibrated, json.dumps(table, indent=1) + "\n")
    if calibrated is not None and not as_json:
        say(texts.WRITTEN.fill(file=calibrated))


def _read_nodes(given: str | None, game: Game, again: bool) -> int:
    """The positions that the last level searches: as given, or as many as before if it is measured again; BadInput."""
    from tabuleiro.arena.plan import LAST_NODES

    if given is not None:
        return read_number(same("--nodes"), given, 1, MOST_NODES)
    table = game.calibration() if again else None
    return LAST_NODES if table is None else int(table["nodes_of_the_last"])


def _names_of_levels(rungs: list[Rung]) -> list[str]:
    """The names of the random player and of the levels; levels just set have their place on the ladder with them."""
    from tabuleiro.engine.levels import NUMBERS

    lot, *levels = (rung.player for rung in rungs)
    places = (f" ({player})" if player.startswith("ladder") else "" for player in levels)
    return [lot, *(f"level:{level}{place}" for level, place in zip(NUMBERS, places, strict=True))]


def _print_ratings(title: Text, names: list[str], ratings: Ratings) -> None:
    from rich.table import Table

    screen = console()
    print(heading(title))
    table = Table(box=None, pad_edge=False)
    for kind, column in texts.COLUMNS.items():
        table.add_column(str(column), justify="left" if kind == "player" else "right")
    for place, name in enumerate(names):
        gap = ratings.difference(place, place - 1) if place else None
        table.add_row(name, *_cells(ratings.rating(place)), *_cells(gap))
    screen.print(table)
    print()


def _cells(estimate: Estimate | None) -> list[str]:
    if estimate is None:
        return ["", ""]
    between = texts.BETWEEN.fill(low=number(estimate.low), high=number(estimate.high))
    return [number(estimate.value), str(between)]
