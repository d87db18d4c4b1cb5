"""kill -9 while a first import creates its database."""

import time

from kit.context import Context
from kit.inputs import write_people, write_people_csv

FIRST_SECONDS = 0.05
RECORDS = 200


def run(context: Context) -> None:
    file = write_people_csv(context.folder / "people.csv", RECORDS, context.seed)
    command = ("import", file, "--definitions", write_people(context.folder), "--chunk", 50)
    undisturbed = context.store("undisturbed")
    begun = time.monotonic()
    context.decent(undisturbed.run(*command), "undisturbed", codes=(1,))
    # Half of the instants are spread over a whole import, which takes longer on a busy machine.
    spans = FIRST_SECONDS, max(FIRST_SECONDS, time.monotonic() - begun)
    expected = undisturbed.canonical()
    rounds = context.amount(1000, 100)
    instants = [context.random.uniform(0, spans[number % 2]) for number in range(rounds)]
    unfinished, making, made, ended_before = [], [], [], []

    def one(number: int) -> None:
        store = context.store(f"early-{number}")
        killed = context.program.killed(*command, "--db", store.path, after=instants[number])
        if killed.code != -9:
            ended_before.append(number)
        elif store.path.exists():
            made.append(number)
        elif list(context.folder.glob(f"early-{number}.*")):
            making.append(number)
        place = f"killed after {instants[number] * 1000:.1f} ms"
        ended = store.run(*command)
        if not context.decent(ended, place, codes=(1,)):
            unfinished.append(number)
            return
        context.equal(store.canonical(), expected, f"{place}: content")
        if number % 5 == 0:
            context.sound(store, place)
        for left in context.folder.glob(f"early-{number}.*"):
            left.unlink()

    context.two_at_once(one, rounds)
    context.figure(
        f"{rounds} kills, {len(making)} while the store was created, {len(made)} after that,"
        f" {len(ended_before)} too late; {len(unfinished)} that the same command did not complete")
