"""Stepping through played games, on the same board that games are played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text as RichText
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabuleiro.match.listing import title_with_variant
from tabuleiro.messages import screens as texts
from tabuleiro.messages.status import status, verdict
from tabuleiro.notation.records import Record, player_tags
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.texts import Text, same
from tabuleiro.terminal.board import BoardView
from tabuleiro.terminal.board_screen import BoardArea, BoardScreen
from tabuleiro.terminal.keys import KeyBar
from tabuleiro.terminal.panels import append_fact
from tabuleiro.terminal.screens import Key, Title

PAGE = 10
"""How many moves a page key goes back or forward."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A place in a record to stop at: the position, the move or event that led to it, and the comments."""

    position: Position
    words: Text
    last: Move | None = None
    comments: tuple[str, ...] = ()


def stops_of(record: Record) -> list[Stop]:
    """The stops of a record: its beginning, and after each move and event."""
    position, last = record.first_position, None
    found = [Stop(position, texts.BEGINNING, comments=record.comments)]
    ply = int(position.turn != position.game.first)
    for entry in record.entries:
        if entry.is_event:
            words = same("     ") + texts.EVENTS[entry.text]
        else:
            last = position.find(entry.text)
            words = same(f"{ply // 2 + 1:>3}{'.' if ply % 2 == 0 else '…'} {last}")
            position = position.play(last)
            ply += 1
        found.append(Stop(position, words, last, entry.comments))
    return found


class Stops(OptionList):
    """The list of the stops of a record; the screen decides how long its pages are."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "screen.page_back", show=False),
        Binding("pagedown", "screen.page_forth", show=False),
    ]


class ReplayScreen(BoardScreen):
    """One or more records; one of them is on the board, at one of its stops."""

    CSS = """
    ReplayScreen #board-area { width: 1fr; height: 1fr; align: center middle; overflow: auto; }
    ReplayScreen #side { width: 30; max-width: 40%; border-left: solid $panel; }
    ReplayScreen.-wide #side { width: 42; }
    ReplayScreen #people { height: auto; padding: 0 1; }
    ReplayScreen #moves { height: 1fr; min-height: 4; border: none; padding: 0 0 0 1; background: $background; scrollbar-size-vertical: 1; }
    ReplayScreen #words { height: auto; max-height: 50%; border-top: solid $panel; padding: 0 1; }
    ReplayScreen #words Static { height: auto; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (101, "-wide")]

    keys = (
        Key("left", "back", texts.STEP, display="← →"),
        Key("right", "forth", texts.STEP, is_shown=False),
        Key("space", "forth", texts.STEP, is_shown=False),
        Key("home", "first", texts.ENDS, display="Home End"),
        Key("end", "last", texts.ENDS, is_shown=False),
        Key("n", "next_record", texts.OTHER_RECORD, display="n p"),
        Key("p", "previous_record", texts.OTHER_RECORD, is_shown=False),
        Key("f", "flip", texts.FLIP),
        Key("v", "view", texts.VIEW),
        Key("g", "go_on", texts.GO_ON),
        Key("r", "rules", texts.RULES),
        Key("escape,q", "close", texts.CLOSE),
    )

    def __init__(self, records: Sequence[Record], *, view: str | None = None, flip: bool = False) -> None:
        """A screen for one or more records."""
        super().__init__(view=view, flip=flip)
        self._records, self._number = tuple(records), 0
        self._stops: list[Stop] = []

    def compose(self) -> ComposeResult:
        """The board, and beside it the moves and what there is to say about the current one."""
        yield Title()
        with Horizontal():
            yield BoardArea(id="board-area")
            with Vertical(id="side"):
                yield Static(id="people", markup=False)
                yield Stops(id="moves")
                with VerticalScroll(id="words", can_focus=False):
                    yield Static(markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Open the first record."""
        self.query_one(OptionList).focus()
        if self._records:
            self._open()
        else:
            self.query_one("#people", Static).update(str(texts.NO_RECORDS))

    # --- records ---
    def _open(self) -> None:
        """Read a record in another thread: it may be long, and its game may have to be compiled."""
        record = self._records[self._number]
        self.query_one("#people", Static).update(str(texts.PREPARING.fill(game=record.game.title)))
        self.in_background(lambda: stops_of(record), self._show_record, group="record")

    def _show_record(self, stops: list[Stop]) -> None:
        self._stops = stops
        record, game = self._records[self._number], stops[0].position.game
        title = title_with_variant(game)
        several = texts.RECORD_OF.fill(number=self._number + 1, count=len(self._records), game=title)
        heading = several if len(self._records) > 1 else texts.REPLAY_OF.fill(game=title)
        self.query_one("#screen-title", Static).update(str(heading))
        self.query_one("#people", Static).update(_people(record))
        moves = self.query_one(OptionList)
        moves.clear_options()
        moves.add_options(Option(RichText(str(stop.words) + " *" * bool(stop.comments))) for stop in stops)
        names = [view.name for view in game.board.views]
        board = BoardView(stops[0].position, view=self._view if self._view in names else None, flip=self._flip)
        board.is_active = board.can_focus = False
        self.put_board(board)
        moves.highlighted = 0
        self.show_keys()

    # --- stops ---
    @property
    def _at(self) -> int:
        return self.query_one(OptionList).highlighted or 0

    @on(OptionList.OptionHighlighted)
    def _show(self) -> None:
        """Show the highlighted stop."""
        board, stop = self._board, self._stops[self._at]
        if board is not None:
            board.show(stop.position, last=stop.last)
        self.query_one("#words Static", Static).update(self._words(stop))
        self.query_one("#words").scroll_home(animate=False)

    def _words(self, stop: Stop) -> RichText:
        """The text for a stop: its comments, then whose turn it is or how the game ended, then the game's facts."""
        record, is_last = self._records[self._number], stop is self._stops[-1]
        shown = RichText()
        for comment in stop.comments:
            shown.append(f"{comment}\n", "italic")
        outcome = record.outcome if is_last else None
        shown.append(str(status(stop.position) if outcome is None else verdict(stop.position.game, outcome)), "bold")
        if is_last and record.outcome is None:
            shown.append(f"\n{texts.UNFINISHED_RECORD}")
        for fact in stop.position.facts:
            shown.append("\n")
            if fact.player is not None:
                shown.append(f"{stop.position.game.sides[fact.player].title}: ", "dim")
            append_fact(shown, fact)
        return shown

    def _go(self, place: int) -> None:
        """Go to a stop, or to the first or last one if the place is beyond it."""
        if self._stops:
            self.query_one(OptionList).highlighted = max(0, min(len(self._stops) - 1, place))

    def action_back(self) -> None:
        """Go one move back."""
        self._go(self._at - 1)

    def action_forth(self) -> None:
        """Go one move forward."""
        self._go(self._at + 1)

    def action_page_back(self) -> None:
        """Go one page of moves back."""
        self._go(self._at - PAGE)

    def action_page_forth(self) -> None:
        """Go one page of moves forward."""
        self._go(self._at + PAGE)

    def action_first(self) -> None:
        """Go to the beginning."""
        self._go(0)

    def action_last(self) -> None:
        """Go to the end."""
        self._go(len(self._stops))

    # --- other keys ---
    def action_next_record(self) -> None:
        """Open the next record."""
        self._open_record(self._number + 1)

    def action_previous_record(self) -> None:
        """Open the previous record."""
        self._open_record(self._number - 1)

    def _open_record(self, number: int) -> None:
        if len(self._records) > 1:
            self._number = number % len(self._records)
            self._open()

    def action_go_on(self) -> None:
        """Play on from the position on the board."""
        from tabuleiro.terminal.choosing import NewGameScreen

        if not self._stops:
            return
        position = self._stops[self._at].position
        if position.outcome is not None:
            self.tell(texts.IS_OVER_HERE)
        else:
            self.app.push_screen(NewGameScreen(position.game.id, start=position.fen))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Switching needs several records, or several views."""
        if action == "view":
            return self.has_views
        return action != "next_record" or len(self._records) > 1


def _people(record: Record) -> str:
    """The names of the two players, each on a line with their side."""
    lines = []
    for side, tag in zip(record.game.sides, player_tags(record.game), strict=True):
        name = record.tag(tag)
        lines.append(f"{side.title}: {name}" if name else str(side.title))
    return "\n".join(lines)
