"""Finding and running the program `formrec`."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import logging
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

from .errors import FormrecError, ProgramNotFound

log = logging.getLogger("formrec")

BUNDLED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "formrec")
"""The location of the program in a wheel."""


def path(hint: str | None = None) -> str:
    """The path of the program: `FORMREC`, or else the package's own, the one on the `PATH`, or a hint.

    Raises:
        ProgramNotFound: if there is none.
    """
    named = os.environ.get("FORMREC")
    if named:
        if os.access(named, os.X_OK):
            return named
        raise ProgramNotFound(f"FORMREC is '{named}', which is not a program")
    for candidate in (BUNDLED, shutil.which("formrec"), hint):
        if candidate and os.access(candidate, os.X_OK):
            return candidate
    raise ProgramNotFound(
        "the program formrec was not found: install a wheel that contains it, add it to the PATH, or set"
        " FORMREC to its path"
    )


def digest(program: str) -> str:
    """SHA-256 of the program, in hexadecimal. Computed once per process, unless the file changes."""
    state = os.stat(program)
    return _digest(program, state.st_size, state.st_mtime_ns)


@functools.lru_cache(maxsize=8)
def _digest(program: str, size: int, modified: int) -> str:
    with open(program, "rb") as file:
        hashed = hashlib.sha256()
        while block := file.read(1 << 20):
            hashed.update(block)
        return hashed.hexdigest()


def version(program: str) -> str:
    """The output of `formrec --version`."""
    return ask(["--version"], program=program).decode().strip()


def ask(
    arguments: Sequence[str],
    *,
    program: str | None = None,
    stdin: bytes | IO[bytes] | None = None,
    allowed: Sequence[int] = (0,),
    environment: Mapping[str, str] | None = None,
) -> bytes:
    """Runs a command and returns its output.

    Raises:
        FormrecError: if it ends with an exit code that is not allowed.
    """
    began = time.monotonic()
    chosen = program or path()
    feed: dict[str, Any] = {"stdin": subprocess.DEVNULL}
    if isinstance(stdin, bytes):
        feed = {"input": stdin}
    elif stdin is not None:
        feed = {"stdin": stdin}
    done = subprocess.run(
        [chosen, *arguments], capture_output=True, env=_environment(environment), **feed
    )
    log.debug(
        "formrec %s: exit code %d after %.3f s",
        arguments[0] if arguments else "", done.returncode, time.monotonic() - began,
    )
    if done.returncode not in allowed:
        raise failure(done.stderr, done.returncode, done.stdout)
    return done.stdout


@contextlib.contextmanager
def running(
    arguments: Sequence[str],
    *,
    program: str | None = None,
    stdin: int | IO[bytes] = subprocess.DEVNULL,
    allowed: Sequence[int] = (0,),
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that ends with the block, in any case.

    Leaving the block normally waits for the process and raises FormrecError for an exit code that is not
    allowed. stderr goes to a file, because a full pipe that is not read would block the process.
    """
    began = time.monotonic()
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [program or path(), *arguments], stdin=stdin, stdout=subprocess.PIPE, stderr=errors,
            env=_environment(None),
        )
        try:
            yield process
            code = process.wait()
        except BaseException:
            process.kill()
            process.wait()
            raise
        finally:
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
        log.debug(
            "formrec %s: exit code %d after %.3f s", arguments[0], code, time.monotonic() - began
        )
        if code not in allowed:
            errors.seek(0)
            raise failure(errors.read(), code)


def _environment(more: Mapping[str, str] | None) -> dict[str, str]:
    # This package parses messages and reports, so only an argument may choose their language.
    inherited = {name: value for name, value in os.environ.items() if name != "FORMREC_LANGUAGE"}
    return {**inherited, "NO_COLOR": "1", **(more or {})}


def failure(stderr: bytes, code: int, stdout: bytes = b"") -> FormrecError:
    """The exception for a failed command: from its JSON error if it printed one, else from its text."""
    details: dict[str, Any] | None = None
    for text in (stdout, stderr):
        with contextlib.suppress(ValueError):
            parsed = json.loads(text)
            if isinstance(parsed, dict) and isinstance(parsed.get("error"), dict):
                details = parsed["error"]
                break
    lines = [
        line for line in stderr.decode("utf-8", "replace").strip().splitlines()
        if not line.startswith(("Usage: ", "  See '"))
    ]
    words = "\n".join(lines[-20:]).removeprefix("error: ")
    if details is not None:
        words = str(details.get("message", words))
    return FormrecError(
        words or f"formrec ended with exit code {code}", exit_code=code, details=details
    )
