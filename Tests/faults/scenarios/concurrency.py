"""Several concurrent imports into one store."""

from collections.abc import Callable
from pathlib import Path

from kit.context import Context
from kit.inputs import write_people, write_people_csv
from kit.program import Ended
from kit.report import Scenario
from kit.store import Store

MEBIBYTE = 1 << 20


def together(context: Context, store: Store, commands: list[tuple]) -> list[Ended]:
    """Starts commands at once, up to 30 ms apart, and waits for all of them."""
    waits = [context.random.uniform(0, 0.03) for _ in commands]
    waits[0] = 0
    running = []
    for wait, command in zip(waits, commands):
        context.pause(wait)
        running.append(context.program.start(*command, "--db", store.path))
    return [each.wait() for each in running]


def _same_file(context: Context, processes: int, chunk: int, records: int) -> None:
    """The file is stored once, however many processes import it at the same time."""
    file = write_people_csv(context.folder / "people.csv", records, context.seed)
    command = ("import", file, "--definitions", write_people(context.folder), "--chunk", chunk)
    alone = context.store("alone")
    context.decent(alone.run(*command), "alone", codes=(1,))
    expected = alone.canonical()
    rounds = context.rounds()
    bad = waited = 0
    for number in range(rounds):
        store = context.store("concurrent")
        place = f"round {number + 1}"
        ended = together(context, store, [command] * processes)
        good = all([context.decent(each, place, codes=(1, 2)) for each in ended])
        waited += sum(each.code == 2 for each in ended)
        good &= context.check(any(each.code == 1 for each in ended), f"{place}: none finished")
        rows = store.query("SELECT count(*) FROM submission")[0][0]
        good &= context.equal(rows, records, f"{place}: rows")
        good &= context.equal(store.canonical(), expected, f"{place}: content")
        good &= context.sound(store, place)
        bad += not good
    context.figure(f"{rounds} rounds, {bad} wrong, {waited} timeouts while waiting")


def same_file(processes: int, chunk: int, records: int) -> Callable[[Context], None]:
    return lambda context: _same_file(context, processes, chunk, records)


def resumed_twice(context: Context) -> None:
    """An import is killed, then resumed by two processes at the same time."""
    records = 6_000
    file = write_people_csv(context.folder / "people.csv", records, context.seed)
    command = ("import", file, "--definitions", write_people(context.folder), "--chunk", 300)
    alone = context.store("alone")
    context.decent(alone.run(*command), "alone", codes=(1,))
    shim = context.needed_shim()
    rounds = context.rounds()
    for number in range(rounds):
        store = context.store("concurrent")
        place = f"round {number + 1}"
        store.run(*command, environment=shim.fault("sync", 15, "KILL", "concurrent"))
        for each in together(context, store, [command] * 2):
            context.decent(each, place, codes=(1, 2))
        context.equal(store.canonical(), alone.canonical(), f"{place}: content")
        context.sound(store, place)
    context.figure(f"{rounds} rounds")


def common_beginning(context: Context) -> None:
    """Two files with a common beginning are two complete imports."""
    definitions = write_people(context.folder)
    rounds = context.rounds()
    # About 45 bytes per record: the longer pair has more than a mebibyte in common.
    for words, records, same_size in (("other size", 6_000, False), ("same size", 30_000, True)):
        first, second = _alike(context, records, same_size)
        for number in range(rounds):
            store = context.store("concurrent")
            place = f"{words}, round {number + 1}"
            ended = together(context, store, [
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


ONCE = "a file that several processes import at the same time is stored once"
SCENARIOS = [
    Scenario("concurrent-2-small", f"{ONCE}: two, small chunks", same_file(2, 300, 6_000)),
    Scenario("concurrent-3-small", f"{ONCE}: three, small chunks", same_file(3, 300, 6_000)),
    Scenario("concurrent-2-large", f"{ONCE}: two, default chunks", same_file(2, 50_000, 60_000)),
    Scenario("concurrent-3-large", f"{ONCE}: three, default chunks", same_file(3, 50_000, 60_000)),
    Scenario("concurrent-resumed", "two processes resume the same unfinished import", resumed_twice),
    Scenario("concurrent-beginning", "two files with a common beginning become two imports",
             common_beginning),
]
