#!/usr/bin/env python3
"""Measures formrec, sqlite3's .import and other programs in turn, and checks every result.

    run.py [--formrec .build/release/formrec] [--records 1000000] [--seed 1] [--runs 5] [--quick]
           [--shapes bad,narrow,wide,large] [--python VENV/bin/python] [--peers-from FOLDER]
           [--generator GEN.py --definitions FILE.yaml] [--large] [--json FILE]

--quick      a smoke run: 20,000 records, every shape, once
--shapes     also measure files of these shapes (see generate.py), each with at most a tenth of the records
--python     a Python with the packages polars and duckdb, to run peers/*.py
--peers-from a folder with scripts of other programs, *.py and *.sh, which are run with PB_DATA, PB_WORK and
             PB_VENV; each prints a line `RESULT {"rows": …, "bad_rows": …}`
--generator  another generator of the file, for those scripts (see truth.py)
--large      also measure 10,000,000 records, once, to compare time and memory with --records

Prints wall seconds (minimum, median, maximum), CPU seconds, peak memory, and the ratio of the median
to that of .import. A wrong count ends the run with exit code 1. Needs the sqlite3 shell.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from generate import generate, generate_by

options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
options.add_argument("--formrec", default=".build/release/formrec")
options.add_argument("--records", type=int, default=1_000_000)
options.add_argument("--seed", type=int, default=1)
options.add_argument("--runs", type=int, default=5)
options.add_argument("--quick", action="store_true")
options.add_argument("--shapes", default="")
options.add_argument("--python")
options.add_argument("--peers-from")
options.add_argument("--generator")
options.add_argument("--definitions")
options.add_argument("--large", action="store_true")
options.add_argument("--json")
options = options.parse_args()
if bool(options.generator) != bool(options.definitions):
    sys.exit("--generator and --definitions go together")
if options.quick:
    options.records, options.runs = 20_000, 1
    options.shapes = options.shapes or "bad,narrow,wide,large"
formrec = str(Path(options.formrec).resolve())
here = Path(__file__).resolve().parent

# The number of records of a shape that takes about as much work as a number of orders.
SHARES = {"bad": 1, "narrow": 3, "wide": 0.03, "large": 0.001}


def run(command, codes=(0, 1), environment=None):
    """Wall and CPU seconds, peak MB, output."""
    with tempfile.TemporaryFile() as errors:
        began = time.monotonic()
        process = subprocess.Popen(
            list(map(str, command)), stdout=subprocess.PIPE, stderr=errors,
            env={**os.environ, **(environment or {})})
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - began
        process.stdout.close()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in codes:
            errors.seek(0)
            sys.exit(f"failed: {' '.join(map(str, command))}\n{errors.read().decode()}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output


def demand(is_right, what, found, expected):
    if not is_right:
        sys.exit(f"{what} is not exact: {found} instead of {expected}")


def check_counts(what, report, truth):
    found = {"records": report["records"], "rejected": report["rejected"], "byRule": report["byRule"]}
    if isinstance(found["byRule"], list):
        found["byRule"] = {rule["rule"]: rule["count"] for rule in found["byRule"]}
    expected = {key: truth[key] for key in found}
    demand(found == expected, what, found, expected)


class File:
    """A generated file and the tasks on it."""

    def __init__(self, folder, records, seed, shape):
        self.folder, self.shape = folder, shape
        if options.generator and shape == "orders":
            self.truth = generate_by(
                options.generator, options.definitions, folder, records, seed)
        else:
            self.truth = generate(folder, records, seed, shape)
        self.csv, self.form = folder / "records.csv", folder / "form.yaml"
        self.database = folder / "formrec.sqlite"

    def fresh(self, name):
        for end in ("", "-wal", "-shm", ".lock"):
            (self.folder / (name + end)).unlink(missing_ok=True)
        return self.folder / name

    def formrec_json(self, *arguments):
        result = run([formrec, *arguments, "--db", self.database, "--format", "json"])
        return result, json.loads(result[3])

    def sqlite(self):
        database = self.fresh("peer.sqlite")
        result = run(["sqlite3", database, "-cmd", ".mode csv", f".import {self.csv} records"])
        count = run(["sqlite3", database, "SELECT count(*) FROM records"])[3]
        demand(int(count) == self.truth["records"], ".import", count, self.truth["records"])
        return result

    def imported(self):
        self.fresh("formrec.sqlite")
        result, report = self.formrec_json("import", self.csv, "--definitions", self.form)
        check_counts("import", report, self.truth)
        return result

    def checked(self):
        result = run([formrec, "check", self.csv, "--definitions", self.form, "--only", "rejected",
                      "--format", "ndjson"])
        lines = result[3].count(b"\n")
        demand(lines == self.truth["rejected"], "check", lines, self.truth["rejected"])
        return result

    def replayed(self):
        """Replays every rule."""
        result, report = self.formrec_json("replay", "--full")
        demand(report["rejected"] == self.truth["rejected"] and report["newlyRejected"] == 0,
               "replay", report, self.truth)
        return result

    def replayed_changed(self):
        """Replays with one changed rule. A dry run, so that all runs are equal."""
        run([formrec, "apply", self.folder / "changed.yaml", "--db", self.database])
        result, report = self.formrec_json("replay", "--dry-run")
        expected = self.truth["rejected"] + self.truth["turned"]
        demand(report["rejected"] == expected and report["newlyRejected"] == self.truth["turned"],
               "replay of one changed rule", report, self.truth)
        return result

    def verified(self):
        result, report = self.formrec_json("verify")
        demand(report["ok"], "verify", report, "ok")
        return result

    def audited(self):
        result, report = self.formrec_json("audit")
        demand((report["submissions"], report["rejected"])
               == (self.truth["records"], self.truth["rejected"]), "audit", report, self.truth)
        return result

    def history(self):
        result, report = self.formrec_json("history", str(self.truth["records"] // 2))
        demand(report["record"] == self.truth["records"] // 2, "history", report, self.truth)
        return result

    def polars(self):
        return self.peer("polars_orders.py")

    def duckdb(self):
        return self.peer("duckdb_orders.py")

    def peer(self, script):
        result = run([options.python, here / "peers" / script, self.csv, self.folder],
                     environment={"PYTHONPATH": str(here)})
        check_counts(script, json.loads(result[3]), self.truth)
        return result

    def foreign_peer(self, script):
        """Runs a script of --peers-from, which prints its own result."""
        runner = options.python or sys.executable if script.suffix == ".py" else "bash"
        result = run([runner, script], codes=(0,), environment={
            "PB_DATA": str(self.csv), "PB_WORK": str(self.folder / "peers"),
            "PB_VENV": str(Path(options.python).parent.parent) if options.python else ""})
        lines = [line[7:] for line in result[3].decode().splitlines() if line.startswith("RESULT ")]
        found = json.loads(lines[-1]) if lines else {}
        demand(found.get("rows") == self.truth["records"], script.name, found, self.truth)
        if found.get("bad_rows") is not None:
            demand(found["bad_rows"] == self.truth["rejected"], script.name, found, self.truth)
        return result


def small_import(folder, seed):
    file = File(folder, 1_000, seed, "orders")
    return file.imported


def version():
    result = run([formrec, "--version"], codes=(0,))
    demand(len(result[3]) > 0, "--version", result[3], "a version")
    return result


def tasks_of(file, small):
    tasks = {"sqlite3 .import": file.sqlite, "import": file.imported, "check": file.checked,
             "replay, every rule": file.replayed}
    if not options.generator:
        tasks["replay, one rule changed"] = file.replayed_changed
    tasks |= {"verify": file.verified, "audit": file.audited, "history": file.history,
              "import of 1,000": small, "--version": version}
    if options.python and not options.generator:
        tasks |= {"Polars, to CSV": file.polars, "DuckDB, to DuckDB": file.duckdb}
    if options.peers_from:
        for script in sorted(Path(options.peers_from).glob("*.[ps][yh]")):
            if script.name != "rules.py":
                tasks[script.name] = lambda script=script: file.foreign_peer(script)
    return tasks


def measure(tasks, runs):
    """Runs all tasks in turn, so that other load on the machine affects all of them."""
    results = {task: [] for task in tasks}
    for _ in range(runs):
        for task, function in tasks.items():
            results[task].append(function()[:3])
    return results


collected = []


def show(title, results):
    base = statistics.median(wall for wall, _, _ in results["sqlite3 .import"])
    print(f"\n{title}\n")
    print("| task | wall s: min | median | max | CPU s | MB | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for task, runs in results.items():
        walls = sorted(wall for wall, _, _ in runs)
        median = statistics.median(walls)
        cpu = statistics.median(cpu for _, cpu, _ in runs)
        memory = max(memory for _, _, memory in runs)
        print(f"| {task} | {walls[0]:.3f} | {median:.3f} | {walls[-1]:.3f} | {cpu:.3f} |"
              f" {memory:.0f} | {median / base:.2f} |")
        collected.append({"file": title, "task": task, "wall": walls, "cpu": cpu,
                          "memory": memory, "ratio": median / base})
    sys.stdout.flush()


def describe(file):
    size = os.path.getsize(file.csv)
    ratio = os.path.getsize(file.database) / size
    return (f"{file.shape}: {file.truth['records']:,} records, {size / 1e6:.1f} MB;"
            f" the database has {ratio:.2f} x that")


def measure_shape(folder, records, shape, runs):
    file = File(folder, records, options.seed, shape)
    results = measure({"sqlite3 .import": file.sqlite, "import": file.imported,
                       "check": file.checked, "verify": file.verified}, runs)
    show(describe(file), results)
    return {task: statistics.median(cpu for _, cpu, _ in runs) for task, runs in results.items()}


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    orders = File(folder / "orders", options.records, options.seed, "orders")
    results = measure(tasks_of(orders, small_import(folder / "small", options.seed)), options.runs)
    show(describe(orders), results)
    usual = statistics.median(cpu for _, cpu, _ in results["import"])
    for shape in filter(None, options.shapes.split(",")):
        records = max(100, int(options.records * SHARES[shape]))
        cpu = measure_shape(folder / shape, records, shape, options.runs)
        if shape == "bad":
            print(f"\nEvery record bad: {cpu['import'] / usual:.2f} x the CPU time of a tenth bad")
    if options.large:
        cpu = measure_shape(folder / "tenfold", 10_000_000, "orders", 1)
        share = 10_000_000 / options.records
        print(f"\n{share:.0f} times the records: {cpu['import'] / usual:.1f} x the CPU time")
if options.json:
    Path(options.json).write_text(json.dumps(collected, indent=1))
