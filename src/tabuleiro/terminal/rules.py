"""The rules of a game: its goal, its signs, and lessons with pictures."""

from __future__ import annotations

from rich.text import Text as RichText
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from tabuleiro.match.listing import title_with_variant
from tabuleiro.messages import interface
from tabuleiro.messages import screens as texts
from tabuleiro.messages.legend import sign_meanings
from tabuleiro.rules.description import Lesson
from tabuleiro.rules.game import Game
from tabuleiro.terminal.keys import KeyBar
from tabuleiro.terminal.pictures import board_picture
from tabuleiro.terminal.screens import Key, KeyedScreen, Title


class RulesScreen(KeyedScreen):
    """A page to read about how a game is played."""

    CSS = """
    RulesScreen VerticalScroll { height: 1fr; padding: 1 2; scrollbar-size-vertical: 1; }
    RulesScreen VerticalScroll Static { height: auto; max-width: 100; }
    RulesScreen .heading { text-style: bold; color: $primary; margin: 1 0 0 0; }
    RulesScreen VerticalScroll .picture { width: auto; max-width: 200; margin: 1 0 0 2; }
    RulesScreen .small { color: $text-muted; }
    """

    keys = (
        Key("up", "", texts.SCROLL, display="↑ ↓ PgUp PgDn"),
        Key("n", "next_lesson", texts.LESSON, display="n p"),
        Key("p", "previous_lesson", texts.LESSON, is_shown=False),
        Key("escape,q,r", "close", texts.CLOSE),
    )

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        """The whole text; pictures follow once the game is compiled."""
        game = self._game
        yield Title(texts.RULES_OF.fill(game=title_with_variant(game)))
        with VerticalScroll():
            origin = ", ".join(filter(None, (game.designer, str(game.year))))
            yield Static(origin, classes="small", markup=False)
            yield Static(str(game.goal), markup=False)
            yield Static(legend(game), classes="small", markup=False)
            for number, lesson in enumerate(game.lessons(), start=1):
                yield from self._lesson(number, lesson)
            if game.options:
                yield Static(str(texts.SETTINGS), classes="heading", markup=False)
                for name, option in game.options.items():
                    yield Static(f"{name} = {game.settings[name]}: {option.about}", classes="small", markup=False)
            if game.link:
                link = str(interface.RULES_LINK.fill(link=game.link))
                yield Static(link, classes="heading", markup=False)
        yield KeyBar()

    def _lesson(self, number: int, lesson: Lesson) -> ComposeResult:
        yield Static(f"{number}. {lesson.title}", classes="heading lesson", markup=False)
        yield Static(str(lesson.body), markup=False)
        if lesson.fen is not None:
            yield Static(classes="picture", id=f"picture{number}", markup=False)
        if lesson.fen is not None and lesson.cell is not None:
            yield Static(str(texts.WHERE_TO.fill(cell=lesson.cell)), classes="small", markup=False)

    def on_mount(self) -> None:
        """Make the keys scroll, and draw the pictures."""
        self.query_one(VerticalScroll).focus()
        for picture in self.query(".picture"):
            assert isinstance(picture, Static)
            picture.update(str(texts.PREPARING.fill(game=self._game.title)))
        self.in_background(lambda: pictures_of(self._game), self._show_pictures)

    def _show_pictures(self, pictures: dict[int, RichText]) -> None:
        for number, picture in pictures.items():
            self.query_one(f"#picture{number}", Static).update(picture)

    def action_next_lesson(self) -> None:
        """Scroll to the next lesson."""
        scroll = self.query_one(VerticalScroll)
        later = [top for top in self._tops() if top > scroll.scroll_target_y]
        scroll.scroll_to(y=later[0] if later else scroll.max_scroll_y, animate=False)

    def action_previous_lesson(self) -> None:
        """Scroll to the previous lesson, or to the beginning."""
        scroll = self.query_one(VerticalScroll)
        earlier = [top for top in self._tops() if top < scroll.scroll_target_y]
        scroll.scroll_to(y=earlier[-1] if earlier else 0, animate=False)

    def _tops(self) -> list[int]:
        """The lines at which the lessons begin."""
        return [heading.virtual_region.y for heading in self.query(".lesson")]


def pictures_of(game: Game) -> dict[int, RichText]:
    """The pictures of a game's lessons, by the number of the lesson, with the moves of the piece it is about."""
    pictures: dict[int, RichText] = {}
    for number, lesson in enumerate(game.lessons(), start=1):
        if lesson.fen is not None:
            position = game.position(lesson.fen)
            targets = [move.target for move in position.legal_moves if move.origin == lesson.cell]
            pictures[number] = board_picture(position, targets=targets)
    return pictures


def legend(game: Game) -> str:
    """What the signs on the board mean."""
    entries = [f"{sign} = {name}" for sign, name in sign_meanings(game)]
    return str(interface.SIGNS.fill(signs=", ".join(entries)))
