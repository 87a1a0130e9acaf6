"""What all games tell the engine: fair from every side, linear in the weights, and the same compiled and as plain Python.

That it is true is checked for all variants with the conformance kit; here it is for some more that have no name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import pytest

import tabuleiro
from tabuleiro.conformance.advice import check_considered, check_evaluation, check_foresight, check_skip
from tabuleiro.conformance.moves import reflect
from tabuleiro.conformance.samples import lively_sample
from tabuleiro.games import kind
from tabuleiro.rules.errors import InvalidPosition
from tabuleiro.rules.kernel import is_compiling
from tests.games.common import TAFL_WITH_SWITCHES

OURS = [name for name in tabuleiro.games() if kind(name).__module__.startswith("tabuleiro.")]
NAMED = [tabuleiro.game(f"{name}:{variant}").id for name in OURS for variant in ("", *kind(name).variants)]
UNNAMED = [
    "breakthrough:5x6",
    "breakthrough:9x8",
    "breakthrough:3x4",
    "breakthrough:8x8;home_rows=1",
    "monkey-queen;metric=chebyshev",
    "monkey-queen:6x6-4;metric=chebyshev",
    "monkey-queen:10x10-3",
    "monkey-queen:18x18-30",
    *TAFL_WITH_SWITCHES,
    "trench:seed;general_capture_wins=yes",
    "trench:seed;ply_limit=31;no_capture_limit=12",
    "trench:points-25;target=12;equal_turns=no;repetition=3",
    "trench:points-25;target=12;repetition=3;general_capture_wins=yes",
]
ALL = sorted({*NAMED, *UNNAMED})[:: 1 if is_compiling() else 5]


@pytest.mark.compiled
@pytest.mark.parametrize(
    "check", [check_evaluation, check_foresight, check_considered, check_skip], ids=lambda check: check.__name__
)
@pytest.mark.parametrize("id", UNNAMED)
def test_variants_without_a_name_hold_too(id: str, check: Callable[[tabuleiro.Game], None]) -> None:
    check(tabuleiro.game(id))


# Exits named one by one need not lie alike on all sides.
@pytest.mark.parametrize("id", [id for id in ALL if "escape=cells" not in id])
def test_the_value_is_the_same_from_every_side(id: str, advice: Any) -> None:
    game = tabuleiro.game(id)
    for position in lively_sample(game, advice.some(60)):
        for symmetry in game.symmetries:
            try:
                image = game.build(reflect(game, game.setup_of(position), symmetry))
            except InvalidPosition:
                continue  # where the players' turns are counted, exchanging them may be impossible
            assert advice.value(image) == advice.value(position), (position.fen, symmetry.name)
            if not symmetry.swaps_players:
                assert advice.foreseen(image) == advice.foreseen(position), (position.fen, symmetry.name)


@pytest.mark.parametrize("id", ALL)
def test_the_value_is_linear_in_the_weights(id: str, advice: Any) -> None:
    game = tabuleiro.game(id)
    chance = numpy.random.default_rng(1)
    rounding = 2 * len(game.terms)  # a term that depends on how much of the game is left may be rounded
    for position in lively_sample(game, advice.some(30)):
        weights = game.weights[: game.own_weights]
        part = chance.integers(-50, 50, game.own_weights)
        # The last number says that there is no network.
        values = [advice.value(position, numpy.append(some, 0)) for some in (part, weights - part, weights)]
        assert abs(values[0] + values[1] - values[2]) <= rounding, position.fen


@pytest.mark.compiled
@pytest.mark.parametrize("id", ALL)
def test_compiled_advice_is_that_of_plain_python(id: str, advice: Any, plain_advice: Any) -> None:
    for position in lively_sample(tabuleiro.game(id), 12):
        for ask in ("terms", "foreseen", "considered", "skipped", "table_key"):
            assert getattr(advice, ask)(position) == getattr(plain_advice, ask)(position), (ask, position.fen)
