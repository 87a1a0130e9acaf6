"""The tables and sentences of a report on a game, for the terminal and for its page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tabuleiro.arena import summary_text
from tabuleiro.arena.characteristics import Choices, Reply, Step
from tabuleiro.arena.plan import LAST_NODES
from tabuleiro.arena.rating import Estimate
from tabuleiro.arena.reporting import OPENINGS, START, Report
from tabuleiro.arena.summary import Summary, Tally
from tabuleiro.arena.summary_text import NOTHING, Sheet
from tabuleiro.arena.turning_points import DECIDED, Decisions, Moment
from tabuleiro.messages import reporting as texts
from tabuleiro.messages.arena import COUNT_OF_GAMES
from tabuleiro.messages.numbers import counted, number, percentage
from tabuleiro.rules.game import Game
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from rich.console import RenderableType

TOLD_PLIES = 2
"""The plies of the opening tree that the terminal shows."""

INDENT = "  "


def report_parts(report: Report, *, width: int = 100) -> list[RenderableType]:
    """A summary of the report, for a terminal of this width."""
    from rich.text import Text as Words

    def said(*sentences: Text | None) -> list[RenderableType]:
        return [Words(str(sentence)) for sentence in sentences if sentence is not None]

    parts: list[RenderableType] = [summary_text.drawn(balance_sheet(report), width)]
    parts += ["", summary_text.drawn(summary_text.endings_sheet(report.openings), width), ""]
    lengths = report.openings.lengths
    parts += said(
        None if lengths is None else summary_text.lengths_text(lengths), choices_text(report), decided_text(report)
    )
    if report.tree:
        parts += ["", summary_text.drawn(tree_sheet(report, TOLD_PLIES), width)]
    if report.steps:
        parts += ["", summary_text.drawn(steps_sheet(report.steps), width)]
    return parts


# --- tables -----------------------------------------------------------------------------------------------


def samples(report: Report) -> list[tuple[Text, Summary]]:
    """The runs with games that show the balance of the game, with their titles."""
    both = ((texts.FACTS[OPENINGS], report.openings), (texts.FACTS[START], report.start))
    return [(name, summary) for name, summary in both if summary.games]


def balance_sheet(report: Report) -> Sheet:
    """The results of the first side."""
    columns = {**texts.BALANCE_COLUMNS, "score": texts.BALANCE_COLUMNS["score"].fill(side=first_side(report.game))}
    rows = tuple(
        (
            str(name),
            number(summary.games),
            summary_text.score(summary.first),
            NOTHING if summary.balance is None else shares(summary.balance),
            *results(summary.first),
        )
        for name, summary in samples(report)
    )
    return Sheet(texts.BALANCE, tuple(columns.values()), rows, spare=((4, 5, 6), (1,)))


def swings_sheet(game: Game, swings: Sequence[Moment]) -> Sheet:
    """The largest swings."""
    rows = tuple(
        (
            number(swing.pair + 1),
            number(swing.ply + 1),
            str(game.sides[swing.player].title),
            swing.move,
            percentage(swing.before),
            percentage(swing.after),
        )
        for swing in swings
    )
    return Sheet(texts.SWINGS, tuple(texts.SWINGS_COLUMNS.values()), rows, words=(2, 3))


def tree_sheet(report: Report, plies: int | None = None, indent: str = INDENT) -> Sheet:
    """The opening tree up to a number of plies; an answer is indented below its move."""
    side = first_side(report.game)
    columns = {**texts.TREE_COLUMNS, "score": texts.TREE_COLUMNS["score"].fill(side=side)}
    rows = [_reply_row(reply, depth, indent) for reply, depth in _walk(report.tree, plies)]
    others = _others(report.start.first, report.tree)
    if others.games:
        share = others.games / report.start.games
        rows.append((str(texts.OTHERS), number(others.games), percentage(share), summary_text.score(others)))
    return Sheet(texts.TREE, tuple(columns.values()), tuple(rows))


def _walk(replies: Sequence[Reply], plies: int | None, depth: int = 0) -> Iterator[tuple[Reply, int]]:
    """All moves of a tree with their depths, each before its replies."""
    if plies is not None and depth == plies:
        return
    for reply in replies:
        yield reply, depth
        yield from _walk(reply.replies, plies, depth + 1)


def _others(everything: Tally, replies: Sequence[Reply]) -> Tally:
    """The games left after taking away those of these moves."""
    told = [reply.tally for reply in replies]
    return Tally(
        everything.wins - sum(tally.wins for tally in told),
        everything.draws - sum(tally.draws for tally in told),
        everything.losses - sum(tally.losses for tally in told),
    )


def _reply_row(reply: Reply, depth: int, indent: str) -> tuple[str, ...]:
    tally = reply.tally
    return indent * depth + reply.move, number(tally.games), percentage(reply.share), summary_text.score(tally)


def steps_sheet(steps: Sequence[Step]) -> Sheet:
    """The result of each level against the one below."""
    rows = tuple(
        (
            step_name(step),
            number(step.tally.games),
            summary_text.score(step.tally),
            shares(step.score),
            NOTHING if step.difference is None else summary_text.signed(step.difference.value),
            NOTHING if step.difference is None else summary_text.interval(step.difference),
        )
        for step in steps
    )
    return Sheet(texts.STEPS, tuple(texts.STEPS_COLUMNS.values()), rows, spare=((5,), (4,)))


def step_name(step: Step) -> str:
    """The two levels of a step."""
    return str(texts.STEP.fill(upper=step.upper, lower=step.lower))


# --- sentences --------------------------------------------------------------------------------------------


def draws_text(report: Report) -> Text:
    """How many games were drawn."""
    return texts.DRAWS.fill(share=percentage(report.openings.first.draws / max(1, report.openings.games), 1))


def choices_text(report: Report) -> Text | None:
    """How many moves there were to choose from."""
    choices: Choices | None = report.choices
    if choices is None:
        return None
    first, second = report.game.sides
    return texts.CHOICES_TEXT.fill(
        mean=number(choices.mean, 1),
        first=first.title,
        of_first=number(choices.of_players[0], 1),
        second=second.title,
        of_second=number(choices.of_players[1], 1),
        most=number(choices.most),
    )


def decided_text(report: Report) -> Text:
    """When games were decided."""
    decisions: Decisions | None = report.decisions
    if decisions is None:
        return texts.NO_WINNERS
    lower, middle, upper = map(summary_text.rounded, decisions.plies)
    return texts.DECIDED.fill(
        share=percentage(DECIDED),
        lower=lower,
        middle=middle,
        upper=upper,
        left=summary_text.plies_text(decisions.left[1]),
    )


def moment_text(game: Game, moment: Moment) -> Text:
    """How a move decided a game."""
    return texts.MOMENT.fill(
        game=number(moment.pair + 1),
        ply=number(moment.ply + 1),
        mover=game.sides[moment.position.turn].title,
        move=moment.move,
        winner=game.sides[moment.player].title,
        before=percentage(moment.before),
        after=percentage(moment.after),
    )


def remarks(report: Report) -> list[Text]:
    """Caveats about the report."""
    found = [texts.TRUST]
    if report.game.pie_rule:
        found.append(texts.PIE_RULE)
    for name, summary in samples(report):
        said = [summary_text.variety_text(summary.variety)]
        if summary.variety.copies:
            said.append(texts.COPIES.fill(copies=number(summary.variety.copies)))
        found += [texts.VARIETY.fill(sample=name.capitalized(), remark=remark) for remark in said]
    return found


def what(report: Report) -> list[tuple[Text, Text | str]]:
    """What was played, as labels and values for the page."""

    request = report.request
    start = texts.START_GAMES.fill(games=counted(report.start.games, *COUNT_OF_GAMES), player=request.varying_player)
    levels = texts.LEVEL_GAMES.fill(games=number(request.level_games), nodes=number(LAST_NODES))
    openings = texts.OPENING_GAMES.fill(
        games=counted(report.openings.games, *COUNT_OF_GAMES),
        player=request.player,
        moves=counted(request.opening_plies, *texts.RANDOM_MOVES),
    )
    found: dict[str, Text | str] = {"game": request.game, "openings": openings}
    if report.start.games:
        found["start"] = start
    if report.steps:
        found["levels"] = levels
    found |= {"looks": texts.LOOKED.fill(nodes=number(request.look_nodes)), "seed": str(request.seed)}
    return [(texts.FACTS[name], value) for name, value in found.items()]


# --- words and numbers ------------------------------------------------------------------------------------


def first_side(game: Game) -> Text:
    """What the first of the players is called."""
    return game.sides[0].title


def shares(estimate: Estimate) -> str:
    """The bounds of an estimate of a share."""
    return str(texts.BETWEEN.fill(low=percentage(estimate.low, 1), high=percentage(estimate.high, 1)))


def results(tally: Tally) -> tuple[str, str, str]:
    """Games won, drawn and lost."""
    return number(tally.wins), number(tally.draws), number(tally.losses)
