"""The packages that write workbooks and tables."""

import subprocess
import sys
import venv
from pathlib import Path

PACKAGES = ["openpyxl==3.1.5", "pandas>=2.2"]


def install(folder: Path) -> str | None:
    """Makes openpyxl and pandas available to this process. Returns the problem, if any."""
    try:
        import openpyxl  # noqa: F401
        import pandas  # noqa: F401
        return None
    except ImportError:
        pass
    try:
        if not (folder / "ready").exists():
            venv.create(folder, with_pip=True)
            subprocess.run([folder / "bin/python", "-m", "pip", "install", "-q", *PACKAGES],
                           check=True, capture_output=True, text=True)
            (folder / "ready").touch()
        sys.path += [str(path) for path in folder.glob("lib/python*/site-packages")]
        import openpyxl  # noqa: F401
        import pandas  # noqa: F401
    except (OSError, subprocess.CalledProcessError, ImportError) as error:
        lines = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
        return f"openpyxl and pandas cannot be installed: {lines[-1] if lines else error}"
    return None
