"""Many concurrent commands of all kinds on one store."""

import random
import threading
import time
from collections import Counter

from kit.context import Context
from kit.inputs import (write_members, write_members_ndjson, write_people,
                        write_people_csv)
from kit.program import Ended
from kit.store import Store

WORKERS = 6


def run(context: Context) -> None:
    store = context.store("mixed")
    for definitions in (write_people(context.folder), write_members(context.folder)):
        context.decent(store.run("apply", definitions), "apply", codes=(0,))
    write_people(context.folder, "looser.yaml", age=140)
    outcomes: Counter[tuple[str, int]] = Counter()
    rows = Counter()
    lock = threading.Lock()
    end = time.monotonic() + context.amount(60, 10)

    def note(ended: Ended, name: str, records: int = 0) -> None:
        with lock:
            outcomes[name, ended.code] += 1
            # Exit code 2 is allowed only after a timeout.
            context.decent(ended, name, codes=(0, 1, 2))
            if ended.code == 2:
                context.check("lock" in ended.last_words or "use" in ended.last_words
                              or "writ" in ended.last_words, f"{name}: {ended}")
            else:
                rows[name] += records

    def work(worker: int) -> None:
        chance = random.Random(context.seed * 100 + worker)
        number = 0
        while time.monotonic() < end:
            number += 1
            _step(context, store, note, chance.random(), worker * 100_000 + number, chance)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    context.sound(store, "at the end")
    found = store.query("SELECT count(*) FROM form_people UNION ALL"
                        " SELECT count(*) FROM form_members")
    context.equal([count for (count,) in found],
                  [rows["import people"] + rows["submit people"],
                   rows["import members"] + rows["submit members"]], "rows at the end")
    keys = store.query("SELECT count(*), count(DISTINCT id) FROM form_members"
                       " WHERE _verdict = 'accepted'")[0]
    context.equal(keys[0], keys[1], "accepted members and distinct keys")
    reading = [("audit", "--format", "json"), ("list",), ("export", "--all", "--form", "people")]
    for command in reading + [("dump", "--canonical")] * context.program.has("dump"):
        context.decent(store.run(*command), "at the end", codes=(0,))
    busy = sum(count for (_, code), count in outcomes.items() if code == 2)
    context.figure(f"{sum(outcomes.values())} commands of {len({n for n, _ in outcomes})} kinds by"
                   f" {WORKERS} at a time, {sum(rows.values())} records, {busy} timeouts while waiting")


def _step(context: Context, store: Store, note, kind: float, number: int, chance) -> None:
    folder = context.folder

    def member_ids() -> list[int]:
        return [chance.randrange(1, 20_000) for _ in range(chance.randrange(1, 800))]

    if kind < 0.15:
        records = chance.randrange(10, 3_000)
        file = write_people_csv(folder / f"people-{number}.csv", records, number)
        note(store.run("import", file, "--form", "people", "--chunk", chance.choice((100, 50_000))),
             "import people", records)
        file.unlink()
    elif kind < 0.30:
        ids = member_ids()
        file = write_members_ndjson(folder / f"members-{number}.ndjson", ids)
        note(store.run("import", file, "--form", "members", "--chunk", chance.choice((50, 50_000))),
             "import members", len(ids))
        file.unlink()
    elif kind < 0.45:
        note(store.run("submit", "--form", "members", f"id={chance.randrange(1, 20_000)}",
                       "name=x"), "submit members", 1)
    elif kind < 0.60:
        note(store.run("submit", "--form", "people", f"id={number}", "name=x"), "submit people", 1)
    elif kind < 0.68:
        options = chance.choice(((), ("--only", "rejected"), ("--dry-run",)))
        note(store.run("replay", "--form", chance.choice(("people", "members")), *options),
             "replay")
    elif kind < 0.72:
        definitions = folder / chance.choice(("people.yaml", "looser.yaml"))
        note(store.run("apply", definitions), "apply")
    elif kind < 0.80:
        note(store.run("audit"), "audit")
    elif kind < 0.87:
        ended = store.run("verify")
        note(ended, "verify")
        if ended.code != 0 and not any("verify" in each for each in context.failures):
            context.check(False, f"verify among other commands: {ended} {ended.output.strip()[:300]}")
    elif kind < 0.93:
        note(store.run("export", "--all", "--form", "people"), "export")
    elif kind < 0.96:
        note(store.run("list"), "list")
    else:
        copy = folder / f"copy-{number}.sqlite"
        ended = store.run("backup", copy)
        note(ended, "backup")
        if ended.code == 0:
            if not context.failures:
                context.sound(Store(context.program, copy), "a backup among other commands")
            copy.unlink()
