"""Numbers as the language in use writes them."""

from __future__ import annotations

from tabuleiro.rules.texts import Text, language


def number(value: float, decimals: int = 0) -> str:
    """A number as the language in use writes it: 1,234.5 or 1 234,5."""
    text = f"{round(value, decimals) or 0.0:,.{decimals}f}"  # no minus before nothing
    return text.translate(str.maketrans(",.", "\N{NO-BREAK SPACE},")) if language() == "pt" else text


def decimal(value: float) -> Text:
    """A short number, such as a level's, as each language writes it: 4.5 or 4,5."""
    text = str(value)
    return Text(text, text.replace(".", ","))
