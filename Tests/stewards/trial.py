"""A trial: an export is changed and returned, and what the store holds then is compared with what may change."""

import json
import random
from dataclasses import dataclass, field
from pathlib import Path

import table as tables
from members import FIELDS, HEADERS
from store import Store

FIELD_OF_HEADER = {name.casefold(): field for field, name in HEADERS.items()}
EXTENSIONS = {"csv": ".csv", "ndjson": ".ndjson", "xlsx": ".xlsx"}


@dataclass
class Honest:
    """A correction that a person means."""

    submission: int
    field: str
    text: str


@dataclass
class Result:
    code: int
    report: dict
    errors: str
    # The corrections that were stored.
    stored: list
    problems: list = field(default_factory=list)

    @property
    def refused(self) -> list:
        return (self.report.get("corrections") or {}).get("refused", [])


class Snapshot:
    """A store and its exports, of which each trial gets a copy."""

    def __init__(self, store: Store, exports: list, folder: Path):
        self.store, self.exports, self.folder = store, exports, folder
        self.known = store.submissions()
        self.last = max(self.known)
        self.tables = {name: tables.read(store.folder / name) for name in exports}

    def return_file(self, path: Path, *options: str) -> Result:
        """Returns a file to a copy of the store."""
        copy = self.store.copy(self.folder / "copy.sqlite")
        done = copy.run("correct", path, "--format", "json", *options, allowed=None)
        try:
            report = json.loads(done.stdout) if done.stdout.strip() else {}
        except ValueError:
            report = {}
        if isinstance(report, list):
            report = report[0]
        stored = list(copy.submissions(self.last).values())
        return Result(done.returncode, report, done.stderr, stored)

    def ancestors(self, number: int) -> list:
        """A submission and those that it corrects, the latest first."""
        found = []
        while number is not None:
            found.append(number)
            number = self.known[number].corrects
        return found

    def head(self, number: int, stored: list = ()) -> dict:
        """The cells of the last submission in a chain."""
        successors = {each.corrects: each for each in [*self.known.values(), *stored]
                      if each.corrects}
        found = self.known[number]
        while found.number in successors:
            found = successors[found.number]
        return found.cells


def correct_honestly(snapshot: Snapshot, table, draw: random.Random, share: float = 0.3) -> list:
    """Corrects open cells of some rows with the right texts."""
    done = []
    for number, [row] in table.by_submission().items():
        found = snapshot.known[number]
        right = snapshot.store.truth.get(found.cells.get("number"))
        if found.open is None or right is None or draw.random() > share:
            continue
        for name in sorted(found.open):
            if found.cells.get(name) != right[name]:
                row[table.column(name_in(table, name))] = right[name]
                done.append(Honest(number, name, right[name]))
    return done


def field_of(name) -> str:
    """The field of a header, which formrec compares regardless of case, or the header."""
    folded = str(name).casefold()
    return FIELD_OF_HEADER.get(folded, folded if folded in FIELDS else name)


def name_in(table, field: str) -> str:
    """The header of a field in a table."""
    return HEADERS[field] if HEADERS.get(field) in table.header else field


def texts(table, number: int, field: str) -> set:
    """What may be stored for a cell of a file."""
    found = set()
    for row in table.by_submission().get(number, []):
        for column, name in enumerate(table.header):
            if field_of(name) == field and column < len(row):
                text = row[column]
                if not isinstance(text, str):
                    return None
                found |= {text, text.removeprefix("'"), text.replace("\r\n", "\n"),
                          text.replace("\r", "\n")}
    return found


def judge(snapshot: Snapshot, result: Result, wanted, written, honest: list) -> None:
    """Finds what must not happen.

    `wanted` is the table whose open cells may be stored, or None if that is unknown; `written` is the
    table that was written.
    """
    problems = result.problems
    if result.code not in (0, 1, 2):
        problems.append(f"exit code {result.code}: {' '.join(result.errors.split())[:300]}")
    if result.code == 2 and result.stored:
        problems.append("stored despite exit code 2")
    if result.code == 2 and not result.errors.strip():
        problems.append("exit code 2 without an error")
    named = set(written.by_submission()) | set((wanted or written).by_submission())
    for correction in result.stored:
        chain = snapshot.ancestors(correction.corrects)
        before = snapshot.known[correction.corrects]
        bases = [snapshot.known[each] for each in chain if each in named or each == chain[0]]
        if any(base.open is None for base in bases):
            continue
        may_change = set().union(*(base.open for base in bases))
        for name in sorted({*before.cells, *correction.cells}):
            old, new = before.cells.get(name, ""), correction.cells.get(name, "")
            if old == new:
                continue
            place = f"submission {before.number}, {name}: {old[:60]!r} became {new[:60]!r}"
            if name not in may_change:
                problems.append(f"protected cell: {place}")
            elif wanted is not None:
                known = [texts(wanted, each, name) for each in chain]
                if None not in known and new not in set().union(*known):
                    problems.append(f"open cell: {place}")
    # Changed bytes may lack rows.
    is_complete = written.style.change is None and not result.report.get("unknownColumns")
    if result.code in (0, 1) and not result.refused and is_complete:
        problems += lost(snapshot, result, written, honest)


def lost(snapshot: Snapshot, result: Result, written, honest: list) -> list:
    """Honest corrections in the written table that are neither stored nor reported."""
    rows = written.by_submission()
    found = []
    for each in honest:
        if len(rows.get(each.submission, [])) != 1:
            continue
        if each.text not in (texts(written, each.submission, each.field) or ()):
            continue
        now = snapshot.head(each.submission, result.stored).get(each.field, "")
        if now != each.text:
            found.append(f"lost correction: submission {each.submission}, {each.field}: "
                         f"{each.text[:60]!r} is {now[:60]!r}")
    return found
