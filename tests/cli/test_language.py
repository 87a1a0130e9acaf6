"""Which language the command line speaks, and that its help is complete in both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tabuleiro.cli.application import COMMANDS
from tabuleiro.cli.language import language_of, take_language

Tabuleiro = Callable[..., Any]
"""The fixture that runs a command line."""


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "pt_PT.UTF-8"}, "pt"),
        ({"LANG": "pt_BR"}, "pt"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "pt_PT.UTF-8", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "C", "LC_ALL": "pt_PT"}, "pt"),
        ({"LC_ALL": "", "LANG": "pt"}, "pt"),
        ({"LC_ALL": "pt_PT", "TABULEIRO_LANG": "en"}, "en"),
    ],
)
def test_the_language_is_the_users_own(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_a_language_may_be_asked_for_anywhere() -> None:
    assert take_language(["--lang", "pt", "games"]) == ("pt", ["games"])
    assert take_language(["games", "--lang=en", "--json"]) == ("en", ["games", "--json"])
    assert take_language(["convert", "--", "--lang"]) == (None, ["convert", "--", "--lang"])


def test_the_setting_is_heeded(tabuleiro: Tabuleiro, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pt_PT.UTF-8")
    assert "Brancas a jogar" in tabuleiro("show", "breakthrough").out
    assert "White to move" in tabuleiro("show", "breakthrough", "--lang", "en").out
    monkeypatch.setenv("TABULEIRO_LANG", "en")
    assert "White to move" in tabuleiro("show", "breakthrough").out


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_is_there_in_both_languages(tabuleiro: Tabuleiro, command: str | None) -> None:
    arguments = [] if command is None else [command]
    english = tabuleiro(*arguments, "--help")
    portuguese = tabuleiro(*arguments, "--help", "--lang", "pt")
    assert english.code == portuguese.code == 0
    assert "Options:" in english.out
    assert "Opções:" in portuguese.out
    for line in portuguese.out.splitlines():
        # What reads the same in both is a name that is typed, never a sentence.
        assert line not in english.out.splitlines() or not line.strip()


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("columns", [40, 60, 80])
def test_help_and_the_list_of_games_fit_the_terminal(
    tabuleiro: Tabuleiro, monkeypatch: pytest.MonkeyPatch, columns: int, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for arguments in (["games"], ["--help"], *([command, "--help"] for command in COMMANDS)):
        for line in tabuleiro(*arguments, "--lang", language).out.splitlines():
            # What is typed stands on one line, however long.
            assert len(line) <= columns or line.startswith(("  --", "tabuleiro")), line


def test_without_a_command_there_is_help(tabuleiro: Tabuleiro) -> None:
    assert tabuleiro().out == tabuleiro("--help").out
    assert tabuleiro("-h").out == tabuleiro("--help").out


def test_the_version_is_told(tabuleiro: Tabuleiro) -> None:
    assert tabuleiro("--version").out.strip().count(".") == 2
