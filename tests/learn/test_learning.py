"""Rounds of learning: kept, gone on with, and the same whoever plays the games."""

from __future__ import annotations

import json
import re
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy
import pytest

import tabuleiro
from tabuleiro.engine.errors import EngineError
from tabuleiro.learn.fitting import TERMS, Fit, fit
from tabuleiro.learn.learning import PART_GAMES, Learning, Plan, Round, _write, read_samples, write_samples
from tabuleiro.learn.selfplay import Recipe, play_games
from tabuleiro.rules.weights import numbers_in, with_numbers

pytestmark = pytest.mark.compiled

GAME = tabuleiro.game("breakthrough:6x6")
ENDED = Round(1, 10, 0.6, 0.5, 4, 0.5, 0.0, None, False)


def blind(parts: Any) -> Any:
    """Weights that see nothing."""
    return with_numbers(parts, iter([0] * sum(1 for _ in numbers_in(parts))))


def plan(**changes: Any) -> Plan:
    given = {"games": 2 * PART_GAMES, "recipe": Recipe(nodes=60), "match_games": 20, "match_nodes": 60, **changes}
    return Plan(GAME.id, blind(GAME.weight_parts()), **given)


def do_round(learning: Learning, number: int) -> Round:
    learning.play(number, 1, lambda done, total: None)
    found = learning.fit(number)
    list(learning.match(number, 1))
    return learning.end_round(number, found)


def test_games_are_told_by_their_seed() -> None:
    first, again, other = (play_games(GAME, Recipe(nodes=60), seed, 3) for seed in ("a", "a", "b"))
    assert numpy.array_equal(first.wins, again.wins)
    assert not numpy.array_equal(first.wins, other.wins)
    assert len(first.wins) == len(first.results) == len(first.features.ends)
    assert ((first.wins > 0) & (first.wins < 1)).all()
    assert numpy.isnan(first.results).any()
    assert not numpy.isnan(first.results).all()


def test_a_round_plays_fits_and_decides_by_a_match(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    with Learning(tmp_path, plan()) as learning:
        learning.play(1, 2, lambda done, total: seen.append((done, total)))
        assert seen == [(0, 50), (25, 50), (50, 50)]
        ended = do_round(learning, 1)
        assert ended.positions > 500
        # Of the positions held back, which are few.
        assert ended.surprise_after == pytest.approx(ended.surprise_before, abs=0.05)
        assert 10 <= ended.games <= 20
        assert learning.rounds == [ended]
        fitted = json.loads((tmp_path / "weights-1-after.json").read_text(encoding="utf-8"))
        assert GAME.with_weights(fitted).id == GAME.id
        assert learning.best == (fitted if ended.kept else learning.plan.start)
    with Learning(tmp_path, plan()) as again:
        assert again.rounds == [ended]


@pytest.mark.parametrize("is_better", [True, False])
def test_a_match_decides_which_weights_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_better: bool
) -> None:
    parts = GAME.weight_parts()
    weights = [with_numbers(parts, (-number for number in numbers_in(parts))), parts]
    before, after = weights if is_better else weights[::-1]
    monkeypatch.setattr("tabuleiro.learn.learning.fit", lambda *_: Fit(after, 0.7, 0.6, 1))
    wanted = replace(plan(games=PART_GAMES, match_games=40, match_nodes=100), start=before)
    with Learning(tmp_path, wanted) as learning:
        (tmp_path / "round-1").mkdir()
        write_samples(tmp_path / "round-1" / "0.npz", play_games(GAME, Recipe(nodes=20), "a", 1))
        ended = do_round(learning, 1)
        assert (ended.llr > 1, ended.llr < -1, ended.kept) == (is_better, not is_better, is_better)
        assert learning.best == (after if is_better else before)


def test_what_was_done_is_not_done_again(tmp_path: Path) -> None:
    quick = plan(recipe=Recipe(nodes=10))
    for folder, workers in (("one", 1), ("two", 2)):
        with Learning(tmp_path / folder, quick) as learning:
            learning.play(1, workers, lambda done, total: None)
    parts = [sorted((tmp_path / folder / "round-1").iterdir()) for folder in ("one", "two")]
    for one, two in zip(*parts, strict=True):
        assert numpy.array_equal(read_samples(one).wins, read_samples(two).wins)
    kept = parts[0][0].stat().st_mtime_ns
    parts[0][1].unlink()
    with Learning(tmp_path / "one", quick) as learning:
        learning.play(1, 1, lambda done, total: None)
    assert parts[0][0].stat().st_mtime_ns == kept
    assert numpy.array_equal(read_samples(parts[0][1]).wins, read_samples(parts[1][1]).wins)


def test_as_many_games_are_played_as_are_asked_for(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    with Learning(tmp_path, plan(games=PART_GAMES + 2, recipe=Recipe(nodes=10))) as learning:
        learning.play(1, 1, lambda done, total: seen.append((done, total)))
    assert seen == [(0, 27), (25, 27), (27, 27)]


def test_games_of_a_round_before_are_played_again_where_they_are_missing(tmp_path: Path) -> None:
    with Learning(tmp_path, plan(games=3, recipe=Recipe(nodes=20))) as learning:
        learning.play(1, 1, lambda done, total: None)
        part = tmp_path / "round-1" / "0.npz"
        wins = read_samples(part).wins
        _write(learning._weights(1), json.dumps(GAME.weight_parts()))
        _write(tmp_path / "log.jsonl", json.dumps(asdict(replace(ENDED, kept=True))) + "\n")
        part.write_bytes(part.read_bytes()[:100])
        learning.play(2, 1, lambda done, total: None)
        with pytest.raises(EngineError, match="Remove it, and its games are played again"):
            learning.fit(2)
        part.unlink()
        seen: list[tuple[int, int]] = []
        learning.play(2, 1, lambda done, total: seen.append((done, total)))
        assert seen == [(3, 6), (6, 6)]
        assert numpy.array_equal(read_samples(part).wins, wins), "by the weights of then"
        assert learning.fit(2).positions > len(wins)


def test_a_folder_is_about_one_thing(tmp_path: Path) -> None:
    Learning(tmp_path, plan(seed=3)).close()
    Learning(tmp_path, plan()).close()  # nothing was played yet: another plan may take its place
    (tmp_path / "round-1").mkdir()
    (tmp_path / "round-1" / "0.npz").touch()
    Learning(tmp_path, plan(match_games=300)).close()
    for other, said in (
        (plan(seed=2), "--seed 1 instead of 2."),
        (plan(recipe=Recipe(nodes=70), what=TERMS), "--nodes 60 instead of 70 and --what all instead of terms."),
        (replace(plan(), start=GAME.weight_parts()), "other weights to begin with."),
    ):
        with pytest.raises(EngineError, match=f"is about something else: {said}"):
            Learning(tmp_path, other)


def test_a_folder_whose_weights_could_not_be_named_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="a comma ends a setting"):
        Learning(tmp_path / "a,b", plan())
    assert not (tmp_path / "a,b").exists()


def test_a_folder_may_be_moved_in_the_middle_of_a_match(tmp_path: Path) -> None:
    small = plan(games=2, recipe=Recipe(nodes=20), match_games=4)
    with Learning(tmp_path / "here", small) as learning:
        learning.play(1, 1, lambda done, total: None)
        learning.fit(1)
        with closing(learning.match(1, 1)) as games:
            assert [next(games)[0] for _ in range(2)] == [0, 1]
    (tmp_path / "here").rename(tmp_path / "there")
    with Learning(tmp_path / "there", small) as learning:
        found = learning.fit(1)
        assert [done for done, _ in learning.match(1, 1)] == [1, 2, 3, 4]
        assert learning.end_round(1, found).games == 4


def test_a_folder_is_for_one_process_at_a_time(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with Learning(tmp_path, plan()), pytest.raises(EngineError, match="Another process is learning in"):
        Learning(tmp_path, plan())
    Learning(tmp_path, plan()).close()


def test_on_a_small_board_games_begin_after_fewer_moves(tmp_path: Path) -> None:
    small = tabuleiro.game("breakthrough:4x4")
    assert len(play_games(small, Recipe(nodes=20), "a", 40).wins) > 0
    with Learning(tmp_path, replace(plan(match_games=4), game=small.id, start=small.weight_parts())) as learning:
        assert 0 < learning._match_plan(1).opening_plies < 6


def test_terms_cannot_be_learned_where_there_are_none(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="with --what network it can"):
        Learning(tmp_path, Plan(GAME.id, {}, what=TERMS))


def test_a_torn_log_goes_on(tmp_path: Path) -> None:
    ended = json.dumps(asdict(ENDED))
    (tmp_path / "log.jsonl").write_text(f"{ended}\n{ended[:20]}", encoding="utf-8")
    with Learning(tmp_path, plan()) as learning:
        assert learning.rounds == [ENDED]


@pytest.mark.parametrize(
    "file, content",
    [
        ("plan.json", b"what?"),
        ("plan.json", b"\xff"),
        ("plan.json", b"[]"),
        ("log.jsonl", b"what?\n"),
        ("log.jsonl", b"\xff\n"),
        ("log.jsonl", b"[]\n"),
        ("log.jsonl", json.dumps({**asdict(ENDED), "games": "six"}).encode() + b"\n"),
        ("log.jsonl", json.dumps({**asdict(ENDED), "verdict": []}).encode() + b"\n"),
    ],
)
def test_a_folder_with_a_damaged_file_is_refused(tmp_path: Path, file: str, content: bytes) -> None:
    (tmp_path / file).write_bytes(content)
    with pytest.raises(EngineError, match=f"{re.escape(file)} is damaged"):
        Learning(tmp_path, plan())


@pytest.mark.parametrize("content", ["[]", '{"x": 1}', ""])
def test_weights_that_are_damaged_are_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "log.jsonl").write_text(json.dumps(asdict(replace(ENDED, kept=True))) + "\n", encoding="utf-8")
    (tmp_path / "weights-1-after.json").write_text(content, encoding="utf-8")
    with pytest.raises(EngineError, match=r"weights-1-after\.json"):
        Learning(tmp_path, plan())


def test_weights_of_a_round_that_did_not_end_are_not_the_best(tmp_path: Path) -> None:
    """However far a process came that was killed: the line of the log decides, and the file of the best is written after it."""
    weights = GAME.weight_parts()
    path = tmp_path / "weights-1-after.json"
    for name in (path.name, "best.json"):
        (tmp_path / name).write_text(json.dumps(weights), encoding="utf-8")
    with Learning(tmp_path, plan()) as learning:
        assert learning.best == learning.plan.start
    (tmp_path / "log.jsonl").write_text(json.dumps(asdict(replace(ENDED, kept=True))) + "\n", encoding="utf-8")
    (tmp_path / "best.json").write_text("[]", encoding="utf-8")
    with Learning(tmp_path, plan()) as learning:
        assert learning.best == weights
    assert json.loads((tmp_path / "best.json").read_text(encoding="utf-8")) == weights


def test_games_without_a_quiet_position_teach_nothing() -> None:
    tiny = tabuleiro.game("breakthrough:2x4")
    samples = play_games(tiny, Recipe(nodes=50), "a", 2)
    assert len(samples.wins) == 0
    with pytest.raises(EngineError, match="nothing to learn from"):
        fit(tiny, tiny.weight_parts(), [samples])


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "0.npz"
    write_samples(path, play_games(GAME, Recipe(nodes=60), "a", 1))
    assert len(read_samples(path).wins) > 0
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(EngineError, match=r"0\.npz is damaged"):
        read_samples(path)
