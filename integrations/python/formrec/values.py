"""Converts Python objects to text, in the notation of a form's fields.

Each value is converted exactly and without regard to the values beside it, or refused. Values that share an Arrow type
are converted together, which gives the same texts as one by one.
"""

from __future__ import annotations

import contextlib
import datetime
import uuid
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Union

import numpy
import pyarrow as pa

from . import notation
from .description import Field
from .errors import UnsupportedColumn

_TEXT = Field("")

_SIMPLE = {
    bool: pa.bool_(), int: pa.int64(), float: pa.float64(), datetime.date: pa.date32(),
}
"""Types of Python whose values have one Arrow type, unless they are too large for it."""


def is_missing(value: Any) -> bool:
    """Whether a value is None, NaN, NaT or the NA of pandas."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    if isinstance(value, Decimal):
        return value.is_nan()
    return isinstance(value, (float, numpy.generic)) and bool(value != value)


def is_list(value: Any) -> bool:
    """Whether a value is a sequence of items, other than a text."""
    return isinstance(value, (list, tuple, numpy.ndarray))


def texts(
    values: Sequence[Any], name: str, field: Field | None = None, *, first: int = 1
) -> list[str | None]:
    """Values of any types as text; missing values are None.

    Args:
        name: the name of their column, for errors.
        first: the number of the record with the first value, for errors.

    Raises:
        UnsupportedColumn: if a value cannot be written exactly. It names the column and the record.

    >>> noon = datetime.datetime(2024, 1, 1, 12)
    >>> texts([datetime.date(2024, 1, 1), noon, noon.replace(tzinfo=datetime.timezone.utc), 2**64], "v")
    ['2024-01-01', '2024-01-01T12:00:00', '2024-01-01T12:00:00Z', '18446744073709551616']
    """
    field = field or Field(name)
    kinds = set(map(type, values)) - {type(None)}
    if len(kinds) == 1 and (simple := _SIMPLE.get(kinds.pop())):
        with contextlib.suppress(OverflowError, pa.ArrowInvalid):
            column = pa.array(values, simple, from_pandas=True)
            return notation.text(column, field, name).to_pylist()
    written: list[str | None] = [None] * len(values)
    by_type: dict[pa.DataType, list[int]] = {}
    for place, value in enumerate(values):
        if type(value) is str:
            written[place] = value
        elif not is_missing(value):
            found = _exact(value)
            if isinstance(found, str):
                written[place] = found
            elif found is None:
                raise UnsupportedColumn(name, _name(type(value)), first + place)
            else:
                by_type.setdefault(found, []).append(place)
    for kind, places in by_type.items():
        try:
            column = pa.array([_plain(values[place], kind) for place in places], kind)
        except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
            raise UnsupportedColumn(name, str(kind), first + places[0]) from None
        for place, text in zip(places, notation.text(column, field, name).to_pylist()):
            written[place] = text
    return written


def items(value: Any, name: str, record: int) -> list[str | None]:
    """The items of a list, as text."""
    return texts(list(value), name, _TEXT, first=record)


def json(value: Any, name: str, record: int) -> Any:
    """A value with lists and mappings for JSON, whose other values are text."""
    if isinstance(value, Mapping):
        return {str(key): json(one, name, record) for key, one in value.items()}
    if is_list(value):
        return [json(one, name, record) for one in value]
    return texts([value], name, _TEXT, first=record)[0]


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _exact(value: Any) -> Union[pa.DataType, str, None]:
    """The Arrow type that contains a value exactly, the value's text if there is none, or None for other objects."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (numpy.datetime64, numpy.timedelta64)):
        return _of_numpy(value)
    if isinstance(value, (bool, numpy.bool_)):
        return pa.bool_()
    if isinstance(value, (int, numpy.integer)):
        number = int(value)
        return pa.int64() if -(2**63) <= number < 2**63 else str(number)
    if isinstance(value, (numpy.float32, numpy.float16)):
        return pa.float32()
    if isinstance(value, float):
        return pa.float64()
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, datetime.datetime):
        return _timestamp(value)
    if isinstance(value, datetime.date):
        return pa.date32()
    if isinstance(value, datetime.time):
        return value.isoformat() if value.tzinfo else pa.time64("us")
    if isinstance(value, datetime.timedelta):
        return pa.duration(_unit(value))
    return str(value) if isinstance(value, uuid.UUID) else None


def _unit(value: Any) -> str:
    """The unit of a moment or duration of pandas; others have microseconds."""
    return getattr(value, "unit", "us")


def _decimal(value: Decimal) -> Union[pa.DataType, str, None]:
    if not value.is_finite():
        return str(value)
    _, digits, exponent = value.as_tuple()
    assert isinstance(exponent, int)
    scale = max(0, -exponent)
    if max(len(digits) + max(0, exponent), scale) > 76:
        return format(value, "f")
    return pa.decimal256(76, scale)


def _timestamp(value: datetime.datetime) -> Union[pa.DataType, str]:
    offset = value.utcoffset()
    if offset is None:
        return pa.timestamp(_unit(value))
    minutes, rest = divmod(offset, datetime.timedelta(minutes=1))
    if rest:
        # Arrow's zones have whole minutes.
        return value.astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
    sign = "-" if minutes < 0 else "+"
    return pa.timestamp(_unit(value), f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}")


_COARSE = {"W": "D", "h": "s", "m": "s"}
"""Units of NumPy without an Arrow type, and the finer units that contain them."""


def _of_numpy(value: Any) -> pa.DataType | None:
    unit, step = numpy.datetime_data(value.dtype)
    unit = _COARSE.get(unit, unit)
    is_moment = isinstance(value, numpy.datetime64)
    if unit == "D":
        return pa.date32() if is_moment else pa.duration("s")
    if unit not in ("s", "ms", "us", "ns"):
        return None
    return pa.timestamp(unit) if is_moment else pa.duration(unit)


def _plain(value: Any, kind: pa.DataType) -> Any:
    """A value as Arrow takes it for a type that contains it exactly: values of NumPy as counts of the type's unit."""
    if isinstance(value, numpy.datetime64):
        unit = "D" if pa.types.is_date(kind) else kind.unit
        return int(value.astype(f"datetime64[{unit}]").astype("int64"))
    if isinstance(value, numpy.timedelta64):
        return int(value.astype(f"timedelta64[{kind.unit}]").astype("int64"))
    return value
