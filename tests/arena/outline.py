"""The outline of an HTML page, for tests of pages."""

from __future__ import annotations

from html.parser import HTMLParser

OPEN = {"meta", "path", "use", "rect", "line", "br"}
"""Elements that are not closed, or close themselves."""


class Outline(HTMLParser):
    """The elements of a page, which must close what they open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in OPEN:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)
