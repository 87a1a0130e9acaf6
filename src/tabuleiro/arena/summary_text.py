"""The tables and sentences of a run's results, for the terminal and for its page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tabuleiro.arena.rating import RESAMPLES, Estimate
from tabuleiro.arena.summary import Lengths, Standing, Summary, Tally, Tested, Variety
from tabuleiro.messages import REASON
from tabuleiro.messages import arena as texts
from tabuleiro.messages.numbers import counted, number, percentage
from tabuleiro.rules.game import Game
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

NOTHING = "-"
BAR_WIDTH, BESIDE_BARS = 40, 20
"""The length of the longest bar, and the width of the numbers before it."""

NARROWEST = 12
"""The least width to which a column of words shrinks on a narrow terminal."""

SPARE = (("seconds",), ("games",), ("wins", "draws", "losses"), ("rank",), ("interval",))
"""The columns that the standings can do without, in the order in which they are dropped."""

MOST_FAILURES = 10
"""How many kinds of failures are listed."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table before it is drawn; the columns in `words` contain words, the others numbers.

    `spare` are groups of columns to leave out, one group after the other, if there is too little room.
    """

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[int, ...] = (0,)
    spare: tuple[tuple[int, ...], ...] = ()

    @property
    def width(self) -> int:
        """Its width in characters, with long words broken into lines."""
        widths = [max(map(len, cells)) for cells in zip(map(str, self.columns), *self.rows, strict=True)]
        least = [min(width, NARROWEST) if place in self.words else width for place, width in enumerate(widths)]
        return sum(least) + 2 * (len(least) - 1)

    def fitting(self, width: int) -> Sheet:
        """The table without the spare columns that do not fit into a width."""
        if self.width <= width or not self.spare:
            return self
        out = self.spare[0]
        kept = [place for place in range(len(self.columns)) if place not in out]
        places = {place: number for number, place in enumerate(kept)}
        return Sheet(
            self.title,
            tuple(self.columns[place] for place in kept),
            tuple(tuple(row[place] for place in kept) for row in self.rows),
            tuple(places[place] for place in self.words),
            tuple(tuple(places[place] for place in group) for group in self.spare[1:]),
        ).fitting(width)


# --- the whole, for the terminal --------------------------------------------------------------------------


def summary_parts(summary: Summary, *, width: int = 100, ascii: bool = False) -> list[RenderableType]:
    """The whole summary, for a terminal of this width."""
    if not summary.games:
        return [_sentence(texts.NO_GAMES)]
    parts = standings_parts(summary, width=width)
    if len(summary.standings) > 2:
        cross = cross_sheet(summary)
        fits = cross.width <= width
        parts += ["", drawn(gaps_sheet(summary), width), "", drawn(cross, width) if fits else _sentence(texts.TOO_WIDE)]
    parts += ["", drawn(seats_sheet(summary), width), _sentence(balance_text(summary))]
    parts += ["", drawn(endings_sheet(summary), width)]
    if summary.lengths is not None:
        parts += [
            "",
            drawn(lengths_sheet(summary.lengths, width, ascii), width),
            _sentence(lengths_text(summary.lengths)),
        ]
    if summary.failures:
        parts += ["", drawn(failures_sheet(summary), width)]
    return [*parts, "", *map(_sentence, remarks(summary))]


def standings_parts(summary: Summary, *, width: int = 100) -> list[RenderableType]:
    """The standings and the state of a sequential test, as shown while games are played."""
    parts: list[RenderableType] = [drawn(standings_sheet(summary), width)]
    if len(summary.standings) == 2 and summary.gaps:
        parts += ["", drawn(gaps_sheet(summary), width)]
    if summary.tested is not None:
        parts += ["", _sentence(sprt_text(summary, summary.tested))]
    return parts


def _sentence(text: Text) -> RenderableType:
    """A sentence as it is: what looks like markup in a player's name is not interpreted."""
    from rich.text import Text as Words

    return Words(str(text))


def drawn(sheet: Sheet, width: int) -> Table:
    """A rich table."""
    from rich.table import Table
    from rich.text import Text as Words

    sheet = sheet.fitting(width)
    table = Table(title=str(sheet.title), title_justify="left", box=None, pad_edge=False)
    for place, column in enumerate(sheet.columns):
        is_words = place in sheet.words
        table.add_column(Words(str(column)), justify="left" if is_words else "right", no_wrap=not is_words)
    for row in sheet.rows:
        table.add_row(*map(Words, row))
    return table


# --- tables -----------------------------------------------------------------------------------------------


def standings_sheet(summary: Summary) -> Sheet:
    """The standings."""
    columns = dict(texts.STANDINGS_COLUMNS)
    if not any(standing.failures for standing in summary.standings):
        del columns["failures"]
    rows = tuple(_standing_row(rank, standing, columns) for rank, standing in enumerate(summary.standings, start=1))
    places = {name: place for place, name in enumerate(columns)}
    spare = tuple(tuple(places[name] for name in group) for group in SPARE)
    return Sheet(texts.STANDINGS, tuple(columns.values()), rows, words=(1,), spare=spare)


def _standing_row(rank: int, standing: Standing, columns: dict[str, Text]) -> tuple[str, ...]:
    tally, rating = standing.tally, standing.rating
    cells = {
        "rank": str(rank),
        "player": standing.name,
        "rating": NOTHING if rating is None else signed(rating.value),
        "interval": NOTHING if rating is None else interval(rating),
        "games": number(tally.games),
        "score": score(tally),
        "wins": number(tally.wins),
        "draws": number(tally.draws),
        "losses": number(tally.losses),
        "seconds": NOTHING if standing.seconds is None else number(standing.seconds, 3),
        "failures": number(standing.failures),
    }
    return tuple(cells[name] for name in columns)


def gaps_sheet(summary: Summary) -> Sheet:
    """How far each player is above the next."""
    names = {standing.player: standing.name for standing in summary.standings}
    rows = tuple(
        (
            names[gap.upper],
            names[gap.lower],
            signed(gap.difference.value),
            interval(gap.difference),
            probability(gap.superiority),
        )
        for gap in summary.gaps
    )
    return Sheet(texts.GAPS, tuple(texts.GAPS_COLUMNS.values()), rows, words=(0, 1), spare=((4,),))


def cross_sheet(summary: Summary) -> Sheet:
    """The points of each player against each."""
    ranks = [same(str(rank)) for rank in range(1, len(summary.standings) + 1)]
    columns = (texts.STANDINGS_COLUMNS["rank"], texts.STANDINGS_COLUMNS["player"], *ranks)
    rows = tuple(
        (str(rank), standing.name, *map(_meeting, row))
        for rank, (standing, row) in enumerate(zip(summary.standings, summary.cross, strict=True), start=1)
    )
    return Sheet(texts.CROSS, columns, rows, words=(1,))


def _meeting(tally: Tally | None) -> str:
    return NOTHING if tally is None or not tally.games else f"{rounded(tally.points)}/{tally.games}"


def seats_sheet(summary: Summary) -> Sheet:
    """The results of each player on each seat."""
    names = texts.STANDINGS_COLUMNS
    sides = [side.title for side in summary.game.sides]
    columns = [names["player"]]
    for side in sides:
        columns += [side, names["wins"], names["draws"], names["losses"]]
    rows = []
    for standing in summary.standings:
        row = [standing.name]
        for tally in standing.seats:
            row += [score(tally), number(tally.wins), number(tally.draws), number(tally.losses)]
        rows.append(tuple(row))
    return Sheet(texts.BY_SEAT, tuple(columns), tuple(rows), spare=((2, 3, 4, 6, 7, 8),))


def endings_sheet(summary: Summary) -> Sheet:
    """How games ended."""
    rows = tuple(
        (
            str(result_text(summary.game, ending.winner)),
            str(reason_text(ending.reason)),
            number(ending.games),
            percentage(ending.games / summary.games, 1),
        )
        for ending in summary.endings
    )
    return Sheet(texts.ENDINGS, tuple(texts.ENDINGS_COLUMNS.values()), rows, words=(0, 1), spare=((3,),))


def lengths_sheet(lengths: Lengths, width: int = 100, ascii: bool = False) -> Sheet:
    """The lengths of games, with bars."""
    most, room = max(games for _, _, games in lengths.bins), max(1, min(BAR_WIDTH, width - BESIDE_BARS))
    rows = tuple(
        (
            str(first) if first == last else f"{first}-{last}",
            number(games),
            ("#" if ascii else "█") * round(room * games / most),
        )
        for first, last, games in lengths.bins
    )
    return Sheet(texts.LENGTHS, tuple(texts.LENGTHS_COLUMNS.values()), rows, words=(2,))


def failures_sheet(summary: Summary) -> Sheet:
    """How players failed."""
    rows = tuple((failure, number(games)) for failure, games in summary.failures[:MOST_FAILURES])
    return Sheet(texts.FAILURES, tuple(texts.FAILURES_COLUMNS.values()), rows)


# --- sentences --------------------------------------------------------------------------------------------


def balance_text(summary: Summary) -> Text:
    """How much better it is to sit first."""
    if summary.balance is None:
        return texts.NO_GAMES
    return texts.BALANCE.fill(
        side=summary.game.sides[0].title,
        share=percentage(summary.balance.value, 1),
        low=percentage(summary.balance.low, 1),
        high=percentage(summary.balance.high, 1),
        wins=counted(summary.first.wins, *texts.WINS),
        draws=counted(summary.first.draws, *texts.DRAWS),
        losses=counted(summary.first.losses, *texts.LOSSES),
    )


def lengths_text(lengths: Lengths) -> Text:
    """The typical length of games."""
    lower, middle, upper = lengths.quartiles
    shortest, longest = number(lengths.shortest), number(lengths.longest)
    if lengths.shortest == lengths.longest:
        return texts.EQUAL_LENGTHS.fill(plies=plies_text(middle))
    if lower == upper:
        return texts.MOSTLY_EQUAL.fill(plies=plies_text(middle), shortest=shortest, longest=longest)
    return texts.QUARTILES.fill(
        lower=rounded(lower), middle=rounded(middle), upper=plies_text(upper), shortest=shortest, longest=longest
    )


def plies_text(plies: float) -> Text:
    """A number of plies, in words."""
    return counted(plies, *texts.COUNT_OF_PLIES, decimals_of(plies))


def sprt_text(summary: Summary, tested: Tested) -> Text:
    """The answer of a sequential test, or its state."""
    player = next(standing.name for standing in summary.standings if standing.player == 0)
    return texts.SPRT.fill(
        player=player,
        elo0=signed(tested.sprt.elo0),
        elo1=signed(tested.sprt.elo1),
        verdict=texts.VERDICTS[tested.answer.verdict if tested.answer else None],
        pairs=counted(tested.pairs, *texts.COUNT_OF_PAIRS),
        llr=signed(tested.state.llr, 2),
        lower=signed(tested.state.lower, 2),
        upper=signed(tested.state.upper, 2),
    )


def remarks(summary: Summary) -> list[Text]:
    """Caveats about the tables."""
    variety = summary.variety
    knows_all = variety.games + variety.copies == summary.games
    found = [variety_text(variety)] if variety.games > 1 or (variety.games and knows_all) else []
    if variety.copies:
        text = texts.ONE_COPY if variety.copies == 1 else texts.COPIES
        found.append(text.fill(copies=number(variety.copies)))
    if summary.groups > 1:
        found.append(texts.GROUPS.fill(groups=summary.groups))
    return found


def variety_text(variety: Variety) -> Text:
    """How many different games and openings there are."""
    if variety.games == 1:
        return texts.ALL_THE_SAME if variety.copies else texts.ONE_GAME
    text = texts.VARIETY_OF_ONE if variety.openings == 1 else texts.VARIETY
    return text.fill(games=number(variety.games), openings=number(variety.openings))


# --- words and numbers ------------------------------------------------------------------------------------


def name_of(game: Game) -> Text:
    """The title of a game, with its id if it is a variant or has switches changed."""
    is_plain = re.fullmatch(r"[\w-]+", game.id)
    return game.title if is_plain else name_with_id(game)


def name_with_id(game: Game) -> Text:
    """The title of a game, with its id."""
    return texts.VARIANT.fill(game=game.title, id=game.id)


def result_text(game: Game, winner: int | None) -> Text:
    """Which side won."""
    return texts.DRAWN if winner is None else texts.WON_BY.fill(side=game.sides[winner].title)


def reason_text(reason: str) -> Text:
    """Why a game ended, in words, including the reasons that only runs have."""
    return texts.REASONS.get(reason) or REASON.get(reason) or same(reason)


def signed(value: float, decimals: int = 0) -> str:
    """A number with its sign; zero has none."""
    rounded = round(value, decimals)
    return number(rounded, decimals) if rounded < 0 else ("+" if rounded else "") + number(abs(rounded), decimals)


def interval(estimate: Estimate) -> str:
    """The bounds of an estimate in Elo."""
    return str(texts.INTERVAL.fill(low=signed(estimate.low), high=signed(estimate.high)))


def score(tally: Tally) -> str:
    """The share of the points."""
    return NOTHING if tally.score is None else percentage(tally.score, 1)


def rounded(value: float) -> str:
    """A number, with one decimal unless it is whole, such as half points and medians of plies."""
    return number(value, decimals_of(value))


def decimals_of(value: float) -> int:
    """How many decimals to show of a number: one unless it is whole."""
    return int(value != int(value))


def probability(share: float) -> str:
    """A probability; if all resamples agree, we only know that it is near 1 (or 0)."""
    least = 2 / RESAMPLES
    if share > 1 - least:
        return str(texts.OVER.fill(share=percentage(1 - least, 1)))
    return percentage(share, 1)
