"""What can be wrong between people who play, whatever the game."""

from __future__ import annotations

from tabuleiro.rules.errors import TabuleiroError


class MatchError(TabuleiroError):
    """Something that a game or a match does not allow now. The message says why, and what would be right."""
