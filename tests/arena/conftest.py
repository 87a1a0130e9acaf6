"""Players that fail, for runs of the arena."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPT = """
import os, signal, sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name Scripted", "uciok", sep="\\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        {go}
    elif word == "quit":
        break
"""

MakePlayer = Callable[[str], str]


@pytest.fixture
def failing_player(tmp_path: Path) -> MakePlayer:
    """Makes a player: a program that runs this code when it is to move, a child of the process that plays the game."""

    def make(go: str) -> str:
        path = tmp_path / "player.py"
        path.write_text(SCRIPT.format(go=go), encoding="utf-8")
        return "uci:" + shlex.join([sys.executable, str(path)])

    return make
