"""`serve`: all games in a browser, on this computer, on a home network, or for a club."""

from __future__ import annotations

import re
import socket
import sys
from typing import Annotated

import typer

from tabuleiro.cli.database import open_database
from tabuleiro.cli.errors import BadInput, read_number
from tabuleiro.cli.output import say
from tabuleiro.messages import server as texts
from tabuleiro.rules.texts import same

PORT = 8765
"""The default port; if it is taken, another one is used."""


def serve(
    host: Annotated[str, typer.Option("--host", metavar="HOST")] = "127.0.0.1",
    port: Annotated[str | None, typer.Option("--port", metavar="NUMBER")] = None,
    opens: Annotated[bool, typer.Option("--open")] = False,
    database: Annotated[str | None, typer.Option("--database", metavar="URL")] = None,
    origins: Annotated[list[str] | None, typer.Option("--origin", metavar="URL")] = None,
    threads: Annotated[str | None, typer.Option("--threads", metavar="NUMBER")] = None,
) -> None:
    """Serve the page until interrupted; if a browser is to be opened and there is none, play in the terminal."""
    from tabuleiro.web import serving

    if opens and not serving.has_browser():
        _play_in_terminal()
        return
    known = [_read_origin(given) for given in origins or ()]
    count = None if threads is None else read_number(same("--threads"), threads, 1, 256)
    with open_database(database) as kept:
        listening = _listen(host, port)
        address = serving.address_of(listening)

        def started() -> None:
            say(texts.SERVING.fill(address=address))
            other = serving.network_host(listening)
            if other is not None:
                theirs = known[0] + "/" if known else serving.address_of(listening, other)
                say(texts.GIVE_ADDRESS.fill(address=theirs))
                if sys.stdout.isatty():
                    print(serving.qr_code(theirs))
            say(texts.STOP_BY)
            if opens:
                serving.open_browser(address)

        serving.run(kept, listening, origins=known, threads=count, started=started)


def _listen(host: str, port: str | None) -> socket.socket:
    from tabuleiro.web import serving

    if port is not None:
        return serving.listen(host, read_number(same("--port"), port, 0, 65_535))
    try:
        return serving.listen(host, PORT)
    except serving.NoPort:
        return serving.listen(host, 0)


def _read_origin(given: str) -> str:
    if re.fullmatch(r"https?://[A-Za-z0-9.\-\[\]:]{1,255}/?", given) is None:
        raise BadInput(texts.BAD_ORIGIN.fill(given=given[:80]))
    return given.rstrip("/").lower()


def _play_in_terminal() -> None:
    from tabuleiro.cli.playing import play_what_is_chosen

    say(texts.NO_BROWSER)
    play_what_is_chosen()
