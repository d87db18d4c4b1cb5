"""Rules `depends` and `resembles`, which compare each record with all records."""

import json
import random
import sqlite3
import subprocess

import pytest
from conftest import apart, checked, judged

from formrec.spark import FormrecError, judge, judge_files, record

DEFINITIONS = """\
form: hospitals
fields:
  - {name: id, type: integer}
  - {name: provider, type: text}
  - {name: city, type: text}
  - {name: beds, type: integer}
  - {name: state, type: text, sensitive: true}
---
rules: hospitals
form: hospitals
fields:
  id: [unique]
  city:
    - depends: provider
    - resembles
  beds:
    - depends: {on: [provider, city], share: plurality, minority: 100%, missing: fail}
      when: id > 3
  state:
    - depends: {on: [provider, city, beds], ties: fail, atLeast: 2}
"""


@pytest.fixture(scope="module")
def hospitals(tmp_path_factory):
    path = tmp_path_factory.mktemp("hospitals") / "hospitals.yaml"
    path.write_text(DEFINITIONS)
    return str(path)


def write_hospitals(path, records, seed):
    generator = random.Random(seed)
    cities = ["birmingham", "dothan", '"line\nbreak"', "Zürich", "x" * 300]
    with open(path, "w", encoding="utf-8") as file:
        file.write("id,provider,city,beds,state\n")
        for number in range(records):
            provider = generator.randrange(40)
            city = cities[provider % len(cities)]
            if generator.random() < 0.05:
                city = generator.choice(["birminghxm", "dothxn", *cities])
            beds = generator.choice([str(provider), str(provider), f"0{provider}", "7", "", "many"])
            state = generator.choice(["AL", "AL", "AK"])
            file.write(f"{number},{provider},{city},{beds},{state}\n")
    return str(path)


@pytest.mark.parametrize("parts", [1, 7])
def test_verdicts_are_those_of_one_machine(spark, program, hospitals, tmp_path, parts):
    path = write_hospitals(tmp_path / "hospitals.csv", 900, seed=parts)
    expected = checked(program, path, hospitals)
    codes = {error[2] for one in expected for error in one[3]}
    assert {"depends.minority", "depends.missing", "depends.tie", "resembles.frequent"} <= codes
    assert judged(judge_files(spark, path, hospitals, parts=parts).collect()) == apart(expected)


def test_files_are_counted_apart_or_together(spark, program, hospitals, tmp_path):
    paths = [write_hospitals(tmp_path / f"{one}.csv", 300, seed=one) for one in (1, 2)]
    found = judge_files(spark, tmp_path, hospitals).collect()
    for path in paths:
        own = [row for row in found if row._file == path]
        assert judged(own) == apart(checked(program, path, hospitals))
    # Together, they have the verdicts of one file, except for the numbers of records.
    whole = tmp_path / "both.txt"
    lines = [open(path).read().split("\n", 1)[1] for path in paths]
    whole.write_text("id,provider,city,beds,state\n" + "".join(lines))
    together = judge_files(spark, paths, hospitals, scope="all").collect()
    records = apart(checked(program, str(whole), hospitals))
    assert sorted(row[2:] for row in judged(together)) == sorted(row[2:] for row in records)


def test_tables(spark, program, hospitals, tmp_path):
    path = write_hospitals(tmp_path / "hospitals.csv", 500, seed=3)
    frame = spark.read.csv(path, header=True, multiLine=True).repartition(5)
    # Spark reads the ids as texts, which have another order.
    rows = judge(frame, hospitals, order_by=frame.id.cast("int")).collect()
    found = sorted((int(row.id), row._verdict, sorted(map(tuple, row._errors))) for row in rows)
    assert found == [
        (number - 1, verdict, sorted(errors))
        for number, _, verdict, errors, _ in apart(checked(program, path, hospitals))
    ]
    with pytest.raises(FormrecError, match="a stream has no end"):
        judge(spark.readStream.format("rate").load(), """\
form: f
fields: [{name: timestamp, type: text}, {name: value, type: text}]
---
rules: f
form: f
fields: {value: [depends: timestamp]}
""")


def test_a_table_without_contradictions_or_records(spark, hospitals):
    schema = "id int, provider string, city string, beds int, state string"
    rows = [(1, "a", "dothan", 1, "AL"), (2, "b", "birmingham", 2, "AK")]
    frame = spark.createDataFrame(rows, schema)
    assert {row._verdict for row in judge(frame, hospitals, order_by="id").collect()} == {"accepted"}
    assert judge(frame.limit(0), hospitals, order_by="id").collect() == []


@pytest.mark.parametrize("scope", ["file", "all"])
def test_a_recorded_run_is_imported(spark, program, hospitals, tmp_path, scope):
    paths = [write_hospitals(tmp_path / f"{one}.csv", 400, seed=one) for one in (4, 5)]
    out = tmp_path / "out"
    manifest = record(spark, paths, hospitals, out, parts=3, scope=scope)
    assert all(file["ruleCounts"]["name"].startswith("counts/") for file in manifest["files"])
    def imported(store, command, *arguments):
        done = subprocess.run(
            [program, command, *arguments, "--db", tmp_path / store], capture_output=True, text=True
        )
        if done.returncode == 2:
            return done.stderr
        assert done.returncode == 1, done.stderr
        with sqlite3.connect(tmp_path / store) as database:
            return database.execute(
                "select i.file_name, s.line, e.rule, e.code, e.arguments from error_view e"
                " join submission_view s using (submission) join import_view i using (import)"
                " where s.verdict = 'rejected' order by 1, 2, 3"
            ).fetchall()

    # The errors are those of an import of the files, with the most frequent values as evidence.
    found = imported("external.sqlite", "import-run", out)
    if scope == "file":
        assert found == imported("direct.sqlite", "import", *paths, "--definitions", hospitals)
    modes = {rule: json.loads(arguments or "{}").get("mode") for *_, rule, _, arguments in found}
    assert modes["city.depends"] and not modes["state.depends"]

    # An altered count is refused.
    name = out / manifest["files"][0]["ruleCounts"]["name"]
    name.write_bytes(name.read_bytes().replace(b",1,", b",2,", 1))
    assert "altered" in imported("altered.sqlite", "import-run", out)
