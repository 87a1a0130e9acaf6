"""From what was typed, on the command line or in answer to questions, to a match that can be played."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tabuleiro.cli.errors import BadInput, read_number, read_text
from tabuleiro.cli.limits import MOST_SECONDS, read_seconds
from tabuleiro.cli.options import find_game, find_position
from tabuleiro.messages import interface, protocol, reason_text
from tabuleiro.messages import playing as texts
from tabuleiro.messages.commands import OPTION_ALONE
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from tabuleiro.match.events import Event
    from tabuleiro.match.plan import Plan
    from tabuleiro.notation.records import Record
    from tabuleiro.rules.game import Game
    from tabuleiro.rules.position import Position

LONGEST_NAME = 40
"""The most characters of a person's name."""

HIGHEST_SEED = 999_999_999

PATH = "tabuleiro play"


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be played, as it was typed: values that nobody has checked yet.

    `sides` are the players by the names of their options, such as `--white`.
    """

    game: str | None = None
    switches: tuple[str, ...] = ()
    sides: Mapping[str, str | None] | None = None
    names: str | None = None
    lot: bool = False
    seconds: str | None = None
    pace: str | None = None
    clock: str | None = None
    format: str | None = None
    fen: str | None = None
    record: str | None = None
    ply: str | None = None
    seed: str | None = None

    @property
    def needs_game(self) -> str | None:
        """The first option given that makes sense only with a game; None if there is none."""
        given = {
            **dict.fromkeys(self.sides or (), True),
            "--names": self.names is not None,
            "--lot": self.lot,
            "--seconds": self.seconds is not None,
            "--pace": self.pace is not None,
            "--clock": self.clock is not None,
            "--match": self.format is not None,
            "--fen": self.fen is not None,
            "--ply": self.ply is not None,
            "--seed": self.seed is not None,
            "--set": bool(self.switches),
        }
        return next((name for name, is_given in given.items() if is_given), None)


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a match begins: a position, what has already happened in its first game, and the names of its players."""

    start: Position
    opening: tuple[Event, ...] = ()
    names: tuple[str | None, str | None] = (None, None)


def make_plan(request: Request, *, pace: float = 0.0) -> tuple[Plan, tuple[Event, ...]]:
    """The match that was asked for, and what has already happened in it; BadInput and other errors if it is impossible.

    `pace` is the least time between two moves of computers if none was asked for.
    """
    from tabuleiro.match.clock import read_control
    from tabuleiro.match.match import SINGLE_GAME, find_format
    from tabuleiro.match.plan import Plan, make_people, told_apart

    beginning = find_beginning(request)
    start, game = beginning.start, beginning.start.game
    players = find_players(game, request.sides or {})
    people = told_apart(make_people(players, find_names(request.names, players, beginning.names)))
    if request.lot and Random(find_seed(request.seed)).randrange(2):
        people = (people[1], people[0])
    plan = Plan(
        game=game.id,
        people=people,
        format=SINGLE_GAME.name if request.format is None else find_format(game, request.format).name,
        control=None if request.clock is None else read_control(request.clock),
        start=None if start == game.start() else start.fen,
        seconds=None if request.seconds is None else read_seconds("--seconds", request.seconds),
        pace=pace if request.pace is None else read_pace("--pace", request.pace),
    )
    return plan, beginning.opening


# --- where it begins --------------------------------------------------------------------------------------


def find_beginning(request: Request) -> Beginning:
    """Where the match begins: at the set-up, at a position, or in the middle of a record; BadInput and other errors."""
    if request.record is not None:
        return _beginning_of_record(request, request.record)
    assert request.game is not None, "a request without a game and a record is not ready"
    if request.ply is not None:
        raise BadInput(texts.PLY_NEEDS_RECORD)
    start = find_position(request.game, list(request.switches), request.fen)
    _refuse_finished(start)
    return Beginning(start)


def _beginning_of_record(request: Request, path: str) -> Beginning:
    from tabuleiro.notation.record_reader import read_records
    from tabuleiro.notation.records import player_tags

    if request.fen is not None:
        raise BadInput(texts.FEN_OR_RECORD)
    if request.switches:
        raise BadInput(texts.SET_OR_RECORD)
    records = list(read_records(read_text(path)))
    if len(records) != 1:
        raise BadInput(texts.ONE_RECORD.fill(count=len(records), path=path))
    record = records[0]
    if request.game is not None and find_game(request.game).id != record.game_id:
        raise BadInput(interface.OTHER_GAME.fill(given=record.game_id, game=request.game))
    plies = len(record.moves)
    if request.ply is None and record.outcome is not None:
        raise BadInput(texts.RECORD_IS_OVER.fill(path=path, reason=reason_text(record.outcome.reason), plies=plies))
    ply = plies if request.ply is None else read_number(same("--ply"), request.ply, 0, plies)
    *_, last = (position for position, _ in zip(record.positions(), range(ply + 1), strict=False))
    _refuse_finished(last)
    first, second = (record.tag(name) for name in player_tags(record.game))
    return Beginning(record.first_position, _events(record, ply), (first, second))


def _events(record: Record, ply: int) -> tuple[Event, ...]:
    """The events of a record up to a move; what the players decided after that move is left out."""
    from tabuleiro.match.events import Moved, SeatsExchanged

    events: list[Event] = []
    moves = 0
    for entry in record.entries:
        if moves == ply:
            break
        if not entry.is_event:
            events.append(Moved(entry.text))
            moves += 1
        else:
            events.append(SeatsExchanged())  # all other events end the game after its last move
    return tuple(events)


def _refuse_finished(position: Position) -> None:
    if position.outcome is not None:
        raise BadInput(texts.START_IS_OVER.fill(reason=reason_text(position.outcome.reason)))


# --- who plays --------------------------------------------------------------------------------------------


def find_players(game: Game, sides: Mapping[str, str | None]) -> tuple[str, str]:
    """The players in the order of `game.players`, people unless named; BadInput for a side that does not exist."""
    from tabuleiro.match.plan import HUMAN

    options = tuple(f"--{name}" for name in game.players)
    for option, value in sides.items():
        if option not in options:
            raise BadInput(
                texts.NO_SUCH_SIDE.fill(option=option[:40], game=game.title, options=_and(options), path=PATH)
            )
        if not value:
            raise BadInput(OPTION_ALONE.fill(name=option))
    first, second = (read_player(sides.get(option) or HUMAN) for option in options)
    return first, second


def read_player(given: str) -> str:
    """A player's name as plans have it; a person may be asked for in either language."""
    from tabuleiro.match.plan import HUMAN

    word = given.strip()
    return HUMAN if word.lower() in (texts.HUMAN.en, texts.HUMAN.pt, HUMAN) else word


def with_people(error: TabuleiroError) -> TabuleiroError:
    """The refusal of a player; if it lists the players there are, people are added."""
    from tabuleiro.engine.levels import STRONGEST

    message, listed = error.message, protocol.PLAYERS.fill(levels=STRONGEST)
    if isinstance(message, Text) and listed.en in message.en:
        return BadInput(message + same(" ") + texts.OR_HUMAN)
    return error


def find_names(
    given: str | None, players: tuple[str, str], known: tuple[str | None, str | None]
) -> tuple[str | None, str | None]:
    """The two names: those of --names, else people's from the record and computers' own; BadInput."""
    from tabuleiro.match.plan import HUMAN

    if given is None:
        first, second = (
            name if player == HUMAN else _readable(player) for player, name in zip(players, known, strict=True)
        )
        return first, second
    parts = given.split(",")
    if len(parts) != 2:
        raise BadInput(texts.TWO_NAMES.fill(given=given[:60]))
    first, second = (_check_name(part.strip()) or None for part in parts)
    return first, second


def _check_name(name: str) -> str:
    if len(name) > LONGEST_NAME or any(unicodedata.category(character)[0] == "C" for character in name):
        raise BadInput(texts.BAD_NAME.fill(given=name[: LONGEST_NAME + 1], most=LONGEST_NAME))
    return name


def _readable(player: str) -> str | None:
    """What to call a computer whose own name cannot be printed or is too long; None if its own name will do."""
    kept = "".join(character for character in player if unicodedata.category(character)[0] != "C")
    short = kept if len(kept) <= LONGEST_NAME else kept[: LONGEST_NAME - 1] + "…"
    return None if short == player else short


def _and(options: Iterable[str]) -> Text:
    first, second = options
    return same(first) + Text(" and ", " e ") + same(second)


# --- numbers ----------------------------------------------------------------------------------------------


def find_seed(given: str | None) -> int | None:
    """The seed of all random choices, None if they are not to be repeatable; BadInput."""
    return None if given is None else read_number(same("--seed"), given, 0, HIGHEST_SEED)


def read_pace(option: str, given: str) -> float:
    """A number of seconds that may be 0; BadInput."""
    if given.strip() in ("0", "0.0", "0,0"):
        return 0.0
    try:
        return read_seconds(option, given)
    except BadInput:
        raise BadInput(texts.NO_PACE.fill(option=option, most=MOST_SECONDS, given=given[:40])) from None
