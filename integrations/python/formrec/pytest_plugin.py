"""Fixtures for pytest: `formrec_check`, which fails a test with a report, and `formrec_store`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from . import Result, Store, check


@pytest.fixture
def formrec_check() -> Callable[..., Result]:
    """`formrec.check` for tests of data: rejected records fail the test, unless `raise_on` is set.

    The message has the counts by rule and the first failures, without values.

        def test_people(formrec_check):
            formrec_check(people_frame(), "people.yaml")
    """

    def checked(data: Any, definitions: Any, *, raise_on: str = "rejected", **named: Any) -> Result:
        __tracebackhide__ = True
        result = check(data, definitions, **named)
        if raise_on == "never" or (result.ok or (raise_on == "limit" and not result.limits)):
            return result
        lines = [repr(result), *result.limits]
        for one in result.failures.slice(0, 10).to_pylist():
            lines.append(f"  record {one['record']}: {one['message']} [{one['rule']}]")
        if len(result.failures) > 10:
            lines.append(f"  and {len(result.failures) - 10:,} more")
        pytest.fail("\n".join(lines), pytrace=False)

    return checked


@pytest.fixture
def formrec_store(tmp_path: Path) -> Store:
    """A store for one test, in a temporary folder; the first write creates it."""
    return Store(tmp_path / "formrec.sqlite")
