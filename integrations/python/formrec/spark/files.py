"""Judges the records of files, by byte ranges."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from ..description import Definitions
from ..verdicts import ERRORS as ARROW_ERRORS
from ..verdicts import Lines, by_severity
from . import counts, storage
from .job import Job
from .known import Known
from .outcomes import ERRORS
from .parts import PACK_FILES, Plan, Task, judging, plan, require
from .repeats import resolve
from .shared import work_folder
from .storage import File

log = logging.getLogger("formrec.spark")

ONLY = ("all", "flagged", "rejected")
SCOPES = ("file", "all")


def judge_files(
    spark: SparkSession,
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    definitions: Definitions,
    *,
    only: str = "all",
    cells: bool = False,
    parts: int | None = None,
    scope: str = "file",
    work: str | None = None,
    storage_options: dict[str, Any] | None = None,
    **named: Any,
) -> DataFrame:
    """Returns the records of files with `_file`, `_record`, `_line`, `_verdict`, `_errors` and `_warnings`.

    Args:
        paths: a file, folder (including subfolders) or pattern, or several; every machine must be able to read
            them. fsspec reads paths with a scheme (`s3://…`).
        only: all, flagged (with errors or warnings) or rejected; omitted records cost next to nothing.
        cells: whether flagged records have their cells, `_cells`, and malformed ones their bytes in Base64,
            `_raw`. JSON values other than texts are represented by their source.
        parts: the number of parts into which each file is split; by default, large files are split into parts
            of 64 MiB.
        scope: the records with which rules `unique`, `depends` and `resembles` compare: those of the same file,
            as in an import, or all, in the order of the paths.
        work: a folder that every machine can read and write, for the results of these rules. Required for them,
            unless the master is local.
        storage_options: the options for fsspec.
        named: form, rules, parameters, scenario, source, now, zone, references, language, map, delimiter,
            encoding, header, input_format, max_record.

    Rules `unique` require an additional pass over split files, and rules `depends` and `resembles` one over all
    files, which run when this function is called.
    Everything else is judged at each action: write the verdicts first.
    """
    require(only, "only", ONLY)
    shared, known = prepare(
        spark, paths, definitions, parts, scope, work, storage_options, named
    )
    more = [] if only == "all" else ["--only", only]
    if cells:
        more.append("--cells")
    tasks = shared.tasks

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for place in batch.column(0).to_pylist():
                yield from verdicts(shared, tasks[place], more, cells, known)

    return spark.range(0, len(tasks), 1, max(1, len(tasks))).mapInArrow(run, schema(cells))


def prepare(
    spark: SparkSession,
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    definitions: Definitions,
    parts: int | None,
    scope: str,
    work: str | None,
    storage_options: dict[str, Any] | None,
    named: dict[str, Any],
    count_folder: str | None = None,
) -> tuple[Plan, Known]:
    """Returns the tasks of a job, and what earlier passes found out about all records.

    Args:
        count_folder: a folder for counts with the values that errors name; by default, a temporary one for
            counts without these values.
    """
    require(scope, "scope", SCOPES)
    options = dict(storage_options or {})
    job = Job.make(definitions, **named)
    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    files = storage.find([os.fspath(one) for one in several], options)

    def split(large: Sequence[File], cut: Callable[[File], str]) -> list[str]:
        def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for place in batch.column(0).to_pylist():
                    yield pa.RecordBatch.from_pydict({
                        "place": pa.array([place], pa.int64()), "said": [cut(large[place])],
                    })

        rows = spark.range(0, len(large), 1, len(large)).mapInArrow(
            run, "place bigint, said string"
        ).collect()
        return [row["said"] for row in sorted(rows, key=lambda row: row["place"])]

    pack_files = 1 if job.counting else PACK_FILES
    shared = plan(job, files, parts, options, split, pack_files)
    log.info(
        "%d files in %d tasks, %d of them parts", len(files), len(shared.tasks), len(shared.cut)
    )
    counted = repeated = None
    if job.counting:
        counted = _count(spark, shared, scope, work, count_folder)
    if job.unique:
        # For an unsplit file, the program compares the records itself.
        compared = shared.tasks if scope == "all" and len(files) > 1 else shared.cut
        if compared:
            repeated = resolve(spark, shared, compared, scope, work, counted)
    return shared, Known(counted, repeated)


def _count(
    spark: SparkSession, shared: Plan, scope: str, work: str | None, folder: str | None
) -> counts.Counts:
    """Counts the records of all files, for rules that compare each record with all of them."""
    tasks, options = shared.tasks, shared.storage_options
    more = ["--print-counts"] if folder is None else ["--print-counts", "--show-values"]
    if folder is None:
        folder = work_folder(
            spark, work, options, f"rule {shared.job.counting[0]} compares records of different machines"
        )
    else:
        storage.make_folder(folder, options)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for place in batch.column(0).to_pylist():
                (file,) = tasks[place].files
                with judging(shared, tasks[place], *more) as (output, _):
                    yield from counts.rows(output, file.number if scope == "file" else counts.ALL)

    counted = spark.range(0, len(tasks), 1, len(tasks)).mapInArrow(run, counts.SCHEMA)
    return counts.write(counted, folder, options, scope == "file")


def schema(cells: bool) -> str:
    """The columns of judged records."""
    columns = (
        "_file string, _record bigint, _line bigint, _verdict string,"
        f" _errors {ERRORS}, _warnings {ERRORS}"
    )
    return columns + (", _cells array<string>, _raw string" if cells else "")


def verdicts(
    shared: Plan, task: Task, more: Sequence[str], cells: bool, known: Known = Known()
) -> Iterator[pa.RecordBatch]:
    """The judged records of a task; runs in the task."""
    extra = [("file", pa.string())]
    with judging(shared, task, *more, known=known) as (output, names):
        for table, _ in Lines(output, extra, cells=cells, errors=ARROW_ERRORS).tables():
            for batch in table.combine_chunks().to_batches():
                files = batch.column("file").dictionary_encode()
                paths = pa.array([names[name].path for name in files.dictionary.to_pylist()])
                errors, warnings = by_severity(batch.column("errors"))
                columns = {
                    "_file": paths.take(files.indices) if len(batch) else pa.array([], pa.string()),
                    "_record": batch.column("record"), "_line": batch.column("line"),
                    "_verdict": batch.column("verdict"), "_errors": errors,
                    "_warnings": warnings,
                }
                if cells:
                    columns |= {"_cells": batch.column("cells"), "_raw": batch.column("raw")}
                yield pa.RecordBatch.from_pydict(columns)
