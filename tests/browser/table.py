"""A match in a browser, as seen by one of its players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.boards import ShownBoard, say


def begin(page: Page, game: str, **settings: Any) -> Table:
    """Begin a match as the person at this page, and sit down at it."""
    answer = page.request.post("/api/matches", data={"game": game, **settings})
    assert answer.status == 201, answer.text()
    page.goto(answer.json()["url"])
    return Table(page)


def begin_alone(page: Page, game: str, **settings: Any) -> Table:
    """Begin a match in which the person at this page moves for both sides."""
    return begin(page, game, players=["human", "human"], mine=[0, 1], **settings)


def join(page: Page, other: Table, name: str) -> Table:
    """Open somebody's link and take the free seat."""
    page.goto(other.page.url)
    form = page.locator(".invitation form")
    form.get_by_role("textbox").fill(name)
    form.get_by_role("button").click()
    expect(form).to_be_hidden()
    return Table(page)


class Table(ShownBoard):
    """The page of a match, and what can be done with it."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, "#board")
        self.bars = page.locator(".bars")
        self.result = page.locator(".bars .bar.result")
        self.plies = page.locator("#side .moves .ply")
        self.sees_line("open")

    @property
    def code(self) -> str:
        """The name of the match in its link."""
        return self.page.url.split("/play/")[1].split("?")[0]

    def state(self) -> dict[str, Any]:
        """The state of the match for this player, from the server."""
        answer = self.page.request.get(f"/api/matches/{self.code}")
        assert answer.ok, answer.text()
        return dict(answer.json())

    def action(self, name: str) -> Locator:
        """The button of an action."""
        return self.page.locator(f'button.action[data-action="{name}"]')

    def answer(self, key: str) -> Locator:
        """A button in one of the bars, by the key of its text."""
        return self.bars.get_by_role("button", name=say(key), exact=True)

    def step(self, which: str) -> None:
        """Go to the first, previous, next or last position."""
        self.page.locator(".moves-card .steps").get_by_role("button", name=say(f"step-{which}"), exact=True).click()

    # --- seeing ---

    def sees_line(self, line: str) -> None:
        """Wait until the connection to the server is in this state."""
        expect(self.page.locator("#side .connection")).to_have_attribute("data-line", line)

    def sees_plies(self, count: int) -> None:
        """Wait until this many moves have been made."""
        expect(self.plies).to_have_count(count + 1)

    def sees_moves(self, moves: Sequence[str]) -> None:
        """Wait until these are the moves of the game, the last of them marked on the board."""
        self.sees_plies(len(moves))
        if moves:
            expect(self.plies.last).to_have_text(moves[-1])
            self.sees_last(moves[-1])

    def sees_truth(self) -> dict[str, Any]:
        """The server's state, after checking that the page shows it."""
        state = self.state()
        self.sees_moves(state["moves"])
        assert self.occupied() == set(state["position"]["pieces"])
        return state


def some_moves(state: dict[str, Any]) -> list[str]:
    """The legal moves of a state, as two cells each."""
    moves = state["position"]["moves"]
    return [f"{origin}-{target}" for origin, targets in moves.items() for target in targets]
