"""`report`: a page, a short text, JSON; worked out once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabuleiro.arena.reporting import ReportRequest
from tabuleiro.cli.reporting import command_of

Tabuleiro = Callable[..., Any]
"""The fixture that runs a command line."""

SMALL = ("breakthrough:3x4", "--games", "2", "--start-games", "2", "--level-games", "0", "--nodes", "20")
SMALLER = ("--look-nodes", "20", "--opening-plies", "1", "--workers", "1")


@pytest.mark.compiled
def test_a_report_is_written_told_and_worked_out_once(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    told = tabuleiro("report", *SMALL, *SMALLER)
    assert (told.code, told.error) == (0, "")
    for words in ("Balance between the sides", "How games ended", "legal moves", "How games begin"):
        assert words in told.out
    (folder,) = (tmp_path / "data" / "report").iterdir()
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "tabuleiro report breakthrough:3x4 --games 2 --start-games 2" in page
    games = (folder / "openings.jsonl").read_bytes()
    data = tabuleiro("report", *SMALL, *SMALLER, "--json")
    assert json.loads(data.out)["games"] == 4
    assert (folder / "openings.jsonl").read_bytes() == games

    looks = folder / "looks-20.jsonl"
    looks.write_bytes(looks.read_bytes()[:-20])
    assert tabuleiro("report", *SMALL, *SMALLER, "--json").out == data.out, "what was cut off is looked at again"


@pytest.mark.compiled
def test_an_odd_number_of_games_from_the_start_is_one_more_and_that_is_said(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("report", *SMALL, *SMALLER, "--start-games", "1", "--games", "1", "--json")
    assert answer.error == "--start-games 1: games are played in pairs, with sides exchanged, so 2 are played.\n"
    assert json.loads(answer.out)["games"] == 3


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("no-such-game",), "no-such-game"),
        (("breakthrough", "--games", "0"), "--games must be a whole number from 1"),
        (("breakthrough", "--nodes", "few"), "--nodes must be"),
        (("breakthrough", "--opening-plies", "0"), "--opening-plies must be a whole number from 1"),
        (("breakthrough", "--workers", "0"), "--workers must be"),
    ],
)
def test_what_cannot_be_reported_on_is_refused(tabuleiro: Tabuleiro, arguments: tuple[str, ...], fault: str) -> None:
    answer = tabuleiro("report", *arguments)
    assert answer.code == 2
    assert fault in answer.error
    assert answer.error.count("\n") == 1


def test_the_command_that_works_a_report_out_again_has_all_that_was_asked() -> None:
    command = command_of(ReportRequest("trench", 1, 2, 3, 4, 5, 6, 7))
    assert command == (
        "tabuleiro report trench --games 1 --start-games 2 --level-games 3 --nodes 4 --look-nodes 5 "
        "--opening-plies 6 --seed 7"
    )
