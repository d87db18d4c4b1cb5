"""Converts a schema, judges records by the result, and compares the verdicts with those of a reference."""

import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROGRAM = str(Path(os.environ.get("FORMREC", ".build/release/formrec")).resolve())
CASES = int(os.environ.get("CASES", 256_000))
SEED = int(os.environ.get("SEED", 1))
SHOW = int(os.environ.get("SHOW", 10))
WORKERS = os.cpu_count() or 2

# Differences that concern whole files, not single records.
FILES = ("records are objects", "columns match", "validators reject")

NOTE = re.compile(r"^[^:]*(?::\d+:\d+)?: (?P<place>.*?): (?P<words>.*)$")


class Conversion:
    """The result of a conversion: definitions and notes, or the reason for a refusal."""

    def __init__(self, folder, schema, format):
        self.folder = folder
        (folder / "schema.json").write_text(schema)
        done = subprocess.run(
            [PROGRAM, "convert", "schema.json", "--from", format, "--name", "t", "-o", "t.yaml", "--force"],
            cwd=folder, capture_output=True, text=True)
        assert done.returncode in (0, 2), done.stderr
        self.refusal = done.stderr if done.returncode else None
        self.definitions = "" if done.returncode else (folder / "t.yaml").read_text()
        # The losses, and the texts of the differences with their fields.
        self.lost, self.differences, self.files = [], collections.defaultdict(set), []
        for line in done.stderr.splitlines():
            note = NOTE.match(line)
            if not note:
                continue
            names = re.search(r"^(.*): ((?:'[^']*'(?:, )?)+)$", note["words"])
            if note["words"].startswith(FILES):
                self.files.append(note["words"])
            elif names and not note["words"].endswith("not converted"):
                self.differences[names[1]].update(re.findall(r"'([^']*)'", names[2]))
            else:
                self.lost.append((note["place"], note["words"]))

    def differs(self, field, *beginnings):
        """Whether a note with one of these beginnings names the field."""
        return any(field in fields for words, fields in self.differences.items() if words.startswith(beginnings))

    def verdicts(self, name, content, count):
        """Whether each record is accepted, in order."""
        (self.folder / name).write_text(content)
        done = subprocess.run(
            [PROGRAM, "check", name, "--definitions", "t.yaml", "--format", "ndjson", "--only", "rejected"],
            cwd=self.folder, capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stderr + self.definitions
        found = [[] for _ in range(count)]
        for line in done.stdout.splitlines():
            record = json.loads(line)
            found[record["record"] - 1] = [error["rule"] for error in record["errors"]]
        return found


class Count(collections.Counter):
    def report(self, name, schemas):
        compared = self["equal"] + self["differs"]
        print(f"{name}: {schemas} schemas, of which {self['exact']} without a loss, {self['lossy']} with one, "
              f"{self['refused']} refused; {sum(self[k] for k in ('equal', 'noted', 'class', 'differs'))} cases: "
              f"{self['equal']} equal, {self['class']} differ as a note says of the field, "
              f"{self['noted']} beside a note of a loss, {self['differs']} differ without one")


def run(name, compare, per_schema, only=None):
    """Runs `compare(random, folder)` for schemas until there are enough cases.

    `compare` returns a Counter and a list of texts, one per difference.
    """
    rounds = max(1, CASES // per_schema)
    total, shown = Count(), 0

    def one(index):
        with tempfile.TemporaryDirectory(prefix="formrec-") as folder:
            return compare(random.Random(f"{name} {SEED} {index}"), Path(folder))

    indices = [only] if only is not None else range(rounds)
    with ThreadPoolExecutor(WORKERS) as pool:
        for index, (count, differences) in zip(indices, pool.map(one, indices)):
            total.update(count)
            for text in differences:
                shown += 1
                if shown <= SHOW:
                    print(f"--- schema {index}\n{text}")
    total.report(name, len(list(indices)))
    return total["differs"]


def tally(conversion, differences, count, explained):
    """Classifies the differences of a schema's records: explained by a class, by a loss, or unexplained."""
    counts = Count()
    counts["lossy" if conversion.lost else "exact"] += 1
    counts["equal"] += count - len(differences)
    unexplained = []
    for record in differences:
        if explained(record):
            counts["class"] += 1
        elif conversion.lost:
            counts["noted"] += 1
        else:
            counts["differs"] += 1
            unexplained.append(record)
    return counts, unexplained
