"""Helpers for visitors in tests: begin matches, look at them, act in them."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from tabuleiro.web.guard import Rates


def strict_rates() -> Rates:
    """Limits that apply to this computer, too."""
    return Rates(spares_this_computer=False)


def begin(visitor: TestClient, game: str, **settings: Any) -> str:
    """Begin a match; its name in links."""
    answer = visitor.post("/api/matches", json={"game": game, **settings})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


def state_of(visitor: TestClient, code: str, **query: Any) -> dict[str, Any]:
    """The state of a match for a visitor."""
    answer = visitor.get(f"/api/matches/{code}", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def act(visitor: TestClient, code: str, action: str, *, at: int | None = None, move: str | None = None) -> Any:
    """The answer to an action in the visitor's current state, or at another version."""
    version = state_of(visitor, code)["version"] if at is None else at
    wish: dict[str, Any] = {"at": version, "action": action}
    return visitor.post(f"/api/matches/{code}/actions", json=wish | ({} if move is None else {"move": move}))


def some_move(state: dict[str, Any]) -> str:
    """The first legal move of a state."""
    origin, targets = next(iter(state["position"]["moves"].items()))
    return f"{origin}-{targets[0]}"


def error_of(answer: Any) -> tuple[int, str]:
    """The status and the code of a refusal, which always has a sentence."""
    error = answer.json()["error"]
    assert error["message"].endswith((".", "!", "?")) or "http" in error["message"], error
    return answer.status_code, error["code"]
