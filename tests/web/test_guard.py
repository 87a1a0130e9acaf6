"""The layer around the server: hosts, origins, sizes, rates, headers and languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from tabuleiro.records.database import Database
from tabuleiro.web import guard
from tabuleiro.web.application import make_application
from tabuleiro.web.guard import Rate
from tests.web.visiting import error_of, strict_rates

NEW = {"game": "breakthrough"}


@pytest.fixture
def known(database: Database) -> Iterator[TestClient]:
    """A server that has a name on the internet and spares nobody."""
    app = make_application(database, threads=1, prepares=False, origins=["https://club.example"], rates=strict_rates())
    with TestClient(app) as client:
        yield client


@pytest.mark.parametrize("host", ["localhost", "localhost:99", "127.0.0.1:8765", "[::1]:80", "192.168.1.7:8765"])
def test_addresses_of_this_computer_are_ours(ana: TestClient, host: str) -> None:
    assert ana.get("/api/me", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "club.example.evil"])
def test_other_names_are_not(ana: TestClient, host: str) -> None:
    assert error_of(ana.get("/api/me", headers={"host": host})) == (421, "other-host")


def test_a_server_answers_to_the_name_it_was_given(known: TestClient) -> None:
    assert known.get("/api/me", headers={"host": "club.example"}).status_code == 200
    headers = {"host": "club.example", "origin": "https://club.example"}
    assert known.post("/api/matches", json=NEW, headers=headers).status_code == 201


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://testserver.evil.example", "http://testserver:1"]
)
def test_other_pages_may_not_change_anything(ana: TestClient, origin: str) -> None:
    assert error_of(ana.post("/api/matches", json=NEW, headers={"origin": origin})) == (403, "other-origin")


def test_our_own_page_may(ana: TestClient) -> None:
    assert ana.post("/api/matches", json=NEW, headers={"origin": "http://testserver"}).status_code == 201
    assert error_of(ana.post("/api/matches", json=NEW, headers={"sec-fetch-site": "cross-site"})) == (
        403,
        "other-origin",
    )


def test_what_changes_something_is_json(ana: TestClient) -> None:
    assert error_of(ana.post("/api/matches", data={"game": "x"})) == (415, "not-json")
    header = {"content-type": "application/json"}
    assert error_of(ana.post("/api/matches", content="{nonsense", headers=header)) == (422, "bad-request")


def test_a_body_may_not_be_too_long(ana: TestClient) -> None:
    long = "x" * (guard.LONGEST_BODY + 1)
    assert error_of(ana.post("/api/imports", json={"text": long})) == (413, "too-large")
    lying = {"content-type": "application/json", "content-length": "-5"}
    assert error_of(ana.post("/api/imports", content="{}", headers=lying)) == (413, "too-large")


def test_who_asks_too_often_is_told_to_wait(known: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "monotonic", lambda: 0.0)  # however slow this computer is
    answers = [known.get("/api/me") for _ in range(402)]
    assert answers[0].status_code == 200
    assert error_of(answers[-1]) == (429, "too-many") and answers[-1].headers["retry-after"]


def test_passwords_cannot_be_tried_at_will(known: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "monotonic", lambda: 0.0)
    tried = {"name": "Ana", "password": "wrong password"}
    answers = [known.post("/api/login", json=tried).status_code for _ in range(12)]
    assert answers[0] == 422 and answers[-1] == 429


def test_a_rate_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(guard, "monotonic", lambda: now)
    rate = Rate(2, 0.5)
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    assert rate.allows("b")
    now = 2.0
    assert [rate.allows("a") for _ in range(2)] == [True, False]


def test_every_answer_keeps_browsers_safe(ana: TestClient) -> None:
    for place in ("/", "/api/games", "/page/page.css"):
        headers = ana.get(place).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert ana.get("/api/games").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("place", "headers", "word"),
    [
        ("/api/nothing", {}, "nothing"),
        ("/api/nothing", {"accept-language": "pt-BR"}, "nada"),
        ("/api/nothing?lang=pt", {"accept-language": "en"}, "nada"),
        ("/api/nothing", {"cookie": "lang=pt", "accept-language": "en"}, "nada"),
        ("/api/nothing", {"accept-language": "fr, pt;q=0.8, en"}, "nada"),
        ("/api/nothing", {"accept-language": "xx"}, "nothing"),
    ],
)
def test_the_readers_language(ana: TestClient, place: str, headers: dict[str, str], word: str) -> None:
    answer = ana.get(place, headers=headers)
    assert answer.status_code == 404 and word in answer.json()["error"]["message"]


def test_health_and_measures(ana: TestClient) -> None:
    assert ana.get("/health").json()["status"] == "ok"
    ana.post("/api/matches", json={**NEW, "mine": [0, 1], "moves": ["a2-a3"]})
    text = ana.get("/metrics").text
    assert "tabuleiro_requests_total" in text and "tabuleiro_rooms" in text


def test_a_wrong_address_is_a_page_for_people_and_data_for_programs(ana: TestClient) -> None:
    person = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "pt-PT"}
    for address in ("/nosuch", "/no/such/page", "/page/nosuch"):
        page = ana.get(address, headers=person)
        assert page.status_code == 404
        assert page.headers["content-type"].startswith("text/html")
        assert '<html lang="pt">' in page.text
        assert "nothing.js" in page.text
        assert error_of(ana.get(address)) == (404, "not-found")
    assert error_of(ana.get("/api/nosuch", headers=person)) == (404, "not-found")
