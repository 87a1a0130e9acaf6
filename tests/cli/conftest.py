"""A command line to try things on: in this process, with the exit code and what was printed."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tabuleiro.cli import main


@dataclass(frozen=True)
class Answer:
    """What a command did."""

    code: int
    out: str
    error: str


Tabuleiro = Callable[..., Answer]


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """No setting of the user's has a say, and nothing is written where the user's games are."""
    for name in ("TABULEIRO_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "TABULEIRO_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TABULEIRO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    yield


@pytest.fixture
def tabuleiro(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tabuleiro:
    """Run a command line, with a text as its input."""

    def run(*arguments: str, typed: str = "") -> Answer:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(arguments)
        printed = capsys.readouterr()
        return Answer(code, printed.out, printed.err)

    return run
