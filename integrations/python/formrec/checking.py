"""Checking records without a store: `formrec check`."""

from __future__ import annotations

import logging
import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from . import columnar, program, tables, verdicts, writing
from .description import Definitions, Description, Field, Options, files
from .errors import FormrecError
from .feeding import Feed
from .result import Result, check_raise_on

log = logging.getLogger("formrec")


def check(
    data: Any,
    definitions: Definitions,
    *,
    raise_on: str = "never",
    form: str | None = None,
    rules: str | None = None,
    parameters: Mapping[str, str] | None = None,
    scenario: str | None = None,
    source: str | None = None,
    now: str | None = None,
    zone: str | None = None,
    references: Mapping[str, str | os.PathLike[str]] | None = None,
    language: str | None = None,
    map: Mapping[str, str] | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: int | None = None,
    input_format: str | None = None,
    max_record: int | None = None,
    show_values: bool = False,
) -> Result:
    """Judges records by the rules of definition files without storing anything.

    The verdicts equal those of the command `formrec check` and of an import.

    Args:
        data: the path of a file, including Parquet, Arrow (Feather) and ORC; a pandas or Polars frame, an Arrow
            table or stream, a DuckDB relation; or an iterable of mappings. Typed columns are written in the
            notation of their fields: see `formrec.notation`. Null is an empty cell; in mappings, None is a
            missing value.
        definitions: the path of a definition file, several paths, or the text of a file.
        raise_on: `rejected` raises Rejected if a record is rejected; `limit` raises LimitExceeded if the limits
            of the rule set are exceeded.
        form: the form, required if the definitions have several; likewise `rules`.
        parameters: run parameters of the run, by name.
        source: the sender of the records.
        now: the clock of the run, such as `2026-01-31T09:30:00Z`.
        zone: the time zone whose day `today()` is, such as `Pacific/Auckland`; by default that of the form, then the
            offset of `now`, then UTC.
        references: files with the values for rules `exists`, by `form.field` or `form.field,field`.
        map: the fields of columns whose names do not match a field.
        delimiter, encoding, header, input_format: the format of a file, if it is not detected; header 0 means
            that there is none.
        max_record: the maximum size of a record in bytes; default: 1 MiB.
        show_values: whether messages show submitted values.

    Raises:
        FormrecError: if the data cannot be read, or the definitions are invalid.
        Rejected: see `raise_on`.

    >>> rules = '''
    ... form: people
    ... fields:
    ...   - {name: name, type: text, required: true}
    ...   - {name: age, type: integer}
    ... ---
    ... rules: people
    ... form: people
    ... fields:
    ...   age: [range: {min: 0, max: 120}]
    ... '''
    >>> result = check([{"name": "Ana", "age": 31}, {"age": 200}], rules)
    >>> result.accepted, result.rejected, result.by_rule
    (1, 1, {'age.range': 1, 'name.required': 1})
    >>> result.failures["message"].to_pylist()
    ['name is required.', 'age must be at most 120.']
    """
    check_raise_on(raise_on)
    options = Options(
        form=form, rules=rules, parameters=dict(parameters or {}), scenario=scenario, source=source,
        language=language, map=dict(map or {}), delimiter=delimiter, encoding=encoding,
        header=header, input_format=input_format, max_record=max_record,
    )
    arguments = ["--only", "flagged", "--progress", "--fail-on", "never", *options.plan()]
    arguments += options.run()
    for name, path in (references or {}).items():
        arguments += ["--reference", f"{name}={os.fspath(path)}"]
    if now is not None:
        arguments += ["--now", now]
    if zone is not None:
        arguments += ["--zone", zone]
    if show_values:
        arguments.append("--show-values")
    with files(definitions) as paths:
        arguments += ["--definitions", *paths]
        table, pieces, reading = _input(data, paths, options)
        arguments += reading
        if pieces is None:
            result = _run([os.fspath(data), *arguments], None, None)
        else:
            result = _run(["-", *arguments], pieces, table)
    log.info("checked %d records: %d rejected", result.records, result.rejected)
    return result.raise_on(raise_on)


def _input(
    data: Any, definitions: Sequence[str], options: Options
) -> tuple[tables.Table | None, Iterator[bytes] | None, list[str]]:
    """Returns the table, if the data is one; otherwise the bytes for standard input, unless it is a file;
    and the reading options."""
    is_path = isinstance(data, (str, os.PathLike))
    table = columnar.table(data) if is_path else tables.table(data)
    if is_path and table is None:
        return None, None, options.reading()
    if options.delimiter or options.encoding or options.input_format or options.header is not None:
        raise FormrecError("delimiter, encoding, header and input_format apply only to text files")
    reading = options.kept()
    if table is not None:
        fields = _fields(table.schema.names, definitions, options)
        table.write_objects(fields)
        writer = writing.Writer(table.schema, fields)
        reading += ["--input-format", writer.format, "--encoding", "utf-8"]
        if writer.format == "csv":
            reading += ["--delimiter", ",", "--dialect", "standard", "--header", "1"]
        return table, _pieces(writer, table), reading
    if isinstance(data, Mapping) or not isinstance(data, Iterable):
        raise FormrecError(
            f"{type(data).__name__} is not a path, frame, Arrow table, DuckDB relation or iterable of"
            " mappings"
        )

    def of_keys(keys: Sequence[str]) -> list[Field | None]:
        return _fields(keys, definitions, options, input_format="ndjson")

    reading += ["--input-format", "ndjson", "--encoding", "utf-8"]
    return None, writing.lines(tables.dictionaries(data), of_keys), reading


def _fields(
    columns: Sequence[str], definitions: Sequence[str], options: Options,
    input_format: str | None = None,
) -> list[Field | None]:
    what = Description.read(list(definitions), options, columns, input_format)
    return [what.field(name) for name in what.columns or ()]


def _pieces(writer: writing.Writer, table: tables.Table) -> Iterator[bytes]:
    yield writer.header()
    for batch in table.batches():
        # A long batch is written in pieces, so that the program can process them concurrently.
        for start in range(0, batch.num_rows, 50_000):
            yield writer.records(batch.slice(start, 50_000))


def _run(
    arguments: list[str], pieces: Iterator[bytes] | None, table: tables.Table | None
) -> Result:
    stdin = subprocess.DEVNULL if pieces is None else subprocess.PIPE
    with program.running(["check", *arguments], stdin=stdin) as process:
        assert process.stdout is not None
        feed = None
        if pieces is not None:
            feed = Feed(pieces, process)
        lines = verdicts.Lines(process.stdout, errors=verdicts.NUMBERED_ERRORS)
        flagged = [found for found, _ in lines.tables()]
        if feed is not None:
            feed.finish()
    empty = lines.schema.empty_table()
    return Result(lines.summary, pa.concat_tables([empty, *flagged]).combine_chunks(), table)
