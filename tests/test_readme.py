"""The README is run: its Python line by line against what its comments say, its commands as printed."""

from __future__ import annotations

import ast
import io
import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tabuleiro.cli import main

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


COMMANDS = [
    shlex.split(line, comments=True)[1:]
    for block in blocks("sh")
    for line in block.splitlines()
    if line.startswith("tabuleiro ") and not line.startswith("tabuleiro serve")
]
SERVERS = [
    shlex.split(line, comments=True)[1:]
    for block in blocks("sh")
    for line in block.splitlines()
    if line.startswith("tabuleiro serve") and "postgresql:" not in line
]


def test_the_python_of_the_readme_gives_what_it_says() -> None:
    (block,) = blocks("python")
    scope: dict[str, object] = {}
    exec(block, scope)
    checked = 0
    scope = {}
    for line in block[: block.index("\ntry:")].splitlines():
        code, _, comment = line.partition("#")
        try:
            expected = ast.literal_eval(comment.strip())
        except (SyntaxError, ValueError):
            exec(code, scope)
        else:
            assert eval(code, scope) == expected, line
            checked += 1
    assert checked >= 5


LONG = ("arena", "report", "learn", "calibrate")
"""Commands that play many games: their short forms are tested elsewhere."""


@pytest.mark.parametrize(
    "arguments",
    [pytest.param(given, marks=[pytest.mark.soak] * (given[0] in LONG), id=" ".join(given[:2])) for given in COMMANDS],
)
def test_a_command_of_the_readme_works_as_printed(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(given: str, *arguments: str) -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(given))
        return main(arguments)

    monkeypatch.setenv("TABULEIRO_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    if arguments[0] in ("resume", "games-played", "export"):
        run("a2-a3\n", "play", "breakthrough")  # something must have been kept
    capsys.readouterr()
    code = run("", *arguments)
    printed = capsys.readouterr()
    assert code == 0, printed.err
    assert printed.out


@pytest.mark.parametrize("arguments", SERVERS, ids=" ".join)
def test_a_server_of_the_readme_starts_as_printed(arguments: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tabuleiro", *arguments]
    environment = {**os.environ, "TABULEIRO_DATA": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        try:
            with urllib.request.urlopen(f"{address}health") as answer:
                assert answer.status == 200
        finally:
            server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0


def test_the_readme_shows_the_commands_of_the_makefile() -> None:
    makefile = (Path(__file__).parent.parent / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`?make (\w+)`?", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    assert len(COMMANDS) >= 8
    assert all((Path(__file__).parent.parent / name).exists() for name in re.findall(r"\]\((?!http)([\w/.-]+)", README))
