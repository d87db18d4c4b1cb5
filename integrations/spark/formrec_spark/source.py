"""`spark.read.format("formrec")`: the records of files with their verdicts, read by byte ranges.

Each task runs formrec on its bytes; cells never cross into the JVM.
"""

import concurrent.futures
import contextlib
import glob
import json
import os
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from . import program
from .job import Job, header
from .verdicts import ERRORS, Lines, by_severity

PART_BYTES = 64 << 20
"""How much of a file is a part, unless it is said."""

ONLY = ("all", "flagged", "rejected")


@dataclass
class Part(InputPartition):
    """Records of one file that follow one another."""

    number: int
    path: str
    file: int
    """Which of the files it is of."""
    size: int
    modified: int
    """The file's, in nanoseconds, when it was split."""
    columns: list
    delimiter: str
    range: str
    firstRecord: int
    firstLine: int
    records: int | None
    """None when the file is judged as a whole, and has not been read yet."""

    def arguments(self):
        """What says the part to `formrec check`."""
        state = os.stat(self.path)
        if (state.st_size, state.st_mtime_ns) != (self.size, self.modified):
            raise program.FormrecError(f"{self.path}: was written to since the job began")
        if self.range is None:
            return [self.path]
        return [
            self.path, "--columns", header(self.columns), "--delimiter", self.delimiter,
            "--range", self.range, "--first-record", str(self.firstRecord),
            "--first-line", str(self.firstLine),
        ]


@dataclass
class File:
    """A file that was split."""

    path: str
    size: int
    sha256: str
    columns: list


def found(paths):
    """The files that paths mean: files, folders (what is in them, hidden ones left out), patterns."""
    files = []
    for path in paths:
        path = os.path.abspath(str(path).removeprefix("file:"))
        if os.path.isdir(path):
            names = sorted(one for one in os.listdir(path) if one[0] not in "._")
            files += [os.path.join(path, one) for one in names]
        elif os.path.exists(path):
            files.append(path)
        else:
            matches = sorted(glob.glob(path))
            if not matches:
                raise program.FormrecError(f"{path}: there is no such file")
            files += matches
    return files


def split_files(job, paths, parts=None):
    """The files and their parts, in order. Each file is read once, several at a time."""

    def split(path):
        state = os.stat(path)
        count = parts or max(1, min(100_000, -(-state.st_size // PART_BYTES)))
        with job.folder() as (_, definitions):
            what = program.ask([
                "split", path, "--parts", str(count), "--definitions", definitions, "--form",
                job.description["form"], "--rules", job.description["rules"],
            ])
        return path, state, json.loads(what)

    files, found_parts = [], []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for number, (path, state, what) in enumerate(pool.map(split, paths)):
            files.append(File(path, what["size"], what["sha256"], what["columns"]))
            whole = {"range": None, "firstRecord": 1, "firstLine": 1, "records": None}
            for part in what["parts"] or [whole]:
                found_parts.append(Part(
                    len(found_parts), path, number, state.st_size, state.st_mtime_ns,
                    what["columns"], what["delimiter"], **part,
                ))
    return files, found_parts


@contextlib.contextmanager
def judging(job, part, *more, repeated=None):
    """formrec, judging a part."""
    with job.folder() as (folder, definitions):
        arguments = job.check(definitions, *part.arguments())
        if repeated is not None:
            arguments += ["--repeated", repeats_file(repeated, part, folder)]
        with program.running([*arguments, *more], job.program) as process:
            yield process


def repeats_file(repeated, part, folder):
    """The records of a part that rules `unique` find repeated, as formrec takes them."""
    path = os.path.join(folder, "repeated.csv")
    with open(path, "wb") as file:
        file.write(b"record,rule\n")
        for piece in sorted(glob.glob(os.path.join(repeated, f"_part={part.number}", "*.csv"))):
            with open(piece, "rb") as lines:
                file.write(lines.read())
    return path


class FormrecSource(DataSource):
    """Options: `definitions` (a file, or several as a JSON array), `form`, `rules`, `scenario`,
    `source`, `language`, `now`, `given` and `references` (JSON objects), `parts` (of each file),
    `only` (all, flagged: with errors or warnings, rejected), `cells` (true: rejected and warned
    records come with their cells), `unique`.

    Rules `unique` compare records with all of their file. Without `unique` a rule set that has some
    is refused, unless no file is cut: `judge_files` resolves them. `unique` is `none` to leave them
    out.
    """

    @classmethod
    def name(cls):
        return "formrec"

    def schema(self):
        columns = (
            "_file string, _record bigint, _line bigint, _verdict string,"
            f" _errors {ERRORS}, _warnings {ERRORS}"
        )
        if self._flag("cells"):
            columns += ", _cells array<string>, _raw string"
        if self.options.get("_keys"):
            columns += ", _part int, _file_number int, _keys array<string>"
        return columns

    def _flag(self, name):
        value = self.options.get(name, "false").lower()
        if value not in ("true", "false"):
            raise program.FormrecError(f"option {name} is true or false, not '{value}'")
        return value == "true"

    _known = {
        "definitions", "form", "rules", "scenario", "source", "language", "now", "given",
        "references", "parts", "only", "cells", "unique", "path", "paths", "_prepared", "_keys",
        "_repeated",
    }

    def reader(self, schema):
        unknown = sorted(set(self.options) - self._known)
        if unknown:
            raise program.FormrecError(
                f"unknown option {', '.join(unknown)}; known: "
                + ", ".join(sorted(one for one in self._known if one[0] != "_"))
            )
        only = self.options.get("only", "all")
        if only not in ONLY:
            raise program.FormrecError(f"option only is {', '.join(ONLY)}, not '{only}'")
        prepared = self.options.get("_prepared")
        if prepared:
            job, parts = load(prepared)
        else:
            job, parts = self._prepare()
        more = ["--unique", "keys"] if self.options.get("_keys") else []
        if self.options.get("unique") == "none":
            more = ["--unique", "none"]
        if only != "all":
            more += ["--only", only]
        if self._flag("cells"):
            more.append("--cells")
        return _Reader(
            job, parts, more, self._flag("cells"), bool(self.options.get("_keys")),
            self.options.get("_repeated"),
        )

    def _prepare(self):
        options = self.options
        if "definitions" not in options:
            raise program.FormrecError("say the option definitions: a file with a form and rules")
        files = options["definitions"]
        paths = json.loads(options["paths"]) if "paths" in options else [options.get("path")]
        if not paths[0]:
            raise program.FormrecError("name the files: load(path)")
        named = {
            name: options.get(name)
            for name in ("form", "rules", "scenario", "source", "language", "now")
        }
        job = Job.make(
            json.loads(files) if files.startswith("[") else files,
            given=json.loads(options.get("given", "{}")),
            references=json.loads(options.get("references", "{}")), **named,
        )
        unique = options.get("unique")
        if unique not in (None, "none"):
            raise program.FormrecError("option unique is none, or is left out")
        count = int(options["parts"]) if "parts" in options else None
        _, parts = split_files(job, found(paths), count)
        if job.unique and unique is None and any(part.firstRecord > 1 for part in parts):
            raise program.FormrecError(
                f"rule {job.unique[0]} compares records of different parts of a file: use judge_files,"
                " or option parts=1, or unique=none"
            )
        return job, parts


class _Reader(DataSourceReader):
    def __init__(self, job, parts, more, cells, keys, repeated):
        self.job, self.parts, self.more = job, parts, more
        self.cells, self.keys, self.repeated = cells, keys, repeated

    def partitions(self):
        return self.parts

    def read(self, partition):
        extra = []
        if self.cells:
            extra += [("cells", pa.list_(pa.string())), ("raw", pa.string())]
        if self.keys:
            names = [(rule, pa.string()) for rule in self.job.unique]
            extra.append(("keys", pa.struct(names)))
        with judging(self.job, partition, *self.more, repeated=self.repeated) as process:
            for table, _ in Lines(process.stdout, extra).tables():
                yield from self._batches(table, partition)

    def _batches(self, table, part):
        for batch in table.to_batches():
            errors, warnings = by_severity(batch.column("errors"))
            columns = {
                "_file": pa.repeat(part.path, len(batch)),
                "_record": batch.column("record"), "_line": batch.column("line"),
                "_verdict": batch.column("verdict"), "_errors": errors, "_warnings": warnings,
            }
            if self.cells:
                columns |= {"_cells": batch.column("cells"), "_raw": batch.column("raw")}
            if self.keys:
                columns["_part"] = pa.repeat(pa.scalar(part.number, pa.int32()), len(batch))
                columns["_file_number"] = pa.repeat(pa.scalar(part.file, pa.int32()), len(batch))
                columns["_keys"] = _lists(batch.column("keys"), len(self.job.unique))
            yield pa.RecordBatch.from_pydict(columns)


def _lists(keys, count):
    """Of each record the keys of all rules, in their order; null where one was not asked."""
    rules = keys.flatten()
    order = [row + rule * len(keys) for row in range(len(keys)) for rule in range(count)]
    flat = pa.concat_arrays(rules)
    if count > 1:
        flat = flat.take(pa.array(order, pa.int32()))
    return pa.FixedSizeListArray.from_arrays(flat, count).cast(pa.list_(pa.string()))


def prepared(job, parts):
    """A job with its parts as an option."""
    return json.dumps({
        "job": {name: getattr(job, name) for name in job.__dataclass_fields__},
        "parts": [vars(part) for part in parts],
    })


def load(text):
    what = json.loads(text)
    job = what["job"]
    for name in ("arguments", "fields", "unique", "limits"):
        job[name] = tuple(job[name])
    return Job(**job), [_part(one) for one in what["parts"]]


def _part(values):
    values.pop("value", None)
    return Part(**values)
