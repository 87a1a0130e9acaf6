"""What a check says when a game fails it: one sentence, with the position that shows it."""

from __future__ import annotations

import traceback
from pathlib import Path

from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.primitives import KEY, TURN
from tabuleiro.rules.texts import LANGUAGES, Text, using_language

OUR_PACKAGE = Path(__file__).parent.parent
NOT_THEIRS = {"numba", "numpy", "functools.py", "<frozen importlib._bootstrap>"}


class Failed(AssertionError):
    """A game fails a check."""


def expect(holds: bool, problem: str, position: Position | None = None) -> None:
    """Unless `holds`, fail with this problem, and with the position that shows it."""
    if not holds:
        raise Failed(problem + (f" In the position {position.fen!r}." if position is not None else ""))


def expect_text(text: object, what: str, position: Position | None = None) -> None:
    """Fail unless this is a text in both languages."""
    expect(isinstance(text, Text), f"The {what} is {text!r}; it must be a Text, with both languages.", position)
    expect(
        isinstance(text, Text) and bool(text.en.strip()) and bool(text.pt.strip()),
        f"The {what} is missing in one language: {text!r}.",
        position,
    )


def expect_sentence(error: TabuleiroError, what: str, position: Position | None = None) -> None:
    """Fail unless the error's message is a sentence in both languages."""
    expect(
        isinstance(error.message, Text),
        f"{what} is {error.message!r}; it must be a Text, with both languages.",
        position,
    )
    for code in LANGUAGES:
        with using_language(code):
            sentence = str(error)
        expect(
            sentence.endswith((".", "?", "!")) and len(sentence) > 8,
            f"{what} is no sentence in {code}: {sentence!r}.",
            position,
        )


def told(error: BaseException) -> str:
    """What went wrong, and on which line of the game's file, if that is known."""
    if isinstance(error, TabuleiroError):
        return f"{type(error).__name__}: {error}"
    told = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):  # it says so itself
        return told
    for step in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(step.filename)
        if not path.is_relative_to(OUR_PACKAGE) and not NOT_THEIRS & {*path.parts}:
            return f"{told} ({path.name}, line {step.lineno})"
    return told


def slots(game: Game, slots: list[int]) -> str:
    """Places of a state in the words of those who write a game."""
    names = {TURN: "state[TURN]", KEY: "state[KEY]"} | {
        cell: f"the cell {name}" for cell, name in game.board.name.items()
    }
    return ", ".join(names.get(slot, f"state[{slot}]") for slot in slots)
