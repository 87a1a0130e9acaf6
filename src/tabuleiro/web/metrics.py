"""Metrics of a server, for whoever runs it, in the form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Measures:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("tabuleiro_moves", "Moves that were kept.", registry=self.registry)
        self.requests = Counter("tabuleiro_requests", "Requests, by status.", ["status"], registry=self.registry)
        self.refusals = Counter("tabuleiro_rate_refusals", "Requests above the limits.", registry=self.registry)
        self.sockets = Gauge("tabuleiro_sockets", "Connections that are open.", registry=self.registry)
        self.commit_seconds = Histogram(
            "tabuleiro_commit_seconds", "Until a change is on disk.", buckets=SECONDS, registry=self.registry
        )

    def watch(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is looked up whenever it is asked for."""
        Gauge(name, about, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """All counters as Prometheus reads them."""
        return generate_latest(self.registry)
