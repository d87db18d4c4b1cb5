"""The programs of other projects: those of this machine, of Debian packages and of PyPI."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from .scenario import Skipped


class Programs:
    """Finds programs, or fetches them into a folder; nothing is installed on the machine."""

    def __init__(self, folder: Path):
        self.folder = folder.resolve()
        self.problems: dict[str, str] = {}

    def find(self, needs: tuple[str, ...]) -> dict[str, Path]:
        """The folders of the needed programs, by name.

        - Throws: `Skipped` if one cannot be had.
        """
        return {need.partition(":")[2]: self.one(need) for need in needs}

    def one(self, need: str) -> Path:
        kind, _, name = need.partition(":")
        if need in self.problems:
            raise Skipped(self.problems[need])
        try:
            return {"command": self.command, "debian": self.debian, "pip": self.pip}[kind](name)
        except Skipped as reason:
            self.problems[need] = str(reason)
            raise

    def command(self, name: str) -> Path:
        found = shutil.which(name)
        if not found:
            raise Skipped(f"{name} is not installed")
        return Path(found).parent

    def debian(self, name: str) -> Path:
        """The folder with a program of a package, `PACKAGE/PROGRAM` if their names differ.

        The package is unpacked and not installed.
        """
        package, _, program = name.partition("/")
        program = program or package
        found = shutil.which(program)
        if found:
            return Path(found).parent
        root = self.folder / "debian" / package
        if not root.exists():
            partial = root.with_suffix(".partial")
            shutil.rmtree(partial, ignore_errors=True)
            partial.mkdir(parents=True)
            # In the folder itself, because apt-get writes to the working directory.
            _run("apt-get", "download", package, cwd=partial)
            (archive,) = partial.glob("*.deb")
            _run("dpkg-deb", "--extract", archive, partial, cwd=partial)
            partial.rename(root)
        for folder in ("usr/sbin", "usr/bin"):
            if (root / folder / program).exists():
                return root / folder
        raise Skipped(f"the package {package} has no program {program}")

    def pip(self, package: str) -> Path:
        """The folder of programs of the environment in which the package is installed."""
        environment = self.folder / "python"
        marks = environment / "installed"
        if not marks.exists():
            venv.create(environment, with_pip=True, clear=True)
            marks.mkdir()
        name = package.replace("/", "_")
        if not (marks / name).exists():
            _run(environment / "bin/python", "-m", "pip", "install", "--quiet", package,
                 cwd=self.folder)
            (marks / name).touch()
        return environment / "bin"


def _run(*command, cwd: Path) -> None:
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise Skipped(f"{' '.join(map(str, command[:3]))} …: {lines[-1] if lines else done.returncode}")
