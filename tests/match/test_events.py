"""Events as they are kept: a word and plain values, and the same event again."""

from __future__ import annotations

import json

import pytest

import tabuleiro
from tabuleiro.match import (
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Event,
    Forfeited,
    MatchError,
    Moved,
    Resigned,
    SeatsExchanged,
    TakebackAsked,
    TakebackDeclined,
    TakenBack,
    TimeUp,
)
from tabuleiro.match.events import KINDS, read_event, write_event

EVENTS: dict[str, tuple[Event, dict[str, object]]] = {
    "moved": (Moved("a2-a3", 1.25), {"move": "a2-a3", "seconds": 1.25}),
    "seats-exchanged": (SeatsExchanged(0.1), {"seconds": 0.1}),
    "draw-offered": (DrawOffered(1), {"player": 1}),
    "draw-accepted": (DrawAccepted(0), {"player": 0}),
    "draw-declined": (DrawDeclined(1), {"player": 1}),
    "resigned": (Resigned(0), {"player": 0}),
    "time-up": (TimeUp(3.5), {"seconds": 3.5}),
    "forfeited": (Forfeited(1), {"player": 1}),
    "taken-back": (TakenBack(2), {"plies": 2}),
    "takeback-asked": (TakebackAsked(1), {"player": 1}),
    "takeback-declined": (TakebackDeclined(0), {"player": 0}),
}


def test_every_kind_has_its_word() -> None:
    assert set(EVENTS) == set(KINDS)


@pytest.mark.parametrize("word", EVENTS)
def test_an_event_is_read_as_it_was_written(word: str) -> None:
    event, values = EVENTS[word]
    assert write_event(event) == (word, values)
    assert read_event(word, json.loads(json.dumps(values))) == event


@pytest.mark.parametrize(("kind", "values"), [("teleported", {}), ("moved", {"to": "a3"}), ("resigned", {})])
def test_what_is_no_event_is_refused(kind: str, values: dict[str, object]) -> None:
    with pytest.raises(MatchError) as refusal:
        read_event(kind, values)
    assert str(refusal.value) == f"'{kind}' is no event of a game that is known here."
    with tabuleiro.using_language("pt"):
        assert str(refusal.value) == f"'{kind}' não é acontecimento de jogo que aqui se conheça."
