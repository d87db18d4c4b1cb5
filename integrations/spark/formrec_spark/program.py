"""The program `formrec`, run as a process of its own beside each Python worker."""

import contextlib
import os
import shutil
import subprocess
import tempfile


class FormrecError(RuntimeError):
    """formrec could not do what it was asked to; the message is its own. Never holds a value."""


def binary(hint=None):
    """The path of the program: FORMREC, else the PATH, else where the driver found it."""
    for path in (os.environ.get("FORMREC"), shutil.which("formrec"), hint):
        if path and os.access(path, os.X_OK):
            return path
    raise FormrecError(
        "formrec is not there: set FORMREC to its path, or put it on the PATH, on every machine"
    )


def ask(arguments):
    """What a command prints; raises FormrecError when it fails."""
    done = subprocess.run([binary(), *arguments], capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise FormrecError(_words(done.stderr, done.returncode))
    return done.stdout


@contextlib.contextmanager
def running(arguments, hint=None, stdin=subprocess.DEVNULL):
    """A process that ends with the block, however that ends.

    Leaving the block normally waits for the process and raises FormrecError unless it exited with 0.
    stderr goes to a file: nobody reads it meanwhile, and a full pipe would stop the process.
    """
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [binary(hint), *arguments], stdin=stdin, stdout=subprocess.PIPE, stderr=errors
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
        if code != 0:
            errors.seek(0)
            raise FormrecError(_words(errors.read(), code))


def _words(stderr, code):
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    return "\n".join(lines[-20:]) or f"formrec ended with exit code {code}"
