"""Writes an external run to a folder: a manifest, and the rejected records with their cells.

`formrec import-run FOLDER` records it in a store.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from typing import Any

import pyarrow as pa
from pyspark.sql import SparkSession

from ..description import Definitions
from ..errors import FormrecError
from . import storage
from .files import prepare
from .known import Known
from .outcomes import exceeded_limits
from .parts import Plan, Task, judging
from .shared import is_local_master
from .storage import File

COUNTS = ("records", "accepted", "rejected", "warned", "errors")


def record(
    spark: SparkSession,
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    definitions: Definitions,
    output: str | os.PathLike[str],
    *,
    parts: int | None = None,
    scope: str = "file",
    work: str | None = None,
    storage_options: dict[str, Any] | None = None,
    **named: Any,
) -> dict[str, Any]:
    """Judges files and writes their rejected records for a store; returns the manifest.

    Args:
        output: a new folder that every machine can write. For each part it gets a file with the rejected records
            as NDJSON with their cells, including personal data; for rules `depends` and `resembles`, a file with
            the counts of values. The manifest, written last, has the versions, the SHA-256 of each file and
            part, and all counts.

    The other arguments are those of `judge_files`; the default of `work` is a folder in the output.
    """
    options = dict(storage_options or {})
    folder = os.fspath(output)
    if storage.is_local(folder):
        folder = storage.local(folder)
    storage.make_folder(folder, options, new=True)
    storage.make_folder(storage.join(folder, "rejected"), options)
    began = _now()
    if work is None and not is_local_master(spark):
        work = folder
    plan, known = prepare(
        spark, paths, definitions, parts, scope, work, storage_options, named,
        count_folder=storage.join(folder, "counts"),
    )
    tasks = plan.tasks

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for place in batch.column(0).to_pylist():
                said = [json.dumps(one) for one in _record(plan, tasks[place], known, folder)]
                yield pa.RecordBatch.from_pydict({"said": said})

    rows = spark.range(0, len(tasks), 1, max(1, len(tasks))).mapInArrow(
        run, "said string"
    ).collect()
    done = [json.loads(row["said"]) for row in rows]
    for one in done:
        written = storage.size(storage.join(folder, one["name"]), options)
        if written != one["size"]:
            raise FormrecError(
                f"{folder}: does not contain the output of a task; every machine must see the same folder"
            )
    manifest = _manifest(plan, known, done, began, scope, named)
    text = json.dumps(manifest, ensure_ascii=False, indent=1).encode()
    with storage.writing(storage.join(folder, "manifest.json"), options) as file:
        file.write(text)
    if known.repeated is not None:
        storage.remove(known.repeated.folder.path, options)
    return manifest


def _manifest(
    plan: Plan, known: Known, done: list[dict[str, Any]], began: str, scope: str,
    named: dict[str, Any],
) -> dict[str, Any]:
    job, description = plan.job, plan.job.description
    manifest: dict[str, Any] = {
        "formrec": "externalRun", "version": 1, "program": description.program,
        "form": description.form, "formDigest": description.form_digest,
        "rules": description.rules, "rulesDigest": description.rules_digest,
        "definitions": description.definitions, "now": job.now, "zone": job.options.zone,
        "parameters": dict(named.get("parameters") or {}), "scenario": named.get("scenario"),
        "source": named.get("source"), "scope": scope if job.unique or job.counting else None,
        "startedAt": began, "finishedAt": _now(),
        # The import of the run judges the files again if it can read them.
        "reading": {
            "delimiter": job.options.delimiter, "encoding": job.options.encoding,
            "format": job.options.input_format, "header": job.options.header,
            "maximumRecordBytes": job.options.max_record, "map": dict(job.options.map),
        },
        "files": [],
    }
    digests: dict[str, str] = {}
    if known.counts is not None:
        manifest["hashKey"] = job.hash_key
        digests = known.counts.folder.digests()
    for file in plan.files:
        own = sorted(
            (one for one in done if one["file"] == file.number), key=lambda one: one["firstRecord"]
        )
        totals = _sum([one["counts"] for one in own])
        manifest["files"].append({
            "name": file.path, "size": file.size, "sha256": own[0]["fileDigest"],
            "columns": own[0]["columns"], **totals,
            "limits": exceeded_limits(description.limits, totals),
            "ruleCounts": _counts(known, file, digests),
            "parts": [
                {name: one[name] for name in ("name", "sha256", "firstRecord")}
                | {"records": one["counts"]["records"], "rejected": one["counts"]["rejected"]}
                for one in own
            ],
        })
    return manifest


def _counts(known: Known, file: File, digests: dict[str, str]) -> dict[str, str] | None:
    """The file with the counts for a file, or None if they contradict no record."""
    if known.counts is None or (name := known.counts.name(file.number)) not in digests:
        return None
    return {"name": f"counts/{name}", "sha256": digests[name]}


def _record(
    plan: Plan, task: Task, known: Known, folder: str
) -> Iterator[dict[str, Any]]:
    """Judges a task's records and writes the rejected ones, one output per input file; runs in the task."""
    more = ("--only", "rejected", "--cells")
    with judging(plan, task, *more, known=known) as (output, names):
        order = list(names.items())
        for place, (name, file) in enumerate(order):
            target = f"rejected/part-{task.number:05}-{place:03}.ndjson"
            digest, size, summary = hashlib.sha256(), 0, None
            # The text between the line of a record and its verdict is the file's name.
            said = f',"file":{json.dumps(name, ensure_ascii=False)}'.encode()
            with contextlib.ExitStack() as stack:
                written = stack.enter_context(
                    storage.writing(storage.join(folder, target), plan.storage_options)
                )
                for line in output:
                    if line.startswith(b'{"summary"'):
                        summary = json.loads(line)["summary"]
                        break
                    if not line.startswith(b'{"judged"'):
                        line = line.replace(said, b"", 1)
                        digest.update(line)
                        size += len(line)
                        written.write(line)
            if summary is None:
                # The program ended early; waiting for it raises its error.
                for _ in output:
                    pass
                return
            yield {
                "file": file.number, "name": target, "sha256": digest.hexdigest(), "size": size,
                "firstRecord": task.part.first_record if task.part else 1, "counts": summary,
                "fileDigest": task.sha256 if task.part else summary["sha256"],
                "columns": list(task.part.columns) if task.part else summary["columns"],
            }


def _sum(summaries: list[dict[str, Any]]) -> dict[str, Any]:
    counts: dict[str, Any] = {name: sum(one[name] for one in summaries) for name in COUNTS}
    rules: dict[str, int] = {}
    for one in summaries:
        for rule, count in one["byRule"].items():
            rules[rule] = rules.get(rule, 0) + count
    return counts | {"byRule": dict(sorted(rules.items()))}


def _now() -> str:
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
