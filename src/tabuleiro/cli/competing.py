"""`arena`: games between computers, in many processes, and how strong each is."""

from __future__ import annotations

import re
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli.errors import INTERRUPTED, BadInput, check_writable, read_number, write_text
from tabuleiro.cli.limits import Plies, Seconds, read_seconds
from tabuleiro.cli.long_work import (
    Seed,
    Workers,
    in_pairs,
    name_of,
    read_seed,
    read_workers,
    tell_pairs,
    watching,
    work_folder,
)
from tabuleiro.cli.options import GameId, Json, Switches, find_game
from tabuleiro.cli.output import bars, console, error_console, is_ascii, print_json, say
from tabuleiro.engine.limits import DEEPEST
from tabuleiro.messages import competing as texts
from tabuleiro.messages.numbers import decimal, number, percentage
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from rich.console import Group
    from rich.progress import Progress

    from tabuleiro.arena.plan import Plan
    from tabuleiro.arena.results import Played
    from tabuleiro.arena.run_file import KeptRun
    from tabuleiro.arena.sequential import Sprt
    from tabuleiro.arena.summary import Summary

MOST_GAMES, MOST_NODES, MOST_PLAYERS = 1_000_000, 999_999_999, 64
MOST_OPENING_PLIES = 100
USUAL_TEST = (0.0, 30.0)
USUAL_GAMES, TEST_GAMES = 100, 20_000
"""The games of each pairing unless told otherwise. A sequential test ends by itself; its limit is only a safeguard."""

LIVE_SECONDS, LIVE_REST = 2.0, 25
"""Seconds between two drawings of the table, and how many times as long as a drawing took they must at least be."""

GAMES = "games"


def arena(
    game: GameId,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER")],
    arena_format: Annotated[str | None, typer.Option("--format", metavar="MATCH")] = None,
    arena_games: Annotated[str | None, typer.Option("--games", metavar="NUMBER")] = None,
    move_seconds: Seconds = None,
    move_nodes: Annotated[str | None, typer.Option("--nodes", metavar="NUMBER")] = None,
    move_depth: Plies = None,
    game_clock: Annotated[str | None, typer.Option("--clock", metavar="CLOCK")] = None,
    opening_plies: Annotated[str, typer.Option("--opening-plies", metavar="NUMBER")] = "6",
    balance: Annotated[str, typer.Option("--balance", metavar="NUMBER")] = "10",
    adjudicate: Annotated[str | None, typer.Option("--adjudicate", metavar="NUMBER")] = None,
    elo0: Annotated[str | None, typer.Option("--elo0", metavar="ELO")] = None,
    elo1: Annotated[str | None, typer.Option("--elo1", metavar="ELO")] = None,
    arena_workers: Workers = None,
    seed: Seed = "1",
    save_file: Annotated[str | None, typer.Option("--save", metavar="FILE")] = None,
    report_file: Annotated[str | None, typer.Option("--report", metavar="FILE")] = None,
    switches: Switches = None,
    as_json: Json = False,
) -> None:
    """Play the rest of a run, show the standings meanwhile, and report the result at the end."""
    found = find_game(game, switches)
    if len(players) > MOST_PLAYERS:
        raise BadInput(texts.TOO_MANY_PLAYERS.fill(most=MOST_PLAYERS))
    from tabuleiro.arena.plan import ROUND_ROBIN, SEQUENTIAL, Plan
    from tabuleiro.arena.run_file import KeptRun  # loads the compiler, which the help does without
    from tabuleiro.arena.runner import RAY, counted
    from tabuleiro.arena.sequential import Sprt
    from tabuleiro.engine.players import OUTSIDE_LIMITS, is_from_outside

    deepest = int(OUTSIDE_LIMITS["depth"].most) if all(map(is_from_outside, players)) else DEEPEST
    format = (arena_format or ROUND_ROBIN).lower()
    test = _read_test(elo0, elo1, is_asked=format == SEQUENTIAL)
    usual_games = TEST_GAMES if format == SEQUENTIAL else USUAL_GAMES
    games = usual_games if arena_games is None else read_number(same("--games"), arena_games, 1, MOST_GAMES)
    plan = Plan(
        game=found.id,
        players=tuple(players),
        format=format,
        games=in_pairs(games),
        seconds=None if move_seconds is None else read_seconds("--seconds", move_seconds),
        nodes=None if move_nodes is None else read_number(same("--nodes"), move_nodes, 1, MOST_NODES),
        depth=None if move_depth is None else read_number(same("--depth"), move_depth, 1, deepest),
        clock=None if game_clock is None else _read_clock(game_clock),
        opening_plies=read_number(same("--opening-plies"), opening_plies, 0, MOST_OPENING_PLIES),
        balance=read_number(same("--balance"), balance, 0, 50) / 100,
        adjudicate=0.0 if adjudicate is None else read_number(same("--adjudicate"), adjudicate, 51, 100) / 100,
        seed=read_seed(seed),
    )
    if (all_games := len(plan.pairings) * plan.games) > MOST_GAMES:
        raise BadInput(texts.TOO_MANY_GAMES.fill(asked=number(games), games=number(all_games), most=number(MOST_GAMES)))
    sprt = None if test is None else Sprt(*test)
    workers: int | str = RAY if (arena_workers or "").lower() == RAY else read_workers(arena_workers)
    path = Path(save_file) if save_file else _usual_file(plan)
    if report_file is not None:
        if Path(report_file).resolve() == path.resolve():
            raise BadInput(texts.ONE_FILE.fill(file=report_file))
        check_writable(report_file)
    tell_pairs({"--games": games})

    from tabuleiro.arena.summary import summarise

    def summary_of(played: list[Played]) -> Summary:
        return summarise(found, plan.players, counted(sprt, plan, played), sprt=sprt)

    with KeptRun(path, plan) as kept:
        was_interrupted = _play(kept, workers, sprt, summary_of)
        summary = summary_of(kept.played)
    _tell(plan, summary, path, report_file, as_json)
    if was_interrupted:
        print(texts.GO_ON, file=sys.stderr if as_json else sys.stdout)
        raise typer.Exit(INTERRUPTED)


# --- what was asked for -----------------------------------------------------------------------------------


def _read_clock(text: str) -> tuple[float, float]:
    """The seconds for the game and those that each move adds, from minutes+seconds as in 1+0.5; BadInput."""
    match = re.fullmatch(r"(\d{1,4}(?:\.\d{1,3})?)(?:\+(\d{1,4}(?:\.\d{1,3})?))?", text, re.ASCII)
    if match is None or float(match[1]) == 0:
        raise BadInput(texts.NO_CLOCK.fill(given=text[:40]))
    return 60 * float(match[1]), float(match[2] or 0)


def _read_test(elo0: str | None, elo1: str | None, *, is_asked: bool) -> tuple[float, float] | None:
    """The two rating differences of a sequential test; None if no test is asked for; BadInput."""
    given = {"--elo0": elo0, "--elo1": elo1}
    if is_asked:
        low, high = (
            usual if text is None else _read_elo(option, text)
            for usual, (option, text) in zip(USUAL_TEST, given.items(), strict=True)
        )
        return low, high
    for option, text in given.items():
        if text is not None:
            raise BadInput(texts.ELO_OF_A_TEST.fill(option=option))
    return None


def _read_elo(option: str, text: str) -> float:
    """A difference in rating; BadInput."""
    if re.fullmatch(r"[+-]?\d{1,4}(\.\d{1,2})?", text, re.ASCII):
        return float(text)
    raise BadInput(texts.NO_ELO.fill(option=option, given=text[:40]))


def _usual_file(plan: Plan) -> Path:
    """The file of a run if none is named: the same for any number of games, but another once the engine changes."""
    from tabuleiro.arena.run_file import knowledge_of

    asked = {**plan.to_json(), "games": 0, "knowledge": knowledge_of(plan)}
    return work_folder("arena", name_of(plan.game, asked)).with_suffix(".jsonl")


# --- while games are played -------------------------------------------------------------------------------


def _play(kept: KeptRun, workers: int | str, sprt: Sprt | None, summary_of: Callable[[list[Played]], Summary]) -> bool:
    """Play the rest of a run, with the standings in a table on a terminal; returns whether it was interrupted."""
    from tabuleiro.arena.runner import run

    screen = error_console()
    try:
        if not screen.is_terminal:
            with watching({GAMES: texts.GAMES}) as watch:
                for _ in run(kept, workers, sprt):
                    watch(GAMES, len(kept.played), kept.plan.meetings)
            return False
        from rich.live import Live

        progress = _bars(kept)
        with Live(progress, console=screen, refresh_per_second=4, transient=True) as live:
            shown, cost = 0.0, 0.0
            for game in run(kept, workers, sprt):
                progress.update(progress.task_ids[0], advance=1)
                began = time.monotonic()
                if began - shown > pause_after(cost, is_urgent=bool(game.failure)):
                    live.update(_standings(summary_of(kept.played), progress, screen.width))
                    shown = time.monotonic()
                    cost = shown - began
    except KeyboardInterrupt:
        return True
    return False


def pause_after(cost: float, *, is_urgent: bool) -> float:
    """Seconds until a table is drawn again that took `cost` seconds to draw: the players wait while it is drawn."""
    return LIVE_REST * cost if is_urgent else max(LIVE_SECONDS, LIVE_REST * cost)


def _bars(kept: KeptRun) -> Progress:
    from tabuleiro.arena.plan import SEQUENTIAL

    progress = bars()
    total = max(kept.plan.meetings, len(kept.played))  # more were asked for before
    is_test = kept.plan.format == SEQUENTIAL  # nobody knows when it will end
    progress.add_task(str(texts.GAMES), total=None if is_test else total, completed=len(kept.played))
    return progress


def _standings(summary: Summary, progress: Progress, width: int) -> Group:
    from rich.console import Group as Parts

    from tabuleiro.arena.summary_text import standings_parts

    return Parts(*standings_parts(summary, width=width), "", progress)


# --- the result -------------------------------------------------------------------------------------------


def _tell(plan: Plan, summary: Summary, path: Path, report_file: str | None, as_json: bool) -> None:
    """Print what a run shows and where it is kept, and write its page if one is asked for."""
    note = unfinished_text(plan, summary)
    try:
        if as_json:
            print_json(summary.to_json())
        else:
            _print_summary(summary)
        if note is not None:
            print(note, file=sys.stderr if as_json else sys.stdout)
        if not as_json:
            say(texts.KEPT_IN.fill(file=path))
    finally:  # even if the reader of the output has closed it
        if report_file is not None:
            _write_report(report_file, plan, summary, note)
    if report_file is not None and not as_json:
        say(texts.REPORT_IN.fill(file=report_file))


def _print_summary(summary: Summary) -> None:
    from tabuleiro.arena.summary_text import summary_parts

    screen = console()
    for part in summary_parts(summary, width=screen.width, ascii=is_ascii()):
        screen.print(part)
    screen.print()


def unfinished_text(plan: Plan, summary: Summary) -> Text | None:
    """The note on an unfinished run, whose games are not all played or whose test has no answer yet; else None."""
    tested = summary.tested
    if tested is not None and tested.answer is not None:
        return None
    if summary.games < plan.meetings:
        text = texts.PLAYED_SO_FAR if tested is None else texts.TESTED_SO_FAR
        return text.fill(done=number(summary.games), total=number(plan.meetings))
    return None if tested is None else texts.ENDED_BY_GAMES.fill(games=plan.games)


def _write_report(path: str, plan: Plan, summary: Summary, note: Text | None) -> None:
    """Write the page with tables and plots."""
    from tabuleiro.arena.page import arena_page

    command = shlex.join(["tabuleiro", *sys.argv[1:]])
    write_text(path, arena_page(summary, facts_of(plan), command, note=note or ""))


def facts_of(plan: Plan) -> list[tuple[str, str]]:
    """What was played, as labels and values for a report."""
    from tabuleiro.arena.plan import SEQUENTIAL
    from tabuleiro.arena.summary_text import name_with_id

    given = {
        "game": name_with_id(find_game(plan.game)),
        "format": texts.FORMATS[plan.format],
        "games_at_most" if plan.format == SEQUENTIAL else "games": number(plan.games),
        "seconds": None if plan.seconds is None else decimal(plan.seconds),
        "nodes": plan.nodes,
        "depth": plan.depth,
        "clock": None if plan.clock is None else f"{plan.clock[0] / 60:g}+{plan.clock[1]:g}",
        "opening_plies": plan.opening_plies,
        "balance": percentage(plan.balance),
        "adjudicate": percentage(plan.adjudicate) if plan.adjudicate else None,
        "seed": plan.seed,
    }
    return [(str(texts.FACTS[name]), str(value)) for name, value in given.items() if value is not None]
