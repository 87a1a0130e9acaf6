"""When the whole screen is used, and what is shown on it then."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest

from tabuleiro import terminal as screens
from tabuleiro.cli import playing, puzzling, replaying
from tabuleiro.cli.output import is_full_screen

Tabuleiro = Callable[..., Any]
"""The fixture that runs a command line."""


class Stream(io.StringIO):
    """A stream that may be a terminal."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.mark.parametrize(
    ("stdin", "stdout", "kind", "plain", "expected"),
    [
        (True, True, "xterm-256color", False, True),
        (True, True, None, False, True),
        (True, True, "xterm-256color", True, False),
        (True, True, "dumb", False, False),
        (False, True, "xterm-256color", False, False),
        (True, False, "xterm-256color", False, False),
    ],
)
def test_the_whole_screen_is_used_where_it_can_be(
    monkeypatch: pytest.MonkeyPatch, stdin: bool, stdout: bool, kind: str | None, plain: bool, expected: bool
) -> None:
    monkeypatch.setattr("sys.stdin", Stream(stdin))
    monkeypatch.setattr("sys.stdout", Stream(stdout))
    if kind is None:
        monkeypatch.delenv("TERM", raising=False)
    else:
        monkeypatch.setenv("TERM", kind)
    assert is_full_screen(plain) is expected


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """The screens that are shown, which do nothing here, with what they are given besides the database."""
    calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
    for module in (playing, puzzling, replaying):
        monkeypatch.setattr(module, "is_full_screen", lambda plain: not plain)
    for name in ("show_menu", "show_table", "show_replay", "show_puzzles"):

        def show(database: Any, *given: Any, name: str = name, **named: Any) -> None:
            calls.append((name, given, named))

        monkeypatch.setattr(screens, name, show)
    return calls


def test_without_a_game_there_is_a_menu(tabuleiro: Tabuleiro, shown: list[Any]) -> None:
    assert tabuleiro("play").out == ""
    assert shown == [("show_menu", (), {})]


def test_a_game_is_played_on_the_screen(tabuleiro: Tabuleiro, shown: list[Any]) -> None:
    answer = tabuleiro("play", "trench", "--white", "random", "--view", "square", "--flip")
    assert answer.out == "Nothing was played.\n"
    [(name, (table,), named)] = shown
    assert (name, named) == ("show_table", {"view": "square", "flip": True})
    assert [person.player for person in table.plan.people] == ["human", "random"]
    assert table.plan.pace == playing.FULL_SCREEN_PACE


def test_a_game_goes_on_on_the_screen(tabuleiro: Tabuleiro, shown: list[Any]) -> None:
    tabuleiro("play", "breakthrough", "--plain", typed="a2-a3\n")
    assert "tabuleiro resume 1" in tabuleiro("resume").out
    [(name, (table,), named)] = shown
    assert (name, named, len(table.session.moves)) == ("show_table", {"view": None, "flip": False}, 1)


def test_a_game_is_shown_again_on_the_screen(tabuleiro: Tabuleiro, shown: list[Any]) -> None:
    tabuleiro("play", "breakthrough", "--plain", typed="a2-a3\n")
    tabuleiro("replay", "1", "--flip")
    [(name, (records,), named)] = shown
    assert (name, named, [record.moves for record in records]) == (
        "show_replay",
        {"view": None, "flip": True},
        [("a2-a3",)],
    )


def test_puzzles_are_solved_on_the_screen(tabuleiro: Tabuleiro, shown: list[Any]) -> None:
    tabuleiro("puzzle", "trench")
    tabuleiro("puzzle")
    assert shown == [("show_puzzles", ("trench",), {}), ("show_puzzles", (None,), {})]
