#!/usr/bin/env python3
"""Measures a table that is delivered whole every day, and fails if a limit is exceeded.

    snapshots.py [--formrec .build/release/formrec] [--records 10000] [--days 365] [--changed 0.01] [--folder FOLDER]

Prints the CPU seconds of commands on some days, the growth of the database by a delivery that changes nothing, and its
size compared with the sum of the files. Seconds are medians of three runs, except of `import`; an exceeded limit is
marked with `!`, and the exit code is 1.
"""
import argparse
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
options.add_argument("--formrec", default=".build/release/formrec")
options.add_argument("--records", type=int, default=10_000)
options.add_argument("--days", type=int, default=365)
options.add_argument("--changed", type=float, default=0.01)
options.add_argument("--folder")
options = options.parse_args()

FORM = """\
form: people
key: id
fields:
  - {name: id, type: integer}
  - {name: name, type: text}
  - {name: city, type: text}
  - {name: amount, type: decimal}
---
rules: people
form: people
fields:
  name: [required, {length: {max: 20}}]
  amount: [{range: {min: 0}}]
"""
FIRST_DAY = 10  # Later days are compared with this one,
FACTOR = 1.2  # by at most this factor,
NOISE = 0.02  # plus these seconds.
UNCHANGED = 0.15  # The growth of an unchanged delivery, by the size of the file,
YEAR = 0.5  # and that of all deliveries, by the sum of the sizes.
COMMANDS = {
    "export --current": ["export", "--current", "--form", "people"],
    "audit": ["audit"],
    "history --key": ["history", "--key", "id=1711"],
    "verify": ["verify"],
}


class Measurement:
    def __init__(self, folder):
        self.folder = folder
        self.database = folder / "s.sqlite"
        self.random = random.Random(1)
        self.rows = [[number, f"name{number}", f"city{number % 97}", self.amount()] for number in range(options.records)]
        self.sizes = 0
        self.first = {}
        self.exceeded = False

    def amount(self):
        return f"{self.random.randrange(1000)}.{self.random.randrange(100):02}"

    def run(self, *arguments):
        """The CPU seconds of a command."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([options.formrec, *arguments, "--db", self.database], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{arguments}: {done.stderr}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def deliver(self, name):
        path = self.folder / name
        path.write_text("id,name,city,amount\n" + "".join(",".join(map(str, row)) + "\n" for row in self.rows))
        seconds = self.run("import", path, "--again")
        self.sizes += path.stat().st_size
        path.unlink()
        return seconds

    def mark(self, value, limit, text):
        self.exceeded |= value > limit
        return text + ("!" if value > limit else "")

    def day(self, day):
        seconds = {"import": self.deliver(f"{day}.csv")}
        for name, command in COMMANDS.items():
            seconds[name] = statistics.median(self.run(*command) for _ in range(3))
        number = str(options.records + day)
        seconds["submit"] = statistics.median(
            self.run("submit", f"id={number}{run}", "name=x", "amount=1") for run in range(3))
        self.first = self.first or seconds
        cells = [f"{day:>4}", f"{self.database.stat().st_size / 1e6:8.1f} MB"]
        for name, value in seconds.items():
            # Verification reads everything.
            limit = self.first[name] * (day / FIRST_DAY if name == "verify" else FACTOR) + NOISE
            cells.append(self.mark(value, limit, f"{value:.2f}").rjust(max(len(name), 6)))
        print("  ".join(cells), flush=True)

    def main(self):
        (self.folder / "form.yaml").write_text(FORM)
        self.run("apply", self.folder / "form.yaml")
        print("  ".join([" day", "   database", *(name.rjust(6) for name in ["import", *COMMANDS, "submit"])]))
        measured = {10, 30, 60, 120, 240, options.days}
        for day in range(1, options.days + 1):
            if day > 1:
                for row in self.random.sample(self.rows, round(len(self.rows) * options.changed)):
                    row[3] = self.amount()
            if day in measured:
                self.day(day)
            else:
                self.deliver(f"{day}.csv")
        size = self.database.stat().st_size
        share = size / self.sizes
        print(self.mark(share, YEAR, f"all deliveries: {share:.2f} of the sum of the files"))
        file = self.sizes / options.days
        for _ in range(3):
            self.deliver("unchanged.csv")
        share = (self.database.stat().st_size - size) / 3 / file
        print(self.mark(share, UNCHANGED, f"an unchanged delivery: {share:.2f} of the file"))
        return 1 if self.exceeded else 0


with tempfile.TemporaryDirectory(dir=options.folder) as folder:
    sys.exit(Measurement(Path(folder)).main())
