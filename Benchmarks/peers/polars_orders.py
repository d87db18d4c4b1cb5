"""Polars: the rules of generate.py's orders as expressions over columns of text. Writes the accepted
records, the rejected ones, and a table of records and rules."""
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("POLARS_MAX_THREADS", "2")
import polars as pl

from generate import COUNTRIES

csv, folder = sys.argv[1], Path(sys.argv[2])
col = pl.col
table = pl.read_csv(csv, infer_schema=False).fill_null("")
table = table.with_row_index("record", offset=1)


def matching(name, pattern, type):
    return pl.when(col(name).str.contains(pattern)).then(col(name).cast(type, strict=False))


age = matching("age", r"^[+-]?[0-9]+$", pl.Int64)
day = col("ordered").str.to_date("%Y-%m-%d", strict=False)
total = matching("total", r"^[+-]?[0-9]+(\.[0-9]{1,2})?$", pl.Float64)
is_number = col("number").str.contains(r"^[+-]?[0-9]+$")
rules = {
    "number.required": col("number") == "",
    "number.integer": (col("number") != "") & ~is_number,
    "number.unique": is_number & ~col("number").is_first_distinct(),
    "customer.required": col("customer") == "",
    "customer.length": col("customer").str.len_chars() > 40,
    "email.pattern": ~col("email").str.contains(r"^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$"),
    "age.integer": age.is_null(),
    "age.range": ~age.is_between(0, 120),
    "ordered.date": day.is_null(),
    "ordered.range": ~day.dt.year().is_between(2000, 2030),
    "country.in": ~col("country").is_in(COUNTRIES),
    "total.decimal": total.is_null(),
    "total.range": ~total.is_between(0, 100_000),
    "minor.limit": age.is_between(0, 17) & (total > 500),
}
failed = table.select("record", *(rule.fill_null(False).alias(id) for id, rule in rules.items()))
rejected = failed.select(pl.any_horizontal(list(rules))).to_series()
errors = failed.filter(rejected).unpivot(index="record", variable_name="rule", value_name="fails")
errors.filter(col("fails")).select("record", "rule").write_csv(folder / "polars_errors.csv")
table.filter(rejected).write_csv(folder / "polars_rejected.csv")
table.filter(~rejected).write_csv(folder / "polars_accepted.csv")
counts = {id: int(failed[id].sum()) for id in rules}
print(json.dumps({"records": len(table), "rejected": int(rejected.sum()),
                  "byRule": {id: count for id, count in counts.items() if count}}))
