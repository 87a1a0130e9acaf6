"""The results of a run of games as a page: tables, plots, and the command that plays it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabuleiro.arena import summary_text
from tabuleiro.arena.summary import Lengths, Summary, Tally, Tested
from tabuleiro.arena.summary_text import Sheet
from tabuleiro.drawing import html
from tabuleiro.drawing.html import Markup, Words
from tabuleiro.drawing.plots import Series, draw_histogram, draw_intervals, draw_lines, draw_shades, draw_shares
from tabuleiro.messages import arena as texts
from tabuleiro.messages.numbers import counted


def arena_page(
    summary: Summary,
    what: Sequence[tuple[Words, Words]] = (),
    command: str = "",
    *,
    title: Words = "",
    note: Words = "",
) -> str:
    """The page, in the language in use.

    `what` says what was played, `command` plays it again, `note` says what is still to be played.
    """
    heading = title if str(title) else texts.REPORT.fill(game=summary_text.name_of(summary.game))
    lead = texts.LEAD.fill(games=counted(summary.games, *texts.COUNT_OF_GAMES), players=len(summary.standings))
    if str(note):
        lead = texts.UNFINISHED_LEAD.fill(lead=lead, note=note)
    return html.page(heading, _sections(summary, what, command), lead=lead)


def _sections(summary: Summary, what: Sequence[tuple[Words, Words]], command: str) -> Iterator[Markup]:
    if what:
        yield html.section(texts.PLAYED, [html.facts(what)])
    if summary.games:
        yield from _findings(summary)
    else:
        yield html.section(texts.STANDINGS, [html.paragraph(texts.NO_GAMES)])
    if command:
        yield html.section(texts.REPRODUCE, [html.commands(command)])


def _findings(summary: Summary) -> Iterator[Markup]:
    """The sections about the games played."""
    yield html.section(
        texts.STANDINGS, [draw_table(summary_text.standings_sheet(summary)), html.paragraph(texts.ABOUT_RATINGS)]
    )
    if summary.gaps:
        gaps = html.section(texts.GAPS, [draw_table(summary_text.gaps_sheet(summary))])
        yield html.beside([html.section(texts.RATINGS, [_ratings(summary)]), gaps])
    if summary.tested is not None:
        yield html.section(texts.TEST, _test(summary, summary.tested))
    if len(summary.standings) > 2:
        parts = [html.paragraph(texts.ABOUT_CROSS), draw_table(summary_text.cross_sheet(summary)), _shades(summary)]
        yield html.section(texts.CROSS, parts)
    balance = html.paragraph(summary_text.balance_text(summary))
    yield html.section(texts.BY_SEAT, [balance, draw_table(summary_text.seats_sheet(summary)), _seats(summary)])
    endings = html.section(texts.ENDINGS, [draw_table(summary_text.endings_sheet(summary))])
    yield html.beside([endings, *lengths_section(summary.lengths)])
    if summary.failures:
        yield html.section(texts.FAILURES, [draw_table(summary_text.failures_sheet(summary))])
    if remarks := summary_text.remarks(summary):
        yield html.section(texts.HOW_SURE, map(html.paragraph, remarks))


def draw_table(sheet: Sheet) -> Markup:
    """A table for a page."""
    return html.table(sheet.columns, sheet.rows, words=sheet.words)


def _ratings(summary: Summary) -> Markup:
    """The ratings as a plot."""
    rows = [
        (standing.name, standing.rating.value, standing.rating.low, standing.rating.high)
        for standing in summary.standings
        if standing.rating is not None
    ]
    return html.figure(draw_intervals(rows, title=texts.RATINGS, axis=texts.STANDINGS_COLUMNS["rating"]))


def _test(summary: Summary, tested: Tested) -> list[Markup]:
    """A sequential test, in words and as a line between its bounds."""
    words = html.paragraph(summary_text.sprt_text(summary, tested))
    if not tested.course:
        return [words]
    line = Series(texts.COURSE, range(1, tested.pairs + 1), tested.course)
    bounds = (tested.state.lower, tested.state.upper)
    picture = draw_lines([line], title=texts.COURSE, axis=texts.PAIRS, values=texts.LLR, levels=bounds)
    return [words, html.figure(picture)]


def _shades(summary: Summary) -> Markup:
    """The score of each player against each, shaded."""
    names = [standing.name for standing in summary.standings]
    ranks = [str(rank) for rank in range(1, len(names) + 1)]
    shares = [[None if tally is None else tally.score for tally in row] for row in summary.cross]
    return html.figure(draw_shades(names, ranks, shares, title=texts.CROSS))


def _seats(summary: Summary) -> Markup:
    """The score of each player on each seat."""
    names, tallies = [], []
    for standing in summary.standings:
        for side, tally in zip(summary.game.sides, standing.seats, strict=True):
            names.append(str(texts.ON_SEAT.fill(name=standing.name, side=side.title)))
            tallies.append(tally)
    return html.figure(draw_results(names, tallies, texts.BY_SEAT))


def draw_results(names: Sequence[str], tallies: Sequence[Tally], title: Words) -> str:
    """Games won, drawn and lost, as bars."""
    parts = [
        (texts.RESULTS["wins"], [tally.wins for tally in tallies]),
        (texts.RESULTS["draws"], [tally.draws for tally in tallies]),
        (texts.RESULTS["losses"], [tally.losses for tally in tallies]),
    ]
    return draw_shares(names, parts, title=title)


def lengths_section(lengths: Lengths | None) -> Iterator[Markup]:
    """How many games were how long."""
    if lengths is None:
        return
    bins = [(first - 0.5, last + 0.5, games) for first, last, games in lengths.bins]
    middle = lengths.quartiles[1]
    marks = [(middle, texts.MEDIAN.fill(plies=summary_text.rounded(middle)))]
    columns = texts.LENGTHS_COLUMNS
    picture = draw_histogram(bins, title=texts.LENGTHS, axis=columns["plies"], counts=columns["games"], marks=marks)
    yield html.section(texts.LENGTHS, [html.figure(picture), html.paragraph(summary_text.lengths_text(lengths))])
