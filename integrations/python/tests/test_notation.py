"""Every Arrow type in every kind of field: the written text reads back as the same value."""

import datetime
import json
import subprocess
from decimal import Decimal

import pyarrow as pa
import pytest

import formrec
from formrec import dates, notation
from formrec.description import Description, Field
from formrec.errors import UnsupportedColumn

UTC = datetime.timezone.utc
CEST = datetime.timezone(datetime.timedelta(hours=2))

FIELDS = {
    "text": "type: text",
    "integer": "type: integer",
    "decimal": "type: decimal",
    "german": 'type: decimal, scale: 2, point: ",", group: ".", strip: [EUR]',
    "signed": "type: decimal, negative: [parentheses, trailing]",
    "number": "type: number",
    "boolean": "type: boolean",
    "words": "type: boolean, true: [ja], false: [nein]",
    "date": "type: date",
    "dotted": "type: date, format: dd.MM.yyyy",
    "two": "type: date, format: [dd/MM/yyyy, yyyy-dd-MM]",
    "short": "type: date, format: [d-MMM-yy, MMMM d yyyy]",
    "tight": "type: date, format: dMMyyyy",
    "time": "type: time",
    "clock": "type: time, format: [h:mm a, 'HH:mm:ss']",
    "datetime": "type: datetime",
    "moment": "type: datetime, format: [MM/dd/yyyy h:mm a, 'd.M.yyyy HH:mm:ss.S']",
}

DAY = datetime.date(2024, 3, 12)
NOON = datetime.datetime(2024, 3, 12, 12, 30, 5)
MIDNIGHT = datetime.datetime(2024, 3, 12)

# The column, and for each field that accepts it, a condition on its value; other fields reject it.
CASES = [
    (pa.array(["5"]), {"integer": "5", "decimal": "5", "signed": "5", "number": "5", "german": "5", "text": "'5'"}),
    (pa.array([5], pa.int8()), {"integer": "5", "decimal": "5", "signed": "5", "number": "5", "german": "5", "text": "'5'"}),
    (pa.array([5], pa.uint64()), {"integer": "5", "decimal": "5", "signed": "5", "number": "5", "german": "5", "text": "'5'"}),
    (pa.array([5.0]), {"integer": "5", "decimal": "5", "signed": "5", "number": "5", "german": "5", "text": "'5'"}),
    (pa.array([1e10]), {"integer": "10000000000", "decimal": "10000000000", "signed": "10000000000", "number": "10000000000",
                        "german": "10000000000", "text": "'10000000000'"}),
    (pa.array([1.5], pa.float32()), {"decimal": "1.5", "signed": "1.5", "number": "1.5", "german": "1.5", "text": "'1.5'"}),
    (pa.array([1e-7]), {"decimal": "0.0000001", "signed": "0.0000001", "number": "0.0000001", "text": "'0.0000001'"}),
    (pa.array([Decimal("5.00")]), {"integer": "5", "decimal": "5", "signed": "5", "number": "5", "german": "5",
                                   "text": "'5.00'"}),
    (pa.array([Decimal("1.500")]), {"decimal": "1.5", "signed": "1.5", "number": "1.5", "german": "1.5", "text": "'1.500'"}),
    (pa.array([Decimal("1234567.50")]), {"decimal": "1234567.5", "signed": "1234567.5", "number": "1234567.5",
                                         "german": "1234567.5", "text": "'1234567.50'"}),
    (pa.array([Decimal("0.0000001")]), {"decimal": "0.0000001", "signed": "0.0000001", "number": "0.0000001",
                                        "text": "'0.0000001'"}),
    (pa.array([Decimal("-1234.50")]), {"decimal": "-1234.5", "number": "-1234.5", "german": "-1234.5",
                                      "signed": "-1234.5", "text": "'-1234.50'"}),
    (pa.array([-5, None, 7]).slice(0, 1), {"integer": "-5", "decimal": "-5", "number": "-5", "german": "-5",
                                           "signed": "-5", "text": "'-5'"}),
    (pa.array([True]), {"boolean": "true", "words": "true", "text": "'true'"}),
    (pa.array([False]), {"boolean": "false", "words": "false", "text": "'false'"}),
    (pa.array([DAY]), {name: "2024-03-12" for name in ("date", "dotted", "two", "short", "tight")}
     | {"datetime": "2024-03-12T00:00:00Z", "moment": "2024-03-12T00:00:00Z", "text": "'2024-03-12'"}),
    (pa.array([DAY], pa.date64()), {name: "2024-03-12" for name in ("date", "dotted", "two", "short", "tight")}
     | {"datetime": "2024-03-12T00:00:00Z", "moment": "2024-03-12T00:00:00Z", "text": "'2024-03-12'"}),
    (pa.array([datetime.date(1901, 11, 2)]), {
        name: "1901-11-02" for name in ("date", "dotted", "two", "short", "tight")}
     | {"datetime": "1901-11-02T00:00:00Z", "moment": "1901-11-02T00:00:00Z", "text": "'1901-11-02'"}),
    (pa.array([MIDNIGHT]), {name: "2024-03-12" for name in ("date", "dotted", "two", "short", "tight")}
     | {"datetime": "2024-03-12T00:00:00Z", "moment": "2024-03-12T00:00:00Z", "text": "'2024-03-12T00:00:00'"}),
    (pa.array([NOON], pa.timestamp("ns")), {"datetime": "2024-03-12T12:30:05Z", "moment": "2024-03-12T12:30:05Z",
                                            "text": "'2024-03-12T12:30:05'"}),
    (pa.array([NOON.replace(tzinfo=CEST)], pa.timestamp("us", "+02:00")),
     {"datetime": "2024-03-12T10:30:05Z", "moment": "2024-03-12T10:30:05Z", "text": "'2024-03-12T10:30:05Z'"}),
    (pa.array([MIDNIGHT.replace(tzinfo=CEST)], pa.timestamp("us", "+02:00")),
     {name: "2024-03-12" for name in ("date", "dotted", "two", "short", "tight")}
     | {"datetime": "2024-03-11T22:00:00Z", "moment": "2024-03-11T22:00:00Z", "text": "'2024-03-11T22:00:00Z'"}),
    (pa.array([NOON.replace(microsecond=120_000)]), {"datetime": "2024-03-12T12:30:05.12Z", "moment": "2024-03-12T12:30:05.12Z",
                                                     "text": "'2024-03-12T12:30:05.12'"}),
    (pa.array([NOON.time()]), {"time": "12:30:05", "clock": "12:30:05", "text": "'12:30:05'"}),
    (pa.array([datetime.timedelta(seconds=90)]), {"text": "'PT90S'"}),
    (pa.array(["5"]).dictionary_encode(), {"integer": "5", "decimal": "5", "signed": "5", "number": "5", "german": "5",
                                           "text": "'5'"}),
]


@pytest.mark.parametrize("place", range(len(CASES)))
def test_a_value_is_the_same_in_every_field(place):
    column, holds = CASES[place]
    fields = "".join(f"  - {{name: {name}, {kind}}}\n" for name, kind in FIELDS.items())
    musts = "".join(
        f"  - must: {name} = {value}\n    id: {name}.value\n" for name, value in holds.items()
    )
    rules = f"form: f\nfields:\n{fields}---\nrules: f\nform: f\nrecord:\n{musts}"
    result = formrec.check(pa.table({name: column for name in FIELDS}), rules)
    kinds = {name: kind.partition("type: ")[2].partition(",")[0] for name, kind in FIELDS.items()}
    refused = {f"{name}.{kinds[name]}": 1 for name in FIELDS if name not in holds}
    assert result.by_rule == refused, str(column.type)


def test_nulls_are_empty_cells():
    for kind in (pa.string(), pa.int64(), pa.float64(), pa.date32(), pa.bool_(), pa.null()):
        table = pa.table({"v": pa.nulls(2, kind)})
        rules = "form: f\nfields: [{name: v, type: text, required: true}]\n---\nrules: f\nform: f\n"
        assert formrec.check(table, rules).by_rule == {"v.required": 2}


def test_every_date_of_many_formats_reads_back():
    formats = (
        ["yyyy-MM-dd"], ["dd.MM.yyyy"], ["d/M/yyyy", "yyyy"], ["dMMyyyy"], ["d MMM yy", "yyyy-dd-MM"],
        ["MMMM d yyyy"], ["yy-MM-dd"], ["M/d/yy", "d.M.yyyy"],
    )
    day = datetime.date(1930, 1, 1)
    while day.year < 2070:
        for one in formats[:2] + formats[4:]:
            text = dates.write(day, one)
            assert dates.read(text, one) in (day, None)
        day += datetime.timedelta(days=97)


@pytest.mark.parametrize("formats", [
    ["dd/MM/yyyy", "yyyy-dd-MM"], ["d-MMM-yy", "MMMM d yyyy"], ["dMMyyyy"], ["M/d/yy", "d.M.yyyy"],
])
def test_the_program_reads_dates_as_they_were(formats):
    days = [datetime.date(1930, 1, 1) + datetime.timedelta(days=53 * n) for n in range(900)]
    table = pa.table({"a": pa.array(days), "b": pa.array([one.isoformat() for one in days])})
    rules = (
        f"form: f\nfields:\n  - {{name: a, type: date, format: {json.dumps(formats)}}}\n"
        "  - {name: b, type: date}\n---\nrules: f\nform: f\nrecord:\n  - must: a = b\n"
    )
    result = formrec.check(table, rules)
    # Dates that no format can represent are rejected; none is read as another day.
    assert set(result.by_rule) <= {"a.date"}
    written = [dates.write(day, formats) for day in days]
    assert result.rejected == sum(dates.read(one, formats) is None for one in written)


def test_what_is_no_cell_is_refused_by_name():
    rules = "form: f\nfields: [{name: v, type: text}]\n---\nrules: f\nform: f\n"
    for column in (pa.array([{"a": 1}]), pa.array([b"x"]), pa.array([["a"]]),
                   pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int64()))):
        with pytest.raises(UnsupportedColumn, match="column 'v' is .*, which a cell cannot contain"):
            formrec.check(pa.table({"v": column}), rules)


def test_items_of_lists_keep_their_separators():
    rules = (
        "form: f\nfields: [{name: v, type: list}]\n---\nrules: f\nform: f\n"
        "fields: {v: [each: [in: ['a,b', c, '5']]]}\n"
    )
    assert formrec.check(pa.table({"v": [["a,b", "c"], [], None]}), rules).ok
    assert formrec.check(pa.table({"v": [[5], [5, None]]}), rules).ok
    assert formrec.check([{"v": ["a,b"]}, {"v": [5]}, {}], rules).ok
    assert not formrec.check(pa.table({"v": [["a"]]}), rules).ok


TEXTS = "form: f\nfields: [{name: v, type: %s}, {name: w, type: list}]\n---\nrules: f\nform: f\n%s\n"


@pytest.mark.parametrize("character", [*map(chr, range(32)), '"', "\\", "\x7f", "\u2028", "\U0001f600", "\ufeff"])
def test_a_text_is_the_same_beside_texts_and_lists(character):
    value = f"a{character}b"
    rules = TEXTS % ("text", "fields: {v: [length: {min: 3, max: 3}]}")
    for beside in ("x", ["x"]):
        row = {"v": value, "w": beside}
        assert formrec.check([row], rules).ok and formrec.check(pa.Table.from_pylist([row]), rules).ok


def test_nan_is_an_empty_cell_in_every_library():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    rows = {"v": [float("nan"), 1.0]}
    for kind in ("number", "decimal", "text"):
        rules = TEXTS % (kind, "")
        required = rules.replace(f"type: {kind}", f"type: {kind}, required: true")
        records = [{"v": one} for one in rows["v"]]
        for data in (pa.table(rows), pandas.DataFrame(rows), polars.DataFrame(rows), records):
            assert formrec.check(data, rules).ok
            assert formrec.check(data, required).by_rule == {"v.required": 1}


def test_columns_may_fill_fields_by_position():
    rules = TEXTS % ("decimal, point: ','", "fields: {v: [range: {max: 2}]}")
    rules = rules.replace("fields:", "file: {match: position}\nfields:", 1)
    assert formrec.check(pa.table({"x": [1.5, 2.5], "y": ["a", "b"]}), rules).by_rule == {"v.range": 1}
