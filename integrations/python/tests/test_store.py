import datetime
from decimal import Decimal

import pyarrow as pa
import pyarrow.csv
import pytest

import formrec

RULES = """\
form: people
key: [id]
fields:
  - {name: id, type: integer, required: true}
  - {name: name, type: text}
  - {name: age, type: integer}
---
rules: people
form: people
fields:
  age: [range: {min: 0, max: 120}]
"""


@pytest.fixture
def store(tmp_path):
    return formrec.Store(tmp_path / "people.sqlite")


def people():
    return pa.table({"id": [1, 2, 3], "name": ["Ana", "Ben", "Zoë"], "age": [31, 200, -1]})


def test_records_are_kept_mended_and_asked_about(store):
    report = store.import_(people(), definitions=RULES, source="north", by="ana")
    assert (report.accepted, report.rejected, report.form) == (1, 2, "people")
    assert [(one.rule, one.count) for one in report.by_rule] == [("age.range", 2)]
    # Importing the same frame again records nothing.
    assert store.import_(people(), form="people").already_imported
    failures = store.failures("people")
    assert failures["age"].to_pylist() == ["200", "-1"]
    assert failures["_errors"][0].as_py()[0]["rule"] == "age.range"
    mended = failures.set_column(
        failures.column_names.index("age"), "age", pa.array(["20", "-1"])
    )
    said = store.corrections(mended, by="ben")
    assert said["accepted"] == 1
    assert store.failures("people")["name"].to_pylist() == ["Zoë"]
    failure = store.failures("people")
    renumbered = failure.set_column(failure.column_names.index("id"), "id", pa.array(["7"]))
    with pytest.raises(formrec.FormrecError, match="without a failure were changed"):
        store.corrections(renumbered)
    assert store.corrections(renumbered, accept=["id"], dry_run=True)["corrections"]["rows"] == 1
    first = store.history(2)[0]
    assert first["correctedBy"]
    assert store.history(key={"id": "2"}, form="people")
    assert store.audit(form="people")["rejected"] >= 1
    assert store.imports()[0]["source"] == "north"
    verification = store.verify()
    assert verification.ok and store.verify(against=verification.head).ok
    replayed = store.replay(form="people", dry_run=True)
    assert replayed["newlyRejected"] == 0
    assert store.submit({"id": 9, "age": 7}, form="people")["verdict"] == "accepted"


def test_failures_have_the_source_of_values(store, tmp_path):
    values = {"tags": '["a","b"]', "names": '[ "é" ]', "price": "1.50", "big": "1e2", "yes": "true", "note": "null"}
    record = ",".join(f'"{name}":{value}' for name, value in values.items())
    path = tmp_path / "people.ndjson"
    path.write_text(f'{{"id":1,"age":200,{record}}}\n{{"id":2,"age":300,"big":",\\"fields\\":{{"}}\n')
    fields = "\n".join(
        f"  - {{name: {name}, type: {'list' if value[0] == '[' else 'text'}}}" for name, value in values.items()
    )
    store.import_(path, definitions=RULES.replace("  - {name: name, type: text}", fields))
    failures = store.failures("people")
    found = {name: failures[name][0].as_py() for name in values}
    assert found == {**values, "note": None}
    assert failures["big"][1].as_py() == ',"fields":{'
    mended = failures.set_column(failures.column_names.index("age"), "age", pa.array(["20", "30"]))
    said = store.corrections(mended, by="ben")
    assert (said["accepted"], said["corrections"]["byField"], said["corrections"]["kept"]) == (2, {"age": 2}, 0)


def test_submitted_values_have_the_notation_of_their_fields(store):
    store.apply("""
form: stays
fields:
  - {name: day, type: date, format: dd.MM.yyyy}
  - {name: price, type: decimal, point: ","}
  - {name: note, type: text}
---
rules: stays
form: stays
""")
    record = {"day": datetime.date(2026, 2, 1), "price": Decimal("1.50"), "note": float("nan")}
    assert store.submit(record)["verdict"] == "accepted"
    assert store.history(1)[0]["fields"] == {"day": "01.02.2026", "price": "1,50", "note": None}


def test_an_import_is_withdrawn(store):
    wrong = store.import_(people(), definitions=RULES, by="ana").import_id
    failures = store.failures("people")
    ages = pa.array(["20", "30"])
    mended = failures.set_column(failures.column_names.index("age"), "age", ages)
    corrections = store.corrections(mended, by="ben")["import"]
    with pytest.raises(formrec.FormrecError, match="were corrected"):
        store.retract(wrong, by="ana", reason="wrong month")
    said = store.retract(corrections, corrections=True, by="ana", reason="wrong", dry_run=True)
    assert said["restored"] == [2, 3] and said["head"] is None
    said = store.retract(wrong, with_dependents=True, by="ana", reason="wrong month")
    assert said["submissions"] == 5
    assert store.current("people").num_rows == 0
    assert store.import_(people(), form="people").accepted == 1


def test_what_goes_wrong_has_data(store, tmp_path):
    with pytest.raises(formrec.FormrecError) as caught:
        store.history(1)
    assert caught.value.exit_code == 2
    assert caught.value.details["kind"] == "failed"
    store.apply(RULES)
    with pytest.raises(formrec.FormrecError, match="unknown form 'nosuch'"):
        store.import_(people(), form="nosuch")
    with pytest.raises(formrec.Rejected):
        store.import_(people(), raise_on="rejected")
    with pytest.raises(TypeError):
        store.history()
    with pytest.raises(TypeError, match="audit has no parameter colour"):
        store.audit(colour="red")


def test_submissions_go_to_frames(store):
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    store.import_(people(), definitions=RULES)
    frame = store.submissions("accepted").to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame["name"]) == ["Ana"]
    assert polars.from_arrow(store.failures())["age"].to_list() == ["200", "-1"]


TODAY = """\
form: visits
fields: [{name: day, type: date}]
---
rules: visits
form: visits
record:
  - must: day <= today()
    id: day.past
"""


def test_the_zone_decides_which_day_is_today(store):
    noon = "2026-03-01T12:00:00Z"
    store.import_([{"day": "2026-03-02"}], definitions=TODAY)
    for zone, changed in (("UTC", 1), ("Pacific/Auckland", 0)):
        replayed = store.replay(form="visits", now=noon, zone=zone, dry_run=True)
        assert replayed["newlyRejected"] == changed, zone
    with pytest.raises(formrec.FormrecError, match="tz database"):
        store.import_([{"day": "2026-03-02"}], form="visits", zone="Mars/Olympus")


def test_an_export_is_stored_as_records_only_on_demand(store, tmp_path):
    store.import_(people(), definitions=RULES)
    export = tmp_path / "open.csv"
    pyarrow.csv.write_csv(store.failures("people").drop_columns(["_errors"]), export)
    with pytest.raises(formrec.FormrecError, match="as-records"):
        store.import_(export, form="people")
    assert store.import_(export, form="people", as_records=True).records == 2


NOTATIONS = """\
form: stays
fields:
  - {name: id, type: integer, required: true}
  - {name: price, type: decimal, point: ",", group: "."}
  - {name: day, type: date, format: dd.MM.yyyy}
  - {name: paid, type: boolean, true: [ja], false: [nein]}
  - {name: balance, type: decimal, negative: [parentheses]}
  - {name: tags, type: list}
---
rules: strict
form: stays
fields:
  price: [range: {max: 1000}]
"""
TYPED = {
    "price": 1.5, "day": datetime.date(2026, 2, 1), "paid": True, "balance": -5, "tags": ["a,b"],
}
TEXTS = {"price": "1,5", "day": "01.02.2026", "paid": "ja", "balance": "(5)", "tags": '["a,b"]'}


def cells(table):
    """The cells of the last submission, without empty ones."""
    row = table.to_pylist()[-1]
    return {name: row[name] for name in TYPED if row.get(name)}


def as_pandas(rows):
    return pytest.importorskip("pandas").DataFrame(rows)


def as_objects(rows):
    # Mixed types make columns of objects.
    rows = [*rows, {name: "x" for name in TYPED if name != "tags"}]
    return pytest.importorskip("pandas").DataFrame(rows, dtype=object).iloc[:-1]


def as_polars(rows):
    return pytest.importorskip("polars").DataFrame(rows)


LIBRARIES = [pa.Table.from_pylist, as_pandas, as_objects, as_polars]


@pytest.mark.parametrize("library", [*LIBRARIES, list])
def test_the_rule_set_need_not_have_the_name_of_its_form(store, library):
    store.apply(NOTATIONS)
    assert store.import_(library([{"id": 1, **TYPED}]), form="stays").accepted == 1
    assert cells(store.current("stays")) == TEXTS


@pytest.mark.parametrize("name", TYPED)
def test_a_submitted_value_does_not_depend_on_others(store, name):
    store.apply(NOTATIONS)
    for record in ({"id": 1, name: TYPED[name]}, {"id": "1", **TYPED}, {"id": 1, name: TYPED[name], "note": 1.5}):
        assert store.submit(record, form="stays")["verdict"] == "accepted"
        assert cells(store.current("stays"))[name] == TEXTS[name]


@pytest.mark.parametrize("library", LIBRARIES)
def test_corrections_have_the_notation_of_their_fields(store, library):
    store.import_([{"id": 1, **{name: "x" for name in TYPED}}], definitions=NOTATIONS)
    number = store.failures("stays")["_submission"][0].as_py()
    said = store.corrections(library([{"_submission": number, **TYPED}]), accept=["tags"], by="ben")
    assert said["accepted"] == 1
    assert cells(store.current("stays")) == TEXTS


def test_corrections_keep_columns_of_objects(store):
    store.import_(people(), definitions=RULES)
    frame = store.failures("people").to_pandas().astype({"age": object})
    frame.loc[0, "age"] = 20
    said = store.corrections(frame, by="ben")
    assert (said["records"], said["accepted"], said["corrections"]["byField"]) == (1, 1, {"age": 1})
    assert store.current("people")["age"].to_pylist() == ["31", "20"]


def test_corrections_of_renamed_columns_have_the_notation_of_their_fields(store):
    store.import_([{"id": 1, "Preis": "x", "note": "y"}], definitions=NOTATIONS, map={"Preis": "price"})
    failures = as_pandas(store.failures("stays").to_pylist())
    said = store.corrections(failures.assign(price=1.5, note=2.5), accept=["note"])
    assert said["accepted"] == 1
    row = store.current("stays").to_pylist()[0]
    assert (row["price"], row["note"]) == ("1,5", "2.5")


def test_columns_of_records_are_not_those_of_failures(store):
    rules = RULES.replace("name: name", "name: _line")
    rules = rules.replace("fields:", "fields:\n  - {name: _submission, type: text}", 1)
    store.import_([{"id": 1, "_line": "x", "_submission": "y", "age": 200}], definitions=rules)
    failures = store.failures("people")
    row = failures.to_pylist()[0]
    assert [row[name] for name in ("_submission", "'_submission", "_line", "'_line")] == [1, "y", 1, "x"]
    mended = failures.set_column(failures.column_names.index("age"), "age", pa.array([20]))
    said = store.corrections(mended, by="ben")
    assert (said["accepted"], said["corrections"]["byField"]) == (1, {"age": 1})


SOURCE = """
---
source: north
forms:
  stays:
    file: {delimiter: ";", point: ",", group: "."}
    map: {Preis: price}
"""


@pytest.mark.parametrize("library", [*LIBRARIES, list])
@pytest.mark.parametrize("is_stored", [True, False])
def test_the_notation_of_a_source_is_that_of_its_text_files(store, library, is_stored):
    rules = NOTATIONS.replace(', point: ",", group: "."', "") + SOURCE
    if is_stored:
        store.apply(rules)
    for name in ("price", "Preis"):
        data = library([{"id": 1, name: 1.234}])
        given = {"form": "stays"} if is_stored else {"definitions": rules}
        assert store.import_(data, source="north", again=True, **given).accepted == 1
        row = store.current("stays").to_pylist()[-1]
        assert row["price" if row.get("price") else name] == "1.234"


def test_a_table_without_records_has_columns(store):
    limits = RULES + "limits: [columns: {missing: refuse}]\n"
    assert store.import_(people().slice(0, 0), definitions=limits).records == 0
    with pytest.raises(formrec.FormrecError, match="without 'age'"):
        store.import_(people().drop_columns(["age"]).slice(0, 0), definitions=limits)
