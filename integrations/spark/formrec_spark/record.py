"""A job's run in a folder: a manifest, and the rejected records with their cells.

`formrec import --judged FOLDER` takes it into a store.
"""

import hashlib
import json
import os
import uuid
from datetime import datetime, timezone

from .files import prepare, resolve
from .source import judging
from .verdicts import passed_limits

COUNTS = ("records", "accepted", "rejected", "warned", "errors")


def record(spark, paths, definitions, output, *, parts=None, scope="file", work=None, **named):
    """Judges files and writes what a store takes of them; answers with the manifest.

    `output` is a new folder that every machine can write. Of each part there is a file with its rejected
    records, as lines of JSON with their cells: personal data too. The manifest, written last, has the
    versions, each file's and each part's SHA-256, and all counts. The other arguments are those of
    `judge_files`.
    """
    output = os.path.abspath(output)
    os.makedirs(os.path.join(output, "rejected"))
    began = _now()
    job, files, cut = prepare(spark, paths, definitions, parts, named)
    repeated = resolve(spark, job, cut, scope, work or output) if job.unique else None
    context = spark.sparkContext
    done = context.parallelize(cut, max(1, len(cut))).map(
        lambda part: _record(job, part, repeated, output)
    ).collect()
    manifest = {
        "formrec": "judged", "version": 1, "program": job.description["program"],
        "form": job.description["form"], "formDigest": job.description["formDigest"],
        "rules": job.description["rules"], "rulesDigest": job.description["rulesDigest"],
        "definitions": job.definitions, "now": _said(job, "--now"),
        "given": dict(named.get("given") or {}), "scenario": named.get("scenario"),
        "source": named.get("source"), "unique": scope if job.unique else None,
        "startedAt": began, "finishedAt": _now(), "files": [],
    }
    for number, file in enumerate(files):
        own = [one for one in done if one["file"] == number]
        counts = _sum([one["counts"] for one in own])
        manifest["files"].append({
            "name": file.path, "size": file.size, "sha256": file.sha256, "columns": file.columns,
            **counts, "limits": passed_limits(job.limits, counts),
            "parts": [
                {name: one[name] for name in ("name", "sha256", "firstRecord")}
                | {"records": one["counts"]["records"], "rejected": one["counts"]["rejected"]}
                for one in own
            ],
        })
    path = os.path.join(output, "manifest.json")
    with open(path + ".new", "w", encoding="utf-8") as text:
        json.dump(manifest, text, ensure_ascii=False, indent=1)
        text.flush()
        os.fsync(text.fileno())
    os.rename(path + ".new", path)
    return manifest


def _record(job, part, repeated, output):
    name = f"rejected/part-{part.number:05}.ndjson"
    path = os.path.join(output, name)
    # A task may run twice, at the same time too: each writes a file of its own, with the same bytes.
    own = f"{path}.{uuid.uuid4().hex}"
    digest, summary = hashlib.sha256(), None
    try:
        with open(own, "xb") as file:
            with judging(job, part, "--only", "rejected", "--cells", repeated=repeated) as process:
                for line in process.stdout:
                    if line.startswith(b'{"summary"'):
                        summary = json.loads(line)["summary"]
                    elif not line.startswith(b'{"judged"'):
                        digest.update(line)
                        file.write(line)
            file.flush()
            os.fsync(file.fileno())
        os.rename(own, path)
    finally:
        if os.path.exists(own):
            os.remove(own)
    return {
        "file": part.file, "name": name, "sha256": digest.hexdigest(),
        "firstRecord": part.firstRecord, "counts": summary,
    }


def _sum(summaries):
    counts = {name: sum(one[name] for one in summaries) for name in COUNTS}
    rules = {}
    for one in summaries:
        for rule, count in one["byRule"].items():
            rules[rule] = rules.get(rule, 0) + count
    return counts | {"byRule": dict(sorted(rules.items()))}


def _said(job, flag):
    return job.arguments[job.arguments.index(flag) + 1]


def _now():
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
