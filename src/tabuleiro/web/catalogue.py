"""Routes for what there is to play (games, boards, pictures, the words of the page) and for who visits."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import StringConstraints

from tabuleiro.drawing.svg import draw_svg
from tabuleiro.games import game as find_game
from tabuleiro.games import games
from tabuleiro.messages.page import PLAY
from tabuleiro.messages.study import STUDY
from tabuleiro.web.descriptions import describe_board, describe_game, describe_options
from tabuleiro.web.matches import Body, Nothing
from tabuleiro.web.server import Anybody, Asked, Welcomed
from tabuleiro.web.visitors import Visitor, give_name, give_token, read_name, take_token

router = APIRouter(prefix="/api", tags=["games"])
visits = APIRouter(prefix="/api", tags=["visitors"])

View = Annotated[str | None, Query(max_length=40)]
Name = Annotated[str, StringConstraints(max_length=200)]
Password = Annotated[str, StringConstraints(max_length=1000)]


class Named(Body):
    """The name that somebody wants to have."""

    name: Name


class Credentials(Body):
    """An account's name and password."""

    name: Name
    password: Password


@router.get("/words")
def get_words() -> dict[str, str]:
    """Every sentence of the page, in the reader's language."""
    return {key: str(text) for key, text in (PLAY | STUDY).items()}


@router.get("/games")
def get_games() -> list[dict[str, Any]]:
    """All games."""
    return [describe_game(find_game(name)) for name in games()]


@router.get("/games/{id}")
def get_game(id: str) -> dict[str, Any]:
    """A game in one of its variants, with its switches."""
    game = find_game(id[:4000])
    return {**describe_game(game), "options": describe_options(game)}


@router.get("/boards/{id}")
def get_board(id: str, view: View = None, flip: bool = False) -> dict[str, Any]:
    """A game's board as it is drawn in a view, and its pieces."""
    return describe_board(find_game(id[:4000]), view, flip=flip)


@router.get("/pictures/{name}", response_class=Response)
def get_picture(
    name: str,
    fen: Annotated[str | None, Query(max_length=4000)] = None,
    view: View = None,
    theme: Annotated[str, Query(max_length=40)] = "auto",
    flip: bool = False,
) -> Response:
    """A picture of a position, by default of the first one."""
    game = find_game(name[:4000].removesuffix(".svg"))
    position = game.start() if fen is None else game.position(fen)
    return Response(draw_svg(position, view=view, theme=theme, flip=flip), media_type="image/svg+xml")


@visits.get("/me")
async def get_me(visitor: Anybody) -> dict[str, Any]:
    """The visitor who asks."""
    return _describe(visitor)


@visits.post("/me")
async def change_name(body: Named, request: Request, response: Response, visitor: Anybody) -> dict[str, Any]:
    """Change the name of a guest."""
    name = read_name(body.name)
    give_name(request, response, name)
    return {"name": visitor.account or name, "account": visitor.account}


@visits.post("/accounts", status_code=201)
async def make_account(
    body: Credentials, request: Request, response: Response, server: Asked, visitor: Welcomed
) -> dict[str, Any]:
    """Make an account, log in, and move the seats held so far into it."""
    server.limit(server.rates.logins, request)
    give_token(request, response, await server.visitors.register(visitor, body.name, body.password))
    name = read_name(body.name)
    return {"name": name, "account": name}


@visits.post("/login")
async def log_in(
    body: Credentials, request: Request, response: Response, server: Asked, visitor: Welcomed
) -> dict[str, Any]:
    """Log in to an account."""
    server.limit(server.rates.logins, request)
    give_token(request, response, await server.visitors.login(visitor, body.name, body.password))
    return {"name": read_name(body.name), "account": read_name(body.name)}


@visits.post("/logout")
async def log_out(body: Nothing, response: Response, server: Asked, visitor: Anybody) -> dict[str, Any]:
    """Log out: the browser then belongs to a new guest."""
    await server.visitors.logout(visitor)
    take_token(response)
    return {"account": None}


def _describe(visitor: Visitor) -> dict[str, Any]:
    return {"name": visitor.name, "account": visitor.account}
