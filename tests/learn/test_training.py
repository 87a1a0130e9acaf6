"""Training finds a network behind what positions tell, keeps what told held-back positions best, and is the same every time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest

import tabuleiro
from tabuleiro.learn.fitting import ONLY_NETWORK, TERMS, fit
from tabuleiro.learn.selfplay import Recipe, play_games
from tabuleiro.learn.training import Lessons, chance_of, network_values, train
from tabuleiro.rules.network import Network, players_of, rows_seen, shapes_of
from tabuleiro.rules.position import Position
from tabuleiro.rules.primitives import TURN
from tabuleiro.rules.weights import NETWORK

pytestmark = pytest.mark.compiled

EXAMPLE = Path(__file__).parents[2] / "examples" / "four-field-kono"


def random_positions(id: str, count: int) -> list[Position]:
    chance = numpy.random.Generator(numpy.random.PCG64(1))
    found: list[Position] = []
    while len(found) < count:
        position = tabuleiro.game(id).start()
        while position.outcome is None and len(found) < count:
            found.append(position)
            position = position.play(position.legal_moves[int(chance.integers(len(position.legal_moves)))])
    return found


def lessons(id: str, count: int) -> Lessons:
    """Positions in which pieces that stand together decide: what no term by itself tells."""
    game = tabuleiro.game(id)
    states = numpy.array([position.state for position in random_positions(id, count)])
    cells, turns = list(game.board.cells), states[:, TURN]
    rows = rows_seen(game)[turns[:, None], states[:, cells], numpy.arange(len(cells))]
    own = (rows >= 0) & (rows < len(cells))
    beside = (own[:, 1:] & own[:, :-1]).sum(axis=1)
    targets = chance_of((beside - beside.mean()) / 2.0)
    players = turns if players_of(game) > 1 else 0 * turns
    return Lessons(rows.astype(numpy.int16), players.astype(numpy.int8), numpy.zeros(count), targets)


def surprise(told: Any, targets: Any) -> float:
    return -float((targets * numpy.log(told) + (1 - targets) * numpy.log(1 - told)).mean())


def held_back(count: int) -> Any:
    return numpy.arange(count) % 5 == 0


@pytest.mark.parametrize("id", ["breakthrough:5x5", "tafl:brandubh"])
def test_what_pieces_tell_together_is_found(id: str) -> None:
    game, given = tabuleiro.game(id), lessons(id, 2000)
    held = held_back(2000)
    network = train(game, given, held, None)
    values = network_values(game, network, given.rows[held], given.players[held])
    least = surprise(given.targets[held], given.targets[held])
    before = surprise(numpy.full(held.sum(), 0.5), given.targets[held]) - least
    after = surprise(chance_of(values / game.win_scale), given.targets[held]) - least
    assert after < before / 3


def test_training_goes_on_from_a_network_and_is_the_same_every_time() -> None:
    game, given, held = tabuleiro.game("breakthrough:5x5"), lessons("breakthrough:5x5", 600), held_back(600)
    first, again = train(game, given, held, None), train(game, given, held, None)
    for one, other in zip(first, again, strict=True):
        assert numpy.array_equal(one, other)
    further = train(game, given, held, first)
    told = [
        surprise(chance_of(network_values(game, network, given.rows[held], given.players[held]) / game.win_scale), given.targets[held])
        for network in (first, further)
    ]  # fmt: skip
    assert told[1] <= told[0] + 1e-4


def test_a_network_that_knows_nothing_more_is_left_as_it_was() -> None:
    game, given, held = tabuleiro.game("breakthrough:5x5"), lessons("breakthrough:5x5", 400), held_back(400)
    shapes = shapes_of(game)
    nothing = Network(*(numpy.zeros(shape, dtype=numpy.int64) for shape in shapes))
    chance = numpy.random.Generator(numpy.random.PCG64(4))
    noise = given._replace(targets=numpy.where(held, 0.5, chance.random(400)))
    kept = train(game, noise, held, nothing)
    assert all(numpy.array_equal(one, other) for one, other in zip(kept, nothing, strict=True))


def test_what_is_fitted_can_be_chosen() -> None:
    game = tabuleiro.game("breakthrough:6x6")
    parts, samples = game.weight_parts(), [play_games(game, Recipe(nodes=60), seed, 10) for seed in "ab"]
    terms, network, both = (fit(game, parts, samples, what) for what in (TERMS, ONLY_NETWORK, "all"))
    assert terms.parts.get(NETWORK) == parts.get(NETWORK)
    assert {**network.parts, NETWORK: ""} == {**parts, NETWORK: ""}
    assert game.with_weights(network.parts).weights[-1] > 0
    assert both.parts["places"] == terms.parts["places"] != parts["places"]
    assert both.after <= terms.after  # to positions held back, of so few games, terms need not tell more than before


def test_a_game_without_an_evaluation_learns_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    import four_field_kono

    game = four_field_kono.GAME()
    assert not game.has_evaluation
    samples = play_games(game, Recipe(nodes=100), "a", 40)
    assert not numpy.isnan(samples.results).any()
    found = fit(game, {}, [samples])
    assert list(found.parts) == [NETWORK]
    assert found.after < found.before
    twin = game.with_weights(found.parts)
    assert twin.has_evaluation
    assert [term.name for term in twin.all_terms] == ["network"]
