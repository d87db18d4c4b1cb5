"""A store: records with their verdicts, corrections and history."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import pyarrow as pa

from . import program, tables, writing
from .checking import _fields, _input
from .description import Definitions, Field, Options, files
from .errors import FormrecError, LimitExceeded, Rejected
from .feeding import Feed
from .result import check_raise_on
from .verdicts import NUMBERED_ERRORS, cell

Selection = Literal["open", "rejected", "accepted", "warned", "all", "current"]
"""The choice of submissions; `open` ones are rejected and neither corrected, superseded nor waived."""


@dataclass(frozen=True)
class RuleCount:
    """The number of failures of a rule in a run."""

    rule: str
    field: str | None
    severity: str
    count: int


@dataclass(frozen=True)
class ImportReport:
    """The result of an import."""

    import_id: int | None
    run: int | None
    form: str
    form_version: int
    rules: str
    rules_version: int
    source: str | None
    sha256: str
    records: int
    accepted: int
    rejected: int
    warned: int
    errors: int
    by_rule: tuple[RuleCount, ...]
    already_imported: bool
    """Whether the file was imported before, so that nothing was recorded."""
    limits: tuple[str, ...]
    """Descriptions of the exceeded limits."""
    json: dict[str, Any] = field(repr=False, compare=False, default_factory=dict)
    """The whole report of the program."""

    @staticmethod
    def of(json: dict[str, Any]) -> ImportReport:
        """Creates a report from the program's JSON."""
        return ImportReport(
            import_id=json.get("import"), run=json.get("run"), form=json["form"],
            form_version=json["formVersion"], rules=json["rules"],
            rules_version=json["rulesVersion"], source=json.get("source"),
            sha256=json["sha256"], records=json["records"], accepted=json["accepted"],
            rejected=json["rejected"], warned=json["warned"], errors=json["errors"],
            by_rule=tuple(
                RuleCount(one["rule"], one.get("field"), one["severity"], one["count"])
                for one in json["byRule"]
            ),
            already_imported=bool(json.get("alreadyImported")),
            limits=tuple(json.get("limits") or ()), json=json,
        )

    def raise_on(self, what: str) -> ImportReport:
        """Raises Rejected or LimitExceeded like `Result.raise_on`; otherwise returns the report."""
        check_raise_on(what)
        counts = {
            name: getattr(self, name)
            for name in ("records", "accepted", "rejected", "warned", "errors")
        }
        if what != "never" and self.limits:
            raise LimitExceeded("; ".join(self.limits), counts=counts, limits=list(self.limits))
        if what == "rejected" and self.rejected:
            raise Rejected(
                f"{self.rejected:,} of {self.records:,} records rejected", counts=counts, limits=[]
            )
        return self


@dataclass(frozen=True)
class Verification:
    """The result of a verification."""

    ok: bool
    head: str | None
    """The last digest of the chain: keep it, to verify against it later."""
    json: dict[str, Any] = field(repr=False, compare=False, default_factory=dict)
    """The whole report of the program, including where the chain breaks."""


class Store:
    """A store in an SQLite file.

    Each method runs the command with its name; exceptions have its exit code and JSON error.

    Args:
        path: the file; default: `FORMREC_DB`, or `formrec.sqlite` in the working directory. The first write
            creates it.
        wait: the number of seconds that a write waits for another writer; default: 10.

    >>> import tempfile, os
    >>> folder = tempfile.TemporaryDirectory()
    >>> store = Store(os.path.join(folder.name, "people.sqlite"))
    >>> rules = '''
    ... form: people
    ... fields:
    ...   - {name: name, type: text, required: true}
    ...   - {name: age, type: integer}
    ... ---
    ... rules: people
    ... form: people
    ... fields:
    ...   age: [range: {min: 0, max: 120}]
    ... '''
    >>> report = store.import_([{"name": "Ana", "age": 31}, {"age": 200}], definitions=rules)
    >>> report.accepted, report.rejected
    (1, 1)
    >>> store.failures("people").column_names
    ['_submission', '_import', '_record', '_line', '_verdict', 'name', 'age', '_errors']
    >>> store.submit({"name": "Ben", "age": 7})["verdict"]
    'accepted'
    >>> store.verify().ok
    True
    >>> folder.cleanup()
    """

    def __init__(
        self, path: str | os.PathLike[str] | None = None, *, wait: float | None = None
    ) -> None:
        named = path if path is not None else os.environ.get("FORMREC_DB", "formrec.sqlite")
        self.path = os.path.abspath(os.fspath(named))
        self._wait = [] if wait is None else ["--wait", str(wait)]

    def __repr__(self) -> str:
        return f"formrec.Store({self.path!r})"

    # Writing

    def apply(self, definitions: Definitions, *, dry_run: bool = False) -> Any:
        """Stores forms and rule sets; equal ones are not stored again. Returns the result for each."""
        with files(definitions) as paths:
            arguments = ["apply", *paths, *(["--dry-run"] if dry_run else [])]
            return self._json(arguments, writes=True)

    def import_(
        self,
        data: Any,
        *,
        form: str | None = None,
        rules: str | None = None,
        definitions: Definitions | None = None,
        source: str | None = None,
        batch: str | None = None,
        by: str | None = None,
        parameters: Mapping[str, str] | None = None,
        scenario: str | None = None,
        map: Mapping[str, str] | None = None,
        delimiter: str | None = None,
        encoding: str | None = None,
        header: int | None = None,
        input_format: str | None = None,
        max_record: int | None = None,
        atomic: bool = False,
        dry_run: bool = False,
        again: bool = False,
        as_records: bool = False,
        zone: str | None = None,
        raise_on: str = "never",
    ) -> ImportReport:
        """Judges and stores records.

        Args:
            data: as for `formrec.check`. A frame, or a file of typed columns, is imported as a file that is
                identified by its content.
            definitions: applied first. Typed columns are written in the notation of their fields, so definitions
                are required if the store has no forms yet.

        The other arguments are those of the command `formrec import`.

        Raises:
            Rejected: see `raise_on`.
        """
        check_raise_on(raise_on)
        options = Options(
            form=form, rules=rules, parameters=dict(parameters or {}), scenario=scenario, source=source, zone=zone,
            map=dict(map or {}), delimiter=delimiter, encoding=encoding, header=header,
            input_format=input_format, max_record=max_record,
        )
        arguments = [*options.plan(), *options.run()]
        for flag, value in (("--batch", batch), ("--by", by)):
            if value is not None:
                arguments += [flag, value]
        for flag, is_said in (
            ("--atomic", atomic), ("--dry-run", dry_run), ("--again", again), ("--as-records", as_records),
        ):
            if is_said:
                arguments.append(flag)
        arguments += ["--format", "json", "--db", self.path, *self._wait]
        with files(definitions if definitions is not None else [""]) as paths:
            def fields(names: Sequence[str], kind: str | None) -> list[Field | None]:
                if definitions is None:
                    return self._fields(names, form, Options(source=source, map=options.map), kind)
                return _fields(names, paths, options, kind)

            _, pieces, reading = _input(data, options, fields)
            if definitions is not None:
                arguments += ["--definitions", *paths]
            path = os.fspath(data) if pieces is None else "-"
            said = _run(["import", path, *reading, *arguments], pieces)
        return ImportReport.of(json.loads(said)).raise_on(raise_on)

    def _fields(
        self, names: Sequence[str], form: str | None, options: Options = Options(), kind: str | None = "ndjson"
    ) -> list[Field | None]:
        """The fields of a stored form that the columns of an input of a kind fill."""
        shown = self._json(["show", form or self._only_form(), "--kind", "form"])
        # The notation of fields does not depend on rules, so any rule set will do.
        documents = [shown, {"rules": shown["form"], "form": shown["form"]}]
        source = options.source
        if source is not None and any(one["name"] == source for one in self._json(["list", "sources"])):
            sent = self._json(["show", source, "--kind", "source"])["forms"].get(shown["form"], {})
            documents.append({"source": source, "forms": {shown["form"]: {"map": sent.get("map", {})}}})
        with files("\n---\n".join(map(json.dumps, documents))) as paths:
            return _fields(names, paths, options, kind)

    def _only_form(self) -> str:
        forms = [one["name"] for one in self._json(["list", "forms"])]
        if len(forms) != 1:
            raise FormrecError(f"specify the form: the store has {', '.join(forms) or 'none'}")
        return str(forms[0])

    def submit(
        self, record: Mapping[str, Any], *, form: str | None = None, rules: str | None = None,
        by: str | None = None, source: str | None = None, key: str | None = None,
    ) -> dict[str, Any]:
        """Judges and stores one record; returns its submission, verdict and errors.

        Args:
            key: an idempotency key: a repeated call with the same key records nothing.
        """
        arguments = ["submit"]
        for flag, value in (
            ("--form", form), ("--rules", rules), ("--by", by), ("--source", source),
            ("--idempotency-key", key),
        ):
            if value is not None:
                arguments += [flag, value]
        arguments += ["--format", "json", "--db", self.path, *self._wait]
        line = b"".join(writing.lines([[record]], lambda keys: self._fields(keys, form)))
        said: dict[str, Any] = json.loads(program.ask(arguments, stdin=line, allowed=(0, 1)))
        return said

    def corrections(
        self, data: Any, *, form: str | None = None, by: str | None = None,
        keep: Sequence[str] = (), accept: Sequence[str] = (), dry_run: bool = False,
    ) -> dict[str, Any]:
        """Imports corrected failures: the table of `failures` with changed cells, or the path of an exported file.
        Returns the accepted and the refused corrections.

        Typed columns are written in the notation of their fields. Masked and unchanged cells stand for the original
        values.

        Args:
            keep: columns whose cells without a failure keep their original values; `["all"]` for every column.
            accept: columns whose changes of cells without a failure are stored.

        Raises:
            FormrecError: if rows were refused and none was stored; `details` is the report.
        """
        arguments = ["correct"]
        for flag, value in (("--form", form), ("--by", by)):
            if value is not None:
                arguments += [flag, value]
        if dry_run:
            arguments.append("--dry-run")
        for flag, columns in (("--keep", keep), ("--accept", accept)):
            if columns:
                arguments += [flag, *columns]
        arguments += ["--format", "json", "--db", self.path, *self._wait]
        if isinstance(data, (str, os.PathLike)):
            said = _run([*arguments, os.fspath(data)], None)
        else:
            said = _run([*arguments, "--input-format", "ndjson", "-"], self._corrections(data, form))
        report: dict[str, Any] = json.loads(said)
        refused = report["corrections"]["refused"]
        if refused and not report["records"]:
            raise FormrecError(
                f"no correction was stored; rows refused: {len(refused)}", details=report
            )
        return report

    def _corrections(self, data: Any, form: str | None) -> Iterator[bytes]:
        """Failures as an NDJSON export, without the columns that only `failures` adds."""
        found = tables.table(data)
        if found is None:
            raise FormrecError("corrections must be a path, or a table as returned by `failures`")
        names = found.schema.names
        if "_submission" not in names:
            raise FormrecError("corrections require the column _submission, as returned by `failures`")
        number = names.index("_submission")
        # Columns that are not sent have no key.
        keys = [None if name in _OWN else _unescaped(name) for name in names]
        known = iter(self._fields([key for key in keys if key is not None], form))
        fields = [None if key is None else next(known) or Field(key) for key in keys]
        numbers = Field("_submission", "integer")
        found.write_objects([*fields[:number], numbers, *fields[number + 1:]])
        writer = writing.Writer(found.schema, fields, [key or "" for key in keys])
        for batch in found.pieces():
            before, submission, after = writing.cells(batch.column(number), numbers, "_submission")
            yield writing.lines_of(
                batch.num_rows, f'{{"submission":{before}', submission, f'{after},"fields":', *writer.parts(batch), "}"
            )

    def retract(
        self, import_id: int, *, by: str, reason: str, corrections: bool = False,
        with_dependents: bool = False, undo: bool = False, dry_run: bool = False,
    ) -> dict[str, Any]:
        """Withdraws a finished import. What it superseded or corrected is in effect again.

        Args:
            corrections: the import is of corrections.
            with_dependents: also retract corrections of its records; otherwise they are an error.
            undo: reverse the retraction of the import, and of its corrections.
            dry_run: only report what would be in effect again.
        """
        arguments = ["retract", "correction" if corrections else "import", str(import_id), "--by", by, "--reason", reason]
        if with_dependents:
            arguments.append("--with-dependents")
        if undo:
            arguments.append("--undo")
        if dry_run:
            arguments.append("--dry-run")
        said: dict[str, Any] = self._json(arguments, writes=True)
        return said

    def replay(
        self, *, form: str | None = None, rules: str | None = None, import_id: int | None = None,
        only: str | None = None, dry_run: bool = False, parameters: Mapping[str, str] | None = None,
        now: str | None = None, zone: str | None = None,
    ) -> dict[str, Any]:
        """Judges stored submissions again, and compares the results with their last verdicts.

        Args:
            now: the time that rules use instead of the time of each import.
            zone: the time zone whose day `today()` is; requires `now`.
        """
        options = Options(form=form, rules=rules, parameters=dict(parameters or {}), zone=zone)
        arguments = ["replay", *options.plan(), *options.run(), *([] if now is None else ["--now", now])]
        if import_id is not None:
            arguments += ["--import", str(import_id)]
        if only is not None:
            arguments += ["--only", only]
        if dry_run:
            arguments.append("--dry-run")
        said: dict[str, Any] = self._json(arguments, writes=True)
        return said

    # Reading

    def failures(self, form: str | None = None, **selection: Any) -> pa.Table:
        """The open failures of a form: rejected, and neither corrected, superseded nor waived.

        A row has `_submission`, `_import`, `_record`, `_line`, `_verdict`, the form's fields as they came,
        and `_errors`. A field with one of these names begins with an apostrophe: `'_line`.

        Args:
            selection: import_id, source, batch, since, rule, assigned, run, as for `formrec export`; and `mask=False` to show
                sensitive fields.
        """
        return self.submissions("open", form, **selection)

    def current(self, form: str | None = None, **selection: Any) -> pa.Table:
        """The valid records of a form: the accepted submissions that are the last of their chain of
        corrections, and not superseded, discarded or purged."""
        return self.submissions("current", form, **selection)

    def submissions(
        self, which: Selection = "all", form: str | None = None, *,
        import_id: int | None = None, source: str | None = None, batch: str | None = None,
        since: str | None = None, rule: str | None = None, assigned: str | None = None,
        run: int | None = None, mask: bool = True, language: str | None = None,
    ) -> pa.Table:
        """Submissions with their cells and errors; see `failures` for the columns."""
        arguments = ["export", f"--{which}", "--format", "ndjson", "--db", self.path]
        for flag, value in (
            ("--form", form), ("--import", import_id), ("--source", source), ("--batch", batch),
            ("--since", since), ("--rule", rule), ("--assigned", assigned),
            ("--run", run), ("--language", language),
        ):
            if value is not None:
                arguments += [flag, str(value)]
        if not mask:
            arguments.append("--no-mask")
        with program.running(arguments) as process:
            assert process.stdout is not None
            return _submissions(process.stdout)

    def audit(self, **selection: Any) -> dict[str, Any]:
        """The counts of rejections, by rule, field, import, source, batch, day and version.

        Args:
            selection: form, import_id, source, batch, since, rule, assigned, top.
        """
        arguments = ["audit"]
        for name, value in selection.items():
            if name not in ("form", "import_id", "source", "batch", "since", "rule", "assigned", "top"):
                raise TypeError(f"audit has no parameter {name}")
            if value is not None:
                arguments += ["--import" if name == "import_id" else f"--{name}", str(value)]
        said: dict[str, Any] = self._json(arguments)
        return said

    def history(
        self, submission: int | None = None, *, form: str | None = None,
        key: Mapping[str, str] | None = None,
    ) -> list[dict[str, Any]]:
        """Returns all verdicts, errors and comments of a submission, or of a record by its key."""
        if (submission is None) == (not key):
            raise TypeError("history requires a submission's number, or a key")
        arguments = ["history"] + ([] if submission is None else [str(submission)])
        for name, value in (key or {}).items():
            arguments += ["--key", f"{name}={value}"]
        if form is not None:
            arguments += ["--form", form]
        said = json.loads(program.ask([*arguments, "--format", "json", "--db", self.path]))
        # The JSON is an object for a number, and an array for a key.
        return said if isinstance(said, list) else [said]

    def imports(self) -> list[dict[str, Any]]:
        """All imports, with their counts."""
        said: list[dict[str, Any]] = self._json(["list", "imports"])
        return said

    def verify(self, *, against: str | None = None) -> Verification:
        """Recomputes the seal of the whole content.

        Args:
            against: an earlier head: if the store does not contain it, the result is not ok.
        """
        arguments = ["verify", "--format", "json", "--db", self.path]
        if against is not None:
            arguments += ["--against", against]
        said = json.loads(program.ask(arguments, allowed=(0, 1)))
        return Verification(said["ok"], said.get("head"), said)

    def _json(self, arguments: list[str], *, writes: bool = False) -> Any:
        wait = self._wait if writes else []
        said = program.ask(
            [*arguments, "--format", "json", "--db", self.path, *wait], allowed=(0, 1)
        )
        return json.loads(said)


def _run(arguments: list[str], pieces: Iterator[bytes] | None) -> bytes:
    if pieces is None:
        return program.ask(arguments, allowed=(0, 1))
    with program.running(arguments, stdin=subprocess.PIPE, allowed=(0, 1)) as process:
        assert process.stdin is not None and process.stdout is not None
        feed = Feed(pieces, process)
        said = process.stdout.read()
        feed.finish()
        return said


_OWN = ("_submission", "_import", "_record", "_line", "_verdict", "_errors")
"""The columns of `failures` that are not those of the records."""


def _escaped(name: str) -> str:
    """The name in `failures` of a column of the records: an apostrophe distinguishes it from the columns above."""
    return f"'{name}" if name.lstrip("'") in _OWN else name


def _unescaped(name: str) -> str:
    """The name in the records of a column of `failures`."""
    return name[1:] if name[:1] == "'" and name.lstrip("'") in _OWN else name


def _submissions(stream: Any) -> pa.Table:
    """Exported submissions as a table: cells other than texts are represented by their JSON source."""
    names: dict[str, None] = {}
    rows: list[dict[str, Any]] = []
    for line in stream:
        one = json.loads(line)
        fields = _cells(line.decode())
        names.update(dict.fromkeys(fields))
        rows.append({**one, "fields": fields})
    plain = [("submission", pa.int64()), ("import", pa.int64()), ("record", pa.int64()),
             ("line", pa.int64()), ("verdict", pa.string())]
    columns = {
        f"_{name}": pa.array([row.get(name) for row in rows], kind) for name, kind in plain
    }
    for name in names:
        columns[name] = pa.array([row["fields"].get(name) for row in rows], pa.string())
    columns["_errors"] = pa.array(
        [
            [{key: error.get(key) for key in ("rule", "field", "code", "severity", "message", "column")}
             for error in row.get("errors") or []]
            for row in rows
        ],
        NUMBERED_ERRORS,
    )
    return pa.table(columns)


def _cells(line: str) -> dict[str, str | None]:
    """The cells of an exported submission by name."""
    # Within a string, quotes are escaped, so the first match is the key.
    place = line.find(',"fields":{') + len(',"fields":{')
    cells: dict[str, str | None] = {}
    while line[place] == '"':
        name, end = cell(line, place)
        assert name is not None
        cells[_escaped(name)], end = cell(line, end + 1)
        place = end + 1 if line[end] == "," else end
    return cells
