"""Texts in two languages."""

from __future__ import annotations

import pytest

from tabuleiro.rules.errors import IllegalMove
from tabuleiro.rules.texts import Text, language, listing, same, set_language, using_language

GREETING = Text("good morning, {name}", "bom dia, {name}")


def test_a_text_is_shown_in_the_language_in_use() -> None:
    assert language() == "en"
    assert str(Text("cell", "casa")) == "cell"
    with using_language("pt"):
        assert str(Text("cell", "casa")) == "casa"
    assert str(Text("cell", "casa")) == "cell"


def test_names_are_filled_in_every_language() -> None:
    assert GREETING.fill(name=Text("king", "rei")) == Text("good morning, king", "bom dia, rei")
    assert GREETING.fill(name=3).capitalized() == Text("Good morning, 3", "Bom dia, 3")


def test_listing() -> None:
    assert listing([]) == Text("none", "nenhum")
    assert listing([same("a")]) == same("a")
    assert listing([same("a"), same("b"), same("c")]) == Text("a, b and c", "a, b e c")
    assert listing([same("a"), same("b")], last=Text(" or ", " ou ")) == Text("a or b", "a ou b")


def test_an_error_speaks_the_language_in_use_when_it_is_shown() -> None:
    error = IllegalMove(Text("No.", "Não."))
    with using_language("pt"):
        assert str(error) == "Não."
    assert str(error) == "No."
    assert isinstance(error, ValueError)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no language 'xx'"):
        set_language("xx")
