"""Play, study and teach machines five abstract board games and their families."""

from __future__ import annotations

from tabuleiro import messages
from tabuleiro.drawing.svg import draw_svg
from tabuleiro.drawing.text import draw_text
from tabuleiro.games import game, games
from tabuleiro.notation.fen import read_fen, write_fen
from tabuleiro.notation.moves import read_move, write_move
from tabuleiro.notation.prolog import read_prolog, write_prolog
from tabuleiro.notation.records import Record, read_record, read_records, write_record
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

__version__ = "0.1.0"

Game.services = Services(
    read_fen=read_fen,
    write_fen=write_fen,
    read_move=read_move,
    write_move=write_move,
    draw_text=draw_text,
    draw_svg=draw_svg,
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
