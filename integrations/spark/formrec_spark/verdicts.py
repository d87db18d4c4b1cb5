"""What verdicts look like, and what can be done with them."""

import io
import json
from fractions import Fraction

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json

ERRORS = "array<struct<rule:string,field:string,code:string,severity:string,message:string>>"
_ERROR = pa.struct(
    [(name, pa.string()) for name in ("rule", "field", "code", "severity", "message")]
)
ARROW_ERRORS = pa.list_(_ERROR)


class LimitPassed(RuntimeError):
    """Limits of the rule set were passed; `passed` has them in words."""

    def __init__(self, passed):
        super().__init__("; ".join(passed))
        self.passed = passed


def split(judged):
    """The accepted and the rejected records of what `judge` or `judge_files` returned.

    What is there is judged once for each: write it first, or persist it.
    """
    return judged.where("_verdict = 'accepted'"), judged.where("_verdict = 'rejected'")


def limit(judged, definitions, **named):
    """Raises LimitPassed when the limits of the rule set are passed; answers with `judged`.

    For all records together, each of which must be there: `judge_files` with only="all". `named` is
    what `judge` takes.
    """
    from pyspark.sql import functions as F

    from .job import Job

    job = Job.make(definitions, **named)
    if job.limits:
        row = judged.agg(
            F.count("*").alias("records"),
            F.count_if(F.col("_verdict") == "rejected").alias("rejected"),
            F.count_if(F.exists("_warnings", lambda one: one.severity == "warning")).alias("warned"),
            F.coalesce(F.sum(F.size("_errors")), F.lit(0)).alias("errors"),
        ).first()
        passed = passed_limits(job.limits, row.asDict())
        if passed:
            raise LimitPassed(passed)
    return judged


def passed_limits(limits, counts):
    """The limits that counts pass, in words."""
    passed = []
    for subject, least, most in limits:
        value, whole = counts[subject], counts["records"]
        if least is not None and value < _amount(least, whole):
            passed.append(f"{subject}: {value}, at least {least} are needed")
        elif most is not None and value > _amount(most, whole):
            passed.append(f"{subject}: {value}, at most {most} are allowed")
    return passed


def _amount(text, whole):
    if text.endswith("%"):
        return Fraction(text[:-1]) * whole / 100
    return int(text)


class Lines:
    """Reads the lines of `formrec check --progress` into Arrow tables of records, as they come.

    A table holds the records that were printed, with `judged`, up to which record all is judged.
    """

    def __init__(self, stream, extra=(), atLeast=1 << 20):
        self.stream = stream
        self.summary = None
        self.schema = pa.schema(
            [("record", pa.int64()), ("line", pa.int64()), ("verdict", pa.string()),
             ("errors", ARROW_ERRORS), *extra]
        )
        self._least = atLeast

    def tables(self):
        """(table, judged) again and again, at most every `atLeast` bytes."""
        lines, size = [], 0
        judged = None
        for line in self.stream:
            if line.startswith(b'{"judged"'):
                judged = json.loads(line)["judged"]
                if size >= self._least or self._least == 0:
                    yield self.table(lines), judged
                    lines, size = [], 0
            elif line.startswith(b'{"summary"'):
                self.summary = json.loads(line)["summary"]
            else:
                lines.append(line)
                size += len(line)
        if lines or judged is not None:
            yield self.table(lines), judged

    def table(self, lines):
        if not lines:
            return self.schema.empty_table()
        text = b"".join(lines)
        return pyarrow.json.read_json(
            io.BytesIO(text),
            read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=len(text) + 1),
            parse_options=pyarrow.json.ParseOptions(
                explicit_schema=self.schema, unexpected_field_behavior="ignore"
            ),
        )


def by_severity(errors):
    """The errors of records as two columns: those that reject, and the others."""
    errors = errors.combine_chunks() if isinstance(errors, pa.ChunkedArray) else errors
    if isinstance(errors, pa.ChunkedArray):
        errors = pa.concat_arrays(errors.chunks) if errors.num_chunks else pa.array([], ARROW_ERRORS)
    flat = errors.flatten()
    rejects = pc.equal(flat.field("severity"), "error")
    return _only(errors, flat, rejects), _only(errors, flat, pc.invert(rejects))


def _only(errors, flat, mask):
    before = pa.concat_arrays(
        [pa.array([0], pa.int32()), pc.cumulative_sum(mask.cast(pa.int32()))]
    )
    first = errors.offsets[0].as_py() if len(errors) else 0
    offsets = pc.subtract(errors.offsets, first)
    return pa.ListArray.from_arrays(before.take(offsets), flat.filter(mask), type=ARROW_ERRORS)
