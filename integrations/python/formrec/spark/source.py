"""`spark.read.format("formrec")` and `spark.readStream.format("formrec")`: the records of files with
their verdicts, each file judged whole."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import (
    DataSource,
    DataSourceReader,
    DataSourceStreamReader,
    InputPartition,
)
from pyspark.sql.types import StructType

from ..errors import FormrecError
from . import storage
from .files import ONLY, schema, verdicts
from .job import Job
from .parts import Plan, Task, plan, require
from .storage import File


@dataclass
class _TaskPartition(InputPartition):
    """One task of a plan."""

    task: Task

    def __init__(self, task: Task) -> None:
        super().__init__(task.number)
        self.task = task


class FormrecSource(DataSource):
    """The records of files with their verdicts.

    Options: `definitions` (a file, or several as a JSON array), `form`, `rules`, `scenario`, `source`,
    `language`, `now`, `zone`, `param`, `references`, `map` and `storage_options` (JSON objects), `only` (all,
    flagged: with errors or warnings, rejected), `cells` (true: flagged records come with their cells),
    `unique` (none: skips these rules), `delimiter`, `encoding`, `header`, `input_format`,
    `max_record`.

    One task judges each file as a whole, and rules `unique` compare the records of a file; use `judge_files` for
    large files, which it splits. As a stream, new files in the folder are judged; a file must be complete when it
    appears (written elsewhere and renamed), and must remain until it has been read.
    """

    @classmethod
    def name(cls) -> str:
        return "formrec"

    def schema(self) -> str:
        return schema(self._flag("cells"))

    def reader(self, schema: StructType) -> DataSourceReader:
        settings = self._settings()
        return _Reader(settings, self._plan(settings, storage.find(*self._paths())))

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:
        return _StreamReader(self, self._settings())

    _texts = (
        "form", "rules", "scenario", "source", "language", "now", "zone", "delimiter", "encoding",
        "input_format",
    )
    _numbers = ("header", "max_record")
    _objects = ("parameters", "references", "map", "storage_options")
    _known = {
        "definitions", "only", "cells", "unique", "path", "paths", *_texts, *_numbers, *_objects,
    }

    def _flag(self, name: str) -> bool:
        value = self.options.get(name, "false").lower()
        if value not in ("true", "false"):
            raise FormrecError(f"option {name} must be true or false, not '{value}'")
        return value == "true"

    def _settings(self) -> _Settings:
        unknown = sorted(set(self.options) - self._known)
        if unknown:
            raise FormrecError(
                f"unknown option {', '.join(unknown)}; known: {', '.join(sorted(self._known))}"
            )
        only = self.options.get("only", "all")
        require(only, "option only", ONLY)
        more = [] if only == "all" else ["--only", only]
        unique = self.options.get("unique")
        if unique is not None:
            require(unique, "option unique", ("none",))
            more += ["--unique", "none"]
        cells = self._flag("cells")
        if cells:
            more.append("--cells")
        return _Settings(tuple(more), cells)

    def _paths(self) -> tuple[list[str], dict[str, Any]]:
        options = self.options
        path = options.get("path")
        paths: list[str] = json.loads(options["paths"]) if "paths" in options else []
        if path:
            paths.append(path)
        if not paths:
            raise FormrecError("specify the files: load(path)")
        return paths, json.loads(options.get("storage_options", "{}"))

    def _plan(self, settings: _Settings, files: Sequence[File]) -> Plan:
        options = self.options
        if "definitions" not in options:
            raise FormrecError("specify the option definitions: a file with a form and rules")
        named: dict[str, Any] = {name: options.get(name) for name in self._texts}
        for name in self._numbers:
            if name in options:
                named[name] = int(options[name])
        for name in ("parameters", "references", "map"):
            if name in options:
                named[name] = json.loads(options[name])
        said = options["definitions"]
        job = Job.make(json.loads(said) if said.startswith("[") else said, **named)
        return plan(job, files, None, self._paths()[1], None)


@dataclass(frozen=True)
class _Settings:
    more: tuple[str, ...]
    cells: bool


class _Reader(DataSourceReader):
    def __init__(self, settings: _Settings, plan: Plan) -> None:
        self.settings, self.plan = settings, plan

    def partitions(self) -> Sequence[InputPartition]:
        return [_TaskPartition(task) for task in self.plan.tasks]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, _TaskPartition)
        return verdicts(
            self.plan, partition.task, self.settings.more, self.settings.cells
        )


class _StreamReader(DataSourceStreamReader):
    """Reads new files. An offset is the list of all files with their sizes and times, so that a file that is copied
    into the folder with an old time also counts as new."""

    def __init__(self, source: FormrecSource, settings: _Settings) -> None:
        self.source, self.settings = source, settings

    def initialOffset(self) -> dict[str, Any]:
        return {"files": {}}

    # Spark 4.1 and later pass a start and a limit; all available files are read.
    def latestOffset(self, *_: Any) -> dict[str, Any]:
        paths, options = self.source._paths()
        try:
            files = storage.find(paths, options)
        except FormrecError:
            # There are no files yet.
            files = []
        return {"files": {file.path: [file.size, file.stamp] for file in files}}

    def partitions(
        self, start: dict[str, Any], end: dict[str, Any]
    ) -> Sequence[InputPartition]:
        new = [
            (path, state) for path, state in end["files"].items()
            if path not in start["files"]
        ]
        changed = [
            path for path, state in end["files"].items()
            if path in start["files"] and start["files"][path] != state
        ]
        if changed:
            raise FormrecError(f"{changed[0]}: was written to after it was read")
        files = [File(number, path, *state) for number, (path, state) in enumerate(sorted(new))]
        own = self.source._plan(self.settings, files)
        return [_PlannedPartition(own, task) for task in own.tasks]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, _PlannedPartition)
        return verdicts(
            partition.plan, partition.task, self.settings.more, self.settings.cells
        )


class _PlannedPartition(_TaskPartition):
    """A task of a stream's batch, with its plan."""

    def __init__(self, plan: Plan, task: Task) -> None:
        super().__init__(task)
        self.plan = plan
