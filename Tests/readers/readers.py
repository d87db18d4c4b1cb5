"""Programs that read SQLite files."""

import glob
import json
import os
import shutil
import sqlite3
import subprocess
import venv
from pathlib import Path


class Skipped(Exception):
    """The reason why a reader is not available."""


class Environment:
    """The environment in which pip packages are installed, once."""

    PACKAGES = ["duckdb==1.4.4", "duckdb-ext-sqlite", "datasette"]

    def __init__(self, folder: Path):
        self.folder = folder
        self.problem = None
        self.is_ready = (folder / "ready").exists()

    @property
    def python(self) -> Path:
        if self.problem:
            raise Skipped(self.problem)
        if not self.is_ready:
            try:
                venv.create(self.folder, with_pip=True)
                subprocess.run(
                    [self.folder / "bin/python", "-m", "pip", "install", "-q", *self.PACKAGES],
                    check=True, capture_output=True, text=True)
            except (OSError, subprocess.CalledProcessError) as error:
                lines = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
                self.problem = f"cannot be installed: {lines[-1] if lines else error}"
                raise Skipped(self.problem) from error
            (self.folder / "ready").touch()
            self.is_ready = True
        return self.folder / "bin/python"


class Reader:
    def __init__(self, path: Path, environment: Environment):
        self.path = path

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


class Shell(Reader):
    name = "sqlite3"

    def __init__(self, path, environment):
        super().__init__(path, environment)
        if not shutil.which("sqlite3"):
            raise Skipped("the sqlite3 shell is not installed")

    def rows(self, sql):
        done = subprocess.run(
            ["sqlite3", "-readonly", "-json", self.path, sql], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip())
        return [tuple(row.values()) for row in json.loads(done.stdout or "[]")]


class Python(Reader):
    name = "python"

    def rows(self, sql):
        with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True) as db:
            return db.execute(sql).fetchall()


class Datasette(Reader):
    """Requests JSON, like Datasette's pages; queries have Datasette's default time limit of one second."""

    name = "datasette"

    def __init__(self, path, environment):
        super().__init__(path, environment)
        self.python = environment.python

    def rows(self, sql):
        query = f"/{self.path.stem}.json?_shape=arrays&sql=" + _quoted(sql)
        done = subprocess.run(
            [self.python, "-m", "datasette", self.path, "--get", query],
            capture_output=True, text=True)
        answer = json.loads(done.stdout) if done.stdout.startswith("{") else {}
        if done.returncode or not answer.get("ok", True) or "rows" not in answer:
            raise RuntimeError(answer.get("error") or done.stderr.strip() or done.stdout)
        return [tuple(row) for row in answer["rows"]]


class DuckDB(Reader):
    """Runs the SQL of the views in DuckDB's dialect."""

    name = "duckdb"

    CODE = """
import duckdb, json, sys
path, extension = sys.argv[1:]
db = duckdb.connect(config={"allow_unsigned_extensions": "true"})
db.execute(f"LOAD '{extension}'")
db.execute(f"ATTACH '{path}' AS file (TYPE sqlite, READ_ONLY)")
db.execute("USE file")
for line in sys.stdin:
    try:
        answer = {"rows": db.execute(json.loads(line)).fetchall()}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer, default=str), flush=True)
"""

    def __init__(self, path, environment):
        super().__init__(path, environment)
        self.python = python = environment.python
        found = glob.glob(
            os.path.join(environment.folder, "lib/python*/site-packages/duckdb_ext/extensions/*/*",
                         "sqlite_scanner.duckdb_extension"))
        if not found:
            raise Skipped("the package has no extension for this machine")
        self.process = subprocess.Popen(
            [python, "-c", self.CODE, path, found[0]], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)

    def rows(self, sql):
        self.process.stdin.write(json.dumps(sql) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("it ended")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return [tuple(row) for row in answer["rows"]]

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


def _quoted(text: str) -> str:
    from urllib.parse import quote
    return quote(text, safe="")


READERS = [Shell, Python, Datasette, DuckDB]
