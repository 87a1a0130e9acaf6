"""`analyse` for records: judge every move, name the first losing one, draw the chances of winning."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

from tabuleiro.cli.errors import BadInput
from tabuleiro.cli.output import (
    NARROW,
    WIDEST,
    beside_picture,
    console,
    cut_to_line,
    error_console,
    heading,
    is_ascii,
    paragraph,
    print_json,
    write_picture,
)
from tabuleiro.cli.position_analysis import line_data
from tabuleiro.drawing.graph import draw_graph, graph_in_text
from tabuleiro.engine.sentences import MOVES_SHOWN, label_words, line_text, move_number, verdict_text
from tabuleiro.messages import analysing as texts
from tabuleiro.messages import interface
from tabuleiro.messages.data import outcome_data
from tabuleiro.messages.numbers import percentage

if TYPE_CHECKING:
    from rich.table import Table

    from tabuleiro.engine.engine import Engine
    from tabuleiro.engine.review import Review
    from tabuleiro.notation.records import Record

USUAL_SECONDS = 0.5
"""How long the engine thinks about each move by default."""

MIDDLING = 90
"""On terminals with fewer columns, judgements are shown by their signs."""

NARROWEST_LINE = 12
"""The least number of characters of a better line that is shown."""

LEAST_LOSS = 0.005
"""A smaller loss is not shown: it would read 0 %."""


def analyse_records(
    engine: Engine, records: list[Record], limits: dict[str, Any], svg: str | None, theme: str, as_json: bool
) -> None:
    """Judge every move of records. Each record is shown once it is judged, so Ctrl-C loses only the current one."""
    if svg is not None and len(records) > 1:
        raise BadInput(interface.ONE_DRAWING.fill(count=len(records)))
    reviews: list[Review] = []
    for place, record in enumerate(records, start=1):
        try:
            reviews.append(judge(engine, record, limits))
        except KeyboardInterrupt:
            print(texts.NOT_JUDGED, file=sys.stderr)
            if as_json and reviews:
                print_json([review_data(judged) for judged in reviews])
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
    """Judge a record, with a progress bar."""
    from rich.progress import Progress

    from tabuleiro.engine.review import review

    screen = error_console()
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(str(texts.JUDGING))

        def report(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return review(record, engine, **(limits or {"seconds": USUAL_SECONDS}), report=report)


def print_review(review: Review) -> None:
    """Print the moves with their judgement, the graph, the first losing move, and how each side played."""
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
    """A table with a row for each move. Narrow terminals get fewer and shorter words, never cut numbers or moves."""
    from rich.table import Table

    width = console().width
    columns = judgement_columns(review, is_short=width < MIDDLING)
    if _width_of(columns) > width:
        columns = judgement_columns(review, is_short=True)
    if width < NARROW or _width_of(columns) > width:
        del columns["side"]
        columns["better"] = tuple(line.partition(" ")[0] for line in columns["better"])
    for spare in ("better", "judgement", "after", "before"):
        if _width_of(columns) > width:
            del columns[spare]
    table = Table(box=None, pad_edge=False)
    for name in columns:
        is_figure = name in ("number", "before", "after", "loss")
        title = str(texts.REVIEW_COLUMNS[name])
        table.add_column(title, justify="right" if is_figure else "left", no_wrap=name != "better")
    for cells in zip(*columns.values(), strict=True):
        named = zip(columns, cells, strict=True)
        table.add_row(*(cut_to_line(cell) if name == "better" else cell for name, cell in named))
    return table


def _width_of(columns: dict[str, tuple[str, ...]]) -> int:
    """The width of a table with these columns, if better lines are cut as short as allowed."""
    widths = {name: max(map(len, (str(texts.REVIEW_COLUMNS[name]), *cells))) for name, cells in columns.items()}
    if "better" in widths:
        widths["better"] = min(widths["better"], NARROWEST_LINE)
    return sum(widths.values()) + 2 * (len(widths) - 1)


def judgement_columns(review: Review, *, is_short: bool) -> dict[str, tuple[str, ...]]:
    """The cells of the table of moves, by column; judgements as words or, if `is_short`, as signs."""
    rows = [judgement_cells(review, place, is_short) for place in range(len(review.judgements))]
    return dict(zip(texts.REVIEW_COLUMNS, zip(*rows, strict=True), strict=True))


def judgement_cells(review: Review, place: int, is_short: bool) -> list[str]:
    """The cells of a move's row, in the order of the columns."""
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
    """A table of how each side played; on narrow terminals mistakes are shown by their signs."""
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
