"""Weights of an evaluation, in named parts: a part is a whole number, or a list or a dictionary of parts.

One part may be a text, the network, under the name NETWORK. It does not count among the numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Parts = dict[str, Any]

NETWORK = "network"


def numbers_in(part: Any) -> Iterator[int]:
    """All numbers of a part, in their written order."""
    if isinstance(part, (dict, list)):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from numbers_in(inner)
    elif not isinstance(part, str):
        yield part


def with_numbers(part: Any, numbers: Iterator[int]) -> Any:
    """The same part with these numbers in place of its own, in the same order."""
    if isinstance(part, dict):
        return {name: with_numbers(inner, numbers) for name, inner in part.items()}
    if isinstance(part, list):
        return [with_numbers(inner, numbers) for inner in part]
    return part if isinstance(part, str) else next(numbers)


def written(part: Any, indent: int = 1) -> str:
    """Parts as JSON, with each list, and each dictionary of mere numbers, on a line of its own."""
    if not isinstance(part, dict) or not any(isinstance(inner, (dict, list)) for inner in part.values()):
        return json.dumps(part)
    space = " " * indent
    lines = (f"{space}{json.dumps(name)}: {written(inner, indent + 1)}" for name, inner in part.items())
    return "{\n" + ",\n".join(lines) + "\n" + space[1:] + "}"
