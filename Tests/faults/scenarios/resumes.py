"""Imports that were killed and are resumed: under other conditions, next to similar files, and under
`unique: ever`."""

import re
from dataclasses import dataclass
from pathlib import Path

from kit.context import Context
from kit.inputs import (people_lines, write_members, write_members_csv, write_people, write_visits,
                        write_visits_csv)
from kit.program import Ended
from kit.report import Scenario
from kit.store import Store

# Tables that may change although nothing was recorded: applied definitions remain as versions.
RECORDED = ("submission", "import", "run", "error", "span", "malformed", "block")
RECORDS, CHUNK = 3_000, 300


@dataclass(frozen=True)
class Change:
    """Options of the killed import, changed options of the next one, and a description."""

    name: str
    first: tuple
    other: tuple
    words: str


CHANGES = [
    Change("scenario", ("--scenario", "adults"), (), "scenario"),
    Change("no scenario", (), ("--scenario", "adults"), "scenario"),
    Change("files", ("--files", "a"), ("--files", "b"), "files"),
    Change("no files", ("--files", "a"), ("--no-files",), "files"),
    Change("files again", ("--no-files",), ("--files", "a"), "files"),
    Change("max record", (), ("--max-record", "500000"), "max.?record|longest"),
    Change("by", ("--by", "ana"), ("--by", "ben"), r"\bby\b|who"),
    Change("source", ("--source", "north"), ("--source", "south"), "source"),
    Change("batch", ("--batch", "w35"), ("--batch", "w36"), "batch"),
    Change("parameters", ("--param", "since=2021-01-01"), ("--param", "since=2022-01-01"),
           "param|since"),
    Change("encoding", (), ("--encoding", "iso-8859-1"), "encoding"),
    Change("header", (), ("--no-header",), "header"),
]


def prepared(context: Context) -> tuple[Path, Path]:
    for name, size in (("a", 10), ("b", 2_000)):
        folder = context.folder / name
        folder.mkdir(exist_ok=True)
        for number in range(3):
            (folder / f"photo-{number}.bin").write_bytes(b"x" * size)
    return (write_visits_csv(context.folder / "visits.csv", RECORDS),
            write_visits(context.folder))


def given(options: tuple) -> tuple:
    """Each run of `visits` needs the parameter, and a setting for files."""
    if "--param" not in options:
        options += ("--param", "since=2021-01-01")
    return options if {"--files", "--no-files"} & set(options) else options + ("--no-files",)


def killed(context: Context, store: Store, *command) -> bool:
    """Kills an import after some of its commits; returns whether it is unfinished."""
    shim = context.needed_shim()
    for call in (6, 8, 7, 10, 9, 12):
        ended = store.run(*command, environment=shim.fault("sync", call, "KILL", store.path.name))
        _, stored = store.stored()
        if ended.code != -9:
            break
        if len(stored) >= CHUNK:
            return True
    return context.check(False, f"no kill left an unfinished import: {ended}")


def _recorded(store: Store) -> dict[str, list]:
    """The content of the tables that grow only with records."""
    with store.copied() as connection:
        tables = {name for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table'")}
        return {table: connection.execute(f'SELECT * FROM "{table}"').fetchall()
                for table in RECORDED if table in tables}


def _refused(context: Context, ended: Ended, words: str, place: str) -> None:
    if not context.check(ended.code in (2, 64), f"{place}: not refused: {ended}"):
        return
    context.check(ended.complaint is None or ended.code == 64, f"{place}: {ended.complaint}")
    context.check(re.search(words, ended.messages, re.IGNORECASE) is not None,
                  f"{place}: the words do not say what differs: {ended.last_words}")
    context.check(re.search(r"discard|--again", ended.messages) is not None,
                  f"{place}: the words do not say how to go on: {ended.last_words}")


def other_conditions(context: Context) -> None:
    file, definitions = prepared(context)
    base = ("import", file, "--definitions", definitions, "--chunk", CHUNK)
    for change in CHANGES:
        place = f"resumed under another {change.name}"
        first = base + given(change.first)
        alone, store = context.store("alone"), context.store("killed")
        context.decent(alone.run(*first, folder=context.folder), place, codes=(0, 1))
        if not _killed_in(context, store, *first):
            continue
        before = _recorded(store)
        ended = store.run(*base, *given(change.other), folder=context.folder)
        _refused(context, ended, change.words, place)
        context.check(_recorded(store) == before, f"{place}: something was recorded")
        context.decent(store.run(*first, folder=context.folder), f"{place}, then as before", (0, 1))
        context.equal(store.canonical(), alone.canonical(), f"{place}, then as before: content")
        context.sound(store, place)
    context.figure(f"{len(CHANGES)} changed options")


def _killed_in(context: Context, store: Store, *command) -> bool:
    """Like `killed`, with paths relative to the scenario's folder."""
    shim = context.needed_shim()
    environment = shim.fault("sync", 6, "KILL", store.path.name)
    ended = store.run(*command, folder=context.folder, environment=environment)
    _, stored = store.stored()
    return context.check(ended.code == -9 and len(stored) >= CHUNK,
                         f"no unfinished import: {len(stored)} records, {ended}")


def other_definitions(context: Context) -> None:
    """Changed rules or forms: the unfinished import belongs to the old ones."""
    file, definitions = prepared(context)
    rules = write_visits(context.folder, "rules.yaml", maximum=80)
    form = context.folder / "form.yaml"
    form.write_text(definitions.read_text().replace(
        "{name: age, type: integer}", "{name: age, type: decimal}"))
    for name, changed in (("rules", rules), ("form", form)):
        place = f"resumed under another version of the {name}"
        base = ("import", file, "--chunk", CHUNK) + given(())
        alone, store = context.store("alone"), context.store("killed")
        context.decent(alone.run(*base, "--definitions", definitions), place, codes=(0, 1))
        if not killed(context, store, *base, "--definitions", definitions):
            continue
        before = _recorded(store)
        ended = store.run(*base, "--definitions", changed)
        _refused(context, ended, "rules|form|version|definition", place)
        context.check(_recorded(store) == before, f"{place}: something was recorded")
        old = ("--form", "visits@1", "--rules", "visits@1")
        context.decent(store.run(*base, *old), f"{place}, then as before", codes=(0, 1))
        context.equal(len(store.query("SELECT _record FROM form_visits")), RECORDS,
                      f"{place}, then as before: rows")
        context.sound(store, place)
    context.figure("other rules, another form")


def other_file(context: Context) -> None:
    """A killed import of a.csv, then b.csv with the same first records: two imports."""
    lines = people_lines(RECORDS, context.seed)
    a, b = context.folder / "a.csv", context.folder / "b.csv"
    a.write_text("\n".join(lines) + "\n")
    b.write_text("\n".join(lines[:2_000] + [f"{number},Bo,,1,2021-01-01,b"
                                            for number in range(90_000, 90_300)]) + "\n")
    options = ("--definitions", write_people(context.folder), "--chunk", CHUNK)
    contents = {}
    for file in (a, b):
        alone = context.store("alone")
        context.decent(alone.run("import", file, *options), file.name, codes=(1,))
        contents[file.name] = _rows_of(alone, file)
    store = context.store("killed")
    if not killed(context, store, "import", a, *options):
        return
    context.decent(store.run("import", b, *options), "b.csv after a.csv was killed", codes=(1,))
    context.equal(sorted(each["state"] for each in store.imports()), ["finished", "unfinished"],
                  "after b.csv: states")
    context.decent(store.run("import", a, *options), "a.csv resumed", codes=(1,))
    for file in (a, b):
        context.check(_rows_of(store, file) == contents[file.name],
                      f"{file.name}: not what its import alone gives")
    context.sound(store, "afterwards")
    context.figure("a.csv killed, b.csv imported, a.csv resumed")


def _rows_of(store: Store, file: Path) -> list[tuple]:
    return sorted(store.query(
        "SELECT _record, _line, _verdict, id, name, note FROM form_people"
        " JOIN import_view ON import = _import WHERE file_name = ?", file.name))


def unique_ever(context: Context) -> None:
    """An import under `unique: ever` does not collide with its own keys when it is resumed."""
    definitions = write_members(context.folder)
    file = write_members_csv(context.folder / "members.csv", range(1, 6_001))
    command = ("import", file, "--definitions", definitions, "--chunk", CHUNK)
    alone = context.store("alone")
    context.decent(alone.run(*command), "alone", codes=(0,))
    shim = context.needed_shim()
    rounds = context.amount(8, 3)
    for number in range(rounds):
        store = context.store("killed")
        call = 9 + 2 * number
        store.run(*command, environment=shim.fault("sync", call, "KILL", store.path.name))
        place = f"killed at sync {call}, resumed"
        context.decent(store.run(*command), place, codes=(0,))
        context.equal(store.canonical(), alone.canonical(), f"{place}: content")
        context.sound(store, place)
    context.figure(f"{rounds} imports killed and resumed, all keys accepted")


SCENARIOS = [
    Scenario("resume-conditions", "resumed with other options: refused with the differences and"
             " the remedy, nothing stored", other_conditions),
    Scenario("resume-definitions", "the same for rules and forms that were changed",
             other_definitions),
    Scenario("resume-other-file", "a file with the same first records becomes another import",
             other_file),
    Scenario("resume-ever", "killed and resumed with `unique: ever`: as undisturbed", unique_ever),
]
