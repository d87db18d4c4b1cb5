"""formrec for Python: check records, store them, and query why they were rejected.

>>> import formrec
>>> formrec.check([], "form: a\\nfields: [{name: b, type: text}]\\n---\\nrules: a\\nform: a\\n").records
0

The package runs the program `formrec`, which its wheel contains. `formrec.spark` judges on Spark.
The logger `formrec` logs the commands.
"""

from ._version import __version__
from .checking import check
from .description import Description
from .errors import FormrecError, LimitExceeded, ProgramNotFound, Rejected, UnsupportedColumn
from .result import Result
from .store import ImportReport, Store, Verification



__all__ = [
    "Description",
    "FormrecError",
    "ImportReport",
    "LimitExceeded",
    "ProgramNotFound",
    "Rejected",
    "Result",
    "Store",
    "UnsupportedColumn",
    "Verification",
    "__version__",
    "check",
]
