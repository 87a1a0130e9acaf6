"""Inserting rows that may exist already, in either kind of database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Insert = postgresql.Insert | sqlite.Insert


def insert_into(connection: Connection, table: Table, row: dict[str, Any]) -> Insert:
    """An insertion with the methods `on_conflict_do_…`, for rows that exist already."""
    insert: Insert = postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
    return insert.values(row)
