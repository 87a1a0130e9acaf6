"""Networks: what the kernel makes of them is what their numbers say, from every side, and damaged ones are refused."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import tabuleiro
from tabuleiro.conformance.advice import check_evaluation
from tabuleiro.conformance.moves import reflect
from tabuleiro.conformance.samples import lively_sample
from tabuleiro.rules.errors import InvalidPosition
from tabuleiro.rules.game import Game
from tabuleiro.rules.kernel import is_compiling
from tabuleiro.rules.network import (
    HIDDEN,
    ONE,
    ONE_BITS,
    WORTH_BITS,
    Network,
    fits,
    players_of,
    read_network,
    rows_seen,
    shapes_of,
    views_of,
    whole,
    write_network,
)
from tabuleiro.rules.position import Position
from tabuleiro.rules.primitives import TURN
from tabuleiro.rules.weights import NETWORK

IDS = (
    *("breakthrough", "breakthrough:5x6", "fields-of-action", "monkey-queen", "monkey-queen:6x6-4"),
    *("tafl", "tafl:brandubh", "trench"),
)
SOME = 20 if is_compiling() else 3


def any_network(game: Game, seed: int = 1) -> Network:
    """A network of numbers by lot, such as learning makes."""
    chance, shapes = numpy.random.Generator(numpy.random.PCG64(seed)), shapes_of(game)
    sizes = Network(ONE, 8 << WORTH_BITS, 20, ONE // 2)
    return Network(*(chance.integers(-size, size, shape) for size, shape in zip(sizes, shapes, strict=True)))


def with_network(game: Game, network: Network) -> Game:
    return game.with_weights({**game.weight_parts(), NETWORK: write_network(game, network)})


def without_network(game: Game) -> Game:
    return game.with_weights({**game.weight_parts(), NETWORK: ""})


def value_of(game: Game, position: Position) -> tuple[int, Any]:
    terms = game.new_terms()
    return int(game.advice.evaluate(game.rules, game.weights, position.state.copy(), terms)), terms


def said(game: Game, network: Network, position: Position) -> int:
    """What a network says of a position, worked out piece by piece."""
    every, seen = whole(game, network), rows_seen(game)
    way = position.turn if players_of(game) > 1 else 0
    sums = every.begin[way].copy()
    for place, cell in enumerate(game.board.cells):
        piece = int(position.state[cell])
        if piece:
            sums += every.rows[seen[position.state[TURN], piece, place]]
    cut = numpy.clip(sums, 0, ONE)
    return (int((every.worth[way] * cut * cut).sum()) >> WORTH_BITS + 2 * ONE_BITS) + int(every.added[way])


@pytest.mark.parametrize("id", IDS)
def test_the_kernel_says_what_the_numbers_say(id: str) -> None:
    game = tabuleiro.game(id)
    network = any_network(game)
    twin, plain, found = with_network(game, network), without_network(game), set()
    assert fits(game, network)
    for position in lively_sample(game, SOME):
        told, terms = value_of(twin, position)
        assert told - value_of(plain, position)[0] == said(game, network, position)
        assert terms[-2 + position.turn] == said(game, network, position)
        assert terms[-1 - position.turn] == 0
        found.add(said(game, network, position))
    assert len(found) > 1


@pytest.mark.parametrize("id", IDS)
def test_a_network_sees_the_same_from_every_side(id: str) -> None:
    game = with_network(tabuleiro.game(id), any_network(tabuleiro.game(id)))
    for position in lively_sample(game, SOME):
        for symmetry in game.symmetries:
            try:
                image = game.build(reflect(game, game.setup_of(position), symmetry))
            except InvalidPosition:
                continue  # where the players' turns are counted, exchanging them may be impossible
            assert value_of(game, image)[0] == value_of(game, position)[0], symmetry.name


@pytest.mark.parametrize("id", ["breakthrough:5x5", "tafl:brandubh", "monkey-queen:6x6-4"])
def test_compiled_and_plain_say_the_same_and_terms_add_up(id: str) -> None:
    game = with_network(tabuleiro.game(id), any_network(tabuleiro.game(id), seed=2))
    assert [term.name for term in game.all_terms] == [*(term.name for term in game.terms), "network"]
    assert game.has_evaluation
    check_evaluation(game)


def test_the_largest_numbers_do_not_spill_over() -> None:
    game = tabuleiro.game("breakthrough:5x5")
    shapes = shapes_of(game)
    begin, worth = numpy.zeros(shapes.begin, dtype=numpy.int64), numpy.ones(shapes.worth, dtype=numpy.int64)
    signs = numpy.where(numpy.arange(shapes.rows[1]) % 2, 1, -1)
    added, rows = numpy.zeros(1, dtype=numpy.int64), numpy.ones(shapes.rows, dtype=numpy.int64) * signs
    largest = Network(begin, worth << 14, added, rows * 1310)
    assert fits(game, largest)
    assert not fits(game, largest._replace(rows=rows * 1311))
    for position in lively_sample(game, SOME):
        assert value_of(with_network(game, largest), position)[1][-2 + position.turn] == said(game, largest, position)


def test_views_are_all_that_symmetries_of_one_player_make() -> None:
    assert len(views_of(tabuleiro.game("trench"))) == 2
    assert len(views_of(tabuleiro.game("tafl"))) == 8
    assert shapes_of(tabuleiro.game("tafl")) == Network((2, 4), (2, 4), (2,), (3 * 81, 4))
    assert whole(tabuleiro.game("tafl"), any_network(tabuleiro.game("tafl"))).rows.shape == (3 * 81, HIDDEN)


def test_a_network_is_read_as_it_was_written() -> None:
    game = tabuleiro.game("trench")
    network = any_network(game)
    read = read_network(game, write_network(game, network))
    assert read is not None
    for one, other in zip(network, read, strict=True):
        assert numpy.array_equal(one, other)


def test_a_network_of_another_board_is_not_used() -> None:
    large, small = tabuleiro.game("breakthrough"), tabuleiro.game("breakthrough:6x6")
    text = write_network(large, any_network(large))
    assert read_network(small, text) is None
    assert small.with_weights({**small.weight_parts(), NETWORK: text}).weights[-1] == 0


def test_a_damaged_network_is_refused() -> None:
    game = tabuleiro.game("breakthrough:6x6")
    network = any_network(game)
    text = write_network(game, network)
    spilling = write_network(game, network._replace(rows=network.rows + 30_000))
    for damaged in (text[:-8], text[:40] + "?" + text[41:], text + "AAAA", spilling):
        with pytest.raises(ValueError, match=r"."):
            game.with_weights({**game.weight_parts(), NETWORK: damaged})
