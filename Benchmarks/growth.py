#!/usr/bin/env python3
"""Measures how time and memory grow with records, imports and keys, and fails if a limit is exceeded.

    growth.py [--formrec .build/release/formrec] [--before FORMREC] [--records 1000000,5000000,…]
              [--imports 10,1000,10000] [--keys none,key,ever] [--only records|imports|failures] [--quick]
              [--folder FOLDER] [--json FILE]

--records    sizes of a database in records, imported in files of the first size: 1, 5, 10 and 20 million
--imports    numbers of imports, which together have as many records as the first of --records
--keys       none; `key: [number]` of the form; `unique: ever` of its numbers
--only       one part; `failures` measures a file whose records are all rejected, with the first of --records
--before     another program, which produces the same tables first, without limits
--quick      100,000 and 200,000 records, in 10 and 200 imports: a few minutes
--folder     the folder for files and databases, which are deleted at the end: 20 million records take 12 GB

CPU and wall seconds are from one run: times below 0.1 s are noisy, and the limits allow for this. An
exceeded limit is marked with `!`, and the exit code is 1.
"""
import argparse
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
options.add_argument("--formrec", default=".build/release/formrec")
options.add_argument("--before")
options.add_argument("--records", default="1000000,5000000,10000000,20000000")
options.add_argument("--imports", default="10,1000,10000")
options.add_argument("--keys", default="none,key,ever")
options.add_argument("--only", choices=["records", "imports", "failures"])
options.add_argument("--quick", action="store_true")
options.add_argument("--folder")
options.add_argument("--json")
options = options.parse_args()
if options.quick:
    options.records, options.imports = "100000,200000", "10,200"
sizes = [int(size) for size in options.records.split(",")]
import_counts = [int(count) for count in options.imports.split(",")]
keys = options.keys.split(",")
if sizes != sorted(sizes) or any(size % sizes[0] for size in sizes):
    sys.exit("--records: each size must be a multiple of the first one, in order")

MEMORY = 64 * 1024  # KiB: the maximum resident memory of a command,
UNIQUE_KEY = 24  # plus these bytes for each distinct value of a rule `unique` during judging.
FAILURES = 3  # The factor of an import of as many records, for work on their failures.
NOISE = 0.05  # Seconds that a limit allows beyond its factor.

FORM = """\
form: orders
KEYfields:
  - {name: number, type: integer, required: true}
  - {name: customer, type: text, required: true}
  - {name: email, type: text}
  - {name: age, type: integer}
  - {name: country, type: text}
  - {name: total, type: decimal, scale: 2}
---
rules: orders
form: orders
fields:
  number:
    - UNIQUE
  email:
    - pattern: '[^@\\s]+@[^@\\s]+\\.[A-Za-z]{2,}'
  age:
    - range: {min: 0, max: 120}
  country:
    - in: [AT, BE, CH, DE, ES, FR, GB, IT, NL, PL, SE, US]
  total:
    - range: {min: 0, max: 100000}
"""
COUNTRIES = "AT BE CH DE ES FR GB IT NL PL SE US".split()


def write_records(path, first, count, domain="@example.com"):
    """Writes orders with numbers from `first`, every tenth with an invalid country."""
    with open(path, "w", newline="") as out:
        out.write("number,customer,email,age,country,total\n")
        out.writelines(
            f"{n},Ada Archer,user{n}{domain},{18 + n % 78},"
            f"{'XX' if n % 10 == 0 else COUNTRIES[n % 12]},{n * 37 % 90000}.{n % 100:02}\n"
            for n in range(first, first + count))


class Cost:
    """The cost of a command."""

    def __init__(self, cpu, wall, memory, output):
        self.cpu, self.wall, self.memory, self.output = cpu, wall, memory, output


class Program:
    """A formrec program, and whether limits apply to it."""

    def __init__(self, path, title, is_limited):
        self.path, self.title, self.is_limited = str(Path(path).resolve()), title, is_limited
        self.failures = []
        self.rows = []

    def run(self, *arguments, codes=(0, 1)):
        with tempfile.TemporaryFile() as errors:
            began = time.monotonic()
            process = subprocess.Popen([self.path, *map(str, arguments)], stdout=subprocess.PIPE, stderr=errors,
                                       text=True)
            output = process.stdout.read()
            process.stdout.close()
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.monotonic() - began
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode not in codes:
                errors.seek(0)
                sys.exit(f"failed: {' '.join(map(str, arguments))}\n{errors.read().decode()}")
        return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss, output)

    def demand(self, is_right, words):
        """Returns a mark for the table if a limit is exceeded."""
        if is_right or not self.is_limited:
            return ""
        self.failures.append(words)
        return "!"

    def row(self, what, task, cost, limit=None, size=None):
        """Prints a row; `limit` is the maximum number of CPU seconds."""
        time_mark = limit is not None and self.demand(
            cost.cpu <= limit, f"{what}, {task}: {cost.cpu:.2f} CPU s, limit {limit:.2f}") or ""
        memory = MEMORY
        if task.startswith(("import", "replay")):
            # `unique: ever` compares with all records, and keeps ten million keys in memory.
            records = int(what.split(", ", 1)[1].replace(",", "")) if what.startswith("ever") else 0
            memory += UNIQUE_KEY * min(max(records, sizes[0]), 10_000_000) / 1024
        memory_mark = self.demand(
            cost.memory <= memory, f"{what}, {task}: {cost.memory / 1024:.0f} MiB resident")
        allowed = "" if limit is None else f"{limit:.2f}"
        shown = "" if size is None else f"{size / 1e6:.0f}"
        print(f"| {what} | {task} | {cost.cpu:.2f}{time_mark} | {allowed} | {cost.wall:.2f} |"
              f" {cost.memory / 1024:.0f}{memory_mark} | {shown} |")
        sys.stdout.flush()
        self.rows.append({"program": self.title, "what": what, "task": task, "cpu": cost.cpu,
                          "limit": limit, "wall": cost.wall, "memory": cost.memory, "bytes": size})

    def header(self, title):
        print(f"\n{title}, {self.title}\n")
        print("| | task | CPU s | limit | wall s | MiB | MB on disk |")
        print("|---|---|---:|---:|---:|---:|---:|")


def remove(database):
    for end in ("", "-wal", "-shm", ".lock"):
        Path(f"{database}{end}").unlink(missing_ok=True)


def write_form(folder, key):
    form = folder / f"{key}.yaml"
    form.write_text(FORM.replace("KEY", "key: [number]\n" if key == "key" else "")
                    .replace("UNIQUE", "unique: ever" if key == "ever" else "unique"))
    return form


def later_tasks(program, database, folder, what, expected, size):
    """Verifies, backs up and reads a database, and changes a copy of it; returns CPU seconds by task.

    `expected(task, taken)` is the limit of a task in CPU seconds, or None."""
    taken = {}
    copy = folder / "copy.sqlite"
    remove(copy)

    def step(task, *arguments, on=database):
        cost = program.run(*arguments, "--db", on)
        taken[task] = cost.cpu
        grown = os.path.getsize(on) if task in ("purge", "purge --compact") else None
        program.row(what, task, cost, expected(task, taken), grown)

    step("verify", "verify")
    step("backup", "backup", copy)
    step("list", "list")
    step("list imports", "list", "imports")
    step("audit", "audit")
    step("history", "history", size // 2)
    step("purge", "purge", size // 2, "--reason", "r", "--by", "b", on=copy)
    step("replay", "replay", on=copy)
    step("replay --full", "replay", "--full", on=copy)
    step("audit after replay", "audit", on=copy)
    step("verify after replay", "verify", on=copy)
    if program.is_limited:
        step("purge --compact", "purge", size // 2 + 1, "--reason", "r", "--by", "b", "--compact",
             on=copy)
    remove(copy)
    return taken


def by_records(program, folder):
    """Grows a database in imports of the first size; prints tables by size and key."""
    program.header(f"Imports of {sizes[0]:,} records")
    plain = {}
    for key in keys:
        database = folder / "growth.sqlite"
        remove(database)
        program.run("apply", write_form(folder, key), "--db", database)
        first_tasks = {}
        first_import = None
        for number in range(sizes[-1] // sizes[0]):
            file = folder / "records.csv"
            write_records(file, number * sizes[0] + 1, sizes[0])
            cost = program.run("import", file, "--db", database)
            first_import = first_import or cost.cpu
            base = plain.get("import", cost.cpu)
            if key == "none":
                plain.setdefault("import", cost.cpu)
                limit = 1.2 * first_import
            else:
                limit = (1.5 if number == 0 else 2) * base
            size = (number + 1) * sizes[0]
            if size not in sizes:
                continue
            program.row(f"{key}, {size:,}", "import of the last", cost, limit + NOISE,
                        os.path.getsize(database))

            def expected(task, taken):
                # Tasks that read every record, and tasks that do not.
                if task in ("verify", "backup", "replay", "replay --full"):
                    factor = 1 if key == "none" else 1.5 if task == "backup" else 2
                    first = plain.get((task, sizes[0]), taken[task])
                    return 1.2 * factor * first * size / sizes[0] + NOISE
                if task == "audit after replay":
                    return 3 * taken["audit"] + NOISE
                if task == "verify after replay":
                    return 2 * taken["verify"] + NOISE
                if task in ("purge", "history", "list", "list imports"):
                    return first_tasks.get(task, taken[task]) * 2 + NOISE
                return None

            taken = later_tasks(program, database, folder, f"{key}, {size:,}", expected, size)
            first_tasks = first_tasks or taken
            if key == "none":
                plain |= {(task, size): seconds for task, seconds in taken.items()}
        remove(database)


def by_imports(program, folder):
    """Compares the same number of records in few and in many imports."""
    program.header(f"{sizes[0]:,} records in imports")
    few = {}
    for count in import_counts:
        database = folder / "growth.sqlite"
        parts = folder / "parts"
        remove(database)
        shutil.rmtree(parts, ignore_errors=True)
        parts.mkdir()
        each = sizes[0] // count
        for number in range(count):
            write_records(parts / f"{number:06}.csv", number * each + 1, each)
        files = sorted(parts.iterdir())
        program.run("apply", write_form(folder, "none"), "--db", database)
        for first in range(0, count, 1_000):
            program.run("import", *files[first:first + 1_000], "--db", database)
        what = f"{count:,} imports"
        program.row(what, "import of the last", program.run(
            "import", files[-1], "--again", "--db", database), None, os.path.getsize(database))

        def expected(task, taken):
            return None if task == "purge --compact" else 2 * few.get(task, taken[task]) + NOISE

        taken = later_tasks(program, database, folder, what, expected, each * count)
        few = few or taken
        shutil.rmtree(parts)
        remove(database)


def by_failures(program, folder):
    """Exports and reports a file whose records are all rejected, and corrects a tenth of them."""
    program.header("Failures")
    database, form = folder / "failures.sqlite", write_form(folder, "none")
    delivery, part, export, corrections = (folder / f"{name}.csv" for name in ("delivery", "part", "open", "corrected"))
    count, corrected = sizes[0], max(1, sizes[0] // 10)
    for path, records in ((delivery, count), (part, corrected)):
        write_records(path, 0, records, domain="")
    what = f"failures, {count:,}"

    def step(task, limit, *arguments):
        cost = program.run(*arguments, "--db", database)
        program.row(what, task, cost, limit, os.path.getsize(database))
        return cost

    few = step(f"import of {corrected:,}", None, "import", part, "--definitions", form).cpu
    remove(database)
    many = step("import", None, "import", delivery, "--definitions", form).cpu
    step("export --open", FAILURES * many + NOISE, "export", "--open", "--form", "orders", "-o", export)
    step("audit --html", FAILURES * many + NOISE, "audit", "--html", folder / "audit.html")
    with open(export, encoding="utf-8-sig", newline="") as rows, \
            open(corrections, "w", encoding="utf-8-sig", newline="") as out:
        reader, writer = csv.reader(rows), csv.writer(out)
        header = next(reader)
        writer.writerow(header)
        for number in range(corrected):
            row = next(reader)
            row[header.index("email")] += "@example.com"
            row[header.index("country")] = row[header.index("country")].replace("XX", "AT")
            writer.writerow(row)
    cost = step(f"correct {corrected:,}", FAILURES * few + NOISE, "correct", corrections)
    if f"{corrected:,} failures closed" not in cost.output:
        sys.exit(f"the corrections are not complete: {cost.output}")
    step("verify", None, "verify")
    remove(database)


programs = [Program(options.formrec, "this program", True)]
if options.before:
    programs.insert(0, Program(options.before, "before", False))
with tempfile.TemporaryDirectory(dir=options.folder) as name:
    for program in programs:
        for part, measure in {"records": by_records, "imports": by_imports, "failures": by_failures}.items():
            if options.only in (None, part):
                measure(program, Path(name))
if options.json:
    Path(options.json).write_text(
        json.dumps([row for program in programs for row in program.rows], indent=1))
failures = [words for program in programs for words in program.failures]
if failures:
    print("\nBeyond their limits:")
    for words in failures:
        print(f"- {words}")
    sys.exit(1)
