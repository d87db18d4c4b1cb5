"""Operations on verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pyspark.sql import DataFrame, Observation
from pyspark.sql import functions as F

from ..description import Definitions, Limit
from ..errors import LimitExceeded
from .job import Job

ERRORS = "array<struct<rule:string,field:string,code:string,severity:string,message:string>>"
"""The type of `_errors` and `_warnings`."""


def split(judged: DataFrame) -> tuple[DataFrame, DataFrame]:
    """The accepted and the rejected records of a result of `judge` or `judge_files`.

    Each of the two evaluates the input: write or persist it first.
    """
    return judged.where("_verdict = 'accepted'"), judged.where("_verdict = 'rejected'")


def _counts() -> list[Any]:
    return [
        F.count(F.lit(1)).alias("records"),
        F.count_if(F.col("_verdict") == "accepted").alias("accepted"),
        F.count_if(F.col("_verdict") == "rejected").alias("rejected"),
        F.count_if(F.exists("_warnings", lambda one: one.severity == "warning")).alias("warned"),
        F.coalesce(F.sum(F.size("_errors")), F.lit(0)).alias("errors"),
    ]


def observe(judged: DataFrame, name: str = "formrec") -> tuple[DataFrame, Observation]:
    """The same records, and their counts, which are available after an action has processed all records.

    `observation.get` has records, accepted, rejected, warned and errors. These metrics need no additional pass, and
    also work for a stream (in its listener's progress, under the name).
    """
    if judged.isStreaming:
        return judged.observe(name, *_counts()), Observation(name)
    observation = Observation(name)
    return judged.observe(observation, *_counts()), observation


def limit(judged: DataFrame, definitions: Definitions, **named: Any) -> DataFrame:
    """Raises LimitExceeded if the limits of the rule set are exceeded; otherwise returns `judged`.

    Limits apply to all records together, so none may be omitted: use `judge_files` with only="all".

    Args:
        named: the arguments of `judge`.
    """
    limits = Job.make(definitions, **named).description.limits
    if limits:
        row = judged.agg(*_counts()).first()
        assert row is not None
        counts = row.asDict()
        exceeded = exceeded_limits(limits, counts)
        if exceeded:
            raise LimitExceeded("; ".join(exceeded), counts=counts, limits=exceeded)
    return judged


def exceeded_limits(limits: Sequence[Limit], counts: Mapping[str, int]) -> list[str]:
    """Descriptions of the limits that counts exceed."""
    exceeded = []
    for one in limits:
        value, whole = counts[one.of], counts["records"]
        if one.min is not None and value < _amount(one.min, whole):
            exceeded.append(f"{one.of}: {value}, minimum {one.min}")
        elif one.max is not None and value > _amount(one.max, whole):
            exceeded.append(f"{one.of}: {value}, maximum {one.max}")
    return exceeded


def _amount(text: str, whole: int) -> Fraction:
    return Fraction(text[:-1]) * whole / 100 if text.endswith("%") else Fraction(text)
