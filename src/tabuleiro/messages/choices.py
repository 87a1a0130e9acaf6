"""The choices that a game offers: its variants, and the values of its switches."""

from __future__ import annotations

from tabuleiro.rules.description import Option
from tabuleiro.rules.game import Game
from tabuleiro.rules.texts import Text


def offered_variants(game: Game) -> list[str]:
    """The names of the variants to choose from: first the usual one, under its own name if it has one."""
    usual = type(game)().default_variant
    return [usual, *(name for name in game.variants if name != usual)]


def about_variant(game: Game, name: str) -> Text | str:
    """A line that describes a variant."""
    return game.variants[name][1] if name in game.variants else ""


def listed_values(option: Option, most: int) -> list[str] | None:
    """All values of an option, if there are at most this many; None if the value has to be typed."""
    numbers = option.numbers or range(0)
    if option.check is not None or len(option.words) + len(numbers) > most:
        return None
    return [*option.words, *map(str, numbers)]
