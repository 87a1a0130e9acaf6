"""The moves the engine plays, the seats it takes and the draws it accepts."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro.engine.analysis import Analysis
from tabuleiro.engine.engine import DRAW_IN_PLAY, Engine
from tabuleiro.engine.errors import EngineError
from tests.engine.positions import (
    GAMES,
    NODES,
    OWN,
    by_lot,
    finished,
    in_both_languages,
    lost_in_two,
    won_in_one,
)

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("id", GAMES)
def test_a_finished_game_has_no_lines_and_no_move(engines: dict[str, Engine], id: str) -> None:
    over = finished(id)
    assert engines[id].analyse(over, nodes=NODES).lines == ()
    assert [found.lines for found in engines[id].stream(over)] == [()]
    with pytest.raises(EngineError) as caught:
        engines[id].choose(over, nodes=NODES)
    assert in_both_languages(caught.value) == (
        "The game is over: there is no move to choose.",
        "O jogo acabou: não há jogada a escolher.",
    )


@pytest.mark.parametrize("id", GAMES)
def test_a_move_is_chosen_with_clocks(engines: dict[str, Engine], id: str) -> None:
    position = by_lot(id, 5)
    for clocks in ((0.05, 0.05), (1.0, 1.0), (0.0, 0.0)):
        move = engines[id].choose(position, clocks=clocks, increment=0.01, moves_to_go=20)
        assert move in position.legal_moves


def test_a_forced_move_is_played_at_once() -> None:
    """Without a search: an endless one would never come back."""
    for seed in range(300):
        position = by_lot("breakthrough:2x4", 4, seed)
        if len(position.legal_moves) == 1:
            with Engine("breakthrough:2x4", hash_mb=1) as engine:
                assert engine.choose(position, nodes=10**15) == position.legal_moves[0]
            return
    raise AssertionError("no position with one move was found")


@pytest.mark.parametrize("id", OWN)
def test_who_wins_keeps_the_seat_and_refuses_a_draw(engines: dict[str, Engine], id: str) -> None:
    engine, position = engines[id], won_in_one(id)
    assert not engine.exchanges_seats(position, nodes=NODES)
    assert not engine.accepts_draw(position, position.turn, nodes=NODES)
    assert engine.accepts_draw(position, 1 - position.turn, nodes=NODES)


@pytest.mark.parametrize("id", ["breakthrough", "fields-of-action", "monkey-queen:6x6-6", "tafl", "trench"])
def test_who_has_lost_would_rather_sit_on_the_other_side(id: str) -> None:
    """Whoever's every move lets the other win at once."""
    position = lost_in_two(id)
    with Engine(id, hash_mb=4) as engine:
        assert engine.exchanges_seats(position, nodes=NODES)
        assert engine.accepts_draw(position, position.turn, nodes=NODES)
        assert not engine.accepts_draw(position, 1 - position.turn, nodes=NODES)


@pytest.mark.parametrize("turn", ["b 23 23", "w 23 25"])
def test_in_play_a_draw_is_a_little_less_than_half_a_win(engines: dict[str, Engine], turn: str) -> None:
    """An analysis says what is true; who plays wants more."""
    board = "4SCKG/4PSCK/4PPSC/4PPPS/sppp4/cspp4/kcsp4/gkcs4"  # no capture is possible before the clock of quiet moves has run out
    engine, position = engines["trench"], tabuleiro.game("trench").position(f"{board} {turn}")
    for _ in range(2):
        seen: list[Analysis] = []
        assert engine.analyse(position, seconds=1).best.win == 0.5
        engine.choose(position, seconds=1, watch=seen.append)
        assert seen[-1].best.win == pytest.approx(DRAW_IN_PLAY, abs=0.01)


def test_an_ended_game_is_judged_by_its_end(engines: dict[str, Engine]) -> None:
    over = finished("breakthrough")
    assert over.outcome is not None
    assert over.outcome.winner is not None
    assert not engines["breakthrough"].accepts_draw(over, over.outcome.winner)
    assert engines["breakthrough"].accepts_draw(over, 1 - over.outcome.winner)


def test_an_engine_tells_what_it_is() -> None:
    with Engine("tafl:brandubh", level=3, threads=2, hash_mb=1) as engine:
        assert repr(engine) == "tabuleiro.Engine('tafl:brandubh', level=3, threads=2)"
