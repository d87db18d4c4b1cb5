"""Alterations of a store by someone who has the file and SQL, made from its schema."""

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .store import quoted

# Columns of what lives on, in which a store may differ from its backup.
DERIVED_AND_LIVE = ("process", "pid", "updated_at")


@dataclass(frozen=True)
class Alteration:
    """Statements that alter a store, and what they alter."""

    table: str
    column: str | None
    words: str
    statements: tuple[tuple[str, tuple], ...]
    of_schema: bool = False

    @property
    def place(self) -> str:
        return self.table + (f".{self.column}" if self.column else "")

    def __str__(self) -> str:
        return f"{self.place}: {self.words}"

    def apply(self, path: Path) -> str | None:
        """Alters the store at a path, with its triggers put back; a text says why SQLite
        refused."""
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            # CHECK constraints are obeyed where they allow the alteration.
            for ignored in (0, 1):
                refusal = self._attempt(connection, ignored)
                if refusal is None:
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    break
        finally:
            connection.close()
        return refusal

    def _attempt(self, connection: sqlite3.Connection, ignored: int) -> str | None:
        connection.execute(f"PRAGMA ignore_check_constraints = {ignored}")
        connection.execute("BEGIN IMMEDIATE")
        try:
            triggers = [] if self.of_schema else connection.execute(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
            for name, _ in triggers:
                connection.execute(f"DROP TRIGGER {quoted(name)}")
            for sql, parameters in self.statements:
                connection.execute(sql, parameters)
            for _, sql in triggers:
                connection.execute(sql)
            if self.of_schema:
                connection.execute("PRAGMA writable_schema = RESET")
            connection.execute("COMMIT")
            return None
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return str(error)


@dataclass(frozen=True)
class Table:
    """A table with its columns: name, type, whether it may be NULL, place in the key."""

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


def _chosen(connection: sqlite3.Connection, table: Table, most: int) -> list[tuple[tuple, dict]]:
    """Rows of each kind: one for each value of columns with few of them, the first, the last
    and one between; each as its key and its cells."""
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
        chosen = keys[int(number * step)]
        cells = connection.execute(
            f"SELECT {', '.join(map(quoted, table.names))} FROM {quoted(table.name)}"
            f" WHERE {table.where}", chosen).fetchone()
        rows.append((chosen, dict(zip(table.names, cells))))
    return rows


def _others(value, kind: str, nullable: bool) -> Iterator[tuple[str, object]]:
    """Other values in place of one, with words for them."""
    match value:
        case None:
            yield "said", {"TEXT": "x", "BLOB": b"\0" * 32, "REAL": 1.0}.get(kind, 1)
        case int():
            yield "plus 1", value + 1
            if value != 0:
                yield "zero", 0
            yield "plus a million", value + 1_000_000
        case float():
            yield "plus a half", value + 0.5
        case str():
            last = "x" if not value.endswith("x") else "y"
            yield "last letter", value[:-1] + last
            if value:
                yield "first letter", chr(ord(value[0]) ^ 1) + value[1:]
                yield "emptied", ""
            yield "NUL and more behind", value + "\0x"
            if re.search(r"\d", value):
                yield "a digit", re.sub(
                    r"\d", lambda found: str((int(found.group()) + 1) % 10), value, count=1)
        case bytes():
            yield "a bit", bytes([value[0] ^ 1]) + value[1:] if value else b"x"
            yield "last bit", value[:-1] + bytes([value[-1] ^ 128]) if value else b"y"
            yield "a byte shorter", value[:-1]
    if nullable and value is not None:
        yield "NULL", None


def _shown(key: tuple) -> str:
    return ", ".join(each.hex()[:8] if isinstance(each, bytes) else str(each)[:24] for each in key)


def of_columns(connection: sqlite3.Connection, most: int) -> Iterator[Alteration]:
    """Each column of each table, in rows of each kind, to several other values."""
    for table in tables(connection):
        for key, cells in _chosen(connection, table, most):
            for name, kind, nullable, _ in table.columns:
                for words, other in _others(cells[name], kind, nullable):
                    yield Alteration(
                        table.name, name, f"row {_shown(key)}: {words}",
                        ((f"UPDATE {quoted(table.name)} SET {quoted(name)} = ? WHERE {table.where}",
                          (other, *key)),))


def of_rows(connection: sqlite3.Connection, most: int) -> Iterator[Alteration]:
    """Rows deleted, doubled under another key, swapped and forged; tables emptied."""
    for table in tables(connection):
        rows = _chosen(connection, table, most)
        for key, cells in rows:
            yield Alteration(table.name, None, f"row {_shown(key)} deleted",
                             ((f"DELETE FROM {quoted(table.name)} WHERE {table.where}", key),))
            yield _doubled(connection, table, key, cells)
        for (one, cells), (other, others) in zip(rows, rows[1:]):
            if swapped := _swapped(table, one, cells, other, others):
                yield swapped
        if len(rows) > 1:
            yield Alteration(table.name, None, "emptied",
                             ((f"DELETE FROM {quoted(table.name)}", ()),))
        yield _forged(table)


def _insert(table: Table, cells: dict, words: str) -> Alteration:
    names = ", ".join(map(quoted, cells))
    marks = ", ".join("?" * len(cells))
    return Alteration(table.name, None, words, ((
        f"INSERT INTO {quoted(table.name)} ({names}) VALUES ({marks})", tuple(cells.values())),))


def _doubled(connection: sqlite3.Connection, table: Table, key: tuple, cells: dict) -> Alteration:
    """A copy of a row under a key of its own: the last column of the key is another one."""
    keys = [name for name, _, _, place in table.columns if place] or table.names[:1]
    copy = dict(cells)
    match copy[keys[-1]]:
        case int():
            top = connection.execute(
                f"SELECT max({quoted(keys[-1])}) FROM {quoted(table.name)}").fetchone()[0]
            copy[keys[-1]] = top + 1
        case str() as text:
            copy[keys[-1]] = text + "x"
        case bytes() as value:
            copy[keys[-1]] = bytes([value[0] ^ 255]) + value[1:] if value else b"x"
    return _insert(table, copy, f"row {_shown(key)} doubled as {_shown((copy[keys[-1]],))}")


def _swapped(table: Table, one: tuple, cells: dict, other: tuple, others: dict) -> Alteration | None:
    """Two rows change places: all but the keys of each go to the other."""
    names = [name for name, _, _, place in table.columns if not place]
    if not names or all(cells[name] == others[name] for name in names):
        return None
    sets = ", ".join(f"{quoted(name)} = ?" for name in names)
    update = f"UPDATE {quoted(table.name)} SET {sets} WHERE {table.where}"
    return Alteration(table.name, None, f"rows {_shown(one)} and {_shown(other)} swapped", (
        (update, (*(others[name] for name in names), *one)),
        (update, (*(cells[name] for name in names), *other))))


def _forged(table: Table) -> Alteration:
    """A row from nothing, with references to the first rows of other tables."""
    values = {"INTEGER": 1, "INT": 1, "TEXT": "forged", "BLOB": b"\x07" * 32, "REAL": 1.0}
    cells = {name: None if nullable else values.get(kind, 1)
             for name, kind, nullable, _ in table.columns}
    for name, kind, _, place in table.columns:
        if place and kind in ("INTEGER", "INT") and place == max(p for *_, p in table.columns):
            cells[name] = 424_242
    return _insert(table, cells, "a row forged")


def of_schema(connection: sqlite3.Connection) -> Iterator[Alteration]:
    """Tables, views, triggers and indices changed, taken away and added."""
    def alteration(name: str, words: str, *statements: str) -> Alteration:
        return Alteration(name, None, words, tuple((each, ()) for each in statements), True)

    def rewritten(kind: str, name: str, sql: str, words: str) -> Alteration:
        return Alteration(name, None, words, (
            ("PRAGMA writable_schema = ON", ()),
            ("UPDATE sqlite_schema SET sql = ? WHERE type = ? AND name = ?", (sql, kind, name))),
            True)

    schema = connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
        " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name").fetchall()
    for kind, name, of, sql in schema:
        match kind:
            case "trigger":
                yield alteration(name, "dropped", f"DROP TRIGGER {quoted(name)}")
                never = re.sub(r"\bBEGIN\b", "WHEN 0 BEGIN", sql, count=1)
                yield alteration(name, "made never to fire", f"DROP TRIGGER {quoted(name)}", never)
            case "view":
                body = re.sub(r"(?is)^.*?\bAS\b", "", sql, count=1)
                yield alteration(name, "dropped", f"DROP VIEW {quoted(name)}")
                yield alteration(name, "made to show half", f"DROP VIEW {quoted(name)}",
                                 f"CREATE VIEW {quoted(name)} AS SELECT * FROM ({body}) LIMIT 3")
                yield alteration(name, "made a table", f"CREATE TABLE forged AS SELECT * FROM"
                                 f" {quoted(name)}", f"DROP VIEW {quoted(name)}",
                                 f"ALTER TABLE forged RENAME TO {quoted(name)}")
            case "index":
                yield alteration(name, "dropped", f"DROP INDEX {quoted(name)}")
                yield alteration(name, "made partial", f"DROP INDEX {quoted(name)}",
                                 re.sub(r"(?i)\s+where\b.*$", "", sql) + " WHERE 0")
            case "table":
                yield alteration(name, "a column added",
                                 f"ALTER TABLE {quoted(name)} ADD COLUMN extra INTEGER DEFAULT 7")
                yield alteration(
                    name, "a trigger added",
                    f"CREATE TRIGGER added AFTER INSERT ON {quoted(of)} BEGIN SELECT 1; END")
                yield alteration(
                    name, "an index added", f"CREATE INDEX added ON {quoted(name)} ("
                    + quoted(connection.execute(
                        f"SELECT name FROM pragma_table_info({quoted(name)!r})".replace('"', '')
                    ).fetchone()[0]) + ")")
                if re.search(r"\)\s*STRICT", sql):
                    yield rewritten(kind, name, re.sub(
                        r"\)\s*STRICT\s*,?\s*", ") ", sql), "no longer strict")
                if found := re.search(r"CHECK\s*\([^()]*(\([^()]*\))?[^()]*\)", sql):
                    yield rewritten(kind, name, sql.replace(found.group(), "CHECK (1)"),
                                    "a CHECK weakened")
                if "NOT NULL" in sql:
                    yield rewritten(kind, name, sql.replace(" NOT NULL", "", 1),
                                    "NOT NULL taken away")
                if found := re.search(r"\s+REFERENCES\s+\w+", sql):
                    yield rewritten(kind, name, sql.replace(found.group(), "", 1),
                                    "a reference taken away")
    yield alteration("(schema)", "a table added", "CREATE TABLE added (x)")
    yield alteration("(schema)", "a view added", "CREATE VIEW added AS SELECT 1 AS x")
    yield alteration("(schema)", "a virtual table added",
                     "CREATE VIRTUAL TABLE added USING fts5(x)")
    yield alteration("(file)", "application_id changed", "PRAGMA application_id = 7")
    yield alteration("(file)", "user_version plus 1", "PRAGMA user_version = "
                     + str(connection.execute("PRAGMA user_version").fetchone()[0] + 1))
    yield alteration("(file)", "user_version zero", "PRAGMA user_version = 0")
