"""Dates in the notations of forms: patterns of `yyyy`, `yy`, `MMMM`, `MMM`, `MM`, `M`, `dd`, `d`."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Sequence

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)


def write(date: datetime.date, formats: Sequence[str]) -> str:
    """Writes a date in a notation that a field with these formats reads back.

    Uses the first format that reads back as the same date: a two-digit year has no century, and a field
    parses by its first format that matches. A date that no format can represent is written in ISO 8601, and
    the field rejects it.

    >>> write(datetime.date(2024, 3, 12), ["dd/MM/yyyy", "yyyy-dd-MM"])
    '12/03/2024'
    >>> write(datetime.date(1924, 3, 12), ["dd/MM/yy", "yyyy-dd-MM"])
    '1924-12-03'
    >>> write(datetime.date(2024, 3, 12), [])
    '2024-03-12'
    """
    iso = f"{date.year:04}-{date.month:02}-{date.day:02}"
    if not formats:
        return iso
    for pattern in formats:
        # `M` and `d` also match two digits, which separates numbers without a separator.
        for short in (True, False):
            text = _text(date, pattern, short)
            if read(text, formats) == date:
                return text
    return iso if read(iso, formats) is None else f"{iso}T00:00:00"


def read(text: str, formats: Sequence[str]) -> datetime.date | None:
    """Parses a date like a field with these formats; None if no format matches.

    >>> read("12/3/2024", ["dd/MM/yyyy", "d/M/yyyy"])
    datetime.date(2024, 3, 12)
    """
    for pattern in formats:
        found = _read(text, pattern)
        if found is not None:
            return found
    return None


def _parts(pattern: str) -> list[str]:
    return ["".join(run) for _, run in itertools.groupby(pattern)]


def _text(date: datetime.date, pattern: str, short: bool) -> str:
    width = 1 if short else 2
    texts = {
        "yyyy": f"{date.year:04}", "yy": f"{date.year % 100:02}", "MMMM": _MONTHS[date.month - 1],
        "MMM": _MONTHS[date.month - 1][:3], "MM": f"{date.month:02}",
        "M": f"{date.month:0{width}}", "dd": f"{date.day:02}", "d": f"{date.day:0{width}}",
    }
    return "".join(texts.get(part, part) for part in _parts(pattern))


def _read(text: str, pattern: str) -> datetime.date | None:
    place = year = month = day = 0
    for part in _parts(pattern):
        if part in ("MMM", "MMMM"):
            names = [name[:3] if part == "MMM" else name for name in _MONTHS]
            found = [
                number for number, name in enumerate(names, 1)
                if text[place:place + len(name)].lower() == name.lower()
            ]
            if not found:
                return None
            month = found[0]
            place += len(names[month - 1])
        elif part in ("yyyy", "yy", "MM", "M", "dd", "d"):
            least, most = {"M": (1, 2), "d": (1, 2)}.get(part, (len(part), len(part)))
            end = place
            while end < len(text) and end - place < most and text[end] in "0123456789":
                end += 1
            if end - place < least:
                return None
            number = int(text[place:end])
            place = end
            if part[0] == "y":
                year = number if part == "yyyy" else number + (2000 if number < 69 else 1900)
            elif part[0] == "M":
                month = number
            else:
                day = number
        elif text.startswith(part, place):
            place += len(part)
        else:
            return None
    if place != len(text):
        return None
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None
