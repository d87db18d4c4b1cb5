"""Machines with separate file systems: equal verdicts, or an error.

Two workers of a cluster run in separate mount namespaces, in which a folder has different content.
"""

import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

import pytest
from conftest import apart, checked, write_people

JOB = """
import json, os, sys
from conftest import judged
from pyspark.sql import SparkSession
from formrec.spark import judge, judge_files, record
master, path, definitions, shared, private, here = sys.argv[1:]
spark = (SparkSession.builder.master(master).config("spark.ui.enabled", "false")
    .config("spark.driver.host", "127.0.0.1").config("spark.sql.shuffle.partitions", "4")
    .config("spark.task.maxFailures", "1").getOrCreate())
spark.sparkContext.setLogLevel("OFF")
# Both machines have work: neither does it all.
spark.range(8).repartition(8).count()

def said(work):
    try:
        return work()
    except Exception as error:
        return str(error)

def table():
    df = spark.read.csv(path, header=True, multiLine=True, escape='"').rdd.zipWithIndex()
    # Spark leaves half of a CRLF.
    df = df.map(lambda one: (one[1] + 1, *[cell and cell.rstrip("\\r") for cell in one[0]])).toDF(
        "place long, id string, name string, amount string, day string").repartition(6)
    return sorted([row.place, row._verdict] for row in
                  judge(df, definitions, order_by="place").select("place", "_verdict").collect())

ways = {
    "none": lambda: said(lambda: judge_files(spark, path, definitions, parts=8).count()),
    "absent": lambda: said(lambda: judge_files(spark, path, definitions, parts=8, work=shared + "/no").count()),
    "private": lambda: said(lambda: judge_files(spark, path, definitions, parts=8, work=private).count()),
    "shared": lambda: said(lambda: judged(
        judge_files(spark, path, definitions, parts=8, work=shared).collect())),
    "elsewhere": lambda: said(lambda: judge_files(spark, here, definitions, work=shared).count()),
    "recorded": lambda: said(lambda: record(spark, path, definitions, private + "/out", parts=8)),
    "table": lambda: said(table),
}
for name, way in ways.items():
    print(json.dumps([name, way()]), flush=True)
spark.stop()
"""


def port():
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        return own.getsockname()[1]


@contextlib.contextmanager
def cluster(folder, private):
    """A master and two workers, each with its own folder `private`."""
    import pyspark

    home = pathlib.Path(pyspark.__file__).parent
    run = str(home / "bin" / "spark-class")
    number = port()
    environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1",
                   "SPARK_NO_DAEMONIZE": "1"}
    processes = []

    def start(*arguments, name):
        log = open(folder / f"{name}.log", "wb")
        processes.append(subprocess.Popen(
            arguments, stdout=log, stderr=log, env=environment, cwd=folder))

    try:
        start(run, "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port",
              str(number), "--webui-port", str(port()), name="master")
        for worker in ("one", "two"):
            directory = folder / worker
            directory.mkdir()
            start("unshare", "--mount", "--propagation", "private", "sh", "-c",
                  f'mount -t tmpfs none "$1" && mkdir "$1/tmp" && TMPDIR="$1/tmp" exec "$2" '
                  f'org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --webui-port {port()}'
                  f' --cores 1 --memory 1g --work-dir "$3" spark://127.0.0.1:{number}',
                  "sh", str(private), run, str(directory), name=worker)
        deadline = time.monotonic() + 120
        while (folder / "master.log").read_text().count("Registering worker") < 2:
            assert time.monotonic() < deadline, (folder / "one.log").read_text()[-2000:]
            time.sleep(0.2)
        yield f"spark://127.0.0.1:{number}"
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def test_machines_that_see_other_files_agree_or_refuse(program, definitions, tmp_path):
    tried = subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "mount", "-t", "tmpfs", "none",
         str(tmp_path)], capture_output=True)
    if tried.returncode != 0:
        pytest.skip("namespaces are not allowed here")
    shared, private = tmp_path / "shared", tmp_path / "private"
    shared.mkdir()
    private.mkdir()
    path = write_people(shared / "people.csv", 400, odd=False)
    here = write_people(private / "here.csv", 20)
    rules = shutil.copy(definitions, shared / "people.yaml")
    with cluster(tmp_path, private) as master, open(tmp_path / "job.log", "wb") as log:
        done = subprocess.run(
            [sys.executable, "-c", JOB, master, path, rules, str(shared), str(private), here],
            stdout=subprocess.PIPE, stderr=log, cwd=pathlib.Path(__file__).parent, timeout=1_200,
        )
    assert done.returncode == 0, (tmp_path / "job.log").read_text()[-3000:]
    found = dict(json.loads(line) for line in done.stdout.splitlines())
    expected = checked(program, path, rules)
    assert "name a folder that every machine can read and write in work=" in found["none"]
    assert "no such folder" in found["absent"]
    assert "every machine must see the same folder" in found["private"]
    assert found["shared"] == json.loads(json.dumps(apart(expected)))
    assert "is not on this machine" in found["elsewhere"]
    assert "every machine must see the same folder" in found["recorded"]
    assert found["table"] == [[record, verdict] for record, _, verdict, _ in expected]
