"""A disk that is too small for the import, and is then enlarged."""

from kit.context import Context
from kit.inputs import write_people, write_people_csv
from kit.mounts import memory_disk, resize
from kit.store import Store


def run(context: Context) -> None:
    file = write_people_csv(context.folder / "people.csv", context.amount(40_000, 20_000),
                            context.seed)
    definitions = write_people(context.folder)
    undisturbed = context.store("undisturbed")
    # An empty store has 1.4 MB.
    sizes = (1, 3) if context.quick else range(1, 6)
    midway = refused = 0
    for chunk in (300, 50_000):
        command = ("import", file, "--definitions", definitions, "--chunk", chunk, "--ack")
        if not undisturbed.path.exists():
            context.decent(undisturbed.run(*command), "undisturbed", codes=(1,))
            content = undisturbed.canonical()
        for megabytes in sizes:
            place = f"{megabytes} MiB, chunks of {chunk}"
            folder = context.folder / f"disk-{chunk}-{megabytes}"
            with memory_disk(folder, megabytes):
                store = Store(context.program, folder / "full.sqlite")
                ended = store.run(*command)
                if ended.code == 1:
                    continue
                refused += 1
                context.decent(ended, place, codes=(2,))
                context.check("full" in ended.last_words or "space" in ended.last_words,
                              f"{place}: the words do not say that the disk is full: {ended}")
                damage, stored = store.stored()
                midway += len(stored) > 0
                context.check(damage is None, f"{place}: {damage}")
                context.check(len(stored) >= ended.acknowledged,
                              f"{place}: {ended.acknowledged} acknowledged, {len(stored)} stored")
                resize(folder, 256)
                context.decent(store.run(*command), f"{place}, with more room", codes=(1,))
                context.equal(store.canonical(), content, f"{place}, with more room: content")
                context.sound(store, f"{place}, with more room")
    context.check(midway > 0, "no disk became full between commits")
    context.figure(f"{refused} full disks, {midway} between commits, all completed when space was available")
