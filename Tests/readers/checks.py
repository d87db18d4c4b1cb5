"""The expected answers of every reader."""

import json
import subprocess
from dataclasses import dataclass, field


@dataclass
class Check:
    name: str
    sql: str
    expected: list
    # Names of readers; empty means all.
    only: tuple = field(default=())

    def run(self, reader):
        """None, or what is wrong."""
        try:
            rows = [tuple(row) for row in reader.rows(self.sql)]
        except Exception as error:  # Any error is the reader's answer.
            return str(error)
        expected = [tuple(row) for row in self.expected]
        return None if rows == expected else f"{rows[:5]} instead of {expected[:5]}"


@dataclass
class Pipe:
    """The command of docs/formats.md that pipes a Parquet file to `formrec import -`."""

    name: str
    store: object
    parquet: object
    expected: int
    only: tuple = ("duckdb",)

    def run(self, reader):
        """None, or what is wrong."""
        code = "import duckdb, sys; duckdb.sql(sys.argv[1])"
        sql = f"COPY '{self.parquet}' TO '/dev/stdout' (FORMAT csv, HEADER)"
        with subprocess.Popen([reader.python, "-c", code, sql], stdout=subprocess.PIPE) as source:
            done = subprocess.run(
                [self.store.binary, "import", "-", "--definitions", "people.yaml",
                 "--db", "parquet.sqlite", "--format", "json"],
                cwd=self.store.folder, stdin=source.stdout, capture_output=True, text=True)
        if done.returncode or source.returncode:
            return done.stderr or f"DuckDB ended with {source.returncode}"
        found = json.loads(done.stdout)
        found = found[0] if isinstance(found, list) else found
        counts = (found["records"], found["accepted"])
        return None if counts == (self.expected, self.expected) else f"{counts} came in"


def checks(store, file):
    audit = store.json("audit", "--top", "1000")
    totals = (audit["submissions"], audit["rejected"])
    by_rule = sorted((line["rule"], line["severity"], line["count"]) for line in audit["byRule"])
    by_import = [(line["import"], line["submissions"]) for line in audit["byImport"]]
    return (views if file == "views" else tables)(store, audit, totals, by_rule, by_import)


def verdicts(table, column):
    return (f"SELECT count({column}), count(CASE WHEN {column} = 'rejected' THEN 1 END) FROM {table}")


def states(table, column):
    return f"SELECT {column}, count(*) FROM {table} GROUP BY {column} ORDER BY {column}"


def rules(table):
    return f"SELECT rule, severity, count(*) FROM {table} GROUP BY rule, severity ORDER BY 1, 2"


def views(store, audit, totals, by_rule, by_import):
    history = store.json("history", "13")["verdicts"]
    parquet = store.folder / "current.parquet"
    records = audit["records"]
    valid = records["valid"]
    counts = {"current": valid + records["open"]}
    for state in ("corrected", "discarded", "purged", "superseded", "unfinished", "waived"):
        counts[state] = records[state]
    by_state = sorted(line for line in counts.items() if line[1])
    return [
        Check("all", verdicts("form_people", "_verdict"), [totals]),
        Check("submissions", verdicts("submission_view", "verdict"), [totals]),
        Check("current", "SELECT count(*) FROM form_people_current", [(valid,)]),
        Check("states", states("form_people", "_state"), by_state),
        Check("states of submissions", states("submission_view", "state"), by_state),
        Check("a page",
              "SELECT _submission FROM form_people_current ORDER BY _submission DESC LIMIT 1",
              [(store.last_valid,)]),
        Check("source text of JSON",
              "SELECT full_name, amount, seen FROM form_people WHERE id >= '8001' "
              "AND id <= '8003' ORDER BY id",
              [("1.50", "1.50", "2026-01-01T10:00:00Z"), ("12345678901234567890123", "-0", None),
               ("true", "1e400", '[1.50, {"a":1.0}]')]),
        Check("bytes that are no text", "SELECT full_name FROM form_people WHERE id = '8000'",
              [("Nu\\xF1\\x81ez",)]),
        # The commands of docs/formats.md.
        Check("to Parquet",
              f"COPY (SELECT * FROM form_people_current) TO '{parquet}' (FORMAT parquet)",
              [(valid,)], only=("duckdb",)),
        Check("fields to Parquet",
              "COPY (SELECT id, full_name, email, born, amount FROM form_people_current) "
              f"TO '{parquet}' (FORMAT parquet)",
              [(valid,)], only=("duckdb",)),
        Pipe("Parquet into import", store, parquet, valid),
        Check("errors", rules("error_view"), by_rule),
        Check("errors that hold in history",
              rules("error_history_view WHERE holds = 1"), by_rule),
        Check("history of one",
              "SELECT run, rule FROM error_history_view WHERE submission = 13 ORDER BY run, rule",
              [(verdict["run"], error["rule"]) for verdict in history
               for error in sorted(verdict["errors"], key=lambda error: error["rule"])]),
        Check("imports",
              "SELECT import, records FROM import_view WHERE state = 'finished' ORDER BY import",
              by_import),
        Check("discarded", "SELECT state, discard_reason FROM import_view WHERE state = 'discarded'",
              [("discarded", "wrong file")]),
        Check("the discarded one has no verdicts",
              "SELECT DISTINCT _state, _verdict FROM form_people WHERE _import IN "
              "(SELECT import FROM import_view WHERE state = 'discarded')", [("discarded", None)]),
        Check("runs", "SELECT kind, count(*) FROM run_view GROUP BY kind ORDER BY kind",
              [("correction", 1), ("import", 4), ("intake", 1), ("replay", 2)]),
        Check("counts of runs",
              "SELECT records, rejected, warned, errors FROM run_view WHERE kind = 'intake'",
              [tuple(next(line for line in audit["byImport"] if line["file"] is None)[key]
                     for key in ("submissions", "rejected", "warned", "errors"))]),
        Check("old names of a field",
              "SELECT count(*) FROM form_people_current WHERE full_name IS NULL", [(0,)]),
        Check("types",
              "SELECT id, full_name, email, born, amount, member FROM form_people_current "
              "WHERE _submission IN (5, 21) ORDER BY _submission",
              [(5, "N5", "p5@example.org", "06.02.1999", 5005.5, None),
               (21, "N21", "p21@example.org", None, 3021.5, 1)]),
        Check("blanks and words",
              "SELECT id, full_name, paid FROM form_people_current WHERE id < 0 ORDER BY id",
              [(-3, "Bo", 1), (-2, "Cy", 1), (-1, "Di", 0)]),
        Check("no fallback words",
              "SELECT count(*) FROM error_view WHERE description IS NULL OR description LIKE 'It fails%'",
              [(0,)]),
    ]


def tables(store, audit, totals, by_rule, by_import):
    # The tables omit purged submissions; those of this store are accepted, and of the source north.
    purged = audit["records"]["purged"]
    return [
        Check("all", verdicts("people", "_verdict"), [(totals[0] - purged, totals[1])]),
        Check("counts of errors", "SELECT CAST(sum(_errors) AS BIGINT) FROM people",
              [(audit["errors"],)]),
        Check("warned", "SELECT count(*) FROM people WHERE _warnings > 0", [(audit["warned"],)]),
        Check("errors", rules("errors"), by_rule),
        Check("imports", "SELECT import, records FROM imports WHERE state = 'finished' ORDER BY 1",
              by_import),
        Check("runs", "SELECT count(*) FROM runs", [(8,)]),
        Check("states",
              "SELECT _state, count(*) FROM people GROUP BY _state ORDER BY _state",
              [line for line in store.states if line[0] not in ("discarded", "unfinished")]),
        Check("sources",
              "SELECT _source, count(*) FROM people WHERE _source IS NOT NULL "
              "GROUP BY _source ORDER BY 1",
              [("north", 3020 - purged), ("south", 200), ("web", 1)]),
        Check("types",
              "SELECT id, full_name, CAST(born AS VARCHAR), amount, amount_exact, member, _raw "
              "FROM people WHERE _submission IN (5, 21, 97) ORDER BY _submission",
              [(5, "N5", "1999-02-06", 5005.5, "5005.5", None, None),
               (21, "N21", None, 3021.5, "3021.5", 1, None),
               (None, None, None, None, None, None, '{"id":"97","full_name":"short"}')]),
        Check("moments", "SELECT seen FROM people WHERE _submission = 5",
              [("2026-01-01T10:00:00Z",)], only=("sqlite3", "python", "datasette")),
        Check("declared types", "SELECT typeof(born), typeof(seen), typeof(id), typeof(amount) "
              "FROM people WHERE _submission = 5", [("DATE", "TIMESTAMP", "BIGINT", "DOUBLE")],
              only=("duckdb",)),
    ]
