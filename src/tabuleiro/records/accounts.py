"""Accounts, which keep seats across devices, and their visits: the browsers that are logged in to them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from sqlalchemy import Connection, select

from tabuleiro.records.inserting import insert_into
from tabuleiro.records.schema import accounts, visits


@dataclass(frozen=True, slots=True)
class Account:
    """An account: its name, and the hash of its password, in the form its caller chose."""

    id: int
    name: str
    password: str
    made: datetime


@dataclass(frozen=True, slots=True)
class Visit:
    """A browser that is logged in: the account, and since when."""

    account: Account
    made: datetime


def fold_name(name: str) -> str:
    """A name without differences that people overlook: upper and lower case, and other forms of the same letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def make_account(connection: Connection, name: str, password: str) -> Account | None:
    """Keep a new account, with the hash of its password; None if the name is taken."""
    row = {"name": name, "folded": fold_name(name), "password": password, "made": datetime.now(UTC)}
    made = insert_into(connection, accounts, row).on_conflict_do_nothing().returning(accounts.c.id)
    return find_account(connection, name) if connection.execute(made).scalar() is not None else None


def find_account(connection: Connection, name: str) -> Account | None:
    """The account with this name, whatever its case and letter forms; None if there is none."""
    wanted = select(accounts).where(accounts.c.folded == fold_name(name))
    row = connection.execute(wanted).mappings().one_or_none()
    return None if row is None else Account(row["id"], row["name"], row["password"], row["made"])


# --- visits: what the database knows is only the hash of a token, so that reading it lets nobody in -----------


def begin_visit(connection: Connection, token: str, account: int) -> None:
    """Log in the browser that has this token."""
    now = datetime.now(UTC)
    row = {"token": _hash(token), "account": account, "made": now, "used": now}
    connection.execute(visits.insert().values(row))


def find_visit(connection: Connection, token: str) -> Visit | None:
    """The visit of the browser that has this token; None if it is not logged in."""
    columns = (accounts, visits.c.made.label("begun"))
    wanted = select(*columns).join_from(visits, accounts).where(visits.c.token == _hash(token))
    row = connection.execute(wanted).mappings().one_or_none()
    if row is None:
        return None
    return Visit(Account(row["id"], row["name"], row["password"], row["made"]), row["begun"])


def end_visit(connection: Connection, token: str) -> None:
    """Log out the browser that has this token, if it was logged in."""
    connection.execute(visits.delete().where(visits.c.token == _hash(token)))


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
