"""What tests do where something that they need is not installed."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def missing(why: str) -> NoReturn:
    """Skip a test for want of a program, or fail it where everything must run."""
    if os.environ.get("TABULEIRO_REQUIRE_ALL") == "1":
        pytest.fail(why)
    pytest.skip(why)
