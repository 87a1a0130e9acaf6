"""What long-running commands share: processes, folders, progress, and continuing after an interruption."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabuleiro.cli.errors import INTERRUPTED, read_number
from tabuleiro.cli.output import bars, error_console
from tabuleiro.messages import competing as texts
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from rich.progress import TaskID

    from tabuleiro.arena.runner import Watch

Workers = Annotated[str | None, typer.Option("--workers", metavar="NUMBER")]
Seed = Annotated[str, typer.Option("--seed", metavar="NUMBER")]
SaveFolder = Annotated[str | None, typer.Option("--save", metavar="FOLDER")]

MOST_WORKERS, LARGEST_SEED = 1024, 999_999_999
TOLD_SECONDS = 60.0
"""Seconds between two lines of progress where there is no terminal for a bar."""


def read_workers(given: str | None) -> int:
    """The number of processes: what was given, or one for each processor; BadInput."""
    from tabuleiro.arena.runner import default_workers

    return default_workers() if given is None else read_number(same("--workers"), given, 1, MOST_WORKERS)


def read_seed(given: str) -> int:
    """The seed of all random choices; BadInput."""
    return read_number(same("--seed"), given, 0, LARGEST_SEED)


def in_pairs(games: int) -> int:
    """The number of games that are played if `games` are asked for: an even one, since they are played in pairs."""
    return games + games % 2


def tell_pairs(asked: Mapping[str, int]) -> None:
    """Print for which options one more game is played than was asked for."""
    for option, games in asked.items():
        if games != in_pairs(games):
            print(texts.IN_PAIRS.fill(option=option, asked=games, games=in_pairs(games)), file=sys.stderr)


def work_folder(kind: str, name: str, given: str | None = None) -> Path:
    """The folder that long work is kept in: the one given, or one in the user's data folder, by kind and name."""
    if given:
        return Path(given)
    from tabuleiro.records.database import data_folder

    return data_folder() / kind / re.sub(r"[^\w.=-]+", "-", name)


def name_of(game: str, asked: Mapping[str, Any]) -> str:
    """A name for work on a game; the same request always has the same name."""
    digest = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
    return f"{game}-{digest[:12]}"


@contextmanager
def going_on_later() -> Iterator[None]:
    """Inside this, Ctrl-C ends the command with a line that says how to continue."""
    try:
        yield
    except KeyboardInterrupt:
        print(texts.GO_ON, file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None


@contextmanager
def watching(stages: Mapping[str, Text]) -> Iterator[Watch]:
    """Show progress: a bar for each stage of the work; without a terminal, a line now and then."""
    if not error_console().is_terminal:
        yield _lines(stages)
        return
    with bars() as progress:
        tasks: dict[str, TaskID] = {}

        def watch(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = progress.add_task("", total=total)
            progress.update(tasks[stage], description=str(stages[stage]), completed=done, total=total)

        yield watch


def _lines(stages: Mapping[str, Text]) -> Watch:
    said = time.monotonic()

    def watch(stage: str, done: int, total: int) -> None:
        nonlocal said
        if time.monotonic() - said > TOLD_SECONDS:
            said = time.monotonic()
            print(texts.SO_FAR.fill(stage=stages[stage], done=done, total=total), file=sys.stderr, flush=True)

    return watch
