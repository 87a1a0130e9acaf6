"""Browser windows. Opening one costs seconds of work, so windows that tests have left are cleaned and reused."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error

NETWORK_TROUBLE = "Failed to load resource", "WebSocket connection to"
"""The beginning of the browser's reports of failed requests, which some tests cause on purpose."""

FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


@dataclass
class Window:
    """A window with its own cookies, which notes errors and requests to other hosts."""

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
        """Forget everything that was done here."""
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
    """The windows of a browser, all for one server."""

    def __init__(self, browser: Browser, address: str, patience: float) -> None:
        self.browser, self.address, self.patience = browser, address, patience
        self._free: list[Window] = []

    def open(self, **settings: Any) -> Window:
        """A clean window with these settings."""
        wanted = {"locale": "en-GB", "reduced_motion": "reduce", "base_url": self.address} | settings
        for window in self._free:
            if window.settings == wanted:
                self._free.remove(window)
                return window
        context = self.browser.new_context(**wanted)
        context.set_default_timeout(self.patience)
        return Window(self.address, context, wanted)

    def leave(self, window: Window, *, for_good: bool) -> list[str]:
        """Return a window, to be reused unless it is `for_good`; the list of what went wrong in it."""
        faults = list(window.faults)
        if for_good:
            window.context.close()
            return faults
        try:
            window.sweep()
        except Error:
            window.context.close()  # whatever is wrong with it, the next test gets another one
        else:
            self._free.append(window)
        return faults

    def close(self) -> None:
        """Close all."""
        for window in self._free:
            window.context.close()
