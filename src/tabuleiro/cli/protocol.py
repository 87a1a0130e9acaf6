"""`uci` and `ugi`: the engine for chess programs and match runners, over standard input and output."""

from __future__ import annotations

import sys


def uci() -> None:
    """Speak UCI until the other program quits."""
    _serve(is_ugi=False)


def ugi() -> None:
    """Speak UGI until the other program quits."""
    _serve(is_ugi=True)


def _serve(is_ugi: bool) -> None:
    from tabuleiro.engine.server import Server  # slow to load, and not needed for other commands

    Server(sys.stdin, sys.stdout, is_ugi=is_ugi).run()
