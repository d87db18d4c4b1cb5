#!/usr/bin/env python3
"""Writes a CSV file with generated errors, its form and rule set, and the expected counts.

    generate.py FOLDER [RECORDS=1000000] [SEED=1] [SHAPE=orders]

FOLDER gets records.csv, form.yaml, changed.yaml (the next version of the rule set) and truth.json. Equal
arguments produce equal bytes. Shapes: orders (7 columns, a tenth of the records faulty), bad
(the same with two errors in every record), narrow (2 columns), wide (200 columns), large (cells of
10 KB).
"""
import json
import random
import subprocess
import sys
from pathlib import Path

COUNTRIES = "AT BE CH DE ES FR GB IT NL PL SE US".split()

ORDERS = """\
form: orders
fields:
  - {name: number, type: integer, required: true}
  - {name: customer, type: text, required: true}
  - {name: email, type: text}
  - {name: age, type: integer}
  - {name: ordered, type: date}
  - {name: country, type: text}
  - {name: total, type: decimal, scale: 2}
"""

ORDER_RULES = """\
rules: orders
form: orders
fields:
  number:
    - unique
  customer:
    - length: {max: 40}
  email:
    - pattern: '[^@\\s]+@[^@\\s]+\\.[A-Za-z]{2,}'
  age:
    - range: {min: 0, max: MAXIMUM}
  ordered:
    - range: {min: 2000-01-01, max: 2030-12-31}
  country:
    - in: [AT, BE, CH, DE, ES, FR, GB, IT, NL, PL, SE, US]
  total:
    - range: {min: 0, max: 100000}
    - range: {max: 500}
      id: minor.limit
      when: age >= 0 and age < 18
"""

FAULTS = {
    "number.integer": ("number", "A-1"), "number.required": ("number", ""),
    "customer.required": ("customer", ""), "customer.length": ("customer", "N" * 41),
    "email.pattern": ("email", "nobody at example.com"), "age.integer": ("age", "12.5"),
    "age.range": ("age", "-3"), "ordered.date": ("ordered", "2023-02-30"),
    "ordered.range": ("ordered", "2099-01-01"), "country.in": ("country", "XX"),
    "total.decimal": ("total", "19.999"), "total.range": ("total", "200000.00"),
}
# Errors that depend on another field or on an earlier record.
OTHERS = ["number.unique", "minor.limit"]


def order(draw, n):
    return {
        "number": str(n), "customer": draw.choice(("Ada Archer", '"Baker, Ben"', "Zoë Müller")),
        "email": f"user{n}@example.com", "age": str(draw.randrange(18, 96)),
        "ordered": f"{draw.randrange(2001, 2026)}-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02}",
        "country": draw.choice(COUNTRIES),
        "total": f"{draw.randrange(0, 90000)}.{draw.randrange(100):02}",
    }


def orders(folder, records, draw, is_bad):
    """Counts by rule, of rejected records, and of records whose verdict the changed rule set changes."""
    names = sorted(FAULTS) + OTHERS
    counts, rejected, turned = {}, 0, 0
    last = None
    with open(folder / "records.csv", "w", newline="") as out:
        out.write("number,customer,email,age,ordered,country,total\n")
        for n in range(1, records + 1):
            row = order(draw, n)
            faults = []
            if is_bad:
                faults = ["email.pattern", "country.in"]
            elif draw.random() < 0.1:
                faults = [draw.choice(names)]
            for rule in faults:
                if rule == "number.unique":
                    # Only a number that an earlier record has counts as repeated.
                    if last is None:
                        rule, row["number"] = "number.required", ""
                    else:
                        row["number"] = last
                elif rule == "minor.limit":
                    row["age"], row["total"] = "17", "500.01"
                else:
                    field, value = FAULTS[rule]
                    row[field] = value
                counts[rule] = counts.get(rule, 0) + 1
            if row["number"] == str(n):
                last = row["number"]
            rejected += bool(faults)
            # The next version accepts ages up to 90.
            turned += not faults and int(row["age"]) > 90
            out.write(",".join(row.values()) + "\n")
    (folder / "form.yaml").write_text(ORDERS + "---\n" + ORDER_RULES.replace("MAXIMUM", "120"))
    (folder / "changed.yaml").write_text(ORDER_RULES.replace("MAXIMUM", "90"))
    return counts, rejected, turned


def plain(folder, records, columns, cell):
    """Writes a file with one kind of cell, in which every hundredth record is faulty."""
    names = [f"c{index}" for index in range(1, columns + 1)]
    good = ",".join([cell] * columns)
    bad = ",".join([""] + [cell] * (columns - 1))
    with open(folder / "records.csv", "w", newline="") as out:
        out.write(",".join(names) + "\n")
        for n in range(1, records + 1):
            out.write((bad if n % 100 == 0 else good) + "\n")
    fields = "".join(f"  - {{name: {name}, type: text}}\n" for name in names)
    rules = "rules: plain\nform: plain\nfields:\n  c1:\n    - required\n" + (
        f"  c1..c{columns}:\n    - length: {{max: MAXIMUM}}\n")
    (folder / "form.yaml").write_text(
        "form: plain\nfields:\n" + fields + "---\n" + rules.replace("MAXIMUM", str(len(cell))))
    (folder / "changed.yaml").write_text(rules.replace("MAXIMUM", str(len(cell) + 1)))
    rejected = records // 100
    return ({"c1.required": rejected} if rejected else {}), rejected, 0


def generate(folder, records, seed, shape):
    folder.mkdir(parents=True, exist_ok=True)
    draw = random.Random(seed)
    if shape in ("orders", "bad"):
        counts, rejected, turned = orders(folder, records, draw, shape == "bad")
    else:
        columns, cell = {"narrow": (2, "abcdefg"), "wide": (200, "abcdefg"),
                         "large": (4, "x" * 10_000)}[shape]
        counts, rejected, turned = plain(folder, records, columns, cell)
    truth = {"records": records, "rejected": rejected, "byRule": counts, "turned": turned}
    (folder / "truth.json").write_text(json.dumps(truth, indent=1, sort_keys=True))
    return truth


def generate_by(generator, definitions, folder, records, seed):
    """The same with another generator, called as `GENERATOR OUT.csv RECORDS SEED`, which writes
    OUT.truth.json with rows, bad_rows and by_rule. In this case there is no changed rule set."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, generator, folder / "records.csv", str(records), str(seed)],
                   check=True, stdout=subprocess.DEVNULL)
    (folder / "form.yaml").write_bytes(Path(definitions).read_bytes())
    found = json.loads((folder / "records.truth.json").read_text())
    return {"records": found["rows"], "rejected": found["bad_rows"], "byRule": found["by_rule"]}


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    generate(Path(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 1_000_000,
             int(arguments[2]) if len(arguments) > 2 else 1,
             arguments[3] if len(arguments) > 3 else "orders")
