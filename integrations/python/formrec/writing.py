"""Writes batches of typed columns for `formrec check`: as CSV, or as NDJSON if there are lists."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from . import notation, tables
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

    def records(self, batch: pa.RecordBatch, *, empty: int = 0) -> bytes:
        """The records of a batch, each followed by `empty` empty cells."""
        columns = [batch.column(place) for place in self.columns]
        if self.has_lists:
            return self._lines(columns)
        cells = []
        for column, field, name in zip(columns, self.fields, self.names):
            if not pa.types.is_integer(column.type) or len(columns) == 1:
                # An empty cell is quoted, because an empty line is not a record.
                column = pc.fill_null(notation.text(column, field, name), "")
            cells.append(column)
        cells += [pa.nulls(batch.num_rows, pa.int32())] * empty
        text = pa.BufferOutputStream()
        pyarrow.csv.write_csv(
            pa.RecordBatch.from_arrays(cells, names=[str(place) for place in range(len(cells))]), text,
            pyarrow.csv.WriteOptions(include_header=False),
        )
        return text.getvalue().to_pybytes()

    def _lines(self, columns: Sequence[pa.Array]) -> bytes:
        values: list[list[Any]] = []
        for column, field, name in zip(columns, self.fields, self.names):
            if notation.is_list(column.type):
                lists = notation.items(column, name)
                values.append(["" if one is None else one for one in lists])
            else:
                values.append(pc.fill_null(notation.text(column, field, name), "").to_pylist())
        lines = [
            json.dumps(dict(zip(self.names, row)), ensure_ascii=False, separators=(",", ":"))
            for row in zip(*values)
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
    for chunk in chunks:
        keys = list(dict.fromkeys(key for record in chunk for key in record))
        if any(key not in known for key in keys):
            keys = list(dict.fromkeys([*known, *keys]))
            known = dict(zip(keys, fields(keys)))
        rows: list[dict[str, Any]] = [{} for _ in chunk]
        for key in keys:
            own = [place for place, record in enumerate(chunk) if key in record]
            values = _values([chunk[place][key] for place in own], known[key], key)
            for place, value in zip(own, values):
                rows[place][key] = value
        yield "".join(
            json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows
        ).encode("utf-8", "surrogatepass")


def _values(values: list[Any], field: Field | None, key: str) -> list[Any]:
    """Values of a key for JSON: text in the field's notation, lists and mappings."""
    written: list[Any] = [None] * len(values)
    by_type: dict[type, list[int]] = {}
    for place, value in enumerate(values):
        if isinstance(value, (Mapping, list, tuple)):
            written[place] = _json(value)
        elif value is not None and value == value:
            by_type.setdefault(type(value), []).append(place)
    for kind, places in by_type.items():
        own = [values[place] for place in places]
        if kind is str:
            texts: Sequence[str | None] = own
        else:
            try:
                column = pa.array(own, from_pandas=True)
                texts = notation.text(column, field or Field(key), key).to_pylist()
            except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
                texts = tables.mixed(own, key, field).to_pylist()
        for place, text in zip(places, texts):
            written[place] = text
    return written


def _json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _json(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json(one) for one in value]
    if value is None or isinstance(value, str):
        return value
    return tables.mixed([value], "item").to_pylist()[0]
