"""Games in many processes: the same as in one, resumed after an end at any time, and not stopped by players that crash or hang."""

from __future__ import annotations

import importlib.util
import itertools
import os
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tabuleiro.arena.cluster import Seat
from tabuleiro.arena.game_loop import Board
from tabuleiro.arena.plan import Plan
from tabuleiro.arena.results import Played
from tabuleiro.arena.run_file import KeptRun, read_run
from tabuleiro.arena.runner import counted, in_order, pair_scores, run
from tabuleiro.arena.sequential import Sprt
from tabuleiro.arena.workers import LEAST_PATIENCE, PATIENCE, LocalCrew, in_processes, patience_for
from tabuleiro.engine.errors import EngineError
from tabuleiro.rules.texts import using_language
from tests.arena.conftest import MakePlayer
from tests.missing import missing

pytestmark = pytest.mark.compiled

PLAN = Plan("breakthrough:4x4", ("alphabeta:nodes=50", "level:1", "random"), games=4, opening_plies=1)


def without_seconds(games: list[Played]) -> list[Played]:
    return [replace(game, seconds=(0.0, 0.0)) for game in games]


def expected(plan: Plan) -> list[Played]:
    with closing(Board(plan)) as board:
        return without_seconds([board.play(number) for number in range(plan.meetings)])


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.soak), 2])
def test_many_processes_play_the_same_games_as_one(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "run.jsonl"
    with KeptRun(path, PLAN) as kept:
        assert len(list(run(kept, workers))) == PLAN.meetings
    plan, games = read_run(path)
    assert without_seconds(in_order(plan, games)) == expected(PLAN)


def test_an_interrupted_run_goes_on_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with KeptRun(path, PLAN) as kept, closing(run(kept, 2)) as games:
        first = list(itertools.islice(games, 5))
    assert without_seconds(read_run(path)[1]) == without_seconds(first)
    with KeptRun(path, PLAN) as kept:
        assert len(list(run(kept, 2))) == PLAN.meetings - 5
        assert without_seconds(in_order(PLAN, kept.played)) == expected(PLAN)
    with KeptRun(path, PLAN) as kept:
        assert list(run(kept, 2)) == []


@pytest.mark.parametrize(
    "go, why",
    [("os.kill(os.getppid(), signal.SIGKILL)", "process ended"), ("os.kill(os.getppid(), signal.SIGSTOP)", "hung")],
)
def test_a_process_that_dies_or_hangs_costs_the_thinker_the_game(failing_player: MakePlayer, go: str, why: str) -> None:
    plan = Plan("breakthrough:4x4", (failing_player(go), "random"), games=2, seconds=0.1, opening_plies=0)
    with closing(LocalCrew(plan, 1, patience=3.0)) as crew:
        games = dict(crew.play(range(2)))
    assert [games[number].winner for number in range(2)] == [1, 0]
    assert [games[number].seats for number in range(2)] == [(0, 1), (1, 0)]
    assert all(game.reason == "forfeit" and why in game.failure for game in games.values())


@pytest.mark.parametrize(
    ("limits", "players", "patience"),
    [
        ({}, ("random", "level:1"), PATIENCE),
        ({"seconds": 0.1}, ("random", "level:1"), LEAST_PATIENCE),
        ({"seconds": 1.0}, ("alphabeta:seconds=100,hash=1", "random"), 1000),
        ({"seconds": 1.0}, ("random", "uci:seconds=100 program"), 1000),
        ({"seconds": 1.0}, ("random", "level:1,nodes=1000000"), PATIENCE),
        ({"clock": (6.0, 100.0)}, ("random", "level:1"), LEAST_PATIENCE),
        ({"clock": (6.0, 100.0)}, ("random", "alphabeta:depth=9"), PATIENCE),
    ],
)
def test_nobody_is_taken_to_hang_within_the_time_it_has(
    limits: dict[str, Any], players: tuple[str, str], patience: float
) -> None:
    assert patience_for(Plan("breakthrough:4x4", players, **limits)) == patience


def test_failures_are_told_in_the_language_in_use(failing_player: MakePlayer) -> None:
    player = failing_player("print('bestmove 0000', flush=True)")
    plan = Plan("breakthrough:4x4", (player, "random"), games=2, seconds=0.1, opening_plies=0)
    sentence = "O motor Scripted não deu nenhuma jogada ('0000'), embora haja jogadas possíveis."
    with using_language("pt"), closing(LocalCrew(plan, 1)) as crew:
        assert [game.failure for _, game in crew.play([0])] == [sentence]
    answer = Seat(plan, "pt").play(0)
    assert isinstance(answer, Played)
    assert answer.failure == sentence, "wherever in a cluster it is played"


def test_what_is_wrong_with_a_player_is_said_at_once(tmp_path: Path) -> None:
    plan = replace(PLAN, players=("random", "level:99"))
    with KeptRun(tmp_path / "run.jsonl", plan) as kept, pytest.raises(EngineError, match="level:99"):
        next(run(kept, 1))


def test_a_sequential_test_ends_with_its_answer(tmp_path: Path) -> None:
    plan = Plan("breakthrough:5x5", ("alphabeta:nodes=300", "random"), "sprt", 400, opening_plies=2)
    sprt = Sprt(0, 100)
    reports = []
    for workers in (1, 2):
        with KeptRun(tmp_path / f"{workers}.jsonl", plan) as kept:
            list(run(kept, workers, sprt))
            assert len(kept.played) < 100
            answer = sprt.first_verdict(pair_scores(kept.played))
            assert answer is not None
            assert answer.verdict == "better"
            reports.append(without_seconds(counted(sprt, plan, kept.played)))
    assert reports[0] == reports[1]


def test_a_long_test_goes_on_without_going_through_its_pairs_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan("breakthrough:5x5", ("random", "random"), "sprt", 400, opening_plies=0)
    monkeypatch.setattr(Sprt, "state", lambda *_: pytest.fail("of each pair by itself"))
    with KeptRun(tmp_path / "run.jsonl", plan) as kept:
        for pair in range(20):
            for seats in ((0, 1), (1, 0)):
                kept.add(Played(pair, seats, seats.index(0), "goal", (), (str(pair),)))
        assert list(run(kept, 1, Sprt(0, 100))) == []


def test_a_process_of_a_pool_that_dies_is_told_of() -> None:
    with pytest.raises(EngineError, match="ended from outside"):
        list(in_processes(os._exit, [(1,), (1,)], 2))


def test_whoever_leaves_a_pool_does_not_wait_for_what_is_unfinished(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # nobody writes into it: whoever reads it waits for ever
    with closing(in_processes(next_line, [(str(tmp_path / "file"),), (str(pipe),)], 2)) as lines:
        assert next(lines) == ""


def next_line(path: str) -> str:
    with Path(path).open("r" if path.endswith("pipe") else "a+") as file:
        return file.readline()


class LocalRay:
    """Ray's interface, played by this process alone, one thing after another."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def is_initialized(self) -> bool:
        return False

    def init(self, **_: Any) -> None:
        self.calls.append("init")

    def shutdown(self) -> None:
        self.calls.append("shutdown")

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, **_: Any) -> Any:
        def actor(kind: Any) -> Any:
            return SimpleNamespace(remote=lambda *given: self._begun(kind(*given)))

        return actor

    def _begun(self, seat: Any) -> Any:
        self.calls.append("actor")
        return SimpleNamespace(play=SimpleNamespace(remote=lambda number: (len(self.calls), seat, number)))

    def wait(self, waiting: list[Any]) -> tuple[list[Any], list[Any]]:
        return waiting[-1:], waiting[:-1]

    def get(self, job: Any) -> Any:
        return job[1].play(job[2])


def test_a_cluster_plays_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = LocalRay()
    monkeypatch.setitem(sys.modules, "ray", ray)
    with KeptRun(tmp_path / "run.jsonl", replace(PLAN, games=2)) as kept:
        list(run(kept, "ray"))
        assert without_seconds(in_order(kept.plan, kept.played)) == expected(replace(PLAN, games=2))
    assert ray.calls == ["init", "actor", "actor", "shutdown"]


def test_without_ray_it_is_said_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with KeptRun(tmp_path / "run.jsonl", PLAN) as kept, pytest.raises(EngineError, match=r"tabuleiro\[ray\]"):
        next(run(kept, "ray"))


@pytest.mark.soak
def test_a_ray_cluster_plays_the_same_games(tmp_path: Path) -> None:
    if importlib.util.find_spec("ray") is None:
        missing("ray is not installed")
    path = tmp_path / "run.jsonl"
    with KeptRun(path, replace(PLAN, games=2)) as kept:
        list(run(kept, "ray"))
        assert without_seconds(in_order(kept.plan, kept.played)) == expected(replace(PLAN, games=2))
