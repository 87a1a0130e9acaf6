"""Parameters that several commands share, and what they stand for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.cli.errors import read_number
from tabuleiro.games import game as game_of
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import same

GameId = Annotated[str, typer.Argument(metavar="GAME")]
Switches = Annotated[list[str] | None, typer.Option("--set", metavar="SWITCH=VALUE")]
Fen = Annotated[str | None, typer.Option("--fen", metavar="FEN")]
Json = Annotated[bool, typer.Option("--json")]
View = Annotated[str | None, typer.Option("--view", metavar="NAME")]
Flip = Annotated[bool, typer.Option("--flip")]
Plain = Annotated[bool, typer.Option("--plain")]
Theme = Annotated[str, typer.Option("--theme", metavar="NAME")]
Workers = Annotated[str | None, typer.Option("--workers", metavar="NUMBER")]

MOST_WORKERS = 1024


def find_game(id: str, switches: list[str] | None = None) -> Game:
    """The game with this id and these switches changed; UnknownGame."""
    return game_of(";".join([id, *(switches or ())]))


def find_position(id: str, switches: list[str] | None, fen: str | None) -> Position:
    """The position with this text in a game, or its set-up; UnknownGame, InvalidPosition."""
    game = find_game(id, switches)
    return game.start() if fen is None else game.position(fen)


def read_workers(given: str | None) -> int:
    """How many processes work at once; as many as the computer has processors, if nothing is said; BadInput."""
    from tabuleiro.arena.running import default_workers

    return default_workers() if given is None else read_number(same("--workers"), given, 1, MOST_WORKERS)


def work_folder(kind: str, name: str) -> Path:
    """The folder of the user's data in which long work of a kind about something is kept, so that it can be gone on with."""
    from tabuleiro.records.database import data_folder

    return data_folder() / kind / re.sub(r"[^\w.=-]+", "-", name)
