"""Any text at all: a value or one of the named errors, soon, and the same in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import tabuleiro

IDS = ("breakthrough", *(name for name in tabuleiro.games() if name != "breakthrough"))

pieces = st.sampled_from([*"PpwbtTKQqSCGB()12345678/ -", "W(1)", "q(20)"])
boards = st.lists(pieces, max_size=80).map("".join)
moves = st.from_regex(r"[a-t]\d{1,2}[-x ]?[a-t]\d{1,2}(x[a-t]\d)?", fullmatch=True)
terms = st.lists(
    st.sampled_from([*"[](),.-%' \n", "name", "1", "0", "b-20", "w", "e", "so1", "[[", "]]"]), max_size=60
).map("".join)
tokens = [
    "1.",
    "1...",
    "2.",
    "a2-a3",
    "a7-a6",
    "{x}",
    "{",
    "}",
    "swap",
    "resigns",
    "draw agreed",
    "time",
    "1-0",
    "1/2-1/2",
    "*",
]
bodies = st.lists(st.sampled_from(tokens), max_size=12).map(" ".join)
records = st.builds(
    lambda tags, body: '[Game "breakthrough"]' + tags + body,
    st.sampled_from(["", '[FEN "8/P7/8/8/8/8/8/p7 b"]', '[Reason "time"]']),
    bodies,
)


@pytest.fixture(scope="module", autouse=True)
def compiled_games() -> None:
    """Compiling is not what the limits below are for."""
    for id in IDS:
        tabuleiro.game(id).start().legal_moves[0].captured  # noqa: B018 (looked at for the sake of what that compiles)


def check(read: Callable[[str], object], text: str, error: type[tabuleiro.TabuleiroError]) -> None:
    try:
        read(text)
    except error as refusal:
        for code in ("en", "pt"):
            with tabuleiro.using_language(code):
                assert str(refusal)


@settings(deadline=2000)
@given(text=st.text() | st.from_regex(r"[a-z-]{0,12}[:;][a-z0-9=;x-]{0,20}", fullmatch=True))
@example("breakthrough:٣x٣")
@example("breakthrough;variant=1")
@example("breakthrough:8x8;files={0}")
def test_an_id(text: str) -> None:
    check(tabuleiro.game, text, tabuleiro.UnknownGame)
    for id in IDS:
        check(tabuleiro.game, f"{id}:{text}", tabuleiro.UnknownGame)


@pytest.mark.parametrize("id", IDS)
@settings(deadline=2000)
@given(text=st.text() | boards | boards.map(lambda board: f"{board} w"))
def test_a_position(id: str, text: str) -> None:
    game = tabuleiro.game(id)
    check(lambda given: game.position(given).legal_moves, text, tabuleiro.InvalidPosition)


@pytest.mark.compiled
@pytest.mark.parametrize("id", IDS)
@settings(deadline=2000)
@given(text=st.text() | moves)
def test_a_move(id: str, text: str) -> None:
    position = tabuleiro.game(id).start()
    try:
        position.play(text)
    except (tabuleiro.InvalidMove, tabuleiro.IllegalMove) as refusal:
        assert str(refusal)


@settings(deadline=2000)
@given(text=st.text() | records | st.text().map(lambda text: '[Game "breakthrough"]' + text))
def test_a_record(text: str) -> None:
    check(tabuleiro.read_record, text, tabuleiro.InvalidRecord)
    check(lambda given: list(tabuleiro.read_records(given)), text, tabuleiro.InvalidRecord)
    try:
        record = tabuleiro.read_record(text)
    except tabuleiro.InvalidRecord:
        return
    assert tabuleiro.read_record(str(record)) == record


@pytest.mark.parametrize("id", IDS)
@settings(deadline=2000)
@given(text=st.text() | terms)
def test_a_term(id: str, text: str) -> None:
    game = tabuleiro.game(id)
    check(lambda given: tabuleiro.read_prolog(game, given), text, tabuleiro.InvalidPosition)
