"""Limits on a search, as the command line gives them: seconds, positions, plies, threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabuleiro.cli.errors import BadInput, read_number
from tabuleiro.engine.limits import DEEPEST, MOST_THREADS
from tabuleiro.messages import analysing as texts
from tabuleiro.rules.game import Game
from tabuleiro.rules.texts import same

if TYPE_CHECKING:
    from tabuleiro.engine.engine import Engine

Seconds = Annotated[str | None, typer.Option("--seconds", metavar="SECONDS")]
Nodes = Annotated[str | None, typer.Option("--nodes", metavar="NUMBER")]
Plies = Annotated[str | None, typer.Option("--depth", metavar="DEPTH")]
Threads = Annotated[str, typer.Option("--threads", metavar="NUMBER")]

MOST_SECONDS, MOST_NODES = 86_400, 999_999_999


def read_limits(seconds: str | None, nodes: str | None, plies: str | None) -> dict[str, Any]:
    """The limits that were given, as `Engine.analyse` takes them; BadInput."""
    limits: dict[str, Any] = {}
    if seconds is not None:
        limits["seconds"] = read_seconds("--seconds", seconds)
    if nodes is not None:
        limits["nodes"] = read_number(same("--nodes"), nodes, 1, MOST_NODES)
    if plies is not None:
        limits["depth"] = read_number(same("--depth"), plies, 1, DEEPEST)
    return limits


def read_seconds(option: str, given: str) -> float:
    """A number of seconds, with a decimal point or comma; BadInput."""
    try:
        value = float(given.replace(",", ".")) if len(given) < 20 else 0.0
    except ValueError:
        value = 0.0
    if not 0 < value <= MOST_SECONDS:
        raise BadInput(texts.NO_SECONDS.fill(option=option, most=MOST_SECONDS, given=given[:40]))
    return value


def open_engine(game: Game, threads: str) -> Engine:
    """An engine for a game, with this many threads; BadInput."""
    count = read_number(same("--threads"), threads, 1, MOST_THREADS)
    from tabuleiro.engine.engine import Engine  # slow to load, and not needed for the help or other commands

    return Engine(game, threads=count)
