"""Runs the families of differential tests: each generates values and compares the result of a reference
library with the verdict of one rule of formrec."""

import collections
import importlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

CASES = int(os.environ.get("CASES", 250_000))
SEED = int(os.environ.get("SEED", 1))


class Family:
    """A rule and its reference.

    rule      the entry of the rule set, as YAML
    type      the type of the field
    values    the texts to judge
    expected  the reference's verdict on a text: True or False, or None to skip the text
    explain   a short reason for a difference, from the text and formrec's verdict; None if there is no
              reason
    """

    def __init__(self, name, rule, values, expected, explain=lambda value, ours: None,
                 type="text"):
        self.name, self.rule, self.values = name, rule, values
        self.expected, self.explain, self.type = expected, explain, type

    def run(self):
        # Empty texts are not compared.
        values = list(filter(None, dict.fromkeys(self.values)))
        answers = [self.expected(value) for value in values]
        asked = [(v, a) for v, a in zip(values, answers) if a is not None]
        verdicts = judge(self.rule, [v for v, _ in asked], self.type)
        explained, unexplained = collections.Counter(), []
        for (value, answer), ours in zip(asked, verdicts):
            if bool(answer) == ours:
                continue
            reason = self.explain(value, ours)
            if reason:
                explained[reason] += 1
            else:
                unexplained.append((value, ours))
        accepted = sum(verdicts)
        print(f"{self.name}: {len(asked)} cases, {accepted} accepted, "
              f"{sum(explained.values())} explained, {len(unexplained)} unexplained")
        for reason, count in explained.most_common():
            print(f"    {count:7}  {reason}")
        for value, ours in unexplained[:int(os.environ.get("SHOW", 12))]:
            print(f"    {'takes' if ours else 'refuses'} {value!r}")
        return len(asked), len(unexplained)


def judge(rule, values, type="text"):
    """formrec's verdicts on texts, each a record of one field."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "d.yaml").write_text(
            f"form: f\nfields:\n  - {{name: value, type: {type}}}\n---\n"
            f"rules: r\nform: f\nfields:\n  value:\n    - {rule}\n")
        with open(folder / "v.ndjson", "w") as file:
            for value in values:
                file.write(json.dumps({"value": value}) + "\n")
        result = subprocess.run(
            [os.environ["FORMREC"], "check", folder / "v.ndjson", "--definitions",
             folder / "d.yaml", "--format", "ndjson", "--only", "rejected"],
            capture_output=True, text=True)
        if result.returncode not in (0, 1):
            sys.exit(f"{rule}: {result.stderr}")
    verdicts = [True] * len(values)
    for line in result.stdout.splitlines():
        verdicts[json.loads(line)["record"] - 1] = False
    return verdicts


def mutated(random, text, alphabet):
    """The text with one or two characters changed, removed, duplicated or swapped."""
    for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
        at = random.randrange(len(text) + 1)
        kind = random.randrange(4)
        if kind == 0:
            text = text[:at] + random.choice(alphabet) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + 1:]
        elif kind == 2:
            text = text[:at] + random.choice(alphabet) + text[at + 1:]
        elif at + 1 < len(text):
            text = text[:at] + text[at + 1] + text[at] + text[at + 2:]
    return text


def main(names):
    here = pathlib.Path(__file__).parent
    sys.path.insert(0, str(here))
    known = sorted(path.stem for path in (here / "families").glob("[a-z]*.py"))
    failed = False
    for name in names or known:
        if name not in known:
            sys.exit(f"unknown family {name}; known: {', '.join(known)}")
        module = importlib.import_module(f"families.{name}")
        cases = unexplained = 0
        for family in module.families(random.Random(SEED), CASES):
            more = family.run()
            cases, unexplained = cases + more[0], unexplained + more[1]
        print(f"{name}: {cases} cases, {unexplained} unexplained")
        failed = failed or unexplained > 0
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    sys.modules["differential"] = sys.modules["__main__"]
    main(sys.argv[1:])
