"""Judges a file of 100,000 records on Spark and compares the counts with the errors that were generated.

    pip install "./integrations/python[spark]" && python integrations/python/examples/spark.py
"""

import os
import random
import sys
import tempfile

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from formrec.spark import judge_files, split

RULES = """\
form: people
fields:
  - {name: id, type: integer, required: true}
  - {name: name, type: text, required: true}
  - {name: age, type: integer, required: true}
  - {name: amount, type: decimal, scale: 2}
---
rules: people
form: people
fields:
  id:
    - unique
  age:
    - range: {min: 0, max: 120}
  amount:
    - range: {max: 500}
      id: minor.limit
      when: age < 18
"""


def write(folder, records=100_000):
    """Writes a file; returns its path and the number of generated errors by rule."""
    generator, truth = random.Random(4242), {}
    with open(f"{folder}/people.csv", "w", encoding="utf-8", newline="") as file:
        file.write("id,name,age,amount\n")
        for record in range(1, records + 1):
            row = [str(record), "Ana Archer", str(generator.randrange(18, 96)), "12.50"]
            if generator.random() < 0.05:
                row[1] = '"Ben\nBaker"'
            faults = [
                ("id.unique", 0, "1"), ("name.required", 1, ""), ("age.range", 2, "-3"),
                ("age.integer", 2, "thirty"), ("amount.decimal", 3, "1.999"),
            ]
            if record > 1 and generator.random() < 0.1:
                rule, place, text = generator.choice(faults)
                row[place] = text
                truth[rule] = truth.get(rule, 0) + 1
            elif generator.random() < 0.01:
                row[2:] = ["12", "800.00"]
                truth["minor.limit"] = truth.get("minor.limit", 0) + 1
            file.write(",".join(row) + "\n")
    with open(f"{folder}/people.yaml", "w", encoding="utf-8") as file:
        file.write(RULES)
    return dict(sorted(truth.items()))


def main():
    spark = (
        SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false").getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    with tempfile.TemporaryDirectory() as folder:
        truth = write(folder)
        judged = judge_files(spark, f"{folder}/people.csv", f"{folder}/people.yaml", parts=8)
        judged.write.parquet(f"{folder}/verdicts")
        good, bad = split(spark.read.parquet(f"{folder}/verdicts"))
        print(f"accepted {good.count()}, rejected {bad.count()}")
        errors = bad.select(F.explode("_errors").alias("error")).groupBy("error.rule").count()
        found = {row["rule"]: row["count"] for row in errors.orderBy("rule").collect()}
        for rule in sorted({*truth, *found}):
            print(f"{rule:16} found {found.get(rule, 0):6} planted {truth.get(rule, 0):6}")
    spark.stop()
    if found != truth:
        sys.exit("the counts differ")


if __name__ == "__main__":
    main()
