"""`analyse`: what the engine thinks of a position, and of every move of a record."""

from __future__ import annotations

from typing import Annotated

import typer

from tabuleiro.cli.errors import BadInput, check_writable, one_of, read_number, read_text_or_input
from tabuleiro.cli.limits import Nodes, Plies, Seconds, Threads, open_engine, read_limits
from tabuleiro.cli.options import Fen, GameId, Json, Switches, Theme, find_position, find_records
from tabuleiro.cli.position_analysis import analyse_position
from tabuleiro.cli.record_analysis import analyse_records
from tabuleiro.drawing.styles import THEMES
from tabuleiro.messages import analysing as texts
from tabuleiro.rules.texts import same

MOST_LINES = 16


def analyse(
    game: GameId,
    record: Annotated[str | None, typer.Argument(metavar="FILE")] = None,
    fen: Fen = None,
    seconds: Seconds = None,
    plies: Plies = None,
    nodes: Nodes = None,
    lines: Annotated[str, typer.Option("--lines", metavar="NUMBER")] = "1",
    threads: Threads = "1",
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE")] = None,
    theme: Theme = "auto",
    switches: Switches = None,
    as_json: Json = False,
) -> None:
    """Show what the engine thinks of a position while it thinks, or judge every move of a record."""
    position = find_position(game, switches, fen)
    wanted = read_number(same("--lines"), lines, 1, MOST_LINES)
    limits = read_limits(seconds, nodes, plies)
    theme = one_of("--theme", theme, THEMES)
    if as_json and svg == "-":
        raise BadInput(texts.ONE_OUTPUT)
    if svg is not None and svg != "-":
        check_writable(svg)
    with open_engine(position.game, threads) as engine:
        if record is None:
            analyse_position(engine, position, limits, wanted, svg, theme, as_json)
            return
        if fen is not None:
            raise BadInput(texts.FEN_OR_FILE)
        if wanted != 1:
            raise BadInput(texts.LINES_OF_A_POSITION)
        analyse_records(engine, find_records(position.game, read_text_or_input(record)), limits, svg, theme, as_json)
