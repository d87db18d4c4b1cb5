#!/usr/bin/env python3
"""Writes a CSV file with planted faults, its form and rule set, and the counts that must come out.

    generate.py FOLDER [RECORDS=1000000] [SEED=1]

FOLDER gets records.csv, form.yaml and truth.json. The same seed gives the same bytes.
"""
import json
import random
import sys
from pathlib import Path

folder = Path(sys.argv[1])
records = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
folder.mkdir(parents=True, exist_ok=True)

(folder / "form.yaml").write_text("""\
form: orders
fields:
  - {name: number, type: integer, required: true}
  - {name: customer, type: text, required: true}
  - {name: email, type: text}
  - {name: age, type: integer}
  - {name: ordered, type: date}
  - {name: country, type: text}
  - {name: total, type: decimal, scale: 2}
---
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
    - range: {min: 0, max: 120}
  ordered:
    - range: {min: 2000-01-01, max: 2030-12-31}
  country:
    - in: [AT, BE, CH, DE, ES, FR, GB, IT, NL, PL, SE, US]
  total:
    - range: {min: 0, max: 100000}
    - range: {max: 500}
      id: minor.limit
      when: age >= 0 and age < 18
""")

countries = "AT BE CH DE ES FR GB IT NL PL SE US".split()
faults = {
    "number.integer": ("number", lambda n: f"A-{n}"),
    "number.required": ("number", lambda n: ""),
    "customer.required": ("customer", lambda n: ""),
    "customer.length": ("customer", lambda n: "N" * 41),
    "email.pattern": ("email", lambda n: "nobody at example.com"),
    "age.integer": ("age", lambda n: "12.5"),
    "age.range": ("age", lambda n: "-3"),
    "ordered.date": ("ordered", lambda n: "2023-02-30"),
    "ordered.range": ("ordered", lambda n: "2099-01-01"),
    "country.in": ("country", lambda n: "XX"),
    "total.decimal": ("total", lambda n: "19.999"),
    "total.range": ("total", lambda n: "200000.00"),
}
names = sorted(faults)
counts, rejected = {}, 0
with open(folder / "records.csv", "w", newline="") as out:
    out.write("number,customer,email,age,ordered,country,total\n")
    for n in range(1, records + 1):
        row = {
            "number": str(n), "customer": draw.choice(("Ada Archer", '"Baker, Ben"', "Zoë Müller")),
            "email": f"user{n}@example.com", "age": str(draw.randrange(18, 96)),
            "ordered": f"{draw.randrange(2001, 2026)}-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02}",
            "country": draw.choice(countries), "total": f"{draw.randrange(0, 90000)}.{draw.randrange(100):02}",
        }
        if draw.random() < 0.1:
            rejected += 1
            rule = draw.choice(names)
            field, value = faults[rule]
            row[field] = value(n)
            counts[rule] = counts.get(rule, 0) + 1
        out.write(",".join(row.values()) + "\n")
(folder / "truth.json").write_text(
    json.dumps({"records": records, "rejected": rejected, "byRule": counts}, indent=1, sort_keys=True))
