"""Parameters that several commands share, and what they stand for."""

from __future__ import annotations

from typing import Annotated

import typer

from tabuleiro.cli.errors import BadInput
from tabuleiro.games import game as game_of
from tabuleiro.messages import interface
from tabuleiro.notation.record_reader import read_records
from tabuleiro.notation.records import Record
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position

GameId = Annotated[str, typer.Argument(metavar="GAME")]
Switches = Annotated[list[str] | None, typer.Option("--set", metavar="SWITCH=VALUE")]
Fen = Annotated[str | None, typer.Option("--fen", metavar="FEN")]
Json = Annotated[bool, typer.Option("--json")]
View = Annotated[str | None, typer.Option("--view", metavar="NAME")]
Flip = Annotated[bool, typer.Option("--flip")]
Plain = Annotated[bool, typer.Option("--plain")]
Theme = Annotated[str, typer.Option("--theme", metavar="NAME")]


def find_game(id: str, switches: list[str] | None = None) -> Game:
    """The game with this id, with these switches changed; UnknownGame."""
    return game_of(";".join([id, *(switches or ())]))


def find_position(id: str, switches: list[str] | None, fen: str | None) -> Position:
    """The position of a game with this text, or its set-up; UnknownGame, InvalidPosition."""
    game = find_game(id, switches)
    return game.start() if fen is None else game.position(fen)


def find_records(game: Game, text: str) -> list[Record]:
    """The records that a text holds, all of them of one game; BadInput, InvalidRecord."""
    records = list(read_records(text))
    for record in records:
        if record.game_id != game.id:
            raise BadInput(interface.OTHER_GAME.fill(given=record.game_id, game=game.id))
    return records
