"""The command as a process: quick to start, quiet in pipes, quiet when interrupted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TABULEIRO = [sys.executable, "-m", "tabuleiro"]


@pytest.mark.parametrize(
    "command", ["import tabuleiro", "main(['--help'])", "main(['games'])", "main(['play', '--help'])"]
)
def test_help_and_lists_load_nothing_heavy(command: str) -> None:
    program = (
        f"import sys\nfrom tabuleiro.cli import main\n{command}\n"
        "assert not {'numba', 'numpy', 'sqlalchemy', 'alembic', 'textual'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)


def test_the_package_alone_loads_neither_typer_nor_rich() -> None:
    program = "import sys, tabuleiro\nassert not {'typer', 'rich', 'numba', 'numpy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_pipe_that_closes_is_no_fault() -> None:
    with subprocess.Popen(
        [*TABULEIRO, "rules", "breakthrough"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait() in (0, 141)


INTERRUPTED_COUNT = """
import signal, sys, threading
from tabuleiro.cli import main
main(["perft", "breakthrough", "1", "--json"])
sys.stdout.flush()
threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()
sys.exit(main(["perft", "breakthrough", "40"]))
"""


def test_a_long_count_can_be_interrupted() -> None:
    stopped = subprocess.run([sys.executable, "-c", INTERRUPTED_COUNT], capture_output=True, timeout=60)
    assert (stopped.returncode, stopped.stderr) == (130, b"")
    assert stopped.stdout.count(b"leaves") == 1


def test_a_terminal_without_unicode_gets_letters(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    shown = subprocess.run(
        [*TABULEIRO, "show", "breakthrough", "--lang", "pt"], env=environment, capture_output=True, check=True
    )
    assert shown.stdout.isascii()
    assert b"p p p p p p p p" in shown.stdout


@pytest.mark.soak
def test_streams_that_are_odd_are_no_fault(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PYTHONIOENCODING": "utf-8:strict",
        "TABULEIRO_DATA": str(tmp_path),
        "TABULEIRO_LANG": "en",
    }
    played = subprocess.run(
        [*TABULEIRO, "play", "breakthrough"],
        input=b"\xff\xfe\na2a3\n",
        env=environment,
        capture_output=True,
        check=True,
    )
    assert b"is not a move" in played.stdout
    assert b"`tabuleiro resume 1`" in played.stdout
    closed = "import sys\nsys.stdin = sys.stdout = None\nfrom tabuleiro.cli import main\nsys.exit(main(['play', 'breakthrough']))"
    assert (
        subprocess.run([sys.executable, "-c", closed], env=environment, capture_output=True, check=True).stderr == b""
    )
