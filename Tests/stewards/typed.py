"""Damage to cells of workbooks: numbers, dates, formulas and errors in place of texts."""

import random
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from damages import a_column, damage
from values import day, number

XLSX = ("xlsx",)


@dataclass(frozen=True)
class Formula:
    formula: str


def _typed(name, change):
    """Changes the texts of a column, or of all columns, to values."""
    def apply(table, draw):
        columns = [column for column in table.data_columns()
                   if any(change(row[column]) is not None for row in table.rows
                          if isinstance(row[column], str))]
        if not columns:
            return
        if draw.random() < 0.7:
            columns = [draw.choice(columns)]
        for row in table.rows:
            for column in columns:
                value = change(row[column]) if isinstance(row[column], str) else None
                if value is not None:
                    row[column] = value
    damage(name, XLSX)(apply)


def _date(shift=0):
    def change(text):
        found = day(text)
        return datetime.combine(found[0], time()) + timedelta(shift) if found else None
    return change


def _number(text):
    value = number(text)
    if value is None or abs(value) > 1e300:
        return None
    return int(value) if value == int(value) else value


def _time(text):
    try:
        return datetime.strptime(text, "%H:%M").time()
    except ValueError:
        return None


_typed("numbers", _number)
_typed("dates", _date())
_typed("dates a day later", _date(1))
_typed("dates of the epoch 1904", _date(1462))
_typed("times", _time)
_typed("times as numbers", lambda t: (v := _time(t)) and (v.hour * 60 + v.minute) / 1440)
_typed("booleans", lambda t: {"yes": True, "no": False}.get(t))
_typed("other booleans", lambda t: {"yes": False, "no": True}.get(t))
_typed("decimal commas as thousands", lambda t: _number(t.replace(",", "")) if "," in t else None)
_typed("decimal commas as points", lambda t: _number(t.replace(",", ".")) if "," in t else None)
_typed("genes as dates", lambda t: {"SEPT1": datetime(2026, 9, 1), "MARCH2": datetime(2026, 3, 2),
                                    "DEC1": datetime(2026, 12, 1)}.get(t))
_typed("errors", lambda t: Formula("#N/A") if t else None)
_typed("formulas without values", lambda t: Formula("=1+1") if t[:2] in ("'=", "'-", "'@") else None)
_typed("formulas of the same row", lambda t: Formula("=A2") if t else None)


@damage("an error in a cell", XLSX)
def _(table, draw: random.Random):
    row = draw.choice(table.rows)
    row[a_column(table, draw)] = Formula(draw.choice(["#NAME?", "#N/A", "#REF!", "#VALUE!", "#DIV/0!"]))


@damage("a formula in a cell", XLSX)
def _(table, draw: random.Random):
    draw.choice(table.rows)[a_column(table, draw)] = Formula("=VLOOKUP(A2,Sheet2!A:B,2,0)")
