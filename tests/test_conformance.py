"""Every game and every variant holds to what every game must."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.conformance import CHECKS, Failed, check_game, check_playthrough, expect
from tabuleiro.games import kind

DATA = Path(__file__).parent / "data"
OURS = [name for name in tabuleiro.games() if kind(name).__module__.startswith("tabuleiro.")]
VARIANTS = [
    tabuleiro.game(f"{name}:{variant}").id for name in OURS for variant in dict.fromkeys(["", *kind(name).variants])
]
IN_PYTHON = {"compiled", "refusals", "texts", "symmetries", "parsers", "identity", "description"}
"""The checks of what is written in Python, or compared with it: indices that are checked as well show nothing new there."""

THOROUGH = {"compiled", "incremental", "aids", "refusals", "foresight", "symmetries"}
"""The checks that take long. The soak makes them in every variant, other runs in each game's default and in every third."""

SOAK = bool(os.environ.get("TABULEIRO_SOAK"))


def name_of(check: Callable[[tabuleiro.Game], None]) -> str:
    return check.__name__.removeprefix("check_")


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("id", sorted(set(VARIANTS)))
def test_conformance(id: str, check: Callable[[tabuleiro.Game], None]) -> None:
    if os.environ.get("NUMBA_BOUNDSCHECK") and name_of(check) in IN_PYTHON:
        pytest.skip("says nothing about indices")
    if name_of(check) in THOROUGH and not SOAK and ":" in id and sorted(set(VARIANTS)).index(id) % 3:
        pytest.skip("part of the soak")
    check(tabuleiro.game(id))


@pytest.mark.parametrize("id", OURS)
def test_playthrough(id: str) -> None:
    check_playthrough(tabuleiro.game(id), DATA / id / "playthrough.txt")


def test_a_problem_is_reported_with_the_position_where_it_shows() -> None:
    position = tabuleiro.game(OURS[0]).start()
    with pytest.raises(Failed, match=r"Something is wrong\. In the position"):
        expect(False, "Something is wrong.", position)


def test_a_broken_game_is_found_out() -> None:
    sound = kind(OURS[0])

    class Broken(sound):  # type: ignore[valid-type, misc]
        """A game that declares fewer moves and plies than it has, and a symmetry that does not hold."""

        variants: dict[str, object] = {}

        @property
        def max_plies(self) -> int:
            return 3

        def lessons(self) -> list[object]:
            return []

    problems = {result.check: result.problem for result in check_game(Broken) if result.problem}
    assert "plies; at most 3 are declared" in problems["ends"]
    assert "no lessons" in problems["description"]
