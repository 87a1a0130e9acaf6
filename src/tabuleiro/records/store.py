"""Keeping matches and reading them again. Each function works on a connection: run it with `Database.write` or `.read`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, case, func, or_, select

from tabuleiro.records.errors import NotKept
from tabuleiro.records.schema import FINISHED, PLAYING, events, games, matches, puzzle_tries
from tabuleiro.rules.texts import Text


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of a match: who sat on the first seat, and all that happened, each event as its kind and its values."""

    id: int
    number: int
    first: int
    plies: int
    result: str
    reason: str | None
    events: tuple[tuple[str, Mapping[str, Any]], ...] = ()


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match as it is kept; `plan` is what was to be played, as its makers wrote it."""

    id: int
    begun: datetime
    changed: datetime
    state: str
    game: str
    plan: Mapping[str, Any]
    games: tuple[KeptGame, ...]

    @property
    def is_finished(self) -> bool:
        """Has the match ended?"""
        return self.state == FINISHED


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game and its match stand after an event, for lists."""

    plies: int
    result: str
    reason: str | None
    is_finished: bool


def begin_match(connection: Connection, game: str, plan: Mapping[str, Any]) -> int:
    """Keep a match that begins; its number."""
    now = datetime.now(UTC)
    row = {"begun": now, "changed": now, "state": PLAYING, "game": game, "plan": dict(plan)}
    return int(connection.execute(matches.insert().values(row).returning(matches.c.id)).scalar_one())


def begin_game(connection: Connection, match: int, number: int, first: int) -> int:
    """Keep a game that begins; the number to keep its events by."""
    row = {"match": match, "number": number, "first": first, "plies": 0, "result": "*", "reason": None}
    found = int(connection.execute(games.insert().values(row).returning(games.c.id)).scalar_one())
    _change(connection, match, PLAYING)
    return found


def append_events(
    connection: Connection,
    match: int,
    game: int,
    number: int,
    happened: Sequence[tuple[str, Mapping[str, Any]]],
    standing: Standing,
) -> None:
    """Keep what happened in a game from its event `number` on, and how it stands then.

    If the game has an event of that number already, nothing is kept (PlayedElsewhere, when run by a `Database`).
    """
    now = datetime.now(UTC)
    rows = [
        {"game": game, "number": number + place, "at": now, "kind": kind, "data": dict(data)}
        for place, (kind, data) in enumerate(happened)
    ]
    if rows:
        connection.execute(events.insert(), rows)
    stands = {"plies": standing.plies, "result": standing.result, "reason": standing.reason}
    connection.execute(games.update().where(games.c.id == game).values(stands))
    _change(connection, match, FINISHED if standing.is_finished else PLAYING)


def _change(connection: Connection, match: int, state: str) -> None:
    values = {"changed": datetime.now(UTC), "state": state}
    connection.execute(matches.update().where(matches.c.id == match).values(values))


def find_match(connection: Connection, id: int) -> KeptMatch:
    """The match of that number with all that happened in it; NotKept."""
    found = _matches(connection, matches.c.id == id, limit=1, with_events=True)
    if not found:
        raise NotKept(
            Text("No match of the number {id} is kept.", "Não está guardado nenhum encontro com o número {id}.").fill(
                id=id
            )
        )
    return found[0]


def list_matches(connection: Connection, *, limit: int, game: str | None = None) -> list[KeptMatch]:
    """The last matches that were changed, without their events; of one game's family if its name is given."""
    condition: Any = True
    if game is not None:
        variants = (matches.c.game.startswith(f"{game}{sign}", autoescape=True) for sign in ":;")
        condition = or_(matches.c.game == game, *variants)
    return _matches(connection, condition, limit=limit, with_events=False)


def last_unfinished(connection: Connection) -> KeptMatch | None:
    """The unfinished match that was changed last, with all that happened in it; None if there is none."""
    found = _matches(connection, matches.c.state == PLAYING, limit=1, with_events=True)
    return found[0] if found else None


def forget_match(connection: Connection, id: int) -> None:
    """Delete a match with all its games; NotKept."""
    find_match(connection, id)
    connection.execute(matches.delete().where(matches.c.id == id))


def _matches(connection: Connection, condition: Any, *, limit: int, with_events: bool) -> list[KeptMatch]:
    wanted = select(matches).where(condition).order_by(matches.c.changed.desc(), matches.c.id.desc()).limit(limit)
    rows = connection.execute(wanted).mappings().all()
    found: dict[int, list[KeptGame]] = {row["id"]: [] for row in rows}
    chosen = select(games).where(games.c.match.in_(wanted.with_only_columns(matches.c.id)))
    chosen = chosen.order_by(games.c.match, games.c.number)
    for row in connection.execute(chosen).mappings():
        happened = _events(connection, row["id"]) if with_events else ()
        values = {name: row[name] for name in ("id", "number", "first", "plies", "result", "reason")}
        found[row["match"]].append(KeptGame(**values, events=happened))
    return [KeptMatch(**row, games=tuple(found[row["id"]])) for row in rows]


def _events(connection: Connection, game: int) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    wanted = select(events.c.kind, events.c.data).where(events.c.game == game).order_by(events.c.number)
    return tuple((kind, data) for kind, data in connection.execute(wanted))


# --- puzzles ----------------------------------------------------------------------------------------------


def keep_try(connection: Connection, game: str, fen: str, *, solved: bool) -> None:
    """Keep that a puzzle was tried."""
    row = {"at": datetime.now(UTC), "game": game, "fen": fen, "solved": solved}
    connection.execute(puzzle_tries.insert().values(row))


def tries(connection: Connection) -> dict[tuple[str, str], bool]:
    """The puzzles that were tried, by game and position: was each ever solved?"""
    ever = func.max(case((puzzle_tries.c.solved, 1), else_=0))
    puzzle = (puzzle_tries.c.game, puzzle_tries.c.fen)
    wanted = select(*puzzle, ever).group_by(*puzzle)
    return {(game, fen): bool(solved) for game, fen, solved in connection.execute(wanted)}
