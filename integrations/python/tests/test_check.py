import datetime
import os
import pickle
from decimal import Decimal

import pyarrow as pa
import pytest

import formrec

RULES = """\
form: people
fields:
  - {name: id, type: integer, required: true}
  - {name: name, label: Full name, type: text}
  - {name: day, type: date, format: dd.MM.yyyy}
  - {name: amount, type: decimal, point: ",", group: "."}
---
rules: people
form: people
fields:
  id: [unique]
  name: [length: {max: 5}]
  amount:
    - range: {max: 100}
      severity: warning
limits:
  - rejected: {max: 20%}
"""
ROWS = [
    {"id": 1, "name": "Ana", "day": datetime.date(2024, 3, 12), "amount": Decimal("1.500")},
    {"id": 2, "name": "Benjamin", "day": None, "amount": Decimal("500.000")},
    {"id": 2, "name": "Zoë", "day": datetime.date(2024, 3, 13), "amount": None},
]


def frames():
    duckdb = pytest.importorskip("duckdb")
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    people = pa.Table.from_pylist(ROWS)
    return {
        "arrow": people, "batch": people.to_batches()[0], "reader": people.to_reader(),
        "pandas": pandas.DataFrame(ROWS), "polars": polars.DataFrame(ROWS),
        "lazy": polars.DataFrame(ROWS).lazy(), "duckdb": duckdb.sql("select * from people"),
        "dictionaries": ROWS, "generator": (row for row in ROWS),
    }


def test_all_libraries_give_the_same():
    found = {
        name: formrec.check(data, RULES).failures.drop_columns(["line"]).to_pylist()
        for name, data in frames().items()
    }
    assert [(one["record"], one["rule"], one["column"]) for one in found["arrow"]] == [
        (2, "name.length", "name"), (2, "amount.range", "amount"), (3, "id.unique", "id")
    ]
    assert all(one == found["arrow"] for one in found.values()), found


def test_rows_come_back_in_their_library():
    data = frames()
    for name in ("pandas", "polars", "arrow"):
        result = formrec.check(data[name], RULES)
        good, bad = result.accepted_rows(), result.rejected_rows()
        assert type(good) is type(bad) is type(data[name])
        assert (len(good), len(bad)) == (1, 2)
    assert result.mask.to_pylist() == [True, False, False]
    verdicts = result.verdicts.to_pylist()
    assert [one["verdict"] for one in verdicts] == ["accepted", "rejected", "rejected"]
    assert [one["rule"] for one in verdicts[1]["warnings"]] == ["amount.range"]
    assert result.limits == ["rejected: 2, maximum 20%"]
    assert "name.length" in result._repr_html_() and "Benjamin" not in result._repr_html_()
    with pytest.raises(formrec.FormrecError, match="were a stream"):
        formrec.check(data["reader"], RULES).accepted_rows()


def test_a_file_is_read_like_the_command_does(tmp_path):
    path = tmp_path / "people.txt"
    path.write_text("Nr;Full name\n1;Ana\n\n2;Benjamin\n")
    result = formrec.check(path, RULES, delimiter=";", map={"Nr": "id", "Full name": "name"})
    assert [(one["record"], one["line"]) for one in result.failures.to_pylist()] == [(2, 4)]
    with pytest.raises(formrec.FormrecError) as caught:
        formrec.check(tmp_path / "missing.csv", RULES)
    assert caught.value.exit_code == 2 and "missing.csv" in str(caught.value)
    with pytest.raises(formrec.FormrecError, match="^definitions:1:1: form 'a' has no fields"):
        formrec.check(ROWS, "form: a\nfeilds: []\n")


def test_exceptions_have_data_and_travel():
    with pytest.raises(formrec.LimitExceeded) as caught:
        formrec.check(ROWS, RULES, raise_on="limit")
    error = pickle.loads(pickle.dumps(caught.value.__class__("x", counts={"a": 1}, limits=["y"])))
    assert (str(error), error.counts, error.limits, error.exit_code) == ("x", {"a": 1}, ["y"], 1)
    assert caught.value.result.rejected == 2
    with pytest.raises(formrec.Rejected):
        formrec.check(ROWS[1:], RULES.replace("20%", "100%"), raise_on="rejected")
    with pytest.raises(ValueError, match="raise_on"):
        formrec.check(ROWS, RULES, raise_on="always")


def test_wrong_data_is_refused_in_words():
    for data, words in [
        (5, "int is not a path"), ({"id": 1}, "dict is not a path"), ([1], "must be a mapping"),
        (pa.table({"nothing": [1]}), "lacks the required column"),
    ]:
        with pytest.raises(formrec.FormrecError, match=words):
            formrec.check(data, RULES)
    pandas = pytest.importorskip("pandas")
    with pytest.raises(formrec.UnsupportedColumn, match="column 'name' is"):
        formrec.check(pandas.DataFrame({"id": [1], "name": [object()]}), RULES)


def test_columns_of_mixed_objects_become_text():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({
        "id": [1, 2.0, "3"], "name": ["a", None, float("nan")],
        "amount": [Decimal("1.5"), 2, datetime.date(2024, 3, 12)],
    })
    assert formrec.check(frame, RULES).by_rule == {"amount.decimal": 1}


def test_the_columns_of_a_source_have_the_notation_of_their_fields():
    rules = RULES + "---\nsource: north\nforms:\n  people:\n    map: {Tag: day, Betrag: amount}\n"
    rows = [{"id": 1, "Tag": datetime.date(2024, 3, 12), "Betrag": Decimal("1.500")}]
    for data in (rows, pa.Table.from_pylist(rows)):
        assert formrec.check(data, rules, source="north").rejected == 0


def test_large_tables_do_not_wait_for_ever():
    rows = 300_000
    table = pa.table({"id": pa.array(range(rows)), "name": pa.array(["too long a name"] * rows)})
    result = formrec.check(table, RULES)
    assert (result.records, result.rejected, len(result.failures)) == (rows, rows, rows)


def test_only_an_argument_chooses_the_language_of_messages(monkeypatch):
    english, german = formrec.check(ROWS, RULES), formrec.check(ROWS, RULES, language="de")
    assert english.failures != german.failures
    monkeypatch.setenv("FORMREC_LANGUAGE", "de")
    assert formrec.check(ROWS, RULES).failures == english.failures


def test_the_program_may_be_absent(monkeypatch):
    monkeypatch.setenv("FORMREC", "/nowhere/formrec")
    with pytest.raises(formrec.ProgramNotFound, match="is not a program"):
        formrec.check(ROWS, RULES)


def test_the_fixture(pytester_path=os.path.dirname(__file__)):
    from formrec import pytest_plugin

    checked = pytest_plugin.formrec_check.__wrapped__()
    with pytest.raises(pytest.fail.Exception, match="2 of 3 records rejected(.|\n)*record 2: Full name"):
        checked(ROWS, RULES)
    assert checked(ROWS[:1], RULES).ok
