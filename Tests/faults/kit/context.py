"""The environment of a scenario, and its results."""

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from .program import Ended, Program
from .shim import Shim
from .store import Store, remove_store


class Skipped(Exception):
    """A scenario that this machine or user cannot run, with the reason."""


@dataclass
class Context:
    """The program, a folder and a random number generator for the scenario, and its findings."""

    program: Program
    shim: Shim | None
    folder: Path
    seed: int
    quick: bool
    round_count: int | None = None  # as requested
    figures: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    # Undetected alterations that `verify` must detect, and other details, which are written to files.
    details: dict[str, str] = field(default_factory=dict)

    def __post_init__(self):
        self.random = random.Random(self.seed)

    def amount(self, default: int, quick: int) -> int:
        return quick if self.quick else default

    def rounds(self) -> int:
        """The number of rounds of scenarios whose outcome depends on chance."""
        return self.round_count or self.amount(10, 2)

    @staticmethod
    def pause(seconds: float) -> None:
        time.sleep(seconds)

    def store(self, name: str) -> Store:
        """A store that does not exist yet."""
        path = self.folder / f"{name}.sqlite"
        remove_store(path)
        return Store(self.program, path)

    def needed_shim(self) -> Shim:
        if self.shim is None:
            raise Skipped("needs a C compiler (cc)")
        return self.shim

    def figure(self, text: str) -> None:
        self.figures.append(text)

    def check(self, holds: bool, words: str) -> bool:
        if not holds:
            self.failures.append(words)
        return holds

    def equal(self, found, expected, words: str) -> bool:
        return self.check(found == expected, f"{words}: {found}, expected {expected}")

    def sound(self, store: Store, words: str) -> bool:
        problem = store.problem()
        return self.check(problem is None, f"{words}: {problem}")

    def decent(self, ended: Ended, words: str, codes: tuple[int, ...] = (0, 1, 2, 64)) -> bool:
        """Whether a command ended with an allowed code and a message for people."""
        complaint = ended.complaint
        if complaint is None and ended.code not in codes:
            complaint = f"{ended}, expected {' or '.join(map(str, codes))}"
        return self.check(complaint is None, f"{words}: {complaint}")

    def two_at_once(self, work: Callable[[int], None], count: int) -> None:
        """Runs work for 0..<count on two threads."""
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(work, range(count)))
