"""Compares CSV on the Web with the validation tests of the W3C, from a checkout of w3c/csvw.

    CSVW_SUITE=/path/to/csvw Tests/differential/run conversions csvw_suite
"""

import json
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from common import PROGRAM, SHOW, WORKERS, Conversion, Count


def metadata_of(entry, root):
    """The metadata of a test, if there is exactly one."""
    action = entry["action"]
    if action.endswith(".json"):
        return root / action
    names = [entry.get("option", {}).get("metadata")] + entry.get("implicit", [])
    names = [name for name in names if isinstance(name, str) and name.endswith(".json")]
    return root / names[0] if names and (root / names[0]).exists() else None


def tables(metadata):
    found = metadata.get("tables", [metadata])
    return [table["url"] for table in found if isinstance(table, dict) and isinstance(table.get("url"), str)]


def form_name(url):
    name = re.sub(r"[^a-z0-9]+", "_", Path(url).name.split(".")[0].lower()).strip("_")
    return name if name[:1].isalpha() else f"form_{name}"


def compare(case):
    entry, root = case
    count, kind = Count(), entry["type"].split(":")[1]
    path = metadata_of(entry, root)
    if path is None:
        return Count(without_metadata=1), []
    try:
        metadata = json.loads(path.read_text())
    except ValueError:
        metadata = {}
    with tempfile.TemporaryDirectory(prefix="formrec-") as folder:
        folder = Path(folder)
        conversion = Conversion(folder, path.read_text(), "csvw")
        if conversion.refusal is not None:
            return Count(refused=1, refused_valid=kind != "NegativeValidationTest"), (
                [f"{entry['id']} {entry['name']}: refused: {conversion.refusal[:200]}"]
                if kind == "PositiveValidationTest" else [])
        errors, left_out = [], False
        forms = re.findall(r"^form: (\w+)$", conversion.definitions.split("\nrules:")[0], re.M) + \
            re.findall(r"---\nform: (\w+)$", conversion.definitions, re.M)
        for url in tables(metadata):
            file = path.parent / url
            name = form_name(url)
            if not file.exists() or name not in forms:
                left_out = True
                continue
            done = subprocess.run([PROGRAM, "check", str(file), "--definitions", "t.yaml", "--form", name, "--format", "ndjson",
                                   "--only", "rejected"], cwd=folder, capture_output=True, text=True)
            if done.returncode == 1:
                errors.append(done.stdout[:300])
            elif done.returncode:
                errors.append(done.stderr)
    isValid = kind != "NegativeValidationTest"
    counts = Count(exact=not conversion.lost, lossy=bool(conversion.lost))
    if isValid == (not errors):
        counts["equal"] = 1
    elif conversion.lost:
        counts["noted"] = 1
        if os.environ.get("NOTED"):
            print(entry["id"], kind, entry["name"], errors, conversion.lost)
    elif conversion.differences or conversion.files:
        counts["class"] = 1
        if os.environ.get("NOTED"):
            print(entry["id"], kind, entry["name"], errors, dict(conversion.differences))
    elif left_out:
        counts["left_out"] = 1
    else:
        counts["differs"] = 1
        return counts, [f"{entry['id']} {kind} {entry['name']}\n{entry.get('comment')}\n{errors}\n{path.name}"]
    return counts, []


def main(only=None):
    if "CSVW_SUITE" not in os.environ:
        print("CSVW validation tests: skipped; CSVW_SUITE names no checkout of w3c/csvw")
        return 0
    root = Path(os.environ["CSVW_SUITE"]) / "tests"
    entries = [(entry, root) for entry in json.loads((root / "manifest-validation.jsonld").read_text())["entries"]]
    total = Count()
    with ThreadPoolExecutor(WORKERS) as pool:
        for count, texts in pool.map(compare, entries):
            total.update(count)
            for text in texts:
                print(f"--- {text}")
    total.report("CSVW validation tests", len(entries))
    print(dict(total))
    return total["differs"]
