"""`analyse`: what the engine thinks of a position, and of every move of a record."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext, redirect_stdout
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from tabuleiro.cli.errors import BadInput, one_of, read_number, read_text, write_text
from tabuleiro.cli.options import Fen, GameId, Json, Switches, Theme, find_position
from tabuleiro.cli.output import (
    WIDEST,
    console,
    error_console,
    heading,
    is_ascii,
    is_terminal,
    paragraph,
    print_json,
)
from tabuleiro.drawing.graph import draw_graph, graph_in_text, percentage
from tabuleiro.drawing.styles import THEMES
from tabuleiro.drawing.svg import draw_svg
from tabuleiro.engine.limits import DEEPEST, MOST_THREADS
from tabuleiro.engine.telling import MOVES_SHOWN, label_words, line_text, move_number, score_text, verdict_text
from tabuleiro.messages import analysing as texts
from tabuleiro.messages import interface
from tabuleiro.messages.data import outcome_data
from tabuleiro.messages.numbers import number
from tabuleiro.messages.telling import verdict
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import same

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text as RichText

    from tabuleiro.engine.analysis import Analysis, Line
    from tabuleiro.engine.engine import Engine
    from tabuleiro.engine.review import Review
    from tabuleiro.notation.records import Record

Seconds = Annotated[str | None, typer.Option("--seconds", metavar="SECONDS")]
Nodes = Annotated[str | None, typer.Option("--nodes", metavar="NUMBER")]
Plies = Annotated[str | None, typer.Option("--depth", metavar="DEPTH")]
Threads = Annotated[str, typer.Option("--threads", metavar="NUMBER")]

SECONDS_FOR_A_POSITION, SECONDS_FOR_A_MOVE = 5.0, 0.5
"""How long the engine thinks where nothing is said: about a position, and about each move of a record."""

MOST_SECONDS, MOST_NODES, MOST_LINES = 86_400, 999_999_999, 16

NARROW, MIDDLING = 70, 90
"""On a terminal with fewer columns than the first, the numbers of positions, or the sides of judged moves, make room for the
moves; with fewer than the second, judgements are told by their signs.
"""

NARROWEST_LINE = 12
"""Of a better line, at least so much is shown."""

ROWS_SHOWN = 12
"""So many of the latest depths are shown while the engine thinks."""

LEAST_LOSS = 0.005
"""A loss of less is not worth a word: it would be written as 0 %."""

WIDTHS = {"depth": 5, "score": 22, "win": 5, "nodes": 13, "speed": 11, "seconds": 9, "line": 0}
"""The columns where the output is no terminal and lines are printed as they come: a proof at the greatest depth fits, in words."""


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
    with open_engine(position.game, threads) as engine:
        if record is None:
            analyse_position(engine, position, limits, wanted, svg, theme, as_json)
            return
        if fen is not None:
            raise BadInput(texts.FEN_OR_FILE)
        if wanted != 1:
            raise BadInput(texts.LINES_OF_A_POSITION)
        analyse_records(engine, find_records(position.game, record), limits, svg, theme, as_json)


# --- what was asked for -----------------------------------------------------------------------------------


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
    """A number of seconds, with a point or a comma before its fraction; BadInput."""
    try:
        value = float(given.replace(",", ".")) if len(given) < 20 else 0.0
    except ValueError:
        value = 0.0
    if not 0 < value <= MOST_SECONDS:
        raise BadInput(texts.NO_SECONDS.fill(option=option, most=MOST_SECONDS, given=given[:40]))
    return value


def open_engine(game: Game, threads: str) -> Engine:
    """The engine of a game, with so many threads; BadInput."""
    count = read_number(same("--threads"), threads, 1, MOST_THREADS)
    from tabuleiro.engine.engine import Engine  # so that the help and other commands start without it

    return Engine(game, threads=count)


def find_records(game: Game, source: str) -> list[Record]:
    """The records of a file, or of the input; BadInput, InvalidRecord."""
    from tabuleiro.notation.records import read_records

    records = list(read_records(sys.stdin.read() if source == "-" else read_text(source)))
    for record in records:
        if record.game_id != game.id:
            raise BadInput(interface.OTHER_GAME.fill(given=record.game_id, game=game.id))
    return records


# --- a position -------------------------------------------------------------------------------------------


def analyse_position(
    engine: Engine, position: Position, limits: dict[str, Any], lines: int, svg: str | None, theme: str, as_json: bool
) -> None:
    """Search a position, and show what is found as it is found; Ctrl-C ends the search and keeps what there is."""
    found: Analysis | None = None
    is_stopped = False
    with beside_picture(svg):
        if position.outcome is None:
            try:
                thinking = watched(engine, position, limits or {"seconds": SECONDS_FOR_A_POSITION}, lines, as_json)
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
    """What the search finds, shown as it comes: a table that changes on a terminal, else line by line."""
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
    """Keep a table of the latest depths, or of the best lines, on the terminal."""
    from rich.live import Live

    shown: list[Analysis] = []
    with Live(console=console(), refresh_per_second=10) as live:
        for analysis in search:
            shown = [*shown, analysis][-ROWS_SHOWN:] if lines == 1 else [analysis]
            live.update(analysis_table(shown))
            yield analysis


def analysis_table(shown: Sequence[Analysis]) -> Table:
    """A row for each line of each analysis."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    is_narrow = console().width < NARROW
    shown_columns = [name for name in texts.COLUMNS if not (is_narrow and name in ("nodes", "speed"))]
    for name in shown_columns:
        is_line = name == "line"
        table.add_column(str(texts.COLUMNS[name]), justify="left" if is_line else "right", no_wrap=not is_line)
    for analysis in shown:
        for line in analysis.lines:
            cells = dict(zip(texts.COLUMNS, line_cells(analysis, line), strict=True))
            *figures, moves = (cells[name] for name in shown_columns)
            table.add_row(*figures, _shortened(moves))
    return table


def _shortened(text: str) -> RichText:
    """A text that is cut to one line: of a table too wide for the terminal, its column is the one that gets narrower."""
    from rich.text import Text as RichText

    return RichText(text, no_wrap=True, overflow="ellipsis")


def line_cells(analysis: Analysis, line: Line) -> list[str]:
    """What a table says about a line, in the order of the columns."""
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


def beside_picture(svg: str | None) -> AbstractContextManager[object]:
    """Inside this, what is printed goes to the error stream if the output is to be a picture and nothing else."""
    return redirect_stdout(sys.stderr) if svg == "-" else nullcontext()


def write_picture(path: str, picture: str) -> None:
    """Write a picture to a file, or to the output if that is what `-` asks for; BadInput."""
    if path == "-":
        print(picture)
    else:
        write_text(path, picture)
        print(interface.WRITTEN.fill(path=path), file=sys.stderr)


# --- records ----------------------------------------------------------------------------------------------


def analyse_records(
    engine: Engine, records: list[Record], limits: dict[str, Any], svg: str | None, theme: str, as_json: bool
) -> None:
    """Judge every move of records, one after the other; each is shown once it is judged, so that Ctrl-C loses only the last."""
    if svg is not None and len(records) > 1:
        raise BadInput(interface.ONE_DRAWING.fill(count=len(records)))
    reviews: list[Review] = []
    for place, record in enumerate(records, start=1):
        try:
            reviews.append(judge(engine, record, limits))
        except KeyboardInterrupt:
            print(texts.NOT_JUDGED, file=sys.stderr)
            raise
        if not as_json:
            with beside_picture(svg):
                if len(records) > 1:
                    print(heading(texts.GAME_NUMBER.fill(number=place, count=len(records))))
                print_review(reviews[-1])
    if as_json:
        data = [review_data(review) for review in reviews]
        print_json(data[0] if len(data) == 1 else data)
    if svg is not None:
        write_picture(svg, draw_review(reviews[0], theme))


def judge(engine: Engine, record: Record, limits: dict[str, Any]) -> Review:
    """Judge a record, with a bar that shows how far it is."""
    from rich.progress import Progress

    from tabuleiro.engine.review import review

    screen = error_console()
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(str(texts.JUDGING))

        def report(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return review(record, engine, **(limits or {"seconds": SECONDS_FOR_A_MOVE}), report=report)


def print_review(review: Review) -> None:
    """The moves with their judgement, the graph, the first losing move, and how each side played."""
    if not review.judgements:
        print(texts.NO_MOVES_IN_RECORD)
        return
    game = review.record.game
    console().print(moves_table(review))
    print(f"\n{texts.CHANCES.fill(side=game.sides[0].title)}")
    width = min(shutil.get_terminal_size().columns, WIDEST)
    print(graph_in_text(review.wins, width=width, ascii=is_ascii()))
    print()
    told = verdict_text(review)
    if told is not None:
        print(paragraph(told))
    print()
    console().print(summary_table(review))


def moves_table(review: Review) -> Table:
    """A row for each move; on a narrow terminal with fewer and shorter words, but never with numbers or moves cut."""
    from rich.table import Table

    width = console().width
    columns = judgement_columns(review, is_short=width < MIDDLING)
    if _width_of(columns) > width:
        columns = judgement_columns(review, is_short=True)
    if width < NARROW or _width_of(columns) > width:
        del columns["side"]
        columns["better"] = tuple(line.partition(" ")[0] for line in columns["better"])
    for spare in ("better", "judgement"):
        if _width_of(columns) > width:
            del columns[spare]
    table = Table(box=None, pad_edge=False)
    for name in columns:
        is_figure = name in ("number", "before", "after", "loss")
        title = str(texts.REVIEW_COLUMNS[name])
        table.add_column(title, justify="right" if is_figure else "left", no_wrap=name != "better")
    for cells in zip(*columns.values(), strict=True):
        named = zip(columns, cells, strict=True)
        table.add_row(*(_shortened(cell) if name == "better" else cell for name, cell in named))
    return table


def _width_of(columns: dict[str, tuple[str, ...]]) -> int:
    """How wide the table of these columns is, if of better lines no more is shown than must be."""
    widths = {name: max(map(len, (str(texts.REVIEW_COLUMNS[name]), *cells))) for name, cells in columns.items()}
    if "better" in widths:
        widths["better"] = min(widths["better"], NARROWEST_LINE)
    return sum(widths.values()) + 2 * (len(widths) - 1)


def judgement_columns(review: Review, *, is_short: bool) -> dict[str, tuple[str, ...]]:
    """What the table says about the moves, column by column; judgements in words, or by their signs."""
    rows = [judgement_cells(review, place, is_short) for place in range(len(review.judgements))]
    return dict(zip(texts.REVIEW_COLUMNS, zip(*rows, strict=True), strict=True))


def judgement_cells(review: Review, place: int, is_short: bool) -> list[str]:
    """What the table says about a move, in the order of the columns."""
    judgement = review.judgements[place]
    return [
        move_number(review, place),
        str(review.record.game.sides[judgement.player].title),
        str(judgement.move),
        percentage(judgement.before),
        percentage(judgement.after),
        percentage(judgement.loss) if judgement.loss >= LEAST_LOSS else "",
        (" " if is_short else ", ").join(map(str, label_words(review, place, is_short=is_short))),
        line_text(judgement.best, MOVES_SHOWN // 2) if judgement.label else "",
    ]


def summary_table(review: Review) -> Table:
    """How each side played; on a narrow terminal, mistakes are named by their signs."""
    from rich.table import Table

    table = Table("", box=None, pad_edge=False)
    mistakes = texts.SIGNS if console().width < NARROW else texts.PLURALS
    for title in (texts.SUMMARY_COLUMNS["moves"], *mistakes.values(), texts.SUMMARY_COLUMNS["average"]):
        table.add_column(str(title), justify="right")
    for player, side in enumerate(review.record.game.sides):
        summary = review.summary(player)
        counts = [str(summary.counts[name]) for name in texts.PLURALS]
        table.add_row(str(side.title), str(summary.moves), *counts, percentage(summary.average_loss, 1))
    return table


def draw_review(review: Review, theme: str) -> str:
    """The graph of a review as a picture, with the mistakes marked."""
    game = review.record.game
    first, second = (side.tone for side in game.sides)
    marks = [
        (place + 1, f"{move_number(review, place)} {judgement.move} {texts.LABELS[judgement.label]}")
        for place, judgement in enumerate(review.judgements)
        if judgement.label
    ]
    title = str(texts.CHANCES.fill(side=game.sides[0].title))
    return draw_graph(review.wins, title=title, tones=(first, second), marks=marks, theme=theme)


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


def review_data(review: Review) -> dict[str, Any]:
    """A record with its moves judged, for a program."""
    record = review.record
    game = record.game
    summaries = {name: review.summary(player) for player, name in enumerate(game.players)}
    return {
        "game": record.game_id,
        "start": record.first_position.fen,
        "result": record.result,
        "outcome": outcome_data(game, record.outcome),
        "wins": {game.players[0]: [round(win, 4) for win in review.wins]},
        "losing_move": review.losing_move,
        "moves": [
            {
                "move": str(judgement.move),
                "player": game.players[judgement.player],
                "before": round(judgement.before, 4),
                "after": round(judgement.after, 4),
                "loss": round(judgement.loss, 4),
                "label": judgement.label,
                "best": line_data(judgement.best),
            }
            for judgement in review.judgements
        ],
        "summary": {
            name: {
                "moves": summary.moves,
                **summary.counts,
                "average_loss": round(summary.average_loss, 4),
            }
            for name, summary in summaries.items()
        },
    }
