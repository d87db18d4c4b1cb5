"""Three stewards correct the failures of one store in rounds, some of them in old copies.

Each file is compared with a model of three-way corrections, and the files of a round are returned in every
order: the results must be equal, or a record that differs must have been reported.
"""

import itertools
import json
import random
import subprocess
from pathlib import Path

import members
import table as tables
from members import EXTRA, FIELDS, MASKED
from store import Store, csv_text, spoiled
from trial import EXTENSIONS, field_of, name_in

STEWARDS = {"ana": ("csv", []), "bo": ("xlsx", []), "cy": ("csv", ["--delimiter", ";"])}
MASK = "•••"


class Chains:
    """The chains of corrections in a store."""

    def __init__(self, store: Store):
        self.known = store.submissions()
        self.head = {number: number for number in self.known}
        for each in sorted(self.known.values(), key=lambda each: -each.number):
            if each.corrects:
                self.head[each.corrects] = self.head[each.number]

    def root(self, number: int) -> int:
        while self.known[number].corrects:
            number = self.known[number].corrects
        return number

    def changed_since(self, number: int) -> set:
        """The fields that corrections of a submission have changed, even if they changed them back."""
        found, each = set(), self.known[self.head[number]]
        while each.number != number:
            before = self.known[each.corrects]
            found |= {field for field in each.cells if each.cells[field] != before.cells.get(field)}
            each = before
        return found

    def heads(self) -> dict:
        """The last cells of each record, by its first submission."""
        return {number: self.known[self.head[number]].cells
                for number, each in self.known.items() if not each.corrects}


def expected(chains: Chains, table) -> tuple:
    """The heads after a file, and the records that must be refused."""
    heads, refused = dict(chains.heads()), set()
    for number, [row] in table.by_submission().items():
        base = chains.known[number]
        head = chains.known[chains.head[number]]
        changes = {}
        for column, name in enumerate(table.header):
            field = field_of(name)
            if field not in base.cells or row[column] == MASK and field in MASKED:
                continue
            text = row[column]
            if text[:1] == "'" and text[1:2] in tuple("=+-@"):
                text = text[1:]
            if text not in (base.cells[field], head.cells[field]):
                changes[field] = text
        if not changes:
            continue
        root = chains.root(number)
        is_conflict = bool(chains.changed_since(number) & set(changes))
        if head.verdict != "rejected" or is_conflict:
            refused.add(root)
        else:
            heads[root] = {**head.cells, **changes}
    return heads, refused


class Rounds:
    def __init__(self, binary: Path, folder: Path, seed: int, records: int):
        self.draw = random.Random(f"rounds {seed}")
        self.folder = folder
        self.store = store = Store(binary, folder)
        (folder / "members.yaml").write_text(members.DEFINITIONS, encoding="utf-8")
        store.run("apply", "members.yaml")
        cells = spoiled(self.draw, 1, records, members.ALL, 0.5, store.truth)
        (folder / "a.csv").write_text(csv_text(cells, FIELDS + [EXTRA]), encoding="utf-8", newline="")
        store.run("import", "a.csv", "-q")
        # The last copy of each steward.
        self.copies = {}
        self.commands = []
        self.refused = self.returned = 0

    def edited(self, name: str, number: int, chains: Chains):
        """A steward's file of a round: a new export, or the last copy with more corrections."""
        format, options = STEWARDS[name]
        table = self.copies.get(name)
        if table is None or self.draw.random() < 0.6:
            path = self.store.export(f"{name}{number}{EXTENSIONS[format]}", *options)
            table = tables.read(path)
            self.commands.append((name, number, "export"))
        table = table.copy()
        for each, [row] in table.by_submission().items():
            found = chains.known[each]
            right = self.store.truth.get(found.cells["number"])
            if not found.open or right is None or self.draw.random() > 0.4:
                continue
            for field in sorted(found.open):
                if self.draw.random() < 0.7:
                    text = right[field] if self.draw.random() < 0.6 else self.draw.choice(
                        [f"wrong {each}", f"{name} é {each}", found.cells[field] + "1", ""])
                    row[table.column(name_in(table, field))] = text
        self.copies[name] = table
        path = self.folder / f"{name}-{number}-back{EXTENSIONS[format]}"
        tables.write(table, path)
        return path, table

    def give_back(self, store: Store, name: str, path: Path, table) -> tuple:
        """Returns a file, and compares the store with the model."""
        chains = Chains(store)
        heads, refused = expected(chains, table)
        done = store.run("correct", path, "--by", name, "--format", "json", allowed=None)
        if done.returncode not in (0, 1):
            errors = " ".join(done.stderr.split())[:400]
            every = {chains.root(number) for number in table.by_submission()}
            return [f"{path.name}: exit code {done.returncode}: {errors}"], every
        report = json.loads(done.stdout)
        after = Chains(store).heads()
        reported = set()
        for each in report["corrections"]["refused"]:
            reported |= self.records_in(each, path, table, chains)
        problems = []
        for root, cells in after.items():
            if cells != heads[root]:
                differing = {field: (cells.get(field), heads[root].get(field)) for field in cells
                             if cells.get(field) != heads[root].get(field)}
                problems.append(f"{path.name}: record {root}: {differing} (store, model)")
        if reported != refused:
            problems.append(f"{path.name}: refused without a reason in the model: "
                            f"{sorted(reported - refused)[:5]}; not refused: "
                            f"{sorted(refused - reported)[:5]}")
        return problems, reported

    @staticmethod
    def records_in(refused: dict, path: Path, table, chains: Chains) -> set:
        """The record of a refused line."""
        line = 2
        at = table.column("_submission")
        for row in table.rows:
            lines = 1
            if table.format == "csv":
                lines += sum(cell.count("\n") for cell in row)
            if line <= refused["line"] < line + lines:
                return {chains.root(int(row[at]))}
            line += lines
        raise ValueError(f"{path.name}: no record at line {refused['line']}")

    def run(self, number: int) -> list:
        """One round. Returns the problems."""
        self.store.checkpoint()
        chains = Chains(self.store)
        files = {name: self.edited(name, number, chains) for name in STEWARDS}
        results, problems = {}, []
        for order in itertools.permutations(STEWARDS):
            copy = self.store.copy(self.folder / "order.sqlite")
            reported = set()
            for name in order:
                found, refused = self.give_back(copy, name, *files[name])
                problems += [f"round {number}, order {' '.join(order)}: {each}" for each in found]
                reported |= refused
            results[order] = (Chains(copy).heads(), reported)
        (first, (heads, reported)), *others = results.items()
        for order, (other, refused) in others:
            for root, cells in other.items():
                if cells != heads[root] and root not in reported | refused:
                    problems.append(f"round {number}: record {root} depends on the order "
                                    f"({' '.join(first)}; {' '.join(order)})")
        if self.together(files) not in [heads for heads, _ in results.values()]:
            problems.append(f"round {number}: files returned at the same time have the result of no order")
        for name in self.draw.sample(list(STEWARDS), len(STEWARDS)):
            found, refused = self.give_back(self.store, name, *files[name])
            problems += [f"round {number}: {each}" for each in found]
            self.commands.append((name, number, "correct"))
            self.refused += len(refused)
            self.returned += 1
        return problems

    def together(self, files: dict) -> dict:
        """The heads after all files were returned at the same time."""
        copy = self.store.copy(self.folder / "together.sqlite")
        running = [subprocess.Popen(
            [copy.binary, "correct", path, "--by", name, "-q", "--wait", "120", "--db", copy.path],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for name, (path, _) in files.items()]
        for each in running:
            each.wait()
        return Chains(copy).heads()

    def commands_per_round(self) -> int:
        """The most commands that a steward needed in a round."""
        counts = {}
        for name, number, _ in self.commands:
            counts[name, number] = counts.get((name, number), 0) + 1
        return max(counts.values())
