"""Errors of the engine, and checks of what it is given."""

from __future__ import annotations

from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import Text


class EngineError(TabuleiroError):
    """The engine was asked for something impossible, or an outside engine has failed."""


class EngineFailed(EngineError):
    """An outside engine has failed; its side has lost."""


def check_position(position: object) -> None:
    """EngineError if this is not a position."""
    if not isinstance(position, Position):
        raise EngineError(
            Text(
                "A position is needed, such as game.start() or game.position(FEN), not {given}.",
                "É precisa uma posição, como game.start() ou game.position(FEN), e não {given}.",
            ).fill(given=repr(position)[:40])
        )


def check_player(name: str, player: object) -> None:
    """EngineError if this argument is not the number of a player."""
    if not isinstance(player, int) or isinstance(player, bool) or player not in (0, 1):
        raise EngineError(
            Text(
                "{name} must be 0, for the first player, or 1, for the second, not {given}.",
                "{name} tem de ser 0, para o primeiro jogador, ou 1, para o segundo, e não {given}.",
            ).fill(name=name, given=repr(player)[:40])
        )
