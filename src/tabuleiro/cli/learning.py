"""`learn`: weights of a game's evaluation and a network beside it, fitted to games of the engine against itself."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabuleiro.cli.errors import one_of, read_number
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
from tabuleiro.cli.output import console, print_json, say
from tabuleiro.messages import learning as texts
from tabuleiro.messages.numbers import number, percentage
from tabuleiro.rules.texts import same

if TYPE_CHECKING:
    from tabuleiro.learn.learning import Learning, Round

MOST_ROUNDS, MOST_GAMES, MOST_NODES = 100, 1_000_000, 10_000_000


def learn(
    game: GameId,
    rounds: Annotated[str, typer.Option("--rounds", metavar="NUMBER")] = "3",
    learn_games: Annotated[str, typer.Option("--games", metavar="NUMBER")] = "2000",
    learn_nodes: Annotated[str, typer.Option("--nodes", metavar="NUMBER")] = "1500",
    match_games: Annotated[str, typer.Option("--match-games", metavar="NUMBER")] = "400",
    match_nodes: Annotated[str, typer.Option("--match-nodes", metavar="NUMBER")] = "4000",
    learn_what: Annotated[str, typer.Option("--what", metavar="WHAT")] = "all",
    start: Annotated[str | None, typer.Option("--from", metavar="FILE")] = None,
    save_folder: SaveFolder = None,
    workers: Workers = None,
    seed: Seed = "1",
    switches: Switches = None,
    as_json: Json = False,
) -> None:
    """Learn weights in rounds of play, fit and match; continues what was begun before."""
    found = find_game(game, switches)
    wanted = read_number(same("--rounds"), rounds, 1, MOST_ROUNDS)
    processes = read_workers(workers)
    from tabuleiro.engine.players import read_weights
    from tabuleiro.learn.fitting import WHAT
    from tabuleiro.learn.learning import Learning, Plan  # loads the compiler, which the help does without
    from tabuleiro.learn.selfplay import Recipe

    paired = {"--match-games": read_number(same("--match-games"), match_games, 2, MOST_GAMES)}
    plan = Plan(
        game=found.id,
        start=found.weight_parts() if start is None else read_weights(found, start),
        games=read_number(same("--games"), learn_games, 1, MOST_GAMES),
        recipe=Recipe(read_number(same("--nodes"), learn_nodes, 1, MOST_NODES)),
        match_games=in_pairs(paired["--match-games"]),
        match_nodes=read_number(same("--match-nodes"), match_nodes, 1, MOST_NODES),
        seed=read_seed(seed),
        what=one_of("--what", learn_what, WHAT),
    )
    with Learning(work_folder("learn", found.id, save_folder), plan) as learning:
        tell_pairs(paired)
        for round in range(len(learning.rounds) + 1, wanted + 1):
            with going_on_later():
                _do_round(learning, round, processes)
        if as_json:
            print_json(_data(learning))
        else:
            _print_rounds(learning)


def _do_round(learning: Learning, round: int, workers: int) -> None:
    stages = {"games": texts.PLAYING.fill(round=round), "fit": texts.FITTING.fill(round=round)}
    with watching(stages) as watch:
        learning.play(round, workers, partial(watch, "games"))
        watch("fit", 0, 1)
        found = learning.fit(round)
        watch("fit", 1, 1)
        for done, state in learning.match(round, workers):
            stages["match"] = texts.MATCH.fill(round=round, llr=number(state.llr, 2))
            watch("match", done, max(done, learning.plan.match_games))
    learning.end_round(round, found)


def _print_rounds(learning: Learning) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for title in texts.COLUMNS.values():
        table.add_column(str(title), justify="right")
    for ended in learning.rounds:
        table.add_row(*_cells(ended))
    console().print(table)
    say(
        texts.BEST.fill(file=learning.folder / "best.json")
        if any(ended.kept for ended in learning.rounds)
        else texts.NO_BETTER
    )


def _cells(ended: Round) -> list[str]:
    verdict = texts.VERDICTS[ended.verdict]
    return [
        str(ended.number),
        number(ended.positions),
        number(ended.surprise_before, 4),
        number(ended.surprise_after, 4),
        number(ended.games),
        percentage(ended.score, 1),
        number(ended.llr, 2),
        str(verdict),
        str(texts.KEPT[ended.kept]),
    ]


def _data(learning: Learning) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "game": learning.plan.game,
        "folder": str(learning.folder),
        "rounds": [asdict(ended) for ended in learning.rounds],
        "best": learning.best,
    }
