"""Files that change while they are read, and databases that are removed while they are written."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from kit.context import Context
from kit.inputs import write_people, write_people_csv
from kit.report import Scenario
from kit.store import remove_store

RECORDS = 60_000  # about three mebibytes: a dozen reads
READ = 6  # the read before which the file changes


def _truncate(file: Path) -> None:
    os.truncate(file, file.stat().st_size * 3 // 4)


def _truncate_all(file: Path) -> None:
    os.truncate(file, 0)


def _grow(file: Path) -> None:
    with file.open("a") as end:
        end.write("99999999,Late,,1,2021-01-01,\n")


def _edit(place: Callable[[int], int]) -> Callable[[Path], None]:
    """Overwrites a letter without changing the size."""
    def edit(file: Path) -> None:
        with file.open("r+b") as bytes_:
            start = place(file.stat().st_size)
            bytes_.seek(start)
            offset = bytes_.read(4_000).index(b"example") + start
            bytes_.seek(offset)
            bytes_.write(b"exanple")
    return edit


def _replace(file: Path) -> None:
    other = file.with_suffix(".new")
    shutil.copyfile(file, other)
    os.rename(other, file)


# Each change is made after the file was partly read, after the first commits.
CHANGES: list[tuple[str, Callable[[Path], None]]] = [
    ("cut by a quarter", _truncate), ("emptied", _truncate_all), ("grown", _grow),
    ("edited where it was read already", _edit(lambda size: 100)),
    ("edited where it was not read yet", _edit(lambda size: size - 8_000)),
    ("replaced by a copy", _replace),
]


def changed_file(context: Context) -> None:
    shim = context.needed_shim()
    definitions = write_people(context.folder)
    for name, change in CHANGES:
        file = write_people_csv(context.folder / "people.csv", RECORDS, context.seed)
        store = context.store("changed")
        command = ("import", file, "--definitions", definitions, "--chunk", 300, "--ack", "--db",
                   store.path)
        running = context.program.start(
            *command, environment=shim.fault("read", READ, "STOP", "people.csv"))
        place = f"a file {name} while it is read"
        if not context.check(running.wait_until_stopped(), f"{place}: it was never stopped"):
            running.wait()
            continue
        change(file)
        running.go_on()
        ended = running.wait()
        context.decent(ended, place, codes=(2,))
        context.check("receipt" not in ended.messages + ended.output, f"{place}: got a receipt")
        states = [each["state"] for each in store.imports()]
        context.check("finished" not in states, f"{place}: left {states}")
        context.sound(store, place)
        # The changed file is another file, and is imported completely. The definitions may not be stored.
        again = write_people_csv(context.folder / "people.csv", 1_000, context.seed + 1)
        context.decent(store.run("import", again, "--definitions", definitions),
                       f"{place}, then another", codes=(1,))
    context.figure(f"{len(CHANGES)} changes while a part of the file was read")


def _remove(path: Path) -> None:
    remove_store(path)


def _remove_main(path: Path) -> None:
    path.unlink()


def changed_database(context: Context) -> None:
    """If the path no longer names the open database, no success may be reported."""
    shim = context.needed_shim()
    definitions = write_people(context.folder)
    file = write_people_csv(context.folder / "people.csv", RECORDS, context.seed)
    other = context.store("other")
    context.decent(other.run("apply", definitions), "other", codes=(0,))

    def replace(path: Path) -> None:
        for end in ("-wal", "-shm"):
            Path(f"{path}{end}").unlink(missing_ok=True)
        shutil.copyfile(other.path, f"{path}.new")
        os.rename(f"{path}.new", path)

    cases = [("deleted with all beside it", _remove), ("deleted alone", _remove_main),
             ("moved away", lambda path: path.rename(path.with_suffix(".moved"))),
             ("replaced", replace)]
    for command, name, change in [(command, name, change) for command in ("import", "replay")
                                  for name, change in cases]:
        store = context.store("gone")
        arguments = ("import", file, "--definitions", definitions, "--chunk", 300)
        call = 14
        if command == "replay":
            context.decent(store.run(*arguments), "base", codes=(1,))
            context.decent(store.run("apply", write_people(context.folder, "looser.yaml", 140)),
                           "looser", codes=(0,))
            arguments, call = ("replay", "--form", "people"), 1
        running = context.program.start(
            *arguments, "--db", store.path,
            environment=shim.fault("sync", call, "STOP", store.path.name))
        place = f"{command} into a database {name} meanwhile"
        if not context.check(running.wait_until_stopped(), f"{place}: it was never stopped"):
            running.wait()
            continue
        change(store.path)
        running.go_on()
        ended = running.wait()
        context.decent(ended, place, codes=(2,))
        context.check("receipt" not in ended.messages + ended.output, f"{place}: got a receipt")
        if name == "replaced":
            context.sound(store, place)
            context.equal(store.query("SELECT count(*) FROM submission")[0][0], 0,
                          f"{place}: rows in the other one")
        remove_store(store.path.with_suffix(".moved"))
    context.figure(f"{len(cases)} ways to lose a database, during an import and during a replay")


SCENARIOS = [
    Scenario("changed-file", "a file that changes while it is read: exit 2, unfinished",
             changed_file),
    Scenario("changed-database", "a database deleted or replaced while it is written: exit 2, no"
             " receipt", changed_database),
]
