"""Concurrent imports, submissions, replays, backups and other programs on one store."""

import re
import sqlite3
from pathlib import Path

from kit.context import Context
from kit.inputs import write_members, write_members_csv, write_people, write_people_csv
from kit.report import Scenario
from kit.store import Store

from .concurrency import together


def _keys_exact(context: Context, store: Store, place: str, keys: int) -> None:
    """Every key was accepted, and none twice."""
    found = store.query("SELECT count(*), count(DISTINCT id) FROM form_members"
                        " WHERE _verdict = 'accepted'")[0]
    context.equal(found, (keys, keys), f"{place}: accepted rows and distinct keys")
    context.sound(store, place)


def ever_by_imports(context: Context) -> None:
    """`unique: ever`: two concurrent imports with the same keys."""
    definitions = write_members(context.folder)
    rounds = context.rounds()
    for number in range(rounds):
        keys = 3_000
        files = [write_members_csv(context.folder / f"members-{part}.csv",
                                   range(1 + part * 100, keys + 1)) for part in range(2)]
        store = context.store("concurrent")
        chunk = (200, 50_000)[number % 2]
        place = f"round {number + 1}, chunks of {chunk}"
        ended = together(context, store, [
            ("import", file, "--definitions", definitions, "--chunk", chunk) for file in files])
        for each in ended:
            context.decent(each, place, codes=(0, 1))
        context.equal(store.query("SELECT count(*) FROM form_members")[0][0], 2 * keys - 100,
                      f"{place}: rows")
        _keys_exact(context, store, place, keys)
    context.figure(f"{rounds} rounds of two imports")


def ever_by_submits(context: Context) -> None:
    """`unique: ever`: concurrent submissions of one key, and an import with the same key."""
    definitions = write_members(context.folder)
    rounds = context.rounds()
    submits = 0
    for number in range(rounds):
        store = context.store("concurrent")
        place = f"round {number + 1}"
        context.decent(store.run("apply", definitions), place, codes=(0,))
        file = write_members_csv(context.folder / "members.csv", range(1, 2_001))
        commands = [("import", file, "--form", "members", "--chunk", 200)]
        for key in (1, 1_000, 2_000, 5_000):
            commands += [("submit", "--form", "members", f"id={key}", "name=x")] * 2
        submits += 8
        context.random.shuffle(commands)
        for each in together(context, store, commands):
            context.decent(each, place, codes=(0, 1))
        context.equal(store.query("SELECT count(*) FROM form_members")[0][0], 2_008,
                      f"{place}: rows")
        _keys_exact(context, store, place, 2_001)
    context.figure(f"{rounds} rounds of an import and 8 submissions")


def beside(context: Context) -> None:
    """An import, a replay, submissions and backups at the same time; each copy is complete."""
    definitions = write_people(context.folder)
    looser = write_people(context.folder, "looser.yaml", age=140)
    first = write_people_csv(context.folder / "first.csv", 6_000, context.seed)
    second = write_people_csv(context.folder / "second.csv", 12_000, context.seed + 1)
    rounds = context.rounds()
    backups = 0
    for number in range(rounds):
        store = context.store("concurrent")
        place = f"round {number + 1}"
        context.decent(store.run("import", first, "--definitions", definitions), place, (1,))
        rules = store.run("apply", looser)
        context.decent(rules, place, codes=(0,))
        copies = [context.folder / f"copy-{number}-{part}.sqlite" for part in range(2)]
        commands = [
            ("import", second, "--form", "people", "--chunk", 300),
            ("replay", "--form", "people", "--import", 1),
            ("submit", "--form", "people", "id=1", "name=Ada"),
            ("backup", copies[0]), ("submit", "--form", "people", "id=x", "name=Ada"),
            ("backup", copies[1])]
        for each in together(context, store, commands):
            context.decent(each, place, codes=(0, 1))
        found = store.query("SELECT count(*) FROM form_people")[0][0]
        context.equal(found, 18_002, f"{place}: rows")
        context.sound(store, place)
        for copy in filter(Path.exists, copies):
            backups += 1
            context.sound(Store(context.program, copy), f"{place}: backup")
        context.check(all(map(Path.exists, copies)), f"{place}: a backup is missing")
    context.figure(f"{rounds} rounds, {backups} backups")


def locked_by_another(context: Context) -> None:
    """Another program holds a write lock: the command waits for the time of --wait, then reports an error."""
    definitions = write_members(context.folder)
    store = context.store("concurrent")
    context.decent(store.run("apply", definitions), "apply", codes=(0,))
    command = ("submit", "--form", "members", "id=1", "name=x", "--wait")
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    ended = store.run(*command, 1)
    context.decent(ended, "lock held on", codes=(2,))
    context.check(re.search(r"lock|use|writ", ended.last_words) is not None,
                  f"lock held on: the words do not say so: {ended}")
    running = context.program.start(*command, 20, "--db", store.path)
    context.pause(1)
    other.execute("ROLLBACK")
    other.close()
    context.decent(running.wait(), "lock released after a second", codes=(0,))
    context.sound(store, "afterwards")
    context.figure("a lock that is held and one that is released")


EVER = "`unique: ever` accepts every key exactly once"
SCENARIOS = [
    Scenario("concurrent-ever-imports", f"{EVER}: two imports", ever_by_imports),
    Scenario("concurrent-ever-submits", f"{EVER}: an import and submissions", ever_by_submits),
    Scenario("concurrent-beside", "an import during a replay, submissions and backups", beside),
    Scenario("concurrent-locked", "commands wait for another program's write lock", locked_by_another),
]
