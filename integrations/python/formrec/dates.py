"""Dates and times in the notations of forms.

A notation is a pattern of `yyyy`, `yy`, `MMMM`, `MMM`, `MM`, `M`, `dd`, `d`, `HH`, `H`, `hh`, `h`, `mm`, `ss`, `S`,
`SSS` and `a`, of `G` and `y` (a Japanese era and its year), `BBBB` (the year of the Buddhist era), `Z`, `X` and `x` (an
offset from UTC, in which times are), and other characters, which stand for themselves.
"""

from __future__ import annotations

import datetime
import functools
import itertools
import re
from collections.abc import Sequence
from typing import Any, Union

Moment = Union[datetime.date, datetime.time, datetime.datetime]

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)

# The Japanese eras since 1873, the latest first: the names, the first day and the year before its year 1.
_ERAS = (
    (("令和", "㋿", "R"), datetime.date(2019, 5, 1), 2018), (("平成", "㍻", "H"), datetime.date(1989, 1, 8), 1988),
    (("昭和", "㍼", "S"), datetime.date(1926, 12, 25), 1925),
    (("大正", "㍽", "T"), datetime.date(1912, 7, 30), 1911),
    (("明治", "㍾", "M"), datetime.date(1873, 1, 1), 1867),
)

# UTC in each notation of an offset, and the pattern of an offset.
_ZONES = {
    "Z": ("+0000", "Z|[+-][0-9]{2}:?[0-9]{2}"), "X": ("Z", "Z|[+-][0-9]{2}(?:[0-9]{2})?"),
    "XX": ("Z", "Z|[+-][0-9]{4}"), "XXX": ("Z", "Z|[+-][0-9]{2}:[0-9]{2}"),
    "x": ("+00", "[+-][0-9]{2}(?:[0-9]{2})?"), "xx": ("+0000", "[+-][0-9]{4}"),
    "xxx": ("+00:00", "[+-][0-9]{2}:[0-9]{2}"),
}

# The component and the pattern of each run of letters.
_RUNS = {
    "yyyy": ("year", "[0-9]{4}"), "yy": ("year", "[0-9]{2}"),
    "MMMM": ("month", "|".join(_MONTHS)), "MMM": ("month", "|".join(one[:3] for one in _MONTHS)),
    "MM": ("month", "[0-9]{2}"), "M": ("month", "[0-9]{1,2}"),
    "dd": ("day", "[0-9]{2}"), "d": ("day", "[0-9]{1,2}"),
    "HH": ("hour", "[0-9]{2}"), "H": ("hour", "[0-9]{1,2}"),
    "hh": ("hour", "[0-9]{2}"), "h": ("hour", "[0-9]{1,2}"),
    "mm": ("minute", "[0-9]{2}"), "ss": ("second", "[0-9]{2}"), "a": ("half", "AM|PM"),
    "G": ("era", "|".join(name for names, _, _ in _ERAS for name in names)), "y": ("eraYear", "元|[0-9]{1,2}"),
    "BBBB": ("buddhist", "[0-9]{4}"),
} | {run: ("zone", pattern) for run, (_, pattern) in _ZONES.items()}


def write(value: Moment, formats: Sequence[str]) -> str:
    """Writes a date, a time or both in a notation that a field with these formats reads back.

    Uses the first format that reads back as the same value: a two-digit year has no century, a format may lack
    seconds, and a field parses by its first format that matches. A value that no format can represent is
    written in ISO 8601, and the field rejects it.

    >>> write(datetime.date(2024, 3, 12), ["dd/MM/yyyy", "yyyy-dd-MM"])
    '12/03/2024'
    >>> write(datetime.date(1924, 3, 12), ["dd/MM/yy", "yyyy-dd-MM"])
    '1924-12-03'
    >>> write(datetime.datetime(2024, 3, 12, 15, 30), ["MM/dd/yyyy h:mm a"])
    '03/12/2024 3:30 PM'
    >>> write(datetime.time(15, 30, 5), ["HH:mm", "HH:mm:ss"])
    '15:30:05'
    >>> write(datetime.date(2024, 3, 12), [])
    '2024-03-12'
    """
    for pattern in formats:
        text = _text(value, pattern)
        if read(text, formats) == value:
            return text
    iso = value.isoformat()
    if read(iso, formats) is None:
        return iso
    return f"{iso}T00:00:00" if _is_date(value) else f"{iso}+00:00"


def read(text: str, formats: Sequence[str]) -> Moment | None:
    """Parses a text like a field with these formats; None if no format matches.

    >>> read("12/3/2024", ["dd/MM/yyyy", "d/M/yyyy"])
    datetime.date(2024, 3, 12)
    """
    for pattern in formats:
        match = _expression(pattern).fullmatch(text)
        found = match and _value(match.groupdict())
        if found is not None:
            return found
    return None


def _is_date(value: Moment) -> bool:
    return not isinstance(value, (datetime.time, datetime.datetime))


def _runs(pattern: str) -> list[str]:
    return ["".join(run) for _, run in itertools.groupby(pattern)]


def _text(value: Moment, pattern: str) -> str:
    texts: dict[str, str] = {}
    if not isinstance(value, datetime.time):
        texts |= {
            "yyyy": f"{value.year:04}", "yy": f"{value.year % 100:02}",
            "MMMM": _MONTHS[value.month - 1], "MMM": _MONTHS[value.month - 1][:3],
            "MM": f"{value.month:02}", "M": str(value.month),
            "dd": f"{value.day:02}", "d": str(value.day), "BBBB": f"{value.year + 543:04}",
        }
        era = _era(value)
        if era is not None:
            texts |= {"G": era[0][0], "y": str(value.year - era[2])}
    if isinstance(value, (datetime.time, datetime.datetime)):
        half = (value.hour + 11) % 12 + 1
        texts |= {
            "HH": f"{value.hour:02}", "H": str(value.hour),
            "hh": f"{half:02}", "h": str(half), "mm": f"{value.minute:02}",
            "ss": f"{value.second:02}", "a": "AM" if value.hour < 12 else "PM",
        }
        texts |= {run: utc for run, (utc, _) in _ZONES.items()}
        decimals = f"{value.microsecond:06}"
        texts["S"] = decimals.rstrip("0") or "0"
        texts |= {"S" * count: decimals.ljust(count, "0")[:count] for count in range(2, 10)}
    return "".join(texts.get(run, run) for run in _runs(pattern))


def _era(day: Any) -> Any:
    """The era of a day, or None before 1873."""
    date = day.date() if isinstance(day, datetime.datetime) else day
    return next((era for era in _ERAS if date >= era[1]), None)


def _offset(text: str) -> datetime.timedelta:
    digits = text[1:].replace(":", "").ljust(4, "0")
    if text == "Z":
        return datetime.timedelta(0)
    hours, minutes = int(digits[:2]), int(digits[2:])
    if hours > 23 or minutes > 59:
        raise ValueError(text)
    offset = datetime.timedelta(hours=hours, minutes=minutes)
    return -offset if text[0] == "-" else offset


@functools.cache
def _expression(pattern: str) -> re.Pattern[str]:
    parts = []
    for run in _runs(pattern):
        if run in _RUNS or run[0] == "S":
            component, digits = _RUNS.get(run, ("decimals", f"[0-9]{{{len(run)}}}"))
            if run == "S":
                digits = "[0-9]+"
            name = f"{component}_{run}"
            parts.append(f"(?P<{name}>{digits})")
        else:
            parts.append(re.escape(run))
    return re.compile("".join(parts), re.IGNORECASE)


def _value(groups: dict[str, str]) -> Moment | None:
    found: dict[str, Any] = {}
    is_half = False
    zone, era = None, None
    for name, text in groups.items():
        component, _, run = name.partition("_")
        if component == "half":
            found["half"] = 12 if text.upper() == "PM" else 0
        elif component == "zone":
            zone = text
        elif component == "era":
            era = next((one for one in _ERAS if text in one[0]), None)
            if era is None:
                return None
        elif component == "eraYear":
            found["year"] = 1 if text == "元" else int(text)
        elif component == "buddhist":
            found["year"] = int(text) - 543
        elif component == "decimals":
            found["microsecond"] = int(text.ljust(6, "0")[:6])
        elif run in ("MMM", "MMMM"):
            found["month"] = 1 + next(
                index for index, month in enumerate(_MONTHS)
                if month[:3].lower() == text[:3].lower()
            )
        else:
            number = int(text)
            if run == "yy":
                number += 2000 if number < 69 else 1900
            if run in ("h", "hh"):
                is_half = True
                if not 1 <= number <= 12:
                    return None
                number %= 12
            found[component] = number
    if is_half:
        found["hour"] += found.pop("half")
    try:
        if era is not None:
            found["year"] += era[2]
        if "year" not in found:
            return datetime.time(**found)
        if "hour" not in found:
            day: Any = datetime.date(**found)
        else:
            day = datetime.datetime(**found)
        if era is not None and _era(day) != era:
            return None
        return day if zone is None else day - _offset(zone)
    except (ValueError, OverflowError):
        return None
