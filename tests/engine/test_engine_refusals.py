"""What the engine refuses, each time with a sentence in both languages."""

from __future__ import annotations

from typing import Any

import pytest

import tabuleiro
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.proof import prove
from tests.engine.positions import (
    NODES,
    by_lot,
    in_both_languages,
)

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(
    "settings, sentence",
    [
        ({"threads": 0}, "1 to 64 threads"),
        ({"threads": 1000}, "1 to 64 threads"),
        ({"threads": 1.5}, "1 to 64 threads"),
        ({"hash_mb": 0}, "1 to 65536 MB"),
        ({"hash_mb": 10**9}, "1 to 65536 MB"),
        ({"level": 0}, "There is no level 0; levels go from 1, the weakest, to 10, with halves"),
        ({"level": 11}, "There is no level 11;"),
        ({"level": True}, "There is no level True;"),
        ({"level": "strong"}, "There is no level 'strong';"),
        ({"level": "5"}, "There is no level '5';"),
        ({"search": 3}, "There is no search '3'; there are alphabeta, mcts."),
        ({"search": ""}, "There is no search ''; there are alphabeta, mcts."),
        ({"search": "oracle"}, "There is no search 'oracle'; there are alphabeta, mcts."),
        ({"seed": None}, "seed must be a whole number; None is not."),
        ({"seed": "a", "search": "mcts"}, "seed must be a whole number; 'a' is not."),
    ],
)
def test_bad_settings_are_refused_with_a_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(EngineError) as caught:
        Engine("breakthrough", **settings)
    english, portuguese = in_both_languages(caught.value)
    assert sentence in english
    assert portuguese != english
    assert portuguese.endswith(".")


@pytest.mark.parametrize("limits", [{"nodes": 0}, {"depth": 0}, {"seconds": -1.0}])
def test_bad_limits_are_refused_at_once(engines: dict[str, Engine], limits: dict[str, Any]) -> None:
    """Also by a stream that nobody has looked into yet."""
    position = by_lot("breakthrough", 3)
    engine = engines["breakthrough"]
    for ask in (engine.analyse, engine.stream, engine.choose):
        with pytest.raises(EngineError, match="must be at least"):
            ask(position, **limits)
    for lines in (0, -1):
        for ask in (engine.analyse, engine.stream):
            with pytest.raises(EngineError, match=f"lines must be at least 1; {lines} is not"):
                ask(position, lines=lines)


@pytest.mark.parametrize("given", ["1", [1], 1j])
@pytest.mark.parametrize("name", ["seconds", "nodes", "depth", "lines"])
def test_what_is_no_number_is_no_limit(engines: dict[str, Engine], name: str, given: object) -> None:
    limits: dict[str, Any] = {"nodes": 1, name: given}
    with pytest.raises(EngineError, match="must be at least") as caught:
        engines["breakthrough"].stream(by_lot("breakthrough", 3), **limits)
    assert f"; {given!r} is not." in str(caught.value)


@pytest.mark.parametrize(
    "thinking, sentence",
    [
        ({"clocks": 5}, "clocks must be the seconds that both players have left, such as (60, 60), not 5."),
        ({"clocks": (1, 2, 3)}, "not (1, 2, 3)."),
        ({"clocks": ("1", "1")}, "clocks[0] must be a number, and not too large; '1' is not."),
        ({"clocks": (1, float("nan"))}, "clocks[1] must be a number, and not too large; nan is not."),
        ({"clocks": (1, 10**400)}, "clocks[1] must be a number, and not too large; 1000"),
        ({"clocks": (1, 1), "increment": "a"}, "increment must be a number, and not too large; 'a' is not."),
        ({"clocks": (1, 1), "moves_to_go": "a"}, "moves_to_go must be a number, and not too large; 'a' is not."),
        ({"clocks": (1, 1), "seconds": "a"}, "seconds must be at least 0; 'a' is not."),
        ({"seconds": 10**400}, "seconds must be a number, and not too large; 1000"),
        ({"watch": 3}, "watch must be a function that is told what was found, not 3."),
    ],
)
@pytest.mark.parametrize("level", [1, 10])
def test_who_chooses_refuses_with_a_sentence_what_it_cannot_think_by(
    level: int, thinking: dict[str, Any], sentence: str
) -> None:
    with Engine("breakthrough", level=level, hash_mb=1) as engine:
        with pytest.raises(EngineError) as caught:
            engine.choose(engine.game.start(), **thinking)
        english, portuguese = in_both_languages(caught.value)
        assert sentence in english
        assert portuguese != english
        with pytest.raises(EngineError, match="nodes must be at least 1; 'a' is not"):
            engine.choose(engine.game.start(), nodes="a")  # type: ignore[arg-type]
        with pytest.raises(EngineError, match="seed must be a whole number; 'a' is not"):
            engine.new_game("a")  # type: ignore[arg-type]


@pytest.mark.parametrize("search", ["alphabeta", "mcts"])
def test_lines_are_whole(search: str) -> None:
    with Engine("breakthrough", hash_mb=1, search=search) as engine:
        assert len(engine.analyse(engine.game.start(), nodes=NODES, lines=2.5).lines) == 2  # type: ignore[arg-type]


def test_what_is_no_position_no_game_and_no_player_is_refused(engines: dict[str, Engine]) -> None:
    engine: Any = engines["breakthrough"]
    start = engine.game.start()
    given: Any
    for ask in (engine.analyse, engine.choose, engine.ponder, engine.prove, engine.exchanges_seats, prove):
        for given in (start.fen, engine.game, None):
            with pytest.raises(EngineError, match="A position is needed"):
                ask(given)
    for given in (3, None, start):
        with pytest.raises(EngineError, match="An engine plays a game"):
            Engine(given)
    for given in (2, "0", engine.game.players[0], True):
        with pytest.raises(EngineError, match="player must be 0, for the first player"):
            engine.accepts_draw(start, given, nodes=NODES)


def test_a_position_of_another_game_is_refused(engines: dict[str, Engine]) -> None:
    engine = engines["breakthrough"]
    for other in (tabuleiro.game("tafl").start(), tabuleiro.game("breakthrough:6x6").start()):
        for ask in (engine.analyse, engine.stream, engine.choose, engine.ponder, engine.prove, engine.exchanges_seats):
            with pytest.raises(EngineError) as caught:
                ask(other)
            english, portuguese = in_both_languages(caught.value)
            assert english == f"This engine plays breakthrough; the position is one of {other.game.id}."
            assert portuguese == f"Este motor joga breakthrough; a posição é de {other.game.id}."


def test_closing_twice_is_fine_and_a_closed_engine_says_so() -> None:
    position = by_lot("breakthrough", 3)
    engine = Engine("breakthrough", hash_mb=1)
    engine.ponder(position)
    engine.close()
    engine.close()
    with pytest.raises(EngineError, match="has been closed"):
        engine.analyse(position, nodes=NODES)
