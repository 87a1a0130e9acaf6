"""Where a database is: a file, or a server's URL."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from tabuleiro.records.errors import StoreFailed
from tabuleiro.rules.texts import Text

# What was given is not repeated: it may hold a password.
BAD_PLACE = Text(
    "A database is given by the path of a file, or as sqlite:///path or postgresql://user:password@host/name.",
    "Uma base de dados indica-se pelo caminho de um ficheiro, ou como sqlite:///caminho ou "
    "postgresql://utilizador:palavra-passe@servidor/nome.",
)


def find_place(where: Path | str) -> Path | URL:
    """The file, or the server's URL with any password in its proper part; StoreFailed if it is neither."""
    if isinstance(where, Path) or "://" not in where:
        return Path(where)
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise StoreFailed(BAD_PLACE) from None
    if url.drivername == "sqlite" and url.database and not url.host:
        return Path(url.database)
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise StoreFailed(BAD_PLACE)
    password = url.query.get("password", url.password)
    bare = url.difference_update_query(["password"]).set(drivername="postgresql")
    return bare.set(password=password) if isinstance(password, str) else bare


def name_of(place: Path | URL) -> str:
    """A place as messages name it: without its password and settings."""
    if isinstance(place, Path):
        return str(place)
    shown = {name: value for name, value in place.query.items() if name in ("host", "port")}
    bare = URL.create("postgresql", place.username, None, place.host, place.port, place.database, shown)
    return bare.render_as_string()
