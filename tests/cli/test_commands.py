"""The commands: what they print for people and for programs, and the one sentence when something is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tabuleiro as package
from tabuleiro import bench
from tabuleiro.cli.application import COMMANDS, build
from tabuleiro.messages import commands as texts

Tabuleiro = Callable[..., Any]
"""The fixture that runs a command line."""

START = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w"


def test_games_are_listed(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("games")
    assert answer.code == 0
    assert all(name in answer.out for name in package.games())
    assert max(map(len, answer.out.splitlines())) <= 100, "lists fit the terminal"
    listed = json.loads(tabuleiro("games", "--json").out)
    assert [game["id"] for game in listed] == list(package.games())
    assert listed[0]["designer"] == "Dan Troyka"
    assert {"id": "breakthrough:5x5", "about": "solved: the second player wins"} in listed[0]["variants"]


@pytest.mark.parametrize("id", package.games())
def test_rules_are_explained_with_pictures(tabuleiro: Tabuleiro, id: str) -> None:
    lessons = json.loads(tabuleiro("rules", id, "--json").out)["lessons"]
    answer = tabuleiro("rules", id)
    assert answer.code == 0
    assert all(lesson["title"] in answer.out for lesson in lessons)
    assert any(lesson["targets"] for lesson in lessons)


def test_a_position_is_shown(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("show", "breakthrough", "--fen", "8/8/8/3ppp2/4P3/8/8/8 b")
    assert answer.code == 0
    assert "Black to move\nWhite - men: 1\nBlack - men: 3\n8/8/8/3ppp2/4P3/8/8/8 b\n" in answer.out
    over = tabuleiro("show", "breakthrough", "--fen", "4P3/8/8/8/8/8/1p6/8 b")
    assert "Won by White: goal reached" in over.out
    data = json.loads(tabuleiro("show", "breakthrough", "--fen", "4P3/8/8/8/8/8/1p6/8 b", "--json").out)
    assert data["pieces"] == {"b2": "p", "e8": "P"}
    assert data["outcome"] == {"winner": "white", "reason": "goal", "scores": None}
    assert tabuleiro("show", "breakthrough", "--flip").out != tabuleiro("show", "breakthrough").out


def test_a_drawing_is_written(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert tabuleiro("show", "breakthrough", "--svg", str(file), "--theme", "dark").out == f"Written: {file}\n"
    assert file.read_text(encoding="utf-8").startswith("<svg")
    assert tabuleiro("show", "breakthrough", "--svg", "-").out.startswith("<svg")


def test_moves_are_listed(tabuleiro: Tabuleiro) -> None:
    assert tabuleiro("moves", "breakthrough", "--from", "A2").out == "White to move: 2 moves\na2-a3  a2-b3\n"
    moves = json.loads(tabuleiro("moves", "breakthrough", "--fen", "8/8/8/3ppp2/4P3/8/8/8 w", "--json").out)
    assert moves == [
        {"move": "e4xd5", "origin": "e4", "target": "d5", "captured": ["d5"]},
        {"move": "e4xf5", "origin": "e4", "target": "f5", "captured": ["f5"]},
    ]


def test_leaves_are_counted(tabuleiro: Tabuleiro) -> None:
    assert "11,132 leaves in " in tabuleiro("perft", "breakthrough", "3").out
    divided = tabuleiro("perft", "breakthrough", "2", "--divide")
    assert "484 leaves" in divided.out
    assert "a2-a3" in divided.out
    counted = json.loads(tabuleiro("perft", "breakthrough", "2", "--divide", "--json").out)
    assert counted["leaves"] == sum(counted["divide"].values()) == 484
    assert json.loads(tabuleiro("perft", "breakthrough", "0", "--json").out)["leaves"] == 1


def test_forms_are_converted_into_each_other(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    term = tabuleiro("convert", "breakthrough", START, "--to", "prolog").out
    assert term.startswith("initBoard([[1, 1")
    file = tmp_path / "board.pl"
    file.write_text(term, encoding="utf-8")
    assert tabuleiro("convert", "breakthrough", str(file), "--from", "prolog", "--to", "fen").out == START + "\n"
    black = tabuleiro(
        "convert", "breakthrough", "-", "--from", "prolog", "--to", "fen", "--turn", "black", typed=term
    ).out
    assert black == START[:-1] + "b\n"
    record = tabuleiro("convert", "breakthrough", "--to", "record", typed=black).out
    assert '[FEN "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP b"]' in record
    assert tabuleiro("convert", "breakthrough", "--from", "record", "--to", "fen", typed=record).out == black
    assert (
        tabuleiro("convert", "breakthrough", "--from", "record", "--to", "fen", typed=record + record).out == black * 2
    )
    assert tabuleiro("convert", "breakthrough", "--to", "svg", typed=black).out.startswith("<svg")
    assert "○" in tabuleiro("convert", "breakthrough", START).out
    data = json.loads(tabuleiro("convert", "breakthrough", "--from", "record", "--json", typed=record).out)
    assert data[0]["last"]["fen"] == black.strip()


def test_a_switch_may_be_set_apart_from_the_id(tabuleiro: Tabuleiro) -> None:
    shown = json.loads(tabuleiro("show", "breakthrough", "--set", "files=5", "--set", "ranks=6", "--json").out)
    assert shown["game"] == "breakthrough:5x6"


def test_games_are_compiled_ahead(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("warm", "breakthrough")
    assert answer.code == 0
    count, names = answer.out.removesuffix("\n").split(" ready: ")
    ready = names.split(", ")
    assert len(ready) == int(count)
    assert ready[:3] == ["breakthrough", "breakthrough-advice", "perft"], (
        "the rules, the advice, the walks and searches"
    )
    assert not any(name in names for name in package.games() if name != "breakthrough")


@pytest.fixture
def quick_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure for no longer than it takes to have a figure."""
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "ROUND_SECONDS", 0.01)
    monkeypatch.setattr(bench, "TIMED_DEPTH", 3)


@pytest.mark.compiled
@pytest.mark.usefixtures("quick_rounds")
def test_the_engine_is_measured_and_its_signature_is_always_the_same(tabuleiro: Tabuleiro) -> None:
    def measured() -> dict[str, Any]:
        [figures] = json.loads(tabuleiro("bench", "breakthrough", "--no-starts", "--json").out)
        assert figures["cold_start"] is None
        return dict(figures["engine"])

    first, second = measured(), measured()
    assert first["signature"] == second["signature"] > 1000
    assert min(first["nodes"], first["two_threads"], first["seconds_to_depth"]) > 0


@pytest.mark.compiled
@pytest.mark.usefixtures("quick_rounds")
def test_figures_are_laid_out_in_tables(tabuleiro: Tabuleiro) -> None:
    both = tabuleiro("bench", "breakthrough", "--no-starts", "--lang", "pt").out
    assert "partidas ao acaso" in both
    assert "assinatura" in both
    rules_alone = tabuleiro("bench", "breakthrough", "--no-starts", "--no-engine").out
    assert "random games" in rules_alone
    assert "signature" not in rules_alone
    [figures] = json.loads(tabuleiro("bench", "breakthrough", "--no-starts", "--no-engine", "--json").out)
    assert figures["engine"] is None


@pytest.mark.compiled
@pytest.mark.usefixtures("quick_rounds")
def test_a_game_with_few_lines_of_play_is_measured_too(tabuleiro: Tabuleiro) -> None:
    [figures] = json.loads(tabuleiro("bench", "breakthrough:2x4", "--no-starts", "--no-engine", "--json").out)
    assert figures["perft_nodes"] > 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ["frob"],
            "There is no command 'frob'; there are play, serve, resume, puzzle, games-played, replay, export, games, rules,",
        ),
        (["show"], "GAME is missing; see `tabuleiro show --help`."),
        (["show", "breakthrough", "x"], "Nothing may follow here, but there is 'x'"),
        (["show", "breakthrough", "--frob"], "There is no option --frob"),
        (["--frob"], "There is no option --frob"),
        (["show", "breakthrough", "--fen"], "The option --fen needs a value."),
        (["show", "breakthrough", "--fen", "x y"], "There is 1 rank; the board has 8."),
        (["show", "breakthrogh"], "There is no game 'breakthrogh'; there is breakthrough"),
        (["show", "breakthrough", "--set", "files"], "'files' is not of the form switch=value."),
        (["show", "breakthrough", "--set", "self=1"], "breakthrough has no switch 'self'"),
        (["show", "breakthrough", "--view", "round"], "This board has no view 'round'; it has square."),
        (
            ["show", "breakthrough", "--svg", "-", "--theme", "pink"],
            "--theme cannot be 'pink'; it may be auto, light, dark.",
        ),
        (
            ["show", "breakthrough", "--svg", "/no/such/folder/x.svg"],
            "Cannot write /no/such/folder/x.svg: there is no such file",
        ),
        (["moves", "breakthrough", "--from", "z9"], "The board has no cell 'z9': its cells go from a1 to h8."),
        (["moves", "breakthrough", "--from", "d4"], "There is no piece on d4."),
        (["moves", "breakthrough", "--from", "d7"], "The piece on d7 does not belong to the side to move (White)."),
        (["moves", "breakthrough", "--from", "d1"], "The piece on d1 has no move."),
        (["perft", "breakthrough", "x"], "DEPTH must be a whole number from 0 to 60, not 'x'."),
        (["perft", "breakthrough", "61"], "DEPTH must be a whole number"),
        (["perft", "breakthrough", "0", "--divide"], "DEPTH must be a whole number from 1 to 60"),
        (["convert", "breakthrough", "--from", "pgn"], "--from cannot be 'pgn'; it may be fen, prolog, record."),
        (["convert", "breakthrough"], "There is nothing to convert: the text is empty."),
        (["convert", "breakthrough", "/"], "Cannot read /: it is a folder."),
        (["convert", "breakthrough", START, "--turn", "white"], "--turn goes with --from prolog only"),
        (["convert", "breakthrough", "[[1]]", "--from", "prolog"], "Row 1 has 1 atoms; the board has 8."),
        (
            ["convert", "breakthrough", "[[1]]", "--from", "prolog", "--turn", "red"],
            "--turn cannot be 'red'; it may be white, black.",
        ),
        (
            ["convert", "breakthrough", '[Game "trench"] *', "--from", "record"],
            "This is a record of trench, not of breakthrough.",
        ),
        (
            ["convert", "breakthrough", '[Game "breakthrough"]*' * 2, "--from", "record", "--to", "svg"],
            "There are 2 records",
        ),
        (["play", "chess"], "There is no game 'chess'"),
        (["warm", "chess"], "There is no game 'chess'"),
        (["--lang", "fr"], "There is no language 'fr'; there are en, pt."),
        (["games", "--lang"], "The option --lang needs a value."),
    ],
)
def test_bad_input_is_answered_with_one_sentence(tabuleiro: Tabuleiro, arguments: list[str], complaint: str) -> None:
    answer = tabuleiro(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.error
    assert answer.error.count("\n") == 1
    portuguese = tabuleiro(*arguments, "--lang", "pt") if "--lang" not in arguments else None
    assert portuguese is None or (portuguese.code == 2 and portuguese.error != answer.error)


def test_a_file_that_is_no_text_is_refused(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(b"\xff\xfe\x00")
    assert "it is not text in UTF-8" in tabuleiro("convert", "breakthrough", str(file)).error


def test_every_command_and_parameter_is_explained() -> None:
    assert set(COMMANDS) == set(texts.COMMANDS)
    for command in build().commands.values():
        for parameter in command.params:
            assert parameter.name in texts.PARAMETERS
            assert parameter.metavar is None or parameter.metavar in texts.METAVARS


def test_our_own_faults_are_one_sentence_too(tabuleiro: Tabuleiro, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("broken")

    monkeypatch.setitem(COMMANDS, "games", fail)
    answer = tabuleiro("games")
    assert answer.code == 1
    assert answer.error.startswith("A fault in tabuleiro itself, please report it: RuntimeError: broken.")


def test_an_interruption_is_quiet(tabuleiro: Tabuleiro, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(COMMANDS, "games", interrupt)
    answer = tabuleiro("games")
    assert (answer.code, answer.out, answer.error) == (130, "", "")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    arguments=st.lists(
        st.sampled_from(
            [
                "show",
                "moves",
                "rules",
                "convert",
                "play",
                "replay",
                "resume",
                "breakthrough",
                "tafl:x",
                "--white",
                "--record",
                "--fen",
                "--json",
                "--from",
                "--set",
                "a=b",
                "-",
                "--help",
            ]
        )
        | st.text(st.characters(codec="utf-8"), max_size=8),
        max_size=5,
    )
)
def test_nonsense_never_breaks_anything(tabuleiro: Tabuleiro, arguments: list[str]) -> None:
    answer = tabuleiro(*arguments)
    assert answer.code in (0, 2)
    assert (answer.code == 2) == bool(answer.error)
