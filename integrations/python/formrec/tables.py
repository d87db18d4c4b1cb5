"""Converts tables of any library to Arrow batches."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from . import notation
from .description import Field
from .errors import FormrecError, UnsupportedColumn

_CHUNK = 10_000
"""The number of mappings per batch."""


class Table:
    """Records in columns: a pandas or Polars frame, an Arrow table, a DuckDB relation.

    Attributes:
        schema: the names and types of its columns.
        library: `pandas`, `polars` or `arrow`: the library of returned rows.
    """

    def __init__(
        self, schema: pa.Schema, batches: Iterable[pa.RecordBatch], library: str, source: Any,
        mixed: Mapping[int, list[Any]] | None = None,
    ) -> None:
        self.schema = schema
        self.library = library
        self._batches = batches
        self._source = source
        # Columns of Python objects of several types; they are text in the batches.
        self._mixed = mixed or {}

    def write_mixed(self, fields: Sequence[Field | None]) -> None:
        """Writes columns of Python objects in the notation of the fields that they fill."""
        if not self._mixed:
            return
        columns = pa.Table.from_batches(self._batches, self.schema)
        for place, values in self._mixed.items():
            name = self.schema.names[place]
            column = mixed(values, name, fields[place])
            columns = columns.set_column(place, name, column)
        self._batches = columns.to_batches()

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The records, in order; a stream can be read only once."""
        return iter(self._batches)

    def filtered(self, mask: pa.Array) -> Any:
        """The rows for which a mask is true, as a table of the same library.

        Raises:
            FormrecError: if the table was a stream, which has been consumed.
        """
        if self.library == "pandas":
            return self._source[mask.to_numpy(zero_copy_only=False)]
        if self.library == "polars":
            import polars

            return self._source.filter(polars.Series(mask.to_pylist(), dtype=polars.Boolean))
        if isinstance(self._source, pa.Table):
            return self._source.filter(mask)
        raise FormrecError("the records were a stream, which has been read; keep them as a table")


def table(data: Any) -> Table | None:
    """A table of any library that exports Arrow; None for anything else."""
    module = type(data).__module__.partition(".")[0]
    if module == "pandas":
        found, objects = from_pandas(data)
        return Table(found.schema, found.to_batches(), "pandas", data, objects)
    if module == "polars":
        import polars

        if isinstance(data, polars.LazyFrame):
            data = data.collect()
        if isinstance(data, polars.Series):
            raise FormrecError("a series is a single column; convert it to a frame: series.to_frame()")
        unknown = [name for name, kind in data.schema.items() if kind == polars.Object]
        if unknown:
            raise UnsupportedColumn(unknown[0], "Object")
        found = data.to_arrow()
        return Table(found.schema, found.to_batches(), "polars", data)
    if isinstance(data, pa.RecordBatch):
        data = pa.Table.from_batches([data])
    if isinstance(data, pa.Table):
        return Table(data.schema, data.to_batches(), "arrow", data)
    if hasattr(data, "__arrow_c_stream__"):
        reader = pa.RecordBatchReader.from_stream(data)
        return Table(reader.schema, reader, "arrow", None)
    return None


def from_pandas(frame: Any) -> tuple[pa.Table, dict[int, list[Any]]]:
    """Converts a pandas frame to Arrow: NaN and NaT are null, the index is dropped.

    Columns of Python objects of several types are null in the table and are returned separately.
    """
    if not hasattr(frame, "columns"):
        raise FormrecError("a series is a single column; convert it to a frame: series.to_frame()")
    names = [str(name) for name in frame.columns]
    columns = []
    objects: dict[int, list[Any]] = {}
    for place in range(len(names)):
        series = frame.iloc[:, place]
        try:
            column = pa.Array.from_pandas(series)
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
            objects[place] = series.tolist()
            column = pa.nulls(len(series), pa.string())
        if isinstance(column, pa.ChunkedArray):
            columns.append(column)
        else:
            columns.append(pa.chunked_array([column]))
    return pa.Table.from_arrays(columns, names=names), objects


def mixed(values: Sequence[Any], name: str, field: Field | None = None) -> pa.Array:
    """Values of any types as text, each written like a column of its type."""
    field = field or Field(name)
    written: list[str | None] = [None] * len(values)
    places: dict[type, list[int]] = {}
    for place, value in enumerate(values):
        if value is not None and value == value:
            places.setdefault(type(value), []).append(place)
    for kind, own in places.items():
        try:
            column = pa.array([values[place] for place in own], from_pandas=True)
            if notation.is_list(column.type):
                raise UnsupportedColumn(name, "list, mixed with other types")
            texts = notation.text(column, field, name).to_pylist()
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
            raise UnsupportedColumn(name, f"{kind.__module__}.{kind.__name__}") from None
        for place, text in zip(own, texts):
            written[place] = text
    return pa.array(written, pa.string())


def dictionaries(data: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """Records as mappings, several thousand at a time.

    Raises:
        FormrecError: if a record is not a mapping.
    """
    records = iter(data)
    while chunk := list(itertools.islice(records, _CHUNK)):
        for record in chunk:
            if not isinstance(record, Mapping):
                raise FormrecError(
                    f"a record is a {type(record).__name__}; it must be a mapping of columns to values"
                )
        yield chunk
