"""Numbers as the language in use writes them."""

from __future__ import annotations

from tabuleiro.rules.texts import language


def number(value: float, decimals: int = 0) -> str:
    """A number as the language in use writes it: 1,234.5 or 1 234,5."""
    text = f"{value:,.{decimals}f}"
    return text.translate(str.maketrans(",.", " ,")) if language() == "pt" else text
