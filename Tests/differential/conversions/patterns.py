"""Compares generated patterns before and after a conversion with the ECMAScript engine of Node.js, in both directions."""

import json
import re
import shutil
import subprocess

from common import PROGRAM, Count, run

PATTERNS, TEXTS = 40, 60
ALPHABET = "abABkKsSz019 _-.,:\n\r\t\x0b\u2028\u2029\xa0\x85\u212a\u017f\u00e9\u00c9\u0663\u3042\u6f22]}{^$/\\[()*+?|@#&~"  # without pairs, inside of which V8 finds \\B

PCRE_ATOMS = [
    "a", "b", "A", "k", "s", "1", "é", "😀", ".", r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"\h", r"\v", r"\V", r"\N",
    "[ab]", "[^a]", "[a-k]", "[[:alpha:]]", "[[:^space:]_]", "[]a]", "[^]a]", r"[\w-]", r"[\s\d.]", r"[^\S ]", r"[\W1]",
    r"[a\-z]", "[[a]", r"\p{L}", r"\P{N}", r"\pL", r"\p{Lu}", r"[\p{L}_]", r"\x41", r"\x{e9}", r"\t", r"\n", r"\@", r"\-",
    r"\.", "]", "}", "-", "/", r"\\", r"\$", r"\e", r"\R", r"\X", r"\Qa.\E", "{x}", "[a-\\d]", r"\07", r"[\b]", "#",
]
PCRE_ENDS = ["^", "$", r"\A", r"\z", r"\Z", r"\b", r"\B", r"\G"]
PCRE_GROUPS = ["(", "(?:", "(?i:", "(?s:", "(?i)", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", "(?>", "(?|", "(?#x)"]
PCRE_COUNTS = ["*", "+", "?", "{2}", "{1,}", "{0,2}", "*?", "+?", "++", "{,3}"]
ECMA_ATOMS = [
    "a", "b", "A", "k", "1", "é", "😀", ".", r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", "[ab]", "[^a]", "[a-k]", "[]", "[^]",
    r"[\w\-]", r"[\s\d.]", r"[^\S]", r"[\W1]", "[[a]", r"\p{L}", r"\P{N}", r"\p{Lu}", r"[\p{L}_]", r"\x41", r"\u00e9",
    r"\u{1F600}", r"\ud83d\ude00", r"\t", r"\n", r"\v", r"\0", r"\cA", r"\/", r"\.", "-", "/", r"\\", r"\$",
    r"\p{Script=Greek}", r"\p{Letter}", r"[\b]", r"[\u2028]", "[.]",
]
ECMA_ENDS = ["^", "$", r"\b", r"\B"]
ECMA_GROUPS = ["(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>"]
ECMA_COUNTS = ["*", "+", "?", "{2}", "{1,}", "{0,2}", "*?", "+?"]

NODE = """
const {patterns, texts} = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(patterns.map(pattern => {
  if (pattern === null) return null;
  try { const regex = new RegExp(pattern, 'u'); return texts.map(text => regex.test(text)); }
  catch { return 'invalid'; }
})));
"""


def pattern(random, atoms, ends, groups, counts, depth=2):
    """A random pattern."""
    parts = []
    for _ in range(random.randint(1, 3)):
        kind = random.random()
        if kind < 0.1:
            parts.append(random.choice(ends))
            continue
        if kind < 0.3 and depth:
            group = random.choice(groups)
            closed = group[-1] == ")"
            part = group if closed else group + pattern(random, atoms, ends, groups, counts, depth - 1) + ")"
        else:
            part = random.choice(atoms)
        parts.append(part + (random.choice(counts) if random.random() < 0.3 else ""))
    if random.random() < 0.05:
        parts.append(r"\1")
    return "".join(parts) + ("|" + random.choice(atoms) if random.random() < 0.15 else "")


def texts(random):
    return ["".join(random.choices(ALPHABET, k=random.randint(1, 4))) for _ in range(TEXTS)]


def node(patterns, values):
    done = subprocess.run(
        ["node", "-e", NODE], input=json.dumps({"patterns": patterns, "texts": values}), capture_output=True, text=True,
        check=True)
    return json.loads(done.stdout)


def convert(folder, name, *arguments):
    done = subprocess.run([PROGRAM, "convert", name, *arguments], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def verdicts(folder, definitions, fields, values):
    """For each field, whether each text is accepted; None for a text that is too complex to match."""
    (folder / "t.yaml").write_text(definitions)
    lines = "".join(json.dumps({name: text for name in fields}) + "\n" for text in values)
    (folder / "in.ndjson").write_text(lines)
    done = subprocess.run(
        [PROGRAM, "check", "in.ndjson", "--definitions", "t.yaml", "--format", "ndjson"], cwd=folder, capture_output=True,
        text=True)
    assert done.returncode in (0, 1), done.stderr + definitions
    accepted = {name: [] for name in fields}
    for line in done.stdout.splitlines():
        failed = {error["field"]: error["code"] for error in json.loads(line)["errors"]}
        for name in fields:
            accepted[name].append(None if failed.get(name) == "pattern.tooComplex" else name not in failed)
    return accepted


def compare(names, sources, expected, accepted, values, converted):
    """Counts the cases of converted patterns, and describes the first difference of each pattern."""
    count, shown = Count(), []
    for name, source, matches in zip(names, sources, expected):
        if converted.get(name) is None:
            count["noted"] += 1
            continue
        if matches == "invalid":
            count["differs"] += 1
            shown.append(f"{source!r} became {converted[name]!r}, which is invalid")
            continue
        different = [
            value for value, match, accept in zip(values, matches, accepted[name]) if accept is not None and match != accept]
        count["equal"] += len(values) - len(different)
        count["differs"] += len(different)
        if different:
            shown.append(f"{source!r} became {converted[name]!r}: differs for {different[0]!r}")
    count["exact"] += 1
    return count, shown


def outwards(random, folder):
    """Patterns of definitions become patterns of JSON Schema."""
    sources = [pattern(random, PCRE_ATOMS, PCRE_ENDS, PCRE_GROUPS, PCRE_COUNTS) for _ in range(PATTERNS)]
    values = texts(random)
    while True:
        rules = [
            {"pattern": source, "mode": random.choice(["whole", "search"]), "ignoreCase": random.random() < 0.1}
            for source in sources]
        names = [f"f{index}" for index in range(len(sources))]
        lines = ["form: t", "fields:", *(f"  - {{name: {name}, type: text}}" for name in names), "---", "rules: t", "form: t",
                 "fields:", *(f"  {name}: [{json.dumps({'pattern': rule}, ensure_ascii=False)}]" for name, rule in zip(names, rules))]
        (folder / "t.yaml").write_text("\n".join(lines))
        done = subprocess.run([PROGRAM, "test", "t.yaml"], cwd=folder, capture_output=True, text=True)
        if done.returncode == 0:
            break
        # PCRE2 rejects some of the patterns.
        at = [int(line) for line in re.findall(r"t\.yaml:(\d+):", done.stderr)]
        assert at, done.stderr
        wrong = {lines[line - 1].split(":")[0].strip() for line in at}
        sources = [source for name, source in zip(names, sources) if name not in wrong]
    code, output, notes = convert(folder, "t.yaml", "--to", "json-schema")
    assert code == 0, notes
    properties = json.loads(output)["properties"]
    converted = {name: properties[name].get("pattern") for name in names}
    expected = node([converted[name] for name in names], values)
    accepted = verdicts(folder, "\n".join(lines), names, values)
    return compare(names, sources, expected, accepted, values, converted)


def inwards(random, folder):
    """Patterns of JSON Schema become patterns of definitions."""
    sources = [pattern(random, ECMA_ATOMS, ECMA_ENDS, ECMA_GROUPS, ECMA_COUNTS) for _ in range(PATTERNS)]
    values = texts(random)
    expected = node(sources, values)
    sources, expected = zip(*[pair for pair in zip(sources, expected) if pair[1] != "invalid"])
    names = [f"f{index}" for index in range(len(sources))]
    schema = {"type": "object", "properties": {
        name: {"type": "string", "pattern": source} for name, source in zip(names, sources)}}
    (folder / "schema.json").write_text(json.dumps(schema))
    code, output, notes = convert(folder, "schema.json", "--from", "json-schema", "--name", "t")
    assert code == 0, notes
    lost = {name for line in notes.splitlines() if "not converted" in line for name in re.findall(r"\bf\d+\b", line)}
    converted = {name: None if name in lost else source for name, source in zip(names, sources)}
    return compare(names, sources, expected, verdicts(folder, output, names, values), values, converted)


def main(only=None):
    if not shutil.which("node"):
        print("patterns: skipped, because there is no Node.js")
        return 0
    return sum(run(f"patterns {direction.__name__}", direction, PATTERNS * TEXTS, only) for direction in (outwards, inwards))
