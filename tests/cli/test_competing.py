"""`arena`, `learn` and `calibrate` as people use them: what they print, keep, go on with and refuse."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tabuleiro.arena.plan import FORMATS, Plan
from tabuleiro.cli import competing
from tabuleiro.cli.competing import facts_of
from tabuleiro.cli.errors import check_writable
from tabuleiro.games import game as find_game
from tabuleiro.messages import competing as texts
from tabuleiro.rules.texts import using_language
from tests.cli.conftest import Tabuleiro

pytestmark = pytest.mark.compiled

SMALL = "breakthrough:4x4"
QUICK = ("--workers", "1", "--opening-plies", "1")


def test_a_run_is_played_told_and_kept(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    page, file = tmp_path / "report.html", tmp_path / "run.jsonl"
    options = ("--games", "4", "--save", str(file), "--report", str(page), *QUICK)
    answer = tabuleiro("arena", SMALL, "random", "alphabeta:nodes=100", *options)
    assert answer.code == 0
    assert "alphabeta:nodes=100" in answer.out
    assert str(file) in answer.out
    assert len(file.read_text(encoding="utf-8").splitlines()) == 5
    written = page.read_text(encoding="utf-8")
    assert "<svg" in written
    assert "<dd>Breakthrough (breakthrough:4x4)</dd>" in written
    assert "so far" not in written + answer.out
    before = file.read_bytes()
    again = tabuleiro("arena", SMALL, "random", "alphabeta:nodes=100", *options, "--json")
    assert file.read_bytes() == before
    found = json.loads(again.out[: again.out.rindex("}") + 1])
    assert found["games"] == 4
    assert {standing["name"] for standing in found["standings"]} == {"random", "alphabeta:nodes=100"}


def test_the_same_command_goes_on_without_being_told_where_in_either_language(
    tabuleiro: Tabuleiro, tmp_path: Path
) -> None:
    for language, games, words in (("en", "2", "The games are kept in"), ("pt", "4", "As partidas estão guardadas em")):
        answer = tabuleiro("--lang", language, "arena", SMALL, "random", "random", "--games", games, *QUICK)
        assert answer.code == 0
        assert words in answer.out
    (file,) = (tmp_path / "data" / "arena").iterdir()
    assert len(file.read_text(encoding="utf-8").splitlines()) == 5


def test_a_sequential_test_says_what_it_found(tabuleiro: Tabuleiro) -> None:
    test = ("--format", "sprt", "--elo0", "0", "--elo1", "200", "--games", "200")
    answer = tabuleiro("arena", "breakthrough:5x5", "alphabeta:nodes=200", "random", *test, *QUICK, "--json")
    assert answer.code == 0
    assert json.loads(answer.out)["games"] < 60


def test_a_sequential_test_goes_on_until_it_is_decided(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    test = ("random", "random", "--format", "sprt", "--elo1", "40", "--workers", "1", "--opening-plies", "0")
    answer = tabuleiro("arena", SMALL, *test, "--games", "20", "--report", str(page))
    assert answer.code == 0
    assert "Not decided after 10 pairs" in answer.out
    assert "The test was ended by --games 20; ask for more to go on." in answer.out
    assert "ended by --games 20" in page.read_text(encoding="utf-8")
    data = tabuleiro("--lang", "pt", "arena", SMALL, *test, "--games", "20", "--json")
    assert json.loads(data.out)["sprt"]["answer"] is None
    assert data.error == "O teste foi acabado por --games 20; peça mais para continuar.\n"
    whole = tabuleiro("arena", SMALL, *test, "--json")
    assert whole.error == ""
    found = json.loads(whole.out)
    assert found["games"] > 100
    assert found["sprt"]["answer"] is not None


def test_an_odd_number_of_games_is_one_more_and_that_is_said(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("arena", SMALL, "random", "random", "--games", "3", *QUICK, "--json")
    assert answer.error == "--games 3: games are played in pairs, with sides exchanged, so 4 are played.\n"
    assert json.loads(answer.out)["games"] == 4


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (("random",), "At least two players"),
        (("random", "nobody"), "nobody"),
        (("random", "level:11"), "level:11"),
        (("random", "ladder:12"), "ladder:3.5"),
        (("random", "alphabeta:weights=nowhere.json"), "nowhere.json cannot be read: there is no such file"),
        (("random", "random", "--games", "3", "--format", "swiss"), "no format 'swiss'"),
        (("random", "random", "random", "--format", "sprt"), "between two players"),
        (("random", "random", "--format", "sprt", "--elo0", "9", "--elo1", "3"), "the lower one first"),
        (("random", "random", "--format", "sprt", "--elo1", "9999"), "differences in Elo from -1000 to 1000, not 9999"),
        (("random",) * 64 + ("--games", "1000000"), "2,016,000,000 games, and a run has no more than 1,000,000"),
        (("random", "random", "--elo0", "much", "--format", "sprt"), "--elo0 must be a difference"),
        (("random", "random", "--elo0", "0"), "--elo0 goes with --format sprt"),
        (("random", "random", "--elo1", "60", "--format", "gauntlet"), "--elo1 goes with --format sprt"),
        (("random", "random", "--games", "0"), "--games must be a whole number"),
        (("random", "random", "--clock", "soon"), "--clock must be minutes"),
        (("random", "random", "--workers", "many"), "--workers must be a whole number"),
        (("random", "random", "--balance", "51"), "--balance must be"),
        (("random", "random", "--adjudicate", "50"), "--adjudicate must be"),
        (("random", "random", "--opening-plies", "100"), "ask for fewer"),
        (("uci:no-such-a", "random", "--depth", "121"), "--depth must be a whole number from 1 to 120, not '121'."),
        (("uci:no-such-a", "ugi:no-such-b", "--depth", "200"), "no-such-a"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    tabuleiro: Tabuleiro, arguments: tuple[str, ...], sentence: str
) -> None:
    answer = tabuleiro("arena", SMALL, *arguments, *(() if "--workers" in arguments else ("--workers", "1")))
    assert answer.code == 2
    assert sentence in answer.error
    assert answer.error.count("\n") == 1


def test_what_was_played_is_said_in_portuguese_as_people_write_it() -> None:
    plan = Plan(SMALL, ("random", "level:1"), seconds=0.05, adjudicate=0.95)
    with using_language("pt"):
        facts = dict(facts_of(plan))
    assert facts["quem jogou com quem"] == "todos contra todos"
    assert facts["segundos por jogada"] == "0,05"
    assert facts["aberturas equilibradas até"] == "10\N{NO-BREAK SPACE}%"
    assert facts["acabadas quando um lado ganha com"] == "95\N{NO-BREAK SPACE}%"
    assert dict(facts_of(plan))["openings even to within"] == "10%"
    assert dict(facts_of(replace(plan, seconds=1.0)))["seconds a move"] == "1"
    assert set(texts.FORMATS) == set(FORMATS)


@pytest.mark.parametrize(
    "command",
    [
        ("arena", SMALL, "random", "random", "--report"),
        ("report", SMALL, "--output"),
        ("calibrate", SMALL, "--json", "--output"),
    ],
)
def test_where_nothing_can_be_written_nothing_is_played(
    tabuleiro: Tabuleiro, tmp_path: Path, command: tuple[str, ...]
) -> None:
    answer = tabuleiro(*command, str(tmp_path / "nowhere" / "file"))
    assert answer.code == 2
    assert answer.error.startswith(f"Cannot write {tmp_path}")
    assert not (tmp_path / "data").exists()


def test_the_page_is_written_even_if_nobody_waits_for_what_is_told(
    tabuleiro: Tabuleiro, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(summary: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(competing, "_print_summary", stopped)
    page = tmp_path / "report.html"
    tabuleiro("arena", SMALL, "random", "random", "--games", "2", "--report", str(page), *QUICK)
    assert "<svg" in page.read_text(encoding="utf-8")


def test_a_page_that_is_there_stays_until_there_is_another(tmp_path: Path) -> None:
    old, new = tmp_path / "old.html", tmp_path / "new.html"
    old.write_text("old", encoding="utf-8")
    check_writable(old)
    check_writable(new)
    assert old.read_text(encoding="utf-8") == "old"
    assert not new.exists()


def test_a_file_of_another_run_is_left_alone(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    assert tabuleiro("arena", SMALL, "random", "random", "--games", "2", "--save", str(file), *QUICK).code == 0
    before = file.read_bytes()
    answer = tabuleiro("arena", SMALL, "random", "level:1", "--games", "2", "--save", str(file), *QUICK)
    assert (answer.code, file.read_bytes()) == (2, before)
    assert "holds another run: player 2 random instead of level:1." in answer.error


def test_a_report_does_not_take_the_place_of_the_games(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    file = tmp_path / "run"
    tabuleiro("arena", SMALL, "random", "random", "--games", "2", "--save", str(file), *QUICK)
    before = file.read_bytes()
    options = ("--games", "2", "--save", str(file), "--report", f"{tmp_path}/./run")
    answer = tabuleiro("arena", SMALL, "random", "random", *options, *QUICK)
    assert answer.code == 2
    assert "the report would take the place of the games" in answer.error
    assert file.read_bytes() == before


def test_an_interrupted_run_says_how_to_go_on_and_leaves_no_process(tmp_path: Path) -> None:
    file, page = tmp_path / "run.jsonl", tmp_path / "report.html"
    command = [
        *(sys.executable, "-m", "tabuleiro", "arena", "breakthrough", "alphabeta", "alphabeta", "--nodes", "2000"),
        *("--games", "1000", "--workers", "2", "--save", str(file), "--report", str(page)),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        deadline = time.monotonic() + 120
        while not file.exists() or file.read_bytes().count(b"\n") < 3:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, error = process.communicate(timeout=60)
    assert process.returncode == 130, error
    assert b"goes on where it ended" in out
    assert re.search(rb"Played so far: \d+ of 1,000 games\.", out)
    assert re.search(r"Played so far: \d+ of 1,000 games\.", page.read_text(encoding="utf-8"))
    while is_somebody_there(process.pid):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_somebody_there(group: int) -> bool:
    """Does a process of this group still run? One that has ended may not have been buried yet."""
    listed = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    found = (line.split() for line in listed.splitlines())
    return any(int(line[0]) == group and not line[1].startswith("Z") for line in found)


def test_learning_is_told_and_gone_on_with(
    tabuleiro: Tabuleiro, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabuleiro.cli.long_work.TOLD_SECONDS", -1.0)  # all is told at once
    options = ("--games", "25", "--nodes", "50", "--match-games", "3", "--match-nodes", "50", "--workers", "1")
    folder = ("--save", str(tmp_path / "learn"))
    answer = tabuleiro("learn", "breakthrough:5x5", "--rounds", "1", *options, *folder)
    assert answer.code == 0
    assert "weights" in answer.out
    first, *told = answer.error.splitlines()
    assert first == "--match-games 3: games are played in pairs, with sides exchanged, so 4 are played."
    assert told[:4] == [
        *(f"round 1: games: {done} of 25" for done in (0, 25)),
        *(f"round 1: fit: {done} of 1" for done in (0, 1)),
    ]
    assert [re.sub("LLR [-−0-9.]+", "LLR", line) for line in told[4:]] == [
        f"round 1: match, LLR: {done} of 4" for done in range(5)
    ]
    again = tabuleiro("learn", "breakthrough:5x5", "--rounds", "1", *options, *folder, "--json")
    (round,) = json.loads(again.out)["rounds"]
    assert round["games"] == 4


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (("--rounds", "0"), "--rounds must be"),
        (("--from", "nowhere.json"), "nowhere.json"),
        (("--workers", "0"), "--workers must be"),
    ],
)
def test_what_cannot_be_learned_is_said(tabuleiro: Tabuleiro, arguments: tuple[str, ...], sentence: str) -> None:
    answer = tabuleiro("learn", SMALL, *arguments)
    assert answer.code == 2
    assert sentence in answer.error


@pytest.mark.soak
def test_levels_are_calibrated_and_written(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    file = tmp_path / "levels.json"
    options = ("--ladder-games", "2", "--games", "2", "--nodes", "50", "--workers", "1", "--output", str(file))
    answer = tabuleiro("calibrate", "breakthrough:3x4", *options)
    assert answer.code == 0
    assert "ladder:" in answer.out
    table = json.loads(file.read_text(encoding="utf-8"))
    assert len(table["levels"]) == 19
    assert table["game"] == "breakthrough:3x4"
    assert str(file) in answer.out and "All games are kept in" in answer.out
    again = tabuleiro("calibrate", "breakthrough:3x4", "--again", *options)
    assert again.code == 2
    assert "leave out --again" in again.error


def test_levels_are_measured_for_so_long_and_what_is_missing_is_said(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    file = tmp_path / "levels.json"
    answer = tabuleiro(
        "calibrate", "trench", "--again", "--games", "3", "--within", "30", "--minutes", "0", "--workers", "1", "--output", str(file)
    )  # fmt: skip
    assert answer.code == 0
    assert "--games 3: games are played in pairs, with sides exchanged, so 4 are played." in answer.error
    assert "Time was up: about" in answer.error and "The same command goes on." in answer.error
    assert "level:4.5" in answer.out
    table = json.loads(file.read_text(encoding="utf-8"))
    shipped = find_game("trench").calibration()
    assert shipped is not None and table["pairs"] == shipped["pairs"], "were the levels measured with another engine?"


def test_a_folder_that_cannot_be_a_run_is_named(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    answer = tabuleiro("arena", "breakthrough", "random", "random", "--games", "2", "--save", str(tmp_path))
    assert (answer.code, answer.error) == (2, f"Games cannot be kept in {tmp_path}: it is a folder.\n")
    file = tmp_path / "file"
    file.touch()
    answer = tabuleiro("--lang", "pt", "arena", SMALL, "random", "random", "--save", str(file / "run.jsonl"))
    assert answer.code == 2
    assert answer.error == f"Não se podem guardar partidas em {file}: existe um ficheiro com esse nome.\n"


@pytest.mark.parametrize("option", ["--nodes", "--within", "--games"])
def test_no_number_is_refused(tabuleiro: Tabuleiro, option: str) -> None:
    answer = tabuleiro("calibrate", "breakthrough:3x4", option, "")
    assert answer.code == 2
    assert f"{option} must be" in answer.error


def test_a_table_that_is_dear_to_draw_is_drawn_seldom() -> None:
    assert competing.pause_after(0.001, is_urgent=False) == competing.LIVE_SECONDS
    assert competing.pause_after(0.001, is_urgent=True) < 0.1
    for is_urgent in (False, True):
        assert competing.pause_after(2.0, is_urgent=is_urgent) >= 40, "workers play most of the time"
