"""Compares JSON Schema with jsonschema: random schemas of drafts 4 to 2020-12, and records close to their bounds."""

import copy
import fractions
import json
import re
import yaml

import jsonschema
from jsonschema import validators

from common import Conversion, Count, run, tally

DRAFTS = [
    ("http://json-schema.org/draft-04/schema#", jsonschema.Draft4Validator, 4),
    ("http://json-schema.org/draft-06/schema#", jsonschema.Draft6Validator, 6),
    ("http://json-schema.org/draft-07/schema#", jsonschema.Draft7Validator, 7),
    ("https://json-schema.org/draft/2019-09/schema", jsonschema.Draft201909Validator, 2019),
    ("https://json-schema.org/draft/2020-12/schema", jsonschema.Draft202012Validator, 2020),
    (None, jsonschema.Draft202012Validator, 2020),
]
# Patterns in the syntax of ECMAScript and in that of Python's `re`.
PATTERNS = {
    "^a": None, "b$": r"b\Z", "^[a-z]+$": r"^[a-z]+\Z", r"\d": "[0-9]", r"^\d{2,3}$": r"^[0-9]{2,3}\Z",
    "": None, "^$": r"^\Z", "^.{2,4}$": r"^.{2,4}\Z", "x|^a": None, r"^(ab|c)*$": r"^(ab|c)*\Z",
    r"\u00e9": "é", r"^\S+$": r"^\S+\Z", r"\W": r"[^A-Za-z0-9_]", "^[^a]": None, r"^\uD83D\uDE00": "^😀",
    r"\/": "/", "[\\]]": None, "^-": None,
}
TEXTS = ["", "a", "ab", "abc", "b", "abab", "c", "é", "e\u0301", "😀", "😀b", "12", "007", "1.0", "x y", " a", "A",
         "true", "null", "a/b", "-1", "abcdef", "]", "2026-02-28", "10:00:00Z", "\u00a0", "İ", "\t", "1e2"]
FORMATS = {
    "date": ["2026-02-28", "2024-02-29", "2026-02-30", "2026-2-3", "20260228", "0001-01-01", "1998-01-20 "],
    "date-time": ["2026-02-28T10:00:00Z", "2026-02-28t10:00:00z", "2026-02-28T10:00:00+01:00", "2026-02-28T10:00:00",
                  "2026-02-28T10:00Z", "2026-02-30T10:00:00Z", "2026-02-28T10:00:00.123456Z", "2026-02-28"],
    "ipv4": ["127.0.0.1", "127.0.0.256", "127.0.0.01", "1.2.3", "::1"],
    "ipv6": ["::1", "1::2::3", "::ffff:1.2.3.4", "12345::", "fe80::1"],
    "uuid": ["2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380",
             "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08aa9811eab4aa73b441d16380"],
    "email": ["a@b.co", "ab", "x"],
    "json-pointer": ["/a/b", "/a~0", "/a~", "a", "/"],
    "duration": ["P1D", "PT1H30M", "P", "P1W", "1D", "PT"],
}
NUMBERS = [0, 1, -1, 2, 3, 5, 7, 10, 99, 100, 0.5, 1.5, -0.5, 2.25, 1e3, 12345678901234567890, -9223372036854775808]
NAMES = ["a", "b", "c", "d", "e f"]


def exact(number):
    return fractions.Fraction(number if isinstance(number, int) else repr(number))


def multiple_of(validator, step, instance, schema):
    if not validator.is_type(instance, "number") or instance in (float("inf"), float("-inf")):
        return
    if exact(instance) % exact(step):
        yield jsonschema.ValidationError("not a multiple")


def pattern(validator, text, instance, schema):
    if validator.is_type(instance, "string") and not re.search(PATTERNS.get(text) or text, instance):
        yield jsonschema.ValidationError("does not match")


VALIDATORS = {cls: validators.extend(cls, {"multipleOf": multiple_of, "pattern": pattern})
              for cls in {draft[1] for draft in DRAFTS}}


class Maker:
    """Generates a schema, and records close to its bounds."""

    def __init__(self, random):
        self.random = random
        self.uri, self.validator, self.draft = random.choice(DRAFTS)
        self.names = random.sample(NAMES, random.randint(1, 4))
        self.values = {name: [] for name in self.names}
        self.name = None
        self.definitions = {}

    def chance(self, share):
        return self.random.random() < share

    def pick(self, *functions):
        return self.random.choice(functions)()

    def note(self, *values):
        if self.name is not None:
            self.values[self.name].extend(values)

    def scalar(self):
        value = self.pick(lambda: self.random.choice(TEXTS), lambda: self.random.choice(NUMBERS),
                          lambda: self.random.choice([True, False, None]))
        self.note(value)
        return value

    def text_keywords(self, schema):
        if self.chance(0.3):
            schema["minLength"] = self.random.choice([0, 1, 2, 3])
        if self.chance(0.3):
            schema["maxLength"] = self.random.choice([0, 1, 2, 3, 5])
        if self.chance(0.3):
            schema["pattern"] = self.random.choice(list(PATTERNS))
        if self.chance(0.2):
            name = self.random.choice(list(FORMATS))
            schema["format"] = name
            self.note(*FORMATS[name])
        self.note(*self.random.sample(TEXTS, 6))

    def number_keywords(self, schema):
        for key in ("minimum", "maximum"):
            if self.chance(0.35):
                bound = self.random.choice(NUMBERS)
                schema[key] = bound
                self.note(bound, bound + 1, bound - 1)
                if self.draft == 4 and self.chance(0.3):
                    schema[f"exclusive{key.capitalize()}"] = self.chance(0.7)
        if self.draft > 4:
            for key in ("exclusiveMinimum", "exclusiveMaximum"):
                if self.chance(0.15):
                    bound = self.random.choice(NUMBERS)
                    schema[key] = bound
                    self.note(bound, bound + 1, bound - 1)
        if self.chance(0.15):
            step = self.random.choice([1, 2, 3, 0.5, 0.1, 0.01, 1.5])
            schema["multipleOf"] = step
            self.note(step, 2 * step, step / 2)
        self.note(*self.random.sample(NUMBERS, 3))

    def list_keywords(self, schema):
        if self.chance(0.4):
            schema["minItems"] = self.random.choice([0, 1, 2])
        if self.chance(0.4):
            schema["maxItems"] = self.random.choice([0, 1, 2, 3])
        if self.chance(0.6):
            schema["items"] = self.value(0) if self.chance(0.5) else {"type": "string"}
        if self.chance(0.1):
            schema["uniqueItems"] = self.chance(0.5)
        if self.chance(0.1) and self.draft > 4:
            schema["contains"] = self.value(0)
        if self.chance(0.05):
            schema["prefixItems" if self.draft == 2020 else "items"] = [self.value(0)]
        self.note([], ["a"], ["a", "b"], ["ab", "ab", "c"], [1, 2], [""], [None], ["x", "12", "3", "4"])

    def value(self, depth):
        """A schema of one value."""
        if self.draft > 4 and self.chance(0.02):
            return self.chance(0.8)
        schema = {}
        if self.chance(0.75):
            kind = self.random.choice(["string", "string", "integer", "number", "boolean", "array", "null", "object"]
                                      if depth < 2 else ["string", "string", "integer", "number", "boolean"])
            schema["type"] = kind
            if self.chance(0.3):
                schema["type"] = sorted({kind, "null"})
            elif self.chance(0.1):
                schema["type"] = sorted({kind, self.random.choice(["string", "integer", "number", "boolean"])})
        kinds = schema.get("type")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if (kinds and "string" in kinds) or self.chance(0.1):
            self.text_keywords(schema)
        if (kinds and {"integer", "number"} & set(kinds)) or self.chance(0.1):
            self.number_keywords(schema)
        if kinds and "array" in kinds or self.chance(0.02):
            self.list_keywords(schema)
        if self.chance(0.1):
            schema["enum"] = list({json.dumps(v): v for v in
                                   (self.scalar() for _ in range(self.random.randint(1, 4)))}.values())
            if kinds == ["string"] and self.chance(0.7):
                schema["enum"] = self.random.sample(TEXTS, 3)
                self.note(*schema["enum"])
        if self.chance(0.05) and self.draft > 4:
            schema["const"] = self.scalar()
        if depth > 0 and self.chance(0.25):
            key = self.random.choice(["anyOf", "oneOf", "allOf", "not", "if", "$ref"])
            if key == "not":
                schema["not"] = self.value(depth - 1)
            elif key == "if":
                if self.draft >= 7:
                    schema["if"] = self.value(depth - 1)
                    for other in ("then", "else"):
                        if self.chance(0.7):
                            schema[other] = self.value(depth - 1)
            elif key == "$ref":
                schema["$ref"] = self.reference(depth - 1)
            else:
                schema[key] = [self.value(depth - 1) for _ in range(self.random.randint(1, 3))]
        return schema

    def reference(self, depth):
        name = f"d{len(self.definitions)}"
        self.definitions[name] = {}
        self.definitions[name] = self.value(depth)
        return f"#/{'definitions' if self.draft < 2019 else '$defs'}/{name}"

    def properties(self, depth, share=0.8):
        properties = {}
        for name in self.names:
            if self.chance(share):
                self.name = name
                properties[name] = self.value(depth)
                self.name = None
        return properties

    def simple(self):
        """A typical condition."""
        schema, name = {}, self.random.choice(self.names)
        self.name = name
        inner = self.pick(
            lambda: {"const": self.scalar()} if self.draft > 4 else {"enum": [self.scalar()]},
            lambda: {"enum": [self.scalar(), self.scalar()]}, lambda: self.value(1), lambda: {})
        self.name = None
        if self.chance(0.8):
            schema["properties"] = {name: inner}
        if self.chance(0.7):
            schema["required"] = [self.random.choice(self.names)] if self.chance(0.3) else [name]
        return schema

    def record(self, depth, root=False):
        """A schema of records."""
        schema = {}
        if root or self.chance(0.6):
            schema["properties"] = self.properties(2 if root else 1, 0.9 if root else 0.4)
        if self.chance(0.5) and self.names:
            schema["required"] = self.random.sample(self.names, self.random.randint(1, len(self.names)))
        if depth == 0:
            return schema
        for _ in range(self.random.choice([0, 0, 1, 1, 2])):
            key = self.random.choice([
                "anyOf", "oneOf", "allOf", "not", "if", "if", "dependentRequired", "dependentSchemas", "dependencies",
                "minProperties", "maxProperties", "additionalProperties", "patternProperties", "propertyNames"])
            inner = (lambda: self.simple()) if self.chance(0.6) else (lambda: self.record(depth - 1))
            if key in ("anyOf", "oneOf", "allOf"):
                schema[key] = [inner() for _ in range(self.random.randint(1, 3))]
            elif key == "not":
                schema[key] = inner()
            elif key == "if" and self.draft >= 7:
                schema["if"] = inner()
                for other in ("then", "else"):
                    if self.chance(0.7):
                        schema[other] = inner()
            elif key == "dependentRequired" and self.draft >= 2019:
                schema[key] = {self.random.choice(self.names): [self.random.choice(self.names)]}
            elif key == "dependentSchemas" and self.draft >= 2019:
                schema[key] = {self.random.choice(self.names): inner()}
            elif key == "dependencies" and self.draft < 2019:
                schema[key] = {self.random.choice(self.names):
                               [self.random.choice(self.names)] if self.chance(0.5) else inner()}
            elif key.endswith("Properties") and key[:3] in ("min", "max") and self.chance(0.3):
                schema[key] = self.random.randint(0, 3)
            elif key == "additionalProperties" and self.chance(0.3):
                schema[key] = self.chance(0.5) if self.chance(0.7) else self.value(0)
            elif key == "patternProperties" and self.chance(0.2):
                schema[key] = {"^a": self.value(0)}
            elif key == "propertyNames" and self.draft > 4 and self.chance(0.2):
                schema[key] = {"maxLength": 2}
        return schema

    def root(self):
        schema = {"$schema": self.uri} if self.uri else {}
        if self.chance(0.85):
            schema["type"] = "object"
        schema |= self.record(2, root=True)
        if self.definitions:
            schema["definitions" if self.draft < 2019 else "$defs"] = self.definitions
        return schema

    def instance(self):
        record = {}
        for name in self.names:
            if not self.chance(0.8):
                continue
            near = self.values[name]
            if near and self.chance(0.85):
                value = self.random.choice(near)
            else:
                value = self.pick(lambda: self.random.choice(TEXTS), lambda: self.random.choice(NUMBERS),
                                  lambda: self.random.choice([True, False, None, "", [], ["a"], {"a": 1}]))
            record[name] = value
        if self.chance(0.05):
            record["other"] = 1
        return record


def spelled(random, value):
    """A value as JSON; some numbers in other notations."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and random.random() < 0.15:
        forms = [repr(float(value)) if abs(value) < 1e15 else str(value)]
        if isinstance(value, int):
            forms += [f"{value}.0", f"{value}e0", f"{value}.00"]
        forms.append("1e400")
        return random.choice(forms)
    if isinstance(value, str) and random.random() < 0.3:
        return json.dumps(value)
    return json.dumps(value, ensure_ascii=False)


# The beginnings of notes that concern values of a kind.
NOTES = {"null": ("null counts",), "empty": ("an empty text counts",), "kind": ("JSON types are not",),
         "number": ("integers have", "decimals have", "numbers are")}
NATIVE = {"text": str, "date": str, "datetime": str, "time": str, "integer": (int, float), "number": (int, float),
          "decimal": (int, float), "boolean": bool, "list": list}


def classes(conversion, types, name, value, source):
    """The classes of notes that concern a value of a record."""
    found = set()
    if value is None:
        found.add("null")
    elif value == "" or isinstance(value, list) and any(item in ("", None) for item in value):
        found.add("empty")
    native = NATIVE[types.get(name, "text")]
    fits = isinstance(value, native) and not (isinstance(value, bool) and native is not bool)
    if value is not None and not fits or isinstance(value, list) and not all(isinstance(i, str) for i in value):
        found.add("kind")
    if native is str and isinstance(value, str) and looks_like_json(value):
        found.add("kind")
    if not isinstance(value, bool) and isinstance(value, (int, float)):
        if not re.fullmatch(r"-?\d{1,18}(\.\d+)?", source) or types.get(name) == "integer" and "." in source:
            found.add("number")
    return found


def looks_like_json(text):
    """Whether a text is the cell of a number or a boolean."""
    return bool(re.fullmatch(r"[-+]?[0-9.]+([eE][-+]?[0-9]+)?|true|false", text, re.IGNORECASE))


def judged(schema, validator, records):
    """The verdicts of the reference on the records."""
    checker = VALIDATORS[validator](schema, format_checker=validator.FORMAT_CHECKER)
    return [checker.is_valid(json.loads(record)) for record in records]


def field_types(definitions):
    form = next(yaml.load_all(definitions, yaml.BaseLoader))
    return {field["name"]: field["type"] for field in form["fields"]}


def differences(schema, validator, sources, folder):
    """The records with different verdicts."""
    records = ["{" + ", ".join(f"{json.dumps(k)}: {v}" for k, v in source.items()) + "}" for source in sources]
    conversion = Conversion(folder, json.dumps(schema), "json-schema")
    if conversion.refusal is not None:
        return conversion, []
    ours = conversion.verdicts("t.ndjson", "".join(record + "\n" for record in records), len(records))
    theirs = judged(schema, validator, records)
    return conversion, [(source, rules, answer) for source, rules, answer in zip(sources, ours, theirs)
                        if answer != (not rules)]


def compare(random, folder):
    maker = Maker(random)
    schema = maker.root()
    sources = [{name: spelled(random, value) for name, value in maker.instance().items()} for _ in range(PER_SCHEMA)]
    conversion, found = differences(schema, maker.validator, sources, folder)
    if conversion.refusal is not None:
        return Count(refused=1), []
    types = field_types(conversion.definitions)

    def explained(item):
        return any(conversion.differs(name, *NOTES[kind]) for name, source in item[0].items()
                   for kind in classes(conversion, types, name, json.loads(source), source))

    counts, unexplained = tally(conversion, found, len(sources), explained)
    texts = []
    if unexplained:
        source, rules, answer = unexplained[0]
        schema = shrunk(schema, maker.validator, source, folder)
        conversion = Conversion(folder, json.dumps(schema), "json-schema")
        texts.append(f"{json.dumps(schema, ensure_ascii=False)}\n{source}\nvalid: {answer}, ours: {rules}\n"
                     f"{conversion.definitions}\n{dict(conversion.differences)}")
    return counts, texts


def shrunk(schema, validator, source, folder):
    """A smaller schema with the same difference for the same record."""
    def differs(candidate):
        try:
            conversion, found = differences(candidate, validator, [source], folder)
        except Exception:
            return False
        if not found or conversion.lost:
            return False
        types = field_types(conversion.definitions)
        return not any(conversion.differs(name, *NOTES[kind]) for name, text in source.items()
                       for kind in classes(conversion, types, name, json.loads(text), text))

    def smaller(node):
        if isinstance(node, dict):
            for key in list(node):
                yield {k: v for k, v in node.items() if k != key}
                for value in smaller(node[key]):
                    yield node | {key: value}
        elif isinstance(node, list):
            for index in range(len(node)):
                yield node[:index] + node[index + 1:]
                for value in smaller(node[index]):
                    yield node[:index] + [value] + node[index + 1:]

    for _ in range(60):
        candidate = next((c for c in smaller(copy.deepcopy(schema)) if differs(c)), None)
        if candidate is None:
            return schema
        schema = candidate
    return schema


PER_SCHEMA = 24


def main(only=None):
    return run("JSON Schema", compare, PER_SCHEMA, only)
