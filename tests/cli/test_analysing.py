"""`analyse` and `explain`: what they print for people and for programs, and how they end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

import tabuleiro as package
from tabuleiro.cli import explaining, limits, position_analysis, record_analysis
from tabuleiro.engine.analysis import WON, Analysis, Line
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.limits import DEEPEST
from tabuleiro.engine.review import Judgement, Review
from tabuleiro.engine.sentences import signed
from tabuleiro.messages import analysing as texts
from tabuleiro.notation.records import Record
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import Text, same

Tabuleiro = Callable[..., Any]
"""The fixture that runs a command line."""

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "four-field-kono"
THREAT = "8/1pppp3/8/8/8/PP6/6p1/5P2 w"
RECORD = f"""[Game "breakthrough"]
[FEN "{THREAT}"]
[Result "0-1"]

1. a3-a4 g2xf1 0-1
"""

pytestmark = pytest.mark.compiled


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    return str(path)


def test_a_position_is_analysed_line_by_line(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("analyse", "breakthrough", "--nodes", "3000")
    assert answer.code == 0
    head, *rows = answer.out.splitlines()
    assert head.split() == ["depth", "score", "wins", "nodes", "nodes/s", "time", "line"]
    assert rows
    assert all("%" in row for row in rows)


@pytest.mark.parametrize("id", package.games())
def test_every_game_is_analysed(tabuleiro: Tabuleiro, id: str) -> None:
    data = json.loads(tabuleiro("analyse", id, "--nodes", "1000", "--lines", "3", "--json").out)
    assert len(data["lines"]) == 3
    position = package.game(id).position(data["fen"])
    for line in data["lines"]:
        assert 0 <= line["win"] <= 1
        end = position
        for move in line["moves"]:
            end = end.play(move)


def test_a_proved_end_is_said(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("analyse", "breakthrough", "--fen", "8/4P3/8/1p6/8/8/8/8 w", "--depth", "3")
    assert "won in 1 (proved)" in answer.out
    answer = tabuleiro("analyse", "breakthrough", "--fen", "8/4P3/8/1p6/8/8/8/8 w", "--depth", "3", "--lang", "pt")
    assert "ganha em 1 (provado)" in answer.out


@pytest.mark.parametrize("language", ["en", "pt"])
def test_columns_stand_under_each_other_whatever_is_found(language: str) -> None:
    position = package.game("breakthrough").start()
    lines = [
        Line(tuple(position.legal_moves[:1]), score, 1.0, proved=abs(score) > 500)
        for score in (0, -500, WON - 1, DEEPEST - WON)
    ]
    found = Analysis(position, tuple(lines), DEEPEST, limits.MOST_NODES, limits.MOST_SECONDS)
    with package.using_language(language):
        cells = [
            [str(title) for title in texts.COLUMNS.values()],
            *(position_analysis.line_cells(found, line) for line in lines),
        ]
    assert len({position_analysis.plain_row(row).rindex(row[-1]) for row in cells}) == 1


def test_a_finished_game_is_said_to_be_over(tabuleiro: Tabuleiro) -> None:
    over = "4P3/8/8/8/8/8/1p6/8 b"
    assert tabuleiro("analyse", "breakthrough", "--fen", over).out == "The game is over: Won by White: goal reached.\n"
    assert json.loads(tabuleiro("analyse", "breakthrough", "--fen", over, "--json").out)["lines"] == []
    answer = tabuleiro("explain", "breakthrough", "--fen", over)
    assert answer.code == 0
    assert "Won by White: goal reached" in answer.out


def test_a_finished_game_is_drawn_too(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    picture = tmp_path / "over.svg"
    answer = tabuleiro("analyse", "breakthrough", "--fen", "4P3/8/8/8/8/8/1p6/8 b", "--svg", str(picture))
    assert answer.out == "The game is over: Won by White: goal reached.\n"
    ElementTree.fromstring(picture.read_text())


def test_what_was_judged_is_shown_even_if_the_picture_cannot_be_written(
    tabuleiro: Tabuleiro, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()

    def judge_without_folder(*given: Any) -> Review:
        folder.rmdir()
        return judge(*given)

    judge = record_analysis.judge
    monkeypatch.setattr(record_analysis, "judge", judge_without_folder)
    answer = tabuleiro("analyse", "breakthrough", file, "--nodes", "500", "--svg", str(folder / "graph.svg"))
    assert answer.code == 2
    assert "g2xf1" in answer.out
    assert answer.error == f"Cannot write {folder}/graph.svg: there is no such file or folder.\n"


@pytest.mark.parametrize("width", [40, 80])
def test_on_a_narrow_terminal_only_the_moves_are_cut(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Console(width=width, highlight=False)
    monkeypatch.setattr(position_analysis, "console", lambda: screen)
    with Engine("breakthrough") as engine:
        found = engine.analyse(package.game("breakthrough").start(), nodes=20_000)
    with screen.capture() as shown:
        screen.print(position_analysis.analysis_table([found]))
    _, row = shown.get().splitlines()
    assert f"{found.best.score / 100:+.2f}" in row.split()
    assert f"{found.best.win:.0%}" in row.split()
    assert str(found.best.moves[0]) in row
    assert row.rstrip().endswith("…")
    assert (f"{found.nodes:,}" in row) == (width == 80)


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("width", [24, 28, 32, 36])
def test_on_the_narrowest_terminals_no_number_is_cut(
    width: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, start = Console(width=width, highlight=False), package.game("breakthrough").start()
    line = Line(tuple(start.legal_moves[:1]) * 5, 12345, 1.0)
    found = Analysis(start, (line,), 12, 1_234_567, 12.5)
    for module in (position_analysis, record_analysis):
        monkeypatch.setattr(module, "console", lambda: screen)
    with package.using_language(language):
        tables = (position_analysis.analysis_table([found]), record_analysis.moves_table(judged_badly()))
    with screen.capture() as shown:
        screen.print(tables[0])
    assert all("…" not in row.rstrip()[:-1] for row in shown.get().splitlines())
    with screen.capture() as shown:
        screen.print(tables[1])
    assert "…" not in shown.get()


def judged_badly() -> Review:
    """A game of sides with long names in which every move is a blunder, the third the losing one; the last captures."""
    start = package.game("tafl:brandubh").start()
    record = Record.from_moves(start, ["f4-f7", "d5-b5", "f7-f5", "d3-b3xb4"], result="0-1", reason="resignation")
    judgements = [
        Judgement(position, position.find(text), 1.0, 0.0, Line(tuple(position.legal_moves[:1]) * 5, 0, 1.0))
        for position, text in zip(record.positions(), record.moves, strict=False)
    ]
    return Review(record, tuple(judgements), (1.0, 0.0, 1.0, 0.0, 0.0))


@pytest.mark.parametrize(
    "language, loses, losing", [("en", "loses", "the losing move"), ("pt", "perde", "a jogada que perde")]
)
@pytest.mark.parametrize("width", [40, 60, 69, 70, 80, 89, 95, 120])
def test_judged_moves_fit_any_terminal(
    width: int, language: str, loses: str, losing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, review = Console(width=width, highlight=False), judged_badly()
    monkeypatch.setattr(record_analysis, "console", lambda: screen)
    with package.using_language(language), screen.capture() as shown:
        screen.print(record_analysis.moves_table(review))
        expected = [record_analysis.judgement_cells(review, place, False) for place in range(4)]
    head, *rows = shown.get().splitlines()
    assert "…" not in head
    assert max(map(len, (head, *rows))) <= width
    for row, (number, side, move, before, after, loss, _, better) in zip(rows, expected, strict=True):
        cells = [cell.strip() for cell in row.split("  ") if cell.strip()]
        told = [number, *([side] if width > 70 else []), move, before, after, loss]
        assert cells[: len(told)] == told
        if width >= 60:
            sign, best = cells[len(told) :]
            assert sign.startswith("??")
            assert best[:5] == better[:5]
    is_long = width == 120 or (width == 95 and language == "en")
    assert (losing if is_long else f"?? {loses} ") in rows[2] or width == 40


def test_on_a_narrow_terminal_mistakes_are_counted_under_their_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Console(width=60, highlight=False)
    monkeypatch.setattr(record_analysis, "console", lambda: screen)
    with screen.capture() as shown:
        screen.print(record_analysis.summary_table(judged_badly()))
    head, first, _ = shown.get().splitlines()
    assert head.split() == ["moves", "?!", "?", "??", "average", "loss"]
    assert first.split() == ["Attackers", "2", "0", "0", "2", "100.0%"]


def test_the_best_moves_are_drawn(tabuleiro: Tabuleiro, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    answer = tabuleiro("analyse", "breakthrough", "--nodes", "500", "--lines", "2", "--svg", str(picture))
    assert answer.code == 0
    ElementTree.fromstring(picture.read_text())
    assert picture.read_text().count('class="arrow"') == 2


@pytest.mark.parametrize("arguments, said", [((), "nodes/s"), (("--fen", "4P3/8/8/8/8/8/1p6/8 b"), "The game is over")])
def test_a_picture_on_the_output_is_alone_there(tabuleiro: Tabuleiro, arguments: tuple[str, ...], said: str) -> None:
    answer = tabuleiro("analyse", "breakthrough", *arguments, "--nodes", "500", "--svg", "-")
    assert answer.code == 0
    assert ElementTree.fromstring(answer.out).tag.endswith("svg")
    assert said in answer.error


@pytest.mark.parametrize("language, said", [("en", "average loss"), ("pt", "perda média")])
def test_the_graph_of_a_record_is_alone_on_the_output(
    tabuleiro: Tabuleiro, file: str, language: str, said: str
) -> None:
    answer = tabuleiro("analyse", "breakthrough", file, "--nodes", "500", "--svg", "-", "--lang", language)
    assert answer.code == 0
    assert ElementTree.fromstring(answer.out).tag.endswith("svg")
    assert said in answer.error and "g2xf1" in answer.error


def test_a_record_is_judged(tabuleiro: Tabuleiro, file: str, tmp_path: Path) -> None:
    picture = tmp_path / "graph.svg"
    answer = tabuleiro("analyse", "breakthrough", file, "--nodes", "2000", "--svg", str(picture), "--theme", "dark")
    assert answer.code == 0
    assert "a3-a4" in answer.out
    assert "Chances of winning, by move: White" in answer.out
    assert "average loss" in answer.out
    ElementTree.fromstring(picture.read_text())
    data = json.loads(tabuleiro("analyse", "breakthrough", file, "--nodes", "2000", "--json").out)
    assert [move["move"] for move in data["moves"]] == ["a3-a4", "g2xf1"]
    assert data["moves"][0]["best"]["moves"][0] == "f1xg2"
    assert data["wins"]["white"][1:] == [0.0, 0.0]
    assert data["summary"]["black"]["blunder"] == 0


def test_records_come_from_the_input_too(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("analyse", "breakthrough", "-", "--nodes", "500", "--lang", "pt", typed=RECORD + "\n" + RECORD)
    assert answer.code == 0
    assert "Partida 1 de 2" in answer.out
    assert "perda média" in answer.out
    empty = '[Game "breakthrough"]\n\n*\n'
    assert tabuleiro("analyse", "breakthrough", "-", typed=empty).out == "The record has no moves to judge.\n"


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_records_that_were_judged_are_shown_when_the_next_is_interrupted(
    tabuleiro: Tabuleiro, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    judge, asked = record_analysis.judge, iter([True, False])

    def interrupted(engine: Engine, record: Record, limits: dict[str, Any]) -> Review:
        if not next(asked):
            raise KeyboardInterrupt
        return judge(engine, record, limits)

    monkeypatch.setattr(record_analysis, "judge", interrupted)
    answer = tabuleiro("analyse", "breakthrough", "-", "--nodes", "500", *options, typed=RECORD + "\n" + RECORD)
    assert answer.code == 130
    if options:
        assert [len(review["moves"]) for review in json.loads(answer.out)] == [2]
    else:
        assert "Game 1 of 2" in answer.out and "average loss" in answer.out
        assert "Game 2 of 2" not in answer.out
    assert answer.error.startswith("Stopped before all moves were judged")


@pytest.mark.parametrize("id", package.games())
def test_every_position_is_explained(tabuleiro: Tabuleiro, id: str) -> None:
    answer = tabuleiro("explain", id, "--nodes", "1000")
    assert answer.code == 0
    assert "would play" in answer.out
    assert "Next best:" in answer.out
    data = json.loads(tabuleiro("explain", id, "--nodes", "1000", "--json").out)
    game = package.game(id)
    assert [term["name"] for term in data["terms"]] == [term.name for term in game.all_terms]
    for term in game.all_terms:
        assert str(term.title) in answer.out
    assert set(data["changes"]) == {term.name for term in game.all_terms}


def test_the_terms_add_up_to_the_evaluation(tabuleiro: Tabuleiro) -> None:
    game = package.game("breakthrough")
    position = game.position(THREAT)
    value = int(game.advice.evaluate(game.rules, game.weights, position.state.copy(), game.new_terms()))
    data = json.loads(tabuleiro("explain", "breakthrough", "--fen", THREAT, "--nodes", "500", "--json").out)
    assert sum(term["white"] - term["black"] for term in data["terms"]) == value


def test_an_explanation_in_portuguese(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("explain", "breakthrough", "--fen", THREAT, "--nodes", "2000", "--lang", "pt")
    assert "a melhor jogada é f1xg2" in answer.out
    assert "As seguintes:" in answer.out


@pytest.mark.parametrize(
    "language, sentence",
    [("en", "It gives something up in having the move (-0.20)."), ("pt", "Cede alguma coisa em ter a vez (-0,20).")],
)
def test_what_is_given_up_need_not_be_in_exchange(language: str, sentence: str) -> None:
    with package.using_language(language):
        term = Text("having the move", "ter a vez")
        assert str(texts.GIVES.fill(terms=term + same(f" ({signed(-20)})"))) == sentence


def test_a_game_without_an_evaluation_is_explained_by_the_search(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(EXAMPLE)
    import four_field_kono

    position = four_field_kono.GAME().start()
    with Engine(position.game) as engine:
        found = engine.analyse(position, nodes=1000, lines=3)
    explaining.print_terms(position)
    explaining.print_choice(found)
    shown = capsys.readouterr().out
    assert "the opinion of the search alone" in shown
    assert f"White would play {found.best.moves[0]}" in shown
    assert explaining.explanation_data(position, found)["terms"] == []


@pytest.mark.parametrize(
    "nodes, depth, language, sentence",
    [
        (1, 1, "en", "This is an estimate after 1 position, 1 move deep."),
        (1, 1, "pt", "É uma estimativa depois de 1 posição, com 1 jogada de profundidade."),
        (2000, 3, "en", "This is an estimate after 2,000 positions, 3 moves deep."),
        (20, 0, "pt", "É uma estimativa depois de 20 posições, com 0 jogadas de profundidade."),
    ],
)
def test_what_an_opinion_rests_on_is_counted(nodes: int, depth: int, language: str, sentence: str) -> None:
    found = Analysis(package.game("breakthrough").start(), (), depth, nodes, 0.0)
    with package.using_language(language):
        assert str(explaining.estimate_text(found)) == sentence


def test_a_move_is_only_said_to_be_the_only_one_if_it_is(tabuleiro: Tabuleiro) -> None:
    """A very short search finds no second line."""
    answer = tabuleiro("explain", "breakthrough", "--nodes", "10")
    assert "would play" in answer.out
    assert "no other move" not in answer.out
    assert (
        "There is no other move."
        in tabuleiro("explain", "breakthrough", "--fen", "8/p7/8/8/8/p7/P7/8 w", "--nodes", "50").out
    )


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (("--seconds", "soon"), "--seconds must be a number of seconds above 0 and up to 86400, not 'soon'."),
        (("--seconds", "0"), "--seconds must be a number of seconds above 0 and up to 86400, not '0'."),
        (("--nodes", "-5"), "--nodes must be a whole number from 1 to 999999999, not '-5'."),
        (("--depth", "0"), "--depth must be a whole number from 1 to 120, not '0'."),
        (("--lines", "x"), "--lines must be a whole number from 1 to 16, not 'x'."),
        (("--threads", "0"), "--threads must be a whole number from 1 to 64, not '0'."),
        (("--theme", "pink"), "--theme cannot be 'pink'; it may be auto, light, dark."),
        (("--json", "--svg", "-"), "--json and --svg - would both write to the output; name a file for the picture."),
        (("no-such-file",), "Cannot read no-such-file: there is no such file or folder."),
        (("--seconds", "600", "--svg", "gone/x.svg"), "Cannot write gone/x.svg: there is no such file or folder."),
    ],
)
def test_what_cannot_be_done_is_said(tabuleiro: Tabuleiro, arguments: tuple[str, ...], sentence: str) -> None:
    answer = tabuleiro("analyse", "breakthrough", *arguments)
    assert (answer.code, answer.out, answer.error) == (2, "", sentence + "\n")


@pytest.mark.parametrize("typed", ["", "\n \n"])
@pytest.mark.parametrize("language, sentence", [("en", "The record is empty; "), ("pt", "O registo está vazio; ")])
def test_an_empty_record_is_said_to_be_empty(tabuleiro: Tabuleiro, typed: str, language: str, sentence: str) -> None:
    answer = tabuleiro("analyse", "breakthrough", "-", "--lang", language, typed=typed)
    assert (answer.code, answer.out) == (2, "")
    assert answer.error.startswith(sentence)


@pytest.mark.parametrize(
    "language, thought, of_a_record",
    [
        ("en", "think no longer than this", "each move of a record"),
        ("pt", "não pensa mais do que isto", "cada jogada de um registo"),
    ],
)
def test_only_the_help_of_who_takes_records_speaks_of_them(
    tabuleiro: Tabuleiro, language: str, thought: str, of_a_record: str
) -> None:
    for command in ("analyse", "explain", "solve"):
        help = " ".join(tabuleiro(command, "--help", "--lang", language).out.split())
        assert thought in help
        assert (of_a_record in help) == (command == "analyse")


def test_a_record_that_does_not_fit_is_refused(tabuleiro: Tabuleiro, file: str) -> None:
    assert tabuleiro("analyse", "trench", file).error == "This is a record of breakthrough, not of trench.\n"
    assert "not both" in tabuleiro("analyse", "breakthrough", file, "--fen", THREAT).error
    assert "--lines goes with a position" in tabuleiro("analyse", "breakthrough", file, "--lines", "2").error
    broken = tabuleiro("analyse", "breakthrough", "-", typed=RECORD.replace("a3-a4", "a3-a9"))
    assert broken.code == 2
    assert "a3-a9" in broken.error
    two = tabuleiro("analyse", "breakthrough", "-", "--svg", "-", typed=RECORD + "\n" + RECORD)
    assert two.error == "There are 2 records; only one can become an SVG.\n"


INTERRUPTED = """
import signal, sys, threading
from tabuleiro.cli import main
main(["analyse", "breakthrough", "--nodes", "10", "--json"])
sys.stdout.flush()
threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()
sys.exit(main(["analyse", "breakthrough", "--seconds", "600", *sys.argv[1:]]))
"""


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_an_interruption_keeps_what_was_found(options: list[str]) -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, *options], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    if options:
        assert done.stdout.count('"lines": [') == 2
    else:
        assert done.stdout.endswith("Stopped; this is what was found.\n")


@pytest.fixture(params=[0, 1])
def interrupted_search(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Press Ctrl-C once the search has reported this many times."""
    stream = Engine.stream

    def interrupted(self: Engine, position: Position, **limits: Any) -> Iterator[Analysis]:
        assert limits.pop("seconds") == 600
        found = list(stream(self, position, nodes=2000, lines=limits["lines"]))
        yield from found[-request.param :] if request.param else []
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "stream", interrupted)
    return int(request.param)


@pytest.mark.parametrize(
    "language, something, nothing, best",
    [
        (
            "en",
            "Stopped; this is what was found.",
            "Stopped before anything was found.",
            "White would play f1xg2",
        ),
        (
            "pt",
            "Interrompido; foi isto que se encontrou.",
            "Interrompido antes de se encontrar alguma coisa.",
            "a melhor jogada é f1xg2",
        ),
    ],
)
def test_an_explanation_that_is_interrupted_keeps_what_was_found(
    tabuleiro: Tabuleiro, interrupted_search: int, language: str, something: str, nothing: str, best: str
) -> None:
    options = ("breakthrough", "--fen", THREAT, "--seconds", "600", "--lang", language)
    answer = tabuleiro("explain", *options)
    assert (answer.code, answer.error) == (0, "")
    assert str(package.game("breakthrough").position(THREAT)).splitlines()[0] in answer.out
    assert (something if interrupted_search else nothing) in answer.out
    assert (best in answer.out) == bool(interrupted_search)
    data = json.loads(tabuleiro("explain", *options, "--json").out)
    assert data["terms"]
    assert len(data["lines"]) == 3 * interrupted_search
    analysed = tabuleiro("analyse", *options, "--lines", "3").out
    assert analysed.endswith(f"{something if interrupted_search else nothing}\n")


def test_what_counts_is_told_before_the_engine_thinks(
    tabuleiro: Tabuleiro, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = []

    def search(engine: Engine, position: Position, limits: dict[str, Any]) -> tuple[None, bool]:
        shown.append(capsys.readouterr().out)
        return None, False

    monkeypatch.setattr(explaining, "search", search)
    tabuleiro("explain", "breakthrough")
    assert "How it looks, without looking ahead" in shown[0]


def test_a_terminal_sees_a_table_that_grows() -> None:
    pty = pytest.importorskip("pty")
    near, far = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120", "TABULEIRO_LANG": "en"}
    command = [sys.executable, "-m", "tabuleiro", "analyse", "breakthrough", "--depth", "4"]
    with subprocess.Popen(command, stdout=far, stderr=subprocess.PIPE, env=environment) as process:
        os.close(far)
        shown = b""
        try:
            while part := os.read(near, 4096):
                shown += part
        except OSError:
            pass  # how a terminal says that the other side is gone
        assert process.wait() == 0
    os.close(near)
    assert b"nodes/s" in shown
    assert b"\x1b[" in shown
