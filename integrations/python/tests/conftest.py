import os
import shutil

import pytest

from formrec import ProgramNotFound, program


def pytest_collection_modifyitems(items):
    try:
        program.path()
    except ProgramNotFound as error:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=str(error)))
