"""What the page is told of games: ratings of levels only where they were measured."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro.engine.levels import NUMBERS, levels_of
from tabuleiro.messages.choices import offered_variants
from tabuleiro.web.descriptions import describe_board, describe_game


@pytest.mark.parametrize("id", tabuleiro.games())
def test_levels_are_rated_in_the_variants_that_were_measured(id: str) -> None:
    game = tabuleiro.game(id)
    told = describe_game(game)
    rated = {variant["id"] for variant in told["variants"] if variant["id"] in told["ratings"]}
    measured = {name for name in offered_variants(game) if levels_of(type(game)(name))[0].rating is not None}
    assert len(rated) == len(measured)
    assert told["ratings"][id] == told["ratings"][told["variants"][0]["id"]]
    for ratings in told["ratings"].values():
        assert len(ratings) == len(NUMBERS)
        assert ratings == sorted(ratings)


@pytest.mark.parametrize("id", tabuleiro.games())
def test_kinds_of_pieces_can_be_told_apart_by_their_names(id: str) -> None:
    pieces = describe_board(tabuleiro.game(id))["pieces"].values()
    assert len({piece["name"] for piece in pieces}) == len(pieces)
