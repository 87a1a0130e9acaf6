"""The parts of a running server, and how requests find them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from tabuleiro.messages import server as texts
from tabuleiro.records.schema import TERMINAL
from tabuleiro.web.errors import NotFound, TooMany
from tabuleiro.web.guard import Rate, Rates
from tabuleiro.web.lobby import Lobby
from tabuleiro.web.metrics import Measures
from tabuleiro.web.rooms import Room
from tabuleiro.web.visitors import Visitor, Visitors


@dataclass(frozen=True, slots=True)
class Server:
    """The parts of a server."""

    lobby: Lobby
    visitors: Visitors
    rates: Rates
    measures: Measures

    async def room(self, code: str, visitor: Visitor) -> Room:
        """The room of a match for a visitor; NotKept; NotFound for a match from the terminal of another computer."""
        room = await self.lobby.room(code)
        if room.source == TERMINAL and not visitor.is_local:
            raise NotFound(texts.NOTHING_HERE)
        return room

    def limit(self, rate: Rate, connection: HTTPConnection) -> None:
        """Count a request; TooMany if its address has asked too often."""
        address = connection.client.host if connection.client else ""
        if not self.rates.allows(rate, address):
            self.measures.refusals.inc()
            raise TooMany(texts.TOO_MANY)


def server_of(connection: HTTPConnection) -> Server:
    """The server that a request has come to."""
    found: Server = connection.app.state.server
    return found


async def find_visitor(request: Request) -> Visitor:
    """The visitor of a request; on a first visit without a token."""
    return await server_of(request).visitors.find(request)


async def welcome_visitor(request: Request, response: Response) -> Visitor:
    """The visitor of a request; on a first visit, one with a new token."""
    visitors = server_of(request).visitors
    return visitors.welcome(await visitors.find(request), request, response)


async def find_server(request: Request) -> Server:
    """The server that a request has come to."""
    return server_of(request)


Asked = Annotated[Server, Depends(find_server)]
Anybody = Annotated[Visitor, Depends(find_visitor)]
Welcomed = Annotated[Visitor, Depends(welcome_visitor)]
