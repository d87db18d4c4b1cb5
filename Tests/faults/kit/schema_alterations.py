"""Alterations of the schema: of tables, views, triggers and indexes."""

import re
import sqlite3
from collections.abc import Iterator

from .alteration import Alteration
from .store import quoted


def of_schema(connection: sqlite3.Connection) -> Iterator[Alteration]:
    """Tables, views, triggers and indexes changed, removed and added."""
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
                if found := re.search(r"\s+REFERENCES\s+\w+(\s*\([^)]*\))?", sql):
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
