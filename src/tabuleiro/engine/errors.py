"""What can be wrong with what the engine was asked for."""

from __future__ import annotations

from tabuleiro.rules.errors import TabuleiroError


class EngineError(TabuleiroError):
    """The engine was asked for something that it cannot do, or an engine from outside has failed."""


class EngineFailed(EngineError):
    """An engine from outside did not do its part; whoever plays with it has lost."""
