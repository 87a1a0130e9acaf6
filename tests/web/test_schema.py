"""Requests of every kind that the API's description allows, and many that it does not: each gets a proper answer."""

from __future__ import annotations

import os
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

import tabuleiro
from tabuleiro.web import matches
from tests.web.conftest import Visit
from tests.web.visiting import act, begin, state_of

Operation = APIOperation[Any, Any, Any, Any]

IS_SOAK = bool(os.environ.get("TABULEIRO_SOAK"))

CALLS = 5_000 if IS_SOAK else 80
"""The least number of requests."""

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]

LONGEST = 60_000
"""No client sends a question longer than this behind an address."""

SHORT = 0.02
"""No engine thinks longer than this for a request that is made up."""


class Asker:
    """Somebody who asks for anything at all; about half of it is about something that there is."""

    def __init__(self, client: TestClient) -> None:
        self._client = client
        self.statuses: list[int] = []
        over = begin(client, "breakthrough", mine=[0, 1])
        act(client, over, "resign")
        self._codes = [
            over,
            begin(client, "breakthrough", mine=[0, 1], moves=["a2-a3", "a7-a6"]),
            begin(client, "tafl", players=["human", "level:1"]),
            begin(client, "trench", control="10+5"),
        ]
        self._fens = [state_of(client, code)["position"]["fen"] for code in self._codes]
        self._games = [*tabuleiro.games(), "tafl:brandubh", "breakthrough:6x6", "trench:no-such", "tafl?width=1"]

    def ask(self, case: Case[Any], chance: Random) -> None:
        """Make a request, and check the answer."""
        if chance.random() < 0.6:
            for values in (case.path_parameters, case.query, case.body):
                if isinstance(values, dict):
                    values.update({name: self._plausible(name, value, chance) for name, value in values.items()})
        if isinstance(case.body, dict) and isinstance(case.body.get("seconds", 1), float | int):
            case.body.update({"seconds": SHORT} if case.path == "/api/analyses" else {})
        if len(urlencode(case.query or {}, doseq=True)) > LONGEST:
            return
        request = case.as_transport_kwargs(base_url="http://testserver")
        if "data" in request:
            request["content"] = request.pop("data")
        self._client.cookies.update(request.pop("cookies"))
        answer = self._client.request(**request)
        self.statuses.append(answer.status_code)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            error = answer.json()["error"]
            assert error["code"] and error["message"], answer.text

    def _plausible(self, name: str, value: Any, chance: Random) -> Any:
        """Another value that a request may have under a name, often one that there is."""
        known: dict[str, list[Any]] = {
            "code": self._codes,
            "game": self._games,
            "id": self._games,
            "name": [*self._games, f"{self._games[0]}.svg"] if isinstance(value, str) else [value],
            "fen": [None, *self._fens],
            "start": [None, *self._fens],
            "like": [None, *self._fens],
            "players": [["human", "human"], ["human", "level:1"], ["level:1", "level:1"]],
            "names": [["Ana", None], [None, None]],
            "mine": [[], [0], [1], [0, 1], [1, 1]],
            "control": [None, "10", "10+5", "30/move", "0", "0.0000001", "99999999+99999999"],
            "format": ["single", "match", "best-of-3", "double"],
            "moves": [[], ["a2-a3"], ["a2-a3", "a7-a6", "a3-a4"], ["a2-a9"]],
            "move": [None, "a2-a3", "a3-a4", "a6xb5", "b2 b3"],
            "action": ["move", "resign", "undo", "redo", "next-game", "offer-draw", "exchange", "ask-takeback"],
            "at": [0, 1, 2, 3, 4],
            "number": [1, 2],
            "ply": [0, 1, 2, 3],
            "turn": ["white", "black", "attackers", "defenders"],
            "cells": [{}, {"a1": "P"}, {"a1": "P", "h8": "p"}],
            "view": [None, "square", "diamond", "no-such"],
            "theme": ["auto", "light", "dark", "no-such"],
            "text": ['[Game "breakthrough"]\n\n1. a2-a3 *', *self._fens, "1. a2-a3 a7-a6", "[[1,2],[3]]."],
        }
        return chance.choice(known[name]) if name in known and chance.random() < 0.8 else value


@pytest.fixture
def asker(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> Asker:
    monkeypatch.setattr(matches, "HINT_SECONDS", SHORT)
    return Asker(visit())


def test_every_request_has_a_proper_answer(app: FastAPI, asker: Asker) -> None:
    schema = schemathesis.openapi.from_dict(app.openapi())
    operations: list[Operation] = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    for operation in operations:
        positive, negative = (0.5, 0.5) if takes_anything(operation) else (0.2, 0.0)
        for mode, share in ((GenerationMode.POSITIVE, positive), (GenerationMode.NEGATIVE, negative)):
            examples = int(share * 1.4 * CALLS / len(operations)) + 1
            if share:
                ask_much(operation, mode, examples, asker)
    assert len(asker.statuses) >= CALLS
    answered = sum(status < 300 for status in asker.statuses)
    assert answered > len(asker.statuses) / 6  # it is not all nonsense


def takes_anything(operation: Operation) -> bool:
    """Is there anything in a request that could be another?"""
    return bool(operation.body or operation.query or operation.path_parameters)


def ask_much(operation: Operation, mode: GenerationMode, examples: int, asker: Asker) -> None:
    """Make many requests of one kind, the same each time except in the soak."""

    @settings(
        max_examples=examples,
        derandomize=not IS_SOAK,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode), st.randoms(use_true_random=False))
    def ask(case: Case[Any], chance: Random) -> None:
        asker.ask(case, chance)

    try:
        ask()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE  # any text is a name of something that may not be there
