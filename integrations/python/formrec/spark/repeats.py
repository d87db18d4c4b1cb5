"""The repeated records under rules `unique` in split files, in a folder that all tasks read."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F

from ..verdicts import Lines
from . import storage
from .counts import Counts
from .known import Known
from .parts import Plan, Task, judging
from .shared import SharedFolder, work_folder


@dataclass(frozen=True)
class Repeats:
    """The repeated records, in a folder."""

    folder: SharedFolder
    tasks: frozenset[int]
    """The tasks whose records were compared; the other tasks compare their records themselves."""

    def covers(self, task: Task) -> bool:
        """Whether a task's records were compared."""
        return task.number in self.tasks

    def write(self, task: Task, names: dict[int, str], folder: str) -> str:
        """Writes the repeated records of a task for `formrec check --repeated`; returns the path of the file.

        Args:
            names: for each file, by its number, its name in the program's arguments.

        Raises:
            FormrecError: if the folder is not the one that was written.
        """
        own = self.folder.read(_name(task.number)) or b""
        rows = csv.reader(io.StringIO(own.decode(), newline=""))
        path = f"{folder}/repeated.csv"
        with open(path, "w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow(("file", "record", "rule"))
            lines.writerows((names[int(number)], *rest) for number, *rest in rows)
        return path


def resolve(
    spark: SparkSession, plan: Plan, tasks: tuple[Task, ...], scope: str, work: str | None,
    counts: Counts | None,
) -> Repeats:
    """Finds the records of some tasks that are repeated under rules `unique`, which requires judging them."""
    folder = work_folder(
        spark, work, plan.storage_options,
        f"rule {plan.job.unique[0]} compares records of different machines",
    )
    keys = _keys(spark, plan, tasks, counts)
    of = ["_rule", "_high", "_low"] + (["_file"] if scope == "file" else [])
    before = Window.partitionBy(*of).orderBy("_file", "_record")
    repeats = (
        keys.withColumn("_place", F.row_number().over(before)).where("_place > 1")
        .select("_task", "_file", "_record", "_rule")
    )
    return Repeats(
        SharedFolder.complete(folder, _write(repeats, plan, folder), plan.storage_options),
        frozenset(task.number for task in tasks),
    )


def _name(task: int) -> str:
    """The name of the file for a task."""
    return f"task-{task}.csv"


def _keys(
    spark: SparkSession, plan: Plan, tasks: tuple[Task, ...], counts: Counts | None
) -> DataFrame:
    """The keys of the records of tasks: their positions, and 128 bits for each rule."""
    rules = plan.job.unique

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for place in batch.column(0).to_pylist():
                yield from _task_keys(plan, tasks[place], rules, counts)

    return spark.range(0, len(tasks), 1, len(tasks)).mapInArrow(
        run, "_task int, _file int, _record bigint, _rule int, _high bigint, _low bigint"
    )


def _task_keys(
    plan: Plan, task: Task, rules: tuple[str, ...], counts: Counts | None
) -> Iterator[pa.RecordBatch]:
    extra = [
        ("file", pa.string()), ("keys", pa.struct([(rule, pa.string()) for rule in rules]))
    ]
    more = ["--unique", "keys", "--only", "rejected"]
    with judging(plan, task, *more, known=Known(counts=counts)) as (output, names):
        numbers = {name: file.number for name, file in names.items()}
        for table, _ in Lines(output, extra).tables():
            for batch in table.to_batches():
                files = pa.array(
                    [numbers[name] for name in batch.column("file").to_pylist()], pa.int32()
                )
                for place, keys in enumerate(batch.column("keys").flatten()):
                    asked = keys.is_valid()
                    own = keys.filter(asked)
                    high, low = halves(own)
                    count = len(own)
                    yield pa.RecordBatch.from_pydict({
                        "_task": pa.repeat(pa.scalar(task.number, pa.int32()), count),
                        "_file": files.filter(asked),
                        "_record": batch.column("record").filter(asked),
                        "_rule": pa.repeat(pa.scalar(place, pa.int32()), count),
                        "_high": high, "_low": low,
                    })


def halves(keys: pa.Array) -> tuple[pa.Array, pa.Array]:
    """Keys of 32 hexadecimal digits as two numbers: cheaper to shuffle and compare than text."""
    raw = bytes.fromhex("".join(keys.to_pylist()))
    numbers = pa.Array.from_buffers(pa.int64(), 2 * len(keys), [None, pa.py_buffer(raw)])
    import numpy

    both = numbers.to_numpy().reshape(-1, 2)
    return pa.array(numpy.ascontiguousarray(both[:, 0])), pa.array(
        numpy.ascontiguousarray(both[:, 1])
    )


def _write(repeats: DataFrame, plan: Plan, folder: str) -> dict[str, str]:
    """Writes each task's repeated records; returns the SHA-256 of the files by task."""
    rules, options = plan.job.unique, plan.storage_options

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        rows: dict[int, list[tuple[int, int, int]]] = {}
        for batch in batches:
            columns = [column.to_pylist() for column in batch.columns]
            for task, *place in zip(*columns):
                rows.setdefault(task, []).append(tuple(place))
        for task, own in rows.items():
            text = io.StringIO()
            lines = csv.writer(text, lineterminator="\n")
            for file, record, rule in sorted(own):
                lines.writerow((file, record, rules[rule]))
            written = text.getvalue().encode()
            with storage.writing(storage.join(folder, _name(task)), options) as target:
                target.write(written)
            yield pa.RecordBatch.from_pydict({
                "task": pa.array([task], pa.int32()),
                "digest": [hashlib.sha256(written).hexdigest()],
            })

    found = repeats.repartition("_task").mapInArrow(run, "task int, digest string").collect()
    return {_name(row["task"]): row["digest"] for row in found}

