"""A new game: its variant and switches, who plays, how long, how many games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import TypeVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Collapsible, Input, Static

from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.players import LIMITS
from tabuleiro.games import game as find_game
from tabuleiro.match.clock import TimeControl, read_control
from tabuleiro.match.listing import title_with_variant
from tabuleiro.match.match import SINGLE_GAME, formats_of
from tabuleiro.match.plan import HUMAN, Person, Plan, make_people
from tabuleiro.messages import screens as texts
from tabuleiro.messages.choices import about_variant
from tabuleiro.rules.description import Format, Option
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.terminal import choices
from tabuleiro.terminal.fields import Choice, Field, Form, Value
from tabuleiro.terminal.keys import KeyBar
from tabuleiro.terminal.opening import begin
from tabuleiro.terminal.pictures import Preview
from tabuleiro.terminal.screens import Key, KeyedScreen, Title

Found = TypeVar("Found")

LONGEST_PACE = 3600.0
"""The longest pace between two computers, in seconds."""


class NewGameScreen(KeyedScreen):
    """The choices before a game. By default, a person plays against a computer of a modest level."""

    CSS = """
    NewGameScreen #form { width: 1fr; height: 1fr; padding: 1 0 0 0; scrollbar-size-vertical: 1; }
    NewGameScreen.-wide #form { width: 78; }
    NewGameScreen.-narrow Preview { display: none; }
    NewGameScreen.-wide Preview { border-left: solid $panel; }
    NewGameScreen #position { padding: 0 1 1 1; color: $text-muted; }
    NewGameScreen #bar { height: auto; background: $surface; padding: 0 1; }
    NewGameScreen #bar Horizontal { height: 1; }
    NewGameScreen #summary { width: 1fr; height: 1; margin: 0 2; text-wrap: nowrap; text-overflow: ellipsis; }
    NewGameScreen #problem { height: auto; color: $text-error; }
    NewGameScreen #start { height: 1; border: none; min-width: 12; background: $panel; color: $foreground; }
    NewGameScreen #start:focus { background: $primary; color: $background; text-style: bold; }
    NewGameScreen Collapsible { border: none; padding: 0; background: $background; }
    NewGameScreen Collapsible Contents { padding: 0; }
    NewGameScreen CollapsibleTitle { padding: 0 1; background: $background; }
    NewGameScreen CollapsibleTitle:focus { background: $primary; color: $background; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]

    keys = (
        Key("enter", "", texts.LIST),
        Key("up", "app.focus_previous", texts.FIELDS, is_shown=False),
        Key("down", "app.focus_next", texts.FIELDS, is_shown=False),
        Key("tab", "", texts.FIELDS, display="↑ ↓"),
        Key("left", "", texts.CHANGE, display="← →"),
        Key("f5", "start", texts.START_KEY, display="F5"),
        Key("f1", "rules", texts.RULES, display="F1"),
        Key("escape", "close", texts.CLOSE),
    )

    def __init__(self, game: str, start: str | None = None, random: Random | None = None) -> None:
        """Choices for the game with this id, from its set-up or from the position of a text (FEN)."""
        super().__init__()
        self._given, self._start = find_game(game), start
        self._settings = {name: str(value) for name, value in self._given.settings.items()}
        self._random = random or Random()

    def compose(self) -> ComposeResult:
        """The form, a picture of the board where there is room, and the button that starts the game."""
        game = self._given
        yield Title(texts.NEW_GAME.fill(game=title_with_variant(game)))
        with Horizontal():
            with Form(id="form"):
                if self._start is not None:
                    yield Static(str(texts.FROM_POSITION), id="position", markup=False)
                elif game.variants:
                    control = choices.variants(game)
                    yield Field(texts.VARIANT, control, note=about_variant(game, control.value))
                yield from self._people_fields()
                yield from self._time_fields()
                if self._switches():
                    yield Collapsible(title=str(texts.SWITCHES.fill(count=len(game.options))))
            yield Preview()
        with Vertical(id="bar"):
            with Horizontal():
                yield Button(str(texts.START), id="start")
                yield Static(id="summary", markup=False)
            yield Static(id="problem", markup=False)
        yield KeyBar()

    def _people_fields(self) -> Iterable[Field]:
        for seat in (0, 1):
            yield Field(choices.seat_title(self._given, seat, self._start), choices.players(self._given, seat))
            yield Field(texts.COMMAND, Input(id=f"command{seat}"))
        yield Field(texts.SIDES, choices.sides())

    def _time_fields(self) -> Iterable[Field]:
        yield Field(texts.CLOCK, choices.clocks())
        yield Field(texts.CLOCK_TEXT, Input(id="own-clock"), note=texts.CLOCK_NOTE)
        single = Value(SINGLE_GAME.name, SINGLE_GAME.title)
        yield Field(texts.MATCH_FORMAT, Choice([single], single.name, id="format", heading=texts.MATCH_FORMAT))
        yield Field(texts.SECONDS, Input(id="seconds", placeholder=str(texts.SECONDS_NOTE)))
        yield Field(texts.PACE, Input("1", id="pace"))

    def on_mount(self) -> None:
        """Focus the button that starts the game: the defaults are good choices."""
        self.query_one("#start").focus()
        self._adapt()
        self.in_background(lambda: formats_of(self._given), self._offer_formats, group="formats")
        self._draw()

    # --- the form follows what is chosen ---
    @on(Choice.Changed, "#variant")
    def _use_variant(self) -> None:
        name = self._text("variant")
        game = type(self._given)(name)
        self._field("variant").note(about_variant(game, name))
        self._settings = {name: str(value) for name, value in game.settings.items()}
        for field in self.query(Collapsible).results(Collapsible):
            for switch in field.query(Field):
                switch.control.value = self._settings[str(switch.control.id).removeprefix(choices.SWITCH)]
        self._draw()

    @on(Collapsible.Expanded)
    def _show_switches(self, event: Collapsible.Expanded) -> None:
        """Make the fields of the switches when they are first opened: there may be many."""
        contents = event.collapsible.query_one(Collapsible.Contents)
        if not contents.children:
            contents.mount_all(
                Field(
                    option.about, choices.switch(name, option, self._settings[name]), note=choices.note_on(name, option)
                )
                for name, option in self._switches()
            )

    @on(Choice.Changed)
    @on(Input.Changed)
    def _adapt(self, event: Choice.Changed | Input.Changed | None = None) -> None:
        """Show the fields that apply to the choices made, and what will be played."""
        id = "" if event is None else str(event.control.id)
        if id.startswith(choices.SWITCH) and event is not None:
            self._settings[id.removeprefix(choices.SWITCH)] = event.control.value.strip()
            self._draw()
        players = [self._text(f"player{seat}") for seat in (0, 1)]
        for seat in (0, 1):
            self._field(f"command{seat}").display = players[seat] == choices.PROGRAM
        self._field("own-clock").display = self._text("clock") == choices.OWN
        self._field("seconds").display = any(player != HUMAN for player in players)
        self._field("pace").display = HUMAN not in players
        self._problem("")
        self._summarise()

    def _summarise(self) -> None:
        """Sum up in a line who will play whom."""
        first, second = (person.name for person in self._people())
        sides = self._given.sides
        sentence = (
            texts.SUMMARY_BY_LOT.fill(first=first, second=second)
            if self._text("sides") == choices.LOT
            else texts.SUMMARY.fill(first=first, second=second, first_side=sides[0].title, second_side=sides[1].title)
        )
        self.query_one("#summary", Static).update(str(sentence))

    def _offer_formats(self, formats: tuple[Format, ...]) -> None:
        single = next(format for format in formats if format.games == 1)
        offered = [format for format in formats if format.games > 1 or format is single]
        control = self.query_one("#format", Choice)
        control.offer([Value(format.name, format.title) for format in offered], single.name)

    def _draw(self) -> None:
        """Draw the board of the chosen game, if the choices are valid."""

        def position() -> Position:
            return game.start() if self._start is None else game.position(self._start)

        preview = self.query_one(Preview)
        try:
            game = self._game()
        except TabuleiroError as error:
            preview.say(str(error))
            return
        title = texts.NEW_GAME.fill(game=title_with_variant(game))
        self.query_one("#screen-title", Static).update(str(title))
        self.in_background(position, preview.show, lambda error: preview.say(str(error)), group="picture")

    # --- what is chosen ---
    def _field(self, id: str) -> Field:
        return self.query_one(f"#{id}-field", Field)

    def _text(self, id: str) -> str:
        return self._field(id).text

    def _switches(self) -> list[tuple[str, Option]]:
        """The switches that can be changed: none if the position is given."""
        return list(self._given.options.items()) if self._start is None else []

    def _game(self) -> Game:
        """The game with the chosen variant and switches; UnknownGame."""
        return type(self._given)(**self._settings)

    def _people(self) -> tuple[Person, Person]:
        """The two players as chosen; another program is named by its command."""
        players, names = [], []
        for seat in (0, 1):
            player, command = self._text(f"player{seat}"), self._text(f"command{seat}")
            is_program = player == choices.PROGRAM
            players.append(f"uci:{command}" if is_program else player)
            names.append((command or str(texts.THE_PROGRAM)) if is_program else None)
        return make_people((players[0], players[1]), (names[0], names[1]))

    def _seated(self) -> tuple[Person, Person]:
        """The two players on their seats, as chosen or by lot."""
        first, second = self._people()
        if self._text("sides") == choices.LOT and self._random.randrange(2):
            return second, first
        return first, second

    def _control(self) -> TimeControl | None:
        clock = self._text("clock")
        if clock == choices.NONE:
            return None
        return read_control(self._text("own-clock") if clock == choices.OWN else clock)

    def _seconds(self) -> float | None:
        text, bound = self._text("seconds"), LIMITS["seconds"]
        if not text or not self._field("seconds").display:
            return None
        return choices.read_seconds(text, bound.least, bound.most)

    def _pace(self) -> float:
        shown = self._field("pace").display
        return choices.read_seconds(self._text("pace") or "0", 0.0, LONGEST_PACE) if shown else 0.0

    def _check_command(self, seat: int) -> None:
        if self._text(f"player{seat}") == choices.PROGRAM and not self._text(f"command{seat}"):
            raise EngineError(texts.NO_COMMAND)

    def _plan(self) -> Plan | None:
        """The plan of the match; None if something is wrong, and then its field says what."""
        wrong: list[Field] = []

        def read(id: str, reader: Callable[[], Found]) -> Found | None:
            try:
                return reader()
            except TabuleiroError as error:
                wrong.append(self._explain(id, error))
                return None

        for seat in (0, 1):
            read(f"command{seat}", partial(self._check_command, seat))
        control = read("own-clock", self._control)
        seconds, pace = read("seconds", self._seconds), read("pace", self._pace)
        for name, option in self._switches():
            read(choices.SWITCH + name, partial(option.read, name, self._settings[name]))
        if wrong:
            wrong[0].control.focus()
            return None
        try:
            game = self._game().id
        except TabuleiroError as error:
            self._problem(str(error))
            return None
        return Plan(game, self._seated(), self._text("format"), control, self._start, seconds, pace or 0.0)

    def _explain(self, id: str, error: TabuleiroError) -> Field:
        """Show an error at the field that causes it."""
        field = self._field(id)
        field.explain(str(error))
        if id.startswith(choices.SWITCH):
            self.query_one(Collapsible).collapsed = False
        return field

    def _problem(self, words: str) -> None:
        """Show an error that belongs to no single field."""
        problem = self.query_one("#problem", Static)
        problem.update(words)
        problem.display = bool(words)

    # --- starting ---
    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Start the chosen game, if the choices are valid."""
        plan = self._plan()
        if plan is not None:
            begin(self, plan, self._failed)

    def _failed(self, error: TabuleiroError) -> None:
        """Show why the game cannot start; if a program cannot play, show it at that program's field."""
        programs = [f"command{seat}" for seat in (0, 1) if self._text(f"player{seat}") == choices.PROGRAM]
        if not isinstance(error, EngineError) or not programs:
            self._problem(str(error))
            return
        for id in reversed(programs):
            self._explain(id, error).control.focus()

    def action_rules(self) -> None:
        """Show the rules of the chosen game."""
        from tabuleiro.terminal.rules import RulesScreen

        try:
            self.app.push_screen(RulesScreen(self._game()))
        except TabuleiroError as error:
            self.tell_error(error)
