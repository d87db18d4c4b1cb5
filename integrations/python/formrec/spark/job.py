"""The configuration of a job: the same for all of its tasks, and small enough to be sent with each."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import secrets
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

import formrec

from .. import program
from ..description import Definitions, Description, Options
from ..errors import FormrecError


@dataclass(frozen=True)
class Job:
    """A rule set with the clock, the run parameters and the hash key of one run."""

    description: Description
    options: Options
    now: str
    hash_key: str
    references: tuple[tuple[str, str, str], ...]
    """The name, path and SHA-256 of each file of reference values."""
    program: str
    """The path of the program on the driver."""
    version: str
    digest: str
    """SHA-256 of the driver's program."""
    package: str
    """The version of this package on the driver."""

    @staticmethod
    def make(
        definitions: Definitions,
        *,
        now: str | None = None,
        references: Mapping[str, str | os.PathLike[str]] | None = None,
        **named: Any,
    ) -> Job:
        """Reads definition files with the program.

        Args:
            references: files with the values of a `form.field` or `form.field,field`, readable on every machine.
            named: the fields of `Options`.
        """
        options = Options(**{name: value for name, value in named.items() if value is not None})
        description = Description.read(definitions, options)
        files = {name: os.path.abspath(path) for name, path in (references or {}).items()}
        for name in description.references:
            if name not in files:
                raise FormrecError(
                    f"a rule looks up {name}: name a file with its values in references"
                )
        path = program.path()
        return Job(
            description=description, options=options,
            now=now or datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            hash_key=secrets.token_hex(16),
            references=tuple((name, path, file_digest(path)) for name, path in files.items()),
            program=path, version=description.program, digest=program.digest(path),
            package=formrec.__version__,
        )

    @property
    def unique(self) -> tuple[str, ...]:
        """The ids of the rules `unique`."""
        return self.description.unique

    @property
    def counting(self) -> tuple[str, ...]:
        """The ids of the rules that compare each record with all records, `depends` and `resembles`."""
        return self.description.counting

    def local_program(self) -> str:
        """The program of this machine.

        Raises:
            FormrecError: if the program, this package or a file of reference values differs from the driver's, because
                the verdicts could differ.
        """
        if formrec.__version__ != self.package:
            raise FormrecError(
                f"this machine has the Python package formrec {formrec.__version__}, the driver"
                f" {self.package}: install the same one on every machine"
            )
        path = program.path(self.program)
        if program.digest(path) != self.digest:
            raise FormrecError(
                f"this machine's formrec ({path}, version {program.version(path)}) is not the driver's"
                f" (version {self.version}): install the same one on every machine"
            )
        for name, file, digest in self.references:
            if not os.path.exists(file):
                raise FormrecError(f"{file}: the values of {name} are not on this machine")
            if file_digest(file) != digest:
                raise FormrecError(f"{file}: the values of {name} are not those of the driver")
        return path

    @contextlib.contextmanager
    def folder(self) -> Iterator[tuple[str, str]]:
        """A temporary folder for one task, and the definitions in it."""
        with tempfile.TemporaryDirectory(prefix="formrec-") as folder:
            path = os.path.join(folder, "definitions.json")
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.description.definitions)
            yield folder, path

    def check(self, definitions: str, *more: str) -> list[str]:
        """The arguments of `formrec check` for judging a part."""
        arguments = [
            "check", *more, "--definitions", definitions, "--form", self.description.form,
            "--rules", self.description.rules, "--now", self.now, "--hash-key", self.hash_key,
            "--fail-on", "never", "--progress", *self.options.run(),
        ]
        for name, path, _ in self.references:
            arguments += ["--reference", f"{name}={path}"]
        return arguments


def file_digest(path: str) -> str:
    """SHA-256 of a file, in hexadecimal. Computed once per process, unless the file changes."""
    state = os.stat(path)
    return _file_digest(path, state.st_size, state.st_mtime_ns)


@functools.lru_cache(maxsize=64)
def _file_digest(path: str, size: int, modified: int) -> str:
    hashed = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            hashed.update(block)
    return hashed.hexdigest()
