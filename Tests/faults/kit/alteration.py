"""An alteration of a store by a person who has the file and SQL."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from .store import quoted

@dataclass(frozen=True)
class Alteration:
    """Statements that alter a store, with the altered place."""

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
        """Alters the store at a path, with its triggers restored; returns SQLite's error if it
        refuses."""
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            # CHECK constraints remain active if they allow the alteration.
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
