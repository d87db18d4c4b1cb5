"""A Dagster asset with a rule set as its check: tests/test_examples.py runs it.

In Airflow, call `formrec.check(frame, RULES, raise_on="rejected")` in a function with `@task`: it fails the task,
with the counts by rule in its log.
"""

import dagster
import pyarrow

import formrec

RULES = """\
form: people
fields:
  - {name: id, type: integer, required: true}
  - {name: age, type: integer}
---
rules: people
form: people
fields:
  id: [unique]
  age: [range: {min: 0, max: 120}]
"""


@dagster.asset
def people() -> pyarrow.Table:
    """The data that a pipeline would read."""
    return pyarrow.table({"id": [1, 2, 2], "age": [31, 200, 7]})


@dagster.asset_check(asset=people, blocking=True)
def people_follow_the_rules(people: pyarrow.Table) -> dagster.AssetCheckResult:
    """Assets that depend on `people` are created only if the check passes."""
    result = formrec.check(people, RULES)
    return dagster.AssetCheckResult(
        passed=result.ok,
        metadata={"rejected": result.rejected, "by rule": dagster.JsonMetadataValue(result.by_rule)},
    )
