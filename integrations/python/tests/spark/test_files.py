import base64
import hashlib
import json
import os
import time

import pytest
from conftest import apart, checked, judged, running, write_people

from formrec.spark import FormrecError, FormrecSource, LimitExceeded, judge_files, limit, record, split


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
    with pytest.raises(LimitExceeded, match="rejected: .* maximum 5%"):
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


def test_references_of_several_fields(spark, program, tmp_path):
    definitions = tmp_path / "addresses.yaml"
    definitions.write_text(
        "form: addresses\nfields: [{name: country, type: text}, {name: zip, type: integer}]\n---\n"
        "rules: addresses\nform: addresses\n"
        "record: [exists: {fields: [country, zip], form: places, field: [code, zip]}]\n"
    )
    rows = ["DE,10115", "DE,010115", "FR,10115", ",10115", "FR,x", "FR,75001"]
    path = tmp_path / "addresses.csv"
    path.write_text("country,zip\n" + "\n".join(rows) + "\n")
    places = tmp_path / "places.csv"
    places.write_text("code,zip\nDE,10115\nFR,75001\n")
    with pytest.raises(FormrecError, match="places.code,zip"):
        judge_files(spark, path, definitions)
    found = judge_files(
        spark, path, definitions, references={"places.code,zip": places}, parts=3
    )
    one = checked(program, path, definitions, "--reference", f"places.code,zip={places}")
    assert judged(found.collect()) == apart(one)
    verdicts = [row._verdict for row in found.orderBy("_record").collect()]
    assert verdicts == ["accepted", "accepted", "rejected", "accepted", "rejected", "accepted"]


def test_the_source_by_itself(spark, program, definitions, tmp_path):
    spark.dataSource.register(FormrecSource)
    path = write_people(tmp_path / "people.csv", 300)
    def reader():
        return spark.read.format("formrec").option("definitions", definitions)

    with pytest.raises(Exception, match="unknown option colour"):
        reader().option("colour", "red").load(path).count()
    found = reader().load(path).collect()
    assert judged(found) == apart(checked(program, path, definitions))
    kept = reader().option("unique", "none").option("only", "rejected").option("cells", "true")
    rows = kept.load(path).collect()
    assert rows and all(row._cells or row._raw for row in rows)


def test_a_stream_of_files(spark, program, definitions, tmp_path):
    spark.dataSource.register(FormrecSource)
    incoming = tmp_path / "incoming"
    incoming.mkdir()
    first = write_people(incoming / "a.csv", 50, seed=1)

    def run():
        query = (
            spark.readStream.format("formrec").option("definitions", definitions)
            .load(str(incoming)).writeStream.format("parquet")
            .option("checkpointLocation", str(tmp_path / "checkpoint"))
            .option("path", str(tmp_path / "verdicts")).trigger(availableNow=True).start()
        )
        query.awaitTermination()
        return spark.read.parquet(str(tmp_path / "verdicts"))

    assert run().count() == len(checked(program, first, definitions))
    second = write_people(incoming / "b.csv", 60, seed=2)
    # A new file with an old time, as after copying.
    os.utime(second, (1, 1))
    rows = run().collect()
    for path in (first, second):
        own = [row for row in rows if row._file == path]
        assert judged(own) == apart(checked(program, path, definitions))


def test_a_part_that_fails_fails_the_job(spark, program, definitions, tmp_path, monkeypatch):
    path = write_people(tmp_path / "people.csv", 300)
    found = judge_files(spark, path, definitions, parts=4)
    with open(path, "ab") as file:
        file.write(b"x\n")
    with pytest.raises(Exception, match="was written to since the job began"):
        found.count()
    # Exit code 2 of formrec, in one part.
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
    with pytest.raises(Exception, match="the value of 'rate' is not of type integer"):
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


def test_small_files_are_packed(spark, program, definitions, tmp_path):
    for number in range(1, 31):
        folder = tmp_path / "in" / f"dt=2026-01-{number:02}"
        folder.mkdir(parents=True)
        write_people(folder / "people.csv", 20, seed=number)
        (folder / "_SUCCESS").touch()
    found = judge_files(spark, tmp_path / "in", definitions)
    assert found.rdd.getNumPartitions() < 3
    rows = found.collect()
    paths = sorted({row._file for row in rows})
    assert len(paths) == 30
    for path in paths:
        own = [row for row in rows if row._file == path]
        assert judged(own) == apart(checked(program, path, definitions))
    manifest = record(spark, str(tmp_path / "in" / "*" / "*.csv"), definitions, tmp_path / "out")
    for file in manifest["files"]:
        assert file["sha256"] == hashlib.sha256(open(file["name"], "rb").read()).hexdigest()
        assert file["rejected"] == sum(
            row._verdict == "rejected" for row in rows if row._file == file["name"]
        )


def write_lines(path, records):
    """Writes lines of JSON with values of all kinds, and one malformed line."""
    with open(path, "w", encoding="utf-8") as file:
        for record in range(1, records + 1):
            one = {"id": record // 2 if record % 7 == 0 else record, "name": "Zoë", "amount": 60.50}
            if record % 3 == 0:
                one["extra"] = [1, {"a": "b,]"}]
            text = json.dumps(one, ensure_ascii=False)
            file.write(text + ("x" if record % 50 == 0 else "") + "\n")
    return str(path)


@pytest.mark.parametrize("parts", [1, 7])
def test_lines_of_json_are_cut(spark, program, definitions, tmp_path, parts):
    path = write_lines(tmp_path / "people.ndjson", 300)
    found = judge_files(spark, path, definitions, parts=parts, cells=True).collect()
    assert judged(found) == apart(checked(program, path, definitions))
    cells = next(row._cells for row in found if row._record == 3)
    assert cells == ["3", "Zoë", "60.5", '[1, {"a": "b,]"}]']
    manifest = record(spark, path, definitions, tmp_path / "out", parts=parts)
    assert manifest["files"][0]["columns"] == ["id", "name", "amount", "extra"]


def test_files_of_other_stores(spark, program, definitions, tmp_path):
    # fsspec's name for the local file system: read through fsspec, not by path.
    for number in range(3):
        write_people(tmp_path / f"{number}.csv", 200, seed=number)
    large = write_people(tmp_path / "large.csv", 400, seed=9)
    url = f"local://{tmp_path}"
    found = judge_files(spark, [f"{url}/?.csv"], definitions).collect()
    assert len({row._file for row in found}) == 3
    for number in range(3):
        own = [row for row in found if row._file.endswith(f"/{number}.csv")]
        path = str(tmp_path / f"{number}.csv")
        assert judged(own) == apart(checked(program, path, definitions))
    cut = judge_files(spark, f"{url}/large.csv", definitions, parts=5)
    assert judged(cut.collect()) == apart(checked(program, large, definitions))


def test_how_files_are_read_is_said(spark, tmp_path):
    definitions = tmp_path / "people.yaml"
    definitions.write_text(
        "form: people\nfields: [{name: id, type: integer}, {name: name, type: text}]\n---\n"
        "rules: people\nform: people\nfields: {id: [unique]}\n"
    )
    path = tmp_path / "people.txt"
    path.write_bytes("Nummer;Name\n1;Zo\xeb\n1;x\n".encode("latin-1"))
    found = judge_files(
        spark, path, definitions, delimiter=";", encoding="iso-8859-1",
        map={"Nummer": "id", "Name": "name"}, cells=True,
    ).orderBy("_record").collect()
    assert [row._verdict for row in found] == ["accepted", "rejected"]
    path.write_text("1;x\n2;y\n1;z\n")
    found = judge_files(spark, path, definitions, delimiter=";", header=0, parts=3)
    assert sorted(row._verdict for row in found.collect()) == ["accepted", "accepted", "rejected"]
    with pytest.raises(Exception, match="unknown field 'nome'"):
        judge_files(spark, path, definitions, map={"Name": "nome"})


def test_another_program_is_refused(spark, program, definitions, tmp_path, monkeypatch):
    path = write_people(tmp_path / "people.csv", 20)
    found = judge_files(spark, path, definitions)
    assert found.count() == 20
    with open(program, "ab") as file:
        file.write(b"\0")
    try:
        with pytest.raises(Exception, match="is not the driver's"):
            found.count()
    finally:
        with open(program, "rb+") as file:
            file.truncate(os.path.getsize(program) - 1)


def test_a_lost_folder_of_repeats_fails(spark, definitions, tmp_path):
    path = write_people(tmp_path / "people.csv", 200, odd=False)
    work = tmp_path / "work"
    with pytest.raises(FormrecError, match="no such folder"):
        judge_files(spark, path, definitions, parts=4, work=str(work))
    work.mkdir()
    found = judge_files(spark, path, definitions, parts=4, work=str(work))
    expected = found.where("_verdict = 'rejected'").count()
    assert expected
    (folder,) = work.iterdir()
    shares = sorted(folder.glob("task-*.csv"))
    text = shares[0].read_text()
    shares[0].write_text(text[: text.index("\n") + 1])
    with pytest.raises(Exception, match="differs from what was written"):
        found.count()
    shares[0].unlink()
    with pytest.raises(Exception, match="differs from what was written"):
        found.count()
    for file in folder.iterdir():
        file.unlink()
    with pytest.raises(Exception, match="must see the same folder"):
        found.count()
