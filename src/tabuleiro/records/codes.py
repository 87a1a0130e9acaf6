"""Names of matches in links: anyone who has one may watch, so they must not be guessable."""

from __future__ import annotations

import secrets

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz"
"""Digits and letters that are not mistaken for one another when a link is read aloud or copied by hand."""

LENGTH = 12


def make_code() -> str:
    """A name for a match that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
