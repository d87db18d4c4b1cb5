"""Divides files into tasks: small files are grouped, large ones are split."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .. import program
from ..description import header
from ..errors import FormrecError
from ..feeding import Feed
from . import storage
from .job import Job
from .known import Known
from .storage import File

PART_BYTES = 64 << 20
"""The default size of a part in bytes."""
PACK_FILES = 100
"""The maximum number of small files per task."""


@dataclass(frozen=True)
class Part:
    """Consecutive records of a file."""

    file: File
    columns: tuple[str, ...]
    delimiter: str | None
    format: str
    range: str
    first_record: int
    first_line: int

    @property
    def start(self) -> int:
        """The offset of its first byte."""
        return int(self.range.split("-")[0])

    def arguments(self) -> list[str]:
        """The arguments of `formrec check` that describe the part."""
        arguments = [
            "--columns", header(self.columns), "--input-format", self.format, "--range", self.range,
            "--first-record", str(self.first_record), "--first-line", str(self.first_line),
        ]
        if self.format != "ndjson" and self.delimiter is not None:
            arguments += ["--delimiter", self.delimiter]
        return arguments


@dataclass(frozen=True)
class Task:
    """The input of one task: a part of a file, or whole files."""

    number: int
    part: Part | None
    files: tuple[File, ...]
    sha256: str | None = None
    """SHA-256 of the file of a part."""


@dataclass(frozen=True)
class Plan:
    """All tasks of a job, and the options for reading their files."""

    job: Job
    files: tuple[File, ...]
    tasks: tuple[Task, ...]
    storage_options: dict[str, Any]

    @property
    def cut(self) -> tuple[Task, ...]:
        """The tasks with parts of files."""
        return tuple(task for task in self.tasks if task.part is not None)


Splitter = Callable[[Sequence[File], Callable[[File], str]], Sequence[str]]
"""Runs a function for each file, on any machine, and returns the results in order."""


def plan(
    job: Job, files: Sequence[File], parts: int | None, options: dict[str, Any],
    splitter: Splitter | None, pack_files: int = PACK_FILES,
) -> Plan:
    """Divides files into tasks.

    Args:
        pack_files: the maximum number of small files per task.
        parts: the number of parts into which each file is split; default: one for each 64 MiB.
        splitter: splits large files; None means that files are not split.
    """
    def step(file: File) -> int:
        return max(1, -(-file.size // parts)) if parts else PART_BYTES

    large = [file for file in files if splitter is not None and file.size > step(file)]
    said: dict[int, Any] = {}
    if splitter is not None and large:
        texts = splitter(large, lambda file: split(job, file, step(file), options))
        said = {file.number: json.loads(text) for file, text in zip(large, texts)}
    tasks: list[Task] = []
    pack: list[File] = []
    bound = min(PART_BYTES, max(1 << 20, sum(file.size for file in files) // 64))

    def close() -> None:
        if pack:
            tasks.append(Task(len(tasks), None, tuple(pack)))
            pack.clear()

    for file in files:
        what = said.get(file.number)
        if what is None or not what["parts"]:
            if pack and (
                len(pack) >= pack_files or sum(one.size for one in pack) + file.size > bound
            ):
                close()
            pack.append(file)
            continue
        close()
        for one in what["parts"]:
            part = Part(
                file, tuple(what["columns"]), what["delimiter"], what["format"], one["range"],
                one["firstRecord"], one["firstLine"],
            )
            tasks.append(Task(len(tasks), part, (file,), what["sha256"]))
    close()
    return Plan(job, tuple(files), tuple(tasks), options)


def split(job: Job, file: File, step: int, options: dict[str, Any]) -> str:
    """The output of `formrec split` for a file; runs in a task."""
    binary = job.local_program()
    storage.require_unchanged(file, options)
    with job.folder() as (_, definitions):
        arguments = [
            "split", "--part-bytes", str(step), "--definitions", definitions,
            "--form", job.description.form, "--rules", job.description.rules,
            *(["--source", job.options.source] if job.options.source else []), *reading(job, file),
        ]
        if storage.is_local(file.path):
            return program.ask([*arguments, file.path], program=binary).decode()
        with storage.open_at(file.path, 0, options) as source:
            with program.running(
                [*arguments, "-"], program=binary, stdin=subprocess.PIPE
            ) as process:
                assert process.stdin is not None and process.stdout is not None
                feed = Feed(_blocks(source), process)
                said = process.stdout.read().decode()
                feed.finish()
                return said


def reading(job: Job, file: File) -> list[str]:
    """The options for reading a whole file; for standard input, the format follows from the file's name."""
    arguments = job.options.reading()
    name = file.path.lower()
    if not storage.is_local(file.path) and job.options.input_format is None:
        for ending, form in ((".ndjson", "ndjson"), (".jsonl", "ndjson"), (".tsv", "tsv")):
            if name.endswith(ending):
                arguments += ["--input-format", form]
    return arguments


def _blocks(source: Any) -> Iterator[bytes]:
    while block := source.read(1 << 20):
        yield block


@contextlib.contextmanager
def judging(
    plan: Plan, task: Task, *more: str, known: Known = Known()
) -> Iterator[tuple[Any, dict[str, File]]]:
    """Runs formrec to judge a task's records: its output, and the files by their names in the output.

    Args:
        known: what the job found out about all records.
    """
    job, options = plan.job, plan.storage_options
    binary = job.local_program()
    for file in task.files:
        storage.require_unchanged(file, options)
    with job.folder() as (folder, definitions):
        arguments = job.check(definitions)
        if task.part is not None:
            name = task.part.file.path if storage.is_local(task.part.file.path) else "-"
            arguments += known.arguments(task, {task.part.file.number: name}, folder)
            yield from _judging_part(binary, task.part, [*arguments, *more], job.options.kept(), options)
            return
        names: dict[str, File] = {}
        for file in task.files:
            path = file.path
            if not storage.is_local(path):
                # Small files are copied; one process judges all of them.
                path = os.path.join(folder, f"{file.number}-{os.path.basename(file.path)}")
                storage.fetch(file.path, path, options)
            names[path] = file
        arguments += known.arguments(task, {file.number: name for name, file in names.items()}, folder)
        arguments += job.options.reading()
        # With this option, each line names its file, even for a single file.
        one = ["--file-name", next(iter(names))] if len(names) == 1 else []
        arguments[1:1] = list(names)
        with program.running([*arguments, *more, *one], program=binary) as process:
            yield process.stdout, names


def _judging_part(
    binary: str, part: Part, arguments: list[str], kept: list[str], options: dict[str, Any]
) -> Iterator[tuple[Any, dict[str, File]]]:
    names = {part.file.path: part.file}
    arguments = [*arguments, *part.arguments(), *kept, "--file-name", part.file.path]
    if storage.is_local(part.file.path):
        arguments.insert(1, part.file.path)
        with program.running(arguments, program=binary) as process:
            yield process.stdout, names
        return
    arguments.insert(1, "-")
    with storage.open_at(part.file.path, part.start, options) as source:
        with program.running(arguments, program=binary, stdin=subprocess.PIPE) as process:
            assert process.stdin is not None
            # The program stops reading after the part.
            feed = Feed(_blocks(source), process)
            yield process.stdout, names
            feed.finish()


def require(word: str, what: str, known: Sequence[str]) -> None:
    """Raises an error for an unknown word."""
    if word not in known:
        raise FormrecError(f"{what} must be {' or '.join(known)}, not '{word}'")
