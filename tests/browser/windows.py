"""Browser windows: a new one costs seconds of work, so that those that are left are swept and used again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error

NETWORK_TROUBLE = "Failed to load resource", "WebSocket connection to"
"""How the browser's own reports of requests that failed begin: some tests bring that about."""

FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


@dataclass
class Window:
    """A window with cookies of its own; it notes whatever goes wrong in it, and whom else it asks."""

    address: str
    context: BrowserContext
    settings: dict[str, Any]
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.on("request", lambda request: self._check(request.url))
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(f"{self.page.url}: {error}"))
        self.page.on("console", self._note)
        self.page.on("websocket", lambda socket: self._check(socket.url))

    def sweep(self) -> None:
        """Forget all that was done here."""
        if self.page.url.startswith(self.address):
            self.page.evaluate(FORGET)
        self.page.emulate_media(reduced_motion=self.settings["reduced_motion"])
        self.page.goto("about:blank")
        self.context.clear_cookies()
        self.faults.clear()

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(NETWORK_TROUBLE):
            self.faults.append(f"{self.page.url}: {message.text}")

    def _check(self, url: str) -> None:
        asked = urlsplit(url)
        if asked.scheme not in ("data", "blob", "about") and asked.netloc != urlsplit(self.address).netloc:
            self.faults.append(f"{self.page.url} asks elsewhere: {url}")


class Windows:
    """The windows of a browser, all on their way to one server."""

    def __init__(self, browser: Browser, address: str, patience: float) -> None:
        self.browser, self.address, self.patience = browser, address, patience
        self._free: list[Window] = []

    def open(self, **settings: Any) -> Window:
        """A window with these settings, as good as new."""
        wanted = {"locale": "en-GB", "reduced_motion": "reduce", "base_url": self.address} | settings
        for window in self._free:
            if window.settings == wanted:
                self._free.remove(window)
                return window
        context = self.browser.new_context(**wanted)
        context.set_default_timeout(self.patience)
        return Window(self.address, context, wanted)

    def leave(self, window: Window, *, for_good: bool) -> list[str]:
        """Be done with a window, which may be used again unless it was changed; what went wrong in it."""
        faults = list(window.faults)
        if for_good:
            window.context.close()
            return faults
        try:
            window.sweep()
        except Error:
            window.context.close()  # whatever is wrong with it, the next has another
        else:
            self._free.append(window)
        return faults

    def close(self) -> None:
        """Close all."""
        for window in self._free:
            window.context.close()
