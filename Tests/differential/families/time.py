"""Compares times, dates and versions with Python's datetime, dateutil and semantic_version."""

import datetime
import re

import semantic_version
from dateutil import parser

from differential import Family, mutated


def families(random, count):
    share = count // 4
    times = [f"{random.randrange(26)}:{random.randrange(62):02d}" if random.random() < 0.5 else
             f"{random.randrange(26):02d}:{random.randrange(62):02d}:{random.randrange(62):02d}"
             for _ in range(share)]
    yield Family("time", "time: {shortHours: true}",
                 times + [mutated(random, t, "0123456789:") for t in times], is_time)
    dates = [f"{random.randrange(1, 10000):04d}-{random.randrange(14):02d}-{random.randrange(33):02d}"
             for _ in range(share)]
    yield Family("date", "date", dates + [mutated(random, d, "0123456789-") for d in dates], is_date)
    days = [f"{random.randrange(33)}/{random.randrange(14)}/{random.randrange(1900, 2100)}"
            for _ in range(share)]
    yield Family("date d/M/yyyy", "date: d/M/yyyy", days, is_day)
    isos = [random.choice(("%G-W%V-%u", "%G%V", "%Y-%j", "%Y%m%d", "%Y-%m", "%GW%V%u")) for _ in
            range(share // 2)]
    isos = [(datetime.date(1900, 1, 1) + datetime.timedelta(random.randrange(90000))).strftime(form)
            for form in isos]
    yield Family("date iso8601", "date: {profile: iso8601}",
                 isos + [mutated(random, d, "0123456789-W") for d in isos], is_iso, iso)
    versions = [f"{random.choice((0, 1, 12, '01'))}.{random.randrange(30)}.{random.randrange(9)}"
                + random.choice(("", "-rc.1", "-0a", "-01", "-a.b-c", "+5", "-x+y.01", "-", "+", "-é"))
                for _ in range(share // 10)]
    versions += [mutated(random, v, "0123456789.-+ab") for v in versions for _ in range(9)]
    yield Family("semver", "semver", versions, is_version)


def is_time(value):
    match = re.fullmatch(r"(\d{1,2}):(\d{2})(?::(\d{2}))?", value, re.ASCII)
    return bool(match) and int(match[1]) < 24 and int(match[2]) < 60 and int(match[3] or 0) < 60


def is_date(value):
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
        return False
    return succeeds(datetime.date.fromisoformat, value)


def is_day(value):
    return succeeds(lambda text: datetime.datetime.strptime(text, "%d/%m/%Y"), value)


def is_iso(value):
    if not value.isascii() or "W" not in value and len(value) not in (8, 10):
        return None  # The library also accepts single years, months and centuries.
    return succeeds(parser.isoparser().parse_isodate
                    if hasattr(parser.isoparser(), "parse_isodate") else parser.isoparse, value)


def iso(value, ours):
    if not ours and re.fullmatch(r"\d{4}-?W\d{2}", value):
        return "a week alone is no day"
    match = re.match(r"(\d{4})-?W53", value)
    if not ours and match and datetime.date(int(match[1]), 12, 28).isocalendar()[1] < 53:
        return "the year has no week 53"
    return None


def is_version(value):
    return succeeds(semantic_version.Version, value)


def succeeds(function, value):
    try:
        function(value)
        return True
    except (ValueError, OverflowError):
        return False
