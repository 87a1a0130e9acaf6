"""Files of numbers that come with the games."""

from __future__ import annotations

from typing import Any


def read_file(path: str) -> dict[str, Any]:
    """The content of a JSON file beside the games; FileNotFoundError."""
    import json
    from importlib import resources

    found: dict[str, Any] = json.loads(resources.files(__package__).joinpath(path).read_text(encoding="utf-8"))
    return found
