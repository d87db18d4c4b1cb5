"""The fault library that is loaded into the program (shim.c)."""

import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "shim.c"


class Shim:
    """Builds the environment variables that inject a fault into a program."""

    def __init__(self, library: Path):
        self.library = library

    @classmethod
    def compiled(cls, folder: Path) -> "Shim | None":
        """The library, compiled into a folder; None without a C compiler."""
        compiler = shutil.which("cc")
        if compiler is None:
            return None
        library = folder / "shim.so"
        subprocess.run(
            [compiler, "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", SOURCE, "-o",
             library, "-ldl"], check=True)
        return cls(library)

    def fault(self, operation: str, call: int, what: str, path: str, sticky: bool = False,
              delay: int | None = None) -> dict[str, str]:
        """A fault at the k-th call of an operation on files whose path contains a text."""
        fault = f"{operation}:{call}:{what}" + (":sticky" if sticky else "")
        environment = {"LD_PRELOAD": str(self.library), "FAULT": fault, "FAULT_PATH": path}
        return environment | ({} if delay is None else {"FAULT_DELAY": str(delay)})

    def signal(self, call: int, name: str) -> dict[str, str]:
        """A signal (INT, TERM, HUP) at the k-th call of any kind."""
        return {"LD_PRELOAD": str(self.library), "FAULT": f"any:{call}:{name}"}

    def watching_locks(self, path: str, to: Path) -> dict[str, str]:
        """No fault; writes a line to a file for each close that drops SQLite's locks on a path."""
        return {"LD_PRELOAD": str(self.library), "FAULT_PATH": path, "FAULT_LOCKS": str(to)}

    def counting(self, operation: str, path: str, to: Path) -> dict[str, str]:
        """No fault; writes the number of calls to a file at the end."""
        return self.fault(operation, 0, "EIO", path) | {"FAULT_COUNT": str(to)}

    def counting_all(self, to: Path) -> dict[str, str]:
        """No fault; writes the number of calls of any kind to a file at the end."""
        return self.signal(0, "INT") | {"FAULT_COUNT": str(to)}
