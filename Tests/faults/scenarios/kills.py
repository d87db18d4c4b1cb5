"""kill -9 at random instants of an import that commits often: into a new store, and into one that has nearly all of
the records, so that their cells are shared."""

import time

from kit.context import Context
from kit.inputs import write_people, write_people_csv
from kit.store import Store

MOST_PER_STORE = 6


def run(context: Context) -> None:
    kill(context, into_new=True)


def run_again(context: Context) -> None:
    kill(context, into_new=False)


def kill(context: Context, into_new: bool) -> None:
    file = write_people_csv(context.folder / "people.csv", context.amount(8_000, 6_000),
                            context.seed)
    command = ("import", file, "--definitions", write_people(context.folder), "--chunk", 300,
               "--ack")

    def store_before(name: str) -> Store:
        store = context.store(name)
        if not into_new:
            delivered = context.folder / "delivered.csv"
            lines = file.read_bytes().splitlines(keepends=True)
            delivered.write_bytes(b"".join(line for number, line in enumerate(lines) if number % 97 != 96))
            context.decent(store.run("import", delivered, *command[2:4]), name, codes=(1,))
        return store

    undisturbed = store_before("undisturbed")
    before = len(undisturbed.stored()[1])
    begun = time.monotonic()
    ended = undisturbed.run(*command)
    duration = time.monotonic() - begun
    context.decent(ended, "undisturbed", codes=(1,))
    context.sound(undisturbed, "undisturbed")
    _, expected = undisturbed.stored()
    if not into_new:
        [(shared,)] = undisturbed.query("SELECT count(cells_of) FROM submission")
        context.check(2 * shared > len(expected) - before, f"only {shared} records share cells")
    content = undisturbed.canonical()

    wanted = context.amount(200, 30)
    kills = midway = lost = doubled = resumed = 0
    number = 0
    while kills < wanted:
        number += 1
        store = store_before("killed")
        acknowledged = count = 0
        instants = []
        for _ in range(MOST_PER_STORE):
            instants.append(round(context.random.uniform(0, duration), 4))
            place = f"store {number} killed after {instants}"
            ended = context.program.killed(*command, "--db", store.path, after=instants[-1])
            context.decent(ended, place, codes=(1, -9))
            acknowledged = max(acknowledged, ended.acknowledged)
            if ended.code != -9:
                break
            kills += 1
            damage, stored = store.stored()
            count = len(stored) - before
            context.check(damage is None, f"{place}: {damage}")
            midway += 0 < count < len(expected) - before
            if count < acknowledged:
                lost += acknowledged - count
                context.check(False, f"{place}: {acknowledged} acknowledged, {count} stored")
            if stored != expected[:len(stored)]:
                doubled += 1
                context.check(False, f"{place}: what is stored is no beginning of the file")
        resumed += 0 < count < len(expected) - before
        place = f"store {number} killed after {instants}, then finished"
        context.decent(store.run(*command), place, codes=(1,))
        context.sound(store, place)
        context.equal(store.canonical(), content, f"{place}: content")
    context.figure(f"{kills} kills, {midway} between commits, {resumed} imports resumed,"
                   f" {lost} acknowledged records lost, {doubled} stores with duplicates")
