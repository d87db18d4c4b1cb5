"""Damage by pandas: a file read and written with its defaults, or with options that people use."""

import csv
import io
import warnings

from damages import damage

try:
    import pandas
except ImportError:
    pandas = None


def _csv(name, read, write=lambda frame: frame.to_csv(index=False)):
    def apply(table, draw):
        frame = pandas.DataFrame(table.rows, columns=table.header)
        text = frame.to_csv(index=False)
        rows = list(csv.reader(io.StringIO(write(read(io.StringIO(text))))))
        table.header[:], table.rows[:] = rows[0], rows[1:]
    damage(name, ("csv",))(apply)


def _book(name, change):
    """The cells keep the types of pandas."""
    def apply(table, draw):
        frame = pandas.read_csv(io.StringIO(
            pandas.DataFrame(table.rows, columns=table.header).to_csv(index=False)))
        frame = change(frame).astype(object)
        frame = frame.where(frame.notna(), "")
        table.header[:] = list(frame.columns)
        table.rows[:] = [[cell.item() if hasattr(cell, "item") else cell for cell in row]
                         for row in frame.values.tolist()]
    damage(name, ("xlsx",))(apply)


def _sorted(frame):
    column = next(name for name in frame.columns if frame[name].nunique() > 3)
    frame[column] = sorted(frame[column].astype(str))
    return frame


if pandas:
    warnings.filterwarnings("ignore", module="pandas")
    warnings.filterwarnings("ignore", message="Could not infer format")
    _csv("pandas with defaults", pandas.read_csv)
    _csv("pandas with texts", lambda f: pandas.read_csv(f, dtype=str))
    _csv("pandas with exact texts", lambda f: pandas.read_csv(f, dtype=str, keep_default_na=False))
    _csv("pandas with an index", pandas.read_csv, lambda frame: frame.to_csv())
    _csv("pandas with dates", lambda f: pandas.read_csv(f, parse_dates=["joined", "left", "seen"]))
    _csv("pandas with decimal commas", lambda f: pandas.read_csv(f, decimal=",", thousands="."))
    _csv("pandas with five digits", pandas.read_csv,
         lambda frame: frame.to_csv(index=False, float_format="%.5g"))
    _csv("pandas with filled cells", lambda f: pandas.read_csv(f, dtype=str).ffill())
    _csv("pandas with zeros", lambda f: pandas.read_csv(f).fillna(0))
    _csv("pandas with a sorted column", lambda f: _sorted(pandas.read_csv(f, dtype=str)))
    _csv("pandas with trimmed texts", lambda f: pandas.read_csv(f, dtype=str).apply(
        lambda column: column.str.strip()))
    _csv("pandas with converted types", lambda f: pandas.read_csv(f).convert_dtypes())
    _csv("pandas without duplicates", lambda f: pandas.read_csv(f, dtype=str).drop_duplicates("born"))
    _book("pandas workbook", lambda frame: frame)
    _book("pandas workbook with dates", lambda frame: frame.assign(
        joined=pandas.to_datetime(frame["joined"], errors="coerce")))
    _book("pandas workbook with zeros", lambda frame: frame.fillna(0))
