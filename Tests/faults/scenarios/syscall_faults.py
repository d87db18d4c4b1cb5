"""Errors, and short and torn transfers, at the k-th write, sync, read and truncation of a command."""

from collections.abc import Callable
from dataclasses import dataclass

from kit.context import Context
from kit.inputs import (write_members, write_members_csv, write_people, write_people_csv)
from kit.report import Scenario
from kit.store import Store, copy_store

# The faults of each operation, and whether they occur once or from then on.
SWEEPS = [
    ("write", "EIO", False), ("write", "EIO", True), ("write", "ENOSPC", False),
    ("write", "ENOSPC", True), ("write", "SHORT", False), ("write", "TORN", False),
    ("sync", "EIO", False), ("sync", "EIO", True), ("pread", "EIO", False), ("pread", "EIO", True),
    ("pread", "SHORT", False), ("truncate", "EIO", False), ("truncate", "EIO", True),
]
INPUT_SWEEPS = [("read", "EIO", False), ("read", "EIO", True), ("read", "SHORT", True),
                ("read", "EINTR", False)]


@dataclass
class Subject:
    """A command with injected faults, its initial state, and the check of its outcome."""

    command: tuple
    begin: Callable[[Store], None]
    content: str
    code: int
    path: str  # part of the path of the files whose calls fail


def run_import(context: Context) -> None:
    subject = _import(context)
    _sweep(context, subject, SWEEPS, context.amount(24, 5))


def run_input(context: Context) -> None:
    subject = _import(context, records=30_000)
    subject.path = "people.csv"
    _sweep(context, subject, INPUT_SWEEPS, context.amount(12, 3))


def run_replay(context: Context) -> None:
    subject = _import(context)
    base = context.store("base")
    context.decent(base.run(*subject.command), "base", codes=(1,))
    looser = write_people(context.folder, "looser.yaml", age=140)
    context.decent(base.run("apply", looser), "apply", codes=(0,))
    expected = context.store("expected")
    copy_store(base.path, expected.path)
    command = ("replay", "--form", "people")
    context.decent(expected.run(*command), "undisturbed replay", codes=(1,))
    subject = Subject(command, lambda store: copy_store(base.path, store.path),
                      _verdicts(expected), 1, "swept")
    _sweep(context, subject, SWEEPS, context.amount(10, 2), content=_verdicts)


def run_submit(context: Context) -> None:
    base = context.store("base")
    definitions = write_members(context.folder)
    file = write_members_csv(context.folder / "members.csv", range(1, 50))
    context.decent(base.run("import", file, "--definitions", definitions), "base", codes=(0,))
    command = ("submit", "--form", "members", "id=1000", "name=Last")
    if context.program.has("submit", "--idempotency-key"):
        command += ("--idempotency-key", "k1")
    expected = context.store("expected")
    copy_store(base.path, expected.path)
    context.decent(expected.run(*command), "undisturbed submit", codes=(0,))
    subject = Subject(command, lambda store: copy_store(base.path, store.path),
                      _accepted(expected), 0, "swept")
    _sweep(context, subject, SWEEPS, context.amount(8, 2), content=_accepted)


def _import(context: Context, records: int = 900) -> Subject:
    file = write_people_csv(context.folder / "people.csv", records, context.seed)
    command = ("import", file, "--definitions", write_people(context.folder), "--chunk",
               records // 3, "--ack")
    undisturbed = context.store("undisturbed")
    context.decent(undisturbed.run(*command), "undisturbed", codes=(1,))
    return Subject(command, lambda store: None, undisturbed.canonical(), 1, "swept")


def _verdicts(store: Store) -> str:
    """The verdicts after a replay, however often it was started."""
    return repr(sorted(store.query("SELECT _submission, _verdict FROM form_people")))


def _accepted(store: Store) -> str:
    """The accepted keys."""
    return repr(sorted(store.query("SELECT id FROM form_members WHERE _verdict = 'accepted'")))


def _sweep(context: Context, subject: Subject, sweeps: list[tuple[str, str, bool]], most: int,
           content: Callable[[Store], str] = Store.canonical) -> None:
    shim = context.needed_shim()
    faults = survived = refused = killed = 0
    for operation, what, sticky in sweeps:
        counted = context.store("swept")
        subject.begin(counted)
        count_file = context.folder / "count"
        counted.run(*subject.command,
                    environment=shim.counting(operation, subject.path, count_file))
        count = int(count_file.read_text())
        for k in _instants(context, count, most):
            place = f"{what} at {'and after ' if sticky else ''}{operation} {k} of {count}"
            store = context.store("swept")
            subject.begin(store)
            ended = store.run(*subject.command, environment=shim.fault(
                operation, k, what, subject.path, sticky))
            faults += 1
            # TORN ends in a kill, and the program may recover from SHORT; all other faults must end in an error.
            allowed = {subject.code, 2} | ({-9} if what == "TORN" else set())
            context.decent(ended, place, codes=tuple(allowed))
            survived += ended.code == subject.code
            refused += ended.code == 2
            killed += ended.code == -9
            if ended.code == subject.code:
                context.equal(content(store), subject.content, f"{place}: content of success")
            damage, stored = store.stored()
            context.check(damage is None, f"{place}: {damage}")
            context.check(len(stored) >= ended.acknowledged,
                          f"{place}: {ended.acknowledged} acknowledged, {len(stored)} stored")
            again = store.run(*subject.command)
            context.decent(again, f"{place}, again", codes=(0, 1))
            context.equal(content(store), subject.content, f"{place}: content after the rerun")
            context.sound(store, f"{place}, again")
    context.figure(f"{faults} faults: {refused} reported, {survived} tolerated,"
                   f" {killed} killed during a write")


def _instants(context: Context, count: int, most: int) -> list[int]:
    """All calls, or the first, the last and a sample in between."""
    if count <= most:
        return list(range(1, count + 1))
    return sorted({1, count, *context.random.sample(range(1, count + 1), most - 2)})


def run_export(context: Context) -> None:
    """Exports leave a complete file or none, whichever call fails."""
    file = write_people_csv(context.folder / "people.csv", 150_000, context.seed)
    store = context.store("base")
    context.decent(store.run("import", file, "--definitions", write_people(context.folder)),
                   "base", codes=(1,))
    shim = context.needed_shim()
    faults = survived = refused = killed = 0
    for options in (("--to",), ("--all", "-o")):
        whole = context.folder / "whole"
        whole.unlink(missing_ok=True)
        context.decent(store.run("export", *options, whole), "undisturbed", codes=(0,))
        expected = whole.read_bytes()
        for operation, what, sticky in SWEEPS:
            count_file = context.folder / "count"
            target = context.folder / "exported"
            target.unlink(missing_ok=True)
            store.run("export", *options, target,
                      environment=shim.counting(operation, ".formrec-", count_file))
            count = int(count_file.read_text())
            for k in _instants(context, count, context.amount(6, 2)):
                place = f"{options[0]}: {what} at {'and after ' if sticky else ''}{operation} {k}"
                target.unlink(missing_ok=True)
                ended = store.run("export", *options, target, environment=shim.fault(
                    operation, k, what, ".formrec-", sticky))
                faults += 1
                allowed = {0, 2} | ({-9} if what == "TORN" else set())
                context.decent(ended, place, codes=tuple(allowed))
                survived += ended.code == 0
                refused += ended.code == 2
                killed += ended.code == -9
                if ended.code == 0:
                    context.check(target.read_bytes() == expected, f"{place}: another content")
                else:
                    context.check(not target.exists(), f"{place}: a file that is not whole")
    context.decent(store.run("export", "--all", "-o", context.folder / "last"), "last", codes=(0,))
    left = [path.name for path in context.folder.iterdir() if path.name.startswith(".formrec-")]
    context.check(not left, f"left behind: {left}")
    context.figure(f"{faults} faults: {refused} reported, {survived} tolerated,"
                   f" {killed} killed during a write")


SCENARIOS = [
    Scenario("faults-import", "a fault at the k-th write, sync, read or truncation of the database"
             " during an import: it is reported, and a rerun completes it", run_import),
    Scenario("faults-input", "a fault at the k-th read of the file that is imported", run_input),
    Scenario("faults-replay", "the same faults during a replay", run_replay),
    Scenario("faults-submit", "the same faults during a single submission", run_submit),
    Scenario("faults-export", "the same faults in the file that an export writes: it is complete"
             " or absent", run_export),
]
