"""Writes batches of typed columns for `formrec check`: as CSV, or as NDJSON if there are lists."""

from __future__ import annotations

import csv
import io
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from . import notation, values
from .description import Field
from .errors import UnsupportedColumn


class Writer:
    """Writes batches with the same columns.

    Args:
        schema: the schema of the batches.
        fields: for each column, the field that it fills, or None to omit the column.

    Raises:
        UnsupportedColumn: if the values of a field's column cannot be written as text.
    """

    def __init__(self, schema: pa.Schema, fields: Sequence[Field | None]) -> None:
        self.columns = [place for place, field in enumerate(fields) if field is not None]
        self.names = [schema.names[place] for place in self.columns]
        self.fields = [field for field in fields if field is not None]
        self.has_lists = False
        for place, field in zip(self.columns, self.fields):
            kind = schema.types[place]
            if not notation.supports(kind, field):
                raise UnsupportedColumn(schema.names[place], str(kind))
            self.has_lists = self.has_lists or notation.is_list(kind)

    @property
    def format(self) -> str:
        """`csv` or `ndjson`."""
        return "ndjson" if self.has_lists else "csv"

    def header(self) -> bytes:
        """The header line; empty for JSON."""
        if self.has_lists:
            return b""
        line = io.StringIO()
        # Quoted, so that no name is read as a byte order mark or as Excel's `sep=`.
        csv.writer(line, lineterminator="\n", quoting=csv.QUOTE_ALL).writerow(self.names)
        return line.getvalue().encode()

    def records(self, batch: pa.RecordBatch) -> bytes:
        """The records of a batch."""
        columns = [batch.column(place) for place in self.columns]
        if self.has_lists:
            return self._lines(columns)
        cells = []
        for column, field, name in zip(columns, self.fields, self.names):
            # Integers are written by Arrow, unless an empty line or a negative number has another notation.
            written = pa.types.is_integer(column.type) and len(columns) > 1
            if not written or field.negative:
                # An empty cell is quoted, because an empty line is not a record.
                column = pc.fill_null(notation.text(column, field, name), "")
            cells.append(column)
        text = pa.BufferOutputStream()
        pyarrow.csv.write_csv(
            pa.RecordBatch.from_arrays(cells, names=[str(place) for place in range(len(cells))]), text,
            pyarrow.csv.WriteOptions(include_header=False),
        )
        return text.getvalue().to_pybytes()

    def _lines(self, columns: Sequence[pa.Array]) -> bytes:
        cells: list[list[Any]] = []
        for column, field, name in zip(columns, self.fields, self.names):
            if notation.is_list(column.type):
                lists = notation.items(column, name)
                cells.append(["" if one is None else one for one in lists])
            else:
                cells.append(pc.fill_null(notation.text(column, field, name), "").to_pylist())
        lines = [
            json.dumps(dict(zip(self.names, row)), ensure_ascii=False, separators=(",", ":"))
            for row in zip(*cells)
        ]
        return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")


def lines(
    chunks: Iterable[Sequence[Mapping[str, Any]]],
    fields: Callable[[Sequence[str]], Sequence[Field | None]],
) -> Iterator[bytes]:
    """Mappings as lines of JSON.

    An absent key, and None, are missing values. Lists and mappings are not changed.

    Args:
        fields: the fields that keys fill.
    """
    known: dict[str, Field | None] = {}
    first = 1
    for chunk in chunks:
        keys = list(dict.fromkeys(itertools.chain.from_iterable(chunk)))
        if any(key not in known for key in keys):
            keys = list(dict.fromkeys([*known, *keys]))
            known = dict(zip(keys, fields(keys)))
        rows = [dict(record) for record in chunk]
        for key in keys:
            own = [row.get(key) for row in rows]
            # Texts and missing values are written as they are.
            if set(map(type, own)) <= _PLAIN:
                continue
            written = _values(own, key, known[key], first)
            for row, value in zip(rows, written):
                if key in row:
                    row[key] = value
        yield "".join(map(_line, rows)).encode("utf-8", "surrogatepass")
        first += len(chunk)


_PLAIN = {str, type(None)}
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _line(row: dict[str, Any]) -> str:
    return _encode(row) + "\n"


def _values(own: list[Any], key: str, field: Field | None, first: int) -> list[Any]:
    """Values of a key for JSON: text in the field's notation, lists and mappings."""
    nested = {
        place: values.json(value, key, first + place) for place, value in enumerate(own)
        if isinstance(value, Mapping) or values.is_list(value)
    }
    if nested:
        own = [None if place in nested else value for place, value in enumerate(own)]
    written: list[Any] = values.texts(own, key, field, first=first)
    for place, value in nested.items():
        written[place] = value
    return written
