"""INT, TERM and HUP at every system call of small imports, for each kind of form and of input."""

import gzip
import re
import signal
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from kit.context import Context
from kit.inputs import write_form

RULES = {
    "plain": ("", "[{length: {max: 9}}]"),
    "key": ("key: [id]", "[unique]"),
    "ever": ("", "[{unique: ever}]"),
    "key and ever": ("key: [id]", "[{unique: ever}]"),
    "counting": ("", "[resembles]"),
}
INPUTS = ("file", "standard input", "gz", "files")
SIGNALS = ("INT", "TERM", "HUP")
RECORDS = 30
# The exit codes of a command that a signal ended, by itself or before it caught signals.
STOPPED = {128 + getattr(signal, f"SIG{name}") for name in SIGNALS} | {
    -getattr(signal, f"SIG{name}") for name in SIGNALS}


@dataclass(frozen=True)
class Import:
    """A command with its input, its exit code and the content that it stores."""

    command: tuple
    input: Path | None
    code: int
    content: str
    calls: int


def run(context: Context) -> None:
    shim = context.needed_shim()
    tried, stopped, unfinished, late = 0, 0, 0, 0
    for form, source in product(RULES, INPUTS):
        place = f"{form}, {source}"
        whole = undisturbed(context, form, source)
        calls = instants(context, whole.calls)
        signals = [SIGNALS[(call + number) % 3] for number, call in enumerate(calls)]

        def one(number: int) -> tuple[bool, bool]:
            call, name = calls[number], signals[number]
            store = context.store(f"{form}-{source}-{number}".replace(" ", "-"))
            ended = store.run(*whole.command, input=whole.input,
                              environment=shim.signal(call, name))
            where = f"{place}, {name} at call {call} of {whole.calls}"
            is_stopped = ended.code in STOPPED
            context.check(is_stopped or ended.code == whole.code, f"{where}: {ended}")
            claimed = re.search(r"(\d+) records? (?:is|are) stored in the unfinished",
                                ended.messages)
            context.check(claimed is None or claimed.group(1) != "0",
                          f"{where}: {ended.last_words}")
            if store.path.exists():
                context.sound(store, where)
                context.decent(store.run("backup", f"{store.path}.bak"), f"{where}, backup", (0,))
            context.decent(store.run(*whole.command, input=whole.input), f"{where}, again",
                           (whole.code,))
            context.equal(store.canonical(), whole.content, f"{where}, again: content")
            context.sound(store, f"{where}, again")
            for left in context.folder.glob(f"{store.path.name}*"):
                left.unlink()
            outcomes.append((is_stopped, claimed is not None))

        outcomes: list[tuple[bool, bool]] = []
        context.two_at_once(one, len(calls))
        tried += len(calls)
        stopped += sum(each for each, _ in outcomes)
        unfinished += sum(each for _, each in outcomes)
        late += sum(not each for each, _ in outcomes)
    context.figure(
        f"{tried} signals to {len(RULES) * len(INPUTS)} kinds of imports: {stopped} stopped,"
        f" {unfinished} of them with an unfinished import; {late} too late")


def instants(context: Context, calls: int) -> list[int]:
    """The calls at which signals are sent: all, or a sample."""
    most = context.round_count or context.amount(60, 6)
    return sorted(context.random.sample(range(1, calls + 1), min(calls, most)))


def undisturbed(context: Context, form: str, source: str) -> Import:
    key, rules = RULES[form]
    definitions = write_form(context.folder, key, rules)
    files = [context.folder / f"{name}.csv" for name in ("a", "b", "c")]
    for number, file in enumerate(files):
        file.write_text("id,name\n" + "".join(
            f"{number * RECORDS + each},name {number * RECORDS + each}\n"
            for each in range(1, RECORDS + 1)))
    packed = context.folder / "a.csv.gz"
    packed.write_bytes(gzip.compress(files[0].read_bytes(), mtime=0))
    given = {"file": files[:1], "standard input": ["-"], "gz": [packed], "files": files}[source]
    command = ("import", *given, "--definitions", definitions)
    standard = files[0] if source == "standard input" else None
    store = context.store("undisturbed")
    count = context.folder / "calls"
    ended = store.run(*command, input=standard,
                      environment=context.needed_shim().counting_all(count))
    context.decent(ended, f"{form}, {source}, undisturbed", (0, 1))
    return Import(command, standard, ended.code, store.canonical(), int(count.read_text()))
