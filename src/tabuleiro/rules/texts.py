"""Texts in every language of the program, and the language in use.

A `Text` holds the same sentence in English and in Portuguese. It is turned into a plain string as late
as possible, by `str(text)`, in the language that is then in use.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

LANGUAGES = ("en", "pt")

_language: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """The language in use: `"en"` or `"pt"`."""
    return _language.get()


def set_language(code: str) -> None:
    """Use this language from now on (in this thread or task)."""
    if code not in LANGUAGES:
        raise ValueError(f"There is no language {code!r}; there are {', '.join(LANGUAGES)}.")
    _language.set(code)


@contextmanager
def using_language(code: str) -> Iterator[None]:
    """Use this language inside a `with` block."""
    before = _language.get()
    set_language(code)
    try:
        yield
    finally:
        _language.set(before)


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence in English and in Portuguese, with `{names}` to fill in."""

    en: str
    pt: str

    def fill(self, **values: object) -> Text:
        """The text with its names filled in; a value that is itself a `Text` is filled in in each language."""
        return Text(
            self.en.format(**{name: _in(value, "en") for name, value in values.items()}),
            self.pt.format(**{name: _in(value, "pt") for name, value in values.items()}),
        )

    def capitalized(self) -> Text:
        """The text with a capital first letter."""
        return Text(self.en[:1].upper() + self.en[1:], self.pt[:1].upper() + self.pt[1:])

    def __str__(self) -> str:
        return self.pt if _language.get() == "pt" else self.en

    def __add__(self, other: Text) -> Text:
        return Text(self.en + other.en, self.pt + other.pt)


def same(text: str) -> Text:
    """A text that reads the same in every language: a number, a cell, a person's name."""
    return Text(text, text)


def listing(items: list[Text], last: Text | None = None) -> Text:
    """Items as in a sentence: "a, b and c"."""
    if not items:
        return Text("none", "nenhum")
    if len(items) == 1:
        return items[0]
    joint = last or Text(" and ", " e ")
    head = items[0]
    for item in items[1:-1]:
        head = head + same(", ") + item
    return head + joint + items[-1]


def _in(value: object, code: str) -> object:
    return getattr(value, code) if isinstance(value, Text) else value
