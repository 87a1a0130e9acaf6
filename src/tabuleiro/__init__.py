"""Play, study and teach machines five abstract board games and their families.

What is not needed at once (records, pictures) is imported when it is first asked for, so that `import tabuleiro` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tabuleiro import messages
from tabuleiro.games import game, games
from tabuleiro.notation.fen import read_fen, write_fen
from tabuleiro.notation.moves import read_move, write_move
from tabuleiro.rules.errors import (
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    TabuleiroError,
    UnknownGame,
)
from tabuleiro.rules.game import Game, Services
from tabuleiro.rules.position import Fact, Mark, Move, Outcome, Position
from tabuleiro.rules.texts import Text, language, set_language, using_language
from tabuleiro.rules.walks import count_leaves as perft

if TYPE_CHECKING:
    from tabuleiro.drawing.svg import draw_svg
    from tabuleiro.drawing.text import draw_text
    from tabuleiro.notation.prolog import read_prolog, write_prolog
    from tabuleiro.notation.records import Record, read_record, read_records, write_record

__version__ = "0.1.0"

_WHERE = {
    "draw_svg": "tabuleiro.drawing.svg",
    "draw_text": "tabuleiro.drawing.text",
    "read_prolog": "tabuleiro.notation.prolog",
    "write_prolog": "tabuleiro.notation.prolog",
    "Record": "tabuleiro.notation.records",
    "read_record": "tabuleiro.notation.records",
    "read_records": "tabuleiro.notation.records",
    "write_record": "tabuleiro.notation.records",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(_WHERE[name]), name))


# What positions ask of the layers above the rules is connected here, the one place that sees them all.
Game.services = Services(
    read_fen=read_fen,
    write_fen=write_fen,
    read_move=read_move,
    write_move=write_move,
    draw_text=lambda position: __getattr__("draw_text")(position),
    draw_svg=lambda position: __getattr__("draw_svg")(position),
    reason_text=messages.reason_text,
    find_game=game,
)

__all__ = [
    "Fact",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRecord",
    "Mark",
    "Move",
    "Outcome",
    "Position",
    "Record",
    "TabuleiroError",
    "Text",
    "UnknownGame",
    "draw_svg",
    "draw_text",
    "game",
    "games",
    "language",
    "perft",
    "read_prolog",
    "read_record",
    "read_records",
    "set_language",
    "using_language",
    "write_prolog",
    "write_record",
]
