"""Errors in what comes from outside. Each says what is wrong, where, and what would be right."""

from __future__ import annotations

from tabuleiro.rules.texts import Text


class TabuleiroError(ValueError):
    """A fault in what was asked for. Its text is in the language in use when it is shown."""

    def __init__(self, message: Text | str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class UnknownGame(TabuleiroError):
    """No game, variant or switch has that name."""


class InvalidMove(TabuleiroError):
    """A text that is not a move on this board."""


class IllegalMove(TabuleiroError):
    """A move that the rules refuse."""


class InvalidPosition(TabuleiroError):
    """A text that is not a position of this game, or a position that is impossible."""


class InvalidRecord(TabuleiroError):
    """A text that is not the record of a game."""
