"""Choosing the game whose puzzles to solve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text as RichText
from textual import events, on
from textual.app import ComposeResult
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tabuleiro.engine.puzzles import Puzzle, puzzles
from tabuleiro.games import games as names_of_games
from tabuleiro.games import kind
from tabuleiro.messages import screens as texts
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.terminal.keys import KeyBar
from tabuleiro.terminal.screens import Key, KeyedScreen, Title
from tabuleiro.terminal.solving import PuzzleScreen, solved_of

if TYPE_CHECKING:
    from tabuleiro.records.database import Database


def puzzle_screen(database: Database, game: str | None = None) -> KeyedScreen:
    """The puzzles of a game; without one, the choice among games that have puzzles; UnknownGame."""
    return PuzzleChoiceScreen() if game is None else PuzzleScreen(kind(game).name)


class PuzzleChoiceScreen(KeyedScreen):
    """The games that have puzzles, with the number solved of each."""

    CSS = """
    PuzzleChoiceScreen OptionList { height: 1fr; border: none; padding: 1 2; background: $background; }
    """

    keys = (Key("enter", "", texts.CHOOSE), Key("escape,q", "close", texts.CLOSE))

    def compose(self) -> ComposeResult:
        """A list of games."""
        yield Title(texts.CHOOSE_PUZZLES)
        yield OptionList()
        yield KeyBar()

    @on(events.ScreenResume)
    def _list_again(self) -> None:
        games = self.query_one(OptionList)
        at = games.highlighted or 0
        games.clear_options()
        for name in names_of_games():
            found = puzzles(name)
            if found:
                games.add_option(Option(self._prompt(name, found), name))
        games.highlighted = at

    def _prompt(self, name: str, found: tuple[Puzzle, ...]) -> RichText:
        prompt = RichText(str(kind(name).title), "bold")
        try:
            solved = sum(solved_of(self.database, found))
        except TabuleiroError as error:
            self.tell_error(error)
            return prompt
        prompt.append(f"\n{texts.SOLVED_COUNT.fill(solved=solved, count=len(found))}", "not bold")
        return prompt

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        self.app.push_screen(PuzzleScreen(str(event.option_id)))


__all__ = ["PuzzleChoiceScreen", "PuzzleScreen", "puzzle_screen"]
