"""What can go wrong with the database of kept games."""

from __future__ import annotations

from tabuleiro.rules.errors import TabuleiroError


class StoreFailed(TabuleiroError):
    """A database cannot be opened, read or written. The message says which one, and why."""


class NotKept(TabuleiroError):
    """No match with that number is kept."""


class PlayedElsewhere(TabuleiroError):
    """A game has changed since it was read: another program plays it as well."""
