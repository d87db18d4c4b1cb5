"""What can go wrong, as exceptions with data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .result import Result


class FormrecError(RuntimeError):
    """formrec did not do what it was asked to.

    The message is the program's own and never holds a submitted value.

    Attributes:
        exit_code: the program's exit code: 2 for files, databases and definitions, 64 for wrong
            usage; None when the program was not run.
        details: the error as the JSON that the program printed, where it printed some.
    """

    def __init__(
        self, message: str, *, exit_code: int | None = None, details: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.details = details

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions of tasks travel between processes.
        return _restored, (type(self), str(self), self.__dict__)


class ProgramNotFound(FormrecError):
    """The program is neither in the package nor on the PATH."""


class UnsupportedColumn(FormrecError):
    """A column's type has no text that a form could read.

    Attributes:
        column: the column's name.
        type: its type, as its own library writes it.
    """

    def __init__(self, column: str, kind: str) -> None:
        super().__init__(
            f"column '{column}' is {kind}, which no cell can hold; make it text first"
        )
        self.column = column
        self.type = kind


class Rejected(FormrecError):
    """Records were rejected, or limits were exceeded, and `raise_on` asked to be told.

    Attributes:
        result: what was found, where records were checked.
        counts: how many records there were, by name.
        limits: the limits that were exceeded, in words.
    """

    def __init__(
        self,
        message: str,
        *,
        counts: dict[str, int],
        limits: list[str],
        result: Result | None = None,
    ) -> None:
        super().__init__(message, exit_code=1)
        self.counts = counts
        self.limits = limits
        self.result = result


class LimitExceeded(Rejected):
    """Limits of the rule set were exceeded."""


def _restored(kind: type[FormrecError], message: str, state: dict[str, Any]) -> FormrecError:
    error = kind.__new__(kind, message)
    RuntimeError.__init__(error, message)
    error.__dict__.update(state)
    return error
