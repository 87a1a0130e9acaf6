"""Guests, names and accounts: a seat belongs to whoever holds its token."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import Visit
from tests.web.visiting import act, begin, error_of, state_of

SECRET = "correct horse battery"


def test_a_guest_is_given_a_token_that_scripts_cannot_read(ana: TestClient) -> None:
    answer = ana.post("/api/matches", json={"game": "breakthrough"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and len(cookie.split(";")[0]) > 40
    assert "set-cookie" not in ana.post("/api/matches", json={"game": "breakthrough"}).headers


def test_looking_gives_no_token(ana: TestClient) -> None:
    assert "set-cookie" not in ana.get("/api/me").headers
    assert ana.get("/api/me").json() == {"name": "Guest", "account": None}


def test_a_guest_has_a_name(ana: TestClient) -> None:
    assert ana.post("/api/me", json={"name": "  Ana   Luísa "}).json()["name"] == "Ana Luísa"
    assert ana.get("/api/me").json()["name"] == "Ana Luísa"
    code = begin(ana, "breakthrough")
    assert state_of(ana, code)["people"][0]["name"] == "Ana Luísa"
    assert error_of(ana.post("/api/me", json={"name": " "})) == (422, "bad-request")
    assert error_of(ana.post("/api/me", json={"name": "a\u0007b"})) == (422, "bad-request")


def test_an_account_keeps_seats_across_devices(ana: TestClient, visit: Visit) -> None:
    code = begin(ana, "breakthrough")
    made = ana.post("/api/accounts", json={"name": "Ana", "password": SECRET})
    assert made.status_code == 201 and made.json() == {"name": "Ana", "account": "Ana"}
    assert state_of(ana, code)["yours"] == ["white"]
    other = visit()
    assert state_of(other, code)["yours"] == []
    assert other.post("/api/login", json={"name": "aNA", "password": SECRET}).status_code == 200
    assert state_of(other, code)["yours"] == ["white"]
    assert act(other, code, "resign").status_code in (200, 422)
    other.post("/api/logout", json={})
    assert other.get("/api/me").json()["account"] is None and state_of(other, code)["yours"] == []
    assert ana.get("/api/me").json()["account"] == "Ana"


def test_a_token_from_before_the_log_in_is_worth_nothing(ana: TestClient, visit: Visit) -> None:
    code = begin(ana, "breakthrough")
    old = ana.cookies["tabuleiro_visitor"]
    ana.post("/api/accounts", json={"name": "Ana", "password": SECRET})
    thief = visit()
    thief.cookies.set("tabuleiro_visitor", old)
    assert state_of(thief, code)["yours"] == []


@pytest.mark.parametrize(("name", "password"), [("Ana", "short"), ("", SECRET), ("x" * 41, SECRET), ("Ana", "x" * 201)])
def test_what_is_no_account(ana: TestClient, name: str, password: str) -> None:
    assert error_of(ana.post("/api/accounts", json={"name": name, "password": password})) == (422, "bad-request")


def test_a_name_is_taken_once(ana: TestClient, rui: TestClient) -> None:
    ana.post("/api/accounts", json={"name": "Ana", "password": SECRET})
    assert error_of(rui.post("/api/accounts", json={"name": "ANA", "password": SECRET})) == (422, "refused")
    for name, password in (("Ana", "wrong password"), ("Nobody", SECRET)):
        refusal = rui.post("/api/login", json={"name": name, "password": password})
        assert error_of(refusal) == (422, "refused")
        assert refusal.json()["error"]["message"] == "Name or password is wrong."
