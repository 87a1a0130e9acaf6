"""What commands print: boards as the terminal can show them, sentences about positions, JSON for programs."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from tabuleiro.cli.errors import BadInput, write_text
from tabuleiro.drawing.text import draw_text
from tabuleiro.messages import interface
from tabuleiro.messages.legend import sign_meanings
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.text import Text as RichText

WIDEST = 100
"""The most columns of running text, however wide the terminal."""

NARROW = 70
"""On terminals with fewer columns, tables leave out what matters least to make room for moves."""

UNBROKEN = "\N{NO-BREAK SPACE}"


def is_terminal() -> bool:
    """Is the output a terminal?"""
    return sys.stdout.isatty()


def is_full_screen(plain: bool) -> bool:
    """Can we use the full screen, and did nobody ask for plain lines?"""
    return not plain and sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def say(text: Text | str) -> None:
    """Print sentences at once; a command in backquotes is not broken over lines."""
    tied = re.sub("`[^`]*`", lambda command: command[0].replace(" ", UNBROKEN), str(text))
    print(paragraph(tied).replace(UNBROKEN, " "), flush=True)


@contextmanager
def plain_text() -> Iterator[None]:
    """Inside this, nothing is coloured or bold, whatever the output: for screen readers and slow links."""
    token = _is_plain.set(True)
    try:
        yield
    finally:
        _is_plain.reset(token)


_is_plain: ContextVar[bool] = ContextVar("is_plain", default=False)


def colours() -> bool | str:
    """The colours that the output can show, as an argument for `draw_text`."""
    if _is_plain.get() or not is_terminal() or os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return True if os.environ.get("COLORTERM") in ("truecolor", "24bit") else "256"


def is_ascii() -> bool:
    """Can the output show nothing but ASCII?"""
    return not (sys.stdout.encoding or "ascii").lower().startswith("utf")


def console() -> Console:
    """A rich console on the output; if that is not a terminal, wide enough for a table."""
    from rich.console import Console

    return Console(highlight=False, width=None if is_terminal() else 140)


def error_console() -> Console:
    """A rich console on the error stream, for messages while the user waits."""
    from rich.console import Console

    return Console(stderr=True)


def bars() -> Progress:
    """Progress bars on the error stream, with the time that is probably left."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=error_console())


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
    """BadInput if the board does not have this view."""
    names = [known.name for known in game.board.views]
    if view is not None and view not in names:
        raise BadInput(interface.NO_VIEW.fill(name=view[:40], views=", ".join(names)))


def paragraph(text: Text | str, *, first: str = "", later: str = "") -> str:
    """A text broken into lines that fit, with `first` before the first line and `later` before the others."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    return textwrap.fill(str(text), width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)


def legend(game: Game) -> str:
    """What the signs on the board mean."""
    entries = sign_meanings(game, ascii=is_ascii())
    tied = [f"{sign} = {name}".replace(" ", UNBROKEN) for sign, name in entries]
    return paragraph(interface.SIGNS.fill(signs=", ".join(tied))).replace(UNBROKEN, " ")


def heading(text: Text | str) -> str:
    """A title, bold where that can be shown."""
    return f"\x1b[1m{text}\x1b[0m" if colours() else str(text)


def fact_lines(position: Position) -> list[str]:
    """The game's facts to print below the board: a line for each player, then one for those that are nobody's."""
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


def cut_to_line(text: str) -> RichText:
    """A text that is cut to one line; in a table too wide for the terminal, this column is the one to shrink."""
    from rich.text import Text as RichText

    return RichText(text, no_wrap=True, overflow="ellipsis")


def beside_picture(svg: str | None) -> AbstractContextManager[object]:
    """Inside this, print to the error stream if the picture goes to the output."""
    return redirect_stdout(sys.stderr) if svg == "-" else nullcontext()


def write_picture(path: str, picture: str) -> None:
    """Write a picture to a file, or to the output for `-`; BadInput."""
    if path == "-":
        print(picture)
    else:
        write_text(path, picture)
        print(interface.WRITTEN.fill(path=path), file=sys.stderr)
