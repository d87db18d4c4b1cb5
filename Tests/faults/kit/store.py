"""Inspects a store: with SQL on a copy, and with the program's own commands."""

import hashlib
import json
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .program import Ended, Program

# Files next to a database; the lock and -shm are created again when it is opened.
COMPANIONS = ("", "-wal", "-journal")


def quoted(name: str) -> str:
    """A quoted SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def copy_store(database: Path, to: Path) -> None:
    """Copies a store that no process is writing, in the state after a kill."""
    for companion in COMPANIONS:
        source = Path(f"{database}{companion}")
        if source.exists():
            shutil.copyfile(source, f"{to}{companion}")


def remove_store(database: Path) -> None:
    for file in database.parent.glob(database.name + "*"):
        file.unlink()


class Store:
    """A database of the program."""

    def __init__(self, program: Program, path: Path):
        self.program = program
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def run(self, *arguments: str | Path | int, **options) -> Ended:
        """Runs a command on this store."""
        return self.program.run(*arguments, "--db", self.path, **options)

    @contextmanager
    def copied(self) -> Iterator[sqlite3.Connection]:
        """A connection to a copy, so that the store is not changed."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.sqlite"
            if self.path.exists():
                copy_store(self.path, copy)
            connection = sqlite3.connect(copy)
            try:
                yield connection
            finally:
                connection.close()

    def query(self, sql: str, *parameters) -> list[tuple]:
        with self.copied() as connection:
            return connection.execute(sql, parameters).fetchall()

    def damage(self) -> str | None:
        """The problems that SQLite's own check finds; None if there are none."""
        with self.copied() as connection:
            return _damage(connection)

    def stored(self) -> tuple[str | None, list[tuple]]:
        """SQLite's finding, and the stored records in order, including committed ones of unfinished
        imports; no records before the first table is created."""
        with self.copied() as connection:
            try:
                rows = []
                if has_table(connection, "submission"):
                    rows = connection.execute(
                        "SELECT id, line, cells FROM submission_content ORDER BY id").fetchall()
                return _damage(connection), rows
            except sqlite3.DatabaseError as error:
                return f"SQLite says: {error}", []

    def problem(self) -> str | None:
        """The problem that `verify` or SQLite's check finds; None if there is none."""
        ended = self.run("verify", "--format", "json")
        if ended.code != 0:
            return f"verify: {ended} {ended.output.strip()[:300]}"
        return self.damage()

    def canonical(self) -> str:
        """A digest of the content; equal for stores with equal content."""
        if self.program.has("dump"):
            ended = self.run("dump", "--canonical")
            if ended.code != 0:
                # Two failed dumps must not count as equal content.
                return f"no dump at {time.monotonic()}: {ended}"
            return hashlib.sha256(ended.output.encode()).hexdigest()
        return self._canonical_by_views()

    def _canonical_by_views(self) -> str:
        digest = hashlib.sha256()
        with self.copied() as connection:
            if not has_view(connection, "error_view"):
                return "no views"
            queries = [f"SELECT * FROM {quoted(view)}" for view in form_views(connection)] + [
                "SELECT submission, rule, field, severity, code, arguments, words FROM error_view",
                "SELECT import, form, source, sha256, records, malformed, state FROM import_view",
                "SELECT run, kind, rules, rules_version, records, accepted, rejected, warned,"
                " errors FROM run_view"]
            for query in queries:
                for row in sorted(map(repr, connection.execute(query))):
                    digest.update(row.encode(errors="surrogatepass"))
        return digest.hexdigest()

    def imports(self) -> list[dict]:
        """The imports in `list`, oldest first."""
        rows = self.query("SELECT import, state, records, file_name FROM import_view ORDER BY 1")
        return [dict(zip(("import", "state", "records", "file"), row)) for row in rows]

    def verdict_of_verify(self) -> dict:
        ended = self.run("verify", "--format", "json")
        try:
            return json.loads(ended.output) | {"code": ended.code, "words": ended.last_words}
        except json.JSONDecodeError:
            return {"ok": None, "code": ended.code, "words": ended.last_words}


def _damage(connection: sqlite3.Connection) -> str | None:
    try:
        answer = connection.execute("PRAGMA integrity_check").fetchone()[0]
        return None if answer == "ok" else f"integrity_check: {answer}"
    except sqlite3.DatabaseError as error:
        return f"integrity_check: {error}"


def has_table(connection: sqlite3.Connection, name: str) -> bool:
    return connection.execute(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?",
        (name,)).fetchone()[0] == 1


def has_view(connection: sqlite3.Connection, name: str) -> bool:
    return connection.execute(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'view' AND name = ?",
        (name,)).fetchone()[0] == 1


def form_views(connection: sqlite3.Connection) -> list[str]:
    """The views of forms with one row per submission."""
    return [name for (name,) in connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'view' AND name LIKE 'form\\_%' ESCAPE '\\'"
        " ORDER BY name")]
