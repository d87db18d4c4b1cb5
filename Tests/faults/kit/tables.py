"""The tables of a store, from its schema, and rows of each kind."""

import sqlite3
from dataclasses import dataclass

from .store import quoted


@dataclass(frozen=True)
class Table:
    """A table with its columns: name, type, whether it may be NULL, position in the key."""

    name: str
    columns: list[tuple[str, str, bool, int]]
    without_rowid: bool

    @property
    def key(self) -> list[str]:
        """The columns that address a row."""
        keys = [name for name, _, _, place in self.columns if place]
        return keys if self.without_rowid else ["rowid"]

    @property
    def names(self) -> list[str]:
        return [name for name, _, _, _ in self.columns]

    @property
    def where(self) -> str:
        return " AND ".join(f"{quoted(name)} IS ?" for name in self.key)


def tables(connection: sqlite3.Connection) -> list[Table]:
    found = []
    for name, sql in connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'table'"
            " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name").fetchall():
        columns = [(column, kind, not needed and not key, key) for _, column, kind, needed, _, key
                   in connection.execute(f"PRAGMA table_info({quoted(name)})")]
        found.append(Table(name, columns, "WITHOUT ROWID" in sql.upper()))
    return found


def empty_tables(connection: sqlite3.Connection) -> list[str]:
    return [table.name for table in tables(connection)
            if not connection.execute(f"SELECT 1 FROM {quoted(table.name)} LIMIT 1").fetchone()]


def chosen_rows(connection: sqlite3.Connection, table: Table,
                most: int) -> list[tuple[tuple, dict]]:
    """Rows of each kind: one for each value of columns with few values, the first, the last and one
    in between; each as its key and its cells."""
    key = ", ".join(map(quoted, table.key))
    every = connection.execute(f"SELECT {key} FROM {quoted(table.name)} ORDER BY {key}").fetchall()
    if not every:
        return []
    kinds: dict[tuple, None] = dict.fromkeys((every[0], every[-1], every[len(every) // 2]))
    for name in table.names:
        found = connection.execute(
            f"SELECT {key} FROM {quoted(table.name)} GROUP BY {quoted(name)} LIMIT 9").fetchall()
        if len(found) < 9:
            kinds |= dict.fromkeys(found)
    keys = list(kinds)
    step = max(1, len(keys) / most)
    rows = []
    for number in range(min(most, len(keys))):
        key_of_row = keys[int(number * step)]
        cells = connection.execute(
            f"SELECT {', '.join(map(quoted, table.names))} FROM {quoted(table.name)}"
            f" WHERE {table.where}", key_of_row).fetchone()
        rows.append((key_of_row, dict(zip(table.names, cells))))
    return rows
