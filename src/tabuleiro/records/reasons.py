"""Why a database could not be used, in our words, worked out from its own error."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError

from tabuleiro.rules.texts import Text, same

BUSY = Text("another program is writing there", "outro programa está lá a escrever")
READ_ONLY = Text("nothing can be written there", "não se pode lá escrever")
FULL = Text("the disk is full", "o disco está cheio")
BROKEN_DISK = Text("the disk cannot be read or written", "não se pode ler ou escrever no disco")
REFUSED = Text("the user's name or password is refused", "o nome ou a palavra-passe do utilizador são recusados")
NOT_THERE = Text("there is no such database", "não há tal base de dados")
CROWDED = Text("too many connections are in use", "há demasiadas ligações em uso")
RESTARTING = Text("the server is starting or stopping", "o servidor está a arrancar ou a parar")
NO_ANSWER = Text("the server does not answer", "o servidor não responde")
NOT_SAID = Text("the server does not say why", "o servidor não diz porquê")

SQLITE = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: BROKEN_DISK,
    sqlite3.SQLITE_CORRUPT: Text("the file is damaged", "o ficheiro está danificado"),
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CANTOPEN: Text("the file cannot be opened", "não se pode abrir o ficheiro"),
    sqlite3.SQLITE_NOTADB: Text("the file is not a database", "o ficheiro não é uma base de dados"),
}
"""By SQLite's error code."""

POSTGRESQL = {
    "08": NO_ANSWER,
    "25006": READ_ONLY,
    "28": REFUSED,
    "3D000": NOT_THERE,
    "40": BUSY,
    "42501": Text("the user may not do this there", "o utilizador não tem lá permissão para isto"),
    "53100": FULL,
    "53300": CROWDED,
    "55P03": BUSY,
    "57P": RESTARTING,
    "58": BROKEN_DISK,
}
"""By the beginning of PostgreSQL's SQLSTATE."""

CONNECTING = {
    "too many": CROWDED,
    "connection slots": CROWDED,
    "password authentication failed": REFUSED,
    "no password supplied": REFUSED,
    "authentication failed": REFUSED,
    "no pg_hba.conf entry": REFUSED,
    "permission denied for database": REFUSED,
    "role ": REFUSED,
    "database ": NOT_THERE,
    "starting up": RESTARTING,
    "shutting down": RESTARTING,
    "refused": NO_ANSWER,
    "No such file": NO_ANSWER,
    "timeout": NO_ANSWER,
    "translate host name": NO_ANSWER,
    "resolve host": NO_ANSWER,
}
"""By what PostgreSQL writes when a connection fails, which has no SQLSTATE; the first that is found counts."""


def why(error: DBAPIError, secret: str | None = None) -> Text:
    """Why a database refused something: in its own words if we have none, but never with the `secret` in them."""
    original = error.orig
    number = getattr(original, "sqlite_errorcode", None)
    if number is not None and number & 255 in SQLITE:
        return SQLITE[number & 255]
    state, said = getattr(original, "sqlstate", None), str(original)
    known = POSTGRESQL.items() if state else CONNECTING.items() if number is None else ()
    for beginning, reason in known:
        if state.startswith(beginning) if state else beginning in said:
            return reason
    lines = said.strip().splitlines()
    return same(lines[0]) if lines and not (secret and secret in said) else NOT_SAID
