"""SQLite's locks, which any close() of the database file in the same process drops.

sqlite.org/howtocorrupt.html, 2.2: the process then writes without a lock, and another process that ends considers
itself the last one and deletes the WAL that is in use.
"""

from kit.context import Context
from kit.inputs import (write_members, write_members_csv, write_members_ndjson, write_people,
                        write_people_csv)


def run(context: Context) -> None:
    shim = context.needed_shim()
    folder = context.folder
    store = context.store("locks")
    people, members = write_people(folder), write_members(folder)
    looser = write_people(folder, "looser.yaml", age=140)
    copy = folder / "copy.sqlite"
    commands = [
        ("import", write_people_csv(folder / "p.csv", 900, context.seed), "--definitions", people,
         "--chunk", 300),
        ("import", folder / "p.csv", "--form", "people"),
        ("apply", members), ("apply", looser),
        ("import", write_members_csv(folder / "m.csv", range(1, 500)), "--form", "members",
         "--chunk", 100),
        ("import", write_members_ndjson(folder / "m.ndjson", [*range(400, 600)]), "--form",
         "members"),
        ("import", folder / "p.csv", "--form", "people", "--again", "--dry-run"),
        ("submit", "--form", "members", "id=1", "name=x"),
        ("submit", "--form", "people", "id=1", "name=x"),
        ("replay", "--form", "people"), ("replay", "--form", "members", "--full"),
        ("audit",), ("list",), ("history", 1), ("export", "--all", "--form", "people"),
        ("verify",), ("backup", copy), ("verify", "--compare", copy),
        ("verify", "--compare", store.path), ("dump", "--canonical"), ("doctor",),
    ]
    tried = 0
    for command in commands:
        if not context.program.has(command[0], "--compare" if "--compare" in command else ""):
            continue
        notes = folder / "notes"
        notes.unlink(missing_ok=True)
        place = " ".join(each for each in map(str, command) if "/" not in each)
        ended = store.run(*command, environment=shim.watching_locks("/locks.sqlite", notes))
        context.decent(ended, place)
        context.check(not notes.exists(), f"{place}: drops SQLite's locks while it uses the file")
        tried += 1
    context.figure(f"{tried} commands")
