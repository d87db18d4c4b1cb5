"""A store with content of every kind."""

import csv

from .context import Context
from .inputs import (write_members, write_members_ndjson, write_people, write_people_csv)
from .store import Store


def furnished(context: Context) -> Store:
    """Two forms, versions, finished, unfinished and discarded imports, submissions, replays,
    corrections, decisions and purges."""
    store = context.store("furnished")
    folder, program = context.folder, context.program

    def run(*arguments, codes: tuple[int, ...] = (0, 1)) -> None:
        context.decent(store.run(*arguments), f"furnishing: {arguments[0]}", codes)

    def unfinished(name: str, seed: int) -> None:
        file = write_people_csv(folder / name, 1_500, seed)
        shim = context.needed_shim()
        for call in (5, 3, 7, 2, 9):
            ended = store.run("import", file, "--form", "people", "--chunk", 150, "--source",
                              "east", environment=shim.fault("sync", call, "KILL", store.path.name))
            if ended.code == -9 and store.imports()[-1]["state"] == "unfinished":
                return
        context.check(False, f"furnishing: {name} was not left unfinished: {ended}")

    people = write_people(folder)
    first = write_people_csv(folder / "first.csv", 1_200, context.seed)
    run("import", first, "--definitions", people, "--source", "north", "--batch", "w35",
        "--by", "ana", "--chunk", 500)
    members = write_members_ndjson(
        folder / "members.ndjson", [*range(1, 60), *range(5, 10), *range(100, 150)])
    run("import", members, "--definitions", write_members(folder), "--form", "members", "--source",
        "south")
    key = ("--idempotency-key",) if program.has("submit", "--idempotency-key") else ()
    for number, fields in enumerate((("id=1", "name=Ada"), ("id=x", "name=Ben"))):
        run("submit", "--form", "people", *fields, "--source", "desk", "--by", "ben",
            *(key and (*key, f"people-{number}")))
    for number, fields in enumerate((("id=500", "name=Eva"), ("id=1", "name=Ada"),
                                     ("id=501", "name=Uwe"))):
        run("submit", "--form", "members", *fields, *(key and (*key, f"members-{number}")))
    run("apply", write_people(folder, "looser.yaml", age=140))
    run("replay", "--form", "people", "--import", 1, "--only", "rejected", "--by", "cem")
    run("import", write_people_csv(folder / "second.csv", 300, context.seed + 1), "--form",
        "people")
    run("replay", "--form", "people", "--import", 1)
    if program.has("discard"):
        unfinished("discarded.csv", context.seed + 2)
        number = max(each["import"] for each in store.imports())
        run("discard", number)
    rejected = _corrected(store, folder, run)
    run("waive", rejected[3], "--reason", "known", "--by", "eve", codes=(0,))
    run("waive", rejected[4], "--reason", "a mistake", "--by", "eve", codes=(0,))
    run("reopen", rejected[4], "--reason", "none", "--by", "eve", codes=(0,))
    if program.has("assign"):
        run("assign", "--form", "people", "--to", "ben", "--by", "eve", codes=(0,))
    if program.has("comment"):
        for number in rejected[4], rejected[5]:
            run("comment", number, "really?", "--by", "eve", codes=(0,))
    run("purge", rejected[5], "--reason", "asked to", "--by", "fay", codes=(0,))
    unfinished("unfinished.csv", context.seed + 3)
    states = {each["state"] for each in store.imports()}
    context.check("unfinished" in states, f"furnishing: states are {states}")
    context.sound(store, "furnished")
    if program.has("dump"):
        run("dump", "--canonical", codes=(0,))
    return _settled(store)


def _corrected(store: Store, folder, run) -> list[str]:
    """Imports corrections for some failures of `people`; returns the numbers of the previously open failures."""
    run("export", "--form", "people", "-o", folder / "open.csv", "--no-mask", codes=(0,))
    with open(folder / "open.csv", encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    age, number = header.index("age"), header.index("_submission")
    with open(folder / "back.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [header] + [row[:age] + ["33"] + row[age + 1:] for row in rows[:3]])
    run("correct", folder / "back.csv", "--accept", "age", "--by", "dora")
    return [row[number] for row in rows]


def _settled(store: Store) -> Store:
    """Checkpoints the WAL, so that one file contains the whole store."""
    import sqlite3
    connection = sqlite3.connect(store.path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return store
