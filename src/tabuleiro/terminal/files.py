"""Writing files whose names a person has typed."""

from __future__ import annotations

from pathlib import Path

from tabuleiro.messages import screens as texts
from tabuleiro.messages.faults import fault_text
from tabuleiro.rules.errors import TabuleiroError


class NotWritten(TabuleiroError):
    """A file that cannot be written."""


def write_file(name: str, text: str) -> None:
    """Write a text to a file, which may be in a home folder (~); NotWritten."""
    try:
        Path(name).expanduser().write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError, RuntimeError) as error:
        raise NotWritten(texts.CANNOT_WRITE.fill(path=name, why=fault_text(error))) from None
