import importlib.util
import shutil

import pytest

from formrec import ProgramNotFound, program

MISSING = []
if importlib.util.find_spec("pyspark") is None:
    MISSING.append("PySpark")
if shutil.which("java") is None:
    MISSING.append("Java")

collect_ignore = ["spark"] if MISSING else []


def pytest_report_header():
    return [f"skipped: tests of formrec.spark: there is no {one}" for one in MISSING]


def pytest_collection_modifyitems(items):
    try:
        program.path()
    except ProgramNotFound as error:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=str(error)))
