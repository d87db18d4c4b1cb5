"""Honest trials: no correction of an open cell is refused, and each is stored as it was written."""

import csv
import random
import re
import shutil
from collections import Counter
from datetime import date, datetime, timedelta
from pathlib import Path

import table as tables
from members import DATES
from trial import EXTENSIONS, name_in

EDITS: dict = {}


def edit(name, rule=None):
    """Registers a function of the cells, the right cells, and a random generator. It returns the new texts of
    open cells, or None. With a rule, it applies to records that fail it."""
    def register(function):
        EDITS[name] = (rule, function)
        return function
    return register


def right(name, rule, matches=None):
    """The right value, for wrong values that match a pattern."""
    field = rule.split(".")[0]

    def change(cells, right, draw):
        if matches and not re.search(matches, cells.get(field, "")):
            return None
        return {field: right[field]}
    edit(name, rule)(change)


right("lost zeros of the key restored", "number.pattern")
right("a lost zero restored", "postcode.pattern")
right("a plus sign added", "phone.pattern")
right("the notation of a date mended", "born.date")
right("an American date mended", "joined.date")
right("blanks trimmed", "gene.pattern", "^ ")
right("lower case mended", "gene.pattern", "^[a-z]")
right("curly quotes removed", "device.pattern", "“")
right("a value of the list chosen", "country.in")
right("an address mended", "email.email")
right("a decimal comma restored", "amount.decimal")
right("a word chosen", "active.boolean")
right("items removed", "tags.length")
right("a number lowered", "quantity.range")
right("a name entered", "name.required")
right("a name shortened", "name.length")
right("digits restored", "account.pattern")
right("a masked value replaced", "insurance.pattern")
right("notes shortened", "notes.length")
right("a colon restored", "opens.time")
right("an hour mended", "seen.datetime")
right("a currency removed", "price.decimal")
right("a latitude mended", "latitude.range")
right("a decimal point restored", "dose.number")


@edit("a condition fulfilled", "phone.required")
def _(cells, right, draw):
    return {"phone": f"+49{draw.randrange(10**9)}12345678"[:14]}


@edit("a condition avoided", "phone.required")
def _(cells, right, draw):
    return {"channel": "post"}


@edit("the last date changed", "left.order")
def _(cells, right, draw):
    return {"left": (date.fromisoformat(cells["joined"]) + timedelta(3)).isoformat()}


@edit("the first date changed", "left.order")
def _(cells, right, draw):
    return {"joined": (date.fromisoformat(cells["left"]) - timedelta(3)).isoformat()}


@edit("the last date cleared", "left.order")
def _(cells, right, draw):
    return {"left": ""}


@edit("an optional cell cleared")
def _(cells, right, draw, open=()):
    fields = sorted(set(open) - {"number", "name"})
    return {draw.choice(fields): ""} if fields else None


@edit("a masked value cleared", "insurance.pattern")
def _(cells, right, draw):
    return {"insurance": ""}


@edit("the word NA chosen", "country.in")
def _(cells, right, draw):
    return {"country": "NA"}


@edit("the same value for all", "country.in")
def _(cells, right, draw):
    return {"country": "DE"}


@edit("another wrong value")
def _(cells, right, draw, open=()):
    return {name: f"still wrong {draw.randrange(1000)} é" for name in open}


@edit("lines, quotes and delimiters entered", "notes.length")
def _(cells, right, draw):
    return {"notes": 'one\ntwo; "three", four\tfive'}


@edit("blanks at the ends entered", "name.length")
def _(cells, right, draw):
    return {"name": "  Ana  "}


@edit("a formula entered", "notes.length")
def _(cells, right, draw):
    return {"notes": draw.choice(["=A1", "-5", "@x", "=1+1"])}


@edit("the case changed", "email.email")
def _(cells, right, draw):
    return {"email": cells["email"].upper()}


@edit("a last character deleted")
def _(cells, right, draw, open=()):
    fields = [name for name in sorted(open) if len(cells.get(name, "")) > 1]
    return {name: cells[name][:-1] for name in fields[:1]} or None


@edit("other scripts entered", "name.length")
def _(cells, right, draw):
    return {"name": draw.choice(["李小龍", "Иван", "Ωmega", "Zoë 😀", "שלום", "สวัสดี"])}


def choose(cells, found, rules, right, draw, wanted):
    """The new texts of a wanted kind of edit."""
    rule, function = EDITS[wanted]
    if rule is None:
        texts = function(cells, right, draw, open=found.open)
    else:
        texts = function(cells, right, draw) if rule in rules else None
    return {name: text for name, text in (texts or {}).items() if cells.get(name, "") != text}


def typed(field: str, text: str):
    """The value that a spreadsheet makes of a text, and the text that is stored for it. None if the cell
    remains a text."""
    try:
        if field in DATES:
            return datetime.strptime(text, DATES[field]), text
        if field == "opens":
            return datetime.strptime(text, "%H:%M").time(), text
        if field == "active":
            return {"yes": True, "no": False}[text], text
        if field == "quantity":
            return int(text), text
        if field == "price":
            return float(text), f"{float(text):g}"
        if field == "amount":
            value = float(text.replace(",", "."))
            return value, f"{value:.2f}".rstrip("0").rstrip(".").replace(".", ",")
        if field == "latitude":
            return float(text), text.rstrip("0")
    except (ValueError, KeyError):
        pass
    return None


SAVED = ["the same", "the same", "quoted", "shuffled", "columns moved", "rows deleted", "empty rows",
         "line ends", "utf-16", "no mark", "without messages", "semicolons"]


def save_otherwise(table, way: str, draw: random.Random) -> None:
    """Changes a table in a way that is not damage."""
    style = table.style
    if way == "shuffled":
        draw.shuffle(table.rows)
    elif way == "rows deleted":
        table.rows[:] = draw.sample(table.rows, max(1, len(table.rows) * 3 // 4))
    elif way == "columns moved" and table.format == "csv":
        order = draw.sample(range(len(table.header)), len(table.header))
        table.header[:] = [table.header[each] for each in order]
        table.rows[:] = [[row[each] for each in order] for row in table.rows]
    elif way == "empty rows" and table.format == "csv":
        table.rows.insert(draw.randrange(len(table.rows)), [""] * len(table.header))
    elif way == "without messages" and table.format == "csv":
        column = table.column("_errors")
        for row in [table.header, *table.rows]:
            del row[column]
    elif table.format == "csv" and style.encoding == "utf-8":
        if way == "quoted":
            style.quoting = csv.QUOTE_ALL
        elif way == "line ends":
            style.line_end = "\r\n" if style.line_end == "\n" else "\n"
        elif way == "utf-16":
            style.encoding, style.bom = "utf-16-le", True
        elif way == "no mark":
            style.bom = False
        elif way == "semicolons":
            style.delimiter = ";"


class HonestTrials:
    def __init__(self, snapshots: list, rules: list, seed: int, keep: Path | None):
        self.snapshots, self.rules, self.seed, self.keep = snapshots, rules, seed, keep
        self.edits: Counter = Counter()

    def run(self, index: int) -> list:
        draw = random.Random(f"honest {self.seed} {index}")
        which = draw.randrange(len(self.snapshots))
        snapshot, rules = self.snapshots[which], self.rules[which]
        name = draw.choice([each for each in snapshot.tables if not each.startswith("old")])
        table = snapshot.tables[name].copy()
        way = draw.choice(SAVED)
        save_otherwise(table, way, draw)
        kinds = draw.sample(list(EDITS), draw.choice([1, 3, len(EDITS)]))
        done = []
        # In workbooks, some people give cells another format before they type.
        types_values = table.format == "xlsx" and draw.random() < 0.3
        for number, [row] in table.by_submission().items():
            found = snapshot.known[number]
            cells = found.cells
            truth = snapshot.store.truth.get(cells.get("number"))
            if found.open is None or truth is None:
                continue
            # Edits of the failure at hand first, then those of any open cell.
            order = sorted(draw.sample(kinds, len(kinds)),
                           key=lambda kind: EDITS[kind][0] is None and draw.random() < 0.9)
            for kind in order:
                texts = choose(cells, found, rules[number], truth, draw, kind)
                if not texts or not self.can_be_written(texts, table):
                    continue
                for field, text in texts.items():
                    cell = text
                    value = typed(field, text) if types_values else None
                    if value:
                        cell, text = value
                    row[table.column(name_in(table, field))] = cell
                    done.append((number, field, text, kind))
                break
        path = snapshot.folder / f"returned{EXTENSIONS[table.format]}"
        tables.write(table, path)
        result = snapshot.return_file(path)
        problems = self.problems(snapshot, result, done)
        self.edits.update(kind for *_, kind in done)
        if problems and self.keep:
            folder = self.keep / f"honest {index}"
            folder.mkdir(parents=True, exist_ok=True)
            for each in [path, snapshot.store.path, snapshot.store.folder / name]:
                shutil.copy(each, folder)
            (folder / "problems.txt").write_text("\n".join(
                [f"{name}: {way}", *problems, result.errors, str(result.report)]), encoding="utf-8")
        return [f"honest file {index}, {name}, {way}: {problem}" for problem in problems]

    @staticmethod
    def can_be_written(texts: dict, table) -> bool:
        if table.format != "csv":
            return not any("\t" in text for text in texts.values())
        try:
            "".join(texts.values()).encode(table.style.encoding)
        except UnicodeError:
            return False
        return True

    @staticmethod
    def problems(snapshot, result, done) -> list:
        found = []
        if result.code == 2:
            found.append(f"nothing was stored: {result.errors[:400]}")
        elif result.code > 2:
            found.append(f"exit code {result.code}: {result.errors[:400]}")
        found += [f"refused: {each}" for each in result.refused]
        if result.code > 1:
            return found
        changed = {}
        for number, field, text, kind in done:
            changed.setdefault(number, {})[field] = text
            now = snapshot.head(number, result.stored).get(field, "")
            if now != text:
                found.append(f"{kind}: submission {number}, {field}: {text!r} is stored as {now!r}")
        for each in result.stored:
            before = snapshot.known[each.corrects]
            for field in {*before.cells, *each.cells}:
                if (before.cells.get(field, "") != each.cells.get(field, "")
                        and field not in changed.get(each.corrects, {})):
                    found.append(f"submission {before.number}, {field} was not edited, and changed")
        return found
