"""Damage to texts, as by spreadsheet programs, converters and people."""

import math
import re
import unicodedata
from datetime import date, timedelta

from damages import text_damage

MONTHS = {"SEPT": "Sep", "MARCH": "Mar", "DEC": "Dec", "OCT": "Oct", "NOV": "Nov"}
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")


def number(text):
    return float(text) if NUMBER.fullmatch(text) else None


def day(text):
    """The date of a text with its format."""
    for pattern, order in [(r"(\d\d)\.(\d\d)\.(\d{4})", (3, 2, 1)), (r"(\d{4})-(\d\d)-(\d\d)", (1, 2, 3))]:
        found = re.fullmatch(pattern, text)
        if found:
            try:
                return date(*(int(found[part]) for part in order)), order
            except ValueError:
                return None
    return None


def dated(function):
    """A function of a text that changes the date in it."""
    def change(text):
        found = day(text)
        return function(*found) if found else text
    return change


def written(value, order):
    return value.strftime("%d.%m.%Y" if order[0] == 3 else "%Y-%m-%d")


@text_damage("scientific notation")
def _(text):
    value = number(text)
    if value is None or abs(value) in (0, math.inf):
        return text
    return f"{value:.2E}" if abs(value) >= 1e6 or abs(value) < 1e-3 or "e" in text else text


@text_damage("15 digits")
def _(text):
    value = number(text)
    if value is None or len(text) < 12 or abs(value) == math.inf:
        return text
    return f"{value:.15g}" if "." in text else str(int(float(f"{value:.15g}")))


@text_damage("10 digits")
def _(text):
    value = number(text)
    return text if value is None or "." not in text else f"{value:.10g}"


@text_damage("lost zeros")
def _(text):
    return str(int(text)) if text.isdecimal() and text.isascii() else text


@text_damage("number as a float")
def _(text):
    value = number(text)
    return text if value is None else repr(value)


@text_damage("gene as a date")
def _(text):
    found = re.fullmatch(r"([A-Za-z]+)(\d)", text)
    return f"{found[2]}-{MONTHS[found[1]]}" if found and found[1] in MONTHS else text


text_damage("date of another country")(dated(lambda d, o: d.strftime("%m/%d/%y")))
text_damage("ISO date")(dated(lambda d, o: d.isoformat()))
text_damage("serial number")(dated(lambda d, o: str((d - date(1899, 12, 30)).days)))
text_damage("epoch of 1904")(dated(lambda d, o: written(d + timedelta(1462), o)))
text_damage("a day later")(dated(lambda d, o: written(d + timedelta(1), o)))
text_damage("a day earlier")(dated(lambda d, o: written(d - timedelta(1), o)))
text_damage("another century")(dated(lambda d, o: written(d.replace(year=d.year - 100, day=1), o)))
text_damage("date with a time")(dated(lambda d, o: f"{written(d, o)} 00:00:00"))


@text_damage("day and month exchanged")
@dated
def _(value, order):
    return written(value.replace(month=value.day, day=value.month) if value.day <= 12 else value, order)


@text_damage("time as a fraction")
def _(text):
    found = re.fullmatch(r"(\d{1,2}):(\d\d)", text)
    return f"{(int(found[1]) * 60 + int(found[2])) / 1440:.9f}" if found else text


@text_damage("time with seconds")
def _(text):
    return f"{text}:00" if re.fullmatch(r"\d{1,2}:\d\d", text) else text


@text_damage("lost time zone")
def _(text):
    return re.sub(r"(T\d\d:\d\d:\d\d)\+\d\d:\d\d$", r"\1", text)


@text_damage("lost seconds")
def _(text):
    return re.sub(r"(T\d\d:\d\d):\d\d", r"\1", text)


text_damage("lost comma")(lambda t: re.sub(r"^(\d+),(\d\d)$", r"\1\2", t))
text_damage("comma to point")(lambda t: re.sub(r"^(\d+),(\d\d)$", r"\1.\2", t))
text_damage("point to comma")(lambda t: re.sub(r"^(\d+)\.(\d+)$", r"\1,\2", t))
text_damage("lost point")(lambda t: re.sub(r"^(-?\d+)\.(\d+)$", r"\1\2", t))
text_damage("rounded")(lambda t: re.sub(
    r"^(-?\d+)[.,](\d)\d*$", lambda m: str(int(m[1]) + (m[2] >= "5")), t))
text_damage("grouped digits")(lambda t: f"{int(t):,}" if re.fullmatch(r"[1-9]\d{3,}", t) else t)
text_damage("lost zeros at the end")(lambda t: re.sub(r"^(-?\d+)\.(\d*?)0+$", r"\1.\2", t).rstrip("."))
text_damage("noise of doubles")(lambda t: f"{t}000000000001" if re.fullmatch(r"\d+[.,]\d+", t) else t)
text_damage("unit added")(lambda t: f"{t} €" if re.fullmatch(r"\d+[.,]\d+", t) else t)
text_damage("upper case")(str.upper)
text_damage("lower case")(str.lower)
text_damage("title case")(str.title)
text_damage("double blanks")(lambda t: t.replace(" ", "  "))
text_damage("single blanks")(lambda t: re.sub(r" {2,}", " ", t))
text_damage("no-break blanks")(lambda t: t.replace(" ", "\u00a0"))
text_damage("no-break blank at the end")(lambda t: f"{t}\u00a0")
text_damage("zero width space")(lambda t: f"{t[:1]}\u200b{t[1:]}")
text_damage("soft hyphen")(lambda t: f"{t[:3]}\u00ad{t[3:]}" if len(t) > 3 else t)
text_damage("blank in front")(lambda t: f" {t}")
text_damage("blanks removed")(lambda t: t.replace(" ", ""))
text_damage("cut to 5 characters")(lambda t: t[:5])
text_damage("cut to 50 characters")(lambda t: t[:50])
text_damage("cut to 255 characters")(lambda t: t[:255])
text_damage("last character lost")(lambda t: t[:-1])
text_damage("first character lost")(lambda t: t[1:])
text_damage("formula as zero")(lambda t: "0" if t.lstrip("'")[:1] in set("=+-@") else t)
text_damage("apostrophe lost")(lambda t: t[1:] if t[0] == "'" else t)
text_damage("apostrophe added")(lambda t: f"'{t}")
text_damage("formula as an error")(lambda t: "#NAME?" if t.lstrip("'")[:1] in set("=+-@") else t)
text_damage("error value")(lambda t: "#N/A")
text_damage("narrow column")(lambda t: "########" if number(t) or day(t) else t)
text_damage("smart quotes")(lambda t: t.replace("'", "’").replace('"', "”").replace("...", "…"))
text_damage("long dashes")(lambda t: t.replace("-", "–"))
text_damage("plain dashes")(lambda t: t.replace("–", "-").replace("—", "-"))
text_damage("decomposed characters")(lambda t: unicodedata.normalize("NFD", t))
text_damage("compatibility characters")(lambda t: unicodedata.normalize("NFKC", t + "ﬁ")[:-2])
text_damage("lost accents")(lambda t: "".join(
    c for c in unicodedata.normalize("NFD", t) if not unicodedata.combining(c)))
text_damage("question marks")(lambda t: "".join(c if c.isascii() else "?" for c in t))
text_damage("replacement characters")(lambda t: "".join(c if c.isascii() else "\ufffd" for c in t))
text_damage("characters lost")(lambda t: "".join(c for c in t if c.isascii()))
text_damage("wide digits")(lambda t: t.translate({48 + i: 0xFF10 + i for i in range(10)}))
text_damage("German booleans")(lambda t: {"yes": "WAHR", "no": "FALSCH"}.get(t, t))
text_damage("English booleans")(lambda t: {"yes": "TRUE", "no": "FALSE"}.get(t, t))
text_damage("booleans as numbers")(lambda t: {"yes": "1", "no": "0"}.get(t, t))
text_damage("cleared")(lambda t: "")
text_damage("words for missing values")(lambda t: "" if t == "NA" else t)
text_damage("null as a word")(lambda t: "nan" if len(t) < 6 else t)
text_damage("letter replaced")(lambda t: t.replace("e", "a"))
text_damage("digit replaced")(lambda t: t.replace("1", "7"))
text_damage("exchanged characters")(lambda t: t[1::-1] + t[2:])
text_damage("typing error")(lambda t: f"{t[:2]}q{t[2:]}")
text_damage("HTML entities")(lambda t: t.replace("&", "&amp;").replace("<", "&lt;").replace("ü", "&uuml;"))
text_damage("doubled quotes")(lambda t: t.replace('"', '""'))
text_damage("quotes around")(lambda t: f'"{t}"')
text_damage("lines joined")(lambda t: t.replace("\n", " "))
text_damage("first line only")(lambda t: t.split("\n")[0])
text_damage("Windows line ends")(lambda t: t.replace("\n", "\r\n"))
text_damage("Mac line ends")(lambda t: t.replace("\n", "\r"))
text_damage("escaped lines")(lambda t: t.replace("\n", "\\n"))
text_damage("lost plus")(lambda t: re.sub(r"^'?\+", "", t))
text_damage("mask as dots")(lambda t: t.replace("•••", "..."))
text_damage("mask as stars")(lambda t: t.replace("•••", "***"))
text_damage("mask with text")(lambda t: t.replace("•••", "•••1"))
text_damage("mask cut")(lambda t: t.replace("•••", "•"))
text_damage("mask as a value")(lambda t: t.replace("•••", "+4930123456"))
text_damage("masked")(lambda t: "•••")
text_damage("list with other separators")(lambda t: t.replace(";", ","))
text_damage("text as a fraction")(lambda t: "3. Apr" if t == "3/4" else "0,5" if t == "1/2" else t)
