"""Converts typed columns to text, in the notation of a form's fields.

The same conversion applies to pandas, Polars, DuckDB, Arrow and Spark, which all provide Arrow columns, and to each
Python object by its own type (`formrec.values`). Text is not changed; null and NaN are empty cells.

| column | field type | text |
| --- | --- | --- |
| text | any | unchanged |
| boolean | boolean | the first of the field's own words; else `true`, `false` |
| integer | any | its digits |
| float | any | the shortest digits that read back equal, without an exponent; `5.0` is `5` |
| decimal | integer, decimal | without trailing zeros beyond the field's scale |
| decimal | other | with all decimals of its type |
| number | decimal | with the field's decimal point, negative in its notation |
| date | date | in the first format of the field that reads back as the same day |
| date | datetime | like a timestamp at midnight |
| timestamp | date | as a date if it is midnight, in the column's time zone; otherwise in full, which the field rejects |
| timestamp | datetime | in UTC, in the first format of the field that reads back as the same moment |
| timestamp | other | ISO 8601; in UTC with `Z` if the column has a time zone |
| time | time | in the first format of the field that reads back as the same time |
| time | other | `HH:MM:SS`, with decimals if there are any |
| duration | any | ISO 8601: `PT90S` |
| list | list | its items, each as text |
"""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from . import dates
from .description import Field
from .errors import UnsupportedColumn

_TEXT = Field("")


def supports(kind: pa.DataType, field: Field) -> bool:
    """Whether values of this type can be written in a field."""
    if pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind):
        return supports(kind.value_type, field)
    if isinstance(kind, pa.BaseExtensionType):
        return str(kind.extension_name) in _EXTENSIONS
    if is_list(kind):
        return field.type == "list" and not is_list(kind.value_type) and supports(
            kind.value_type, _TEXT
        )
    return any(one(kind) for one in (
        _is_text, pa.types.is_null, pa.types.is_boolean, pa.types.is_integer, pa.types.is_floating,
        pa.types.is_decimal, pa.types.is_date, pa.types.is_timestamp, pa.types.is_time,
        pa.types.is_duration,
    ))


_EXTENSIONS = ("arrow.uuid", "arrow.json", "arrow.bool8")


def is_list(kind: pa.DataType) -> bool:
    """Whether values of a type are lists."""
    return any(one(kind) for one in (
        pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list,
        pa.types.is_list_view, pa.types.is_large_list_view,
    ))


def _is_text(kind: pa.DataType) -> bool:
    return any(one(kind) for one in (
        pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view
    ))


def text(column: pa.Array, field: Field, name: str | None = None) -> pa.Array:
    """Converts a column to text; nulls remain null.

    Args:
        field: the field that it fills.
        name: the name of the column, for errors.

    Raises:
        UnsupportedColumn: if values of its type cannot be written as text; for lists, use `items`.

    >>> amount = Field("amount", "decimal", scale=2, point=",")
    >>> text(pa.array([Decimal("1.500"), None]), amount).to_pylist()
    ['1,50', None]
    >>> text(pa.array([5.0, 1e10, 0.1]), Field("count", "integer")).to_pylist()
    ['5', '10000000000', '0.1']
    >>> day = Field("day", "date", formats=("dd.MM.yyyy",))
    >>> text(pa.array([datetime.datetime(2024, 3, 12)]), day).to_pylist()
    ['12.03.2024']
    """
    kind = column.type
    if is_list(kind) or not supports(kind, field):
        raise UnsupportedColumn(name or field.name, str(kind))
    if pa.types.is_dictionary(kind):
        return text(column.dictionary, field, name).take(column.indices)
    if pa.types.is_run_end_encoded(kind):
        return text(pc.run_end_decode(column), field, name)
    if isinstance(kind, pa.BaseExtensionType):
        return _extension(column, field, name)
    if kind == pa.string_view():
        return column.cast(pa.large_string())
    if _is_text(kind):
        return column
    if pa.types.is_null(kind):
        return column.cast(pa.string())
    if pa.types.is_boolean(kind):
        words = (field.true[0], field.false[0]) if field.type == "boolean" else ("true", "false")
        return pc.if_else(column, *words)
    if pa.types.is_date(kind):
        return _date(column.cast(pa.date32()), field)
    if pa.types.is_timestamp(kind):
        return _timestamp(column, field)
    if pa.types.is_time(kind):
        return _time(column, field)
    if pa.types.is_duration(kind):
        return _duration(column)
    return _number(column, field)


def _extension(column: Any, field: Field, name: str | None) -> pa.Array:
    if column.type.extension_name == "arrow.uuid":
        return pa.array([None if one is None else str(one) for one in column.to_pylist()])
    if column.type.extension_name == "arrow.bool8":
        return text(column.storage.cast(pa.bool_()), field, name)
    return text(column.storage, field, name)


def _number(column: pa.Array, field: Field) -> pa.Array:
    kind = column.type
    if pa.types.is_float16(kind):
        column = column.cast(pa.float32())
    if pa.types.is_floating(kind):
        column = pc.if_else(pc.is_nan(column), None, column)
    written = column.cast(pa.string())
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        # Arrow writes large and small numbers with an exponent.
        written = replaced(written, pc.match_substring(written, "e", ignore_case=True), _plain)
    if pa.types.is_decimal(kind) and kind.scale > 0:
        scale = 0 if field.type == "integer" else field.scale
        if scale is not None and scale < kind.scale and field.type in ("integer", "decimal"):
            pattern = r"\.0+$" if scale == 0 else rf"(\.\d{{{scale}}})0+$"
            written = pc.replace_substring_regex(written, pattern, "" if scale == 0 else r"\1")
    if field.type == "decimal" and field.point != "." and not pa.types.is_integer(kind):
        written = pc.replace_substring(written, ".", field.point)
    if field.type == "decimal" and field.negative and "minus" not in field.negative:
        before, after = _NEGATIVE[field.negative[0]]
        digits = pc.utf8_ltrim(written, "-")
        marked = pc.binary_join_element_wise(before, digits, after, "")
        written = pc.if_else(pc.starts_with(written, "-"), marked, written)
    return written


# What precedes and follows the digits of a negative number.
_NEGATIVE = {"parentheses": ("(", ")"), "trailing": ("", "-"), "credit": ("", " CR"), "debit": ("", " DR")}


def _plain(number: str) -> str:
    return format(Decimal(number), "f")


def _date(column: pa.Array, field: Field) -> pa.Array:
    if field.type == "date" and field.formats:
        return _distinct(column, lambda day: dates.write(day, field.formats))
    if field.type == "datetime":
        return _timestamp(column.cast(pa.timestamp("s")), field)
    return column.cast(pa.string())


def _time(column: pa.Array, field: Field) -> pa.Array:
    if field.type == "time":
        formatted = _formatted(column, field, pa.time64("us"))
        if formatted is not None:
            return pc.coalesce(formatted, _time(column, _TEXT))
    return _seconds(column, (pa.time32("s"), pa.time32("ms"), pa.time64("us")))


def _timestamp(column: pa.Array, field: Field) -> pa.Array:
    kind = column.type
    if field.type == "date":
        local = pc.local_timestamp(column) if kind.tz else column
        days = local.cast(pa.date32(), safe=False)
        midnight = pc.equal(days.cast(local.type), local)
        if pc.all(midnight, min_count=0).as_py():
            return _date(days, field)
        return pc.if_else(midnight, _date(days, field), _timestamp(column, _TEXT))
    if kind.tz:
        column = column.cast(pa.timestamp(kind.unit, "UTC")).cast(pa.timestamp(kind.unit))
    formatted = None
    if field.type == "datetime":
        formatted = _formatted(column, field, pa.timestamp("us"))
    written = _seconds(column, (pa.timestamp("s"), pa.timestamp("ms"), pa.timestamp("us")))
    written = pc.replace_substring(written, " ", "T")
    if kind.tz:
        written = pc.binary_join_element_wise(written, "Z", "")
    return written if formatted is None else pc.coalesce(formatted, written)


def _formatted(column: pa.Array, field: Field, kind: pa.DataType) -> pa.Array | None:
    """A column in the formats of the field; None if it has none. Values with nanoseconds remain null, because formats
    have microseconds."""
    if not field.formats:
        return None
    coarse = column.cast(kind, safe=False)
    exact = pc.equal(coarse.cast(column.type, safe=False), column)
    coarse = pc.if_else(exact, coarse, pa.scalar(None, kind))
    return _distinct(coarse, lambda value: dates.write(value, field.formats))


def _seconds(column: pa.Array, coarser: tuple[pa.DataType, ...]) -> pa.Array:
    """Times with as few decimals as the column needs, and without decimals if they are zero."""
    for kind in coarser:
        try:
            column = column.cast(kind)
        except pa.ArrowInvalid:
            continue
        break
    written = column.cast(pa.string())
    if column.type.unit == "s":
        return written
    written = pc.replace_substring_regex(written, r"(\.\d*[1-9])0+$", r"\1")
    return pc.replace_substring_regex(written, r"\.0+$", "")


def _duration(column: pa.Array) -> pa.Array:
    """Durations in ISO 8601, with all decimals of their unit."""
    decimals = {"s": 0, "ms": 3, "us": 6, "ns": 9}[column.type.unit]

    def write(count: int) -> str:
        sign = "-" if count < 0 else ""
        return f"{sign}PT{format(Decimal(abs(count)).scaleb(-decimals).normalize(), 'f')}S"

    return _distinct(column.cast(pa.int64()), write)


def items(column: pa.Array, name: str | None = None) -> list[list[str | None] | None]:
    """The items of the lists in a column, as text."""
    flat: Any = pc.list_flatten(column)
    texts = text(flat, _TEXT, name).to_pylist()
    lists: list[list[str | None] | None] = []
    end = 0
    for length in pc.list_value_length(column).to_pylist():
        start, end = end, end + (length or 0)
        lists.append(None if length is None else texts[start:end])
    return lists


def replaced(column: pa.Array, chosen: pa.Array, write: Any) -> pa.Array:
    """A column of text with the chosen values written by another function."""
    chosen = pc.fill_null(chosen, False)
    if not pc.any(chosen).as_py():
        return column
    values = [write(one) for one in column.filter(chosen).to_pylist()]
    return pc.replace_with_mask(column, chosen, pa.array(values, column.type))


def _distinct(column: pa.Array, write: Any) -> pa.Array:
    """A column as text; each distinct value is converted once."""
    encoded = column.dictionary_encode()
    values = [None if one is None else write(one) for one in encoded.dictionary.to_pylist()]
    return pa.array(values, pa.string()).take(encoded.indices)
