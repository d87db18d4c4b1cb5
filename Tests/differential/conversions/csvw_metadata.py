"""CSV on the Web: random tables, and cells close to the bounds of their datatypes.

The reference is an implementation of the standard in this file: "Model for Tabular Data and Metadata on the Web",
6.4, with the lexical forms of XML Schema 1.1. The package csvw is also used, for patterns of numbers, and to show
the differences between the two: it does not check some datatypes (`gYear` accepts any text there).
"""

import base64
import csv
import datetime
import decimal
import io
import json
import re
import warnings
from fractions import Fraction

import csvw

from common import Conversion, Count, run, tally

ZONE = r"(Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)?"
YEAR = r"(-?(?:[1-9]\d{3,}|0\d{3}))"
RANGES = {
    "integer": (None, None), "long": (-2**63, 2**63 - 1), "int": (-2**31, 2**31 - 1), "short": (-2**15, 2**15 - 1),
    "byte": (-128, 127), "nonNegativeInteger": (0, None), "positiveInteger": (1, None), "unsignedLong": (0, 2**64 - 1),
    "unsignedInt": (0, 2**32 - 1), "unsignedShort": (0, 2**16 - 1), "unsignedByte": (0, 255),
    "nonPositiveInteger": (None, 0), "negativeInteger": (None, -1)}
FLOATS = ("number", "double", "float")
KEEPS_BLANKS = ("string", "json", "xml", "html", "anyAtomicType", "normalizedString")
DATE_FORMATS = ["yyyy-MM-dd", "yyyyMMdd", "dd-MM-yyyy", "d-M-yyyy", "MM-dd-yyyy", "dd/MM/yyyy", "M/d/yyyy", "dd.MM.yyyy", "d.M.yyyy"]
TIME_FORMATS = ["HH:mm:ss", "HHmmss", "HH:mm", "HHmm", "HH:mm:ss.S", "HH:mm:ss.SSS"]
NUMBER_FORMATS = ["0", "#0", "000", "0.0", "0.00", "#0.0#", "#,##0", "#,##0.00", "#,##,##0"]
CELLS = {
    "text": ["a", "abc", "a b", " a ", "é", "😀", "a  b", "A-1", "x:y", "de-DE", "toolonglanguage", "1a", "-", "_x", "\u00b7", "a\tb",
             "http://example.com/ x", "<b>x</b>", "{\"a\": 1}", "[1", "NA"],
    "number": ["0", "1", "-1", "+7", "007", "42", "127", "128", "-129", "255", "256", "65536", "2147483648", "12345678901234567890",
               "18446744073709551616", "1.5", "-2.25", ".5", "5.", "1e3", "1.5E-2", "NaN", "INF", "-INF", "+INF", "inf", " 7 ", "7 ", "50%", "5\u2030",
               "1,000", "1,00", "1000", "1,234.50", "1234.50", "99,999,999,999,999,999,999",
               "12,34,567", "1.000,5", "0.50", "0.5", "000", "1 000", "1_0", "x", "--1", "1.0", "1e400"],
    "boolean": ["true", "false", "True", "1", "0", "Y", "N", "yes", " true", "y", "TRUE"],
    "date": ["2026-02-28", "2024-02-29", "2026-02-30", "2026-02-28Z", "2026-02-28+01:00", "2026-02-28+14:30", "12026-01-01", "-0044-03-15",
             "0000-01-01", "2026-2-3", "20260228", "28-02-2026", "2-3-2026", "02-28-2026", "28/02/2026", "2/28/2026", "28.02.2026", " 2026-02-28",
             "31.2.2026", "9999-12-31"],
    "time": ["10:00:00", "12:30", "23:59:59", "24:00:00", "23:59:60", "10:00:00Z", "10:00:00.5", "10:00:00.1234", "100000", "1000", "9:05", "10:60:00",
             " 10:00:00 "],
    "datetime": ["2026-02-28T10:00:00", "2026-02-28T10:00:00Z", "2026-02-28T10:00:00+01:00", "2026-02-28 10:00:00", "2026-02-28T10:00",
                 "2026-02-28T10:00:00.123", "2026-02-28T10:00:00.1234567891Z", "2026-02-30T10:00:00", "2026-02-28T24:00:00", "2026-02-28T23:59:60Z",
                 "2026-02-28t10:00:00z", "28.02.2026 10:00", "2026-02-28T10:00:00-15:00", "28/02/2026 10:00:00", "20260228T100000", "12026-02-28T10:00:00"],
    "gDay": ["---01", "---31", "---32", "--01", "---01Z", "1"], "gMonth": ["--01", "--12", "--13", "--1", "--01+01:00"],
    "gMonthDay": ["--02-29", "--02-30", "--04-31", "--12-31", "--13-01", "--01-01Z"], "gYear": ["2026", "24", "02026", "12026", "-0044", "2026Z", "0000"],
    "gYearMonth": ["2026-01", "2026-13", "02026-01", "-0044-03", "2026-1", "2026-01Z"],
    "duration": ["P1D", "-P1D", "+P1D", "PT1H30M", "P1Y2M", "P", "PT", "P1W", "PT0.5S", "P1.5D", "P1M1Y", "P1Y1D"],
    "binary": ["Zm9v", "Zm8=", "Zg==", "Zh==", "Zm9", "Zm9v Zm9v", "0aFF", "0aF", "xyz", "", "é"],
}
GROUPS = {
    "text": ["string", "normalizedString", "token", "anyAtomicType", "anyURI", "html", "xml", "QName", "NMTOKEN", "Name", "language", "json"],
    "number": list(RANGES) + ["decimal", *FLOATS], "boolean": ["boolean"], "date": ["date"], "time": ["time"],
    "datetime": ["datetime", "dateTime", "dateTimeStamp"], "gDay": ["gDay"], "gMonth": ["gMonth"], "gMonthDay": ["gMonthDay"], "gYear": ["gYear"],
    "gYearMonth": ["gYearMonth"], "duration": ["duration", "dayTimeDuration", "yearMonthDuration"], "binary": ["base64Binary", "hexBinary"]}
NAME_START = ("A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff"
              "\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff")
NAME = NAME_START + "0-9.\u00b7\u0300-\u036f\u203f-\u2040-"
FORMS = {
    "QName": f"([{NAME_START}][{NAME}]*:)?[{NAME_START}][{NAME}]*", "NMTOKEN": f"[:{NAME}]+", "Name": f"[:{NAME_START}][:{NAME}]*",
    "language": "[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*", "gDay": r"---(0[1-9]|[12]\d|3[01])" + ZONE, "gMonth": r"--(0[1-9]|1[0-2])" + ZONE,
    "gYear": YEAR + ZONE, "gYearMonth": YEAR + "-(0[1-9]|1[0-2])" + ZONE,
    "duration": r"-?P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?",
    "dayTimeDuration": r"-?P(?=.)(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?", "yearMonthDuration": r"-?P(?=\d)(\d+Y)?(\d+M)?",
    "hexBinary": "([0-9a-fA-F]{2})*"}


class Refused(Exception):
    pass


def take(pattern, text):
    found = re.fullmatch(pattern, text, re.ASCII)
    if not found:
        raise Refused(text)
    return found


def day(year, month, day):
    # The calendar repeats after 400 years, which covers years outside the range of datetime.
    datetime.date(int(year) % 400 + 400, int(month), int(day))
    return (int(year), int(month), int(day))


def moment(text, form):
    found = take(form, text)
    parts = found.groupdict()
    date = day(parts["y"], parts["M"], parts["d"]) if parts.get("y") else ()
    hour, minute, second = (int(parts.get(key) or 0) for key in "Hms")
    fraction = Fraction("0." + (parts.get("S") or "0"))
    if (hour, minute, second, fraction) == (24, 0, 0, 0):
        return date + (24, 0, 0)
    if hour > 23 or minute > 59 or second > 59:
        raise Refused(text)
    return date + (hour, minute, second + fraction)


def form_of(format):
    """Converts a format of dates and times to a pattern."""
    form = re.sub(r"[.]", r"\\.", format)
    form = re.sub(r"\\\.(S+)", lambda m: r"(\.(?P<S>\d{1,%d}))?" % len(m[1]), form)
    for part, digits in [("yyyy", r"(?P<y>\d{4})"), ("MM", r"(?P<M>\d\d)"), ("dd", r"(?P<d>\d\d)"), ("HH", r"(?P<H>\d\d)"), ("mm", r"(?P<m>\d\d)"),
                         ("ss", r"(?P<s>\d\d)")]:
        form = form.replace(part, digits)
    form = re.sub(r"(?<![<?P\\])M(?!>)", r"(?P<M>\\d\\d?)", form)
    return re.sub(r"(?<![<?P\\])d(?!>)", r"(?P<d>\\d\\d?)", form)


DAY = r"(?P<y>-?(?:[1-9]\d{3,}|0\d{3}))-(?P<M>\d\d)-(?P<d>\d\d)"
TIME = r"(?P<H>\d\d):(?P<m>\d\d):(?P<s>\d\d)(\.(?P<S>\d+))?"


def read(base, text, format):
    """The value of a cell that is not null; raises an error if it is invalid."""
    if base in ("string", "anyAtomicType", "anyURI", "html", "xml", "token", "normalizedString") or base in FORMS:
        if base in FORMS:
            take(FORMS[base], text) if base not in ("QName", "NMTOKEN", "Name") else re.fullmatch(FORMS[base], text) or take("(?!)", text)
        if format is not None:
            re.fullmatch(format, text) or take("(?!)", text)
        return text
    if base == "gMonthDay":
        found = take(r"--(\d\d)-(\d\d)" + ZONE, text)
        return day(2000, found[1], found[2])
    if base == "json":
        return json.loads(text, parse_constant=lambda name: take("(?!)", name))
    if base == "base64Binary":
        take(r"((([A-Za-z0-9+/] ?){4})*(([A-Za-z0-9+/] ?){3}[A-Za-z0-9+/]|([A-Za-z0-9+/] ?){2}[AEIMQUYcgkosw048] ?=|[A-Za-z0-9+/] ?[AQgw] ?= ?=))?", text)
        return base64.b64decode(text.replace(" ", ""))
    if base == "boolean":
        words = dict(zip(format.split("|"), (True, False))) if format else {"true": True, "1": True, "false": False, "0": False}
        if text not in words:
            raise Refused(text)
        return words[text]
    if base in RANGES or base == "decimal" or base in FLOATS:
        return number(base, text, format)
    if base == "date":
        return moment(text, form_of(format) if format else DAY + ZONE)
    if base == "time":
        return moment(text, form_of(format) if format else TIME + ZONE)
    return moment(text, form_of(format) if format else DAY + "T" + TIME + (ZONE[:-1] if base == "dateTimeStamp" else ZONE))


def number(base, text, format):
    if base in FLOATS and text in ("NaN", "INF", "-INF"):
        return float(text.replace("INF", "inf"))
    exponent = r"([eE][+-]?\d+)?" if base in FLOATS else ""
    plain = text
    if format:
        if not fits(format, text):
            raise Refused(text)
        plain = text.replace(",", "")
    point = r"(\.\d*)?" if base not in RANGES else ""
    found = take(r"([+-]?(?:\d+" + point + (r"|\.\d+" if base not in RANGES else "") + ")" + exponent + r")([%\u2030]?)", plain)
    value = Fraction(decimal.Decimal(found[1])) / {"%": 100, "\u2030": 1000}.get(found[found.re.groups], 1)
    if base in RANGES:
        low, high = RANGES[base]
        if value.denominator != 1 or low is not None and value < low or high is not None and value > high:
            raise Refused(text)
    return value


def fits(format, text):
    """Whether a number matches one of the above Unicode number patterns (UTS #35)."""
    whole, _, decimals = format.partition(".")
    groups = whole.split(",")
    found = re.fullmatch(r"-?([0-9,]*)(?:\.([0-9]+))?", text)
    if not found or decimals == "" and found[2] is not None:
        return False
    digits, behind = found[1], len(found[2] or "")
    if len(digits.replace(",", "")) < whole.count("0") or not decimals.count("0") <= behind <= len(decimals):
        return False
    if len(groups) == 1:
        return "," not in digits
    parts, primary = digits.split(","), len(groups[-1])
    secondary = len(groups[-2]) if len(groups) > 2 else primary
    if len(parts) == 1:
        return len(parts[0]) <= primary
    return len(parts[-1]) == primary and all(len(part) == secondary for part in parts[1:-1]) and 0 < len(parts[0]) <= secondary


class Maker:
    def __init__(self, random):
        self.random = random

    def chance(self, share):
        return self.random.random() < share

    def column(self, name):
        group = self.random.choice(list(GROUPS))
        base = self.random.choice(GROUPS[group])
        datatype = {"base": base}
        if self.chance(0.35):
            format = self.format(group, base)
            if format:
                datatype["format"] = format
        if group == "text" and base != "json":
            if self.chance(0.2):
                datatype["minLength"] = self.random.randint(0, 2)
            if self.chance(0.2):
                datatype["maxLength"] = self.random.randint(2, 5)
        if group == "number" and "format" not in datatype:
            for key in ("minimum", "maxInclusive", "maximum", "minExclusive"):
                if self.chance(0.12) and key[:3] not in {k[:3] for k in datatype}:
                    datatype[key] = self.random.choice([0, 1, 7, 100, -5])
        if group == "date" and "format" not in datatype and self.chance(0.2):
            datatype["minimum"] = "2026-01-01"
        column = {"name": name, "titles": name, "datatype": datatype if len(datatype) > 1 or self.chance(0.5) else base}
        if self.chance(0.2):
            column["required"] = True
        if self.chance(0.15):
            column["null"] = self.random.choice(["NA", ["", "NA"], [""], "-"])
        return column, group, base, datatype.get("format")

    def format(self, group, base):
        if group == "boolean":
            return self.random.choice(["Y|N", "yes|no", "1|0"])
        if group == "date":
            return self.random.choice(DATE_FORMATS)
        if group == "time":
            return self.random.choice(TIME_FORMATS)
        if group == "datetime" and base != "dateTimeStamp":
            return self.random.choice(DATE_FORMATS) + self.random.choice("T ") + self.random.choice(TIME_FORMATS)
        if group == "number":
            return self.random.choice([f for f in NUMBER_FORMATS if base not in RANGES or "." not in f])
        if group == "text" and base in ("string", "token", "anyURI", "language", "normalizedString"):
            return self.random.choice(["[a-z]+", ".*b.*", r"\S+", "a|b", r"\w+-\d"])
        return None

    def table(self):
        columns = [self.column(f"c{index}") for index in range(self.random.randint(1, 4))]
        metadata = {"@context": "http://www.w3.org/ns/csvw", "url": "data.csv",
                    "tableSchema": {"columns": [column for column, _, _, _ in columns]}}
        if self.chance(0.3):
            metadata["dialect"] = {"trim": self.chance(0.3)}
        return metadata, columns

    def cell(self, group):
        return self.random.choice(["", "NA", "-", " ", "x"]) if self.chance(0.1) else self.random.choice(CELLS[group])


def is_valid(column, base, format, trims, cell):
    """Whether a cell is valid according to the standard."""
    text = cell
    if trims or base not in KEEPS_BLANKS:
        text = text.strip(" \t\r\n")
    if base not in KEEPS_BLANKS:
        text = re.sub(r"[ \t\r\n]+", " ", text)
    elif base == "normalizedString":
        text = re.sub(r"[\t\r\n]", " ", text)
    nulls = column.get("null", "")
    if text in ([nulls] if isinstance(nulls, str) else nulls):
        return not column.get("required", False)
    try:
        value = read(base, text, format)
    except (Refused, ValueError):
        return False
    datatype = column["datatype"] if isinstance(column["datatype"], dict) else {}
    if not datatype.get("minLength", 0) <= len(text) <= datatype.get("maxLength", 10**6):
        return False
    for key, holds in [("minimum", lambda a, b: a >= b), ("maximum", lambda a, b: a <= b), ("maxInclusive", lambda a, b: a <= b),
                       ("minExclusive", lambda a, b: a > b)]:
        if key in datatype:
            bound = datatype[key]
            bound = read(base, bound, None) if isinstance(bound, str) else Fraction(bound)
            if not holds(value, bound):
                return False
    return True


def package_takes(column, cell):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            csvw.Datatype.fromvalue(column["datatype"]).read(cell)
            return True
        except Exception:
            return False


def explanation(conversion, column, base, format, cell):
    """The note that explains a difference for this cell."""
    name, text = column["name"], cell.strip()
    if text == "" and conversion.differs(name, "'null' without ''"):
        return True
    if conversion.differs(name, "integers have", "decimals have", "numbers are") and (
            "%" in text or "\u2030" in text or re.search(r"\.([eE]|$)", text) or text in ("NaN", "INF", "-INF") or len(text) > 18
            or re.search("[eE]", text) and conversion.differs(name, "decimals have at most 38 digits and no exponent") or text == "1e400"):
        return True
    if conversion.differs(name, "words for true") and text.lower() in {"true", "y", "n", "yes", "no", "false"}:
        return True
    if conversion.differs(name, "dates have years", "timestamps have years") and (len(re.match("-?[0-9]*", text)[0]) > 4 or text[:4] == "0000"
                                                                           or base == "date" and re.search(ZONE[:-1] + "$", text)):
        return True
    if conversion.differs(name, "years are") and "0000" in text:
        return True
    if conversion.differs(name, "times have", "times are", "timestamps have") and ("24:00:00" in text or base == "time" and re.search(ZONE[:-1] + "$", text)):
        return True
    if conversion.differs(name, "Base64") and (" " in text or text == "Zh=="):
        return True
    if re.search(r"\s{2}", cell) and conversion.differs(name, "blanks"):
        return True
    return None


def compare(random, folder):
    maker = Maker(random)
    metadata, columns = maker.table()
    trims = metadata.get("dialect", {}).get("trim", True)
    rows = [[maker.cell(group) for _, group, _, _ in columns] for _ in range(PER_SCHEMA)]
    rows = [row if any(row) else ["x"] * len(row) for row in rows]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow([column["name"] for column, _, _, _ in columns])
    writer.writerows(rows)
    conversion = Conversion(folder, json.dumps(metadata), "csvw")
    if conversion.refusal is not None:
        return Count(refused=1), []
    ours = conversion.verdicts("data.csv", text.getvalue(), len(rows))
    found, apart = [], 0
    for row, rules in zip(rows, ours):
        for (column, group, base, format), cell in zip(columns, row):
            valid = is_valid(column, base, format, trims, cell)
            taken = not any(rule.split(".")[0] == column["name"] for rule in rules)
            apart += valid != package_takes(column, cell) if cell.strip() else 0
            if valid != taken:
                found.append((column, base, format, cell, taken))
    count = len(rows) * len(columns)
    counts, unexplained = tally(conversion, found, count, lambda item: explanation(conversion, *item[:4]))
    counts["apart"] += apart
    texts = [f"{json.dumps(column, ensure_ascii=False)} trim {trims} {cell!r}: ours {'takes' if taken else 'refuses'} it\n{conversion.definitions}\n{dict(conversion.differences)}"
             for column, base, format, cell, taken in unexplained[:1]]
    return counts, texts


PER_SCHEMA = 24


def main(only=None):
    return run("CSV on the Web", compare, PER_SCHEMA, only)
