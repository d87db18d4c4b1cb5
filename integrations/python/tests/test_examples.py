import ast
import json
import os
import pathlib
import shutil
import sqlite3
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


def test_a_check_of_dagster(monkeypatch):
    dagster = pytest.importorskip("dagster", reason="there is no Dagster")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import dagster_checks as example

    done = dagster.materialize(
        [example.people, example.people_follow_the_rules], raise_on_error=False
    )
    (evaluation,) = done.get_asset_check_evaluations()
    assert not evaluation.passed
    assert evaluation.metadata["rejected"].value == 2
    assert evaluation.metadata["by rule"].value == {"age.range": 1, "id.unique": 1}
    sys.modules.pop("dagster_checks")


def test_models_of_dbt(tmp_path):
    pytest.importorskip("dbt.adapters.sqlite", reason="there is no dbt-sqlite")
    import formrec
    from dbt.cli.main import dbtRunner
    from formrec import program

    store = formrec.Store(tmp_path / "people.sqlite")
    rules = (
        "form: people\nfields: [{name: id, type: integer}, {name: age, type: integer}]\n---\n"
        "rules: people\nform: people\nfields: {age: [range: {max: 120}]}\n"
    )
    store.import_([{"id": 1, "age": 31}, {"id": 2, "age": 200}], definitions=rules)
    tables, target = tmp_path / "tables.sqlite", tmp_path / "dbt.sqlite"
    program.ask(["export", "-o", str(tables), "--db", store.path])
    project = shutil.copytree(EXAMPLES / "dbt", tmp_path / "project")
    os.environ.update(
        FORMREC_TABLES=str(tables), DBT_FILE=str(target), DBT_FOLDER=str(tmp_path),
        DBT_SEND_ANONYMOUS_USAGE_STATS="false",
    )
    done = dbtRunner().invoke(
        ["run", "--project-dir", str(project), "--profiles-dir", str(project)]
    )
    assert done.success, done.exception or [str(one.message) for one in done.result]
    with sqlite3.connect(target) as connection:
        assert connection.execute("select id, age from people_accepted").fetchall() == [(1, 31)]
        (row,) = connection.execute("select rule, records from rejections").fetchall()
        assert row == ("age.range", 1)


def test_the_notebook(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    names, shown = {}, []
    for cell in json.loads((EXAMPLES / "notebook.ipynb").read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        *lines, last = ast.parse("".join(cell["source"])).body
        exec(compile(ast.Module(lines, []), "notebook", "exec"), names)
        shown.append(eval(compile(ast.Expression(last.value), "notebook", "eval"), names))
    assert "2 of 3 records rejected" in shown[0]._repr_html_()
    assert shown[1]["id"].to_list() == [2, 2]
    assert list(shown[2]["_record"]) == [2, 3]
