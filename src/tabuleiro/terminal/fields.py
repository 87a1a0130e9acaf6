"""The fields of a form: each has a title and one control, and shows what is wrong with its value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text as RichText
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tabuleiro.rules.texts import Text

OPENER = "▾"


class Value(NamedTuple):
    """A value that can be chosen: the value itself, its title, and perhaps a line about it."""

    name: str
    title: Text | str
    about: Text | str = ""


class ValueList(ModalScreen[str | None]):
    """A list of all values, in front of the form. The result is None if none was chosen."""

    DEFAULT_CSS = """
    ValueList { align: center middle; }
    ValueList > Vertical {
        width: auto; min-width: 40; max-width: 76; height: auto; max-height: 90%; padding: 0 1;
        background: $surface; border: round $primary;
    }
    ValueList OptionList { width: auto; min-width: 36; max-width: 72; height: auto; max-height: 100%; border: none; padding: 0; }
    ValueList OptionList:focus { border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, heading: str, values: Sequence[Value], chosen: str) -> None:
        super().__init__()
        self._heading, self._values, self._chosen = heading, values, chosen

    def compose(self) -> ComposeResult:
        """A list with the current value highlighted."""
        with Vertical() as box:
            box.border_title = RichText(self._heading).markup
            yield OptionList(*(Option(_prompt(value)) for value in self._values))

    def on_mount(self) -> None:
        """Begin at the current value."""
        self.query_one(OptionList).highlighted = [value.name for value in self._values].index(self._chosen)

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._values[event.option_index].name)

    def action_close(self) -> None:
        """Leave the value as it is."""
        self.dismiss(None)


def _prompt(value: Value) -> RichText:
    """A value in a list, with the line on it below."""
    prompt = RichText(str(value.title))
    if str(value.about):
        prompt.stylize("bold")
        prompt.append(f"\n  {value.about}", "not bold")
    return prompt


class Choice(Static, can_focus=True):
    """A control for one of several values: Enter or a click lists them all, left and right change the value."""

    DEFAULT_CSS = """
    Choice { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "list", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
    ]

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> Choice:
            """The control that sent this."""
            return self.choice

    def __init__(self, values: Iterable[Value], value: str, *, id: str, heading: Text | str = "") -> None:
        super().__init__(id=id, markup=False)
        self._values, self._value = tuple(values), value
        self._heading = str(heading)

    def on_mount(self) -> None:
        """Show the value."""
        self._show()

    @property
    def value(self) -> str:
        """The current value."""
        return self._value

    @value.setter
    def value(self, value: str) -> None:
        if value not in self._names:
            raise ValueError(f"{value!r} is none of {self._names}")
        if value != self._value:
            self._value = value
            self._show()
            self.post_message(self.Changed(self))

    @property
    def chosen(self) -> Value:
        """The current value, with its title."""
        return self._values[self._names.index(self._value)]

    def offer(self, values: Iterable[Value], value: str) -> None:
        """Offer other values, one of them as the current one."""
        self._values, self._value = tuple(values), value
        self._show()
        self.post_message(self.Changed(self))

    @property
    def _names(self) -> list[str]:
        return [value.name for value in self._values]

    def _show(self) -> None:
        self.update(f"{OPENER} {self.chosen.title}")

    def action_step(self, direction: int) -> None:
        """Choose the next value, or the previous one."""
        names = self._names
        place = names.index(self._value) + direction
        if 0 <= place < len(names):
            self.value = names[place]

    def action_list(self) -> None:
        """Show all values."""
        self.app.push_screen(ValueList(self._heading, self._values, self._value), self._choose)

    def on_click(self) -> None:
        """Show all values."""
        self.action_list()

    def _choose(self, value: str | None) -> None:
        if value is not None:
            self.value = value


class Field(Widget):
    """A title with a control, and below them what is wrong with the value, or a note on it."""

    DEFAULT_CSS = """
    Field { layout: grid; grid-size: 2; grid-columns: 1fr 38; grid-rows: auto; height: auto; padding: 0 1; }
    Field > .about { height: auto; padding: 0 2 0 0; }
    Field > .words { column-span: 2; color: $text-muted; height: auto; padding: 0 0 0 2; }
    Field.-wrong > .words { color: $text-error; }
    Field.-wrong > .about { color: $text-error; }
    Field > Choice, Field > Input { height: 1; border: none; padding: 0 1; background: $panel; }
    Field > Choice:focus { background: $primary; color: $background; text-style: bold; }
    Field > Input:focus { background: $surface; border: none; text-style: underline; }
    Field:focus-within > .about { text-style: bold; }
    """

    def __init__(self, about: Text | str, control: Choice | Input, *, note: Text | str = "") -> None:
        super().__init__(id=f"{control.id}-field")
        self.control = control
        self._about, self._note = str(about), str(note)
        self._problem: str | None = None

    def compose(self) -> ComposeResult:
        """The title and the control side by side, and the line about the value below."""
        yield Static(self._about, classes="about", markup=False)
        yield self.control
        words = Static(self._note, classes="words", markup=False)
        words.display = bool(self._note)
        yield words

    @property
    def text(self) -> str:
        """The value, as typed or chosen."""
        return self.control.value.strip()

    @property
    def problem(self) -> str | None:
        """What was found to be wrong with the value; None if nothing was."""
        return self._problem

    def note(self, note: Text | str) -> None:
        """Show a note on the value."""
        self._note = str(note)
        self._show_words()

    def explain(self, problem: Text | str | None) -> None:
        """Show what is wrong with the value; None clears it."""
        if problem is not None or self._problem is not None:
            self._problem = None if problem is None else str(problem)
            self.set_class(problem is not None, "-wrong")
            self._show_words()

    def _show_words(self) -> None:
        words = self.query_one(".words", Static)
        shown = self._note if self._problem is None else self._problem
        words.update(shown)
        words.display = bool(shown)

    @on(Choice.Changed)
    @on(Input.Changed)
    def _forget_problem(self) -> None:
        self.explain(None)


class Form(VerticalScroll, inherit_bindings=False, can_focus=False):
    """Fields below one another; the up and down keys go from one to the next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]
