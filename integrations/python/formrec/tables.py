"""Converts tables of any library to Arrow batches."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from . import values
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
        objects: Mapping[int, list[Any]] | None = None,
    ) -> None:
        self.schema = schema
        self.library = library
        self._batches = batches
        self._source = source
        # Columns of Python objects; they are null in the batches.
        self._objects = objects or {}

    def write_objects(self, fields: Sequence[Field | None]) -> None:
        """Writes columns of Python objects in the notation of the fields that they fill."""
        if not self._objects:
            return
        columns = pa.Table.from_batches(self._batches, self.schema)
        for place, own in self._objects.items():
            if fields[place] is None:
                continue
            name = self.schema.names[place]
            columns = columns.set_column(place, name, _written(own, name, fields[place]))
        self.schema = columns.schema
        self._batches = columns.to_batches()

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The records, in order; a stream can be read only once."""
        return iter(self._batches)

    def pieces(self) -> Iterator[pa.RecordBatch]:
        """The records in batches that are short enough for the program to process them concurrently."""
        for batch in self.batches():
            for start in range(0, batch.num_rows, 50_000):
                yield batch.slice(start, 50_000)

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
        # Arrow has no integers of 128 bits.
        wide = [name for name, kind in data.schema.items() if str(kind) in ("Int128", "UInt128")]
        found = data.with_columns(polars.col(wide).cast(polars.String)).to_arrow()
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

    Columns of Python objects other than texts are null in the table and are returned separately, because Arrow would
    convert a value by the types of the others.
    """
    if not hasattr(frame, "columns"):
        raise FormrecError("a series is a single column; convert it to a frame: series.to_frame()")
    names = [str(name) for name in frame.columns]
    columns = []
    objects: dict[int, list[Any]] = {}
    for place in range(len(names)):
        series = frame.iloc[:, place]
        kind = getattr(series.dtype, "categories", series).dtype
        own = series.tolist() if kind == object else []
        try:
            if any(type(value) is not str and value is not None for value in own):
                raise TypeError
            column = pa.Array.from_pandas(series)
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError, TypeError, UnicodeEncodeError):
            objects[place] = own or series.tolist()
            column = pa.nulls(len(series), pa.string())
        if isinstance(column, pa.ChunkedArray):
            columns.append(column)
        else:
            columns.append(pa.chunked_array([column]))
    return pa.Table.from_arrays(columns, names=names), objects


def _written(own: Sequence[Any], name: str, field: Field | None) -> pa.Array:
    """Python objects as a column of text, or of lists of texts if they are lists."""
    try:
        if any(values.is_list(value) for value in own):
            lists = [_items(value, name, place) for place, value in enumerate(own, 1)]
            return pa.array(lists, pa.list_(pa.string()))
        return pa.array(values.texts(own, name, field), pa.string())
    except UnicodeEncodeError:
        place = next(place for place, value in enumerate(own, 1) if _is_damaged(value))
        raise UnsupportedColumn(name, "text with an unpaired surrogate", place) from None


def _items(value: Any, name: str, record: int) -> list[str | None] | None:
    if values.is_missing(value):
        return None
    if not values.is_list(value):
        raise UnsupportedColumn(name, f"{type(value).__name__} beside lists", record)
    return values.items(value, name, record)


def _is_damaged(value: Any) -> bool:
    try:
        str(value).encode()
    except UnicodeEncodeError:
        return True
    return False


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
