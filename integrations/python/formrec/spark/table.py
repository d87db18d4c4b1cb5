"""Judges a Spark table with one process per partition; input and output are Arrow."""

from __future__ import annotations

import collections
import contextlib
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import IO, Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .. import program
from ..description import Definitions, Description, Field, Options, header
from ..errors import FormrecError, UnsupportedColumn
from ..feeding import Feed
from ..verdicts import Lines, by_severity, one_chunk
from ..writing import Writer
from . import counts, storage
from .job import Job
from .order import Order
from .outcomes import ERRORS
from .repeats import halves
from .shared import work_folder

_SAID = "_formrec_repeated"
_ADDED = ("_verdict", "_errors", "_warnings")
BROADCAST = 100_000
"""The maximum number of repeated records that are sent to all tasks; more are written to the folder `work`."""


def judge(
    df: DataFrame,
    definitions: Definitions,
    *,
    order_by: str | Column | Sequence[str | Column] | None = None,
    unique: bool = True,
    work: str | None = None,
    **named: Any,
) -> DataFrame:
    """Returns the table with `_verdict`, `_errors` and `_warnings`.

    A column fills the field with its name (or header, or alias), as in a file. Null is an empty cell. Typed columns are
    written in the notation of their fields: see `formrec.notation`.

    Args:
        order_by: the columns that define the order of the records. Rules `unique` require it, because only the
            later one of two equal records fails, and tables have no order. The job fails if two equal records have
            the same position in this order.
        unique: False skips rules `unique`.
        work: a folder that every machine can read and write, for the counts of rules `depends` and `resembles`, and
            for more than 100,000 repeated records under rules `unique`. Required for them, unless the master is
            local.
        named: form, rules, parameters, scenario, source, now, zone, references, language, map, max_record.

    Rules `unique` read the columns that they compare when this function is called, and rules `depends` and
    `resembles` the whole table; it is read again at each action. It must return the same rows each time: write a table with functions such as `rand` or
    `monotonically_increasing_id` first. Everything else is judged at an action.
    """
    for name in ("delimiter", "encoding", "header", "input_format"):
        if named.get(name) is not None:
            raise FormrecError(f"{name} applies only to files")
    job = Job.make(definitions, **named)
    taken = [name for name in df.columns if name in (*_ADDED, _SAID)]
    if taken:
        raise FormrecError(f"the table already has a column '{taken[0]}'")
    what = Description.read(job.description.definitions + "\n", job.options, df.columns)
    fields = [what.field(name) for name in what.columns or ()]
    _require_cells(df, fields)
    comparing = [*job.counting, *(job.unique if unique else [])]
    if df.isStreaming and comparing:
        raise FormrecError(
            f"rule {comparing[0]} compares records, and a stream has no end: judge each batch by"
            " itself (writeStream.foreachBatch)"
            + ("" if job.counting else ", or exclude these rules (unique=False)")
        )
    counted = _count(df, job, fields, work) if job.counting else None
    if not (job.unique and unique):
        return _judged(df, job, fields, ["--unique", "none"] if job.unique else [], counted)
    if order_by is None or isinstance(order_by, (str, Column)):
        order = [] if order_by is None else [order_by]
    else:
        order = list(order_by)
    if not order:
        raise FormrecError(
            f"rule {job.unique[0]} compares records: specify order_by, because a table has no order"
        )
    orders = [Order.of(F.col(quoted(one)) if isinstance(one, str) else one) for one in order]
    return _with_unique(df, job, fields, orders, work, counted)


def quoted(name: str) -> str:
    """A column's name quoted for Spark, which allows dots and backquotes."""
    return "`" + name.replace("`", "``") + "`"


def _require_cells(df: DataFrame, fields: Sequence[Field | None]) -> None:
    """Raises an error for columns of fields whose values cannot be written as text, before any task runs."""
    for column, field in zip(df.schema.fields, fields):
        if field is None:
            continue
        kind = column.dataType
        is_list = isinstance(kind, T.ArrayType) and field.type == "list"
        cell = kind.elementType if is_list and isinstance(kind, T.ArrayType) else kind
        if not isinstance(cell, _CELLS):
            raise UnsupportedColumn(column.name, kind.simpleString())


_CELLS: tuple[type, ...] = (
    T.StringType, T.CharType, T.VarcharType, T.BooleanType, T.IntegralType, T.FractionalType,
    T.DateType, T.TimestampType, T.TimestampNTZType, T.DayTimeIntervalType, T.NullType,
    *([T.TimeType] if hasattr(T, "TimeType") else []),
)


def _judged(
    df: DataFrame, job: Job, fields: Sequence[Field | None], more: list[str],
    counted: counts.Counts | None, extra: Sequence[str] = (),
) -> DataFrame:
    """A table with its verdicts; the columns in `extra` are sent to the program and then dropped."""
    names = list(df.columns)
    width = len(names) - len(extra)
    # mapInArrow does not support names with dots or backquotes.
    plain = [f"_{place}" for place in range(len(names))]
    schema = T.StructType([
        T.StructField(name, column.dataType)
        for name, column in zip(plain[:width], df.schema.fields)
    ])
    for name, kind in zip(_ADDED, ("string", ERRORS, ERRORS)):
        schema = schema.add(name, T._parse_datatype_string(kind))
    sent = [*fields, *[Field(name) for name in extra]]
    arguments = ["--only", "flagged", *more]

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        judging = _Judging(job, sent, arguments, counted, names=names, added=extra)
        for batch, table, first in judging.run(batches):
            yield _verdicts(batch, table, first, width)

    return df.toDF(*plain).mapInArrow(run, schema).toDF(*names[:width], *_ADDED)


def _count(
    df: DataFrame, job: Job, fields: Sequence[Field | None], work: str | None
) -> counts.Counts:
    """Counts the records of a table, for rules that compare each record with all of them."""
    folder = work_folder(
        df.sparkSession, work, {}, f"rule {job.counting[0]} compares records of different machines"
    )
    names = list(df.columns)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return _Judging(job, fields, [], names=names).count(batches)

    plain = df.toDF(*[f"_{place}" for place in range(len(names))])
    return counts.write(plain.mapInArrow(run, counts.SCHEMA), folder, {}, False)


def _with_unique(
    df: DataFrame, job: Job, fields: Sequence[Field | None], order: list[Order],
    work: str | None, counted: counts.Counts | None,
) -> DataFrame:
    read = [
        column for column, field in zip(df.columns, fields)
        if field is not None and field.name in job.description.unique_reads
    ]
    places = [f"_formrec_order{place}" for place in range(len(order))]
    reads = [f"_formrec_read{place}" for place in range(len(read))]
    repeats = _repeats(df, job, fields, order, places, read, reads, counted)
    few = _few(df, repeats, work)
    # A record is identified by its position and the columns that rules `unique` read.
    same = [F.col(place).eqNullSafe(one.column) for place, one in zip(places, order)]
    same += [F.col(own).eqNullSafe(F.col(quoted(column))) for own, column in zip(reads, read)]
    condition = same[0]
    for one in same[1:]:
        condition = condition & one
    columns = [F.col(quoted(name)) for name in df.columns]
    joined = df.join(few, condition, "left").select(*columns, F.col(_SAID))
    return _judged(joined, job, fields, ["--repeated-column", _SAID], counted, [_SAID])


def _repeats(
    df: DataFrame, job: Job, fields: Sequence[Field | None], order: list[Order],
    places: list[str], read: list[str], reads: list[str], counted: counts.Counts | None,
) -> DataFrame:
    """The positions of repeated records, the columns that rules `unique` read, and the rules, as JSON."""
    # All columns are sent, in the same format as later: the program decides which records are malformed, and does not
    # compare those.
    sent = [column for column, field in zip(df.columns, fields) if field is not None]
    plain = dict(zip(read, reads))
    narrow = df.select(
        *[one.column.alias(place) for one, place in zip(order, places)],
        *[F.col(quoted(column)).alias(own) for column, own in plain.items()],
        *[
            F.col(quoted(column)).alias(f"_formrec_cell{number}")
            for number, column in enumerate(sent) if column not in plain
        ],
    )
    by_name = dict(zip(df.columns, fields))
    names = [*places, *read, *[column for column in sent if column not in plain]]
    filled = [*[None for _ in places], *[by_name[column] for column in names[len(places):]]]
    width = len(places) + len(read)
    keyed_schema = T.StructType(list(narrow.schema.fields[:width]))
    for name, kind in (("_rule", "int"), ("_high", "bigint"), ("_low", "bigint")):
        keyed_schema = keyed_schema.add(name, T._parse_datatype_string(kind))

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        judging = _Judging(
            job, filled, ["--unique", "keys", "--only", "rejected"], counted, names=names
        )
        for batch, table, first in judging.run(batches):
            yield from _keys(batch.select(range(width)), table, first)

    keyed = narrow.mapInArrow(run, keyed_schema)
    place = F.struct(*places)
    sorting = [one.sorting(place) for one, place in zip(order, places)]
    before = F.lag(place).over(Window.partitionBy("_rule", "_high", "_low").orderBy(*sorting))
    later = keyed.withColumn("_before", before).where("_before is not null")
    tie = F.raise_error(
        F.lit("order_by does not say which of several equal records comes first")
    )
    rules = F.array(*[F.lit(rule) for rule in job.unique])
    checked = F.when(F.col("_before") == place, tie.cast("string")).otherwise(
        F.element_at(rules, F.col("_rule") + 1)
    )
    said = F.to_json(F.sort_array(F.collect_set("_id")))
    return later.withColumn("_id", checked).groupBy(*places, *reads).agg(said.alias(_SAID))


def _few(df: DataFrame, repeats: DataFrame, work: str | None) -> DataFrame:
    """The repeated records as a table that can be read again without cost."""
    spark = df.sparkSession
    found = repeats.limit(BROADCAST + 1).toArrow()
    if found.num_rows <= BROADCAST:
        return F.broadcast(spark.createDataFrame(found, repeats.schema))
    folder = work_folder(
        spark, work, {}, f"rules 'unique' find more than {BROADCAST:,} records repeated"
    )
    path = storage.join(folder, "repeats")
    written = _counted(repeats, path)
    kept = spark.read.schema(repeats.schema).parquet(path)
    if kept.count() != written:
        raise FormrecError(
            f"{path}: does not contain the output of tasks; every machine must see the same folder"
        )
    return kept


def _counted(table: DataFrame, path: str) -> int:
    from pyspark.sql import Observation

    observation = Observation()
    table.observe(observation, F.count(F.lit(1)).alias("n")).write.parquet(path)
    return int(observation.get["n"])


class _Judging:
    """Judges the batches of a partition in a task.

    Args:
        fields: for each column, the field that it fills, or None.
        counted: the counts over all records, if rules need them.
        names: the columns' names, if they differ from those of the batches.
        added: columns whose bytes do not count as part of a record, unless they contain text.
    """

    def __init__(
        self, job: Job, fields: Sequence[Field | None], more: list[str],
        counted: counts.Counts | None = None, *, names: Sequence[str] | None = None,
        added: Sequence[str] = (),
    ) -> None:
        self.job, self.fields, self.more, self.counted = job, fields, more, counted
        self.names, self.added = names, added

    def run(
        self, batches: Iterator[pa.RecordBatch]
    ) -> Iterator[tuple[pa.RecordBatch, pa.Table, int]]:
        """Yields batches as soon as they are judged, each with the records that the program printed for it, and the
        number of its first record minus 1."""
        waiting: collections.deque[pa.RecordBatch] = collections.deque()
        with self._running(batches, self.more, waiting.append) as output:
            if output is None:
                return
            extra = [("keys", pa.struct([(one, pa.string()) for one in self.job.unique]))]
            known: pa.Table | None = None
            end = 0
            for table, judged in Lines(output, extra, at_least=0).tables():
                known = table if known is None else pa.concat_tables([known, table])
                while waiting and end + len(waiting[0]) <= (judged or 0):
                    batch = waiting.popleft()
                    start, end = end, end + len(batch)
                    own = known.filter(pc.less_equal(known["record"], end))
                    known = known.filter(pc.greater(known["record"], end))
                    yield batch, own, start
        if waiting:
            raise FormrecError("formrec judged fewer records than the table contains")

    def count(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yields the counts of all batches, in the columns of `counts.SCHEMA`."""
        with self._running(batches, ["--print-counts"], lambda batch: None) as output:
            if output is not None:
                yield from counts.rows(output, counts.ALL)

    def _options(self) -> Options:
        """The options of the job, with room for the empty cells of the added columns."""
        options = replace(self.job.options, map={})
        if not self.added:
            return options
        room = sum(len(f',"{name}":""') for name in self.added)
        return replace(options, max_record=(options.max_record or 1 << 20) + room)

    @contextlib.contextmanager
    def _running(
        self, batches: Iterator[pa.RecordBatch], more: list[str],
        sent: Callable[[pa.RecordBatch], None],
    ) -> Iterator[IO[bytes] | None]:
        """Runs the program for the records of batches; the value is its output, or None if there are no records.

        Args:
            sent: called with each batch before it is sent to the program.
        """
        first = next((batch for batch in batches if batch.num_rows), None)
        binary = self.job.local_program()
        if first is None:
            yield None
            return
        names = list(self.names or first.schema.names)
        writer = Writer(pa.schema(list(zip(names, first.schema.types))), self.fields)

        def pieces() -> Iterator[bytes]:
            for batch in _chain(first, batches):
                if batch.num_rows:
                    text = writer.records(batch)
                    sent(batch)
                    yield text

        with self.job.folder() as (folder, definitions):
            arguments = self.job.check(
                definitions, "-", "--columns", header(writer.names),
                "--input-format", "ndjson", *self._options().kept(), *writer.mapping(), *more,
            )
            if self.counted is not None:
                arguments += self.counted.arguments(counts.ALL, folder)
            with program.running(arguments, program=binary, stdin=subprocess.PIPE) as process:
                assert process.stdin is not None and process.stdout is not None
                feed = Feed(pieces(), process)
                yield process.stdout
                feed.finish()


def _chain(
    first: pa.RecordBatch, rest: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    yield first
    yield from rest


def _verdicts(
    batch: pa.RecordBatch, table: pa.Table, first: int, width: int
) -> pa.RecordBatch:
    """A batch with the verdicts of its records; records that are not in the table are accepted."""
    place = _places(batch, table, first)
    errors, warnings = by_severity(table["errors"])
    empty = pa.array([[]], errors.type)
    said = one_chunk(table["verdict"])
    return pa.RecordBatch.from_arrays(
        [
            *batch.columns[:width],
            pa.concat_arrays([said, pa.array(["accepted"])]).take(place),
            pa.concat_arrays([errors, empty]).take(place),
            pa.concat_arrays([warnings, empty]).take(place),
        ],
        names=[*batch.schema.names[:width], *_ADDED],
    )


def _keys(
    batch: pa.RecordBatch, table: pa.Table, first: int
) -> Iterator[pa.RecordBatch]:
    """The records of a batch that rules `unique` compare, with their keys: a row per record and rule."""
    rows = pc.subtract(table["record"], first + 1)
    for rule, keys in enumerate(one_chunk(table["keys"]).flatten()):
        asked = keys.is_valid()
        own = keys.filter(asked)
        high, low = halves(own)
        taken = batch.take(one_chunk(rows).filter(asked))
        yield pa.RecordBatch.from_arrays(
            [*taken.columns, pa.repeat(pa.scalar(rule, pa.int32()), len(own)), high, low],
            names=[*batch.schema.names, "_rule", "_high", "_low"],
        )


def _places(batch: pa.RecordBatch, table: pa.Table, first: int) -> pa.Array:
    """For each record of a batch, its index in the table; the index after the last if it is not there."""
    import numpy

    place = numpy.full(len(batch), len(table), dtype=numpy.int64)
    place[table["record"].to_numpy() - first - 1] = numpy.arange(len(table))
    return pa.array(place)
