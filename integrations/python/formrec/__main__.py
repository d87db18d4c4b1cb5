"""The command `formrec` of the package: runs the program."""

import os
import sys

from . import program
from .errors import ProgramNotFound


def main() -> None:
    """Replaces this process with the program."""
    try:
        path = program.path() if os.environ.get("FORMREC") else program.BUNDLED
        if not os.access(path, os.X_OK):
            raise ProgramNotFound("this package was installed without the program formrec")
        os.execv(path, [path, *sys.argv[1:]])
    except ProgramNotFound as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
