"""What a job judges by: the same for all of its parts, and small enough to be sent with each."""

import contextlib
import csv
import io
import json
import os
import secrets
import tempfile
from dataclasses import dataclass, field
from datetime import datetime, timezone

from . import program


@dataclass(frozen=True)
class Job:
    """A rule set with the clock, the given parameters and the hash key of one run."""

    definitions: str
    """All definitions in one text, with the values of reference lists."""
    arguments: tuple
    fields: tuple
    unique: tuple
    """The ids of the rules `unique`."""
    limits: tuple
    description: dict = field(repr=False)
    program: str = ""
    """Where the driver found the program."""

    @staticmethod
    def make(
        definitions, form=None, rules=None, given=None, scenario=None, source=None, now=None,
        references=None, language=None,
    ):
        """Reads definition files and asks formrec what is in them.

        `references` maps `form.field` to a file with its values, which every machine can read.
        """
        files = [definitions] if isinstance(definitions, (str, os.PathLike)) else list(definitions)
        named = []
        for flag, value in (("--form", form), ("--rules", rules)):
            if value is not None:
                named += [flag, value]
        said = _flags(given, scenario, source, language)
        what = program.ask(
            ["check", "--describe", "--definitions", *map(str, files), *named, *said]
        )
        what = json.loads(what)
        wanted = [f"{one['form']}.{one['field']}" for one in what["references"]]
        references = dict(references or {})
        for name in wanted:
            if name not in references:
                raise program.FormrecError(
                    f"a rule looks up {name}: name a file with its values in references"
                )
        now = now or datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        arguments = [
            "--form", what["form"], "--rules", what["rules"], "--now", now,
            "--hash-key", secrets.token_hex(16), *said,
        ]
        for name, path in references.items():
            arguments += ["--reference", f"{name}={os.path.abspath(path)}"]
        return Job(
            definitions=what["definitions"], arguments=tuple(arguments),
            fields=tuple(what["fields"]), unique=tuple(what["unique"]),
            limits=tuple((one["of"], one["min"], one["max"]) for one in what["limits"]),
            description=what, program=program.binary(),
        )

    def columns(self, names):
        """For each column the field that it fills, or None; raises when they do not fit."""
        with self.folder() as (_, definitions):
            what = program.ask([
                "check", "--describe", "--definitions", definitions, "--form",
                self.description["form"], "--rules", self.description["rules"], "--columns",
                header(names),
            ])
        return json.loads(what)["columns"]

    @contextlib.contextmanager
    def folder(self):
        """A folder for the time of one task, and the definitions in it."""
        with tempfile.TemporaryDirectory(prefix="formrec-") as folder:
            path = os.path.join(folder, "definitions.json")
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.definitions)
            yield folder, path

    def check(self, definitions, *more):
        """The arguments of `formrec check` that judges a part."""
        return [
            "check", *more, "--definitions", definitions, *self.arguments, "--fail-on", "never",
            "--progress",
        ]


def _flags(given, scenario, source, language):
    flags = []
    for name, value in (given or {}).items():
        flags += ["--given", f"{name}={value}"]
    for flag, value in (("--scenario", scenario), ("--source", source), ("--language", language)):
        if value is not None:
            flags += [flag, value]
    return flags


def header(names):
    """Column names as a line of CSV."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(names)
    return line.getvalue()
