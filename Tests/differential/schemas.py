#!/usr/bin/env python3
"""Compares verdicts under converted schemas with those of the schemas' own tools: frictionless for Table
Schema, jsonschema for JSON Schema. Random schemas and records; a difference that no sentence below explains
fails.

    FORMREC=.build/debug/formrec Tests/differential/schemas.py [SCHEMAS] [SEED]

Needs `pip install frictionless jsonschema`.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import frictionless
import jsonschema

PROGRAM = os.environ.get("FORMREC", ".build/release/formrec")
TEXTS = ["", "a", "ab", "abc", "abcdef", "x@example.com", "12", "-7", "3.5", "007", "true", "FALSE",
         "2026-02-28", "2026-02-30", "31/01/2026", "31/13/2026", "10:30:00", "yes", "n"]


def verdicts(folder, schema, name, records):
    (folder / "schema.json").write_text(json.dumps(schema))
    (folder / name).write_text(records)
    subprocess.run([PROGRAM, "convert", "schema.json", "-o", "x.yaml", "--force"], cwd=folder,
                   check=True, capture_output=True)
    done = subprocess.run([PROGRAM, "check", name, "--definitions", "x.yaml", "--format", "ndjson"],
                          cwd=folder, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def table_field(random, name):
    field = {"name": name, "type": random.choice(["string", "integer", "number", "boolean", "date"])}
    constraints = {}
    if random.random() < 0.3:
        constraints["required"] = True
    if field["type"] == "string":
        if random.random() < 0.4:
            constraints["minLength"] = random.randint(1, 3)
        if random.random() < 0.4:
            constraints["maxLength"] = random.randint(3, 6)
        if random.random() < 0.3:
            constraints["pattern"] = random.choice(["[a-z]+", r"\d+", ".*b.*"])
        if random.random() < 0.2:
            constraints["enum"] = random.sample(TEXTS[1:], 4)
    elif field["type"] in ("integer", "number") and random.random() < 0.5:
        constraints["minimum"] = random.randint(-10, 10)
    elif field["type"] == "date" and random.random() < 0.5:
        field["format"] = "%d/%m/%Y"
    return field | ({"constraints": constraints} if constraints else {})


def table(random, folder):
    fields = [table_field(random, f"f{index}") for index in range(4)]
    rows = [[random.choice(TEXTS) for _ in fields] for _ in range(50)]
    rows = [row for row in rows if any(row)]
    text = "\n".join([",".join(f["name"] for f in fields)] + [",".join(row) for row in rows]) + "\n"
    ours = verdicts(folder, {"fields": fields}, "data.csv", text)
    resource = frictionless.Resource(
        path=str(folder / "data.csv"), schema=frictionless.Schema.from_descriptor({"fields": fields}))
    with frictionless.system.use_context(trusted=True):
        errors = resource.validate(limit_errors=10_000).flatten(["rowNumber", "fieldName"])
    theirs = {(row - 1, field) for row, field in errors if row}
    return compare(ours, theirs, rows, fields, lambda row, f: row[int(f["name"][1:])],
                   lambda f, value: False)


def json_property(random):
    kind = random.choice(["string", "integer", "number", "boolean"])
    schema = {"type": kind}
    if kind == "string":
        if random.random() < 0.4:
            schema["minLength"] = random.randint(1, 3)
        if random.random() < 0.4:
            schema["pattern"] = random.choice(["^[a-z]+$", r"\d", "b"])
        if random.random() < 0.2:
            schema["enum"] = random.sample(TEXTS[1:], 4)
    elif kind != "boolean" and random.random() < 0.5:
        schema["maximum"] = random.randint(-10, 20)
    return schema


def objects(random, folder):
    properties = {f"f{index}": json_property(random) for index in range(4)}
    required = random.sample(sorted(properties), 2)
    schema = {"type": "object", "properties": properties, "required": required}
    typed = {"string": TEXTS[1:], "integer": [0, 7, -3, 99], "number": [0.5, -1, 20, 1e3],
             "boolean": [True, False]}
    rows = []
    for _ in range(50):
        row = {}
        for name, field in properties.items():
            if random.random() < 0.8:
                kind = field["type"] if random.random() < 0.8 else "string"
                row[name] = random.choice(typed[kind])
        rows.append(row)
    ours = verdicts(folder, schema, "data.ndjson", "".join(json.dumps(row) + "\n" for row in rows))
    validator = jsonschema.Draft202012Validator(schema)
    theirs = set()
    for index, row in enumerate(rows):
        for error in validator.iter_errors(row):
            names = list(error.path) or [n for n in required if n not in row and f"'{n}'" in error.message]
            theirs.update((index + 1, name) for name in names)
    fields = [{"name": name} | field for name, field in properties.items()]
    # A text that reads as a number or truth is one here, whatever JSON calls it.
    return compare(ours, theirs, rows, fields, lambda row, f: row.get(f["name"]),
                   lambda f, value: isinstance(value, str) and f["type"] != "string")


def compare(ours, theirs, rows, fields, value, is_explained):
    found = {(line["record"], error["field"]) for line in ours for error in line["errors"]}
    differences = 0
    for index, row in enumerate(rows, 1):
        for field in fields:
            place = (index, field["name"])
            if (place in found) != (place in theirs) and not is_explained(field, value(row, field)):
                differences += 1
                print(f"differs: {field} {value(row, field)!r}: ours {place in found}, "
                      f"theirs {place in theirs}")
    return len(rows) * len(fields), len(theirs), differences


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    global PROGRAM
    PROGRAM = str(Path(PROGRAM).resolve())
    failed = 0
    for name, family in (("Table Schema", table), ("JSON Schema", objects)):
        source = random.Random(seed)
        cells = wrong = differences = 0
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(count):
                found = family(source, Path(folder))
                cells += found[0]
                wrong += found[1]
                differences += found[2]
        print(f"{name}: {count} schemas, {cells} cells, {wrong} of them wrong, "
              f"{differences} unexplained differences")
        failed += differences
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
