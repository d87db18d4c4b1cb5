"""Exceptions with data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .result import Result


class FormrecError(RuntimeError):
    """A command of formrec failed.

    The message is that of the program and never contains a submitted value.

    Attributes:
        exit_code: the program's exit code: 2 for files, databases and definitions, 64 for invalid usage; None if
            the program was not run.
        details: the error as the JSON that the program printed, if any.
    """

    def __init__(
        self, message: str, *, exit_code: int | None = None, details: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.details = details

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions of tasks are pickled between processes.
        return _restored, (type(self), str(self), self.__dict__)


class ProgramNotFound(FormrecError):
    """The program is neither in the package nor on the PATH."""


class UnsupportedColumn(FormrecError):
    """Values of a column's type cannot be written as a cell.

    Attributes:
        column: the column's name.
        type: its type, as its library names it.
        record: the number of the first record with such a value, from 1, if only some values have this type.
    """

    def __init__(self, column: str, kind: str, record: int | None = None) -> None:
        of = f"column '{column}'" if record is None else f"record {record}: column '{column}'"
        super().__init__(f"{of} is {kind}, which a cell cannot contain; make it text first")
        self.column = column
        self.type = kind
        self.record = record


class Rejected(FormrecError):
    """Records were rejected, or limits were exceeded, and `raise_on` was set.

    Attributes:
        result: the result, if records were checked.
        counts: the numbers of records, by name.
        limits: descriptions of the exceeded limits.
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
