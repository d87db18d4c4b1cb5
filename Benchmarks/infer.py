#!/usr/bin/env python3
"""How well 'formrec infer' drafts rules: recall, precision and false alarms.

    Benchmarks/infer.py [--formrec PATH] [--pairs FOLDER] [FOLDER or FILE of clean data ...]

Prints four tables:
  pairs    each NAME_dirty.csv with its NAME_clean.csv in FOLDER (../shared/real unless said): a cell
           that differs is an error, a rejected cell an alarm. 'active' is the draft as printed, 'all'
           the draft with its suggestions ('depends' and 'resembles') enabled.
  clean    false alarms a thousand cells of files taken as clean, drafted and checked on the same file.
  halves   the same, drafted from the first half of a file and checked on the second.
  injected clean files with one per cent of eight kinds of errors in their cells.

The draft of a pair is made from the dirty file alone. Nothing here is tuned; the gates and their
reasons stand in Sources/FormProfile/Evidence.
"""
import argparse
import collections
import csv
import glob
import json
import os
import random
import re
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
        self.knows_suggestions = self.run("rules", "depends").returncode == 0

    def run(self, *arguments):
        return subprocess.run([self.path, *arguments], capture_output=True, text=True)

    def alarms(self, drafted, checked=None):
        """The cells (record, column) that a draft rejects: by active rules, and by suggestions."""
        checked = checked or drafted
        draft = self.run("infer", drafted)
        if draft.returncode:
            raise RuntimeError(draft.stderr.strip())
        active = self.check(draft.stdout, checked)
        if self.knows_suggestions:
            everything = self.run("infer", drafted, "--suggestions").stdout
            return active, self.check(everything, checked)
        return active, active | suggested(draft.stdout, rows_of(checked))

    def check(self, definitions, path):
        with open(self.definitions, "w", encoding="utf-8") as file:
            file.write(definitions)
        result = self.run(
            "check", path, "--definitions", self.definitions, "--format", "ndjson", "--only",
            "rejected", "--fail-on", "never")
        if result.returncode:
            raise RuntimeError(result.stderr.strip())
        cells = set()
        for line in result.stdout.splitlines():
            record = json.loads(line)
            for error in record["errors"]:
                if error["column"]:
                    cells.add((record["record"], error["column"]))
        return cells


# What 'depends' and 'resembles' reject, as long as the program does not know these rules.

SCALAR = r"""'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|[^,\]}'"]+"""


def unquoted(scalar):
    scalar = scalar.strip()
    if scalar[:1] == "'":
        return scalar[1:-1].replace("''", "'")
    return json.loads(scalar) if scalar[:1] == '"' else scalar


def suggested(draft, rows):
    # The fields are in the order of the columns, and named otherwise where headers are blank.
    header = [
        unquoted(name) for name in re.findall(rf"(?m)^  - \{{name: ({SCALAR})[,}}]", draft)]
    records = rows[1:]
    found, field = set(), None
    for line in draft.splitlines():
        key = re.fullmatch(rf"  (?:# )?({SCALAR}):", line)
        if key:
            field = unquoted(key[1])
        depends = re.fullmatch(rf"#   - depends: \{{field: ({SCALAR}), on: \[(.*)\]\}}", line)
        if depends:
            keys = [unquoted(key) for key in re.findall(SCALAR, depends[2]) if key.strip()]
            found |= minorities(header, records, unquoted(depends[1]), keys)
        if re.fullmatch(r"  #   - resembles: .*", line):
            found |= misspellings(header, records, field)
    return found


def minorities(header, records, field, keys):
    column, keys = header.index(field), [header.index(key) for key in keys]
    groups = collections.defaultdict(collections.Counter)
    def key_of(row):
        key = tuple(row[index] for index in keys)
        return key if len(row) == len(header) and all(key) and row[column] else None
    for row in records:
        if key_of(row):
            groups[key_of(row)][row[column]] += 1
    found = set()
    for number, row in enumerate(records, 1):
        counts = groups.get(key_of(row)) if key_of(row) else None
        if not counts or sum(counts.values()) < 3:
            continue
        mode, most = counts.most_common(1)[0]
        own = counts[row[column]]
        if row[column] != mode and 2 * most > sum(counts.values()) and (own == 1 or 4 * own <= most):
            found.add((number, column + 1))
    return found


def misspellings(header, records, field):
    column = header.index(field)
    counts = collections.Counter(
        row[column] for row in records if len(row) == len(header) and row[column])
    frequent = [(value, count) for value, count in counts.items() if count >= 4]
    near = {
        value for value, count in counts.items()
        if any(most >= 5 * count and is_near(value, other) for other, most in frequent)}
    return {
        (number, column + 1) for number, row in enumerate(records, 1)
        if len(row) == len(header) and row[column] in near}


def is_near(a, b):
    limit = max(len(a), len(b)) * 34 // 100
    if a == b or abs(len(a) - len(b)) > limit or re.sub(r"\D", "", a) != re.sub(r"\D", "", b):
        return False
    above = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(above[j - 1] + (x != y), above[j] + 1, row[-1] + 1))
        if min(row) > limit:
            return False
        above = row
    return above[-1] <= limit


# Errors as they happen, one per cent of each kind's cells.

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
