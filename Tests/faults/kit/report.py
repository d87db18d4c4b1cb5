"""Prints the outcome of scenarios, and writes it to the documentation."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SHOWN_FAILURES = int(os.environ.get("FAULTS_SHOWN", 12))
BEGIN, END = "<!-- figures: Tests/faults/run --record -->", "<!-- end of figures -->"


@dataclass(frozen=True)
class Scenario:
    name: str
    promise: str
    run: Callable


@dataclass(frozen=True)
class Line:
    """The outcome of a scenario."""

    scenario: Scenario
    figures: list[str]
    failures: list[str]
    skipped: str | None
    seconds: float

    @property
    def outcome(self) -> str:
        if self.failures:
            return f"FAILED ({len(self.failures)})"
        return "passed" if self.skipped is None else f"skipped: {self.skipped}"

    @property
    def text(self) -> str:
        figures = "; ".join(self.figures)
        lines = [f"{self.scenario.name:24} {self.outcome}, {self.seconds:.0f} s: {figures}"]
        lines += [f"    {failure}" for failure in self.failures[:SHOWN_FAILURES]]
        if len(self.failures) > SHOWN_FAILURES:
            lines.append(f"    and {len(self.failures) - SHOWN_FAILURES} more")
        return "\n".join(lines)


def write_figures(document: Path, lines: list[Line], order: list[str]) -> None:
    """Replaces the table of figures in a document; keeps the rows of scenarios that did not run."""
    text = document.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    table, _, after = rest.partition(END)
    rows = {}
    for row in table.strip().splitlines()[2:]:
        rows[row.split("|")[1].strip(" `")] = row
    for line in lines:
        cells = (f"`{line.scenario.name}`", line.scenario.promise, "; ".join(line.figures),
                 line.outcome, f"{line.seconds:.0f}")
        rows[line.scenario.name] = "| " + " | ".join(cells) + " |"
    head = ["| scenario | what must hold | figures | outcome | s |", "|---|---|---|---|---|"]
    body = "\n".join(head + [rows[name] for name in order if name in rows])
    document.write_text(f"{before}{BEGIN}\n{body}\n{END}{after}", encoding="utf-8")
