"""Runs formrec, disturbs it, and checks how it ended."""

import os
import re
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

# Texts that a message must never contain: SQLite's own messages, and those of a Swift trap.
RAW_WORDS = re.compile(
    r"SQLITE|SQLite error|UNIQUE|constraint|no such (table|column)|near \"|GRDB|Fatal error"
    r"|database is locked|Stack dump|Thread \d+ crashed")


@dataclass(frozen=True)
class Ended:
    """The end of a process: its exit code (negative: the signal), output and messages."""

    command: str
    code: int
    output: str
    messages: str

    @property
    def errors(self) -> list[str]:
        """The error lines, without notes on records and versions."""
        return [line for line in self.messages.splitlines() if line.startswith("error:")]

    @property
    def acknowledged(self) -> int:
        """The number of records in the last acknowledgement of a commit."""
        numbers = re.findall(r'^\{"committed":(\d+)\}$', self.output, re.MULTILINE)
        return max(map(int, numbers), default=0)

    @property
    def complaint(self) -> str | None:
        """A violation of the rules for every command's end; None if there is none."""
        if self.code not in (0, 1, 2, 64, -signal.SIGKILL):
            return f"exit code {self.code}: {self.last_words}"
        if found := RAW_WORDS.search(self.messages):
            return f"'{found.group()}' in: {self.last_words}"
        if self.code == 2 and len(self.errors) != 1:
            return f"exit code 2 with {len(self.errors)} lines of error: {self.last_words}"
        return None

    @property
    def last_words(self) -> str:
        return " / ".join((self.errors or self.messages.splitlines())[-2:])[:300]

    def __str__(self) -> str:
        return f"exit {self.code} {self.last_words}"


class Running:
    """A running process. Its output goes to files, which keep it if the process is killed."""

    def __init__(self, command: list[str], environment: dict[str, str], folder: Path | None,
                 input: Path | None = None):
        self.command = command
        self.output = tempfile.TemporaryFile()
        self.messages = tempfile.TemporaryFile()
        with open(input or os.devnull, "rb") as source:
            self.process = subprocess.Popen(
                command, stdin=source, stdout=self.output, stderr=self.messages,
                env=os.environ | {"SWIFT_BACKTRACE": "enable=no"} | environment, cwd=folder)

    def acknowledged(self) -> int:
        """The number of records acknowledged so far."""
        text = os.pread(self.output.fileno(), 1 << 24, 0).decode(errors="replace")
        return Ended("", 0, text[: text.rfind("\n") + 1], "").acknowledged

    def read_messages(self) -> str:
        """The messages so far."""
        return os.pread(self.messages.fileno(), 1 << 20, 0).decode(errors="replace")

    def memory(self) -> int:
        """The largest resident size so far, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1)) << 10

    def wait_until_stopped(self, timeout: float = 20) -> bool:
        """Waits for a SIGSTOP; returns False if the process ended before, or after the timeout."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            state = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0]
            if state == "T":
                return True
            if state == "Z":
                return False
            time.sleep(0.002)
        return False

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        self.process.kill()

    def wait(self, timeout: float = 120) -> Ended:
        try:
            code = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            code = 124  # a hang, as in timeout(1)
        texts = []
        for file in (self.output, self.messages):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
            file.close()
        return Ended(" ".join(self.command[1:]), code, *texts)


class Program:
    """The tested program."""

    def __init__(self, path: Path):
        self.path = path
        self.commands = subprocess.run(
            [path, "--help"], capture_output=True, text=True, check=False).stdout
        self._help: dict[str, str] = {}

    def has(self, command: str, option: str = "") -> bool:
        """Whether the program has a command, with an option."""
        if not re.search(rf"^  {command}\b", self.commands, re.MULTILINE):
            return False
        if command not in self._help:
            self._help[command] = self.run(command, "--help").output
        return option in self._help[command]

    def start(self, *arguments: str | Path | int, environment: dict[str, str] | None = None,
              folder: Path | None = None, input: Path | None = None) -> Running:
        """Starts a command. Its standard input is a file, or empty."""
        command = [str(self.path), *map(str, arguments)]
        return Running(command, environment or {}, folder, input)

    def run(self, *arguments: str | Path | int, environment: dict[str, str] | None = None,
            folder: Path | None = None, input: Path | None = None, timeout: float = 120) -> Ended:
        return self.start(
            *arguments, environment=environment, folder=folder, input=input).wait(timeout)

    def killed(self, *arguments: str | Path | int, after: float) -> Ended:
        """Runs a command until it ends, and kills it after a number of seconds."""
        running = self.start(*arguments)
        try:
            running.process.wait(after)
        except subprocess.TimeoutExpired:
            running.kill()
        return running.wait()
