"""formrec's rule sets on Spark: the verdicts are those of `formrec check` and `formrec import`.

`judge` judges a table, `judge_files` the records of files, `record` files into a folder that
`formrec import --judged` takes into a store. `split`, `limit` and `observe` work on what they return.
The logger `formrec.spark` tells how files were shared out.
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
