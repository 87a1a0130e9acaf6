"""Routes for study: positions, lines, set-ups, imports, rules, and what the engine thinks of them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from tabuleiro.messages import study as texts
from tabuleiro.messages.data import move_data
from tabuleiro.notation.records import Record, write_record
from tabuleiro.rules.description import Setup
from tabuleiro.rules.errors import InvalidPosition, TabuleiroError
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position
from tabuleiro.web.analysis import Reading, describe_analysis
from tabuleiro.web.descriptions import describe_position, find_game
from tabuleiro.web.importing import LONGEST, describe_record, read_import
from tabuleiro.web.rules import describe_rules
from tabuleiro.web.server import server_of

MOST_MOVES, MOST_LINES, MOST_SECONDS = 2_000, 5, 5.0

router = APIRouter(tags=["study"])

GameId = Annotated[str, StringConstraints(min_length=1, max_length=4_000)]
Fen = Annotated[str, StringConstraints(max_length=4_000)]
MoveText = Annotated[str, StringConstraints(max_length=40)]
CellName = Annotated[str, StringConstraints(max_length=4)]
Token = Annotated[str, StringConstraints(max_length=20)]
Word = Annotated[str, StringConstraints(max_length=40)]


class Body(BaseModel):
    """The values of a request; others are refused."""

    model_config = ConfigDict(extra="forbid")


class LineBody(Body):
    """Moves from a position, or from the set-up."""

    game: GameId
    start: Fen | None = None
    moves: list[MoveText] = Field(default_factory=list, max_length=MOST_MOVES)


class SetupBody(Body):
    """Pieces on cells, and who is to move; counters are those of the position `like` where they fit."""

    game: GameId
    cells: dict[CellName, Token] = Field(max_length=400)
    turn: Word
    like: Fen | None = None


class ImportBody(Body):
    """A text that holds games or a position; `game` says of which game, if the text does not."""

    text: str = Field(max_length=LONGEST)
    game: GameId | None = None


class AnalysisBody(LineBody):
    """The position at the end of a line, and how long and for how many lines to think about it."""

    seconds: float = Field(default=1.0, gt=0, le=MOST_SECONDS)
    lines: int = Field(default=1, ge=1, le=MOST_LINES)


# --- positions --------------------------------------------------------------------------------------------


@router.get("/api/positions")
def get_position(
    game: Annotated[str, Query(min_length=1, max_length=4_000)],
    fen: Annotated[str | None, Query(max_length=4_000)] = None,
) -> dict[str, Any]:
    """A position by its text, or the one that the game starts from."""
    return describe_position(first_position(find_game(game), fen))


@router.post("/api/lines")
def post_line(body: LineBody) -> dict[str, Any]:
    """The position after some moves, and these moves one by one."""
    position, moves = play_line(body)
    return {"position": describe_position(position), "moves": [move_data(move) for move in moves]}


@router.post("/api/setups")
def post_setup(body: SetupBody) -> dict[str, Any]:
    """The position with these pieces on these cells; refused if it is impossible."""
    return describe_position(build_setup(body))


@router.post("/api/imports")
def post_import(body: ImportBody) -> dict[str, Any]:
    """The games in a text: records, moves alone, a FEN, or a board in Prolog."""
    records = read_import(body.text, None if body.game is None else find_game(body.game))
    return {"records": [describe_record(record) for record in records]}


@router.post("/api/records")
def post_record(body: LineBody) -> dict[str, str]:
    """The record of some moves, as text."""
    position, moves = play_line(body)
    return {"record": write_record(Record.from_moves(first_position(position.game, body.start), moves))}


@router.get("/api/rules/{id}")
def get_rules(id: Annotated[str, Path(max_length=4_000)]) -> dict[str, Any]:
    """The rules of a game in words, with positions that show them."""
    return describe_rules(find_game(id))


def first_position(game: Game, fen: str | None) -> Position:
    """The position with this text, or the one that the game starts from; InvalidPosition."""
    return game.start() if fen is None else game.position(fen)


def play_line(body: LineBody) -> tuple[Position, list[Move]]:
    """The position at the end of a line, and its moves; an error says which of them cannot be played."""
    position = first_position(find_game(body.game), body.start)
    moves: list[Move] = []
    for ply, text in enumerate(body.moves, start=1):
        try:
            moves.append(position.find(text))
        except TabuleiroError as error:
            why = texts.MOVE_REFUSED.fill(ply=ply, move=text, why=error.message)
            raise type(error)(why if body.moves[1:] else error.message) from None
        position = position.play(moves[-1])
    return position, moves


def build_setup(body: SetupBody) -> Position:
    """The position of a set-up; InvalidPosition says why it is impossible."""
    game = find_game(body.game)
    setup = Setup()
    for cell, token in body.cells.items():
        if cell not in game.board.named:
            raise InvalidPosition(texts.NO_CELL.fill(cell=cell, last=game.board.name[game.board.cells[-1]]))
        if token not in game.tokens:
            raise InvalidPosition(texts.NO_PIECE.fill(token=token))
        setup.cells[game.board.named[cell]] = game.tokens[token].code
    if body.turn not in game.players:
        raise InvalidPosition(texts.NO_PLAYER.fill(name=body.turn, players=", ".join(game.players)))
    setup.turn = game.players.index(body.turn)
    if body.like is not None:
        setup.numbers = game.setup_of(game.position(body.like)).numbers
        try:
            return game.build(setup)
        except InvalidPosition:
            setup.numbers = {}  # the numbers belonged to other pieces: use the defaults that follow from these
    game.read_fields([], setup)
    return game.build(setup)


# --- what the engine thinks -------------------------------------------------------------------------------


def reading_of(connection: HTTPConnection) -> Reading:
    """The searches for readers of the server that a request has come to."""
    found: Reading = connection.app.state.reading
    return found


@router.post("/api/analyses")
async def post_analysis(body: AnalysisBody, request: Request) -> dict[str, Any]:
    """What the engine thinks of the position at the end of a line."""
    server = server_of(request)
    server.limit(server.rates.thinking, request)
    position, _ = await run_in_threadpool(play_line, body)
    found = await reading_of(request).analyse(position, seconds=body.seconds, lines=body.lines)
    return describe_analysis(found)
