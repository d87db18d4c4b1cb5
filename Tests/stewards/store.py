"""A store with failures of every kind, its exports, and what a returned file changes in it."""

import csv
import io
import json
import random
import shutil
import sqlite3
import subprocess
from dataclasses import dataclass
from pathlib import Path

import members
import table
from members import EXTRA, FAILURES, FIELDS, WESTERN, header, open_fields, record

EXPORTS = {
    "excel.csv": [],
    "plain.csv": ["--import", "1", "--no-bom"],
    "semicolon.csv": ["--import", "1", "--delimiter", ";"],
    "tab.csv": ["--delimiter", "tab", "--no-bom"],
    "1252.csv": ["--import", "2"],
    "utf16.csv": ["--encoding", "utf-16"],
    "clear.csv": ["--no-mask", "--no-defuse"],
    "open.ndjson": ["--open"],
    "open.xlsx": [],
    "one.xlsx": ["--import", "1"],
}
OLD_EXPORTS = {"old.csv": [], "old.ndjson": ["--open"], "old.xlsx": []}


@dataclass
class Submission:
    number: int
    corrects: int | None
    # The texts of cells by field, or by header for columns that are not fields.
    cells: dict
    # The fields that may be corrected, or None for all.
    open: set | None
    verdict: str


class Store:
    def __init__(self, binary: Path, folder: Path, path: Path | None = None):
        self.binary, self.folder = binary, folder
        self.path = path or folder / "members.sqlite"
        # The right cells of submissions, by key.
        self.truth = {}

    def run(self, *arguments: str, allowed=(0, 1)) -> subprocess.CompletedProcess:
        done = subprocess.run([self.binary, *arguments, "--db", self.path], cwd=self.folder,
                              capture_output=True, text=True, errors="replace")
        if allowed and done.returncode not in allowed:
            raise RuntimeError(f"formrec {' '.join(map(str, arguments))}: {done.stderr}")
        return done

    def export(self, name: str, *options: str) -> Path:
        path = self.folder / name
        path.unlink(missing_ok=True)
        self.run("export", "-q", "-o", path, *options)
        return path

    def submissions(self, after: int = 0) -> dict:
        """The submissions after a number, by number."""
        with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True) as db:
            columns = {}
            for number, position, name, field in db.execute(
                    "SELECT import, position, header, field FROM import_column"):
                columns.setdefault(number, {})[position] = field or name
            rules = {}
            for number, rule in db.execute("SELECT submission, rule FROM error_view"):
                rules.setdefault(number, set()).add(rule)
            found = {}
            for number, origin, cells, corrects, verdict in db.execute(
                    "SELECT submission, import, cells, corrects, verdict FROM submission_view "
                    "WHERE submission > ?", [after]):
                names = columns.get(origin, {})
                texts = {names.get(position, f"column {position + 1}"): _text(cell)
                         for position, cell in enumerate(_json(cells) if cells else [])}
                found[number] = Submission(number, corrects, texts,
                                           open_fields(rules.get(number, ())), verdict)
        db.close()
        return found

    def rules(self) -> dict:
        """The rules that submissions fail, by submission."""
        rules = {}
        with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True) as db:
            for number, rule in db.execute("SELECT submission, rule FROM error_view"):
                rules.setdefault(number, set()).add(rule)
        db.close()
        return rules

    def copy(self, path: Path) -> "Store":
        for end in ["", "-wal", "-shm", ".lock"]:
            Path(f"{path}{end}").unlink(missing_ok=True)
        shutil.copyfile(self.path, path)
        store = Store(self.binary, self.folder, path)
        store.truth = self.truth
        return store

    def checkpoint(self) -> None:
        """Moves the WAL into the file, so that a copy of the file is complete."""
        with sqlite3.connect(self.path) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()


def _json(cells: str) -> list:
    """Numbers keep their text."""
    return json.loads(cells, parse_float=str, parse_int=str)


def _text(cell) -> str:
    if isinstance(cell, str):
        return cell
    return "" if cell is None else json.dumps(cell)


def spoiled(draw: random.Random, first: int, count: int, names, share: float, truth: dict) -> list:
    """Records, of which a share has one to three failures."""
    records = []
    for number in range(first, first + count):
        right = record(draw, number, names)
        cells = dict(right)
        if draw.random() < share:
            for failure in draw.sample(FAILURES, draw.choice([1, 1, 1, 2, 3])):
                wrong = failure.apply(right, draw)
                if not any(cells[name] != right[name] for name in wrong):
                    cells.update(wrong)
        truth[right["number"]] = right
        truth.setdefault(cells["number"], right)
        records.append(cells)
    return records


def csv_text(records: list, columns: list, delimiter: str = ",") -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([header(name) for name in columns])
    writer.writerows([[cells[name] for name in columns] for cells in records])
    return out.getvalue()


def fill(binary: Path, folder: Path, seed: int, count: int = 60) -> Store:
    """Imports of three formats, single submissions, a round of corrections, and a redelivery."""
    store = Store(binary, folder)
    draw = random.Random(f"store {seed}")
    (folder / "members.yaml").write_text(members.DEFINITIONS, encoding="utf-8")
    store.run("apply", "members.yaml")
    columns = FIELDS + [EXTRA]
    first = spoiled(draw, 1, count, members.ALL, 0.7, store.truth)
    text = csv_text(first, columns)
    # Records that cannot be split into the columns.
    extra = csv_text(spoiled(draw, 9_001, 2, members.ALL, 0, store.truth), columns)
    text += "\r\n".join(line + ",more,cells" for line in extra.splitlines()[1:2]) + "\r\n"
    (folder / "a.csv").write_text(text, encoding="utf-8", newline="")
    store.run("import", "a.csv", "-q")
    columns = [EXTRA] + FIELDS[::-1]
    second = spoiled(draw, 1_001, count // 2, WESTERN, 0.7, store.truth)
    (folder / "b.csv").write_bytes(csv_text(second, columns, ";").encode("cp1252"))
    store.run("import", "b.csv", "-q", "--encoding", "windows-1252", "--source", "north")
    third = spoiled(draw, 2_001, count // 4, members.ALL, 0.7, store.truth)
    lines = [json.dumps({name: _value(name, text) for name, text in cells.items()},
                        ensure_ascii=False) for cells in third]
    (folder / "c.ndjson").write_text("\n".join(lines) + "\n", encoding="utf-8")
    store.run("import", "c.ndjson", "-q")
    for cells in spoiled(draw, 3_001, 4, members.ALL, 1, store.truth):
        store.run("submit", *[f"{name}={cells[name]}" for name in FIELDS], "-q")
    for name, options in OLD_EXPORTS.items():
        store.export(name, *options)
    _correct_some(store, draw)
    # Some records are delivered again.
    again = [cells for cells in first if draw.random() < 0.1]
    (folder / "d.csv").write_text(csv_text(again, FIELDS + [EXTRA]), encoding="utf-8", newline="")
    store.run("import", "d.csv", "-q")
    for name, options in EXPORTS.items():
        store.export(name, *options)
    store.checkpoint()
    return store


def _value(name: str, text: str):
    if name == "quantity" and text.isdigit():
        return int(text)
    return True if name == "active" and text == "yes" else text


def _correct_some(store: Store, draw: random.Random) -> None:
    """Corrects a part of the failures, some of them to other wrong values."""
    submissions = store.submissions()
    file = table.read(store.folder / "old.csv")
    for number, [row] in file.by_submission().items():
        found = submissions[number]
        right = store.truth.get(found.cells.get("number"))
        if found.open is None or right is None or draw.random() > 0.4:
            continue
        for name in sorted(found.open):
            if draw.random() < 0.7:
                row[file.column(header(name))] = (
                    right[name] if draw.random() < 0.7 else f"wrong é {number}")
    path = store.folder / "first.csv"
    table.write(file, path)
    store.run("correct", path, "-q", "--by", "ana")
