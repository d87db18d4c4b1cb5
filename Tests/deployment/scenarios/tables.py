"""Views and plain tables, by the commands and queries of the page on the store."""

import json
import shutil

from kit.pages import REPOSITORY, Place
from kit.scenario import Context, Scenario, Skipped
from kit.web import Client

VIEWS, TABLES = "Views", "Plain tables"


def fill(context: Context) -> None:
    """The forms, fields and records that the page names."""
    (context.folder / "forms.yaml").write_text("""
form: signups
key: [id]
fields: [{name: id, type: integer, required: true}, {name: country, type: text}]
---
rules: signups
form: signups
fields: {country: [in: [de, fr]]}
---
form: people
fields: [{name: name, type: text}, {name: born, type: date, format: dd.MM.yyyy}]
---
rules: people
form: people
fields: {name: [required]}
""")
    (context.folder / "signups.csv").write_text("id,country\n4711,de\n2,fr\n3,xx\n5,de\n")
    (context.folder / "people.csv").write_text("name,born\nAna,31.01.1990\nBo,\n,01.02.2000\n")
    context.formrec("import", "signups.csv", "--definitions", "forms.yaml", "--form", "signups", codes=(1,))
    context.formrec("import", "people.csv", "--form", "people", codes=(1,))


def views(context: Context) -> None:
    fill(context)
    queries = [part for part in context.block("store.md", VIEWS).split(";") if part.strip()]
    answers = [context.run("sqlite3", "-readonly", "formrec.sqlite", query).stdout for query in queries]
    context.equal([sorted(answer.splitlines()) for answer in answers],
                  [["de|2", "fr|1"],
                   ["country.in|country must be one of: de, fr.|1", "name.required|name is required.|1"],
                   ["current|accepted|3", "current|rejected|1"]], "the queries")
    row = context.shell(context.block("store.md", VIEWS, 2))
    context.equal(row.split("|")[-2:], ["4711", "de\n"], "the row of a key")


def tables(context: Context) -> None:
    fill(context)
    # Datasette serves until it is stopped.
    datasette = context.start("bash", "-euc", context.block("store.md", TABLES),
                              log="datasette.log", ready="Uvicorn running")
    rows = Client().request("http://127.0.0.1:8001/tables/people.json?_shape=array").json()
    context.equal([(row["name"], row["born"], row["_verdict"]) for row in rows],
                  [("Ana", "1990-01-31", "accepted"), ("Bo", None, "accepted"),
                   ("", "2000-02-01", "rejected")], "Datasette")
    context.stop(datasette)
    python = context.programs["pandas"] / "python"
    code = context.block("store.md", TABLES, 2)
    printed = context.run(python, "-c", code + "print(people.born.dt.year.tolist(), people.index.name)")
    context.equal(printed.stdout, "[1990.0, nan, 2000.0] _submission\n", "pandas")


def duckdb(context: Context) -> None:
    """DuckDB would fetch the extension, whose file PyPI has too."""
    python = context.programs["duckdb==1.4.4"] / "python"
    (extension,) = context.run(
        python, "-c", "import duckdb_ext, pathlib; print(*pathlib.Path(duckdb_ext.__path__[0])"
        ".rglob('sqlite_scanner.duckdb_extension'))").stdout.split() or [None]
    if extension is None:
        raise Skipped("the package has no extension for this machine")
    platform = context.run(python, "-c", "import duckdb; print(*duckdb.sql('PRAGMA platform').fetchone())")
    folder = context.folder / ".duckdb/extensions/v1.4.4" / platform.stdout.strip()
    folder.mkdir(parents=True)
    shutil.copy(extension, folder)
    fill(context)
    context.formrec("export", "-o", "tables.sqlite")
    query = context.block("store.md", TABLES, 3)
    code = f"import duckdb, json; duckdb.sql({query!r}); " \
        "print(json.dumps(duckdb.sql(\"SELECT name, born FROM 'people.parquet' ORDER BY _submission\")" \
        ".fetchall(), default=str))"
    context.equal(json.loads(context.run(python, "-c", code).stdout),
                  [["Ana", "1990-01-31"], ["Bo", None], ["", "2000-02-01"]], "the Parquet file")


def external(context: Context) -> None:
    """A run that Spark judged and recorded comes into the store by the command of the page."""
    context.environment |= {"PYTHONPATH": str(REPOSITORY / "integrations/python"), "SPARK_LOCAL_IP": "127.0.0.1"}
    code = "from pyspark.sql import SparkSession; from formrec.spark import record; " \
        "spark = SparkSession.builder.master('local[2]').getOrCreate(); " \
        "record(spark, 'fixtures/readme/signups.csv', 'fixtures/readme/signups.yaml', 'runs/2026-11', parts=2)"
    context.run(context.programs["pyspark"] / "python", "-c", code)
    context.formrec("apply", "fixtures/readme/signups.yaml")
    context.shell(context.block("scale.md", "Recording an external run in a store"), codes=(0, 1))
    context.equal(context.json("audit")["externalRuns"], {"imports": 1, "records": 10, "accepted": 4}, "the run")
    context.check("ok" in context.formrec("verify"), "the store")


SCENARIOS = (
    Scenario("scale", "a run that Spark recorded is imported", external,
             (Place("scale.md", "Recording an external run in a store"),),
             ("command:java", "pip:pyspark", "pip:pyarrow", "pip:pandas")),
    Scenario("store-views", "the queries of the page return the records", views,
             (Place("store.md", VIEWS), Place("store.md", VIEWS, 2)), ("command:sqlite3", "command:jq")),
    Scenario("store-tables", "Datasette and pandas read the exported tables", tables,
             (Place("store.md", TABLES), Place("store.md", TABLES, 2)), ("pip:datasette", "pip:pandas")),
    Scenario("store-duckdb", "DuckDB reads the exported tables with its SQLite extension", duckdb,
             (Place("store.md", TABLES, 3),), ("pip:duckdb==1.4.4", "pip:duckdb-ext-sqlite")),
)
