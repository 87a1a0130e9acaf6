"""The file of a run: nothing is lost, nothing is counted twice, nobody else's file is touched."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.arena import run_file
from tabuleiro.arena.plan import Plan
from tabuleiro.arena.results import Played
from tabuleiro.arena.run_file import KeptRun, differences_text, read_run
from tabuleiro.engine.errors import EngineError
from tabuleiro.messages.competing import ASKED
from tabuleiro.rules.texts import using_language
from tabuleiro.rules.weights import numbers_in, with_numbers

PLAN = Plan("breakthrough", ("random", "level:1"), games=4)
GAMES = [
    Played(0, (0, 1), 1, "goal", ("a2-a3",), ("b7-b6", "c2-c3"), (0.25, 1.5)),
    Played(0, (1, 0), None, "unfinished", (), ("b2-b3",)),
    Played(1, (0, 1), 0, "forfeit", (), (), (0.0, 0.0), "it hung"),
]


def keep(path: Path, games: list[Played] = GAMES) -> None:
    with KeptRun(path, PLAN) as kept:
        for game in games:
            kept.add(game)


def test_games_are_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "run.jsonl"
    keep(path)
    with KeptRun(path, PLAN) as kept:
        assert kept.played == GAMES
    assert read_run(path) == (PLAN, GAMES)


def test_each_game_is_on_the_disk_at_once(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with KeptRun(path, PLAN) as kept:
        for number, game in enumerate(GAMES, start=1):
            kept.add(game)
            assert read_run(path)[1] == GAMES[:number]


@pytest.mark.parametrize("cut", [1, 5, 60])
def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "run.jsonl"
    keep(path)
    path.write_bytes(path.read_bytes()[:-cut])
    assert read_run(path)[1] == GAMES[:-1]
    with KeptRun(path, PLAN) as kept:
        assert kept.played == GAMES[:-1]
        kept.add(GAMES[-1])
    assert read_run(path) == (PLAN, GAMES)


def test_a_file_cut_off_in_its_first_line_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(b'{"format": 1, "pl')
    keep(path)
    assert read_run(path) == (PLAN, GAMES)


def test_more_games_may_be_asked_for_but_nothing_else_changed(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    keep(path)
    with KeptRun(path, replace(PLAN, games=100)) as kept:
        assert kept.played == GAMES
    with pytest.raises(EngineError, match=r"another run: --seed 1 instead of 2\. Choose another place"):
        KeptRun(path, replace(PLAN, seed=2))
    assert read_run(path)[1] == GAMES


def test_what_differs_from_the_run_of_a_file_is_told_as_it_is_typed() -> None:
    other = replace(PLAN, seconds=0.5, clock=(90.0, 0.5), balance=0.055, games=9, format="gauntlet", seed=7)
    assert str(differences_text(other, PLAN)) == (
        "--format gauntlet instead of round-robin, --seconds 0.5 instead of none, --clock 1.5+0.5 instead of none, "
        "--balance 5.5 instead of 10 and --seed 7 instead of 1"
    )
    assert str(differences_text(PLAN, replace(PLAN, nodes=9, game="trench"))) == (
        "game breakthrough instead of trench and no --nodes instead of 9"
    )
    assert str(differences_text(PLAN, replace(PLAN, players=("random", "level:2")))) == (
        "player 2 level:1 instead of level:2"
    )
    assert str(differences_text(PLAN, replace(PLAN, players=("random", "level:1", "uci:a b")))) == (
        "players random level:1 instead of random level:1 'uci:a b'"
    )
    many = replace(PLAN, players=tuple(f"level:{number}" for number in range(1, 11)))
    assert str(differences_text(many, replace(many, players=("random",) * 10))).endswith(
        "player 6 level:6 instead of random, …"
    )
    with using_language("pt"):
        assert str(differences_text(PLAN, replace(PLAN, adjudicate=0.9))) == "nenhum --adjudicate em vez de 90"


def test_every_part_of_a_plan_is_told_when_it_differs() -> None:
    of_both = {"games", "games_of"}
    assert set(PLAN.asked()) == set(PLAN.to_json()) - of_both == set(ASKED)


def test_games_by_other_weights_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.jsonl"
    keep(path)
    monkeypatch.setitem(tabuleiro.game(PLAN.game).__dict__, "weights_of", lambda parts: [1, 2, 3])
    with pytest.raises(EngineError, match="other weights"):
        KeptRun(path, PLAN)
    assert read_run(path)[1] == GAMES


def test_games_by_what_a_file_of_weights_said_before_are_not_mixed(tmp_path: Path) -> None:
    path, file = tmp_path / "run.jsonl", tmp_path / "weights.json"
    parts = tabuleiro.game(PLAN.game).weight_parts()
    plan = replace(PLAN, players=("random", f"alphabeta:nodes=9,weights={file}"))
    for first in (1, 2):
        numbers = iter([first] * len(list(numbers_in(parts))))
        file.write_text(json.dumps(with_numbers(parts, numbers)), encoding="utf-8")
        if first == 1:
            KeptRun(path, plan).close()
            KeptRun(path, plan).close()
    with pytest.raises(EngineError, match="other weights"):
        KeptRun(path, plan)


@pytest.mark.compiled
def test_games_by_another_search_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by_lot = Plan("breakthrough", ("random", "uci:engine"), opening_plies=0)
    judged = (
        (by_lot, replace(by_lot, adjudicate=0.9)),
        (replace(by_lot, opening_plies=2, balance=0.5), replace(by_lot, opening_plies=2)),
    )
    keep(path := tmp_path / "run.jsonl")
    marks = [[run_file.knowledge_of(plan) for plan in plans] for plans in judged]
    monkeypatch.setattr(run_file, "_searched", lambda game: [("a2-a3", 1, 5)])
    with pytest.raises(EngineError, match="another search"):
        KeptRun(path, PLAN)
    for plans, before in zip(judged, marks, strict=True):
        is_same = [run_file.knowledge_of(plan) == mark for plan, mark in zip(plans, before, strict=True)]
        assert is_same == [True, False], "the search makes a difference where it judges games"


def test_a_run_of_levels_is_over_when_they_are_set_anew_but_not_when_they_are_only_rated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who calibrates a game goes on with those games after the new table has come into use."""
    others = Plan("breakthrough", ("ladder:2", "level:10,seconds=1"), games=4)
    levels, without_levels = tmp_path / "levels.jsonl", tmp_path / "ladder.jsonl"
    keep(levels)
    KeptRun(without_levels, others).close()
    game = tabuleiro.game(PLAN.game)
    table = game.calibration()
    assert table is not None

    def first_level(**changed: object) -> None:
        rows = [{**table["levels"][0], **changed}, *table["levels"][1:]]
        monkeypatch.setattr(type(game), "calibration", lambda self: {**table, "levels": rows})

    first_level(rating=99)
    KeptRun(levels, PLAN).close()
    first_level(nodes=1)
    KeptRun(without_levels, others).close()
    with pytest.raises(EngineError, match="other weights or levels"):
        KeptRun(levels, PLAN)


def test_a_file_that_does_not_say_what_was_known_goes_on(tmp_path: Path) -> None:
    """As they were written once."""
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps({"format": 1, "plan": PLAN.to_json()}) + "\n", encoding="utf-8")
    with KeptRun(path, PLAN) as kept:
        assert kept.played == []


def test_two_processes_cannot_play_one_run(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "run.jsonl"
    with KeptRun(path, PLAN), pytest.raises(EngineError, match="Another process"):
        KeptRun(path, PLAN)
    with KeptRun(path, PLAN):
        pass


@pytest.mark.parametrize(
    "content", [b"hello", b"hello\nyou", b"{}\n", b'{"my": 1}', b'{"format": 2, "plan": {}}\n', b"[1]\n", b"\xff\xfe\n"]
)
def test_other_files_are_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    with pytest.raises(EngineError, match="is not the file of a run"):
        KeptRun(path, PLAN)
    assert path.read_bytes() == content
    with pytest.raises(EngineError, match="is not the file of a run"):
        read_run(path)


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    keep(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b'{"pair": 1}\n', *lines[2:]]))
    with pytest.raises(EngineError, match="Line 3 of"):
        KeptRun(path, PLAN)


@pytest.mark.parametrize(
    "damage",
    [
        {"seconds": "0.1"},
        {"clock": [60]},
        {"clock": 60},
        {"balance": None},
        {"games": "4"},
        {"seed": True},
        {"nodes": 9.5},
        {"players": [1, 2]},
        {"opening_plies": 10**400},
    ],
)
def test_a_plan_that_is_damaged_is_none(tmp_path: Path, damage: dict[str, object]) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps({"format": 1, "plan": {**PLAN.to_json(), **damage}}) + "\n", encoding="utf-8")
    with pytest.raises(EngineError, match="is not the file of a run"):
        KeptRun(path, PLAN)


@pytest.mark.parametrize(
    "damage",
    [
        {"winner": 1.0},
        {"winner": 2},
        {"winner": []},
        {"pair": float("inf")},
        {"pair": "0"},
        {"seats": [0, 1, 2]},
        {"seconds": [float("nan"), 0.0]},
        {"seconds": [0.0]},
        {"moves": 5},
        {"reason": None},
    ],
)
def test_a_game_that_is_damaged_is_named(tmp_path: Path, damage: dict[str, object]) -> None:
    path = tmp_path / "run.jsonl"
    keep(path)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**GAMES[0].to_json(), **damage}) + "\n")
    with pytest.raises(EngineError, match="Line 5 of"):
        KeptRun(path, PLAN)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_what_is_no_file_keeps_no_games(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path(os.devnull)):
        with pytest.raises(EngineError, match=f"{path} is not the file of a run"):
            KeptRun(path, PLAN)
