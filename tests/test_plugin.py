"""A game that another package adds: the example, installed through its entry point into a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent / "examples" / "four-field-kono"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("plugin")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--disable-pip-version-check", "--target", str(folder), str(EXAMPLE)], check=True)
    return {**os.environ, "PYTHONPATH": str(folder)}


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True)


def test_the_game_is_found_through_its_entry_point(environment: dict[str, str]) -> None:
    script = (
        "import tabuleiro; print(*tabuleiro.games()); print(tabuleiro.game('four-field-kono').start().legal_moves[0])"
    )
    done = run(environment, "-c", script)
    assert done.returncode == 0, done.stderr
    names, move = done.stdout.splitlines()
    assert names.split()[:5] == ["breakthrough", "fields-of-action", "monkey-queen", "tafl", "trench"]
    assert "four-field-kono" in names.split()[5:]
    assert move == "a1xa3"


def test_it_passes_the_conformance_kit(environment: dict[str, str]) -> None:
    playthrough = ["--playthrough", str(EXAMPLE / "playthrough.txt")]
    done = run(environment, "-m", "tabuleiro", "check-game", "four_field_kono:GAME", *playthrough)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " checks of 1 variant passed." in done.stdout


def test_the_command_line_knows_it(environment: dict[str, str]) -> None:
    done = run(environment, "-m", "tabuleiro", "show", "four-field-kono")
    assert done.returncode == 0, done.stderr
    assert "● ● ● ●" in done.stdout


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (None, "No module named 'added_game'"),
        ("GAME = 1", "added_game:GAME is not a class of games."),
        ("from tabuleiro import Game\nclass GAME(Game): name = 'added'", "added_game:GAME lacks title, designer, "),
        ("from tabuleiro.games.tafl import GAME as Sound\nclass GAME(Sound): pass", "there is another game 'tafl'"),
    ],
)
def test_a_package_that_cannot_be_used_does_not_take_the_others_with_it(
    source: str | None, said: str, tmp_path: Path
) -> None:
    added = tmp_path / "added-1.0.dist-info"
    added.mkdir()
    (added / "METADATA").write_text("Metadata-Version: 2.1\nName: added\nVersion: 1.0\n")
    (added / "entry_points.txt").write_text("[tabuleiro.games]\nadded = added_game:GAME\n")
    if source is not None:
        (tmp_path / "added_game.py").write_text(source + "\n")
    script = "import tabuleiro; print('added' in tabuleiro.games()); print(tabuleiro.game('tafl').title)"
    done = run({**os.environ, "PYTHONPATH": str(tmp_path)}, "-c", script)
    assert done.stdout.splitlines() == ["False", "Tafl"]
    assert said in done.stderr
    assert "Traceback" not in done.stderr
