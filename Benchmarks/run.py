#!/usr/bin/env python3
"""Times formrec beside sqlite3's .import, in turn, and checks every result against the truth.

    run.py [--formrec .build/release/formrec] [--records 1000000] [--seed 1] [--runs 5]

Prints wall time, CPU time and peak memory (minimum, median, maximum) and the ratios of the medians.
Needs the sqlite3 shell. Exit code 1 when a count is not exact.
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

options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
options.add_argument("--formrec", default=".build/release/formrec")
options.add_argument("--records", type=int, default=1_000_000)
options.add_argument("--seed", type=int, default=1)
options.add_argument("--runs", type=int, default=5)
options = options.parse_args()
formrec = str(Path(options.formrec).resolve())


def run(command):
    """Wall and CPU seconds, peak MB, output."""
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - began
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"failed: {' '.join(command)}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output


def check(report, truth):
    found = {rule["rule"]: rule["count"] for rule in report["byRule"]}
    if (report["records"], report["rejected"], found) != (
            truth["records"], truth["rejected"], truth["byRule"]):
        sys.exit(f"not exact: {found} instead of {truth['byRule']}")


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    generate = Path(__file__).with_name("generate.py")
    subprocess.run(
        [sys.executable, generate, folder, str(options.records), str(options.seed)], check=True)
    truth = json.loads((folder / "truth.json").read_text())
    csv, form = str(folder / "records.csv"), str(folder / "form.yaml")

    def fresh(path):
        for end in ("", "-wal", "-shm", ".lock"):
            Path(path + end).unlink(missing_ok=True)
        return path

    def sqlite():
        database = fresh(str(folder / "peer.sqlite"))
        return run(["sqlite3", database, "-cmd", ".mode csv", f".import {csv} records"])

    def imported():
        database = fresh(str(folder / "ours.sqlite"))
        result = run([formrec, "import", csv, "--definitions", form, "--db", database,
                      "--format", "json"])
        check(json.loads(result[3]), truth)
        return result

    def checked():
        result = run([formrec, "check", csv, "--definitions", form, "--only", "rejected",
                      "--format", "ndjson"])
        if result[3].count(b"\n") != truth["rejected"]:
            sys.exit("check: not exact")
        return result

    def replayed():
        result = run([formrec, "replay", "--db", str(folder / "ours.sqlite"), "--format", "json"])
        if json.loads(result[3])["rejected"] != truth["rejected"]:
            sys.exit("replay: not exact")
        return result

    def verified():
        result = run([formrec, "verify", "--db", str(folder / "ours.sqlite"), "--format", "json"])
        if not json.loads(result[3])["ok"]:
            sys.exit("verify: not ok")
        return result

    tasks = {"sqlite3 .import": sqlite, "import": imported, "check": checked, "replay": replayed,
             "verify": verified}
    results = {task: [] for task in tasks}
    for _ in range(options.runs):
        for task, function in tasks.items():
            results[task].append(function()[:3])
    base = statistics.median(wall for wall, _, _ in results["sqlite3 .import"])
    print(f"{options.records:,} records, {os.path.getsize(csv) / 1e6:.1f} MB, {options.runs} runs")
    print(f"database: {os.path.getsize(folder / 'ours.sqlite') / os.path.getsize(csv):.2f} x the CSV")
    print(f"{'':16} {'wall s: min':>12} {'median':>7} {'max':>7} {'CPU s':>7} {'MB':>6} {'ratio':>6}")
    for task, runs in results.items():
        walls = sorted(wall for wall, _, _ in runs)
        median = statistics.median(walls)
        print(f"{task:16} {walls[0]:12.2f} {median:7.2f} {walls[-1]:7.2f}"
              f" {statistics.median(cpu for _, cpu, _ in runs):7.2f}"
              f" {max(memory for _, _, memory in runs):6.0f} {median / base:6.2f}")
