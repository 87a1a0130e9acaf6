"""Play and study five abstract board games and their families, and teach machines to play them.

What is not needed at once (notation, records, pictures) is imported when it is first used, so that
`import tabuleiro` is quick.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tabuleiro.games import game, games
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

if TYPE_CHECKING:
    from tabuleiro.drawing.svg import draw_svg
    from tabuleiro.drawing.text import draw_text
    from tabuleiro.engine.analysis import Analysis, Line
    from tabuleiro.engine.engine import Engine
    from tabuleiro.engine.errors import EngineError
    from tabuleiro.engine.proof import Proof, prove
    from tabuleiro.notation.prolog import read_prolog, write_prolog
    from tabuleiro.notation.record_reader import read_record, read_records
    from tabuleiro.notation.records import Record, write_record
    from tabuleiro.rules.walks import count_leaves as perft

__version__ = "0.1.0"

_WHERE = {
    "Analysis": "tabuleiro.engine.analysis:Analysis",
    "Engine": "tabuleiro.engine.engine:Engine",
    "EngineError": "tabuleiro.engine.errors:EngineError",
    "Line": "tabuleiro.engine.analysis:Line",
    "Proof": "tabuleiro.engine.proof:Proof",
    "prove": "tabuleiro.engine.proof:prove",
    "draw_svg": "tabuleiro.drawing.svg:draw_svg",
    "draw_text": "tabuleiro.drawing.text:draw_text",
    "perft": "tabuleiro.rules.walks:count_leaves",
    "read_prolog": "tabuleiro.notation.prolog:read_prolog",
    "write_prolog": "tabuleiro.notation.prolog:write_prolog",
    "Record": "tabuleiro.notation.records:Record",
    "read_record": "tabuleiro.notation.record_reader:read_record",
    "read_records": "tabuleiro.notation.record_reader:read_records",
    "write_record": "tabuleiro.notation.records:write_record",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, _found(_WHERE[name]))


@cache
def _found(where: str) -> Any:
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)


def _later(where: str) -> Any:
    """A function that is imported when it is first called."""
    return lambda *arguments: _found(where)(*arguments)


# Games and positions get their services from the layers above the rules here, the one place that sees them all.
Game.services = Services(
    read_fen=_later("tabuleiro.notation.fen:read_fen"),
    write_fen=_later("tabuleiro.notation.fen:write_fen"),
    read_move=_later("tabuleiro.notation.moves:read_move"),
    write_move=_later("tabuleiro.notation.moves:write_move"),
    draw_text=_later(_WHERE["draw_text"]),
    draw_svg=_later(_WHERE["draw_svg"]),
    reason_text=_later("tabuleiro.messages:reason_text"),
    find_game=game,
)

__all__ = [
    "Analysis",
    "Engine",
    "EngineError",
    "Fact",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRecord",
    "Line",
    "Mark",
    "Move",
    "Outcome",
    "Position",
    "Proof",
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
    "prove",
    "read_prolog",
    "read_record",
    "read_records",
    "set_language",
    "using_language",
    "write_prolog",
    "write_record",
]
