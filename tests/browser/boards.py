"""A board in a browser, used by mouse, by touch and by keys."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tabuleiro.messages.page import PLAY
from tabuleiro.messages.study import STUDY

Point = tuple[float, float]

FOCUSED = "document.activeElement?.closest('.board .spot')?.getAttribute('data-cell') ?? null"

ELSEWHERE = """([cell, x, y]) => {
  const box = document.querySelector(`.board .spot[data-cell="${cell}"]`)?.getBoundingClientRect();
  return box && Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) > 5;
}"""

WAY = """cell => {
  const here = document.activeElement.closest(".board .spot");
  const there = here.closest(".board").querySelector(`.spot[data-cell="${cell}"]`);
  const [from, to] = [here, there].map(one => one.getBoundingClientRect());
  const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
  if (here === there) return "";
  if (Math.abs(y) > 2) return y < 0 ? "ArrowUp" : "ArrowDown";
  return x < 0 ? "ArrowLeft" : "ArrowRight";
}"""
"""A script: the key that leads from the focused cell towards another one; none if it is there."""


def say(key: str, language: str = "en", **values: object) -> str:
    """A text of the page."""
    text = (PLAY | STUDY)[key].fill(**values)
    return str(getattr(text, language))


def cells_of(move: str) -> tuple[str, str]:
    """The two cells of a move."""
    found = re.match(r"([a-z]\d+)[-x]([a-z]\d+)", move)
    assert found is not None, move
    return found[1], found[2]


class ShownBoard:
    """A board on a page."""

    def __init__(self, page: Page, place: str = ".board") -> None:
        self.page = page
        self.board = page.locator(place)
        self.bubble = self.board.locator(".bubble")
        self.board.locator(".spot").first.wait_for()

    def spot(self, cell: str) -> Locator:
        """A cell."""
        return self.board.locator(f'.spot[data-cell="{cell}"]')

    def centre(self, cell: str) -> Point:
        """The middle of a cell on the screen."""
        box = self.spot(cell).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def cells(self) -> list[str]:
        """The names of all cells."""
        return list(self.board.locator(".spot").evaluate_all("all => all.map(one => one.getAttribute('data-cell'))"))

    def occupied(self) -> set[str]:
        """The cells with a piece, by their labels for screen readers."""
        labels = self.board.locator(".spot").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
        words = (label.split(", ") for label in labels)
        return {cell for cell, what, *_ in words if what != say("cell-empty")}

    def sees_turned(self, cell: str, before: Point) -> None:
        """Wait until a cell has left its place."""
        self.page.wait_for_function(ELSEWHERE, arg=[cell, *before])

    def sees_last(self, move: str) -> None:
        """Wait until this move is marked as the last one."""
        expect(self.spot(cells_of(move)[1])).to_have_attribute("aria-label", re.compile(say("cell-reached")))
        expect(self.board.locator(".layer.last .reached")).to_have_count(1)

    # --- moving ---

    def click(self, cell: str) -> None:
        """Click on a cell."""
        self.page.mouse.click(*self.centre(cell))

    def by_mouse(self, move: str) -> None:
        """Make a move by two clicks."""
        origin, target = cells_of(move)
        self.click(origin)
        self._expect_target(target)
        self.click(target)

    def by_dragging(self, move: str, to: Point | None = None) -> None:
        """Make a move by dragging a piece to its target, or elsewhere."""
        origin, target = cells_of(move)
        mouse = self.page.mouse
        mouse.move(*self.centre(origin))
        mouse.down()
        mouse.move(*(to or self.centre(target)), steps=4)
        mouse.up()

    def by_touch(self, move: str) -> None:
        """Make a move by two taps of a finger."""
        origin, target = cells_of(move)
        self.page.touchscreen.tap(*self.centre(origin))
        self._expect_target(target)
        self.page.touchscreen.tap(*self.centre(target))

    def by_keys(self, move: str) -> None:
        """Make a move by keys alone."""
        for cell in cells_of(move):
            self.walk(cell)
            self.page.keyboard.press("Enter")

    def walk(self, cell: str) -> None:
        """Go to a cell: by Tab to the board, then by arrow keys."""
        keyboard = self.page.keyboard
        for _ in range(60):
            if self.focused() is not None:
                break
            keyboard.press("Tab")
        for _ in range(60):
            key = self.page.evaluate(WAY, cell)
            if key == "":
                return
            keyboard.press(key)
        raise AssertionError(f"No way leads to {cell}.")

    def focused(self) -> str | None:
        """The cell that has the focus."""
        cell = self.page.evaluate(FOCUSED)
        return None if cell is None else str(cell)

    def _expect_target(self, cell: str) -> None:
        expect(self.spot(cell)).to_have_class(re.compile(r"\btarget\b"))
