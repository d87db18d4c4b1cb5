import json
import os
import random
import shutil
import subprocess
import sys

import pytest

# test_cluster.py starts this file as a separate program.
collect_ignore = ["cluster_job.py"]

# Must be set before Spark starts its workers.
os.environ["PYSPARK_PYTHON"] = sys.executable

DEFINITIONS = """\
form: people
fields:
  - {name: id, type: integer, required: true}
  - {name: name, type: text}
  - {name: amount, type: decimal}
  - {name: day, type: date}
---
rules: people
form: people
fields:
  id:
    - unique
  name:
    - length: {max: 9}
      severity: warning
  amount:
    - range: {max: 50}
      needs: [id.unique]
  day:
    - range: {min: 2000-01-01}
record:
  - unique: {fields: [name, amount], ignoreCase: true}
    when: amount > 20
limits:
  - rejected: {max: 5%}
"""


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """A copy of formrec for this session, so that its processes can be distinguished from others."""
    from formrec import program

    copy = str(tmp_path_factory.mktemp("bin") / "formrec")
    shutil.copy(program.path(), copy)
    os.environ["FORMREC"] = copy
    return copy


@pytest.fixture(scope="session")
def spark(program):
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "3").config("spark.task.maxFailures", "1")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def definitions(tmp_path_factory):
    path = tmp_path_factory.mktemp("definitions") / "people.yaml"
    path.write_text(DEFINITIONS)
    return str(path)


def write_people(path, records, seed=7, odd=True):
    """Writes a file that is hard to split: with line breaks in quotes, stray quotes, undecodable bytes."""
    generator = random.Random(seed)
    usual = ["Ana", "ana", '"a\nb"', '"x ""y""\r\n,z"', "Zoë", ""]
    rare = ["\ufeffq", "sep=;", 'st"ray', '"q" x', "more,cells", "much too long a name"]
    with open(path, "wb") as file:
        file.write(b"id,name,amount,day\n")
        for record in range(1, records + 1):
            number = record // 2 if generator.random() < 0.2 else record
            name = generator.choice(rare if odd and generator.random() < 0.1 else usual)
            amount = generator.choice(["1.5", "1.50", "30", "30.0", "77", "x", ""])
            day = generator.choice(["2024-02-29", "2023-02-29", "1999-12-31", ""])
            file.write(f"{number},{name},{amount},{day}".encode())
            if odd and generator.random() < 0.02:
                file.write(b"\xff")
            file.write(generator.choice([b"\n", b"\r\n", b"\n\n"]))
    return str(path)


def checked(program, path, definitions, *more):
    """The results of formrec for a file on one machine: (record, line, verdict, errors) of each record."""
    done = subprocess.run(
        [program, "check", path, "--definitions", definitions, "--format", "ndjson",
         "--encoding", "utf-8", *more],
        capture_output=True,
    )
    assert done.returncode < 2, done.stderr
    records = []
    for line in done.stdout.splitlines():
        one = json.loads(line)
        errors = [
            tuple(error[name] for name in ("rule", "field", "code", "severity", "message"))
            for error in one["errors"]
        ]
        records.append((one["record"], one["line"], one["verdict"], errors))
    return records


def judged(rows):
    """The same for rows from Spark."""
    records = []
    for row in rows:
        errors = [tuple(error) for error in row["_errors"]]
        warnings = [tuple(error) for error in row["_warnings"]]
        records.append((row["_record"], row["_line"], row["_verdict"], errors, warnings))
    return sorted(records)


def apart(records):
    """Separates errors and warnings, as on Spark."""
    return [
        (record, line, verdict, [one for one in errors if one[3] == "error"],
         [one for one in errors if one[3] != "error"])
        for record, line, verdict, errors in records
    ]


def running(program):
    """The process ids of a program."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                if os.readlink(f"/proc/{name}/exe") == program:
                    found.append(int(name))
            except OSError:
                pass
    return found
