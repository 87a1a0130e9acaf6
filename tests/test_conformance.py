"""Every game and every variant holds to what every game must."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro import UnknownGame
from tabuleiro.conformance import CHECKS, check_game, find_class, functions
from tabuleiro.conformance.findings import Failed, expect
from tabuleiro.conformance.playthroughs import check_playthrough
from tabuleiro.games import kind

DATA = Path(__file__).parent / "data"
OURS = [name for name in tabuleiro.games() if kind(name).__module__.startswith("tabuleiro.")]
VARIANTS = [
    tabuleiro.game(f"{name}:{variant}").id for name in OURS for variant in dict.fromkeys(["", *kind(name).variants])
]
IN_PYTHON = {
    "functions",
    "plain",
    "compiling",
    "compiled",
    "refusals",
    "texts",
    "symmetries",
    "parsers",
    "identity",
    "description",
}
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


EXAMPLE = Path(__file__).parent.parent / "examples" / "four-field-kono" / "four_field_kono.py"


def write_mistaken(folder: Path, right: str, wrong: str) -> Path:
    """The example with a mistake in it, in a file."""
    source = EXAMPLE.read_text(encoding="utf-8")
    assert right in source
    file = folder / "mistaken_game.py"
    file.write_text(source.replace(right, wrong, 1), encoding="utf-8")
    return file


def problems(folder: Path, right: str, wrong: str) -> Iterator[tuple[str, str]]:
    """What the kit says of the example with a mistake in it: each check that fails, and its sentence."""
    specification = spec_from_file_location("mistaken_game", write_mistaken(folder, right, wrong))
    assert specification is not None
    assert specification.loader is not None
    module = module_from_spec(specification)
    specification.loader.exec_module(module)
    return ((result.check, result.problem) for result in check_game(module.GAME) if result.problem)


def first_problem(folder: Path, right: str, wrong: str) -> str:
    """What the kit says first."""
    return next((problem for _, problem in problems(folder, right, wrong)), "")


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ("return 8 * 4", "return 3", "`legal_moves` returns 4; `max_moves` says that there are at most 3."),
        ("    @property\n    def max_moves", "    def max_moves", "`max_moves` is no whole number: it is a property."),
        (
            "    captures = 0\n",
            "    captures = state[9999]\n",
            r"`play` fails .*IndexError: .*\(mistaken_game.py, line \d+\).",
        ),
        ("    return count\n", "", "`legal_moves` returns None; it must return a whole number."),
        (
            "    return captures\n",
            "    return 1\n",
            "`play` returns 1 for its captures, but `taken` then has the slot 0",
        ),
        ("    return GOES_ON\n", "    return 77\n", "`outcome` returns 77, which is no verdict"),
        ("Board(4, 4)", "Board(4, 4, walls=False)", "a move from the slot 16 to 12: not both are cells."),
        ("    count = 0\n", "    while True:\n        pass\n", r"`legal_moves` does not come to an end; .* line \d+."),
        ("    captures = 0\n", "    global FEWEST\n    captures = FEWEST = 0\n", "`play` changes the global FEWEST"),
        ("MEN = OWN_NUMBERS", "MEN = [2]", "`outcome` uses MEN, a list: numbers for it belong into `make_rules`."),
        ("@compiled\ndef play", "def play", "`play` is not marked with @compiled."),
        ("    captures = 0\n", "    captures = same(0)\n", "`play` calls `same`, which is not marked with @compiled."),
        (
            '"outcome": outcome}',
            '"outcome": outcome, "evalaute": outcome}',
            "no function 'evalaute' .*; there is evaluate.",
        ),
        ("    repeats = 3\n", "    repeats, number_slots = 3, (0,)\n", r"`number_slots` are \(0,\)"),
        ("return [board.cells[0], ", "return [board.cells[0] / 1, ", r"`make_rules` returns \[22.0\]"),
    ],
)
def test_a_mistake_is_named_before_it_can_do_harm(
    right: str, wrong: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(functions, "PATIENCE", 0.5)
    assert re.search(problem, first_problem(tmp_path, right, wrong))


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ('name = "four-field-kono"', 'name = "Kono"', "The name 'Kono' cannot be asked for"),
        ('name = "four-field-kono"', f'name = "{OURS[0]}"', f"There is another game '{OURS[0]}' in this package."),
        (
            'title = same("Four Field Kono")',
            'title = "Kono"',
            "The title is 'Kono'; it must be a Text, with both languages.",
        ),
        ('"o peão preto"), "●"', '"o peão preto"), "●", "square"', "The piece p is a 'square'; it may be disc,"),
        ('"p", 1, Text', '"p", 2, Text', "The piece p belongs to player 2; it must be 0 or 1."),
        (
            "    repeats = 3",
            "    variants, repeats = {'big': ({'size': 9}, same('big'))}, 3",
            "It sets size, of which there is no",
        ),
        ("    repeats = 3", "    repeats, win_scale = 3, 0", "`win_scale` is 0; it must be a whole number above 0."),
        ("    repeats = 3", "    variants, repeats = {'big': 9}, 3", "'int' object is not subscriptable"),
        (
            "(MIRROR, TURN_AROUND)",
            "(MIRROR._replace(map=lambda *at: (4, 4)),)",
            "The symmetry 'mirror' takes a1 off the board.",
        ),
        ('"b1",', '"z9",', "The lesson 'Captures' shows z9, where nothing can move."),
    ],
)
def test_a_mistake_in_the_description_is_named(
    right: str, wrong: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # nothing here depends on what compiling takes its time for
    assert any(problem in said for _, said in problems(tmp_path, right, wrong))


def test_mistakes_of_the_rules_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    found = dict(
        problems(tmp_path, "    if occurrences >= rules[REPETITION]:\n        return verdict(NOBODY, REPEATED)\n", "")
    )
    assert "`repeats` is 3, but `outcome` lets the game go on" in found["ends"]
    found = dict(
        problems(
            tmp_path,
            "    carry(rules, state, origin, target)",
            "    state[target] = state[origin]\n    state[origin] = 0",
        )
    )
    assert "kept in state[KEY]." in found["incremental"]
    found = dict(problems(tmp_path, "        line = board.line", "        return 'No.'\n        line = board.line"))
    assert "the refusal of c1-d1 is 'No.'; it must be a Text" in found["refusals"]


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ("    def start_fen", "    def first_fen", "mistaken_game:GAME lacks start_fen."),
        ("    designer = ", "    author = ", "mistaken_game:GAME lacks designer."),
        ('"outcome": outcome}', '"ends": outcome}', "mistaken_game:GAME lacks functions['outcome']."),
        ("GAME = FourFieldKono", "GAME = FourFieldKono()", "mistaken_game:GAME is not a class of games."),
        (
            "GAME = FourFieldKono",
            "raise SystemExit(4)",
            "mistaken_game:GAME cannot be loaded: SystemExit: 4 (mistaken_game",
        ),
        ("GAME = FourFieldKono", "GAME = = 1", "mistaken_game:GAME cannot be loaded: SyntaxError: invalid syntax"),
        (
            'Text("old", "antigo")',
            'Text("old")',
            "missing 1 required positional argument: 'pt' (mistaken_game.py, line",
        ),
    ],
)
def test_a_class_that_lacks_something_is_refused(
    right: str, wrong: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mistaken_game", raising=False)
    write_mistaken(tmp_path, right, wrong)
    with pytest.raises(UnknownGame) as refusal:
        find_class("mistaken_game:GAME")
    assert problem in str(refusal.value)
