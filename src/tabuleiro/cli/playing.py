"""`play`: a game for two people at one terminal, a line for each move; it works through a pipe as well."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.cli.asking import ask, choose_game
from tabuleiro.cli.boards import moves_from, print_moves
from tabuleiro.cli.catalogue import print_lessons
from tabuleiro.cli.errors import BadInput, make_folder, write_text
from tabuleiro.cli.options import Fen, Flip, Switches, View, find_position
from tabuleiro.cli.output import check_view, draw_board, fact_lines, heading, legend, paragraph
from tabuleiro.messages import interface
from tabuleiro.messages.telling import status, verdict
from tabuleiro.notation.records import SWAP, Record, write_record
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.position import Move, Position


def play(
    chosen: Annotated[str | None, typer.Argument(metavar="GAME")] = None,
    fen: Fen = None,
    view: View = None,
    flip: Flip = False,
    switches: Switches = None,
) -> None:
    """Play a game to its end, asking for one if none is named; whatever ends it, its record is kept."""
    id = chosen if chosen is not None else choose_game()
    if id is None:
        print(interface.GOODBYE)
        return
    table = LineGame(find_position(id, switches, fen), view=view, flip=flip)
    print(heading(f"{table.game.title} ({table.game.id})"))
    print(paragraph(table.game.goal))
    print(legend(table.game))
    table.show()
    moves = table.position.legal_moves
    if moves:
        print(interface.PLAY_HINT.fill(example=moves[0]))
    try:
        while not table.is_over:
            line = ask(str(interface.PROMPT.fill(side=table.game.sides[table.position.turn].title)))
            if line is None:
                break
            table.obey(line)
    finally:
        table.keep()


class LineGame:
    """A game in progress: the moves played so far, and what the words that people type do."""

    def __init__(self, start: Position, view: str | None, flip: bool) -> None:
        check_view(start.game, view)
        self.game = start.game
        self._view, self._flip = view, flip
        self._positions = [start]
        self._entries: list[str] = []
        self._last: Move | None = None
        self._is_over = start.outcome is not None
        self._is_kept = True
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "rules": self._rules,
            "moves": self._moves,
            "board": self._board,
            "undo": self._undo,
            "swap": self._swap,
            "draw": self._draw,
            "resign": self._resign,
            "save": self._save,
            "quit": self._quit,
        }
        self._missing = {
            name for name, has in (("swap", start.game.pie_rule), ("draw", start.game.has_draws)) if not has
        }
        self._words = {word: name for name in self._commands for word in _both(name)}

    @property
    def position(self) -> Position:
        """How the game stands."""
        return self._positions[-1]

    @property
    def is_over(self) -> bool:
        """Is there nothing left to play?"""
        return self._is_over

    @property
    def record(self) -> Record:
        """The game so far."""
        return Record.from_moves(self._positions[0], self._entries, tags={"Date": time.strftime("%Y.%m.%d")})

    def show(self) -> None:
        """Print the board and how the game stands."""
        print(f"\n{draw_board(self.position, view=self._view, flip=self._flip, last=self._last)}\n")
        for line in fact_lines(self.position):
            print(line)
        print(status(self.position))

    def obey(self, line: str) -> None:
        """Do what a line says: a command's word, or a move; a refusal says why and changes nothing."""
        word, _, rest = line.partition(" ")
        try:
            if word.lower() in self._words:
                self._command(self._words[word.lower()], rest.strip())
            elif line:
                self._play(line)
        except TabuleiroError as error:
            print(paragraph(str(error)))

    def keep(self) -> None:
        """Write the record of a game that was not saved where the user's games are kept, and say where; or print it."""
        if self._is_kept:
            if not self._entries:
                print(interface.GOODBYE)
            return
        name = f"{self.game.name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
        try:
            make_folder(games_folder())
            self._save(str(games_folder() / name))
        except BadInput as error:
            print(f"{error}\n\n{self.record}")

    def _command(self, name: str, rest: str) -> None:
        if name in self._missing:
            raise BadInput(interface.NO_SUCH_EVENT[name])
        self._commands[name](rest)

    def _play(self, text: str) -> None:
        move = self.position.find(text)
        self._positions.append(self.position.play(move))
        self._last = move
        self._add(str(move))
        self.show()

    def _add(self, entry: str) -> None:
        self._entries.append(entry)
        self._is_kept = False
        self._is_over = self.record.outcome is not None

    def _help(self, rest: str) -> None:
        example = self.position.legal_moves[0]
        print(f"  {example!s:<12}{interface.PLAY_A_MOVE}")
        for name in self._commands:
            if name not in self._missing:
                word = str(interface.PLAY_WORDS[name])
                print(f"  {word:<12}{interface.PLAY_HELP[name].fill(word=word, cell=example.origin)}")
        print(legend(self.game))

    def _rules(self, rest: str) -> None:
        print_lessons(self.game)

    def _moves(self, rest: str) -> None:
        print_moves(moves_from(self.position, rest) if rest else list(self.position.legal_moves))

    def _board(self, rest: str) -> None:
        self.show()

    def _undo(self, rest: str) -> None:
        if not self._entries:
            raise BadInput(interface.NOTHING_TO_UNDO)
        entry = self._entries.pop()
        if entry != SWAP:
            self._positions.pop()
        self._last = None
        self._is_kept = not self._entries
        print(interface.UNDONE.fill(move=interface.PLAY_WORDS["swap"] if entry == SWAP else entry))
        self.show()

    def _swap(self, rest: str) -> None:
        Record.from_moves(self._positions[0], [*self._entries, SWAP])
        self._add(SWAP)
        print(interface.SWAPPED)

    def _draw(self, rest: str) -> None:
        self._end("draw agreed")

    def _resign(self, rest: str) -> None:
        self._end("resigns")

    def _end(self, event: str) -> None:
        self._add(event)
        outcome = self.record.outcome
        assert outcome is not None
        print(verdict(self.game, outcome))

    def _save(self, rest: str) -> None:
        if not rest:
            raise BadInput(interface.SAVE_WHERE)
        path = Path(rest).expanduser()
        write_text(path, write_record(self.record))
        self._is_kept = True
        print(interface.SAVED.fill(path=path))

    def _quit(self, rest: str) -> None:
        self._is_over = True


def games_folder() -> Path:
    """Where games played in the terminal are kept: `TABULEIRO_DATA`, or the user's data folder."""
    given = os.environ.get("TABULEIRO_DATA")
    if given:
        return Path(given) / "games"
    from platformdirs import user_data_dir

    return Path(user_data_dir("tabuleiro", appauthor=False)) / "games"


def _both(name: str) -> set[str]:
    word = interface.PLAY_WORDS[name]
    return {word.en, word.pt}
