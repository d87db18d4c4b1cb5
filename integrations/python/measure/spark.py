"""Compares the CPU and wall time of judging a file on Spark with a plain read of the same records as Parquet.

    python measure/spark.py FILE.csv DEFINITIONS.yaml [ROUNDS]

Prints medians, in seconds, of the whole process tree: JVM, Python workers and formrec.
"""

import os
import pathlib
import statistics
import sys
import tempfile
import time

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from formrec.spark import judge, judge_files, record


def cpu():
    """CPU seconds of this process and its descendants, including those that have ended."""
    processes = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                text = pathlib.Path(f"/proc/{name}/stat").read_text()
            except OSError:
                continue
            values = text.rsplit(")", 1)[1].split()
            processes[int(name)] = (int(values[1]), sum(map(int, values[11:15])))
    tree, grew = {os.getpid()}, True
    while grew:
        more = {one for one, (parent, _) in processes.items() if parent in tree} - tree
        tree, grew = tree | more, bool(more)
    return sum(processes[one][1] for one in tree) / os.sysconf("SC_CLK_TCK")


def main():
    path, definitions = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    spark = (
        SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "4").config("spark.driver.memory", "3g")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    with tempfile.TemporaryDirectory() as folder:
        text = spark.read.option("header", True).option("multiLine", True).option("escape", '"')
        text = text.csv(path).withColumn("_place", F.monotonically_increasing_id())
        text.repartition(2).write.parquet(f"{folder}/plain")
        plain = spark.read.parquet(f"{folder}/plain")

        def noop(df):
            df.write.format("noop").mode("overwrite").save()

        small = os.path.join(folder, "small")
        os.mkdir(small)
        with open(path, encoding="utf-8") as lines:
            head = [next(lines) for _ in range(50)]
        for number in range(200):
            with open(os.path.join(small, f"{number}.csv"), "w", encoding="utf-8") as one:
                one.writelines(head)

        def unique():
            found = judge_files(spark, path, definitions, parts=2, only="flagged")
            found.write.mode("overwrite").parquet(f"{folder}/verdicts")

        def recorded():
            record(spark, path, definitions, f"{folder}/out-{time.monotonic_ns()}", parts=2)

        ways = {
            "Parquet, plain read": lambda: noop(plain),
            "200 small files": lambda: noop(judge_files(spark, small, definitions)),
            "200 small files, recorded": lambda: record(
                spark, small, definitions, f"{folder}/out-{time.monotonic_ns()}"
            ),
            "a file, whole, flagged records": lambda: noop(
                judge_files(spark, path, definitions, parts=1, only="flagged")
            ),
            "files with unique, flagged to Parquet": unique,
            "files with unique, recorded for a store": recorded,
            "table without unique": lambda: noop(judge(plain, definitions, unique=False)),
            "table with unique": lambda: noop(
                judge(plain, definitions, order_by=[F.col("_place")])
            ),
        }
        first = None
        for name, way in ways.items():
            way()
            times = []
            for _ in range(rounds):
                used, began = cpu(), time.monotonic()
                way()
                times.append((cpu() - used, time.monotonic() - began))
            seconds = statistics.median(one[0] for one in times)
            wall = statistics.median(one[1] for one in times)
            first = first or seconds
            print(f"{name:42} cpu {seconds:6.2f} wall {wall:6.2f} ratio {seconds / first:5.2f}",
                  flush=True)
    spark.stop()


if __name__ == "__main__":
    main()
