"""Compares definitions converted to JSON Schema with jsonschema: random rules with conditions, and nested rules."""

import json
import re
import subprocess

import jsonschema

from common import PROGRAM, Count, run, tally

FIELDS = {"a": "text", "b": "text", "n": "integer", "d": "decimal", "t": "boolean", "l": "list"}
TEXTS = ["x", "y", "xy", "xyz", "X", "ä", "1", " "]
NUMBERS = {"n": ["0", "1", "5", "-3", "100"], "d": ["0", "1", "0.5", "2.25", "-1.5"]}
PATTERNS = ["x.*", "[a-z]+", r"\d", "(x|y){1,2}"]
VALUES = {
    "a": [None, "", *TEXTS], "b": [None, "", *TEXTS], "n": [None, 0, 1, 5, -3, 7, 100],
    "d": [None, 0, 1, 0.5, 2.25, -1.5, 3], "t": [None, True, False],
    "l": [None, [], ["x"], ["x", "y"], ["xyz", ""], [""], ["q", "x", "x"]],
}


class Maker:
    """Generates a form with rules."""

    def __init__(self, random):
        self.random = random
        self.required = {name for name in FIELDS if random.random() < 0.2}

    def atom(self):
        name = self.random.choice("aabbnnddtl")
        kind = self.random.random()
        if kind < 0.35 or name == "l":
            return f"{name} is {self.random.choice(['', 'not '])}blank"
        if name == "t":
            return f"t {self.random.choice(['=', '!='])} {self.random.choice(['true', 'false'])}"
        if name in NUMBERS:
            if kind < 0.5:
                return f"{name} in ({', '.join(self.random.sample(NUMBERS[name], 2))})"
            comparison = self.random.choice(["=", "!=", "<", "<=", ">", ">="])
            return f"{name} {comparison} {self.random.choice(NUMBERS[name])}"
        if kind < 0.5:
            return f"{name} in ({', '.join(repr(one) for one in self.random.sample(TEXTS, 2))})"
        if kind < 0.65:
            return f"{name} matches '{self.random.choice(PATTERNS)}'"
        return f"{name} {self.random.choice(['=', '!='])} '{self.random.choice(TEXTS)}'"

    def condition(self, depth=2):
        kind = self.random.random()
        if depth == 0 or kind < 0.4:
            return self.atom()
        if kind < 0.55:
            return f"not ({self.condition(depth - 1)})"
        word = self.random.choice([" and ", " or "])
        return word.join(f"({self.condition(depth - 1)})" for _ in range(self.random.choice([2, 2, 3])))

    def rule(self, name, depth=1):
        kind = self.random.random()
        if depth > 0 and kind < 0.4:
            word = self.random.choice(["any", "all", "not"])
            return {word: [self.rule(name, depth - 1) for _ in range(self.random.choice([1, 2]))]}
        if name == "l":
            if depth > 0 and kind < 0.8:
                return {"each": [self.rule("a", 0) for _ in range(self.random.choice([1, 2]))]}
            return {"length": self.bounds([0, 1, 2])}
        if name == "t":
            return {"in": [self.random.choice(["true", "false"])]}
        if name in NUMBERS:
            return self.random.choice([
                {"range": self.bounds([-1, 0, 1, 5])}, {"multipleOf": "0.5" if name == "d" else "2"},
                {"in": self.random.sample(NUMBERS[name], 2)}])
        return self.random.choice([
            {"length": {**self.bounds([0, 1, 2, 3]), "unit": "scalar"}}, {"in": self.random.sample(TEXTS, 3)},
            {"pattern": self.random.choice(PATTERNS)}])

    def bounds(self, values):
        low, high = sorted(self.random.choices(values, k=2))
        return self.random.choice([{"min": low}, {"max": high}, {"min": low, "max": high}])

    def definitions(self):
        form = {"form": "t", "fields": [
            {"name": name, "type": kind, "required": name in self.required} for name, kind in FIELDS.items()]}
        rules = {"rules": "t", "form": "t", "fields": {}, "record": []}
        for name in FIELDS:
            entries = []
            for place in range(self.random.choice([0, 0, 1, 1, 2])):
                kind = self.random.random()
                entry = {"required": None} if kind < 0.15 else {"blank": None} if kind < 0.2 else self.rule(name)
                if self.random.random() < 0.5 or kind < 0.2:
                    entry["when"] = self.condition()
                entries.append({**entry, "id": f"{name}.{place}"})
            if entries:
                rules["fields"][name] = entries
        for place in range(self.random.choice([0, 1, 1, 2])):
            entry = {"must": self.condition(), "id": f"must.{place}"}
            if self.random.random() < 0.3:
                entry["when"] = self.condition()
            rules["record"].append(entry)
        rules = {key: value for key, value in rules.items() if value}
        return json.dumps(form) + "\n---\n" + json.dumps(rules) + "\n"

    def record(self):
        return {name: self.random.choice(values) for name, values in VALUES.items()
                if self.random.random() < 0.85}


class Written:
    """The schema converted from definitions, with the notes."""

    def __init__(self, folder, definitions):
        (folder / "t.yaml").write_text(definitions)
        done = subprocess.run([PROGRAM, "convert", "t.yaml", "--to", "json-schema"], cwd=folder,
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr + definitions
        self.schema = json.loads(done.stdout)
        self.lost = re.findall(r"rule '[^']*': not converted", done.stderr)
        judged = re.search(r"an empty text is validated by the schema.*", done.stderr)
        self.empty = set(re.findall(r"'([^']*)'", judged[0])) if judged else set()

    def accepts(self, records):
        validator = jsonschema.Draft202012Validator(self.schema)
        return [validator.is_valid(record) for record in records]


def rejected(folder, records):
    (folder / "t.ndjson").write_text("".join(json.dumps(one) + "\n" for one in records))
    done = subprocess.run(
        [PROGRAM, "check", "t.ndjson", "--definitions", "t.yaml", "--format", "ndjson", "--only", "rejected"],
        cwd=folder, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    lines = map(json.loads, done.stdout.splitlines())
    return {one["record"]: [error["rule"] for error in one["errors"]] for one in lines}


def compare(random, folder):
    maker = Maker(random)
    definitions = maker.definitions()
    records = [maker.record() for _ in range(PER_SCHEMA)]
    written = Written(folder, definitions)
    ours = rejected(folder, records)
    found = [
        (record, ours.get(number), theirs)
        for number, (record, theirs) in enumerate(zip(records, written.accepts(records)), 1)
        # With losses, the schema can only accept more.
        if theirs == (number in ours) and not (written.lost and theirs)
    ]
    lost, written.lost = written.lost, []
    counts, unexplained = tally(written, found, len(records), lambda item: any(
        item[0].get(name) == "" for name in written.empty))
    counts["exact"], counts["lossy"] = (0, 1) if lost else (1, 0)
    texts = [f"{record}\nvalid: {theirs}, ours: {rules}\n{definitions}\n{json.dumps(written.schema)}"
             for record, rules, theirs in unexplained[:1]]
    return counts, texts


PER_SCHEMA = 24


def main(only=None):
    return run("JSON Schema, written", compare, PER_SCHEMA, only)
