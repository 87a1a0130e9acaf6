"""`games-played` and `export`: the games that are kept, as a list and as records."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabuleiro.cli.database import find_kept, open_database, read_id, reopen
from tabuleiro.cli.errors import read_number, write_text
from tabuleiro.cli.options import Json, find_game
from tabuleiro.cli.output import console, print_json
from tabuleiro.match.plan import shown_names
from tabuleiro.match.records import records_text
from tabuleiro.match.sentences import score_text
from tabuleiro.messages import interface, reason_text
from tabuleiro.messages import playing as texts
from tabuleiro.messages.data import outcome_data
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from tabuleiro.match.match import Match
    from tabuleiro.records import store
    from tabuleiro.records.database import Database

MOST_LISTED = 999_999
"""The longest list."""


def games_played(
    family: Annotated[str | None, typer.Option("--game", metavar="GAME")] = None,
    limit: Annotated[str, typer.Option("--limit", metavar="NUMBER")] = "20",
    as_json: Json = False,
) -> None:
    """List the kept matches, the last one played first."""
    most = read_number(same("--limit"), limit, 1, MOST_LISTED)
    name = None if family is None else find_game(family).id
    with open_database() as database:
        listed = [_reopened(kept.id, database) for kept in _list(database, most, name)]
    if as_json:
        print_json([_match_data(kept, match) for kept, match, _ in listed])
    elif not listed:
        print(texts.NOTHING_KEPT)
    else:
        _print_table([_row(kept, match, why) for kept, match, why in listed])


def export(
    matches: Annotated[list[str] | None, typer.Argument(metavar="GAME-NUMBER")] = None,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FILE")] = None,
) -> None:
    """Write the records of kept matches (by default of all), the oldest first."""
    with open_database() as database:
        if matches:
            ids = [read_id(given) for given in matches]
        else:
            ids = sorted(kept.id for kept in _list(database, MOST_LISTED, None))
        chosen = [find_kept(database, id) for id in ids]
        games = sum(len(kept.games) for kept in chosen)
        text = "\n".join(records_text(reopen(kept, database).match, kept.begun) for kept in chosen)
    if not chosen:
        print(texts.NOTHING_KEPT, file=sys.stderr)
    elif output is None or output == "-":
        print(text, end="")
    else:
        write_text(output, text)
        written = texts.ONE_GAME_WRITTEN if games == 1 else texts.GAMES_WRITTEN
        print(written.fill(count=games, path=output))


def _list(database: Database, limit: int, game: str | None) -> list[store.StoredMatch]:
    from tabuleiro.records import store

    return database.read(store.list_matches, limit=limit, game=game)


def _reopened(id: int, database: Database) -> tuple[store.StoredMatch, Match | None, Text | str]:
    """A match as it is stored, and either the match opened again or why it cannot be opened."""
    kept = find_kept(database, id)
    try:
        return kept, reopen(kept, database).match, ""
    except TabuleiroError as error:  # a game that is no longer installed must not hide the others
        return kept, None, error.message


def _print_table(rows: list[list[str]]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for place, title in enumerate(texts.COLUMNS):
        table.add_column(str(title), justify="right" if place == 0 else "left", no_wrap=place < 3)
    for row in rows:
        table.add_row(*row)
    console().print(table, markup=False)


def _row(kept: store.StoredMatch, match: Match | None, why: Text | str) -> list[str]:
    names = shown_names(kept.plan["people"])
    result = texts.UNREADABLE.fill(why=why) if match is None else _result_text(match, names)
    people = texts.AGAINST.fill(first=names[0], second=names[1])
    when = kept.changed.astimezone().strftime("%Y-%m-%d %H:%M")
    return [str(kept.id), when, kept.game, str(people), str(result)]


def _result_text(match: Match, names: tuple[str, str]) -> Text:
    """How a match ended, or how far it has gone."""
    result, is_match = match.result, match.format.games > 1
    if result is None:
        plies = sum(session.plies for session in match.sessions)
        moves = interface.COUNT_OF_MOVES.fill(count=plies)
        counted = texts.NO_MOVES_YET if plies == 0 else interface.ONE_MOVE if plies == 1 else moves
        return texts.UNFINISHED.fill(moves=counted)
    if is_match and result.winner is None:
        return texts.MATCH_DRAWN_AT.fill(score=score_text(match))
    if is_match:
        return texts.MATCH_WON_BY.fill(name=names[result.winner or 0], score=score_text(match))
    ended = match.session.result
    assert ended is not None
    if ended.winner is None:
        return texts.DRAWN.fill(reason=reason_text(ended.reason))
    return texts.WON_BY.fill(name=names[match.person(0, ended.winner)], reason=reason_text(ended.reason))


def _match_data(kept: store.StoredMatch, match: Match | None) -> dict[str, Any]:
    """A kept match, for a program; one that cannot be opened again has neither score nor games."""
    result = None if match is None else match.result
    winner = None if result is None or result.winner is None else kept.plan["people"][result.winner]["name"]
    return {
        "id": kept.id,
        "game": kept.game,
        "begun": kept.begun.isoformat(),
        "changed": kept.changed.isoformat(),
        "finished": kept.is_finished,
        "format": kept.plan["format"],
        "clock": kept.plan["control"],
        "people": [{"name": person["name"], "player": person["player"]} for person in kept.plan["people"]],
        "score": None if match is None else list(match.score),
        "winner": winner,
        "games": [
            {"moves": session.plies, "outcome": outcome_data(session.game, session.result)}
            for session in (() if match is None else match.sessions)
        ],
    }
