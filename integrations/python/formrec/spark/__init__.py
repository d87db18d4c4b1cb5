"""formrec's rule sets on Spark: the verdicts equal those of `formrec check` and `formrec import`.

`judge` judges a table, `judge_files` the records of files. `record` writes a folder that
`formrec import-run` records in a store. `split`, `limit` and `observe` process their results.
The logger `formrec.spark` logs how files are divided into tasks.
"""

from ..errors import FormrecError, LimitExceeded
from .files import judge_files
from .outcomes import limit, observe, split
from .record import record
from .source import FormrecSource
from .table import judge

__all__ = [
    "FormrecError",
    "FormrecSource",
    "LimitExceeded",
    "judge",
    "judge_files",
    "limit",
    "observe",
    "record",
    "split",
]
