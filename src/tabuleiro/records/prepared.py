"""Statements that every move needs, compiled once for each kind of database: compiling takes longer than running."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect, Insert, Table, Update


class Written(NamedTuple):
    """A statement in one database's SQL. `order` names its values if they are passed by position.

    `converters` turn values into what the database stores.
    """

    text: str
    order: Sequence[str] | None
    converters: Mapping[str, Callable[[Any], Any]]


class Prepared:
    """A statement that sets columns of a table; it may need further values to find the row."""

    def __init__(self, statement: Insert | Update, table: Table, *columns: str) -> None:
        self._statement, self._table, self._columns = statement, table, columns
        self._written: dict[str, Written] = {}

    def run(self, connection: Connection, values: Mapping[str, Any]) -> None:
        """Run it with these values, given by name."""
        written = self._written.get(connection.dialect.name)
        if written is None:
            written = self._written[connection.dialect.name] = self._write(connection.dialect)
        kept = {**values, **{name: convert(values[name]) for name, convert in written.converters.items()}}
        connection.exec_driver_sql(
            written.text, kept if written.order is None else tuple(kept[name] for name in written.order)
        )

    def _write(self, dialect: Dialect) -> Written:
        compiled = self._statement.compile(dialect=dialect, column_keys=self._columns)
        found = ((name, self._table.c[name].type.dialect_impl(dialect)) for name in self._columns)
        converters = {name: kind.bind_processor(dialect) for name, kind in found}
        return Written(
            str(compiled),
            compiled.positiontup,
            {name: converter for name, converter in converters.items() if converter is not None},
        )
