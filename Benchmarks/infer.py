#!/usr/bin/env python3
"""Measures the recall, precision and false alarms of the rules that 'formrec infer' drafts.

    Benchmarks/infer.py [--formrec PATH] [--pairs FOLDER] [--explain] [FOLDER or FILE of clean data ...]

Prints four tables:
  pairs    Compares each NAME_dirty.csv with its NAME_clean.csv in FOLDER (default: ../shared/real).
           A cell that differs is an error, and a rejected cell is an alarm. 'active' is the draft as
           printed; 'all' is the draft with its suggestions enabled.
  clean    False alarms per thousand cells of files assumed to be clean. Each file is both the source
           of the draft and the file checked.
  halves   The same, with a draft from the first half of a file checked against the second half.
  injected Clean files in which one per cent of the cells contain one of eight kinds of errors.

The draft of a pair is created from the dirty file alone. The options of
`depends` in drafts for conflicting sources were chosen with flights in view, so its figure is not held out. The
thresholds and their reasons are documented in Sources/FormProfile/Evidence.

Files taken as clean may contain errors, so their alarms are an upper bound of the false ones. `--explain`
lists the rules, suggestions included, that give the alarms on clean files and on halves.
"""
import argparse
import collections
import csv
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

csv.field_size_limit(1 << 28)
LARGEST = 60_000


def rows_of(path):
    with open(path, encoding="utf-8-sig", errors="replace", newline="") as file:
        return [row for row in csv.reader(file) if row]


def write(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


class Program:
    def __init__(self, path, folder):
        self.path = path
        self.definitions = os.path.join(folder, "draft.yaml")
        # By rule, the number of its alarms in the last check.
        self.rules = collections.Counter()

    def run(self, *arguments):
        return subprocess.run([self.path, *arguments], capture_output=True, text=True)

    def alarms(self, drafted, checked=None):
        """Returns the cells (record, column) that a draft rejects: with the active rules alone, and
        with the suggestions as well."""
        checked = checked or drafted
        draft = self.run("infer", drafted)
        if draft.returncode:
            raise RuntimeError(draft.stderr.strip())
        everything = self.run("infer", drafted, "--suggestions").stdout
        return self.check(draft.stdout, checked), self.check(everything, checked)

    def check(self, definitions, path):
        with open(self.definitions, "w", encoding="utf-8") as file:
            file.write(definitions)
        result = self.run(
            "check", path, "--definitions", self.definitions, "--format", "ndjson", "--only",
            "rejected", "--fail-on", "never")
        if result.returncode:
            raise RuntimeError(result.stderr.strip())
        cells = set()
        self.rules.clear()
        for line in result.stdout.splitlines():
            record = json.loads(line)
            for error in record["errors"]:
                if error["column"]:
                    self.rules[error["rule"]] += 1
                    cells.add((record["record"], error["column"]))
        return cells


# Realistic errors. Each changed cell contains one error of a random kind.

def typo(text, rng):
    place = rng.randrange(len(text))
    return text[:place] + rng.choice("abcdefghijklmnopqrstuvwxyz") + text[place + 1:]


def swapped(text, rng):
    place = rng.randrange(max(1, len(text) - 1))
    return text[:place] + text[place:place + 2][::-1] + text[place + 2:]


KINDS = {
    "typo": typo,
    "swap": swapped,
    "unit": lambda text, rng: text + rng.choice([" oz", "%", " kg"]),
    "encoding": lambda text, rng: text[:1] + "\ufffd" + text[1:],
    "case": lambda text, rng: text.swapcase(),
    "cut": lambda text, rng: text[:len(text) // 2],
    "word": lambda text, rng: rng.choice(["unknown", "see note", "tbd"]),
    "letter for digit": lambda text, rng: text.replace("0", "O").replace("1", "l"),
}


def dirtied(rows, rng):
    cells = [(r, c) for r in range(1, len(rows)) for c in range(len(rows[r])) if rows[r][c]]
    rows = [list(row) for row in rows]
    truth = set()
    for record, column in rng.sample(cells, len(cells) // 100):
        old = rows[record][column]
        new = KINDS[rng.choice(sorted(KINDS))](old, rng)
        if new and new != old:
            rows[record][column] = new
            truth.add((record, column + 1))
    return rows, truth


def score(alarms, truth):
    right = len(alarms & truth)
    recall = right / len(truth) if truth else 1
    precision = right / len(alarms) if alarms else 1
    both = recall + precision
    return f"{recall:.3f} {precision:.3f} {2 * recall * precision / both if both else 0:.3f}"


def per_thousand(alarms, rows):
    return 1000 * len(alarms) / max(1, sum(len(row) for row in rows[1:]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--formrec", default=".build/release/formrec")
    parser.add_argument("--pairs", default="../shared/real")
    parser.add_argument(
        "--explain", action="store_true", help="list the rules that give the alarms")
    parser.add_argument("clean", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run(options, Program(options.formrec, folder), folder)


def run(options, program, folder):
    print("pairs                          active R P F1     all R P F1        false/1000 on clean")
    pairs = sorted(glob.glob(os.path.join(options.pairs, "*_dirty.csv")))
    for dirty in pairs:
        clean = dirty.replace("_dirty.csv", "_clean.csv")
        if not os.path.exists(clean):
            continue
        before, after = rows_of(dirty), rows_of(clean)
        truth = {
            (record, column + 1)
            for record, (a, b) in enumerate(zip(before, after)) if record > 0
            for column, (x, y) in enumerate(zip(a, b)) if x != y}
        active, everything = program.alarms(dirty)
        false = [per_thousand(alarms, after) for alarms in program.alarms(clean)]
        name = os.path.basename(dirty)[:-len("_dirty.csv")]
        print(
            f"  {name:28} {score(active, truth)} {score(everything, truth)} "
            f"{false[0]:.3f} {false[1]:.3f}", flush=True)

    files = options.clean or sorted(
        path for path in glob.glob(os.path.join(options.pairs, "*.csv"))
        if not path.endswith(("_dirty.csv", "_cr_only.csv", "_no_header.csv")))
    files = [
        path for name in files
        for path in (sorted(glob.glob(os.path.join(name, "*.csv"))) if os.path.isdir(name) else [name])]
    part = [os.path.join(folder, name) for name in ("first.csv", "second.csv")]
    sums = collections.defaultdict(lambda: [0, 0, 0, set(), set()])
    print("\nfalse alarms a thousand cells      cells  clean: active all   halves: active all   injected: R P F1 (all)")
    for path in files:
        rows = rows_of(path)
        if not 2 <= len(rows) <= LARGEST:
            continue
        line = f"  {os.path.basename(path)[:32]:32} {sum(map(len, rows[1:])):9}"
        rules = []
        try:
            for kind in ("clean", "halves"):
                if kind == "halves":
                    middle = 1 + len(rows) // 2
                    if middle < 200:
                        line += "        -     -"
                        continue
                    write(part[0], rows[:middle])
                    write(part[1], rows[:1] + rows[middle:])
                    found = program.alarms(*part)
                    cells = sum(map(len, rows[middle:]))
                else:
                    found = program.alarms(path)
                    cells = sum(map(len, rows[1:]))
                rules += [f"      {kind}: {count} {rule}" for rule, count in program.rules.most_common()]
                for place, alarms in enumerate(found):
                    sums[kind][place + 1] += len(alarms)
                    line += f"  {1000 * len(alarms) / cells:8.3f}"
                sums[kind][0] += cells
            changed, truth = dirtied(rows, random.Random(24))
            write(part[0], changed)
            _, alarms = program.alarms(part[0])
            name = os.path.basename(path)
            sums["injected"][3] |= {(name, *cell) for cell in alarms}
            sums["injected"][4] |= {(name, *cell) for cell in truth}
            line += "  " + score(alarms, truth)
        except RuntimeError as error:
            line += f"  not read: {str(error)[:100]}"
        print(line, flush=True)
        if options.explain and rules:
            print("\n".join(rules), flush=True)
    for kind in ("clean", "halves"):
        cells, active, everything = sums[kind][:3]
        if cells:
            print(
                f"{kind}: {cells} cells, {1000 * active / cells:.3f} active, "
                f"{1000 * everything / cells:.3f} all, per thousand")
    if sums["injected"][4]:
        print(f"injected: {score(sums['injected'][3], sums['injected'][4])} (R P F1, all)")


if __name__ == "__main__":
    sys.exit(main())
