"""Python objects, each of which is converted alone."""

import datetime
import itertools
import uuid
from decimal import Decimal

import numpy
import pandas
import polars
import pytest

import formrec
from formrec import UnsupportedColumn, values
from formrec.description import Field

UTC = datetime.timezone.utc
NOON = datetime.datetime(2024, 1, 1, 12, 30)
DAY = Field("v", "date")
MOMENT = Field("v", "datetime", formats=("dd.MM.yyyy HH:mm",))

TEXTS = [
    ("x", "x"), (numpy.str_("y"), "y"), (True, "true"), (numpy.bool_(False), "false"), (5, "5"),
    (numpy.int8(-5), "-5"), (2**70, str(2**70)), (5.0, "5"), (1e22, "1" + "0" * 22), (numpy.float32(0.1), "0.1"),
    (Decimal("1.5"), "1.5"), (Decimal("2.250"), "2.250"), (Decimal("1E+3"), "1000"),
    (datetime.date(2024, 2, 29), "2024-02-29"), (NOON, "2024-01-01T12:30:00"),
    (NOON.replace(tzinfo=UTC), "2024-01-01T12:30:00Z"),
    (NOON.replace(tzinfo=datetime.timezone(datetime.timedelta(hours=5))), "2024-01-01T07:30:00Z"),
    (NOON.replace(tzinfo=datetime.timezone(datetime.timedelta(seconds=3208))), "2024-01-01T11:36:32Z"),
    (pandas.Timestamp("2024-01-01 10:11:12.123456789"), "2024-01-01T10:11:12.123456789"),
    (datetime.time(9, 30), "09:30:00"), (datetime.time(9, 30, tzinfo=UTC), "09:30:00+00:00"),
    (datetime.timedelta(days=-1, seconds=5), "-PT86395S"), (pandas.Timedelta("1ns"), "PT0.000000001S"),
    (numpy.datetime64("2024-01-01"), "2024-01-01"), (numpy.datetime64("2024-01-01T10"), "2024-01-01T10:00:00"),
    (numpy.datetime64("2024-01-01T10:11:12.000000001"), "2024-01-01T10:11:12.000000001"),
    (numpy.timedelta64(5, "h"), "PT18000S"), (uuid.UUID(int=5), "00000000-0000-0000-0000-000000000005"),
    (None, None), (float("nan"), None), (Decimal("NaN"), None), (pandas.NA, None), (pandas.NaT, None),
    (numpy.datetime64("NaT"), None),
]


@pytest.mark.parametrize(("value", "text"), TEXTS)
def test_a_value_is_written_exactly(value, text):
    assert values.texts([value], "v") == [text]


def test_neighbours_do_not_change_a_value():
    for pair in itertools.permutations(TEXTS, 2):
        assert values.texts([value for value, _ in pair], "v") == [text for _, text in pair]


def test_a_moment_of_another_zone_is_no_day_there():
    days = [
        pandas.Timestamp("2024-01-01", tz="Europe/Berlin"), pandas.Timestamp("2024-01-01 18:00", tz="America/New_York"),
    ]
    assert values.texts(days, "v", DAY) == ["2024-01-01", "2024-01-01T23:00:00Z"]


def test_nanoseconds_do_not_change_the_notation_of_others():
    moments = [pandas.Timestamp("2024-01-01 10:00"), pandas.Timestamp("2024-01-01 10:00:00.000000001")]
    expected = ["01.01.2024 10:00", "2024-01-01T10:00:00.000000001"]
    assert values.texts(moments, "v", MOMENT) == expected
    assert values.texts(pandas.Series(moments).tolist(), "v", MOMENT) == expected


DEFINITIONS = "form: t\nfields:\n  - {name: v, type: text}\n---\nrules: t\nform: t\nfields: {v: [{in: [2024-02-29]}]}\n"


@pytest.mark.parametrize("data", [
    pandas.DataFrame({"v": [datetime.date(2024, 2, 29), datetime.datetime(2024, 2, 29, 12)]}, dtype=object),
    [{"v": datetime.date(2024, 2, 29)}, {"v": datetime.datetime(2024, 2, 29, 12)}],
])
def test_a_time_of_day_is_kept(data):
    assert formrec.check(data, DEFINITIONS).mask.to_pylist() == [True, False]


@pytest.mark.parametrize(("data", "record"), [
    (pandas.DataFrame({"v": ["a", "\ud800"]}, dtype=object), 2), (pandas.DataFrame({"v": ["a", object()]}), 2),
    (pandas.DataFrame({"v": [[1], 2]}), 2), ([{"v": "a"}, {"v": b"x"}], 2),
    (pandas.DataFrame({"v": [numpy.datetime64("2024-01"), None]}, dtype=object), 1),
])
def test_other_values_are_refused_by_record_and_column(data, record):
    with pytest.raises(UnsupportedColumn, match=f"record {record}: column 'v'") as raised:
        formrec.check(data, DEFINITIONS)
    assert raised.value.record == record


def test_integers_of_128_bits_are_digits():
    frame = polars.DataFrame({"v": polars.Series([2**100], dtype=polars.Int128)})
    rules = DEFINITIONS.replace("2024-02-29", f"'{2**100}'")
    assert formrec.check(frame, rules).accepted == 1


@pytest.mark.parametrize(("name", "content"), [
    ("bad.ndjson", '{"v":"2024-02-29"}\n{bad\n'), ("bad.csv", "v\n2024-02-29\na,b,c\n"),
])
def test_malformed_records_have_no_column(tmp_path, name, content):
    (tmp_path / name).write_text(content)
    result = formrec.check(tmp_path / name, DEFINITIONS)
    assert result.failures["column"].to_pylist() == [None]
    assert len(result.to_pandas()) == 1
    assert "<table>" in result._repr_html_()
