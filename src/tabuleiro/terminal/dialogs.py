"""Questions and announcements in front of a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from tabuleiro.messages import terminal as texts
from tabuleiro.rules.texts import Text

Choice = tuple[str, Text]
"""The value of a choice, and its title."""


class ChoiceDialog(ModalScreen[str | None]):
    """A sentence and some buttons. The result is the value of the choice made, or None."""

    DEFAULT_CSS = """
    ChoiceDialog { align: center middle; }
    ChoiceDialog > Vertical {
        width: auto; max-width: 76; min-width: 30; height: auto; max-height: 90%; padding: 1 2;
        background: $surface; border: round $primary;
    }
    ChoiceDialog Static { width: auto; max-width: 70; margin-bottom: 1; }
    ChoiceDialog Horizontal { width: auto; height: auto; }
    ChoiceDialog.-tall Horizontal { layout: vertical; }
    ChoiceDialog Button { margin-right: 1; min-width: 8; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, sentence: Text | str, choices: Sequence[Choice]) -> None:
        super().__init__(classes="-tall" if sum(len(str(name)) + 5 for _, name in choices) > 66 else "")
        self._sentence, self._choices = sentence, choices

    def compose(self) -> ComposeResult:
        """The sentence, and a button for each choice; the first has the focus."""
        with Vertical():
            yield Static(str(self._sentence), markup=False)
            with Horizontal():
                for key, name in self._choices:
                    yield Button(
                        str(name),
                        id=f"choice-{key}",
                        compact=True,
                        variant="primary" if key == self._choices[0][0] else "default",
                    )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close with the choice that was made."""
        self.dismiss(str(event.button.id).removeprefix("choice-"))

    def action_close(self) -> None:
        """Close without a choice."""
        self.dismiss(None)


class ConfirmDialog(ChoiceDialog):
    """A question whose answer is `yes` or `no`."""

    def __init__(self, question: Text | str) -> None:
        super().__init__(question, [("yes", texts.YES), ("no", texts.NO)])


class MessageDialog(ChoiceDialog):
    """A message to read."""

    def __init__(self, sentence: Text | str) -> None:
        super().__init__(sentence, [("ok", texts.OK)])


class SaveDialog(ModalScreen[str | None]):
    """Asks for the name of a file. The result is None if there was no answer."""

    DEFAULT_CSS = """
    SaveDialog { align: center middle; }
    SaveDialog > Vertical { width: 70; max-width: 95%; height: auto; padding: 1 2; background: $surface; border: round $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, default: str) -> None:
        super().__init__()
        self._default = default

    def compose(self) -> ComposeResult:
        """The question, and a line to answer it."""
        with Vertical():
            yield Static(str(texts.SAVE_WHERE), markup=False)
            yield Input(self._default, id="file")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the name, if there is one."""
        if event.value.strip():
            self.dismiss(event.value.strip())

    def action_close(self) -> None:
        """Close without a name."""
        self.dismiss(None)
