"""Visitors: guests, known by an unguessable token in a cookie, and accounts, which keep seats across devices."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from ipaddress import ip_address
from urllib.parse import quote, unquote

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tabuleiro.messages import matches
from tabuleiro.messages import server as texts
from tabuleiro.records import accounts, seats
from tabuleiro.web.errors import BadRequest, Refused
from tabuleiro.web.lobby import Lobby

TOKEN_COOKIE, NAME_COOKIE = "tabuleiro_visitor", "tabuleiro_name"
COOKIE_SECONDS = 400 * 86_400
"""How long a browser keeps its seats: the longest that browsers allow a cookie to live."""

LONGEST_NAME = 40
PASSWORD_LENGTHS = range(8, 201)

MOST_KNOWN = 10_000
"""How many visitors are remembered between requests."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A visitor. `holder` is the name that their seats are kept under; None before they have a token."""

    token: str | None
    holder: str | None
    name: str
    account: str | None
    is_local: bool


class Visitors:
    """The visitors of a server."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._known: OrderedDict[str, tuple[int, str] | None] = OrderedDict()
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(2)  # hashing takes much memory, on purpose

    async def find(self, connection: HTTPConnection) -> Visitor:
        """The visitor who sent a request."""
        token = connection.cookies.get(TOKEN_COOKIE)
        is_local = is_local_address(connection.client.host if connection.client else "")
        given = _clean(unquote(connection.cookies.get(NAME_COOKIE, "")))
        if not token or len(token) > 100:
            return Visitor(None, None, given or str(matches.GUEST), None, is_local)
        account = await self._account_of(token)
        if account is not None:
            return Visitor(token, f"account:{account[0]}", account[1], account[1], is_local)
        return Visitor(token, guest(token), given or str(matches.GUEST), None, is_local)

    async def _account_of(self, token: str) -> tuple[int, str] | None:
        """The number and name of the account that the browser with this token is logged in to."""
        key = sha256(token.encode()).hexdigest()
        if key not in self._known:
            visit = await self._lobby.read(accounts.find_visit, token)
            self._known[key] = None if visit is None else (visit.account.id, visit.account.name)
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return self._known[key]

    def _forget(self, token: str) -> None:
        self._known.pop(sha256(token.encode()).hexdigest(), None)

    def welcome(self, visitor: Visitor, connection: HTTPConnection, response: Response) -> Visitor:
        """The visitor with a token; if they had none, the response gives them one."""
        if visitor.token is not None:
            return visitor
        token = secrets.token_urlsafe(32)
        give_token(connection, response, token)
        return Visitor(token, guest(token), visitor.name, None, visitor.is_local)

    async def register(self, visitor: Visitor, name: str, password: str) -> str:
        """Make an account for a visitor and log in; the token for the browser. Refused if the name is taken."""
        name = read_name(name)
        if len(password) not in PASSWORD_LENGTHS:
            raise BadRequest(texts.BAD_PASSWORD.fill(least=PASSWORD_LENGTHS[0], most=PASSWORD_LENGTHS[-1]))
        async with self._hashing:
            hashed = await asyncio.to_thread(self._hasher.hash, password)
        account = await self._lobby.write(accounts.make_account, name, hashed)
        if account is None:
            raise Refused(texts.NAME_TAKEN.fill(name=name))
        return await self._begin(visitor, account)

    async def login(self, visitor: Visitor, name: str, password: str) -> str:
        """Log in; the token for the browser. Refused if name or password is wrong, without saying which."""
        account = await self._lobby.read(accounts.find_account, name[: 4 * LONGEST_NAME])
        async with self._hashing:
            right = await asyncio.to_thread(
                partial(self._verify, None if account is None else account.password, password[:1000])
            )
        if account is None or not right:
            raise Refused(texts.NO_LOGIN)
        return await self._begin(visitor, account)

    def _verify(self, hashed: str | None, password: str) -> bool:
        """Is the password right? Takes as long for an account that does not exist."""
        try:
            return self._hasher.verify(hashed or no_account(), password) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False

    async def _begin(self, visitor: Visitor, account: accounts.Account) -> str:
        """Log a browser in under a new token, and give the seats that it held as a guest to the account."""
        token = secrets.token_urlsafe(32)
        await self._lobby.write(accounts.begin_visit, token, account.id)
        if visitor.holder is not None and visitor.account is None:
            holder = f"account:{account.id}"
            await self._lobby.write(seats.move_seats, visitor.holder, holder)
            for room in self._lobby.rooms.values():
                room.holders = [holder if held == visitor.holder else held for held in room.holders]
        return token

    async def logout(self, visitor: Visitor) -> None:
        """Log the browser out."""
        if visitor.token is not None and visitor.account is not None:
            await self._lobby.write(accounts.end_visit, visitor.token)
            self._forget(visitor.token)


@cache
def no_account() -> str:
    """A hash to compare with if there is no account, so that it takes as long; made when first needed."""
    return PasswordHasher().hash(secrets.token_urlsafe(16))


def guest(token: str) -> str:
    """The holder name for a guest: not the token itself, so that reading the database gives nobody a seat."""
    return f"guest:{sha256(token.encode()).hexdigest()}"


def give_token(connection: HTTPConnection, response: Response, token: str) -> None:
    """Make the browser keep a token."""
    _give(connection, response, TOKEN_COOKIE, token)


def give_name(connection: HTTPConnection, response: Response, name: str) -> None:
    """Make the browser keep the guest's name."""
    _give(connection, response, NAME_COOKIE, quote(name))


def take_token(response: Response) -> None:
    """Make the browser forget its token."""
    response.delete_cookie(TOKEN_COOKIE, httponly=True, samesite="lax")


def _give(connection: HTTPConnection, response: Response, name: str, value: str) -> None:
    secure = connection.url.scheme in ("https", "wss")
    response.set_cookie(name, value, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/")


def read_name(name: str) -> str:
    """A cleaned name; BadRequest if the text is not a valid one."""
    found = _clean(name)
    if found is None:
        raise BadRequest(texts.BAD_NAME.fill(most=LONGEST_NAME))
    return found


def _clean(name: str) -> str | None:
    """A name without surrounding space; None if it is empty, too long, or contains invisible characters."""
    text = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(text) <= LONGEST_NAME or any(unicodedata.category(sign)[0] == "C" for sign in text):
        return None
    return text


def is_local_address(host: str) -> bool:
    """Is this an address of this computer itself?"""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host in ("testclient", "localhost")
