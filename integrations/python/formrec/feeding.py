"""Writing to a process while it is read: who writes all first waits for ever, once the pipes are full."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from subprocess import Popen


class Feed:
    """Writes pieces to a process on a thread of its own, and closes the pipe.

    When the pieces cannot be made, the process is killed: the end of the pipe would be the end of the
    records, and what came before it be taken for all of them.
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
            # The process ended early; its exit code says why.
            pass
        except BaseException as error:
            self._error = error
            process.kill()
        finally:
            with contextlib.suppress(OSError):
                pipe.close()

    def finish(self) -> None:
        """Waits for the end; raises what went wrong while the pieces were made."""
        self._thread.join()
        if self._error is not None:
            raise self._error
