"""What commands print: boards as the terminal can show them, sentences about positions, JSON for programs."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from tabuleiro.cli.errors import BadInput
from tabuleiro.drawing.text import draw_text
from tabuleiro.messages import interface
from tabuleiro.messages.telling import sign_meanings
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Outcome, Position
from tabuleiro.rules.texts import Text, language

if TYPE_CHECKING:
    from rich.console import Console

WIDEST = 100
"""Text is not set wider than this, however wide the terminal."""

UNBROKEN = "\N{NO-BREAK SPACE}"


def is_terminal() -> bool:
    """Does a person look at the output?"""
    return sys.stdout.isatty()


def is_full_screen(plain: bool) -> bool:
    """Can the whole screen be drawn on, and does nobody ask for plain lines?"""
    return not plain and sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def say(text: Text | str) -> None:
    """Print sentences, at once; a command that they name in backquotes stays on one line."""
    tied = re.sub("`[^`]*`", lambda command: command[0].replace(" ", UNBROKEN), str(text))
    print(paragraph(tied).replace(UNBROKEN, " "), flush=True)


@contextmanager
def plain_text() -> Iterator[None]:
    """Inside this, nothing is coloured or bold, wherever it goes: for screen readers and slow links."""
    token = _is_plain.set(True)
    try:
        yield
    finally:
        _is_plain.reset(token)


_is_plain: ContextVar[bool] = ContextVar("is_plain", default=False)


def colours() -> bool | str:
    """The colours that the output can show, as `draw_text` takes them."""
    if _is_plain.get() or not is_terminal() or os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return True if os.environ.get("COLORTERM") in ("truecolor", "24bit") else "256"


def is_ascii() -> bool:
    """Can the output show nothing but ASCII?"""
    return not (sys.stdout.encoding or "ascii").lower().startswith("utf")


def console() -> Console:
    """The output as rich sees it; without a terminal, wide enough for a table."""
    from rich.console import Console

    return Console(highlight=False, width=None if is_terminal() else 140)


def error_console() -> Console:
    """The error stream as rich sees it, for what is said while one waits."""
    from rich.console import Console

    return Console(stderr=True)


def draw_board(
    position: Position,
    *,
    view: str | None = None,
    flip: bool = False,
    last: Move | None = None,
    targets: Iterable[str] = (),
) -> str:
    """The board as the output can show it."""
    check_view(position.game, view)
    return draw_text(position, view=view, colour=colours(), flip=flip, last=last, targets=targets, ascii=is_ascii())


def check_view(game: Game, view: str | None) -> None:
    """Refuse a view that the board does not have (BadInput)."""
    names = [known.name for known in game.board.views]
    if view is not None and view not in names:
        raise BadInput(interface.NO_VIEW.fill(name=view[:40], views=", ".join(names)))


def paragraph(text: Text | str, *, first: str = "", later: str = "") -> str:
    """A text broken into lines that fit, with what stands before the first and before the later ones."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    return textwrap.fill(str(text), width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)


def number(value: float, decimals: int = 0) -> str:
    """A number as the language in use writes it: 1,234.5 or 1 234,5."""
    text = f"{value:,.{decimals}f}"
    return text.translate(str.maketrans(",.", " ,")) if language() == "pt" else text


def legend(game: Game) -> str:
    """What the signs on the board mean."""
    entries = sign_meanings(game, ascii=is_ascii())
    tied = [f"{sign} = {name}".replace(" ", UNBROKEN) for sign, name in entries]
    return paragraph(interface.SIGNS.fill(signs=", ".join(tied))).replace(UNBROKEN, " ")


def heading(text: Text | str) -> str:
    """A title, bold where that can be shown."""
    return f"\x1b[1m{text}\x1b[0m" if colours() else str(text)


def fact_lines(position: Position) -> list[str]:
    """What the game wants shown beside the board: a line for each player, then one for what is nobody's."""
    lines = []
    for player in (0, 1, None):
        facts = [f"{'! ' * fact.warning}{fact.label}: {fact.value}" for fact in position.facts if fact.player == player]
        if facts:
            side = "" if player is None else f"{position.game.sides[player].title} - "
            lines.append(paragraph(side + "; ".join(facts), later="    "))
    return lines


def print_json(value: Any) -> None:
    """Print a value for a program to read."""
    print(json.dumps(value, ensure_ascii=is_ascii(), indent=2))


def position_data(position: Position) -> dict[str, Any]:
    """All that there is to know about a position, for a program."""
    game = position.game
    pieces = game.setup_of(position).cells
    return {
        "game": game.id,
        "fen": position.fen,
        "turn": game.players[position.turn],
        "outcome": outcome_data(game, position.outcome),
        "pieces": {game.board.name[cell]: game.pieces[code].token for cell, code in sorted(pieces.items())},
        "facts": [
            {
                "key": fact.key,
                "label": str(fact.label),
                "value": str(fact.value),
                "player": None if fact.player is None else game.players[fact.player],
                "warning": fact.warning,
            }
            for fact in position.facts
        ],
        "marks": [
            {"cell": mark.cell, "key": mark.key, "text": mark.text, "directions": mark.directions}
            for mark in position.marks
        ],
    }


def outcome_data(game: Game, outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended, for a program."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else game.players[outcome.winner]
    return {"winner": winner, "reason": outcome.reason, "scores": outcome.scores}


def move_data(move: Move) -> dict[str, Any]:
    """A move, for a program."""
    return {"move": str(move), "origin": move.origin, "target": move.target, "captured": move.captured}
