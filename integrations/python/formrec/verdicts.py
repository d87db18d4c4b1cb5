"""The verdicts that `formrec check` prints, as Arrow tables."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from typing import IO, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json

_WORDS = [(name, pa.string()) for name in ("rule", "field", "code", "severity", "message")]
ERROR = pa.struct(_WORDS)
"""A failed rule at a field or record."""
ERRORS = pa.list_(ERROR)
NUMBERED_ERRORS = pa.list_(pa.struct([*_WORDS, ("column", pa.int64())]))
"""Errors with the number of their column, from 1."""


class Lines:
    """Reads the lines of `formrec check --progress` into Arrow tables of records, as they arrive."""

    def __init__(
        self,
        stream: IO[bytes],
        extra: Sequence[tuple[str, pa.DataType]] = (),
        *,
        at_least: int = 1 << 20,
        errors: pa.DataType = ERRORS,
        cells: bool = False,
    ) -> None:
        """
        Args:
            extra: further columns of records, besides number, line, verdict and errors.
            at_least: the approximate number of bytes per table; 0 for the smallest possible tables.
            cells: whether records have `cells`, which are converted to texts, and `raw`.
        """
        self.stream = stream
        self.summaries: list[dict[str, Any]] = []
        self._least = at_least
        self._cells = cells
        self.schema = pa.schema([
            ("record", pa.int64()), ("line", pa.int64()), ("verdict", pa.string()),
            ("errors", errors), *extra,
            *([("raw", pa.string())] if cells else []),
        ])

    @property
    def summary(self) -> dict[str, Any]:
        """The summary of the only input."""
        return self.summaries[-1]

    def tables(self) -> Iterator[tuple[pa.Table, int | None]]:
        """Yields records, with the number up to which all records are judged."""
        lines: list[bytes] = []
        size = 0
        judged: int | None = None
        for line in self.stream:
            if line.startswith(b'{"judged"'):
                judged = json.loads(line)["judged"]
                if size >= self._least:
                    yield self._table(lines), judged
                    lines, size = [], 0
            elif line.startswith(b'{"summary"'):
                self.summaries.append(json.loads(line)["summary"])
            elif line.endswith(b"\n"):  # Otherwise the process was killed, and its exit code is an error.
                lines.append(line)
                size += len(line)
        if lines or judged is not None:
            yield self._table(lines), judged

    def _table(self, lines: list[bytes]) -> pa.Table:
        cells: list[list[str | None] | None] = []
        if self._cells:
            lines, cells = _without_cells(lines)
        if lines:
            text = b"".join(lines)
            table = pyarrow.json.read_json(
                io.BytesIO(text),
                read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=len(text) + 1),
                parse_options=pyarrow.json.ParseOptions(
                    explicit_schema=self.schema, unexpected_field_behavior="ignore"
                ),
            )
        else:
            table = self.schema.empty_table()
        if self._cells:
            table = table.append_column("cells", pa.array(cells, pa.list_(pa.string())))
        return table


def _without_cells(lines: list[bytes]) -> tuple[list[bytes], list[list[str | None] | None]]:
    """Returns lines without their cells, and the cells: texts, or the JSON source of other values."""
    rest: list[bytes] = []
    cells: list[list[str | None] | None] = []
    for line in lines:
        # Within a string, quotes are escaped, so the first match is the key.
        head, key, tail = line.partition(b',"cells":')
        if key:
            text = tail.decode()
            values, end = _values(text)
            rest.append(head + text[end:].encode())
            cells.append(values)
        else:
            rest.append(line)
            cells.append(None)
    return rest, cells


_decoder = json.JSONDecoder()


def _values(text: str) -> tuple[list[str | None], int]:
    """The values of the array at the beginning of a text, and the index of its end."""
    values: list[str | None] = []
    place = 1
    while text[place] != "]":
        value, end = cell(text, place)
        values.append(value)
        place = end + 1 if text[end] == "," else end
    return values, place + 1


def cell(text: str, place: int) -> tuple[str | None, int]:
    """The cell at a place of a JSON text: a text, or the JSON source of another value; and the index of its end."""
    value, end = _decoder.raw_decode(text, place)
    return value if value is None or isinstance(value, str) else text[place:end], end


def by_severity(errors: pa.Array) -> tuple[pa.Array, pa.Array]:
    """The errors of records as two columns: rejecting errors, and the others."""
    errors = one_chunk(errors)
    flat: Any = pc.list_flatten(errors)
    rejects = pc.equal(pc.struct_field(flat, "severity"), "error")
    return _only(errors, flat, rejects), _only(errors, flat, pc.invert(rejects))


def _only(errors: Any, flat: Any, mask: pa.Array) -> pa.Array:
    counts = pc.cumulative_sum(mask.cast(pa.int32()))
    before: Any = pa.concat_arrays([pa.array([0], pa.int32()), counts])
    first = errors.offsets[0].as_py() if len(errors) else 0
    offsets = pc.subtract(errors.offsets, first)
    return pa.ListArray.from_arrays(before.take(offsets), flat.filter(mask), type=errors.type)


def one_chunk(column: Any) -> Any:
    """The values of a column as one array."""
    if not isinstance(column, pa.ChunkedArray):
        return column
    if column.num_chunks == 1:
        return column.chunk(0)
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
