"""Judges a file on a cluster of two executors and prints the verdicts; test_cluster.py runs it."""

import json
import os
import sys

os.environ["PYSPARK_PYTHON"] = sys.executable

from conftest import judged
from pyspark.sql import SparkSession

from formrec.spark import judge_files, record

path, definitions, output = sys.argv[1:]
spark = (
    SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "3").config("spark.speculation", "true")
    .config("spark.speculation.interval", "50ms").config("spark.speculation.multiplier", "1.01")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("OFF")
# The executors are running, and may be killed from now on.
spark.range(4).repartition(4).count()
print("ready", flush=True)
rows = judge_files(
    spark, path, definitions, parts=24, only="flagged", work=os.path.dirname(path)
).collect()
found = judged(rows)
manifest = record(spark, path, definitions, output, parts=24)
print(json.dumps([found, manifest["files"][0]["rejected"]]), flush=True)
spark.stop()
