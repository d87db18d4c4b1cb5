import datetime
import time
from decimal import Decimal

import pytest
from conftest import checked, running, write_people
from pyspark.sql import functions as F

from formrec.spark import FormrecError, judge, observe


def table(spark, path):
    """A file's records as a table of text, with their order."""
    import csv

    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    fields = ["id", "name", "amount", "day"]
    # Null and empty text are both empty cells.
    values = [
        (place, *[row[name] or (None if place % 2 else "") for name in fields])
        for place, row in enumerate(rows, 1)
    ]
    return spark.createDataFrame(
        values, "place int, id string, name string, amount string, day string"
    )


@pytest.mark.parametrize("parts", [1, 5, 16])
def test_verdicts_are_those_of_a_file(spark, program, definitions, tmp_path, parts):
    path = write_people(tmp_path / "people.csv", 400, odd=False)
    df = table(spark, path).repartition(parts, "place")
    rows = judge(df, definitions, order_by="place").orderBy("place").collect()
    found = [
        (row.place, row._verdict, [tuple(one) for one in [*row._errors, *row._warnings]])
        for row in rows
    ]
    expected = [
        (record, verdict, sorted(errors, key=lambda one: one[3] != "error"))
        for record, _, verdict, errors in checked(program, path, definitions)
    ]
    assert found == expected


def test_unique_wants_an_order(spark, definitions):
    df = spark.createDataFrame([("1", 1), ("1", 1)], "id string, place int")
    with pytest.raises(FormrecError, match="order_by"):
        judge(df, definitions)
    with pytest.raises(Exception, match="which of several equal records comes first"):
        judge(df, definitions, order_by="place").collect()
    assert judge(df, definitions, unique=False).where("_verdict = 'accepted'").count() == 2


def test_records_without_a_key_and_empty_partitions(spark, definitions):
    df = spark.range(20_000).selectExpr(
        "id as place", "if(id < 3, '5', null) as id", "cast(null as string) as name"
    )
    df = df.where("place < 15000").repartition(8, "id")
    rows = judge(df, definitions, order_by="place").groupBy("_errors.rule").count().collect()
    counts = {tuple(row.rule): row["count"] for row in rows}
    assert counts == {("id.required",): 14_997, ("id.unique",): 2, (): 1}


def test_cells_are_written_as_formrec_reads_them(spark, tmp_path):
    definitions = tmp_path / "cells.yaml"
    definitions.write_text(
        "form: cells\nfields:\n  - {name: small, type: decimal}\n  - {name: day, type: date}\n"
        "  - {name: at, type: datetime}\n  - {name: yes, type: boolean}\n  - {name: n, type: number}\n"
        "  - {name: text, type: text}\n---\nrules: cells\nform: cells\n"
        "record:\n  - must: small = 0.0000001\n  - must: day = 2024-02-29\n    id: day\n"
        "  - must: length(text) = 4\n    id: text\n"
    )
    zone = datetime.timezone(datetime.timedelta(hours=2))
    df = spark.createDataFrame(
        [(Decimal("0.0000001"), datetime.date(2024, 2, 29),
          datetime.datetime(2024, 2, 29, 1, 30, 5, tzinfo=zone), True, 1.5, 'a"\n,', [1])],
        "small decimal(12,7), day date, at timestamp, yes boolean, n double, text string, more array<int>",
    )
    (row,) = judge(df, definitions).collect()
    assert (row._verdict, row._errors, row.more) == ("accepted", [], [1])
    with pytest.raises(FormrecError, match="column 'text' is array<int>"):
        judge(df.selectExpr("more as text"), definitions)
    with pytest.raises(FormrecError, match="_verdict"):
        judge(judge(df, definitions), definitions)


def test_no_process_is_left(spark, program, definitions):
    df = spark.range(200_000).selectExpr("cast(id as string) as id", "id as place").repartition(3)
    assert judge(df, definitions, unique=False).limit(1).count() == 1
    assert len(judge(df, definitions, unique=False).take(1)) == 1
    for _ in range(100):
        if not running(program):
            break
        time.sleep(0.1)
    assert running(program) == []


def test_streams_and_names_with_dots(spark, definitions, tmp_path):
    (tmp_path / "in").mkdir()
    spark.createDataFrame([("1", "a")], "id string, name string").write.json(str(tmp_path / "in/x"))
    stream = spark.readStream.schema("id string, name string").json(str(tmp_path / "in/x"))
    with pytest.raises(FormrecError, match="foreachBatch"):
        judge(stream, definitions, order_by="id")
    counted = []
    query = (
        stream.writeStream.foreachBatch(
            lambda df, number: counted.append(judge(df, definitions, order_by="id").count())
        ).trigger(availableNow=True).start()
    )
    query.awaitTermination()
    assert sum(counted) == 1
    dotted = spark.createDataFrame([("1", "a", 1), ("1", "b", 2)], "`a.id` string, `n``x.y` string, `o.p` int")
    rows = judge(
        dotted, definitions, order_by="o.p", map={"a.id": "id", "n`x.y": "name"}
    ).orderBy("`o.p`").collect()
    assert [row._verdict for row in rows] == ["accepted", "rejected"]
    assert rows[1]["n`x.y"] == "b"


def test_many_repeats_go_to_a_folder(spark, definitions, tmp_path, monkeypatch):
    from formrec.spark import table as module

    monkeypatch.setattr(module, "BROADCAST", 3)
    df = spark.range(100).selectExpr("cast(id % 10 as string) as id", "id as place")
    (tmp_path / "work").mkdir()
    judged = judge(df, definitions, order_by="place", work=str(tmp_path / "work"))
    assert judged.where("_verdict = 'rejected'").count() == 90
    assert judged.where("_verdict = 'accepted'").agg({"place": "max"}).first()[0] == 9


def test_a_text_with_nul_is_compared(spark, definitions):
    rows = [("1", "a\0", 1), ("1", "b", 2), ("1", "c", 3)]
    df = spark.createDataFrame(rows, "id string, name string, place int")
    found = judge(df, definitions, order_by="place").orderBy("place").collect()
    assert [[one.code for one in row._errors] for row in found] == [[], ["unique.repeated"], ["unique.repeated"]]


def test_counts_are_observed(spark, definitions):
    df = spark.createDataFrame([("1", 1), ("1", 2), ("x", 3)], "id string, place int")
    judged, counts = observe(judge(df, definitions, order_by="place"))
    judged.write.format("noop").mode("overwrite").save()
    assert counts.get == {"records": 3, "accepted": 1, "rejected": 2, "warned": 0, "errors": 2}


UNIQUE = """
form: t
fields:
  - {name: id, type: integer}
  - {name: b, type: text}
  - {name: l, type: list}
---
rules: t
form: t
fields:
  id: [unique]
  b: [unique]
"""


def _rules(df, order="n", **named):
    rows = judge(df, UNIQUE, order_by=order, **named).orderBy("n").collect()
    return [[error.rule for error in row._errors] for row in rows]


def test_malformed_records_are_not_compared(spark):
    long = spark.createDataFrame([(1, "1", "a" * 900), (2, "1", "b"), (3, "1", "c")], "n int, id string, b string")
    assert _rules(long, max_record=800) == [["csv.tooLong"], [], ["id.unique"]]
    invalid = spark.sql(
        "select 1 n, '1' id, cast(X'61ff' as string) b union all select 2, '1', 'b' union all select 3, '1', 'c'")
    assert _rules(invalid) == [["csv.encoding"], [], ["id.unique"]]


def test_lists_and_nul_are_compared_with_unique_in_order(spark):
    rows = [(1, "1", "a\0", ["x"]), (2, "1", "a\0", ["y"]), (3, "2", "b", ["x"]), (4, "2", "b", ["z"])]
    df = spark.createDataFrame(rows, "n int, id string, b string, l array<string>")
    assert _rules(df) == [[], ["id.unique", "b.unique"], [], ["id.unique", "b.unique"]]


def test_a_record_of_the_maximum_size_is_compared(spark):
    # The object has 17 characters beside the text.
    df = spark.createDataFrame([(1, "1", "a" * 83), (2, "1", "b" * 50)], "n int, id string, b string")
    for limit in (99, 100, 101):
        whole = _rules(df, max_record=limit)
        alone = _rules(df.where("n = 1"), max_record=limit)
        assert whole[0] == alone[0]
        assert whole[1] == ([] if alone[0] else ["id.unique"])


def test_records_are_compared_in_descending_order(spark):
    df = spark.createDataFrame([(1, "1", "x"), (2, "1", "y"), (3, "2", "z")], "n int, id string, b string")
    assert _rules(df, F.col("n").desc()) == [["id.unique"], [], []]
    assert _rules(df, [F.col("id").asc_nulls_last(), F.col("n").desc()]) == [["id.unique"], [], []]
