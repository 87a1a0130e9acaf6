"""What can go wrong on a command line: exit codes, and the files and values that are refused in one sentence."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tabuleiro.messages.commands import CANNOT_READ, CANNOT_WRITE, NO_NUMBER, ONE_OF
from tabuleiro.messages.faults import fault_text
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import Text

BAD_INPUT, FAULT, INTERRUPTED, PIPE_CLOSED = 2, 1, 130, 141
"""Exit codes: a request that cannot be met, a fault of our own, Ctrl-C, output that nobody reads any more."""


class BadInput(TabuleiroError):
    """A command line that asks for something impossible."""


def read_text(path: str | Path) -> str:
    """The text of a file; BadInput."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise BadInput(CANNOT_READ.fill(path=path, why=fault_text(error))) from None


def read_text_or_input(path: str) -> str:
    """The text of a file, or of the standard input for `-`; BadInput."""
    return sys.stdin.read() if path == "-" else read_text(path)


def check_writable(path: str | Path) -> None:
    """Check, before long work, that a file can be written, without changing it; BadInput."""
    file = Path(path)
    is_new = not os.path.lexists(file)
    try:
        file.open("ab").close()
        if is_new:
            file.unlink()
    except (OSError, ValueError) as error:
        raise BadInput(CANNOT_WRITE.fill(path=path, why=fault_text(error))) from None


def write_text(path: str | Path, text: str) -> None:
    """Write a file; BadInput."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadInput(CANNOT_WRITE.fill(path=path, why=fault_text(error))) from None


def read_number(name: Text, given: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`; BadInput."""
    if given.isascii() and given.isdigit() and len(given) < 10 and least <= int(given) <= most:
        return int(given)
    raise BadInput(NO_NUMBER.fill(name=name, least=least, most=most, given=given[:40]))


def one_of(option: str, given: str, allowed: tuple[str, ...]) -> str:
    """One of the words that an option allows; BadInput."""
    if given.lower() in allowed:
        return given.lower()
    raise BadInput(ONE_OF.fill(option=option, given=given[:40], allowed=", ".join(allowed)))
