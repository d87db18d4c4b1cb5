"""Spark Connect: the JVM of the driver is not available."""

import json
import pathlib
import subprocess
import sys

import pytest
from conftest import apart, checked, write_people

JOB = """
import json, sys
from conftest import judged
from pyspark.sql import SparkSession
from formrec.spark import judge, judge_files, observe, record
path, definitions, output = sys.argv[1:]
spark = SparkSession.builder.remote("local[2]").config("spark.ui.enabled", "false").getOrCreate()
found = judged(judge_files(spark, path, definitions, parts=4).collect())
manifest = record(spark, path, definitions, output, parts=4)
df = spark.createDataFrame([("1", 1), ("1", 2)], "id string, place int")
table, counts = observe(judge(df, definitions, order_by="place"))
rows = [row._verdict for row in table.orderBy("place").collect()]
print(json.dumps([found, manifest["files"][0]["rejected"], rows, counts.get["rejected"]]))
spark.stop()
"""


def test_all_of_it_works_under_connect(program, definitions, tmp_path):
    pytest.importorskip("grpc", reason="Spark Connect needs grpcio")
    path = write_people(tmp_path / "people.csv", 200)
    done = subprocess.run(
        [sys.executable, "-c", JOB, path, definitions, str(tmp_path / "out")],
        capture_output=True, cwd=pathlib.Path(__file__).parent, timeout=400,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found, rejected, rows, counted = json.loads(done.stdout.splitlines()[-1])
    expected = apart(checked(program, path, definitions))
    assert found == json.loads(json.dumps(expected))
    assert rejected == sum(one[2] == "rejected" for one in expected)
    assert (rows, counted) == (["accepted", "rejected"], 1)
