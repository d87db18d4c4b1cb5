#!/usr/bin/env python3
"""Imports generated files of many seeds and sizes, and compares every count with the expected one.

    truth.py [--formrec .build/release/formrec] [--seeds 2,3,5] [--sizes 0,1,2,999,1000,1001,50001]
             [--generator GEN.py --definitions DEFINITIONS.yaml]

Without --generator the files are those of generate.py. Another generator is called as
`GEN.py OUT.csv RECORDS SEED` and writes OUT.truth.json with rows, bad_rows, errors and by_rule.
The exit code is 1 if a count is wrong.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from generate import generate, generate_by

options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
options.add_argument("--formrec", default=".build/release/formrec")
options.add_argument("--seeds", default="2,3,5")
options.add_argument("--sizes", default="0,1,2,999,1000,1001,50001")
options.add_argument("--generator")
options.add_argument("--definitions")
options = options.parse_args()
if bool(options.generator) != bool(options.definitions):
    sys.exit("--generator and --definitions go together")
formrec = str(Path(options.formrec).resolve())


def generated(folder, records, seed):
    if options.generator:
        return generate_by(options.generator, options.definitions, folder, records, seed)
    return generate(folder, records, seed, "orders")


def counts(report):
    by_rule = report["byRule"]
    if isinstance(by_rule, list):
        by_rule = {rule["rule"]: rule["count"] for rule in by_rule}
    return report["records"], report["rejected"], by_rule


def run(*command):
    process = subprocess.run([formrec, *map(str, command)], capture_output=True, text=True)
    if process.returncode not in (0, 1):
        sys.exit(f"failed: {' '.join(map(str, command))}\n{process.stderr}")
    return process.stdout


wrong = 0
for seed in map(int, options.seeds.split(",")):
    for records in map(int, options.sizes.split(",")):
        with tempfile.TemporaryDirectory() as name:
            truth = counts(generated(Path(name), records, seed))
            csv, definitions = Path(name) / "records.csv", Path(name) / "form.yaml"
            database = Path(name) / "truth.sqlite"
            found = counts(json.loads(run(
                "import", csv, "--definitions", definitions, "--db", database, "--format", "json")))
            lines = run("check", csv, "--definitions", definitions, "--only", "rejected",
                        "--format", "ndjson").count("\n")
            ok = json.loads(run("verify", "--db", database, "--format", "json"))["ok"]
            exact = found == truth and lines == truth[1] and ok
            wrong += not exact
            print(f"seed {seed}, {records} records: "
                  + ("exact" if exact else f"{found} and {lines} lines instead of {truth}"))
sys.exit(1 if wrong else 0)
