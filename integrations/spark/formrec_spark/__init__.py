"""formrec's rule sets on Spark: the verdicts are those of `formrec check` and `formrec import`.

`judge` judges a table, `judge_files` the records of files, `record` files into a folder that
`formrec import --judged` takes into a store. `split` and `limit` work on what they return.
"""

from .files import judge_files
from .program import FormrecError
from .record import record
from .source import FormrecSource
from .table import judge
from .verdicts import LimitPassed, limit, split

__all__ = [
    "FormrecError",
    "FormrecSource",
    "LimitPassed",
    "judge",
    "judge_files",
    "limit",
    "record",
    "split",
]
