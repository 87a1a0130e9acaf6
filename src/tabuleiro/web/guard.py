"""The guard between the server and the open internet: who may ask, how much, how often, and what pages may do.

One layer around everything: it refuses hosts and origins that are not ours, bodies that are too long and visitors who
ask too often, chooses the reader's language, and adds the headers that keep browsers safe.
"""

from __future__ import annotations

import json
import re
import socket
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import ip_address
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabuleiro.messages import server as texts
from tabuleiro.rules.texts import LANGUAGES, Text, using_language
from tabuleiro.web.metrics import Measures
from tabuleiro.web.visitors import is_local_address

LONGEST_BODY = 300_000
"""The most bytes of a request."""

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(slots=True)
class Bucket:
    """What somebody may still ask for; it refills as time passes."""

    left: float
    at: float


@dataclass(slots=True)
class Rate:
    """A limit on the requests of each asker: `burst` at once, then `a_second` more each second."""

    burst: float
    a_second: float
    buckets: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def allows(self, who: str, cost: float = 1.0) -> bool:
        """Count a request of this asker; may it be granted?"""
        now = monotonic()
        bucket = self.buckets.pop(who, None) or Bucket(self.burst, now)
        self.buckets[who] = bucket
        while len(self.buckets) > MOST_ASKERS:
            self.buckets.popitem(last=False)
        bucket.left = min(self.burst, bucket.left + (now - bucket.at) * self.a_second)
        bucket.at = now
        if bucket.left < cost:
            return False
        bucket.left -= cost
        return True


MOST_ASKERS = 50_000
"""The most askers that are counted separately."""


@dataclass(slots=True)
class Rates:
    """The limits for one address: on requests, new matches, log-ins and engine work, and on messages to one match."""

    requests: Rate = field(default_factory=lambda: Rate(400, 20))
    matches: Rate = field(default_factory=lambda: Rate(60, 0.2))
    logins: Rate = field(default_factory=lambda: Rate(10, 0.05))
    thinking: Rate = field(default_factory=lambda: Rate(40, 1))
    messages: Rate = field(default_factory=lambda: Rate(100, 5))
    spares_this_computer: bool = True

    def allows(self, rate: Rate, address: str) -> bool:
        """Count a request from this address; may it be granted?"""
        return (self.spares_this_computer and is_local_address(address)) or rate.allows(address)


class Guard:
    """The layer around the application."""

    def __init__(self, app: ASGIApp, *, rates: Rates, measures: Measures, origins: Iterable[str] = ()) -> None:
        self.app, self.rates, self.measures = app, rates, measures
        self.origins = tuple(origins)
        self.hosts = {urlsplit(origin).netloc.lower() for origin in self.origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request that is allowed; answer the others with a refusal."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        with using_language(language_of(connection)):
            refusal = self._refusal(scope, connection)
            if refusal is not None:
                await _refuse(scope, send, *refusal)
            elif scope["type"] == "websocket":
                await self.app(scope, receive, send)
            else:
                await self.app(scope, _limited(receive), self._with_headers(scope, send))

    def _refusal(self, scope: Scope, connection: HTTPConnection) -> tuple[int, str, Text] | None:
        """Why a request is refused: a status, a code and a sentence; None if it is passed on."""
        headers = connection.headers
        if not self._is_ours(headers.get("host", "")):
            return 421, "other-host", texts.OTHER_HOST
        address = connection.client.host if connection.client else ""
        if not self.rates.allows(self.rates.requests, address):
            self.measures.refusals.inc()
            return 429, "too-many", texts.TOO_MANY
        is_socket = scope["type"] == "websocket"
        if (is_socket or scope["method"] not in SAFE) and not self._is_own_origin(headers):
            return 403, "other-origin", texts.OTHER_ORIGIN
        if is_socket or scope["method"] in SAFE:
            return None
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > LONGEST_BODY:
            return 413, "too-large", texts.TOO_LARGE.fill(most=LONGEST_BODY)
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "not-json", texts.NOT_JSON
        return None

    def _is_ours(self, host: str) -> bool:
        """Is this a name of this server: an IP address, this computer's name, or that of a given origin?

        Others are refused, so that no page on the internet can reach this server by its own name (DNS rebinding).
        """
        if host.lower() in self.hosts:
            return True
        name = (re.sub(r":\d+$", "", host).strip("[]") or "").lower()
        own = socket.gethostname().lower()
        return name in ("localhost", "testserver", own, f"{own}.local") or _is_address(name)

    def _is_own_origin(self, headers: Headers) -> bool:
        """Does a request come from one of our pages, or from no page at all?"""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        return origin in self.origins or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.measures.requests.labels(str(message["status"])).inc()
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                is_picture = headers.get("content-type", "").startswith("image/svg")
                headers.setdefault("content-security-policy", PICTURE_POLICY if is_picture else POLICY)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        return send_with_headers


def language_of(connection: HTTPConnection) -> str:
    """The reader's language: the one asked for, the one chosen earlier, or the first of the browser's that we speak."""
    asked = connection.query_params.get("lang") or connection.cookies.get("lang")
    if asked in LANGUAGES:
        return asked
    wanted = (part.partition(";")[0].strip()[:2].lower() for part in _languages(connection))
    return next((code for code in wanted if code in LANGUAGES), LANGUAGES[0])


def _languages(connection: HTTPConnection) -> list[str]:
    return connection.headers.get("accept-language", "")[:200].split(",")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _limited(receive: Receive) -> Receive:
    """Receives the body of a request, cut off at the limit whatever its header said."""
    passed = 0

    async def receive_limited() -> Message:
        nonlocal passed
        message = await receive()
        passed += len(message.get("body", b""))
        if passed > LONGEST_BODY:
            return {"type": "http.disconnect"}
        return message

    return receive_limited


async def _refuse(scope: Scope, send: Send, status: int, code: str, message: Text) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4000 + status, "reason": str(message)})
        return
    body = json.dumps(error_body(code, str(message)), ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def error_body(code: str, message: str) -> dict[str, Any]:
    """The body of the answer to a refused request."""
    return {"error": {"code": code, "message": message}}
