"""The line of keys at the foot of a screen: what can be done now, by key or by click."""

from __future__ import annotations

from collections.abc import Sequence

from textual.widgets import Static

from tabuleiro.rules.texts import Text

Key = tuple[str, str, Text]
"""How a key is shown, the screen's action for it (empty: none), and what it does, in words."""


APART = "  "


class KeyBar(Static):
    """The keys that do something now. It takes as many lines as it needs."""

    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: auto; max-height: 3; padding: 0 1; background: $panel; color: $foreground; link-style: none;
             link-color: $foreground; link-style-hover: reverse; }
    """

    _keys: Sequence[Key] = ()
    _most_lines = 1
    _width = 0

    def show(self, keys: Sequence[Key]) -> None:
        """Show these keys."""
        self._keys = keys
        self._write()

    def on_resize(self) -> None:
        """Break the lines again for the new width."""
        if self.size.width != self._width:
            self._width, self._most_lines = self.size.width, 1
            self._write()

    def _write(self) -> None:
        """Write the keys in lines, without a break between a key and its words."""
        lines, column = [""], 0
        room = self.size.width or self.app.size.width - 2  # before the first layout it has no size
        for key, action, about in self._keys:
            width = len(f"{key} {about}") + len(APART)
            if column and column + width - len(APART) > room:
                lines.append("")
                column = 0
            lines[-1] += _entry(key, action, about) + APART
            column += width
        # It never shrinks while its width stays, so that what is above does not jump as keys come and go.
        self._most_lines = max(self._most_lines, len(lines))
        self.update("\n".join(lines) + "\n" * (self._most_lines - len(lines)))


def _entry(key: str, action: str, about: Text) -> str:
    text = f"[bold][$accent]{key}[/][/] {about}"
    return f"[@click=screen.{action}]{text}[/]" if action else text
