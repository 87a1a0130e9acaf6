"""Numbers as the language in use writes them."""

from __future__ import annotations

from tabuleiro.rules.texts import Text, language


def number(value: float, decimals: int = 0) -> str:
    """A number as the language in use writes it: 1,234.5 or 1 234,5."""
    text = f"{round(value, decimals) or 0.0:,.{decimals}f}"  # no minus before 0
    return text.translate(str.maketrans(",.", "\N{NO-BREAK SPACE},")) if language() == "pt" else text


def percentage(share: float, decimals: int = 0) -> str:
    """A share in percent, as the language in use writes it; only exactly nothing and all read 0 % and 100 %."""
    text = f"{100 * share:.{decimals}f}"
    if decimals == 0 and 0 < share < 1:
        text = {"0": "<1", "100": ">99"}.get(text, text)
    return f"{text.replace('.', ',')}\N{NO-BREAK SPACE}%" if language() == "pt" else f"{text}%"


def counted(count: float, one: Text, several: Text, decimals: int = 0) -> Text:
    """How many there are, in words: `one` if there is one, else `several` with its `{count}` filled in."""
    return one if count == 1 else several.fill(count=number(count, decimals))


def positions(count: int) -> Text:
    """A number of positions, in words."""
    return counted(count, Text("1 position", "1 posição"), Text("{count} positions", "{count} posições"))


def decimal(value: float) -> Text:
    """A short number, such as a level's, as each language writes it: 4.5 or 4,5."""
    text = f"{value:.9g}"
    return Text(text, text.replace(".", ","))
