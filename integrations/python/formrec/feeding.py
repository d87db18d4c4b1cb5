"""Writing to a process while it is read: who writes all first waits for ever, once the pipes are full."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import IO


class Feed:
    """Writes pieces to a pipe on a thread of its own, and closes it."""

    def __init__(self, pieces: Iterator[bytes], pipe: IO[bytes]) -> None:
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._write, args=(pieces, pipe), daemon=True)
        self._thread.start()

    def _write(self, pieces: Iterator[bytes], pipe: IO[bytes]) -> None:
        try:
            for piece in pieces:
                pipe.write(piece)
        except BrokenPipeError:
            # The process ended early; its exit code says why.
            pass
        except BaseException as error:
            self._error = error
        finally:
            with contextlib.suppress(OSError):
                pipe.close()

    def finish(self) -> None:
        """Waits for the end; raises what went wrong while the pieces were made."""
        self._thread.join()
        if self._error is not None:
            raise self._error
