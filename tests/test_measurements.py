"""What documents say about levels is what the tables of the package say."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture
def script() -> ModuleType:
    found = importlib.util.spec_from_file_location("make_levels", DOCS / "make_levels.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.compiled
def test_the_page_has_the_levels_of_the_tables(script: ModuleType) -> None:
    page = (DOCS / "measurements.md").read_text(encoding="utf-8")
    found = script.tables(script.measured())
    assert found in page, "python docs/make_levels.py writes it anew"
    assert script.with_tables(page, found) == page


def test_tables_are_put_between_their_marks(script: ModuleType) -> None:
    page = f"before\n{script.MARKS}\nold\n{script.MARKS}\nafter\n"
    assert script.with_tables(page, "new \\1") == f"before\n{script.MARKS}\nnew \\1\n{script.MARKS}\nafter\n"
