"""Running a server: its socket, the addresses to give to others, and the browser that is opened at it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from threading import Thread

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from tabuleiro.messages import server as texts
from tabuleiro.records.database import Database
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.web.application import make_application
from tabuleiro.web.sockets import LONGEST_FRAME

LONGEST_QUEUE = 16
"""The most messages of a connection that may wait to be read."""

SWITCH_SECONDS = 0.0005
"""How long a thread may run before others get their turn: writing a move takes several switches of threads."""

BACKLOG = 2048
CLOSING_SECONDS = 3

LONGEST_HEAD = 64_000
"""The most bytes of a request before its body."""

REQUEST_SECONDS = 20.0
"""How long a request may take to arrive."""


class NoPort(TabuleiroError):
    """The server cannot listen at this address."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; NoPort says why there can be none. Port 0 stands for any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        found.close()
        why = getattr(error, "strerror", None) or error
        raise NoPort(texts.PORT_TAKEN.fill(host=host, port=port, why=why)) from None
    return found


def run(
    database: Database,
    listening: socket.socket,
    *,
    origins: Sequence[str] = (),
    threads: int | None = None,
    started: Callable[[], None] = lambda: None,
) -> None:
    """Serve until interrupted; `started` is called once requests are answered."""
    sys.setswitchinterval(SWITCH_SECONDS)
    app = make_application(database, origins=origins, threads=threads)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=2 * LONGEST_FRAME,
        ws_max_queue=LONGEST_QUEUE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
        server_header=False,
        http=ImpatientProtocol,
        h11_max_incomplete_event_size=LONGEST_HEAD,
    )
    server = _Server(config, started)
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[listening]))


class ImpatientProtocol(H11Protocol):
    """HTTP with a limit to how long a request may take to arrive; uvicorn itself waits for ever."""

    _deadline: asyncio.TimerHandle | None = None
    _is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Pass on what has arrived, and wait for the rest if it is not a whole request."""
        super().data_received(data)
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a WebSocket, without a time limit."""
        self._is_upgraded = True
        self._forget()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._forget()
        super().connection_lost(exc)

    def _watch(self) -> None:
        arrives = not self._is_upgraded and (self.cycle is None or self.cycle.more_body)
        if not arrives or self.transport.is_closing():
            self._forget()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def _forget(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class _Server(uvicorn.Server):
    """A server that calls a function once it has started."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start answering requests."""
        await super().startup(sockets)
        self._tell_started()


def address_of(listening: socket.socket, host: str | None = None) -> str:
    """The address of the page, with the socket's own host or another one."""
    own, port = listening.getsockname()[:2]
    name = host or ("localhost" if ip_address(own).is_loopback or ip_address(own).is_unspecified else own)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def network_host(listening: socket.socket) -> str | None:
    """The address by which others on the network reach this computer; None if the socket is only for this computer."""
    own = ip_address(listening.getsockname()[0])
    if own.is_loopback:
        return None
    if not own.is_unspecified:
        return str(own)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: this only finds out which of our addresses would be used
            return str(probe.getsockname()[0])
        except OSError:
            return None


def qr_code(text: str) -> str:
    """A text as a QR code in characters, for phones to read."""
    import io

    import segno

    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True, border=2)
    return out.getvalue()


def has_browser() -> bool:
    """Is there a browser to open on this computer's screen?"""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return bool(os.environ.get("BROWSER"))
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def open_browser(address: str) -> None:
    """Open the page, without waiting for the browser."""
    Thread(target=webbrowser.open, args=(address,), daemon=True).start()
