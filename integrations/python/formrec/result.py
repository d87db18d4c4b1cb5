"""The result of a check."""

from __future__ import annotations

import functools
import html
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from . import verdicts
from .errors import FormrecError, LimitExceeded, Rejected
from .tables import Table

RAISE_ON = ("never", "rejected", "limit")

_FAILURES = pa.schema([
    ("record", pa.int64()), ("line", pa.int64()), ("rule", pa.string()), ("field", pa.string()),
    ("code", pa.string()), ("severity", pa.string()), ("message", pa.string()),
    ("column", pa.string()),
])


class Result:
    """The verdicts of records.

    Attributes:
        records: the number of records.
        accepted: the number of accepted records.
        rejected: the number of rejected records.
        warned: the number of records with a warning, accepted or not.
        error_count: the number of errors of severity `error`.
        by_rule: the number of failures by rule, of any severity.
        limits: descriptions of the exceeded limits.
        columns: the columns of the input.
    """

    def __init__(self, summary: dict[str, Any], flagged: pa.Table, table: Table | None) -> None:
        self.records: int = summary["records"]
        self.accepted: int = summary["accepted"]
        self.rejected: int = summary["rejected"]
        self.warned: int = summary["warned"]
        self.error_count: int = summary["errors"]
        self.by_rule: dict[str, int] = summary["byRule"]
        self.limits: list[str] = summary["limits"]
        self.columns: list[str] = summary["columns"]
        self._flagged = flagged
        self._table = table

    @property
    def ok(self) -> bool:
        """Whether every record was accepted, within the limits."""
        return self.rejected == 0 and not self.limits

    @functools.cached_property
    def failures(self) -> pa.Table:
        """A row for each error and warning: record, line, rule, field, code, severity, message, column.

        `record` counts from 1. `line` is the line in a file; for a table it is null.
        """
        errors: Any = verdicts.one_chunk(self._flagged["errors"])
        rows = pc.list_parent_indices(errors)
        flat = pc.list_flatten(errors)
        lines = self._flagged["line"].take(rows)
        if self._table is not None:
            lines = pa.nulls(len(rows), pa.int64())
        # The column of a malformed record is a position in its line, or the number of a surplus cell.
        fields = pc.struct_field(flat, "field")
        numbers = pc.if_else(
            pc.is_valid(fields), pc.subtract(pc.struct_field(flat, "column"), 1), None
        )
        columns = pa.array(self.columns, pa.string()).take(numbers)
        names = ("rule", "field", "code", "severity", "message")
        return pa.Table.from_arrays(
            [
                self._flagged["record"].take(rows), lines,
                *[pc.struct_field(flat, name) for name in names], columns,
            ],
            schema=_FAILURES,
        )

    @functools.cached_property
    def verdicts(self) -> pa.Table:
        """A row for each record: record, verdict, errors and warnings, in order."""
        place = self._places()
        errors, warnings = verdicts.by_severity(self._flagged["errors"])
        none = pa.array([[]], errors.type)
        said = verdicts.one_chunk(self._flagged["verdict"])
        return pa.table({
            "record": pa.array(range(1, self.records + 1), pa.int64()),
            "verdict": pa.concat_arrays([said, pa.array(["accepted"])]).take(place),
            "errors": pa.concat_arrays([errors, none]).take(place),
            "warnings": pa.concat_arrays([warnings, none]).take(place),
        })

    @functools.cached_property
    def mask(self) -> pa.Array:
        """For each record, whether it was accepted."""
        said = verdicts.one_chunk(self._flagged["verdict"])
        accepted = pa.concat_arrays([pc.equal(said, "accepted"), pa.array([True])])
        return accepted.take(self._places())

    def _places(self) -> pa.Array:
        """For each record, the index of its row among those with errors; without errors, the index after the
        last."""
        import numpy

        places = numpy.full(self.records, len(self._flagged), dtype=numpy.int64)
        flagged = self._flagged["record"].to_numpy()
        places[flagged - 1] = numpy.arange(len(flagged))
        return pa.array(places)

    def accepted_rows(self) -> Any:
        """The accepted rows of the checked table, as a table of the same library."""
        return self._rows(self.mask)

    def rejected_rows(self) -> Any:
        """The rejected rows of the checked table, as a table of the same library."""
        return self._rows(pc.invert(self.mask))

    def _rows(self, mask: pa.Array) -> Any:
        if self._table is None:
            raise FormrecError("only a table has rows to return; for a file, see `failures`")
        return self._table.filtered(mask)

    def to_pandas(self) -> Any:
        """`failures` as a pandas frame."""
        return self.failures.to_pandas()

    def to_polars(self) -> Any:
        """`failures` as a Polars frame."""
        import polars

        return polars.from_arrow(self.failures)

    def raise_on(self, what: str) -> Result:
        """Raises Rejected if records were rejected (`rejected`), or LimitExceeded if limits were exceeded (`limit`).

        Returns:
            The result itself, otherwise.
        """
        counts = {
            "records": self.records, "accepted": self.accepted, "rejected": self.rejected,
            "warned": self.warned, "errors": self.error_count,
        }
        check_raise_on(what)
        if what != "never" and self.limits:
            raise LimitExceeded(
                "; ".join(self.limits), counts=counts, limits=self.limits, result=self
            )
        if what == "rejected" and self.rejected:
            raise Rejected(self._words(), counts=counts, limits=[], result=self)
        return self

    def _words(self) -> str:
        rules = ", ".join(f"{rule} {count}" for rule, count in _most(self.by_rule)[:5])
        words = f"{self.rejected:,} of {self.records:,} records rejected"
        return f"{words}: {rules}" if self.rejected else words

    def __repr__(self) -> str:
        limits = "".join(f"; {one}" for one in self.limits)
        return f"<formrec.Result: {self._words()}{limits}>"

    def _repr_html_(self) -> str:
        """For notebooks: counts, errors by rule, and the first failures."""
        parts = [f"<p><b>{html.escape(self._words())}</b></p>"]
        parts += [f"<p>{html.escape(one)}</p>" for one in self.limits]
        if self.by_rule:
            parts.append(_html(["rule", "count"], _most(self.by_rule)))
            shown = self.failures.slice(0, 10).drop_columns(["column", "severity"])
            parts.append(_html(shown.column_names, [tuple(one.values()) for one in shown.to_pylist()]))
            if len(self.failures) > 10:
                parts.append(f"<p>and {len(self.failures) - 10:,} more: <code>.failures</code></p>")
        return "".join(parts)


def check_raise_on(what: str) -> None:
    """Raises an error for an unknown value of `raise_on`."""
    if what not in RAISE_ON:
        raise ValueError(f"raise_on must be one of {', '.join(RAISE_ON)}, not '{what}'")


def _most(counts: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def _html(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> str:
    def row(tag: str, values: Sequence[Any]) -> str:
        cells = "".join(
            f"<{tag}>{'' if one is None else html.escape(str(one))}</{tag}>" for one in values
        )
        return f"<tr>{cells}</tr>"

    return f"<table>{row('th', names)}{''.join(row('td', one) for one in rows)}</table>"
