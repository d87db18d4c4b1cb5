"""Several processes on one store at the same time."""

import re
from collections.abc import Callable
from pathlib import Path

from kit.context import Context
from kit.inputs import (people_lines, write_members, write_members_csv, write_people,
                        write_people_csv)
from kit.program import Ended
from kit.report import Scenario
from kit.store import Store

MEBIBYTE = 1 << 20


def _together(context: Context, store: Store, commands: list[tuple]) -> list[Ended]:
    """Starts commands at once, up to 30 ms apart, and waits for all of them."""
    waits = [context.random.uniform(0, 0.03) for _ in commands]
    waits[0] = 0
    running = []
    for wait, command in zip(waits, commands):
        context.pause(wait)
        running.append(context.program.start(*command, "--db", store.path))
    return [each.wait() for each in running]


def _same_file(context: Context, processes: int, chunk: int, records: int) -> None:
    """The file stands in the store once, whoever imports it how often at once."""
    file = write_people_csv(context.folder / "people.csv", records, context.seed)
    command = ("import", file, "--definitions", write_people(context.folder), "--chunk", chunk)
    alone = context.store("alone")
    context.decent(alone.run(*command), "alone", codes=(1,))
    expected = alone.canonical()
    rounds = context.rounds()
    bad = waited = 0
    for number in range(rounds):
        store = context.store("company")
        place = f"round {number + 1}"
        ended = _together(context, store, [command] * processes)
        good = all([context.decent(each, place, codes=(1, 2)) for each in ended])
        waited += sum(each.code == 2 for each in ended)
        good &= context.check(any(each.code == 1 for each in ended), f"{place}: none finished")
        rows = store.query("SELECT count(*) FROM submission")[0][0]
        good &= context.equal(rows, records, f"{place}: rows")
        good &= context.equal(store.canonical(), expected, f"{place}: content")
        good &= context.sound(store, place)
        bad += not good
    context.figure(f"{rounds} rounds, {bad} wrong, {waited} processes gave up waiting")


def same_file(processes: int, chunk: int, records: int) -> Callable[[Context], None]:
    return lambda context: _same_file(context, processes, chunk, records)


def resumed_twice(context: Context) -> None:
    """Killed, then the same command by two at once."""
    records = 6_000
    file = write_people_csv(context.folder / "people.csv", records, context.seed)
    command = ("import", file, "--definitions", write_people(context.folder), "--chunk", 300)
    alone = context.store("alone")
    context.decent(alone.run(*command), "alone", codes=(1,))
    shim = context.needed_shim()
    rounds = context.rounds()
    for number in range(rounds):
        store = context.store("company")
        place = f"round {number + 1}"
        store.run(*command, environment=shim.fault("sync", 15, "KILL", "company"))
        for each in _together(context, store, [command] * 2):
            context.decent(each, place, codes=(1, 2))
        context.equal(store.canonical(), alone.canonical(), f"{place}: content")
        context.sound(store, place)
    context.figure(f"{rounds} rounds")


def common_beginning(context: Context) -> None:
    """Two files that begin alike are two imports, whole both."""
    definitions = write_people(context.folder)
    rounds = context.rounds()
    # About 45 bytes a record: the longer pair has more than a mebibyte in common.
    for words, records, same_size in (("other size", 6_000, False), ("same size", 30_000, True)):
        first, second = _alike(context, records, same_size)
        for number in range(rounds):
            store = context.store("company")
            place = f"{words}, round {number + 1}"
            ended = _together(context, store, [
                ("import", file, "--definitions", definitions, "--chunk", chunk)
                for file, chunk in ((first, 300), (second, context.random.choice((300, 50_000))))])
            for each in ended:
                context.decent(each, place, codes=(1,))
            for file in (first, second):
                expected = file.read_text().splitlines()[-1].split(",")[1]
                rows = store.query(
                    "SELECT count(*), max(CASE WHEN _record = ? THEN name END) FROM form_people"
                    " JOIN import_view ON import = _import WHERE file_name = ?",
                    _records(file), file.name)
                context.equal(rows[0], (_records(file), expected), f"{place}: {file.name}")
            context.sound(store, place)
    context.figure(f"{2 * rounds} rounds")


def _alike(context: Context, records: int, same_size: bool) -> tuple[Path, Path]:
    lines = [f"{number},Name {number},a{number}@example.com,130,2021-01-01,nothing"
             for number in range(1, records + 1)]
    texts = []
    for name in ("first", "other"):
        end = f"{records + 1},{name},,1,2021-01-01,"
        if not same_size and name == "other":
            end = "\n".join([end] * 50)
        texts.append("\n".join(["id,name,email,age,joined,note", *lines, end]) + "\n")
    if same_size:
        assert len(texts[0]) == len(texts[1]) and texts[0][:MEBIBYTE] == texts[1][:MEBIBYTE]
    files = context.folder / "first.csv", context.folder / "other.csv"
    for file, text in zip(files, texts):
        file.write_text(text)
    return files


def _records(file: Path) -> int:
    return len(file.read_text().splitlines()) - 1


def _keys_exact(context: Context, store: Store, place: str, keys: int) -> None:
    """Every key was accepted, and none twice."""
    found = store.query("SELECT count(*), count(DISTINCT id) FROM form_members"
                        " WHERE _verdict = 'accepted'")[0]
    context.equal(found, (keys, keys), f"{place}: accepted rows and distinct keys")
    context.sound(store, place)


def ever_by_imports(context: Context) -> None:
    """`unique: ever`: two files with the same keys at once."""
    definitions = write_members(context.folder)
    rounds = context.rounds()
    for number in range(rounds):
        keys = 3_000
        files = [write_members_csv(context.folder / f"members-{part}.csv",
                                   range(1 + part * 100, keys + 1)) for part in range(2)]
        store = context.store("company")
        chunk = (200, 50_000)[number % 2]
        place = f"round {number + 1}, chunks of {chunk}"
        ended = _together(context, store, [
            ("import", file, "--definitions", definitions, "--chunk", chunk) for file in files])
        for each in ended:
            context.decent(each, place, codes=(0, 1))
        context.equal(store.query("SELECT count(*) FROM form_members")[0][0], 2 * keys - 100,
                      f"{place}: rows")
        _keys_exact(context, store, place, keys)
    context.figure(f"{rounds} rounds of two imports")


def ever_by_submits(context: Context) -> None:
    """`unique: ever`: single submissions of one key at once, beside an import that has it too."""
    definitions = write_members(context.folder)
    rounds = context.rounds()
    submits = 0
    for number in range(rounds):
        store = context.store("company")
        place = f"round {number + 1}"
        context.decent(store.run("apply", definitions), place, codes=(0,))
        file = write_members_csv(context.folder / "members.csv", range(1, 2_001))
        commands = [("import", file, "--form", "members", "--chunk", 200)]
        for key in (1, 1_000, 2_000, 5_000):
            commands += [("submit", "--form", "members", f"id={key}", "name=x")] * 2
        submits += 8
        context.random.shuffle(commands)
        for each in _together(context, store, commands):
            context.decent(each, place, codes=(0, 1))
        context.equal(store.query("SELECT count(*) FROM form_members")[0][0], 2_008,
                      f"{place}: rows")
        _keys_exact(context, store, place, 2_001)
    context.figure(f"{rounds} rounds of an import and 8 submissions")


def beside(context: Context) -> None:
    """An import beside a replay, submissions and backups; each copy is whole."""
    definitions = write_people(context.folder)
    looser = write_people(context.folder, "looser.yaml", age=140)
    first = write_people_csv(context.folder / "first.csv", 6_000, context.seed)
    second = write_people_csv(context.folder / "second.csv", 12_000, context.seed + 1)
    rounds = context.rounds()
    backups = 0
    for number in range(rounds):
        store = context.store("company")
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
        for each in _together(context, store, commands):
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
    """Another program holds a write lock: waited for as --wait says, then told."""
    import sqlite3
    definitions = write_members(context.folder)
    store = context.store("company")
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
    context.figure("a lock that stays and one that goes")


ONCE = "one file imported by several at once stands there once"
EVER = "every key is accepted exactly once by `unique: ever`"
SCENARIOS = [
    Scenario("company-2-small", f"{ONCE}: two, small chunks", same_file(2, 300, 6_000)),
    Scenario("company-3-small", f"{ONCE}: three, small chunks", same_file(3, 300, 6_000)),
    Scenario("company-2-large", f"{ONCE}: two, usual chunks", same_file(2, 50_000, 60_000)),
    Scenario("company-3-large", f"{ONCE}: three, usual chunks", same_file(3, 50_000, 60_000)),
    Scenario("company-resumed", "an unfinished import resumed by two at once", resumed_twice),
    Scenario("company-beginning", "two files with a common beginning are two imports",
             common_beginning),
    Scenario("company-ever-imports", f"{EVER}: two imports", ever_by_imports),
    Scenario("company-ever-submits", f"{EVER}: an import and submissions", ever_by_submits),
    Scenario("company-beside", "an import beside a replay, submissions and backups", beside),
    Scenario("company-locked", "another program's write lock is waited for", locked_by_another),
]
