"""Writes typed values for the program: as NDJSON, in which each value is the text of its field's notation."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from . import notation, values
from .description import Field
from .errors import UnsupportedColumn

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Writer:
    """Writes batches with the same columns.

    Args:
        schema: the schema of the batches.
        fields: for each column, the field that it fills, or None to omit the column.
        names: the keys of the columns; default: their names.

    Raises:
        UnsupportedColumn: if the values of a field's column cannot be written as text.
    """

    def __init__(
        self, schema: pa.Schema, fields: Sequence[Field | None], names: Sequence[str] | None = None
    ) -> None:
        self.columns = [place for place, field in enumerate(fields) if field is not None]
        self.names = [(names or schema.names)[place] for place in self.columns]
        self.fields = [field for field in fields if field is not None]
        for place, field in zip(self.columns, self.fields):
            kind = schema.types[place]
            if not notation.supports(kind, field):
                raise UnsupportedColumn(schema.names[place], str(kind))

    def mapping(self) -> list[str]:
        """The options that map keys to their fields, also if columns fill fields by their position."""
        return [
            part for name, field in zip(self.names, self.fields) if name != field.name
            for part in ("--map", f"{name}={field.name}")
        ]

    def records(self, batch: pa.RecordBatch) -> bytes:
        """The records of a batch, one per line."""
        return lines_of(batch.num_rows, "", *self.parts(batch))

    def parts(self, batch: pa.RecordBatch) -> list[Any]:
        """The records of a batch as JSON objects, in parts; null is an empty text."""
        parts: list[Any] = []
        before = "{"
        for place, field, name in zip(self.columns, self.fields, self.names):
            start, column, end = cells(batch.column(place), field, name)
            parts += [f"{before}{_encode(name)}:{start}", column]
            before = f"{end},"
        return [*parts, before.rstrip(",") + "}"]


def cells(column: pa.Array, field: Field, name: str) -> tuple[str, pa.Array, str]:
    """The JSON of the values of a column, with the text before and after each.

    It is binary: texts of Spark need not be UTF-8.
    """
    if notation.is_list(column.type):
        lists = [_encode("" if one is None else one).encode() for one in notation.items(column, name)]
        return "", pa.array(lists, pa.large_binary()), ""
    texts = pc.fill_null(notation.text(column, field, name).cast(pa.large_binary()), b"")
    special = pc.match_substring_regex(texts, r'["\\\x00-\x1f]')
    return '"', notation.replaced(texts, special, _escaped), '"'


def _escaped(text: bytes) -> bytes:
    """A text as in JSON, without the quotes around it."""
    return _encode(text.decode("utf-8", "surrogateescape"))[1:-1].encode("utf-8", "surrogateescape")


def lines_of(count: int, *parts: Any) -> bytes:
    """Lines, each of which consists of texts, and of the values of binary columns.

    Args:
        count: the number of lines.
    """
    columns = [
        pa.scalar(one.encode(), pa.large_binary()) if isinstance(one, str) else one for one in (*parts, "\n", "")
    ]
    columns[0] = pa.repeat(columns[0], count)
    joined: Any = pc.binary_join_element_wise(*columns)
    _, offsets, data = joined.buffers()
    end = memoryview(offsets).cast("q")[count] if count else 0
    return data[:end].to_pybytes() if end else b""


def lines(
    chunks: Iterable[Sequence[Mapping[str, Any]]],
    fields: Callable[[Sequence[str]], Sequence[Field | None]],
) -> Iterator[bytes]:
    """Mappings as lines of JSON.

    An absent key, and None, are missing values. Lists and mappings are not changed.

    Args:
        fields: the fields that keys fill; called only if there are values other than texts.
    """
    known: dict[str, Field | None] = {}
    first = 1
    for chunk in chunks:
        rows = [dict(record) for record in chunk]
        typed = {}
        for key in dict.fromkeys(itertools.chain.from_iterable(chunk)):
            own = [row.get(key) for row in rows]
            # Texts and missing values are written as they are.
            if not set(map(type, own)) <= _PLAIN:
                typed[key] = own
        if any(key not in known for key in typed):
            keys = list(dict.fromkeys([*known, *typed]))
            known = dict(zip(keys, fields(keys)))
        for key, own in typed.items():
            for row, value in zip(rows, _json(own, key, known[key], first)):
                if key in row:
                    row[key] = value
        yield "".join(f"{_encode(row)}\n" for row in rows).encode("utf-8", "surrogatepass")
        first += len(chunk)


_PLAIN = {str, type(None)}


def _json(own: list[Any], key: str, field: Field | None, first: int) -> list[Any]:
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
