"""Alterations of all visible content, one by one: `verify` must detect each."""

from collections import Counter

from kit.alteration import Alteration
from kit.context import Context
from kit.furnished import furnished
from kit.report import Scenario
from kit.row_alterations import of_columns, of_rows
from kit.schema_alterations import of_schema
from kit.store import Store, copy_store
from kit.tables import empty_tables

# Columns on which nothing depends, each with its reason: table, column.
EXCUSED: dict[tuple[str, str], str] = {
    ("progress", "process"): "of the process that last wrote; only named while it runs",
    ("progress", "updated_at"): "a heartbeat",
    ("key_block", "id"): "a number that nothing refers to",
}

# The remains of a killed replay. No view shows them, and the next write deletes them.
REPLAY_WITHOUT_END = """
SELECT count(*) FROM run r
WHERE r.kind = 'replay' AND NOT EXISTS (SELECT 1 FROM run_end e WHERE e.run = r.id)
"""


def rows(context: Context) -> None:
    """Every column of every table, in rows of each kind; rows deleted, duplicated, swapped, forged."""
    base = furnished(context)
    with base.copied() as connection:
        most = context.amount(6, 3)
        alterations = [*of_columns(connection, most), *of_rows(connection, most)]
        empty = empty_tables(connection)
    if context.quick:
        alterations = context.random.sample(alterations, 400)
    _try(context, base, alterations, "alterations-missed.txt")
    if empty:
        context.figure(f"tables without rows: {', '.join(empty)}")


def readers(context: Context) -> None:
    """Commands that read an altered store report this or succeed; none crashes."""
    base = furnished(context)
    with base.copied() as connection:
        alterations = [*of_columns(connection, 3), *of_rows(connection, 3)]
    chosen = context.random.sample(alterations, context.amount(120, 30))
    commands = [
        ("list",), ("list", "submissions", "--form", "people"), ("audit", "--pairs"),
        ("audit", "--html", "{}.html"), ("history", 1),
        ("export", "--all", "--form", "people"),
        ("export", "--form", "people", "--format", "xlsx", "-o", "{}.xlsx"),
        ("export", "--all", "--form", "people", "--to", "{}.tables", "--force"),
        ("dump", "--canonical"), ("doctor",),
        ("replay", "--form", "people"), ("purge", 1, 2, "--dry-run"),
        ("import", context.folder / "unfinished.csv", "--form", "people", "--chunk", 150,
         "--source", "east"),
        ("submit", "--form", "members", "id=9", "name=x"),
        ("purge", 1, "--reason", "asked to")]
    crashes = Counter()

    def one(number: int) -> None:
        store = context.store(f"read-{number}")
        copy_store(base.path, store.path)
        if chosen[number].apply(store.path) is None:
            for command in commands:
                place = f"{context.folder}/read-{number}"
                ended = store.run(*(str(word).replace("{}", place) for word in command))
                if ended.code not in (0, 1, 2, 64):
                    crashes[command[0], chosen[number].place] += 1
        for left in context.folder.glob(f"read-{number}.*"):
            left.unlink()

    context.two_at_once(one, len(chosen))
    for (command, place), count in sorted(crashes.items()):
        context.check(False, f"{command} crashes on an altered {place}, {count} times")
    context.figure(f"{len(commands)} commands on {len(chosen)} altered stores,"
                   f" {sum(crashes.values())} crashes")


def schema(context: Context) -> None:
    """Triggers, views, indexes, tables and columns changed, and the identifiers of the file."""
    base = furnished(context)
    with base.copied() as connection:
        alterations = list(of_schema(connection))
    _try(context, base, alterations, "alterations-of-schema-missed.txt")


def _try(context: Context, base: Store, alterations: list[Alteration], details: str) -> None:
    outcome = Counter()
    missed, misnamed, trapped = [], [], []

    def one(number: int) -> None:
        alteration = alterations[number]
        store = context.store(f"altered-{number}")
        copy_store(base.path, store.path)
        refusal = alteration.apply(store.path)
        if refusal is not None:
            outcome["refused by SQLite"] += 1
        else:
            answer = store.verdict_of_verify()
            if answer["code"] not in (0, 1, 2):
                trapped.append(alteration)
                context.check(len(trapped) > 3, f"{alteration}: verify ended with {answer}")
            elif answer["code"] == 0 or answer["ok"]:
                excused = _is_excused(alteration, store)
                outcome["excused" if excused else "missed"] += 1
                if not excused:
                    missed.append(alteration)
            else:
                outcome["found"] += 1
                if answer.get("table") not in (None, alteration.table):
                    misnamed.append(f"{alteration}\n    named as {answer.get('table')}:"
                                    f" {answer.get('problem')}")
        for left in context.folder.glob(f"altered-{number}.sqlite*"):
            left.unlink()

    context.two_at_once(one, len(alterations))
    for place, count in sorted(Counter(alteration.place for alteration in missed).items()):
        example = next(str(each) for each in missed if each.place == place)
        context.check(False, f"not found, {count} times: {place}, as in {example}")
    context.details[details] = "".join(f"{alteration}\n" for alteration in sorted(missed, key=str))
    context.details[details.replace("missed", "misnamed")] = "".join(
        f"{line}\n" for line in sorted(misnamed))
    context.check(not trapped, f"verify crashed {len(trapped)} times")
    tried = sum(outcome.values()) - outcome["refused by SQLite"]
    tables = {alteration.table for alteration in alterations}
    context.figure(f"{tried} alterations of {len(tables)} tables, views and the like:"
                   f" {outcome['found']} found, {outcome['missed']} missed,"
                   f" {outcome['excused']} excused, {outcome['refused by SQLite']} refused by"
                   f" SQLite; {len(misnamed)} found in another table")


def _is_excused(alteration: Alteration, store: Store) -> bool:
    if (alteration.table, alteration.column) in EXCUSED:
        return True
    if alteration.table != "run" or store.query(REPLAY_WITHOUT_END)[0][0] == 0:
        return False
    store.run("submit", "--form", "people", "id=1", "name=x")
    return store.query(REPLAY_WITHOUT_END)[0][0] == 0


SCENARIOS = [
    Scenario("alterations-rows", "`verify` detects every altered cell, row and order in every table",
             rows),
    Scenario("alterations-readers", "no command crashes on an altered store", readers),
    Scenario("alterations-schema", "`verify` detects every altered table, view, trigger and index",
             schema),
]
