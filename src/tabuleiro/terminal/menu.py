"""The menu: which game to play, and what else there is to do."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text as RichText
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize, ScreenResume
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabuleiro.games import game as find_game
from tabuleiro.games import games as names_of_games
from tabuleiro.games import kind
from tabuleiro.match.listing import people_text, played_text, title_of
from tabuleiro.messages import screens as texts
from tabuleiro.records import store
from tabuleiro.records.schema import TERMINAL
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import LANGUAGES, Text, language
from tabuleiro.terminal.keys import KeyBar
from tabuleiro.terminal.opening import kept_match, resume
from tabuleiro.terminal.pictures import Preview
from tabuleiro.terminal.screens import Key, KeyedScreen, Title

GAME = "game-"
"""The beginning of the ids of entries that are games."""

ROOMY = 30
"""A screen with at least this many lines has room for the goals of the games in the list."""


class MenuScreen(KeyedScreen):
    """The menu: the games, the unfinished game, kept games, puzzles, language and colours."""

    CSS = """
    MenuScreen #entries { width: 34; height: 1fr; border: none; padding: 1 1; background: $background; }
    MenuScreen.-wide #entries { width: 50; }
    MenuScreen.-narrow #entries { width: 1fr; }
    MenuScreen.-narrow #about { display: none; }
    MenuScreen #about { width: 1fr; height: 1fr; padding: 1 2 0 2; border-left: solid $panel; }
    MenuScreen #name { text-style: bold; color: $primary; }
    MenuScreen #origin { color: $text-muted; }
    MenuScreen #goal { margin: 1 0 0 0; }
    MenuScreen.-low #about { padding: 0 2; }
    MenuScreen.-low #goal { margin: 0; }
    MenuScreen.-low Preview { padding: 0; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-usual"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]

    keys = (
        Key("enter", "", texts.CHOOSE),
        Key("c", "continue", texts.CONTINUE_KEY),
        Key("k", "entry('library')", texts.KEPT_GAMES_KEY),
        Key("p", "entry('puzzles')", texts.PUZZLES_KEY),
        Key("r", "rules", texts.RULES),
        Key("i", "entry('language')", texts.OTHER_LANGUAGE),
        Key("l", "entry('theme')", texts.LIGHT_OR_DARK),
        Key("q", "entry('quit')", texts.QUIT_KEY),
        Key("escape", "entry('quit')", texts.QUIT_KEY, is_shown=False),
    )

    def __init__(self) -> None:
        super().__init__()
        self._unfinished: store.StoredMatch | None = None
        self._is_roomy = False
        self._shown = ""

    def compose(self) -> ComposeResult:
        """The list of entries, and beside it a description of the highlighted one."""
        yield Title(texts.MENU)
        with Horizontal():
            yield OptionList(id="entries")
            with Vertical(id="about"):
                yield Static(id="name", markup=False)
                yield Static(id="origin", markup=False)
                yield Static(id="goal", markup=False)
                yield Preview()
        yield KeyBar()

    # --- the entries ---
    @on(ScreenResume)
    def _list_again(self) -> None:
        """Fill the list again, since the unfinished match may be another now."""
        try:
            self._unfinished = self.database.read(store.last_unfinished, source=TERMINAL)
        except TabuleiroError as error:
            self.tell_error(error)
        self._fill()

    @on(Resize)
    def _use_room(self, event: Resize) -> None:
        is_roomy = event.size.height >= ROOMY
        if is_roomy != self._is_roomy:
            self._is_roomy = is_roomy
            self._fill()

    def _fill(self) -> None:
        """Write the entries, and keep the highlight where it is."""
        entries = self.query_one(OptionList)
        before = entries.highlighted_option
        entries.clear_options()
        if self._unfinished is not None:
            title = texts.CONTINUE.fill(game=title_of(self._unfinished))
            entries.add_option(Option(self._prompt(title, _match_text(self._unfinished)), "continue"))
            entries.add_option(None)
        for name in names_of_games():
            entries.add_option(Option(self._prompt(kind(name).title, kind(name).goal), GAME + name))
        entries.add_option(None)
        entries.add_options(Option(RichText(str(title)), id) for id, title in self._others())
        wanted = before.id if before is not None else None
        known = [option.id for option in entries.options]
        entries.highlighted = known.index(wanted) if wanted in known else 0

    def _others(self) -> list[tuple[str, Text]]:
        """The entries below the games."""
        return [
            ("library", texts.KEPT_GAMES),
            ("puzzles", texts.PUZZLES),
            ("language", texts.LANGUAGE),
            ("theme", texts.LIGHT if self.app.current_theme.dark else texts.DARK),
            ("quit", texts.QUIT),
        ]

    def _prompt(self, title: Text, more: Text) -> RichText:
        """An entry: its title and, if there is room, a line about it."""
        prompt = RichText(str(title), style="bold")
        if self._is_roomy:
            prompt.append(f"\n{more}", style="not bold")
        return prompt

    # --- what the highlighted entry is ---
    @on(OptionList.OptionHighlighted)
    def _describe(self, event: OptionList.OptionHighlighted) -> None:
        id = event.option_id or ""
        if id.startswith(GAME):
            game = kind(id.removeprefix(GAME))
            origin = ", ".join(filter(None, (game.designer, str(game.year))))
            self._show(id, str(game.title), origin, str(game.goal))
            self._picture(id, str(game.title), lambda: game().start())
        elif id == "continue" and self._unfinished is not None:
            match = self._unfinished
            begun = texts.BEGUN.fill(when=f"{match.begun.astimezone():%Y-%m-%d %H:%M}")
            self._show(id, title_of(match), str(begun), str(_match_text(match)))
            number, database = match.id, self.database
            self._picture(id, title_of(match), lambda: kept_match(database, number).session.position)
        else:
            title = next(title for name, title in self._others() if name == id)
            self._show(id, str(title), "", str(texts.ABOUT_ENTRY[id]))

    def _show(self, id: str, name: str, origin: str, goal: str) -> None:
        self._shown = id
        for where, words in (("#name", name), ("#origin", origin), ("#goal", goal)):
            self.query_one(where, Static).update(words)
        self.query_one("#origin").display = bool(origin)
        self.query_one(Preview).say("")
        self.show_keys()

    def _picture(self, id: str, title: str, position: Callable[[], Position]) -> None:
        """Draw a position of a game, as soon as the game is compiled."""

        def draw(position: Position) -> None:
            if self._shown == id:
                self.query_one(Preview).show(position)

        self.query_one(Preview).say(str(texts.PREPARING.fill(game=title)))
        self.in_background(position, draw, lambda _: None, group="picture")

    # --- what entries do ---
    @on(OptionList.OptionSelected)
    def _select(self, event: OptionList.OptionSelected) -> None:
        self.action_entry(event.option_id or "")

    def action_entry(self, id: str) -> None:
        """Carry out an entry of the menu."""
        if id.startswith(GAME):
            from tabuleiro.terminal.choosing import NewGameScreen

            self.app.push_screen(NewGameScreen(id.removeprefix(GAME)))
        elif id == "continue":
            self.action_continue()
        elif id == "library":
            from tabuleiro.terminal.library import LibraryScreen

            self.app.push_screen(LibraryScreen())
        elif id == "puzzles":
            from tabuleiro.terminal.puzzling import puzzle_screen

            self.app.push_screen(puzzle_screen(self.database, None))
        elif id == "language":
            self.application.change_language(next(code for code in LANGUAGES if code != language()))
        elif id == "theme":
            self.application.toggle_light()
            self._fill()
        elif id == "quit":
            self.app.exit()

    def action_continue(self) -> None:
        """Continue the unfinished game that was played last."""
        if self._unfinished is None:
            self.tell(texts.NOTHING_TO_CONTINUE)
        else:
            resume(self, self._unfinished.id)

    def action_rules(self) -> None:
        """Show the rules of the highlighted game."""
        from tabuleiro.terminal.rules import RulesScreen

        match = self._unfinished
        id = match.game if self._shown == "continue" and match is not None else self._shown.removeprefix(GAME)
        try:
            self.app.push_screen(RulesScreen(find_game(id)))
        except TabuleiroError as error:
            self.tell_error(error)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only games have rules, and only an unfinished game can be continued."""
        if action == "rules":
            return self._shown.startswith(GAME) or self._shown == "continue"
        return action != "continue" or self._unfinished is not None


def _match_text(match: store.StoredMatch) -> Text:
    """Who plays an unfinished match, and how far it went."""
    return people_text(match) + Text(" (", " (") + played_text(match) + Text(")", ")")
