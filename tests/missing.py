"""What tests do if something they need is not installed."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def missing(why: str) -> NoReturn:
    """Skip a test that needs a missing program, or fail it if everything must run."""
    if os.environ.get("TABULEIRO_REQUIRE_ALL") == "1":
        pytest.fail(why)
    pytest.skip(why)
