import base64
import hashlib
import json
import os
import time

import pytest
from conftest import apart, checked, judged, running, write_people

from formrec_spark import FormrecError, FormrecSource, LimitPassed, judge_files, limit, record, split


@pytest.mark.parametrize("parts", [1, 7, 64])
def test_verdicts_are_those_of_one_machine(spark, program, definitions, tmp_path, parts):
    path = write_people(tmp_path / "people.csv", 600, seed=parts)
    found = judge_files(spark, path, definitions, parts=parts).collect()
    assert judged(found) == apart(checked(program, path, definitions))
    flagged = judge_files(spark, path, definitions, parts=parts, only="flagged").collect()
    assert judged(flagged) == apart(checked(program, path, definitions, "--only", "flagged"))


def test_unique_compares_files_or_all(spark, definitions, tmp_path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("id,name,amount,day\n1,a,,\n2,b,,\n1,c,,\n")
    apart_ = judge_files(spark, tmp_path, definitions, parts=2, only="rejected").collect()
    assert sorted((os.path.basename(row._file), row._record) for row in apart_) == [
        ("a.csv", 3), ("b.csv", 3)
    ]
    together = judge_files(spark, tmp_path, definitions, scope="all", only="rejected").collect()
    assert sorted((os.path.basename(row._file), row._record) for row in together) == [
        ("a.csv", 3), ("b.csv", 1), ("b.csv", 2), ("b.csv", 3)
    ]


def test_limits_and_cells(spark, definitions, tmp_path):
    path = write_people(tmp_path / "people.csv", 200)
    found = judge_files(spark, path, definitions, cells=True)
    good, bad = split(found)
    assert good.count() + bad.count() == found.count()
    with pytest.raises(LimitPassed, match="rejected: .* at most 5% are allowed"):
        limit(found, definitions)
    rows = [row for row in bad.collect() if row._cells]
    assert rows and all(len(row._cells) == 4 for row in rows)
    malformed = [row for row in bad.collect() if row._raw]
    assert malformed and base64.b64decode(malformed[0]._raw)


def test_a_run_is_recorded(spark, program, definitions, tmp_path):
    path = write_people(tmp_path / "people.csv", 500)
    manifest = record(spark, path, definitions, tmp_path / "out", parts=5)
    assert manifest == json.loads((tmp_path / "out/manifest.json").read_text())
    expected = checked(program, path, definitions)
    (file,) = manifest["files"]
    assert file["records"] == len(expected)
    assert file["rejected"] == sum(one[2] == "rejected" for one in expected)
    assert file["sha256"] == hashlib.sha256(open(path, "rb").read()).hexdigest()
    assert [one.split(":")[0] for one in file["limits"]] == ["rejected"]
    lines = []
    for part in file["parts"]:
        text = (tmp_path / "out" / part["name"]).read_bytes()
        assert hashlib.sha256(text).hexdigest() == part["sha256"]
        lines += [json.loads(line) for line in text.splitlines()]
    assert [one["record"] for one in lines] == [one[0] for one in expected if one[2] == "rejected"]


def test_references_are_needed(spark, tmp_path):
    definitions = tmp_path / "orders.yaml"
    definitions.write_text(
        "form: orders\nfields: [{name: rate, type: decimal}]\n---\nrules: orders\nform: orders\n"
        "fields: {rate: [exists: {form: rates, field: rate}]}\n"
    )
    (tmp_path / "orders.csv").write_text("rate\n1.50\n2\n")
    (tmp_path / "rates.csv").write_text("rate\n1.5\n")
    path = tmp_path / "orders.csv"
    with pytest.raises(FormrecError, match="rates.rate"):
        judge_files(spark, path, definitions)
    found = judge_files(
        spark, path, definitions, references={"rates.rate": tmp_path / "rates.csv"}, parts=2
    )
    assert [row._verdict for row in found.orderBy("_record").collect()] == ["accepted", "rejected"]


def test_the_source_by_itself(spark, program, definitions, tmp_path):
    spark.dataSource.register(FormrecSource)
    path = write_people(tmp_path / "people.csv", 300)
    read = spark.read.format("formrec").option("definitions", definitions)
    with pytest.raises(Exception, match="use judge_files"):
        read.option("parts", 4).load(path).count()
    with pytest.raises(Exception, match="unknown option colour"):
        read.option("colour", "red").load(path).count()
    whole = spark.read.format("formrec").option("definitions", definitions).option("parts", 1)
    assert judged(whole.load(path).collect()) == apart(checked(program, path, definitions))


def test_a_part_that_fails_fails_the_job(spark, program, definitions, tmp_path, monkeypatch):
    path = write_people(tmp_path / "people.csv", 300)
    found = judge_files(spark, path, definitions, parts=4)
    with open(path, "ab") as file:
        file.write(b"x\n")
    with pytest.raises(Exception, match="was written to since the job began"):
        found.count()
    # Exit code 2 of formrec itself, in one part.
    references = tmp_path / "orders.yaml"
    references.write_text(
        "form: orders\nfields: [{name: rate, type: integer}]\n---\nrules: orders\nform: orders\n"
        "fields: {rate: [exists: {form: rates, field: rate}]}\n"
    )
    (tmp_path / "orders.csv").write_text("rate\n1\n")
    (tmp_path / "rates.csv").write_text("rate\nmuch\n")
    found = judge_files(
        spark, tmp_path / "orders.csv", references,
        references={"rates.rate": tmp_path / "rates.csv"},
    )
    with pytest.raises(Exception, match="the value of 'rate' is no integer"):
        found.count()


def test_no_process_is_left(spark, program, definitions, tmp_path):
    path = write_people(tmp_path / "people.csv", 60_000, odd=False)
    found = judge_files(spark, path, definitions, parts=3)
    assert found.limit(1).count() == 1
    assert len(found.take(1)) == 1
    for _ in range(100):
        if not running(program):
            break
        time.sleep(0.1)
    assert running(program) == []
