"""A scenario, and what it has while it runs."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .pages import REPOSITORY, Block, Place


class Skipped(Exception):
    """A scenario that cannot run here, with the reason."""


@dataclass(frozen=True)
class Scenario:
    name: str
    # What must hold, in words.
    promise: str
    run: Callable[["Context"], None]
    blocks: tuple[Place, ...] = ()
    # Names for `Programs`: `debian:nginx`, `pip:pandas`, `command:jq`.
    needs: tuple[str, ...] = ()
    # Whether it has a network of its own, in which every port is free and no other machine is reached.
    isolated: bool = True


@dataclass
class Context:
    folder: Path
    binary: Path
    blocks: dict[Place, Block]
    # Where the needed programs are.
    programs: dict[str, Path]
    options: dict[str, Path]
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    failures: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    used: set[Place] = field(default_factory=set)
    processes: list[subprocess.Popen] = field(default_factory=list)

    def __post_init__(self):
        commands = self.folder / "bin"
        commands.mkdir()
        (commands / "formrec").symlink_to(self.binary)
        (self.folder / "fixtures").symlink_to(REPOSITORY / "fixtures")
        known = os.environ["PATH"].split(":")
        added = [str(path) for path in self.programs.values() if str(path) not in known]
        self.environment["PATH"] = ":".join([str(commands), *added, *known])
        self.environment["HOME"] = str(self.folder)

    def block(self, page: str, section: str, number: int = 1) -> str:
        place = Place(page, section, number)
        self.used.add(place)
        return self.blocks[place].text

    def check(self, holds: bool, words: str) -> bool:
        if not holds:
            self.failures.append(words)
        return holds

    def equal(self, found, expected, words: str) -> bool:
        return self.check(found == expected, f"{words}: {found!r}, expected {expected!r}")

    def run(self, *command, codes=(0,), **options) -> subprocess.CompletedProcess:
        """Runs a command in the folder; another exit code ends the scenario."""
        done = subprocess.run([str(part) for part in command], cwd=options.pop("cwd", self.folder),
                              env=options.pop("env", self.environment), text=True,
                              capture_output=True, stdin=options.pop("stdin", subprocess.DEVNULL)
                              if "input" not in options else None, **options)
        if codes is not None and done.returncode not in codes:
            raise RuntimeError(f"{' '.join(map(str, command))[:300]}: exit code {done.returncode}: "
                               f"{(done.stderr or done.stdout).strip()[-800:]}")
        return done

    def formrec(self, *arguments, **options) -> str:
        return self.run("formrec", *arguments, **options).stdout

    def json(self, *arguments, **options):
        return json.loads(self.formrec(*arguments, "--format", "json", **options))

    def shell(self, text: str, **options) -> str:
        """Runs a block as a script that ends at its first error."""
        return self.run("bash", "-euo", "pipefail", "-c", text, **options).stdout

    def start(self, *command, log: str, ready: str, **options) -> subprocess.Popen:
        """Starts a command, and waits until its log contains a text."""
        path = self.folder / log
        with open(path, "w") as file:
            process = subprocess.Popen(
                [str(part) for part in command], cwd=self.folder, stdin=subprocess.DEVNULL,
                env=options.pop("env", self.environment), stdout=file, stderr=file,
                start_new_session=True, **options)
        self.processes.append(process)
        self.wait(lambda: ready in path.read_text() or process.poll() is not None, f"{log}: {ready}")
        if process.poll() is not None:
            raise RuntimeError(f"{command[0]} ended: {path.read_text().strip()[-800:]}")
        return process

    def wait(self, condition: Callable[[], bool], words: str, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise RuntimeError(f"waited {seconds:.0f} s in vain: {words}")
            time.sleep(0.05)

    def stop(self, process: subprocess.Popen, number=signal.SIGTERM) -> None:
        """Stops a command with its children."""
        if process.poll() is None:
            os.killpg(process.pid, number)
        process.wait(60)

    def serve(self, *arguments) -> subprocess.Popen:
        return self.start("formrec", "serve", *arguments, log="serve.log", ready="listening on")
