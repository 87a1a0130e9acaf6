"""What every game is given by its base class."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping

from tabuleiro.games import kind
from tabuleiro.match.listing import title_with_variant


class WithoutNames(kind("breakthrough")):  # type: ignore[misc]
    """A game with switches, and no variant that has a name."""

    def variant_names(self) -> Iterable[tuple[str, Mapping[str, str | int]]]:
        yield "", {}


def test_switches_outlast_pickling_where_no_variant_has_a_name() -> None:
    game = WithoutNames(files=5)
    assert game.id == "breakthrough;files=5"
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.settings["files"] == 5


def test_what_is_behind_the_name_is_shown_with_the_title() -> None:
    assert title_with_variant(WithoutNames()) == "Breakthrough"
    assert title_with_variant(WithoutNames(files=5)) == "Breakthrough (files=5)"
    assert title_with_variant(kind("tafl")("brandubh", king_armed="no")) == "Tafl (brandubh;king_armed=no)"
