"""`convert`: positions and records from one form into another."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from tabuleiro.cli.errors import BadInput, one_of, read_text
from tabuleiro.cli.options import Flip, GameId, Json, Switches, Theme, View, find_game, find_records
from tabuleiro.cli.output import check_view, draw_board, print_json
from tabuleiro.drawing.styles import THEMES
from tabuleiro.drawing.svg import draw_svg
from tabuleiro.messages import interface
from tabuleiro.messages.data import outcome_data, position_data
from tabuleiro.notation.prolog import read_prolog, write_prolog
from tabuleiro.notation.records import Record, write_record
from tabuleiro.rules.game import Game

SOURCE_FORMS = ("fen", "prolog", "record")
TARGET_FORMS = ("fen", "prolog", "record", "svg", "text")


def convert(
    game: GameId,
    source: Annotated[str, typer.Argument(metavar="SOURCE")] = "",
    source_form: Annotated[str, typer.Option("--from", metavar="FORM")] = "fen",
    target_form: Annotated[str, typer.Option("--to", metavar="FORM")] = "text",
    turn: Annotated[str | None, typer.Option("--turn", metavar="SIDE")] = None,
    view: View = None,
    flip: Flip = False,
    theme: Theme = "auto",
    switches: Switches = None,
    as_json: Json = False,
) -> None:
    """Read a position or records in one form and print them in another; as a position, a record is its last one."""
    found = find_game(game, switches)
    source_form = one_of("--from", source_form, SOURCE_FORMS)
    target_form = one_of("--to", target_form, TARGET_FORMS)
    theme = one_of("--theme", theme, THEMES)
    check_view(found, view)
    records = read_source(found, source_form, turn, find_text(source))
    if as_json:
        data = [record_data(record) for record in records]
        print_json(data if source_form == "record" else data[0])
        return
    if target_form == "svg" and len(records) > 1:
        raise BadInput(interface.ONE_DRAWING.fill(count=len(records)))
    writers: dict[str, Callable[[Record], str]] = {
        "fen": lambda record: record.last_position.fen,
        "prolog": lambda record: write_prolog(record.last_position),
        "record": lambda record: write_record(record).rstrip("\n"),
        "svg": lambda record: draw_svg(record.last_position, view=view, flip=flip, theme=theme),
        "text": lambda record: draw_board(record.last_position, view=view, flip=flip),
    }
    between = "\n" if target_form == "fen" else "\n\n"
    print(between.join(writers[target_form](record) for record in records))


def find_text(source: str) -> str:
    """The text to convert: that of a file, of the standard input, or the argument itself; BadInput."""
    if source in ("", "-"):
        text = sys.stdin.read()
    else:
        text = read_text(source) if _is_file(source) else source
    if not text.strip():
        raise BadInput(interface.NOTHING_GIVEN)
    return text


def read_source(game: Game, form: str, turn: str | None, text: str) -> list[Record]:
    """The content of a text, as records; a single position becomes a record without moves."""
    if turn is not None and form != "prolog":
        raise BadInput(interface.TURN_ONLY_FOR_PROLOG)
    if form == "record":
        return find_records(game, text)
    if form == "prolog":
        return [Record.from_moves(read_prolog(game, text, None if turn is None else read_side(game, turn)))]
    return [Record.from_moves(game.position(text.strip()))]


def read_side(game: Game, given: str) -> int:
    """A player by name or letter; BadInput."""
    letters = tuple(side.letter for side in game.sides)
    if given.lower() in letters:
        return letters.index(given.lower())
    return game.players.index(one_of("--turn", given, game.players))


def record_data(record: Record) -> dict[str, Any]:
    """A record and its last position, for a program."""
    return {
        "game": record.game_id,
        "start": record.first_position.fen,
        "tags": dict(record.tags),
        "moves": [entry.text for entry in record.entries],
        "result": record.result,
        "outcome": outcome_data(record.game, record.outcome),
        "last": position_data(record.last_position),
    }


def _is_file(source: str) -> bool:
    try:
        return Path(source).exists()
    except (OSError, ValueError):
        return False  # too long or too odd for a path, so it is a text
