"""A table of Spark's, judged with one process a partition; Arrow in and out."""

import collections
import contextlib
import io
import subprocess
import threading

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
from pyspark import StorageLevel
from pyspark.sql import functions as F
from pyspark.sql import types as T

from . import program
from .job import Job, header
from .verdicts import ERRORS, Lines, by_severity

_SAID = "_formrec_repeated"
_CELLS = (
    T.StringType, T.CharType, T.VarcharType, T.BooleanType, T.IntegralType, T.FractionalType,
    T.DateType, T.TimestampType, T.TimestampNTZType,
)


def judge(df, definitions, *, order_by=None, unique=True, **named):
    """The table with `_verdict`, `_errors` and `_warnings`.

    A column fills the field of its name (or header, or alias), as in a file. null is an empty cell.
    Text is taken as it is; numbers, booleans, dates and times are written as formrec writes them,
    times in UTC.

    - order_by: the columns by which the table's records follow one another. Rules `unique` demand it:
      only the later one of two equal records fails, and tables have no order. Equal records that it
      does not tell apart fail the job.
    - unique: False leaves rules `unique` out.
    - named: form, rules, given, scenario, source, now, references, language.

    Nothing is judged before an action, and then again with each: write the verdicts first. With rules
    `unique` the table is kept on disk meanwhile (persist), with its keys.
    """
    job = Job.make(definitions, **named)
    taken = [name for name in df.columns if name in ("_verdict", "_errors", "_warnings", _SAID)]
    if taken:
        raise program.FormrecError(f"the table has a column '{taken[0]}' already")
    fields = job.columns(df.columns)
    columns = [name for name, filled in zip(df.columns, fields) if filled is not None]
    for name in columns:
        kind = df.schema[name].dataType
        if not isinstance(kind, _CELLS):
            raise program.FormrecError(
                f"column '{name}' is {kind.simpleString()}, which is no cell; make it text first"
            )
    if job.unique and unique:
        order = [order_by] if isinstance(order_by, str) else list(order_by or [])
        if not order:
            raise program.FormrecError(
                f"rule {job.unique[0]} compares records: say order_by, since a table has no order"
            )
        df = _with_repeats(df, job, columns, order)
        judged = _judged(df, job, columns + [_SAID], ["--repeated-column", _SAID])
        return judged.drop(_SAID)
    return _judged(df, job, columns, ["--unique", "none"] if job.unique else [])


def _judged(df, job, columns, more):
    schema = T.StructType(list(df.schema.fields))
    for name, kind in (("_verdict", "string"), ("_errors", ERRORS), ("_warnings", ERRORS)):
        schema = schema.add(name, T._parse_datatype_string(kind))
    work = _Judging(job, columns, ["--only", "flagged", *more])
    return df.mapInArrow(lambda batches: work.run(batches, work.verdicts), schema)


def _with_repeats(df, job, columns, order):
    """The table with a column that says which rules `unique` find a record repeated."""
    names = [f"_formrec_key{place}" for place in range(len(job.unique))]
    schema = T.StructType(list(df.schema.fields))
    for name in names:
        schema = schema.add(name, T.StringType())
    work = _Judging(job, columns, ["--unique", "keys", "--only", "rejected"])
    keyed = df.mapInArrow(lambda batches: work.run(batches, work.keys), schema)
    keyed = keyed.persist(StorageLevel.DISK_ONLY)
    place = F.struct(*order)
    joined = keyed
    for name in names:
        # A record without a key is compared with nothing: it must not meet all others at one machine.
        first = (
            keyed.where(F.col(name).isNotNull()).groupBy(F.col(name).alias(f"{name}_of"))
            .agg(
                F.min(place).alias(f"{name}_first"), F.count("*").alias("_n"),
                F.count_distinct(place).alias("_places"),
            )
            .where("_n > 1")
            .withColumn(
                f"{name}_first",
                F.when(F.col("_n") == F.col("_places"), F.col(f"{name}_first")).otherwise(
                    F.raise_error(F.lit(
                        "order_by does not say which of several equal records comes first"
                    ))
                ),
            )
            .drop("_n", "_places")
        )
        salted = F.coalesce(F.col(name), F.concat(F.lit("-"), F.xxhash64(*order).cast("string")))
        joined = joined.join(first, salted == F.col(f"{name}_of"), "left")
    said = F.array_compact(F.array(*[
        F.when(place > F.col(f"{name}_first"), F.lit(rule))
        for name, rule in zip(names, job.unique)
    ]))
    said = F.when(F.size(said) > 0, F.to_json(said)).otherwise("")
    return joined.select(*[f"`{one}`" for one in df.columns], said.alias(_SAID))


class _Judging:
    """What a task does with the batches of its partition."""

    def __init__(self, job, columns, more):
        self.job, self.columns, self.more = job, columns, more

    def run(self, batches, finished):
        """Judges batches, and gives each out as soon as it is judged, as `finished` makes it.

        Batches are written by a thread of its own: who writes all first and reads then waits for ever,
        as soon as the pipes are full.
        """
        with self.job.folder() as (_, definitions):
            arguments = self.job.check(
                definitions, "-", "--columns", header(self.columns), "--delimiter", ","
            )
            extra = [("keys", pa.struct([(one, pa.string()) for one in self.job.unique]))]
            with program.running(
                [*arguments, *self.more], self.job.program, subprocess.PIPE
            ) as process:
                feed = _Feed(batches, process.stdin, self.columns)
                known, end = None, 0
                for table, judged in Lines(process.stdout, extra, atLeast=0).tables():
                    known = table if known is None else pa.concat_tables([known, table])
                    while feed.waiting and end + len(feed.waiting[0]) <= (judged or 0):
                        batch = feed.waiting.popleft()
                        first, end = end, end + len(batch)
                        own = known.filter(pc.less_equal(known["record"], end))
                        known = known.filter(pc.greater(known["record"], end))
                        yield finished(batch, own, first)
                feed.finish()
            if feed.waiting and any(len(one) for one in feed.waiting):
                raise program.FormrecError("formrec has judged fewer records than the table has")

    def verdicts(self, batch, table, first):
        """A batch with the verdicts of its records; those that are not in the table are accepted."""
        place = _places(batch, table, first)
        errors, warnings = by_severity(table["errors"])
        empty = pa.array([[]], errors.type)
        return pa.RecordBatch.from_arrays(
            [
                *batch.columns,
                pa.concat_arrays([_one(table["verdict"]), pa.array(["accepted"])]).take(place),
                pa.concat_arrays([errors, empty]).take(place),
                pa.concat_arrays([warnings, empty]).take(place),
            ],
            names=[*batch.schema.names, "_verdict", "_errors", "_warnings"],
        )

    def keys(self, batch, table, first):
        place = _places(batch, table, first)
        keys = _one(table["keys"]).flatten()
        return pa.RecordBatch.from_arrays(
            [
                *batch.columns,
                *[pa.concat_arrays([one, pa.nulls(1, pa.string())]).take(place) for one in keys],
            ],
            names=[*batch.schema.names, *[f"_formrec_key{one}" for one in range(len(keys))]],
        )


def _places(batch, table, first):
    """For each record of a batch where the table has it; behind its end when it has not."""
    place = [len(table)] * len(batch)
    for row, record in enumerate(table["record"].to_pylist()):
        place[record - first - 1] = row
    return pa.array(place, pa.int64())


def _one(column):
    column = column.combine_chunks()
    return pa.concat_arrays(column.chunks) if isinstance(column, pa.ChunkedArray) else column


class _Feed:
    """Writes batches to a process, and keeps them until they are judged."""

    def __init__(self, batches, pipe, columns):
        self.waiting = collections.deque()
        self._error = None
        self._thread = threading.Thread(
            target=self._write, args=(batches, pipe, columns), daemon=True
        )
        self._thread.start()

    def _write(self, batches, pipe, columns):
        try:
            for batch in batches:
                if len(batch) == 0:
                    continue
                text = csv_text(batch.select(columns))
                self.waiting.append(batch)
                pipe.write(text)
        except BrokenPipeError:
            # The process ended early; its exit code says why.
            pass
        except BaseException as error:
            self._error = error
        finally:
            with contextlib.suppress(OSError):
                pipe.close()

    def finish(self):
        self._thread.join()
        if self._error is not None:
            raise self._error


def csv_text(batch):
    """The cells of a batch as CSV, without a header."""
    cells = [pc.fill_null(_cell(column), "") for column in batch.columns]
    text = io.BytesIO()
    pyarrow.csv.write_csv(
        pa.RecordBatch.from_arrays(cells, names=batch.schema.names), text,
        pyarrow.csv.WriteOptions(include_header=False),
    )
    return text.getvalue()


def _cell(column):
    kind = column.type
    if pa.types.is_string(kind):
        return column
    if pa.types.is_boolean(kind):
        return pc.if_else(column, "true", "false")
    if pa.types.is_timestamp(kind):
        text = pc.strftime(column.cast(pa.timestamp(kind.unit, "UTC" if kind.tz else None)),
                           "%Y-%m-%dT%H:%M:%S" + ("Z" if kind.tz else ""))
        return pc.replace_substring_regex(text, r"\.0+(Z?)$", r"\1")
    text = column.cast(pa.string())
    if pa.types.is_decimal(kind) and pc.any(pc.match_substring(text, "E")).as_py():
        # Arrow writes small ones with an exponent.
        return pa.array(
            [None if one is None else format(one, "f") for one in column.to_pylist()], pa.string()
        )
    return text
