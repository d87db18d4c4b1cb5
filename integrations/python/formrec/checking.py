"""Checking records without a store: `formrec check`."""

from __future__ import annotations

import itertools
import logging
import os
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Union

import pyarrow as pa

from . import columnar, program, tables, verdicts, writing
from .description import Definitions, Description, Field, Options, files, header
from .errors import FormrecError
from .feeding import Feed
from .result import Result, check_raise_on

log = logging.getLogger("formrec")

_Described = Callable[[Sequence[str], Union[str, None]], Sequence[Union[Field, None]]]
"""Returns the fields that columns fill, given the format of the input."""


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
            notation of their fields: see `formrec.notation`. Null and NaN are empty cells; in mappings, None
            and NaN are missing values.
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
        table, pieces, reading = _input(
            data, options, lambda names, kind: _fields(names, paths, options, kind)
        )
        arguments += reading
        if pieces is None:
            result = _run([os.fspath(data), *arguments], None, None)
        else:
            result = _run(["-", *arguments], pieces, table)
    log.info("checked %d records: %d rejected", result.records, result.rejected)
    return result.raise_on(raise_on)


def _input(
    data: Any, options: Options, fields: _Described
) -> tuple[tables.Table | None, Iterator[bytes] | None, list[str]]:
    """Returns the table, if the data is one; otherwise the bytes for standard input, unless it is a file;
    and the reading options.

    Args:
        fields: the fields that columns fill; for the format `ndjson`, some columns may be absent.
    """
    is_path = isinstance(data, (str, os.PathLike))
    table = columnar.table(data) if is_path else tables.table(data)
    if is_path and table is None:
        return None, None, options.reading()
    if options.delimiter or options.encoding or options.input_format or options.header is not None:
        raise FormrecError("delimiter, encoding, header and input_format apply only to text files")
    reading = ["--input-format", "ndjson", "--encoding", "utf-8"]
    if table is not None:
        filled = fields(table.schema.names, None)
        table.write_objects(filled)
        writer = writing.Writer(table.schema, filled)
        kept = [*replace(options, map={}).kept(), *writer.mapping()]
        records: Iterator[bytes] = map(writer.records, table.pieces())
        first = next(records, None)
        if first is None:
            # Only the header of a CSV file tells the columns of a table without records.
            reading = "--input-format csv --encoding utf-8 --delimiter , --dialect standard --header 1".split()
            first = header(writer.names).encode()
        return table, itertools.chain([first], records), [*reading, *kept]
    if isinstance(data, Mapping) or not isinstance(data, Iterable):
        raise FormrecError(
            f"{type(data).__name__} is not a path, frame, Arrow table, DuckDB relation or iterable of"
            " mappings"
        )

    lines = writing.lines(tables.dictionaries(data), lambda keys: fields(keys, "ndjson"))
    return None, lines, [*reading, *options.kept()]


def _fields(
    columns: Sequence[str], definitions: Sequence[str], options: Options,
    input_format: str | None = None,
) -> list[Field | None]:
    what = Description.read(list(definitions), options, columns, input_format)
    return [what.field(name) for name in what.columns or ()]


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
