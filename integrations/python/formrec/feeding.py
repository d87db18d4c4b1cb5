"""Writing to a process while its output is read.

Writing everything first would block forever, once the pipes are full.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from subprocess import Popen


class Feed:
    """Writes pieces to a process on a separate thread, and closes the pipe.

    If creating a piece fails, the process is killed: otherwise it would read the end of the pipe as the end of the
    records, and process an incomplete input.
    """

    def __init__(self, pieces: Iterator[bytes], process: Popen[bytes]) -> None:
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._write, args=(pieces, process), daemon=True)
        self._thread.start()

    def _write(self, pieces: Iterator[bytes], process: Popen[bytes]) -> None:
        pipe = process.stdin
        assert pipe is not None
        try:
            for piece in pieces:
                pipe.write(piece)
        except BrokenPipeError:
            # The process ended early; its exit code gives the reason.
            pass
        except BaseException as error:
            self._error = error
            process.kill()
        finally:
            with contextlib.suppress(OSError):
                pipe.close()

    def finish(self) -> None:
        """Waits for the end; raises any error that occurred while creating the pieces."""
        self._thread.join()
        if self._error is not None:
            raise self._error
