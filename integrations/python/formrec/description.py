"""The content of definitions, as the program describes it: this package does not parse YAML."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from . import program
from .errors import FormrecError

Definitions = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]]]
"""Definition files: a path, several paths, or the text of a file (it contains a line break)."""


@dataclass(frozen=True)
class Field:
    """A field of a form, with the notation of its values."""

    name: str
    type: str = "text"
    scale: int | None = None
    """Decimals: the maximum number of decimal places."""
    point: str = "."
    negative: tuple[str, ...] = ()
    """Decimals: the notations of negative numbers; none means a leading `-`."""
    true: tuple[str, ...] = ("true",)
    """Booleans: the words for true."""
    false: tuple[str, ...] = ("false",)
    formats: tuple[str, ...] = ()
    """Dates and times: patterns such as `dd.MM.yyyy h:mm a`; none means ISO 8601."""
    separator: str = ","
    """Lists: the separator between items."""

    @staticmethod
    def of(json: Mapping[str, Any]) -> Field:
        """Creates a field from the program's JSON."""
        known: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in json.items() if name in Field.__dataclass_fields__
        }
        return Field(**known)


@dataclass(frozen=True)
class Limit:
    """A limit of a rule set on an input as a whole."""

    of: str
    min: str | None
    max: str | None
    change: str | None = None
    """The maximum difference from the preceding import, which only a database can compare."""


@dataclass(frozen=True)
class Options:
    """Options of `formrec check`."""

    form: str | None = None
    rules: str | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    scenario: str | None = None
    source: str | None = None
    zone: str | None = None
    language: str | None = None
    map: Mapping[str, str] = field(default_factory=dict)
    delimiter: str | None = None
    encoding: str | None = None
    header: int | None = None
    input_format: str | None = None
    max_record: int | None = None

    def plan(self) -> list[str]:
        """The options that select the plan."""
        return _flags(("--form", self.form), ("--rules", self.rules))

    def run(self) -> list[str]:
        """The options, except those of the plan, that can change a verdict."""
        flags = _flags(
            ("--scenario", self.scenario), ("--source", self.source), ("--zone", self.zone),
            ("--language", self.language),
        )
        for name, value in self.parameters.items():
            flags += ["--param", f"{name}={value}"]
        return flags

    def mapping(self) -> list[str]:
        """The options that map columns to fields."""
        return [part for column, name in self.map.items() for part in ("--map", f"{column}={name}")]

    def kept(self) -> list[str]:
        """The options that also apply to a part of a file."""
        return _flags(("--max-record", self.max_record)) + self.mapping()

    def reading(self) -> list[str]:
        """The options for reading files."""
        flags = _flags(
            ("--delimiter", self.delimiter), ("--encoding", self.encoding),
            ("--input-format", self.input_format),
        )
        if self.header == 0:
            flags.append("--no-header")
        elif self.header is not None:
            flags += ["--header", str(self.header)]
        return flags + self.kept()


def _flags(*pairs: tuple[str, str | int | None]) -> list[str]:
    return [part for flag, value in pairs if value is not None for part in (flag, str(value))]


@dataclass(frozen=True)
class Description:
    """A form and a rule set."""

    program: str
    """The version of formrec that read them."""
    form: str
    form_digest: str
    rules: str
    rules_digest: str
    definitions: str
    """The form, the rule set and the source, if it is defined, in one text, with reference lists."""
    fields: tuple[Field, ...]
    unique: tuple[str, ...]
    """The ids of the rules `unique`."""
    unique_reads: tuple[str, ...]
    """The fields on which rules `unique` depend."""
    counting: tuple[str, ...]
    """The ids of the rules `depends` and `resembles`, which compare each record with all records."""
    references: tuple[str, ...]
    """The forms and fields to which rules `exists` refer, such as `customers.id,name`."""
    limits: tuple[Limit, ...]
    columns: tuple[str | None, ...] | None = None
    """For each column, the field that it fills, if columns were given."""

    @staticmethod
    def read(
        definitions: Definitions,
        options: Options = Options(),
        columns: Sequence[str] | None = None,
        input_format: str | None = None,
    ) -> Description:
        """Reads definition files with the program.

        Args:
            columns: the columns to map to fields; with `ndjson` some may be absent.

        Raises:
            FormrecError: if the definitions are invalid, or the columns do not fit the form.
        """
        with files(definitions) as paths:
            arguments = ["check", "--describe", "--definitions", *paths, *options.plan()]
            arguments += options.run() + options.mapping()
            if columns is not None:
                arguments += ["--columns", header(columns)]
                if input_format is not None:
                    arguments += ["--input-format", input_format]
            what = json.loads(program.ask(arguments))
        return Description(
            program=what["program"], form=what["form"], form_digest=what["formDigest"],
            rules=what["rules"], rules_digest=what["rulesDigest"],
            definitions=what["definitions"],
            fields=tuple(Field.of(one) for one in what["fields"]),
            unique=tuple(what["unique"]), unique_reads=tuple(what["uniqueReads"]),
            counting=tuple(what["counting"]), references=tuple(what["references"]),
            limits=tuple(Limit(**one) for one in what["limits"]),
            columns=tuple(what["columns"]) if "columns" in what else None,
        )

    def field(self, name: str | None) -> Field | None:
        """The field with that name."""
        return next((one for one in self.fields if one.name == name), None)


@contextlib.contextmanager
def files(definitions: Definitions) -> Iterator[list[str]]:
    """The paths of definition files; a text becomes a temporary file for the duration of the block."""
    if isinstance(definitions, str) and "\n" in definitions:
        with tempfile.TemporaryDirectory(prefix="formrec-") as folder:
            path = os.path.join(folder, "definitions.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(definitions)
            try:
                yield [path]
            except FormrecError as error:
                # The temporary file's name is irrelevant; its locations are those of the text.
                error.args = (str(error).replace(path, "definitions"),)
                raise
        return
    if isinstance(definitions, (str, os.PathLike)):
        yield [os.fspath(definitions)]
        return
    paths = [os.fspath(one) for one in definitions]
    if not paths:
        raise FormrecError("specify definition files")
    yield paths


def header(names: Sequence[str]) -> str:
    """Column names as a line of CSV."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(names)
    return line.getvalue()
