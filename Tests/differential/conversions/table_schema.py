"""Compares Table Schema with frictionless: random schemas of versions 1 and 2, and cells close to their bounds.

If the two differ, the standard decides: `explanation` lists where frictionless deviates from it.
"""

import csv
import io
import json
import re

import frictionless

from common import Conversion, Count, run, tally

CELLS = {
    "string": ["a", "ab", "abc", "abcdef", "é", "😀", "e\u0301", "x@example.com", "http://example.com/a?b#c", "mailto:a@b.co",
               "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "Zm9v", " a", "a b", "A", "b", "-", "n/a", "12", "007"],
    "integer": ["0", "1", "-1", "7", "+7", "007", "10", "100", "-5", "1.0", "1e2", " 7", "7 ", "12345678901234567890", "1,000", "x",
                "1_000", "-", "5%", "$5", "--5"],
    "number": ["0", "1.5", "-2.25", "+.5", "5.", "1e3", "1.5E-2", "1,5", "1.000,5", "1,000.5", "1000", "1 000", "NaN", "INF", "-INF",
               "inf", "1e400", " 1.5", "0.1", "0.10", "1.1.1", "x", "12%", "0.30000000000000004", "1,5e3", "1.000", "100,00",
               "123456789012345678901234567890123456789012"],
    "boolean": ["true", "false", "True", "TRUE", "tRUE", "1", "0", "yes", "no", "Y", "ja", " true", "t", "FALSE"],
    "date": ["2026-02-28", "2024-02-29", "2026-02-30", "2026-2-3", "28/02/2026", "28/2/2026", "02/28/26", "31.12.1999", "1-Jan-70",
             "1 January 2020", "jan 5 2020", "20260228", "2026-02-28T00:00:00", "0001-01-01", "9999-12-31", "02026-01-01", "2026"],
    "datetime": ["2026-02-28T10:00:00", "2026-02-28T10:00:00Z", "2026-02-28T10:00:00+01:00", "2026-02-28 10:00:00", "2026-02-28T10:00",
                 "2026-02-28T10:00:00.123Z", "2026-02-28T10:00:00.123456789Z", "2026-02-30T10:00:00Z", "28/02/2026 10:00", "2026-02-28",
                 "2026-02-28T24:00:00Z", "2026-02-28T23:59:60Z", "2026-02-28t10:00:00z", "28.2.2026 9:05:00", "2026-02-28 10:00 PM"],
    "time": ["10:00:00", "12:30", "23:59:59", "24:00:00", "23:59:60", "10:00:00Z", "10:00:00+01:00", "10:00:00.5", "9:05", "9:05:00",
             "10:60:00", "09.05", "7:40 PM", "100000"],
    "year": ["2026", "24", "0024", "-2026", "12026", "2026.0", "x", "+999", "1999", " 999"],
    "yearmonth": ["2026-01", "2026-13", "2026-1", "26-01", "-2026-01", "2026", "2026-00", "2026-12-01"],
    "duration": ["P1D", "-P1D", "+P1D", "PT1H30M", "P1Y2M3DT4H5M6S", "P", "PT", "P1W", "1D", "PT0.5S", "P1.5D", "P1Y2W", "P1S", "p1d", "P-1D"],
    "geopoint": ["90.5,45", "181,0", "-180,-90", "90.50, 45.50", "0,91", "45", "a,b", "180.0,90.0", "180.1,0", "+1,+1", "1e1,2", ".5,.5", "[1,2]",
                 "[90.50, 45.50]", '{"lon": 1, "lat": 2}'],
    "list": ["a", "a,b", "1,2,3", "a;b;c", "1,x", ",", "a,", "true,false", "2026-01-01,2026-01-02", "1.5,2"],
    "array": ["[1,2]", "[]", "{}", '["a"]', "[1,", "1", "[[1],[2]]", "null"],
    "object": ["{}", '{"a": 1}', "[]", "{", "null", '{"a": {"b": 2}}'],
    "geojson": ['{"type": "Point", "coordinates": [1, 2]}', "{}", "x"],
    "any": ["a", "1", "x y"],
}
PATTERNS = ["[a-z]+", r"\d+", ".*b.*", "a.c", "a?", r"[^\s]+", "é", "..", r"\w\w", "[A-Z]{2}|[a-z]{2}"]
FORMATS = {
    "string": ["default", "email", "uri", "uuid", "binary"],
    "date": ["default", "default", "%d/%m/%Y", "%m/%d/%y", "%d.%m.%Y", "%d-%b-%y", "%d %B %Y", "%b %d %Y", "any", "%Y%m%d"],
    "datetime": ["default", "default", "any", "%d/%m/%Y %H:%M", "%d.%m.%Y %H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S%z"],
    "time": ["default", "default", "any", "%H:%M", "%H.%M", "%I:%M %p", "%H:%M:%S"],
    "geopoint": ["default", "array", "object"],
}


class Maker:
    def __init__(self, random):
        self.random = random

    def chance(self, share):
        return self.random.random() < share

    def field(self, name):
        random = self.random
        kind = random.choice(["string", "string", "integer", "number", "number", "boolean", "date", "datetime", "time", "year",
                              "yearmonth", "duration", "geopoint", "list", "array", "object", "geojson", "any"])
        field = {"name": name, "type": kind}
        if kind == "string" and self.chance(0.2):
            del field["type"]
        if kind in FORMATS and self.chance(0.5):
            field["format"] = random.choice(FORMATS[kind])
        if kind == "number":
            if self.chance(0.25):
                field["decimalChar"] = ","
            if self.chance(0.25):
                field["groupChar"] = random.choice([".", " "] if "decimalChar" in field else [",", " "])
        if kind in ("integer", "number") and self.chance(0.05):
            field["bareNumber"] = self.chance(0.5)
        if kind == "boolean" and self.chance(0.4):
            field["trueValues"] = random.choice([["ja"], ["Y", "yes"], ["true"], ["1"]])
            field["falseValues"] = random.choice([["nein"], ["no"], ["false", "FALSE"], ["0"]])
        if kind == "list":
            if self.chance(0.3):
                field["delimiter"] = ";"
            if self.chance(0.6):
                field["itemType"] = random.choice(["string", "integer", "boolean", "number", "datetime", "date", "time"])
        constraints = self.constraints(kind, field)
        if constraints:
            field["constraints"] = constraints
        if self.chance(0.05):
            field["missingValues"] = ["", "-"]
        return field

    def constraints(self, kind, field):
        random, found = self.random, {}
        if self.chance(0.25):
            found["required"] = self.chance(0.8)
        if self.chance(0.1):
            found["unique"] = True
        if kind in ("string", "list", "array", "object"):
            if self.chance(0.3):
                found["minLength"] = random.randint(0, 3)
            if self.chance(0.3):
                found["maxLength"] = random.randint(2, 6)
        if kind == "string" and self.chance(0.3):
            found["pattern"] = random.choice(PATTERNS)
        if kind in ("integer", "number", "date", "datetime", "time", "year", "yearmonth"):
            bounds = {
                "integer": [0, 1, 5, -3, 7, 100, "7"], "number": [0, 1.5, -2.25, 0.1, 1000, "0.5"],
                "date": ["2026-02-28", "2000-01-01"], "datetime": ["2026-02-28T10:00:00", "2026-02-28T10:00:00Z"],
                "time": ["10:00:00", "12:00:00"], "year": [2000, "2026"], "yearmonth": ["2026-01"]}[kind]
            plain = field.get("format", "default") == "default" and "decimalChar" not in field
            for key in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
                if plain and self.chance(0.15):
                    found[key] = random.choice(bounds)
        if kind not in ("list", "any", "object", "array", "geojson") and self.chance(0.15):
            values = [v for v in CELLS[kind] if readable({k: v for k, v in field.items() if k != "constraints"}, v)]
            if values:
                found["enum"] = random.sample(values, min(3, len(values)))
                if kind == "integer":
                    # Without the text that `bareNumber: false` allows around a number.
                    found["enum"] = [int(re.search(r"-?[0-9]+", v)[0]) for v in found["enum"]]
        return found

    def schema(self):
        schema = {"fields": [self.field(f"f{index}") for index in range(self.random.randint(1, 4))]}
        if self.chance(0.3):
            schema["missingValues"] = self.random.choice([[""], ["", "-"], ["", "n/a", "NaN"], ["-"]])
        if self.chance(0.15):
            names = [field["name"] for field in schema["fields"]]
            schema["primaryKey"] = self.random.choice([names[0], names[:2]])
        if self.chance(0.5):
            schema["$schema"] = "https://datapackage.org/profiles/2.0/tableschema.json"
        return schema

    def cell(self, field):
        if self.chance(0.12):
            return self.random.choice(["", "", "-", " ", "n/a", "x"])
        return self.random.choice(CELLS[field.get("type", "string")])


def readable(field, cell):
    try:
        return frictionless.Field.from_descriptor({"type": "string"} | field).read_cell(cell)[1] is None
    except Exception:
        return False


def is_duration(cell):
    return re.fullmatch(r"[-+]?P(?=.)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)", cell)


def explanation(schema, field, cell, ours):
    """Why frictionless deviates from the standard for a cell; None if there is no reason."""
    key = schema.get("primaryKey", [])
    if not ours and cell in schema.get("missingValues", [""]) and field["name"] in key:
        return "no value of a primary key is missing"
    kind, format = field.get("type", "string"), field.get("format", "default")
    if not ours:
        if kind in ("integer", "number") and "_" in cell:
            return "Python's numbers have underscores"
        if kind == "date" and format == "default" and not re.fullmatch(r"\d{4}-\d\d-\d\d", cell):
            return "strptime takes one digit where ISO 8601 has two"
        if kind == "yearmonth" and not re.fullmatch(r"\d{4}-\d\d", cell):
            return "a year has four digits, a month two"
        if kind == "year" and not re.fullmatch(r"\d{4}", cell):
            return "int() takes signs and blanks"
        if kind == "geopoint":
            return "Decimal() takes exponents"
        if kind == "duration" and not is_duration(cell):
            return "isodate takes durations that ISO 8601 has not"
        if kind == "string" and format == "binary" and not re.fullmatch("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", cell):
            return "b64decode skips what is no Base64"
    return None


def judged(schema, folder, rows):
    """The positions of invalid cells: row, from 0, and field; the field is None for an error of the row."""
    descriptor = {"name": "data", "path": "data.csv", "schema": schema}
    # frictionless reads the version from this property.
    if "$schema" in schema:
        descriptor["$schema"] = "https://datapackage.org/profiles/2.0/dataresource.json"
    try:
        resource = frictionless.Resource.from_descriptor(descriptor, basepath=str(folder))
    except frictionless.FrictionlessException:
        return None
    try:
        with frictionless.system.use_context(trusted=True):
            report = resource.validate(limit_errors=100_000)
    # frictionless cannot compare a time with a zone to one without.
    except TypeError:
        return None
    places = report.flatten(["rowNumber", "fieldName"])
    # An error of the schema has no row.
    if report.errors or any(row is None for row, _ in places):
        return None
    return {(row - 2, field) for row, field in places}


def compare(random, folder):
    maker = Maker(random)
    schema = maker.schema()
    rows = [[maker.cell(field) for field in schema["fields"]] for _ in range(PER_SCHEMA)]
    # In frictionless, a blank row is an error.
    rows = [row if any(row) else ["x"] * len(row) for row in rows]
    return differences(schema, rows, folder, True)


def differences(schema, rows, folder, shrinks=False):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow([field["name"] for field in schema["fields"]])
    writer.writerows(rows)
    (folder / "data.csv").write_text(text.getvalue())
    theirs = judged(schema, folder, rows)
    if theirs is None:
        return Count(invalid=1), []
    conversion = Conversion(folder, json.dumps(schema), "table-schema")
    if conversion.refusal is not None:
        return Count(refused=1), []
    ours = conversion.verdicts("data.csv", text.getvalue(), len(rows))
    found = []
    for index, (row, rules) in enumerate(zip(rows, ours)):
        # A repeated primary key, or a row with only missing values, is an error without a field.
        if (index, None) in theirs:
            if not rules and any(cell not in schema.get("missingValues", [""]) for cell in row):
                found.append((schema["fields"][0], row[0], False, rules))
            continue
        for field, cell in zip(schema["fields"], row):
            name = field["name"]
            isOurs = any(rule.split(".")[0] == name for rule in rules)
            if isOurs != ((index, name) in theirs):
                found.append((field, cell, isOurs, rules))
    count = len(rows) * len(schema["fields"])

    def explained(item):
        field, cell, isOurs, _ = item
        return conversion.differs(field["name"], "") or explanation(schema, field, cell, not isOurs)

    counts, unexplained = tally(conversion, found, count, explained)
    texts = []
    for field, cell, isOurs, rules in unexplained[:1]:
        texts.append(f"{json.dumps(field)} {cell!r}: ours {'refuses' if isOurs else 'takes'} it {rules}\n"
                     f"{json.dumps({k: v for k, v in schema.items() if k != 'fields'})}\n{conversion.definitions}")
    return counts, texts


PER_SCHEMA = 24


def main(only=None):
    return run("Table Schema", compare, PER_SCHEMA, only)
