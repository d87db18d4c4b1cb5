"""The counts over all records for rules that compare each record with all of them (`depends`, `resembles`).

Each task counts its records; Spark adds the counts and writes those that can contradict a record to a folder.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from . import storage
from .shared import SharedFolder

ALL = -1
"""The scope of all records together; other scopes are the numbers of files."""
SCHEMA = "_scope int, rule string, `group` string, value string, count bigint, text string"
_TYPES = {
    "rule": pa.string(), "group": pa.string(), "value": pa.string(), "count": pa.int64(),
    "text": pa.string(),
}


@dataclass(frozen=True)
class Counts:
    """The counts over all records, in a folder with a file for each scope."""

    folder: SharedFolder
    is_by_file: bool
    """Whether the records of each file are counted separately."""

    def name(self, file: int) -> str:
        """The name of the file with the counts for the records of a file."""
        return name(file if self.is_by_file else ALL)

    def arguments(self, file: int, folder: str) -> list[str]:
        """The arguments of `formrec check` for judging records of a file; writes the counts to a folder."""
        path = f"{folder}/counts.csv"
        with open(path, "wb") as target:
            target.write(self.folder.read(self.name(file)) or _csv([]))
        return ["--counts", path]


def name(scope: int) -> str:
    """The name of the file for a scope."""
    return "all.csv" if scope == ALL else f"file-{scope}.csv"


def rows(output: IO[bytes], scope: int) -> Iterator[pa.RecordBatch]:
    """What `formrec check --print-counts` prints, in the columns of `SCHEMA`."""
    reader = pa.csv.open_csv(
        output, read_options=pa.csv.ReadOptions(use_threads=False),
        parse_options=pa.csv.ParseOptions(newlines_in_values=True),
        convert_options=pa.csv.ConvertOptions(
            column_types=_TYPES, strings_can_be_null=False, quoted_strings_can_be_null=False
        ),
    )
    for batch in reader:
        own = pa.repeat(pa.scalar(scope, pa.int32()), len(batch))
        yield pa.RecordBatch.from_arrays([own, *batch.columns], names=["_scope", *_TYPES])


def write(counted: DataFrame, folder: str, options: dict[str, Any], is_by_file: bool) -> Counts:
    """Adds the counts of all tasks and writes them to a folder.

    Args:
        counted: the rows of all tasks, in the columns of `SCHEMA`.
    """
    # The counts of a group are added on one machine, so that its values are compared without a second shuffle.
    group = F.when(F.col("group") == "", F.col("value")).otherwise(F.col("group"))
    grouped = counted.withColumn("_group", group).repartition("_scope", "rule", "_group")
    added = grouped.groupBy("_scope", "rule", "_group", "group", "value").agg(
        F.sum("count").alias("count"), F.min("text").alias("text")
    )
    # A group of equal values contradicts no record, and neither does a single value without a group.
    values = F.count(F.lit(1)).over(Window.partitionBy("_scope", "rule", "_group"))
    kept = added.withColumn("_values", values).where(
        (F.col("_values") > 1) | ((F.col("group") == "") & (F.col("count") > 1))
    ).select("_scope", *_TYPES)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        own: dict[int, list[pa.RecordBatch]] = {}
        for batch in batches:
            for scope in batch.column("_scope").unique().to_pylist():
                rest = batch.filter(pc.equal(batch.column("_scope"), scope))
                own.setdefault(scope, []).append(rest.drop_columns(["_scope"]))
        for scope, parts in own.items():
            text = _csv(parts)
            with storage.writing(storage.join(folder, name(scope)), options) as file:
                file.write(text)
            yield pa.RecordBatch.from_pydict({
                "name": [name(scope)], "digest": [hashlib.sha256(text).hexdigest()],
            })

    found = kept.repartition("_scope").mapInArrow(run, "name string, digest string").collect()
    digests = {row["name"]: row["digest"] for row in found}
    return Counts(SharedFolder.complete(folder, digests, options), is_by_file)


def _csv(batches: list[pa.RecordBatch]) -> bytes:
    schema = pa.schema(list(_TYPES.items()))
    text = io.BytesIO()
    pa.csv.write_csv(pa.Table.from_batches([batch.cast(schema) for batch in batches], schema), text)
    return text.getvalue()
