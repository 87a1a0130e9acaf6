"""`analyse` for a position: what the engine finds, shown while it searches."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, cast

from tabuleiro.cli.output import (
    NARROW,
    beside_picture,
    console,
    cut_to_line,
    is_terminal,
    print_json,
    write_picture,
)
from tabuleiro.drawing.svg import draw_svg
from tabuleiro.engine.sentences import MOVES_SHOWN, line_text, score_text
from tabuleiro.messages import analysing as texts
from tabuleiro.messages.data import outcome_data
from tabuleiro.messages.numbers import number, percentage
from tabuleiro.messages.status import verdict
from tabuleiro.rules.position import Position

if TYPE_CHECKING:
    from rich.table import Table

    from tabuleiro.engine.analysis import Analysis, Line
    from tabuleiro.engine.engine import Engine

USUAL_SECONDS = 5.0
"""How long the engine thinks about a position by default."""

ROWS_SHOWN = 12
"""How many of the latest depths are shown while the engine thinks."""

SPARE = ("nodes", "speed", "seconds", "depth", "win")
"""Columns that the table may leave out, in this order: the first two on any narrow terminal, to make room for moves."""

NARROWEST_LINE = 8
"""The least number of characters of a line of play that is shown."""

WIDTHS = {"depth": 5, "score": 22, "win": 5, "nodes": 13, "speed": 11, "seconds": 9, "line": 0}
"""The widths of the columns if the output is not a terminal: even a proof at the greatest depth fits, in words."""


def analyse_position(
    engine: Engine, position: Position, limits: dict[str, Any], lines: int, svg: str | None, theme: str, as_json: bool
) -> None:
    """Search a position and show what is found as it is found; Ctrl-C ends the search and keeps the result so far."""
    found: Analysis | None = None
    is_stopped = False
    with beside_picture(svg):
        if position.outcome is None:
            try:
                thinking = watched(engine, position, limits or {"seconds": USUAL_SECONDS}, lines, as_json)
                with closing(thinking):
                    for found in thinking:  # noqa: B007 (the last one is what was found)
                        pass
            except KeyboardInterrupt:
                is_stopped = True
        if as_json:
            print_json(analysis_data(found, position))
        elif position.outcome is not None:
            print(texts.OVER.fill(verdict=verdict(position.game, position.outcome)))
        elif is_stopped:
            print(texts.STOPPED if found else texts.STOPPED_BEFORE)
    if svg is not None:
        arrows = [(line.moves[0].origin, line.moves[0].target) for line in (found.lines if found else ())]
        write_picture(svg, draw_svg(position, theme=theme, arrows=arrows))


def watched(
    engine: Engine, position: Position, limits: dict[str, Any], lines: int, is_quiet: bool
) -> Generator[Analysis]:
    """What the search finds, shown as it comes: on a terminal in a live table, else line by line."""
    with closing(cast("Generator[Analysis]", engine.stream(position, **limits, lines=lines))) as search:
        if is_quiet:
            yield from search
        elif not is_terminal():
            print(plain_row([str(title) for title in texts.COLUMNS.values()]))
            for analysis in search:
                for line in analysis.lines:
                    print(plain_row(line_cells(analysis, line)), flush=True)
                yield analysis
        else:
            yield from show_live(search, lines)


def plain_row(cells: list[str]) -> str:
    """A row of the table in columns of fixed width."""
    *figures, line = (cell.rjust(width) for cell, width in zip(cells, WIDTHS.values(), strict=True))
    return " ".join(figures) + f"  {line}"


def show_live(search: Iterator[Analysis], lines: int) -> Generator[Analysis]:
    """Show a live table of the latest depths, or of the best lines, on the terminal."""
    from rich.live import Live

    shown: list[Analysis] = []
    with Live(console=console(), refresh_per_second=10) as live:
        for analysis in search:
            shown = [*shown, analysis][-ROWS_SHOWN:] if lines == 1 else [analysis]
            live.update(analysis_table(shown))
            yield analysis


def analysis_table(shown: Sequence[Analysis]) -> Table:
    """A table with a row for each line of each analysis. Narrow terminals get fewer columns, never numbers cut off."""
    from rich.table import Table

    width = console().width
    rows = [line_cells(analysis, line) for analysis in shown for line in analysis.lines]
    columns = {name: tuple(row[place] for row in rows) for place, name in enumerate(texts.COLUMNS)}
    for place, spare in enumerate(SPARE):
        if _width_of(columns) > width or (width < NARROW and place < 2):
            del columns[spare]
    table = Table(box=None, pad_edge=False)
    for name in columns:
        is_line = name == "line"
        table.add_column(str(texts.COLUMNS[name]), justify="left" if is_line else "right", no_wrap=not is_line)
    for *figures, moves in zip(*columns.values(), strict=True):
        table.add_row(*figures, cut_to_line(moves))
    return table


def _width_of(columns: dict[str, tuple[str, ...]]) -> int:
    """The width of a table with these columns, if lines of play are cut as short as allowed."""
    widths = {name: max(map(len, (str(texts.COLUMNS[name]), *cells))) for name, cells in columns.items()}
    widths["line"] = min(widths["line"], NARROWEST_LINE)
    return sum(widths.values()) + 2 * (len(widths) - 1)


def line_cells(analysis: Analysis, line: Line) -> list[str]:
    """The cells of a line's row in the table, in the order of the columns."""
    speed = analysis.nodes / analysis.seconds if analysis.seconds else 0.0
    return [
        str(analysis.depth),
        str(score_text(line)),
        percentage(line.win),
        number(analysis.nodes),
        number(speed),
        number(analysis.seconds, 2),
        line_text(line, MOVES_SHOWN),
    ]


# --- for programs -----------------------------------------------------------------------------------------


def line_data(line: Line) -> dict[str, Any]:
    """A line, for a program."""
    return {
        "moves": [str(move) for move in line.moves],
        "score": line.score,
        "win": round(line.win, 4),
        "proved": line.proved,
        "plies_to_end": line.plies_to_end,
    }


def analysis_data(found: Analysis | None, position: Position) -> dict[str, Any]:
    """What a search found, for a program."""
    return {
        "game": position.game.id,
        "fen": position.fen,
        "outcome": outcome_data(position.game, position.outcome),
        "depth": found.depth if found else 0,
        "nodes": found.nodes if found else 0,
        "seconds": round(found.seconds, 3) if found else 0.0,
        "lines": [line_data(line) for line in found.lines] if found else [],
    }
