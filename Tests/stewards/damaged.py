"""Damage trials: no protected cell changes, whatever happens to a file."""

import random
import shutil
from pathlib import Path

# Each module registers its kinds of damage.
import files  # noqa: F401
import frames  # noqa: F401
import structure  # noqa: F401
import table as tables
import typed  # noqa: F401
import values  # noqa: F401
from damages import DAMAGES
from trial import EXTENSIONS, correct_honestly, judge

# The damage that changes what the bytes of an open cell mean, in a way that nothing can show.
UNKNOWABLE = {"a byte changed", "a byte lost", "a NUL inserted", "a quote inserted",
              "doubled quotes halved", "quotes removed", "two encodings"}

# The damage after which kept cells do not help, because open cells have values of other records, too.
REARRANGED = {"a column sorted alone", "a column sorted downwards alone", "columns sorted alone",
              "cells moved down", "cells moved up"}


class DamageTrials:
    def __init__(self, snapshots: list, seed: int, formats: set, keep: Path | None):
        self.snapshots, self.seed, self.keep = snapshots, seed, keep
        self.kinds = [each for each in DAMAGES.values() if formats & set(each.formats)]
        self.formats = formats
        self.others = [table for each in snapshots for table in each.tables.values()]
        # By kind: the numbers of files, of stored corrections, and of files by exit code.
        self.counts = {each.name: [0, 0, 0, 0, 0] for each in self.kinds}

    def control(self) -> list:
        """Returns damage with `--accept all`. The trials must find it."""
        snapshot = self.snapshots[0]
        table = snapshot.tables["plain.csv"].copy()
        table.rows[0][table.column("formula")] += "x"
        honest = correct_honestly(snapshot, table, random.Random(0), 1)
        path = snapshot.folder / "control.csv"
        tables.write(table, path)
        result = snapshot.return_file(path, "--accept", "all")
        judge(snapshot, result, table, table, honest)
        return [] if any(each.startswith("protected cell") for each in result.problems) else [
            f"the trials do not find an accepted change: exit code {result.code}, {result.problems}"]

    def run(self, index: int) -> list | None:
        """Runs a trial, which depends on the seed and its index only. Returns the problems, or None if
        the damage does not fit the file."""
        draw = random.Random(f"damage {self.seed} {index}")
        kind = self.kinds[index % len(self.kinds)]
        snapshot = self.snapshots[draw.randrange(len(self.snapshots))]
        exports = [name for name, table in snapshot.tables.items()
                   if table.format in kind.formats and table.format in self.formats]
        name = draw.choice(exports)
        table = snapshot.tables[name].copy()
        table.others = self.others
        honest = correct_honestly(snapshot, table, draw, draw.choice([0, 0.05, 0.3]))
        kinds = [kind]
        if draw.random() < 0.2:
            kinds.append(draw.choice([each for each in self.kinds if table.format in each.formats]))
        kinds.sort(key=lambda each: not each.may_be_wanted)
        wanted = before = table.copy()
        for each in kinds:
            try:
                each.apply(table, draw)
            except (IndexError, ValueError, KeyError, TypeError):
                if each is kind:
                    return None
            if each.may_be_wanted:
                wanted = table.copy()
        options = ["--keep", "all"] if draw.random() < 0.15 else []
        if options and REARRANGED & {each.name for each in kinds}:
            wanted = before
        if table.style.change and any(each.name in UNKNOWABLE for each in kinds):
            wanted = None
        path = snapshot.folder / f"returned{EXTENSIONS[table.format]}"
        try:
            tables.write(table, path)
        except (UnicodeError, LookupError, ValueError):
            return None
        result = snapshot.return_file(path, *options)
        judge(snapshot, result, wanted, table, honest)
        if len(kinds) > 1 or options:
            result.problems = [each for each in result.problems if not each.startswith("lost")]
        count = self.counts[kind.name]
        count[0] += 1
        count[1] += len(result.stored)
        count[2 + min(result.code, 2)] += 1
        if result.problems and self.keep:
            self.save(index, path, snapshot, name, kinds, result)
        what = " and ".join([each.name for each in kinds] + options)
        return [f"file {index}, {name}, {what}: {problem}"
                for problem in result.problems]

    def save(self, index, path, snapshot, name, kinds, result) -> None:
        folder = self.keep / f"{index}"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder)
        shutil.copy(snapshot.store.path, folder / "members.sqlite")
        shutil.copy(snapshot.store.folder / name, folder / name)
        lines = [f"{name}: {[each.name for each in kinds]}", f"exit code {result.code}",
                 *result.problems, result.errors, str(result.report)]
        (folder / "problems.txt").write_text("\n".join(lines), encoding="utf-8")
