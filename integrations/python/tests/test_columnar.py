"""Files of typed columns: every Arrow type, and the commands that the program prints for them."""

import datetime
import decimal
import json
import os
import re
import shlex
import subprocess
import sys
import uuid

import pyarrow as pa
import pyarrow.orc
import pyarrow.parquet as pq
import pytest

import formrec
from formrec import program

MOMENT = datetime.datetime(2024, 3, 12, 10, 0, 0, 250_000)
NOON = MOMENT.replace(microsecond=0)
UTC = datetime.timezone.utc
TIME = datetime.time(10, 30, 15)
UUID = uuid.UUID("0f8fad5b-d9cb-469f-a165-70867728950e")

# A column of each type that fits in a cell, its field, and its value.
COLUMNS = {
    "nothing": (pa.nulls(1), "integer", "{} is blank"),
    "bool": (pa.array([True]), "boolean", "{} = true"),
    **{
        f"{sign}int{bits}": (
            pa.array([100], getattr(pa, f"{sign}int{bits}")()), "integer", "{} = 100")
        for sign in ("", "u") for bits in (8, 16, 32, 64)
    },
    "float16": (pa.array([5.0], pa.float16()), "integer", "{} = 5"),
    "float32": (pa.array([0.1], pa.float32()), "decimal", "{} = 0.1"),
    "float64": (pa.array([5.0]), "integer", "{} = 5"),
    "huge": (pa.array([1e22]), "decimal", "{} = 10000000000000000000000"),
    "tiny": (pa.array([1e-7]), "decimal", "{} = 0.0000001"),
    **{
        f"decimal{bits}": (
            pa.array([decimal.Decimal("1.500")], getattr(pa, f"decimal{bits}")(9, 3)),
            "decimal, scale: 2", "{} = 1.5")
        for bits in (32, 64, 128, 256)
    },
    "string": (pa.array(["a"]), "text", "{} = 'a'"),
    "large_string": (pa.array(["a"], pa.large_string()), "text", "{} = 'a'"),
    "string_view": (pa.array(["a"], pa.string_view()), "text", "{} = 'a'"),
    "date32": (pa.array([NOON.date()]), "date", "{} = 2024-03-12"),
    "date64": (pa.array([NOON.date()], pa.date64()), "date", "{} = 2024-03-12"),
    "time32s": (pa.array([TIME], pa.time32("s")), "time", "{} = 10:30:15"),
    "time32ms": (pa.array([TIME], pa.time32("ms")), "time", "{} = 10:30:15"),
    "time64us": (pa.array([TIME], pa.time64("us")), "time", "{} = 10:30:15"),
    "time64ns": (pa.array([TIME], pa.time64("ns")), "time", "{} = 10:30:15"),
    **{
        f"timestamp_{unit}{suffix}": (
            pa.array([NOON.replace(tzinfo=UTC) if zone else NOON], pa.timestamp(unit, zone)),
            "datetime", "{} = 2024-03-12T10:00:00Z")
        for unit in ("s", "ms", "us", "ns")
        for suffix, zone in (("", None), ("_utc", "UTC"), ("_berlin", "Europe/Berlin"))
    },
    "fraction": (pa.array([MOMENT.replace(tzinfo=UTC)]), "datetime", "{} = 2024-03-12T10:00:00.25Z"),
    "duration": (pa.array([90], pa.duration("s")), "text", "{} = 'PT90S'"),
    "dictionary": (pa.array(["a"]).dictionary_encode(), "text", "{} = 'a'"),
    "run_end": (pa.RunEndEncodedArray.from_arrays([1], ["a"]), "text", "{} = 'a'"),
    "list": (pa.array([["a,b", "c"]]), "list", "{} is not blank"),
    "large_list": (pa.array([["a"]], pa.large_list(pa.string())), "list", "{} is not blank"),
    "fixed_list": (pa.array([["a"]], pa.list_(pa.string(), 1)), "list", "{} is not blank"),
    "list_view": (pa.array([["a"]], pa.list_view(pa.string())), "list", "{} is not blank"),
    "uuid": (pa.ExtensionArray.from_storage(pa.uuid(), pa.array([UUID.bytes], pa.binary(16))),
             "text", f"{{}} = '{UUID}'"),
}
# Types that do not fit in a cell.
REFUSED = [
    pa.array([b"x"]), pa.array([b"x"], pa.large_binary()), pa.array([b"x"], pa.binary_view()),
    pa.array([b"x"], pa.binary(1)), pa.array([{"a": 1}]),
    pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int64())),
    pa.array([pa.MonthDayNano([1, 2, 3])]), pa.array([[["a"]]]),
    pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])]),
    pa.UnionArray.from_dense(pa.array([0], pa.int8()), pa.array([0], pa.int32()), [pa.array([1])]),
]


def written(path, table):
    """Writes a file in the format of its extension."""
    if path.suffix == ".parquet":
        pq.write_table(table, path)
    elif path.suffix == ".orc":
        pyarrow.orc.write_table(table, path)
    else:
        kind = pa.ipc.new_file if path.suffix == ".arrow" else pa.ipc.new_stream
        with pa.OSFile(str(path), "wb") as sink, kind(sink, table.schema) as writer:
            writer.write_table(table)
    return path


def definitions(names):
    fields = "".join(f"  - {{name: {name}, type: {COLUMNS[name][1]}}}\n" for name in names)
    musts = "".join(
        f"  - must: {COLUMNS[name][2].format(name)}\n    id: {name}.value\n" for name in names
    )
    return f"form: f\nfields:\n{fields}---\nrules: f\nform: f\nrecord:\n{musts}"


def of_columns(names):
    return pa.table({name: COLUMNS[name][0] for name in names})


def storable(path):
    """The columns that a file format supports."""
    names = []
    for name in COLUMNS:
        try:
            written(path, of_columns([name]))
        except (pa.ArrowException, OSError):
            continue
        names.append(name)
    return names


@pytest.mark.parametrize("ending", ["parquet", "arrow", "arrows", "orc"])
def test_every_type_is_read_from_files(tmp_path, ending):
    path = tmp_path / f"x.{ending}"
    names = storable(path)
    assert len(names) >= {"parquet": 40, "arrow": len(COLUMNS), "arrows": len(COLUMNS)}.get(ending, 20)
    result = formrec.check(written(path, of_columns(names)), definitions(names))
    assert result.by_rule == {} and result.records == 1, path
    store = formrec.Store(tmp_path / "f.sqlite")
    assert store.import_(path, definitions=definitions(names)).accepted == 1
    assert store.import_(str(path)).already_imported


def test_every_other_type_is_refused_by_name(tmp_path):
    rules = "form: f\nfields: [{name: v, type: list}]\n---\nrules: f\nform: f\n"
    for place, column in enumerate(REFUSED):
        path = written(tmp_path / f"{place}.arrow", pa.table({"v": column}))
        with pytest.raises(formrec.UnsupportedColumn, match="column 'v' is .*, which a cell cannot contain"):
            formrec.check(path, rules)


def advice(path):
    """The command that the program prints for a file that it does not read."""
    done = subprocess.run(
        [program.path(), "check", path.name, "--definitions", "f.yaml"], cwd=path.parent,
        capture_output=True, text=True)
    found = re.search(r"is an? (.*?); convert it first: (.*)", done.stderr)
    assert done.returncode == 2 and found, done.stderr
    return shlex.split(found[2].replace("FILE", path.name))


# Values that DuckDB writes in a notation that the fields do not accept: `5.0` is not an integer, `1e+22` is not a
# decimal, and three decimals exceed a scale of two.
UNLIKE = {"float16", "float64", "huge", "tiny", "duration", "decimal32", "decimal64", "decimal128",
          "decimal256", "list", "large_list", "fixed_list", "list_view"}


@pytest.mark.parametrize("ending", ["parquet", "arrow", "arrows", "orc"])
def test_the_commands_that_are_named_work(tmp_path, ending):
    path = tmp_path / f"x.{ending}"
    unlike = UNLIKE | {"date64"} if ending == "orc" else UNLIKE  # ORC stores it as a timestamp.
    names = [name for name in storable(path) if name not in unlike]
    assert {"timestamp_us_utc", "timestamp_us"} <= set(names)
    written(path, of_columns(names))
    (tmp_path / "f.yaml").write_text(definitions(names))
    first, flag, code = advice(path)
    duckdb = pytest.importorskip("duckdb")
    for zone in ("UTC", "Europe/Berlin", "America/St_Johns"):
        if first == "duckdb":
            with duckdb.connect() as connection:
                connection.execute(f"SET TimeZone = '{zone}'")
                connection.execute(code.replace(path.name, str(path)))
        else:
            assert first == "python3"
            subprocess.run([sys.executable, flag, code], cwd=tmp_path, check=True,
                           env={**os.environ, "TZ": zone})
        assert formrec.check(f"{path}.csv", tmp_path / "f.yaml").by_rule == {}, zone


def test_what_is_damaged_is_not_taken_for_all_of_it(tmp_path):
    rows = pa.table({"id": range(200_000)})
    path = tmp_path / "x.arrows"
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_stream(sink, rows.schema) as writer:
        writer.write_table(rows, max_chunksize=50_000)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * 3 // 4])
    rules = "form: f\nfields: [{name: id, type: integer}]\n---\nrules: f\nform: f\n"
    store = formrec.Store(tmp_path / "f.sqlite")
    for way in (lambda: formrec.check(path, rules), lambda: store.import_(path, definitions=rules)):
        with pytest.raises(formrec.FormrecError, match="x.arrows: "):
            way()

    def failing():
        yield from ({"id": number} for number in range(50_000))
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        store.import_(failing(), definitions=rules)
    imports = json.loads(program.ask(["list", "imports", "--db", store.path, "--format", "json"]))
    assert {one["state"] for one in imports} <= {"unfinished"}
    with pytest.raises(formrec.FormrecError, match="x.parquet"):
        (tmp_path / "x.parquet").write_bytes(b"PAR1\x15\x00")
        formrec.check(tmp_path / "x.parquet", rules)
    with pytest.raises(formrec.FormrecError, match="apply only to text files"):
        formrec.check(written(tmp_path / "y.parquet", rows), rules, delimiter=";")
