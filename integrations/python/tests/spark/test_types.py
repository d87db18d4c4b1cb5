"""All Spark types in all kinds of fields."""

import datetime
from decimal import Decimal

import pytest

from formrec.spark import FormrecError, judge

FIELDS = {
    "text": "type: text", "integer": "type: integer", "decimal": "type: decimal",
    "german": 'type: decimal, scale: 2, point: ",", group: "."', "number": "type: number",
    "boolean": "type: boolean", "words": "type: boolean, true: [ja], false: [nein]",
    "date": "type: date", "two": "type: date, format: [dd/MM/yyyy, yyyy-dd-MM]",
    "dotted": "type: date, format: dd.MM.yyyy", "time": "type: time", "datetime": "type: datetime",
}
NUMBERS = ("text", "integer", "decimal", "german", "number")
DATES = ("date", "two", "dotted")
NOON = datetime.datetime(2024, 3, 12, 12, 30, 5)

# Spark returns char and varchar as string. Each entry: the type, a value, and the fields that accept it,
# with the value in the field.
CASES = [
    ("string", "5", dict.fromkeys(NUMBERS[1:], "5") | {"text": "'5'"}),
    *[(kind, 5, dict.fromkeys(NUMBERS[1:], "5") | {"text": "'5'"})
      for kind in ("tinyint", "smallint", "int", "bigint")],
    ("float", 1.5, {"text": "'1.5'", "decimal": "1.5", "german": "1.5", "number": "1.5"}),
    ("double", 1e10, dict.fromkeys(NUMBERS[1:], "10000000000") | {"text": "'10000000000'"}),
    ("decimal(10,2)", Decimal("5.00"), dict.fromkeys(NUMBERS[1:], "5") | {"text": "'5.00'"}),
    ("decimal(10,3)", Decimal("1.500"),
     {"text": "'1.500'", "decimal": "1.5", "german": "1.5", "number": "1.5"}),
    ("boolean", True, {"text": "'true'", "boolean": "true", "words": "true"}),
    ("date", datetime.date(2024, 3, 12),
     dict.fromkeys(DATES, "2024-03-12") | {"text": "'2024-03-12'", "datetime": "2024-03-12T00:00:00Z"}),
    ("timestamp_ntz", NOON, {"text": "'2024-03-12T12:30:05'", "datetime": "2024-03-12T12:30:05Z"}),
    ("timestamp_ntz", datetime.datetime(2024, 3, 12), dict.fromkeys(DATES, "2024-03-12")
     | {"text": "'2024-03-12T00:00:00'", "datetime": "2024-03-12T00:00:00Z"}),
    ("timestamp", NOON.replace(tzinfo=datetime.timezone.utc),
     {"text": "'2024-03-12T12:30:05Z'", "datetime": "2024-03-12T12:30:05Z"}),
    ("interval day to second", datetime.timedelta(seconds=90), {"text": "'PT90S'"}),
    ("void", None, dict.fromkeys(FIELDS)),
]


def test_types_and_fields(spark, tmp_path):
    path = tmp_path / "types.yaml"
    for kind, value, holds in CASES:
        fields = "".join(f"  - {{name: {name}, {words}}}\n" for name, words in FIELDS.items())
        musts = "".join(
            f"  - must: {name} = {holds[name]}\n    id: {name}.value\n"
            for name in holds if holds[name] is not None
        )
        record = f"record:\n{musts}" if musts else ""
        path.write_text(f"form: f\nfields:\n{fields}---\nrules: f\nform: f\n{record}")
        schema = ", ".join(f"{name} {kind}" for name in FIELDS)
        df = spark.createDataFrame([(value,) * len(FIELDS)], schema)
        (row,) = judge(df, str(path)).collect()
        kinds = {name: words.partition("type: ")[2].partition(",")[0] for name, words in FIELDS.items()}
        assert sorted(one.rule for one in row._errors) == sorted(
            f"{name}.{kinds[name]}" for name in FIELDS if name not in holds
        ), kind


@pytest.mark.parametrize("kind", [
    "array<int>", "map<string,int>", "struct<a:int>", "binary", "interval year to month", "variant",
])
def test_what_is_no_cell_is_refused(spark, tmp_path, kind):
    path = tmp_path / "types.yaml"
    path.write_text("form: f\nfields: [{name: v, type: text}]\n---\nrules: f\nform: f\n")
    df = spark.sql(f"select cast(null as {kind}) as v")
    with pytest.raises(FormrecError, match="column 'v' is .*, which a cell cannot contain"):
        judge(df, str(path))


def test_lists_go_to_lists(spark, tmp_path):
    path = tmp_path / "types.yaml"
    path.write_text(
        "form: f\nfields: [{name: v, type: list}]\n---\nrules: f\nform: f\n"
        "fields: {v: [each: [in: ['a,b', c]]]}\n"
    )
    df = spark.createDataFrame([(["a,b", "c"],), (["a"],), (None,)], "v array<string>")
    assert [row._verdict for row in judge(df, str(path)).collect()] == [
        "accepted", "rejected", "accepted"
    ]
