"""What the job found out about all records before it judges them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .counts import Counts

if TYPE_CHECKING:
    from .parts import Task
    from .repeats import Repeats


@dataclass(frozen=True)
class Known:
    """The results of earlier passes, for tasks that judge files."""

    counts: Counts | None = None
    repeated: Repeats | None = None

    def arguments(self, task: Task, names: dict[int, str], folder: str) -> list[str]:
        """The arguments of `formrec check` for a task; writes files to a folder.

        Args:
            names: for each file, by its number, its name in the program's arguments.
        """
        arguments: list[str] = []
        if self.counts is not None:
            # Files whose records are counted elsewhere are not grouped into tasks.
            (file,) = task.files
            arguments += self.counts.arguments(file.number, folder)
        if self.repeated is not None and self.repeated.covers(task):
            arguments += ["--repeated", self.repeated.write(task, names, folder)]
        return arguments
