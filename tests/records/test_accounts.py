"""Accounts and the browsers that are logged in to them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection

from tabuleiro.records import accounts
from tabuleiro.records.accounts import Account
from tabuleiro.records.database import Database
from tabuleiro.records.errors import PlayedElsewhere


def make(database: Database, name: str = "Ana") -> Account:
    made = database.write(accounts.make_account, name, "hash")
    assert made is not None
    return made


def test_an_account_is_found_however_its_name_is_written(database: Database) -> None:
    made = make(database, "Ação Straße")
    for name in ("Ação Straße", "AÇÃO STRASSE", "ac\N{COMBINING CEDILLA}a\N{COMBINING TILDE}o strasse"):
        assert database.read(accounts.find_account, name) == made
        assert database.write(accounts.make_account, name, "other") is None, "the name is taken"
    assert (made.name, made.password) == ("Ação Straße", "hash")
    assert made.made.tzinfo is UTC
    for name in ("Acao Strasse", "", "%"):
        assert database.read(accounts.find_account, name) is None


def test_the_longest_name_has_room(database: Database) -> None:
    widest = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 40
    assert len(accounts.fold_name(widest)) == 720
    made = make(database, widest)
    assert database.read(accounts.find_account, widest) == made


def test_a_browser_is_logged_in_until_it_is_logged_out(database: Database) -> None:
    ana, before = make(database), datetime.now(UTC)
    database.write(accounts.begin_visit, "token", ana.id)
    database.write(accounts.begin_visit, "other", ana.id)
    visit = database.read(accounts.find_visit, "token")
    assert visit is not None and visit.account == ana
    assert before <= visit.made <= datetime.now(UTC)
    database.write(accounts.end_visit, "token")
    database.write(accounts.end_visit, "token")
    assert database.read(accounts.find_visit, "token") is None
    assert database.read(accounts.find_visit, "other") is not None
    with pytest.raises(PlayedElsewhere):
        database.write(accounts.begin_visit, "third", ana.id + 1)


def test_who_reads_the_database_cannot_log_in_by_it(database: Database) -> None:
    database.write(accounts.begin_visit, "token", make(database).id)

    def kept(connection: Connection) -> object:
        return connection.exec_driver_sql("SELECT token FROM visits").scalar()

    token = database.read(kept)
    assert isinstance(token, str) and len(token) == 64 and token != "token"
    assert database.read(accounts.find_visit, token) is None
