"""A report on a game as a page: tables, plots, pictures of positions, and the command that makes it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tabuleiro.arena import report_text, summary_text
from tabuleiro.arena.characteristics import Choices, Reply, Spread
from tabuleiro.arena.page import draw_results, draw_table, lengths_section
from tabuleiro.arena.reporting import Report
from tabuleiro.arena.turning_points import DECIDED, Decisions, Moment
from tabuleiro.drawing import html
from tabuleiro.drawing.html import Markup, Words
from tabuleiro.drawing.plots import Series, draw_intervals, draw_lines
from tabuleiro.drawing.svg import draw_svg
from tabuleiro.messages import arena as arena_texts
from tabuleiro.messages import reporting as texts
from tabuleiro.messages.numbers import counted
from tabuleiro.rules.game import Game

PICTURE_SIZE = 420
INDENT = "\N{EM SPACE}"
"""The indentation of replies in the opening tree, in spaces that HTML does not merge."""


def report_page(report: Report, what: Sequence[tuple[Words, Words]] = (), command: str = "") -> str:
    """The page, in the language in use. `what` says how the report was made, `command` makes it again."""
    lead = texts.LEAD.fill(games=counted(report.games, *arena_texts.COUNT_OF_GAMES))
    title = texts.TITLE.fill(game=summary_text.name_of(report.game))
    return html.page(title, _sections(report, what, command), lead=lead)


def _sections(report: Report, what: Sequence[tuple[Words, Words]], command: str) -> Iterator[Markup]:
    yield html.section(arena_texts.PLAYED, [html.facts([*report_text.what(report), *what])])
    yield html.section(texts.BALANCE, _balance(report))
    endings = [
        html.paragraph(report_text.draws_text(report)),
        draw_table(summary_text.endings_sheet(report.openings)),
    ]
    yield html.beside([html.section(arena_texts.ENDINGS, endings), *lengths_section(report.openings.lengths)])
    decided = html.section(texts.DECISIONS, _decisions(report))
    yield html.beside([*_choices(report, report.choices), decided])
    if report.decisions is not None:
        yield html.section(texts.GROWTH, _growth(report.decisions))
    if report.swings:
        about = html.paragraph(texts.ABOUT_SWINGS)
        yield html.section(texts.SWINGS, [about, draw_table(report_text.swings_sheet(report.game, report.swings))])
    if report.moments:
        yield html.section(texts.MOMENTS, [html.beside(_picture(report.game, moment) for moment in report.moments)])
    if report.tree:
        yield html.section(texts.TREE, _tree(report))
    if report.steps:
        yield html.section(texts.STEPS, _steps(report))
    yield html.section(arena_texts.HOW_SURE, map(html.paragraph, report_text.remarks(report)))
    if command:
        yield html.section(arena_texts.REPRODUCE, [html.commands(command)])


# --- balance and length -----------------------------------------------------------------------------------


def _balance(report: Report) -> Iterator[Markup]:
    """The first side's score, with intervals, and its games won, drawn and lost."""
    yield draw_table(report_text.balance_sheet(report))
    side = report_text.first_side(report.game)
    samples = report_text.samples(report)
    rows = [
        (str(name), 100 * summary.balance.value, 100 * summary.balance.low, 100 * summary.balance.high)
        for name, summary in samples
        if summary.balance is not None
    ]
    intervals = draw_intervals(rows, title=texts.BALANCE, axis=texts.BALANCE_AXIS.fill(side=side))
    names, tallies = [str(name) for name, _ in samples], [summary.first for _, summary in samples]
    title = texts.WINS_AND_DRAWS.fill(side=side)
    yield html.beside([html.figure(intervals), html.figure(draw_results(names, tallies, title), title)])


# --- choices and decisions --------------------------------------------------------------------------------


def _choices(report: Report, choices: Choices | None) -> Iterator[Markup]:
    """The number of legal moves by ply, a line for each side."""
    game, text = report.game, report_text.choices_text(report)
    if choices is None or text is None:
        return
    own = [[spread for spread in choices.by_ply if (game.first + spread.ply) % 2 == player] for player in (0, 1)]
    lines = [_series(side.title, spreads) for side, spreads in zip(game.sides, own, strict=True) if spreads]
    picture = draw_lines(lines, title=texts.CHOICES, axis=texts.PLY, values=texts.CHOICES_AXIS)
    yield html.section(texts.CHOICES, [html.paragraph(text), html.figure(picture, texts.ABOUT_CHOICES)])


def _series(name: Words, spreads: Sequence[Spread], scale: float = 1) -> Series:
    def scaled(part: Callable[[Spread], float]) -> list[float]:
        return [scale * part(spread) for spread in spreads]

    return Series(
        name,
        [spread.ply for spread in spreads],
        scaled(lambda spread: spread.value),
        scaled(lambda spread: spread.low),
        scaled(lambda spread: spread.high),
    )


def _decisions(report: Report) -> Iterator[Markup]:
    """When games were decided: in words, and as lines."""
    yield html.paragraph(report_text.decided_text(report))
    if report.decisions is not None:
        yield _shares(report.decisions)


def _growth(decisions: Decisions) -> Iterator[Markup]:
    """The winner's chance of winning, by plies from the beginning and from the end."""
    yield html.paragraph(texts.ABOUT_GROWTH)
    figures = []
    for spreads, title, axis in (
        (decisions.growth, texts.FROM_BEGINNING, texts.PLY),
        (decisions.to_end, texts.TO_END, texts.PLIES_LEFT),
    ):
        lines = [_series(title, spreads, 100)]
        picture = draw_lines(lines, title=title, axis=axis, values=texts.WIN_AXIS, levels=[50, 100 * DECIDED])
        figures.append(html.figure(picture, title))
    yield html.beside(figures)


def _shares(decisions: Decisions) -> Markup:
    """How many games were decided, and how many were over, by ply."""
    plies = [ply for ply, _, _ in decisions.shares]
    decided = Series(texts.DECIDED_SERIES, plies, [100 * share for _, share, _ in decisions.shares])
    over = Series(texts.OVER_SERIES, plies, [100 * share for _, _, share in decisions.shares])
    picture = draw_lines([decided, over], title=texts.SHARES, axis=texts.PLY, values=texts.WIN_AXIS)
    return html.figure(picture, texts.SHARES)


def _picture(game: Game, moment: Moment) -> Markup:
    """A position in which a game was decided, and the move that did it."""
    move = moment.position.find(moment.move)
    board = draw_svg(moment.position, arrows=[(move.origin, move.target)], size=PICTURE_SIZE)
    return html.figure(board, report_text.moment_text(game, moment))


# --- openings and levels ----------------------------------------------------------------------------------


def _tree(report: Report) -> Iterator[Markup]:
    """How games begin: the first moves as bars, the tree as a table."""
    side = report_text.first_side(report.game)
    first: Sequence[Reply] = report.tree
    yield html.paragraph(texts.ABOUT_TREE.fill(side=side))
    names, tallies = [reply.move for reply in first], [reply.tally for reply in first]
    title = texts.FIRST_MOVES.fill(side=side)
    bars = html.figure(draw_results(names, tallies, title), title)
    yield html.beside([draw_table(report_text.tree_sheet(report, indent=INDENT)), bars])


def _steps(report: Report) -> Iterator[Markup]:
    """How far levels are apart."""
    rows = [
        (report_text.step_name(step), 100 * step.score.value, 100 * step.score.low, 100 * step.score.high)
        for step in report.steps
    ]
    picture = draw_intervals(rows, title=texts.STEPS, axis=texts.STEPS_AXIS)
    yield draw_table(report_text.steps_sheet(report.steps))
    yield html.figure(picture)
