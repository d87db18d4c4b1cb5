"""Compares verdicts under converted schemas with those of reference implementations.

    Tests/differential/conversions [json_schema | json_schema_out | table_schema | csvw_metadata | patterns] [INDEX]
"""

import importlib
import sys

names = ["json_schema", "json_schema_out", "json_schema_suite", "table_schema", "csvw_metadata", "csvw_suite",
         "patterns"]
chosen = [name for name in sys.argv[1:] if name in names] or names
only = next((int(word) for word in sys.argv[1:] if word.isdigit()), None)
sys.exit(1 if sum(importlib.import_module(name).main(only) for name in chosen) else 0)
