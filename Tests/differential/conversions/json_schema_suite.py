"""Compares JSON Schema with the cases of its test suite, from a checkout of JSON-Schema-Test-Suite.

    JSON_SCHEMA_SUITE=/path/to/JSON-Schema-Test-Suite Tests/differential/conversions json_schema_suite
"""

import json
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from common import SHOW, WORKERS, Conversion, Count, tally
from json_schema import DRAFTS, NOTES, classes, field_types

FOLDERS = dict(zip(["draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"], DRAFTS))
# Excluded: cases that depend on other documents, and cases in which the suite treats formats as annotations, as a
# dialect does; formats are asserted here.
LEFT_OUT = {"format.json"}


def is_flat(data):
    values = data.values() if isinstance(data, dict) else [data]
    return all(not isinstance(value, dict) for value in values)


def cases():
    """Each schema with its records: those of the suite, or its values as the only field of a record."""
    root = Path(os.environ["JSON_SCHEMA_SUITE"]) / "tests"
    for folder, (uri, _, _) in FOLDERS.items():
        for path in sorted((root / folder).rglob("*.json")):
            if path.name in LEFT_OUT:
                continue
            for group in json.loads(path.read_text()):
                records, values = [], []
                for test in group["tests"]:
                    if is_flat(test["data"]):
                        (records if isinstance(test["data"], dict) else values).append(test)
                inner = group["schema"]
                whole = inner if isinstance(inner, dict) else {"allOf": [inner]}
                place = f"{path.relative_to(root)}: {group['description']}"
                if records:
                    yield place, {"$schema": uri} | whole, [(test["data"], test["valid"]) for test in records]
                if values:
                    schema = {"$schema": uri, "type": "object", "properties": {"value": inner}}
                    yield place, schema, [({"value": test["data"]}, test["valid"]) for test in values]


def compare(case):
    place, schema, records = case
    with tempfile.TemporaryDirectory(prefix="formrec-") as folder:
        conversion = Conversion(Path(folder), json.dumps(schema), "json-schema")
        if conversion.refusal is not None:
            return Count(refused=1), []
        lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record, _ in records)
        ours = conversion.verdicts("t.ndjson", lines, len(records))
    found = [(record, valid, rules) for (record, valid), rules in zip(records, ours) if valid != (not rules)]
    types = field_types(conversion.definitions)

    def explained(item):
        return any(conversion.differs(name, *NOTES[kind]) for name, value in item[0].items()
                   for kind in classes(conversion, types, name, value, json.dumps(value)))

    counts, unexplained = tally(conversion, found, len(records), explained)
    return counts, [f"{place}\n{json.dumps(schema)}\n{item}\n{conversion.definitions}" for item in unexplained]


def main(only=None):
    if "JSON_SCHEMA_SUITE" not in os.environ:
        print("JSON Schema test suite: skipped; JSON_SCHEMA_SUITE names no checkout of it")
        return 0
    total, schemas = Count(), list(cases())
    with ThreadPoolExecutor(WORKERS) as pool:
        for index, (count, texts) in enumerate(pool.map(compare, schemas)):
            total.update(count)
            for text in texts[:SHOW] if only in (None, index) else []:
                print(f"--- schema {index}: {text}")
    total.report("JSON Schema test suite", len(schemas))
    return total["differs"]
