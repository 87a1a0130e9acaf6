"""The command line, `tabuleiro COMMAND`, in English and in Portuguese."""

from __future__ import annotations

from tabuleiro.cli.application import main

__all__ = ["main"]
