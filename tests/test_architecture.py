"""The shape of the project: layers, no game named outside its file, and nothing heavy loaded without need."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.games import kind

SOURCE = Path(tabuleiro.__file__).parent


def names_of_games() -> list[str]:
    """Every game's name and the names of its variants that are words, in any spelling."""
    names = set()
    for name in tabuleiro.games():
        if kind(name).__module__.startswith("tabuleiro."):
            names |= {name, *(part for part in kind(name).variants if re.fullmatch(r"[a-z]{5,}", part))}
    return sorted(names - {"seed"})


@pytest.mark.parametrize("name", names_of_games())
def test_no_game_is_named_outside_its_file(name: str) -> None:
    pattern = re.compile(name.replace("-", "[-_ ]?"), re.IGNORECASE)
    for path in SOURCE.rglob("*"):
        if path.suffix in {".py", ".js", ".css", ".html"} and path.parent.name != "games":
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                assert not pattern.search(line), f"{path.relative_to(SOURCE)}, line {number}, names {name}"


def imported_by(*arguments: str) -> set[str]:
    """The modules that a new process has loaded when it has done something."""
    script = f"import sys; {'; '.join(arguments)}; print('\\n'.join(sys.modules), file=sys.stderr)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(run.stderr.split())


def test_importing_the_package_loads_nothing_heavy() -> None:
    loaded = imported_by("import tabuleiro", "tabuleiro.games()", "tabuleiro.game('trench').title")
    assert not loaded & {"numba", "numpy", "llvmlite", "rich", "typer"}


def test_games_are_the_five_in_order() -> None:
    ours = tuple(name for name in tabuleiro.games() if kind(name).__module__.startswith("tabuleiro."))
    assert ours == ("breakthrough", "fields-of-action", "monkey-queen", "tafl", "trench")
