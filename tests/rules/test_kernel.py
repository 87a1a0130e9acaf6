"""The kernel: the same compiled and plain, a cache that is never wrong, and many processes and threads at once."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as some

import tabuleiro
from tabuleiro.rules import kernel
from tabuleiro.rules.kernel import Unit, is_compiling
from tabuleiro.rules.primitives import (
    compiled,
    count_bits,
    lowest_bit,
    nth_bit,
    put,
    shift_down,
    shift_up,
    without_lowest,
)
from tabuleiro.rules.texts import Text
from tabuleiro.rules.walks import play_random_games

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers


@compiled
def bit_work(numbers: Numbers) -> int:
    """Every function on sets of bits, on the first two numbers, written behind them."""
    bits, places = numbers[0], numbers[1] & 63
    numbers[2] = shift_down(bits, places)
    numbers[3] = shift_up(bits, places)
    numbers[4] = without_lowest(bits)
    numbers[5] = lowest_bit(bits)
    numbers[6] = count_bits(bits)
    numbers[7] = nth_bit(bits, count_bits(bits) - 1)
    return put(numbers, 8, 1)


def bit_work_unit() -> Unit:
    return Unit("test-bit-work", {"bit_work": bit_work}, {"bit_work": "int64(numbers)"})


BIT_WORK = bit_work_unit()
needs_compiler = pytest.mark.skipif(not is_compiling(), reason="nothing is compiled in this run")
WORDS = some.integers(-(2**63), 2**63 - 1)


@given(WORDS.filter(bool), WORDS)
def test_bit_work_is_the_same_compiled_and_plain(bits: int, places: int) -> None:
    compiled_numbers, plain = (numpy.array([bits, places, 0, 0, 0, 0, 0, 0, 0], dtype=numpy.int64) for _ in range(2))
    assert BIT_WORK.bit_work(compiled_numbers) == bit_work(plain) == 9
    assert compiled_numbers.tolist() == plain.tolist()
    unsigned = bits % 2**64
    assert plain[6] == unsigned.bit_count()
    assert plain[7] == unsigned.bit_length() - 1
    assert 1 << int(plain[5]) == unsigned & -unsigned


@pytest.mark.soak
def test_a_seed_gives_the_same_random_games_compiled_and_plain() -> None:
    script = (
        "import tabuleiro; from tabuleiro.rules.walks import play_random_games\n"
        "print([play_random_games(tabuleiro.game(id).start(), 2, seed=5) for id in ('breakthrough:5x5', 'trench')])"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    plain = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    ours = [play_random_games(tabuleiro.game(id).start(), 2, seed=5) for id in ("breakthrough:5x5", "trench")]
    assert plain.stdout.strip() == str(ours)


def test_perft_of_depth_nothing_is_one() -> None:
    assert tabuleiro.perft(tabuleiro.game("breakthrough").start(), 0) == 1


MODULE = """
    from tabuleiro.rules.primitives import compiled
    from helpers_under_test import value

    @compiled
    def answer(numbers):
        return value(numbers) + 1
"""
HELPERS = """
    from tabuleiro.rules.primitives import compiled

    FACTOR = {factor}

    @compiled
    def value(numbers):
        return numbers[0] * FACTOR
"""
SCRIPT = """
    import sys, numpy
    from module_under_test import answer
    from tabuleiro.rules.kernel import Unit
    unit = Unit("test", {"answer": answer}, {"answer": "int64(numbers)"})
    print(unit.is_warm, unit.answer(numpy.array([10], dtype=numpy.int64)), sum(unit.answer.stats.cache_hits.values()))
"""


@needs_compiler
def test_code_is_found_by_what_is_in_its_files_wherever_they_are(tmp_path: Path) -> None:
    """Told are whether the code is said to be there, the answer, and how much was found."""

    def run(place: str, factor: int) -> str:
        folder = tmp_path / place
        folder.mkdir(exist_ok=True)
        (folder / "module_under_test.py").write_text(textwrap.dedent(MODULE))
        (folder / "helpers_under_test.py").write_text(textwrap.dedent(HELPERS.format(factor=factor)))
        environment = {**os.environ, "PYTHONPATH": str(folder), "TABULEIRO_CACHE": str(tmp_path / "cache")}
        arguments = [sys.executable, "-B", "-c", textwrap.dedent(SCRIPT)]
        return subprocess.run(arguments, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    assert run("here", 2) == "False 21 0"
    assert run("there", 2) == "True 21 1"
    assert run("here", 3) == "False 31 0", "a helper in another file has changed"


@needs_compiler
def test_compilation_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path))
    reports: list[tuple[Text, int, int]] = []
    kernel.show_progress(lambda title, done, total: reports.append((title, done, total)))
    try:
        unit = bit_work_unit()
        assert not unit.is_warm
        unit.load()
        assert unit.is_warm
        bit_work_unit().load()
    finally:
        kernel.show_progress(None)
    assert [(done, total) for _, done, total in reports] == [(0, 1), (1, 1)]
    assert "only this once" in reports[0][0].en
    assert "só desta vez" in reports[0][0].pt


@needs_compiler
def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path / "file" / "cache"))
    unit = bit_work_unit()
    assert unit.bit_work(numpy.array([1, 0, 0, 0, 0, 0, 0, 0, 0], dtype=numpy.int64)) == 9


@needs_compiler
def test_a_cache_that_lost_its_code_is_filled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path))
    unit = bit_work_unit()
    unit.folder.mkdir(parents=True)
    (unit.folder / "complete").touch()
    unit.load()
    assert unit.is_warm
    assert list(unit.folder.rglob("*.nbi"))


@needs_compiler
def test_compiled_code_long_unused_is_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path))
    old = tmp_path / "old-unit" / "complete"
    old.parent.mkdir()
    old.touch()
    os.utime(old, (0, 0))
    bit_work_unit().load()
    assert not old.parent.exists()


def test_a_unit_has_only_its_own_functions() -> None:
    with pytest.raises(AttributeError):
        BIT_WORK.nothing  # noqa: B018


@pytest.mark.soak
@needs_compiler
def test_an_index_out_of_bounds_is_found_in_checking_mode() -> None:
    script = textwrap.dedent("""
        import numpy, tabuleiro
        game = tabuleiro.game("breakthrough")
        try:
            game.kernel.legal_moves(game.rules, game.start().state, numpy.zeros(3, dtype=numpy.int64))
        except IndexError:
            print("found")
    """)
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "found"


TWINS = """
import sys
from tabuleiro.rules.kernel import Unit, bind
from tabuleiro.rules.primitives import compiled

def own(): ...

@compiled
def foresee(rules, state):
    return own()

@compiled
def one():
    return 1

@compiled
def two():
    return 2

@compiled
def ask(foresee, rules):
    return foresee(rules, rules)

import numpy
ASK = Unit("test-ask", {"ask": ask}, {"ask": "int64(foresee, numbers)"})
ASK.load()
units = []
for name in sys.argv[1:]:
    functions = bind({"foresee": foresee}, {"own": globals()[name]})
    units.append(Unit(f"test-{name}", functions, {"foresee": "int64(numbers, numbers)"}))
    units[-1].load()
for unit in units:
    print(ASK.ask(unit.foresee, numpy.zeros(1, dtype=numpy.int64)))
"""


@needs_compiler
@pytest.mark.soak
def test_functions_of_one_name_that_two_processes_compiled_are_not_taken_for_one_another(tmp_path: Path) -> None:
    script = tmp_path / "twins.py"
    script.write_text(TWINS, encoding="utf-8")
    environment = {**os.environ, "TABULEIRO_CACHE": str(tmp_path / "cache")}

    def run(*names: str) -> list[str]:
        done = subprocess.run(
            [sys.executable, str(script), *names], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.split()

    assert run() == []  # so that the next two have the same things left to compile
    assert run("one") == ["1"]
    assert run("two") == ["2"]
    assert run("one", "two") == ["1", "2"]


@needs_compiler
def test_what_two_processes_want_at_once_is_compiled_by_one(tmp_path: Path) -> None:
    (tmp_path / "module_under_test.py").write_text(textwrap.dedent(MODULE))
    (tmp_path / "helpers_under_test.py").write_text(textwrap.dedent(HELPERS.format(factor=2)))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "TABULEIRO_CACHE": str(tmp_path / "cache")}
    script = (
        "from tabuleiro.rules import kernel; kernel.show_progress(lambda *_: print('compiling'))"
        + textwrap.dedent(SCRIPT)
    )
    running = [
        subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert all("21" in text for text in told)
    assert sorted("compiling" in text for text in told) == [False, True]


@needs_compiler
def test_games_are_loaded_by_several_threads_at_once() -> None:
    script = textwrap.dedent(
        """
        import tabuleiro
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(8) as threads:
            starts = list(threads.map(lambda name: tabuleiro.game(name).start(), 2 * tabuleiro.games()))
        print(len(starts))
        """
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert int(done.stdout) >= 10, done.stderr
