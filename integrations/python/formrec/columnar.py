"""Files of typed columns: Parquet, Arrow (also Feather) and ORC, a batch at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pyarrow as pa
import pyarrow.parquet as pq

from . import tables
from .errors import FormrecError


def table(path: str | os.PathLike[str]) -> tables.Table | None:
    """The records of a file of typed columns; None if its first bytes are those of another format.

    Raises:
        FormrecError: if the file is damaged.
    """
    try:
        with open(path, "rb") as file:
            start = file.read(32)
    except OSError:
        # The program reports the error.
        return None
    read = next((read for signature, read in _READERS if start.startswith(signature)), None)
    if read is None or read is _orc and min(start) >= 0x09:
        return None
    try:
        schema, batches = read(os.fspath(path))
    except (pa.ArrowException, OSError) as error:
        raise FormrecError(f"{os.fspath(path)}: {error}", exit_code=2) from None
    return tables.Table(schema, _reported(batches, os.fspath(path)), "arrow", None)


_Records = tuple[pa.Schema, Iterator[pa.RecordBatch]]


def _parquet(path: str) -> _Records:
    file = pq.ParquetFile(path)
    return file.schema_arrow, file.iter_batches()


def _arrow(path: str) -> _Records:
    reader = pa.ipc.open_file(pa.OSFile(path))
    batches = (reader.get_batch(place) for place in range(reader.num_record_batches))
    return reader.schema, batches


def _arrow_stream(path: str) -> _Records:
    reader = pa.ipc.open_stream(pa.OSFile(path))
    return reader.schema, iter(reader)


def _orc(path: str) -> _Records:
    import pyarrow.orc

    file = pyarrow.orc.ORCFile(path)
    return file.schema, (file.read_stripe(place) for place in range(file.nstripes))


_READERS: tuple[tuple[bytes, Callable[[str], _Records]], ...] = (
    (b"PAR1\x15", _parquet), (b"ARROW1\0\0", _arrow), (b"\xff\xff\xff\xff", _arrow_stream),
    (b"ORC", _orc),
)
"""Readers by the first bytes of a file, as in the program."""


def _reported(batches: Iterator[pa.RecordBatch], path: str) -> Iterator[pa.RecordBatch]:
    try:
        yield from batches
    except (pa.ArrowException, OSError) as error:
        raise FormrecError(f"{path}: {error}", exit_code=2) from None
