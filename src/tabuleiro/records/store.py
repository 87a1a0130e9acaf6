"""Keeping matches and reading them again. Each function works on a connection: run it with `Database.write` or `.read`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, case, func, or_, select

from tabuleiro.records.codes import make_code
from tabuleiro.records.errors import NotKept
from tabuleiro.records.prepared import Prepared
from tabuleiro.records.schema import FINISHED, PLAYING, TERMINAL, events, games, matches, puzzle_tries, seats
from tabuleiro.rules.texts import Text


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game of a match: who had the first seat, and its events, each as its kind and its values.

    `times` are the moments at which the events were kept. Lists of matches include neither them nor the events.
    """

    id: int
    number: int
    first: int
    plies: int
    result: str
    reason: str | None
    events: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    times: tuple[datetime, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the database has it: values only. `match.kept_match.KeptMatch` is a match that can go on.

    `plan` is what was to be played, as its makers wrote it; `code` is its name in links; `ready` is when all its seats
    were taken; `rematch` is the number of the match that followed; `source` is where it is played; `seats` has the
    holder of each person's seat, None where it is free.
    """

    id: int
    begun: datetime
    changed: datetime
    state: str
    game: str
    plan: Mapping[str, Any]
    games: tuple[StoredGame, ...]
    code: str
    ready: datetime | None
    rematch: int | None
    source: str
    seats: tuple[str | None, str | None]

    @property
    def is_finished(self) -> bool:
        """Has the match ended?"""
        return self.state == FINISHED


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a game and its match after an event, as lists show it."""

    plies: int
    result: str
    reason: str | None
    is_finished: bool


def begin_match(connection: Connection, game: str, plan: Mapping[str, Any], *, source: str = TERMINAL) -> int:
    """Keep a new match, under a new name for links; returns its number."""
    now = datetime.now(UTC)
    row = {"begun": now, "changed": now, "state": PLAYING, "game": game, "plan": dict(plan)}
    row |= {"code": make_code(), "source": source}
    return int(connection.execute(matches.insert().values(row).returning(matches.c.id)).scalar_one())


def begin_game(connection: Connection, match: int, number: int, first: int) -> int:
    """Keep a new game of a match; returns the number by which to keep its events."""
    row = {"match": match, "number": number, "first": first, "plies": 0, "result": "*", "reason": None}
    found = int(connection.execute(games.insert().values(row).returning(games.c.id)).scalar_one())
    _change(connection, match, PLAYING)
    return found


APPEND = Prepared(events.insert(), events, "game", "number", "at", "kind", "data")
STAND = Prepared(games.update().where(games.c.id == bindparam("which")), games, "plies", "result", "reason")
CHANGE = Prepared(matches.update().where(matches.c.id == bindparam("which")), matches, "changed", "state")


def append_events(
    connection: Connection,
    match: int,
    game: int,
    number: int,
    happened: Sequence[tuple[str, Mapping[str, Any]]],
    standing: Standing,
) -> None:
    """Keep the events of a game from number `number` on, and its standing after them.

    If the game has an event of that number already, nothing is kept (PlayedElsewhere, when run by a `Database`).
    """
    now = datetime.now(UTC)
    for place, (kind, data) in enumerate(happened, start=number):
        APPEND.run(connection, {"game": game, "number": place, "at": now, "kind": kind, "data": dict(data)})
    stands = {"plies": standing.plies, "result": standing.result, "reason": standing.reason}
    STAND.run(connection, {"which": game, **stands})
    _change(connection, match, FINISHED if standing.is_finished else PLAYING)


def _change(connection: Connection, match: int, state: str) -> None:
    CHANGE.run(connection, {"which": match, "changed": datetime.now(UTC), "state": state})


def change_plan(connection: Connection, match: int, plan: Mapping[str, Any]) -> None:
    """Replace the plan of a kept match, because somebody has changed their name."""
    connection.execute(matches.update().where(matches.c.id == match).values(plan=dict(plan)))


def set_ready(connection: Connection, match: int) -> None:
    """Note that all seats of a match are taken as of now, unless that was noted before."""
    waits = (matches.c.id == match) & matches.c.ready.is_(None)
    connection.execute(matches.update().where(waits).values(ready=datetime.now(UTC)))


def set_rematch(connection: Connection, match: int, other: int) -> bool:
    """Note that a match has a rematch; False, and nothing is noted, if it has one already."""
    alone = (matches.c.id == match) & matches.c.rematch.is_(None)
    return connection.execute(matches.update().where(alone).values(rematch=other)).rowcount == 1


def find_match(connection: Connection, id: int) -> StoredMatch:
    """The match with this number, with all its events; NotKept."""
    found = _matches(connection, matches.c.id == id, limit=1, with_events=True)
    if not found:
        raise NotKept(
            Text("No match of the number {id} is kept.", "Não está guardado nenhum encontro com o número {id}.").fill(
                id=id
            )
        )
    return found[0]


def find_by_code(connection: Connection, code: str) -> StoredMatch:
    """The match with this name in links, with all its events; NotKept."""
    found = _matches(connection, matches.c.code == code, limit=1, with_events=True)
    if not found:
        raise NotKept(Text("There is no match at this link.", "Não há nenhum encontro nesta ligação."))
    return found[0]


def list_matches(
    connection: Connection, *, limit: int, game: str | None = None, state: str | None = None, source: str | None = None
) -> list[StoredMatch]:
    """The matches changed last, without their events.

    Only those of one game's family, in one state, or played in one place, if these are given. A list is to be read, not
    made inside a write: only what reads sees all tables as they were at one moment.
    """
    conditions = _conditions(state, source)
    if game is not None:
        variants = (matches.c.game.startswith(f"{game}{sign}", autoescape=True) for sign in ":;")
        conditions.append(or_(matches.c.game == game, *variants))
    return _matches(connection, *conditions, limit=limit, with_events=False)


def matches_of(connection: Connection, holder: str, limit: int, *, state: str | None = None) -> list[StoredMatch]:
    """The matches changed last in which somebody holds a seat, without their events; in one state if that is given."""
    held = matches.c.id.in_(select(seats.c.match).where(seats.c.holder == holder))
    return _matches(connection, held, *_conditions(state, None), limit=limit, with_events=False)


def last_unfinished(connection: Connection, *, source: str | None = None) -> StoredMatch | None:
    """The unfinished match that was changed last, with all its events; None if there is none."""
    found = _matches(connection, *_conditions(PLAYING, source), limit=1, with_events=True)
    return found[0] if found else None


def _conditions(state: str | None, source: str | None) -> list[ColumnElement[bool]]:
    wanted = ((matches.c.state, state), (matches.c.source, source))
    return [column == value for column, value in wanted if value is not None]


def forget_match(connection: Connection, id: int) -> None:
    """Delete a match with all its games; NotKept."""
    find_match(connection, id)
    connection.execute(matches.delete().where(matches.c.id == id))


def _matches(
    connection: Connection, *conditions: ColumnElement[bool], limit: int, with_events: bool
) -> list[StoredMatch]:
    wanted = select(matches).where(*conditions).order_by(matches.c.changed.desc(), matches.c.id.desc()).limit(limit)
    rows = connection.execute(wanted).mappings().all()
    numbers = wanted.with_only_columns(matches.c.id)
    found: dict[int, list[StoredGame]] = {row["id"]: [] for row in rows}
    chosen = select(games).where(games.c.match.in_(numbers)).order_by(games.c.match, games.c.number)
    for row in connection.execute(chosen).mappings().all():
        happened, times = _events(connection, row["id"]) if with_events else ((), ())
        values = {name: row[name] for name in ("id", "number", "first", "plies", "result", "reason")}
        found[row["match"]].append(StoredGame(**values, events=happened, times=times))
    taken = {
        (match, person): holder
        for match, person, holder in connection.execute(select(seats).where(seats.c.match.in_(numbers)))
    }
    return [
        StoredMatch(**row, games=tuple(found[row["id"]]), seats=(taken.get((row["id"], 0)), taken.get((row["id"], 1))))
        for row in rows
    ]


def _events(
    connection: Connection, game: int
) -> tuple[tuple[tuple[str, Mapping[str, Any]], ...], tuple[datetime, ...]]:
    """All events of a game, and when each was kept."""
    columns = (events.c.kind, events.c.data, events.c.at)
    rows = connection.execute(select(*columns).where(events.c.game == game).order_by(events.c.number)).all()
    return tuple((kind, data) for kind, data, _ in rows), tuple(at for _, _, at in rows)


# --- puzzles ----------------------------------------------------------------------------------------------


def keep_try(connection: Connection, game: str, fen: str, *, solved: bool) -> None:
    """Note that a puzzle was tried, and whether it was solved."""
    row = {"at": datetime.now(UTC), "game": game, "fen": fen, "solved": solved}
    connection.execute(puzzle_tries.insert().values(row))


def tries(connection: Connection) -> dict[tuple[str, str], bool]:
    """For each puzzle that was tried, by game and position: was it ever solved?"""
    ever = func.max(case((puzzle_tries.c.solved, 1), else_=0))
    puzzle = (puzzle_tries.c.game, puzzle_tries.c.fen)
    wanted = select(*puzzle, ever).group_by(*puzzle)
    return {(game, fen): bool(solved) for game, fen, solved in connection.execute(wanted)}
