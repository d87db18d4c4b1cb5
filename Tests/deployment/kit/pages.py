"""The code blocks of documentation pages, and the marks of those that are not run."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
PAGES = ("deployment.md", "server.md", "store.md", "scale.md")
MARK = re.compile(r"Not run by the tests: \S.*\. Last run by hand: (never|\d{4}-\d\d-\d\d)\.")


@dataclass(frozen=True)
class Place:
    """A block by its page, the heading above it, and its number below headings of this text, from 1."""

    page: str
    section: str
    number: int = 1

    def __str__(self):
        return f"{self.page}, {self.section}, block {self.number}"


@dataclass(frozen=True)
class Block:
    place: Place
    language: str
    text: str
    # Whether the paragraph after the block says that it is not run.
    is_marked: bool


def read_blocks(page: str) -> list[Block]:
    lines = (REPOSITORY / "docs" / page).read_text().splitlines()
    blocks, section, counts, index = [], "", Counter(), 0
    while index < len(lines):
        line = lines[index]
        index += 1
        if line.startswith("#"):
            section = line.lstrip("# ")
        elif line.startswith("```"):
            end = lines.index("```", index)
            counts[section] += 1
            blocks.append(Block(Place(page, section, counts[section]), line[3:],
                                "\n".join(lines[index:end]) + "\n", _is_marked(lines, end + 1)))
            index = end + 1
    return blocks


def _is_marked(lines: list[str], start: int) -> bool:
    while start < len(lines) and not lines[start]:
        start += 1
    end = start
    while end < len(lines) and lines[end]:
        end += 1
    return MARK.match(" ".join(lines[start:end])) is not None


def all_blocks() -> dict[Place, Block]:
    return {block.place: block for page in PAGES for block in read_blocks(page)}


def problems(used: set[Place]) -> list[str]:
    """Blocks that no scenario runs and that have no mark, and the reverse."""
    found = []
    blocks = all_blocks()
    for place, block in blocks.items():
        if block.is_marked == (place in used):
            found.append(f"{place} is {'marked as not run, but is' if block.is_marked else 'not'} run")
    return found + [f"there is no {place}" for place in used - blocks.keys()]


def commands(console: str) -> list[str]:
    """The commands of a block with output: the lines after `$ `."""
    return [line[2:] for line in console.splitlines() if line.startswith("$ ")]
