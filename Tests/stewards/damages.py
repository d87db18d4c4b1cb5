"""The kinds of damage, and how they are registered.

A damage changes the table of a returned file. `values.py` changes texts, `structure.py` rows and columns,
`typed.py` cells of workbooks, and `files.py` the bytes.
"""

import random
from dataclasses import dataclass


@dataclass
class Damage:
    name: str
    apply: object
    formats: tuple
    # Whether a person may want what the damage does to open cells. If not, only honest corrections
    # may be stored.
    may_be_wanted: bool


DAMAGES: dict = {}

TEXT = ("csv", "xlsx", "ndjson")


def damage(name, formats=TEXT, may_be_wanted=True):
    """Registers a function of a table and a random generator, which changes the table."""
    def register(function):
        if name in DAMAGES:
            raise ValueError(name)
        DAMAGES[name] = Damage(name, function, formats, may_be_wanted)
        return function
    return register


def text_damage(name, formats=TEXT):
    """Registers a function of a text, which is applied to cells, to a column, or to all columns."""
    def register(function):
        damage(name, formats)(lambda table, draw: change_texts(table, draw, function))
        return function
    return register


def change_texts(table, draw: random.Random, function) -> None:
    """Changes texts in a random scope that contains a cell which the function changes."""
    cells = []
    for row in table.rows:
        for column in table.data_columns():
            text = row[column] if column < len(row) else None
            if isinstance(text, str) and text:
                changed = function(text)
                if changed != text:
                    cells.append((row, column, changed))
    if not cells:
        return
    scope = draw.choice(["cell", "cells", "column", "column", "columns", "table"])
    if scope == "cell":
        cells = [draw.choice(cells)]
    elif scope == "cells":
        cells = draw.sample(cells, min(len(cells), 3))
    elif scope != "table":
        columns = sorted({column for _, column, _ in cells})
        chosen = set(draw.sample(columns, min(len(columns), 1 if scope == "column" else 3)))
        cells = [cell for cell in cells if cell[1] in chosen]
    for row, column, changed in cells:
        row[column] = changed


def a_column(table, draw: random.Random, distinct: int = 2) -> int:
    """A column with several different texts."""
    columns = [column for column in table.data_columns()
               if len({str(row[column]) for row in table.rows if column < len(row)}) >= distinct]
    return draw.choice(columns or table.data_columns())
